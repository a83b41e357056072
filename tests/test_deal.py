"""Is the luck of a table bound before the start, different at each, and untouched by what bots draw?"""

import hashlib
from pathlib import Path

import pytest

from boltbox.rules.luck import Draw, Luck, Sha256Luck
from boltbox.rules.shelf import SHELF
from boltbox.table.deal import SECRET_BYTES, Deal
from boltbox.table.table import Table

LUCKYBOX = SHELF["luckybox"]
SECRET = bytes(range(SECRET_BYTES))


def dealt(luck: Luck) -> object:
    table = Table(LUCKYBOX, luck)
    (entry,) = table.start(LUCKYBOX.options(), (1, 2), 0).entries
    return entry.events


def draws(luck: Luck) -> list[Draw]:
    return [luck.draw("numbers", 1, draw, 0, 1000) for draw in range(20)]


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert Deal(SECRET).commitment == hashlib.sha256(SECRET).hexdigest()


def test_the_seed_comes_from_the_secret_and_the_words_in_the_order_of_seats() -> None:
    words = (b"a" * 32, b"b" * 32)
    named = b"boltbox deal 1\n" + SECRET
    assert Deal(SECRET, words).seed == hashlib.sha256(named + words[0] + words[1]).digest()
    assert Deal(SECRET).seed == hashlib.sha256(named).digest()
    assert draws(Deal(SECRET, words).luck()) == draws(Sha256Luck(Deal(SECRET, words).seed))


def test_the_seed_is_nothing_that_is_shown() -> None:
    assert Deal(SECRET).seed.hex() != Deal(SECRET).commitment


def test_the_page_for_readers_says_the_same() -> None:
    page = Path(__file__).parent.parent.joinpath("docs", "luck.md").read_text()
    for value in (Deal(SECRET).commitment, Deal(SECRET).seed.hex(), Deal(SECRET, (b"a" * 32,)).seed.hex()):
        assert value in page


def test_every_word_changes_the_deal_and_none_the_commitment() -> None:
    words = [(), (b"a" * 32,), (b"b" * 32,), (b"a" * 32, b"b" * 32), (b"b" * 32, b"a" * 32)]
    assert len({Deal(SECRET, each).seed for each in words}) == len(words)
    assert len({Deal(SECRET, each).commitment for each in words}) == 1


def test_a_secret_has_its_length_and_no_text_form_shows_it() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Deal(b"short")
    assert str(SECRET) not in repr(Deal(SECRET))


def test_a_hundred_tables_deal_differently() -> None:
    """C24."""
    assert len({str(dealt(Deal(bytes([n] * SECRET_BYTES)).luck())) for n in range(100)}) == 100


def test_the_same_seed_deals_the_same_whatever_bots_draw() -> None:
    """C24."""
    deal = Deal(SECRET)
    first = dealt(deal.luck())
    bots = deal.bot_luck()
    for n in range(50):
        bots.draw("bot", 1, n, 0, 6)
    assert dealt(deal.luck()) == first


def test_bots_draw_from_another_seed() -> None:
    deal = Deal(SECRET)
    assert draws(deal.bot_luck()) != draws(deal.luck())
    assert draws(deal.bot_luck()) == draws(Deal(SECRET, (b"a" * 32,)).bot_luck())
