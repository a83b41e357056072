"""Who sits where before the start, whatever people and bots ask for?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boltbox.rules.refusals import Refusal
from boltbox.table.seats import (
    BOT_NAMES,
    SUITS,
    Chair,
    Company,
    agree,
    ask_anew,
    close_gaps,
    hand_on,
    join,
    leave,
    not_agreed,
    seat_bot,
    unseat,
    without,
)

EMPTY = Company(most=4, host="ann")


def company(*wishes: str, most: int = 4) -> Company:
    """Sits down in order: a person by name, a bot by its name after an exclamation mark."""
    made = Company(most, wishes[0])
    for wish in wishes:
        sat = seat_bot(made, wish[1:], None) if wish.startswith("!") else join(made, wish, 3, None)
        assert isinstance(sat, Company)
        made = sat
    return made


def seats(made: Company | Refusal) -> dict[int, str | None]:
    assert isinstance(made, Company)
    return {chair.seat: chair.person or chair.bot for chair in made.chairs}


def code(made: Company | Refusal) -> str:
    assert isinstance(made, Refusal)
    assert made.sentence
    return made.code


def test_people_take_the_first_free_seat_or_the_one_they_name() -> None:
    assert seats(company("ann", "bob")) == {1: "ann", 2: "bob"}
    assert seats(join(company("ann"), "bob", 3, 4)) == {1: "ann", 4: "bob"}
    assert code(join(company("ann"), "bob", 3, 1)) == "seat_taken"
    assert code(join(company("ann"), "bob", 3, 0)) == "no_such_seat"
    assert code(join(company("ann"), "bob", 3, 10**30)) == "no_such_seat"
    assert code(join(company("a", "b", "c", "d"), "e", 3, None)) == "table_full"


def test_a_person_has_one_seat_and_can_change_it() -> None:
    """C7: one person can't fill two seats."""
    made = company("ann", "bob")
    assert join(made, "bob", 3, None) == made
    assert join(made, "bob", 3, 2) == made
    assert seats(join(made, "bob", 3, 4)) == {1: "ann", 4: "bob"}
    assert code(join(made, "bob", 3, 1)) == "seat_taken"


def test_a_favourite_suit_is_given_where_it_is_free() -> None:
    made = join(join(EMPTY, "ann", 3, None), "bob", 3, None)  # type: ignore[arg-type]
    assert isinstance(made, Company)
    assert [chair.suit for chair in made.chairs] == [3, 0]


def test_who_moves_keeps_the_suit() -> None:
    moved = join(company("ann", "bob"), "ann", 7, 4)
    assert isinstance(moved, Company)
    assert moved.chair_of("ann") == Chair(4, 3, "", person="ann")


def test_who_left_comes_back_to_one_seat() -> None:
    """C8."""
    left = leave(company("ann", "bob"), "bob")
    assert isinstance(left, Company)
    assert seats(left) == {1: "ann"}
    assert seats(join(left, "bob", 3, None)) == {1: "ann", 2: "bob"}
    assert code(leave(left, "bob")) == "not_seated"


def test_the_host_passes_on_to_the_next_person_never_to_a_bot() -> None:
    """C9."""
    made = leave(company("ann", "!greedy", "bob", "cat"), "ann")
    assert isinstance(made, Company)
    assert made.host == "bob"
    back = join(made, "ann", 3, None)
    assert isinstance(back, Company)
    assert back.host == "bob"


def test_who_comes_to_an_empty_table_is_its_host() -> None:
    empty = leave(company("ann", "!greedy"), "ann")
    assert isinstance(empty, Company)
    assert empty.host == "ann"
    next_one = join(empty, "bob", 3, None)
    assert isinstance(next_one, Company)
    assert next_one.host == "bob"


def test_bots_take_free_seats_under_names_of_their_own() -> None:
    made = company("ann", "!greedy", "!greedy", "!uniform")
    names = [chair.name for chair in made.chairs if chair.bot]
    assert len(set(names)) == 3
    assert set(names) <= set(BOT_NAMES)
    assert code(seat_bot(made, "greedy", None)) == "table_full"
    assert seats(unseat(made, 3)) == {1: "ann", 2: "greedy", 4: "uniform"}
    assert code(unseat(made, 1, {"ann"})) == "still_here"
    assert code(unseat(made, 9)) == "nobody_there"


