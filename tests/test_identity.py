"""Who may a person be? Tokens, names and colours."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boltbox.rules.refusals import Refusal
from boltbox.server import identity


def test_tokens_differ_and_can_t_be_guessed() -> None:
    tokens = {identity.new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert min(len(token) for token in tokens) >= 43  # 256 bits


def test_of_a_token_only_a_hash_is_kept() -> None:
    assert identity.token_hash("abc").hex() == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    assert len(identity.token_hash("\ud800")) == 32  # whatever a client sends


@pytest.mark.parametrize("secure", [False, True])
def test_scripts_and_other_sites_can_t_use_the_cookie(secure: bool) -> None:
    header = identity.cookie("abc", secure=secure).to_header(header="")
    assert header.split("; ")[0] == "boltbox_person=abc"
    assert {"HttpOnly", "Path=/", "SameSite=lax", f"Max-Age={400 * 24 * 3600}"} <= set(header.split("; "))
    assert ("Secure" in header) is secure


def test_a_newcomer_has_a_name_that_can_stay() -> None:
    person = identity.newcomer(1000)
    assert re.fullmatch(r"Guest \d{4}", person.name)
    assert identity.clean_name(person.name) == person.name
    assert identity.clean_suit(person.suit) == person.suit
    assert person.created == 1000
    assert person.id != identity.newcomer(1000).id


@pytest.mark.parametrize(
    ("given_name", "clean"),
    [
        ("Zoë", "Zoë"),
        ("  Zoë   Q ", "Zoë Q"),
        ("Ｚｏｅ\u3000２", "Zoe 2"),  # full width
        ("e\u0301", "é"),  # composed
        ("❤\ufe0f", "❤"),  # as phones write it
        ("李小龍", "李小龍"),
        ("x" * 24, "x" * 24),
        ("?", "?"),
        ("\tAnna\n", "Anna"),
    ],
)
def test_names_are_brought_into_one_form(given_name: str, clean: str) -> None:
    assert identity.clean_name(given_name) == clean


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_empty"),
        ("   \u00a0 ", "name_empty"),
        ("\u0301", "name_empty"),  # a mark without a letter
        ("x" * 25, "name_long"),
        ("ﷺ" * 2, "name_long"),  # 18 letters each when spelled out
        ("An\nna", "name_hidden"),
        ("An\u200bna", "name_hidden"),  # of no width
        ("An\u200dna", "name_hidden"),  # a joiner
        ("\u202eannA", "name_hidden"),  # right to left from here
        ("\u2066Anna", "name_hidden"),
        ("An\u00adna", "name_hidden"),  # a soft hyphen
        ("An\x00na", "name_hidden"),
        ("\u3164", "name_hidden"),  # a filler that counts as a letter
        ("\u2800", "name_hidden"),  # the blank of Braille
        ("\ue000", "name_hidden"),  # private use
        ("An\ud800na", "name_hidden"),
    ],
)
def test_names_that_can_t_be(name: str, code: str) -> None:
    refusal = identity.clean_name(name)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.thing) == (code, "name")
    assert refusal.sentence


@given(st.text(max_size=30))
def test_a_clean_name_is_clean(name: str) -> None:
    clean = identity.clean_name(name)
    if isinstance(clean, str):
        assert identity.clean_name(clean) == clean
        assert 1 <= len(clean) <= identity.NAME_MOST
        assert clean == clean.strip()
        assert all(unicodedata.category(one) not in identity.HIDDEN for one in clean)


@pytest.mark.parametrize("suit", [-1, 12])
def test_there_are_twelve_suits(suit: int) -> None:
    refusal = identity.clean_suit(suit)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no_such_suit"
    assert identity.clean_suit(11) == 11
