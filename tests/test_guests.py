"""Who sits on whose device, whatever people ask for? Guests have own seats, and go with their person."""

from hypothesis import given
from hypothesis import strategies as st

from boltbox.rules.refusals import Refusal
from boltbox.table.seats import (
    SUITS,
    Chair,
    Company,
    agree,
    ask_anew,
    close_gaps,
    hand_on,
    join,
    leave,
    name_guest,
    not_agreed,
    seat_bot,
    seat_guest,
    unseat,
    without,
)
from tests.test_seats import code, company


def with_guests(made: Company, person: str, *names: str) -> Company:
    for name in names:
        sat = seat_guest(made, person, name, None, None)
        assert isinstance(sat, Company)
        made = sat
    return made


def names(made: Company | Refusal) -> dict[int, str]:
    assert isinstance(made, Company)
    return {chair.seat: chair.name or chair.person or "" for chair in made.chairs}


def test_guests_take_free_seats_on_the_device_of_who_sits() -> None:
    made = with_guests(company("ann", "bob"), "ann", "Mia", "Leo")
    assert names(made) == {1: "ann", 2: "bob", 3: "Mia", 4: "Leo"}
    assert [chair.seat for chair in made.chairs_of("ann")] == [1, 3, 4]
    assert made.chair_of("ann") == Chair(1, 3, "", person="ann")
    assert code(seat_guest(made, "ann", "Zoe", None, None)) == "table_full"
    assert code(seat_guest(company("ann"), "bob", "Mia", None, None)) == "not_seated"
    assert code(seat_guest(company("ann"), "ann", "Mia", None, 1)) == "seat_taken"


def test_a_guest_gets_the_suit_asked_for_where_it_is_free() -> None:
    made = seat_guest(company("ann"), "ann", "Mia", 9, None)
    assert isinstance(made, Company)
    assert made.chairs[1].suit == 9
    taken = seat_guest(made, "ann", "Leo", 9, None)
    assert isinstance(taken, Company)
    assert taken.chairs[2].suit not in (3, 9)


def test_a_guest_is_renamed_on_the_own_device_only() -> None:
    made = with_guests(company("ann", "bob"), "ann", "Mia")
    assert names(name_guest(made, "ann", 3, "Mia Wu", None)) == {1: "ann", 2: "bob", 3: "Mia Wu"}
    assert code(name_guest(made, "bob", 3, "Eve", None)) == "no_guest"
    assert code(name_guest(made, "ann", 1, "Eve", None)) == "no_guest"
    assert code(name_guest(made, "ann", 4, "Eve", None)) == "no_guest"
    other = name_guest(made, "ann", 3, "Mia", 11)
    assert isinstance(other, Company)
    assert [chair.suit for chair in other.chairs if chair.guest] == [11]
    kept = name_guest(other, "ann", 3, "Mia", 3)  # Ann's
    assert isinstance(kept, Company)
    assert [chair.suit for chair in kept.chairs if chair.guest] == [11]


def test_guests_go_with_their_person() -> None:
    made = with_guests(with_guests(company("ann", "bob", most=6), "bob", "Mia", "Leo"), "ann", "Zoe")
    assert names(leave(made, "bob")) == {1: "ann", 5: "Zoe"}
    assert names(without(made, (2,))) == {1: "ann", 5: "Zoe"}
    assert names(unseat(made, 2, {"ann"})) == {1: "ann", 5: "Zoe"}


def test_a_guest_is_taken_from_a_seat_by_the_own_person_or_when_that_one_is_gone() -> None:
    made = with_guests(company("ann", "bob"), "bob", "Mia")
    assert names(unseat(made, 3, {"ann", "bob"}, "bob")) == {1: "ann", 2: "bob"}
    assert names(unseat(made, 3, {"ann"}, "ann")) == {1: "ann", 2: "bob"}
    assert code(unseat(made, 3, {"ann", "bob"}, "ann")) == "still_here"
    assert code(unseat(made, 2, {"ann", "bob"}, "bob")) == "still_here"


def test_a_guest_agrees_with_the_own_person_and_is_never_host() -> None:
    """LB-8.4."""
    made = ask_anew(with_guests(with_guests(company("ann", "bob", most=6), "ann", "Zoe"), "bob", "Mia"))
    assert [chair.ready for chair in made.chairs] == [True, False, True, False]
    agreed = agree(made, "bob", on=True)
    assert isinstance(agreed, Company)
    assert not_agreed(agreed) is None
    late = with_guests(made, "bob", "Leo")
    assert [chair.ready for chair in late.chairs_of("bob")] == [False] * 3
    assert hand_on(made, {"bob"}).host == "bob"
    assert hand_on(with_guests(company("ann"), "ann", "Zoe"), {"ann"}).host == "ann"
    alone = leave(made, "ann")
    assert isinstance(alone, Company)
    assert alone.host == "bob"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["join", "leave", "bot", "unseat", "guest", "rename", "agree", "anew", "close"]),
            st.sampled_from("abc"),
            st.none() | st.integers(-1, 7),
            st.none() | st.integers(0, SUITS - 1),
            st.sets(st.sampled_from("abc")),
        ),
        max_size=40,
    )
)
def test_whatever_is_asked_each_seat_is_one_s_and_guests_are_with_their_person(
    wishes: list[tuple[str, str, int | None, int | None, set[str]]],
) -> None:
    """C7."""
    made = Company(6, "a")
    for wish, person, seat, suit, here in wishes:
        changed: Company | Refusal
        match wish:
            case "join":
                changed = join(made, person, suit or 0, seat)
            case "leave":
                changed = leave(made, person, here)
            case "bot":
                changed = seat_bot(made, "greedy", seat)
            case "unseat":
                changed = unseat(made, seat or 1, here, person)
            case "guest":
                changed = seat_guest(made, person, "Mia", suit, seat)
            case "rename":
                changed = name_guest(made, person, seat or 1, "Leo", suit)
            case "agree":
                changed = agree(made, person, on=seat is None)
            case "anew":
                changed = ask_anew(made)
            case _:
                changed = close_gaps(made)
        made = changed if isinstance(changed, Company) else made
        chairs = made.chairs
        assert [chair.seat for chair in chairs] == sorted({chair.seat for chair in chairs})
        assert len({chair.suit for chair in chairs}) == len(chairs) <= 6
        assert all((chair.person is None) != (chair.bot is None) for chair in chairs)
        own = [chair.person for chair in chairs if chair.person is not None and not chair.guest]
        assert len(set(own)) == len(own)
        assert {chair.person for chair in chairs if chair.guest} <= set(own)
        assert all(chair.name for chair in chairs if chair.guest)
        for one in own:
            assert one is not None
            assert len({chair.ready for chair in made.chairs_of(one)}) == 1
        assert made.host in own or not own