def test_only_a_person_who_is_gone_is_taken_from_a_seat() -> None:
    made = company("ann", "bob", "cat")
    assert code(unseat(made, 2, {"ann", "bob"})) == "still_here"
    assert seats(unseat(made, 2, {"ann", "cat"})) == {1: "ann", 3: "cat"}


def test_gaps_close_in_order() -> None:
    made = leave(company("ann", "bob", "!greedy", "cat"), "bob")
    assert isinstance(made, Company)
    assert seats(close_gaps(made)) == {1: "ann", 2: "greedy", 3: "cat"}


@pytest.mark.parametrize("most", [1, 6, 12])
def test_as_many_sit_as_there_are_seats(most: int) -> None:
    full = company(*(f"p{n}" for n in range(most)), most=most)
    assert len(full.chairs) == most
    assert len({chair.suit for chair in full.chairs}) == most


def test_the_host_passes_on_to_the_next_who_is_here_round_the_table() -> None:
    """C9."""
    made = company("ann", "bob", "!greedy", "cat", "dan", most=6)
    assert hand_on(made, {"cat", "dan"}).host == "cat"
    moved = hand_on(hand_on(made, {"dan"}), {"ann", "bob"})
    assert moved.host == "ann"  # seat 1 comes after the last one
    assert hand_on(made, {"ann"}) == made
    assert hand_on(made, ()) == made
    left = leave(made, "ann", {"dan"})
    assert isinstance(left, Company)
    assert left.host == "dan"
    nobody_here = leave(made, "ann")
    assert isinstance(nobody_here, Company)
    assert nobody_here.host == "bob"
    other = leave(made, "bob", {"cat"})
    assert isinstance(other, Company)
    assert other.host == "ann"


def test_all_but_the_host_agree_anew_to_something_else() -> None:
    """LB-8.1, LB-8.4: bots agree to everything, whoever sits down agrees by it."""
    made = ask_anew(company("ann", "bob", "!greedy"))
    assert [chair.ready for chair in made.chairs] == [True, False, True]
    waiting = not_agreed(made)
    assert waiting is not None
    assert waiting.person == "bob"
    agreed = agree(made, "bob", on=True)
    assert isinstance(agreed, Company)
    assert not_agreed(agreed) is None
    doubt = agree(agreed, "ann", on=False)
    assert isinstance(doubt, Company)
    assert not_agreed(doubt) is None  # the host agrees by starting
    assert code(agree(made, "eve", on=True)) == "not_seated"
    joined = join(made, "cat", 1, None)
    assert isinstance(joined, Company)
    assert joined.chair_of("cat") == Chair(4, 1, "", person="cat")


def test_who_left_for_good_isn_t_taken_along() -> None:
    made = without(ask_anew(company("ann", "bob", "!greedy", "cat")), (1, 3))
    assert seats(made) == {2: "bob", 3: "greedy", 4: "cat"}
    assert made.host == "bob"
    assert all(chair.ready for chair in made.chairs)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["join", "leave", "bot", "unseat"]),
            st.sampled_from("abcde"),
            st.none() | st.integers(-1, 7),
            st.integers(0, SUITS),
        ),
        max_size=30,
    )
)
def test_whatever_is_asked_seats_people_and_suits_stay_single(
    wishes: list[tuple[str, str, int | None, int]],
) -> None:
    made = Company(6, "a")
    for wish, person, seat, suit in wishes:
        changed: Company | Refusal
        if wish == "join":
            changed = join(made, person, suit, seat)
        elif wish == "leave":
            changed = leave(made, person)
        else:
            changed = seat_bot(made, "greedy", seat) if wish == "bot" else unseat(made, seat or 1, "abc")
        made = changed if isinstance(changed, Company) else made
        people = [chair.person for chair in made.chairs if chair.person]
        assert len(set(people)) == len(people)
        assert [chair.seat for chair in made.chairs] == sorted({chair.seat for chair in made.chairs})
        assert len({chair.suit for chair in made.chairs}) == len(made.chairs) <= 6
        assert made.host in people or not people
