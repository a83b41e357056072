"""Are names that look alike told apart, and others left as they are?"""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boltbox.server.identity import clean_name
from boltbox.server.looks import TABLE, look, told_apart
from boltbox.server.store import Person
from tests.desk import make_hall


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anna"),
        ("Anna", "anna"),
        ("Anna", "\u0410nna"),  # a Cyrillic A
        ("Anna", "\u0391nna"),  # a Greek one
        ("Anna", "\u13aanna"),  # a Cherokee one
        ("Anna", "Ａｎｎａ"),  # full width
        ("Anna", "𝐀𝐧𝐧𝐚"),  # for formulas
        ("paypal", "\u0440\u0430\u0443\u0440\u0430l"),
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),
        ("Ill", "lll"),
        ("Bill1", "Billl"),
        ("B0b", "Bob"),
        ("Marn", "Mam"),
        ("Guest 1000", "Guest l000"),
        ("Zoë", "Zoe\u0308"),
        ("A|an", "Alan"),
        ("Ноmеr", "Homer"),
    ],
)
def test_these_look_alike(one: str, other: str) -> None:
    clean = [clean_name(one), clean_name(other)]
    assert all(isinstance(name, str) for name in clean)
    assert look(str(clean[0])) == look(str(clean[1]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anne"),
        ("Zoë", "Zoe"),
        ("李", "王"),
        ("Маша", "Mawa"),
        ("Guest 1234", "Guest 1243"),
        ("❤", "★"),
    ],
)
def test_these_do_not(one: str, other: str) -> None:
    assert look(one) != look(other)


def test_nobody_s_name_changes_without_a_look_alike() -> None:
    names = ((1, "Anna"), (2, "Δημήτρης"), (3, "Маша DJ"), (4, "李小龍"), (7, "<img onerror>"))
    assert told_apart(names) == tuple(name for _, name in names)


def test_look_alikes_get_the_number_of_their_seat() -> None:
    names = ((1, "Anna"), (2, "Ben"), (5, "\u0410nna"), (12, "ANNA"))
    assert told_apart(names) == ("Anna (1)", "Ben", "\u0410nna (5)", "ANNA (12)")


def test_who_takes_a_name_with_a_number_deceives_nobody() -> None:
    shown = told_apart(((1, "Anna"), (3, "Anna"), (5, "Anna (3)"), (6, "Anna (1)")))
    assert shown == ("Anna (1) (1)", "Anna (3) (3)", "Anna (3) (5)", "Anna (1) (6)")


LETTERS = st.sampled_from("aA\u0410\u0391l1I|0O() 35\u0435e")


@given(st.lists(st.text(LETTERS, min_size=1, max_size=6), min_size=1, max_size=12))
def test_whatever_the_names_no_two_are_shown_alike(names: list[str]) -> None:
    shown = told_apart(tuple(enumerate(names, 1)))
    assert len({look(name) for name in shown}) == len(names)
    for name, seen in zip(names, shown, strict=True):
        assert seen.startswith(name)


@given(st.text(max_size=24))
def test_a_look_is_its_own_look(name: str) -> None:
    assert look(look(name)) == look(name)


def test_the_table_names_what_letters_look_like_and_no_letter_itself() -> None:
    assert len(TABLE) > 2000
    assert TABLE[0x430] == "a"
    for point, like in TABLE.items():
        assert unicodedata.normalize("NFKC", chr(point)) == chr(point) != like


@pytest.mark.anyio
async def test_a_table_tells_people_and_bots_apart_and_knows_no_markup() -> None:
    hall = make_hall()
    for person, name in (("ann", "Ohm"), ("bob", "<img src=x onerror=alert(1)>"), ("cat", "Anna")):
        hall.store.known[person] = Person(person, name, 0, 0)
    mailbox, ears = await hall.open(("ann", "bob", "cat"), start=False)
    names = [seat["name"] for seat in ears[0].frames[-1]["seats"]]
    assert names == ["Ohm", "<img src=x onerror=alert(1)>", "Anna"]
    mailbox.renamed(Person("cat", "0hm", 0, 0))
    names = [seat["name"] for seat in ears[0].frames[-1]["seats"]]
    assert names == ["Ohm (1)", "<img src=x onerror=alert(1)>", "0hm (3)"]
    assert mailbox.live.lobby.names() == tuple(names)
