"""Do the three calls score as the rules say, and is the first the first? LD-3."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boltbox.rules.game import SPECTATOR, Played
from boltbox.rules.lightningdice.actions import Claim
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.refusals import Refusal
from tests.dice_play import Loaded, Racing, tags


def race(*seats: str, goal: str = "even", options: str = "", now: int = 2000) -> Racing:
    """Begins in a race with these seats."""
    rest = f" | options {options}" if options else ""
    return Racing(f"race 1 {goal} o1000 | {' | '.join(seats)}{rest}", now=now)


def settled(happened: list[str]) -> list[tuple[str, str, str]]:
    """Takes seat, verdict and score out of what was settled."""
    words = [event.split() for event in happened if event.startswith("claimSettled ")]
    return [(one[1], one[5], one[6]) for one in words]


# LD-3.1, LD-3.2 ---------------------------------------------------------------------------------------------


def test_a_match_scores_two_and_the_next_card_is_flipped_at_once() -> None:
    """LD-3.1."""
    playing = race("1: 246246 s1500", "2: 123456 s1500")
    happened = playing.do("1 got")
    assert tags(happened) == ["claimed", "claimSettled", "goalClosed", "flipped"]
    assert (playing.points(1), playing.points(2)) == (2, 0)
    assert playing.state.head.goal == 2
    assert happened[-1].endswith(" 2000")


@pytest.mark.parametrize(
    ("before", "options", "after"),
    [(5, "", 3), (2, "", 0), (1, "", 0), (0, "", 0), (0, "allow_negative=yes", -2)],
)
def test_a_false_call_costs_two_but_not_below_start(before: int, options: str, after: int) -> None:
    """LD-3.2."""
    playing = race(f"1: 123456 s1500 m{before},0,0,0", "2: ......", options=options)
    assert settled(playing.do("1 got")) == [("1", "false", str(after - before))]
    assert playing.points(1) == after
    assert playing.dice(1) == "123456"  # LD-3.9: they stay as they lie
    playing.do("1 roll 1")


# LD-3.3 to LD-3.5 -------------------------------------------------------------------------------------------


def test_a_bonus_scores_one_and_all_six_are_picked_up() -> None:
    """LD-3.3, LD-3.9."""
    playing = race("1: 123456 s1500", "4: 444444 k0,1 s1500 n3", goal="123456")
    assert tags(playing.do("4 bonus")) == ["claimed", "pickedUp", "claimSettled"]
    assert (playing.points(4), playing.dice(4), playing.state.head.goal) == (1, "......", 1)
    assert playing.refused("4 got") == "dice_in_hand"
    playing.do("4 roll 1")


@pytest.mark.parametrize(
    ("before", "options", "after"), [(5, "", 4), (1, "", 0), (0, "", 0), (0, "allow_negative=yes", -1)]
)
def test_a_thunder_costs_the_player_whom_it_names_one(before: int, options: str, after: int) -> None:
    """LD-3.4."""
    playing = race(f"3: ...... m{before},0,0,0", "4: 333333 s1500", goal="123456", options=options)
    assert tags(playing.do("4 thunder 3")) == ["claimed", "pickedUp", "claimSettled"]
    assert (playing.points(3), playing.points(4), playing.dice(4)) == (after, 0, "......")


@pytest.mark.parametrize(
    ("dice", "call", "verdict"),
    [
        ("444443", "bonus", "false"),
        ("333333", "bonus", "false"),  # the number of another
        ("333334", "thunder 3", "false"),
        ("444444", "thunder 4", "nobody"),  # the own number
        ("555555", "thunder 5", "nobody"),  # nobody plays with it
        ("333333", "thunder 6", "nobody"),
    ],
)
def test_a_call_that_the_dice_do_not_bear_out_scores_nothing_and_costs_nothing(
    dice: str, call: str, verdict: str
) -> None:
    """LD-3.5, LD-1.3."""
    playing = race("3: ...... m4,0,0,0", f"4: {dice} s1500 m4,0,0,0", goal="123456")
    happened = playing.do(f"4 {call}")
    assert tags(happened) == ["claimed", "claimSettled"]
    assert settled(happened) == [("4", verdict, "0")]
    assert (playing.points(3), playing.points(4), playing.dice(4)) == (4, 4, dice)
    last = playing.place(4).last
    assert last is not None
    assert last.verdict == verdict


def test_calls_may_be_made_any_number_of_times_on_one_goal() -> None:
    """LD-3.9."""
    playing = race("3: ......", "4: 444444 s1500 n1", goal="123456")
    playing.luck = Loaded({(4, 2): "444444", (4, 3): "333333"})
    playing.do("4 bonus", "4 roll 1", "@2700 4 bonus", "4 roll 1", "@3400 4 thunder 3")
    assert playing.points(4) == 2
    assert playing.state.head.goal == 1


# LD-3.6, LD-3.8 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stamp", "moment"),
    [
        ("", 2000),
        (" @1950/100/0", 1950),
        (" @1800/100/0", 1900),  # no further back than the span
        (" @1000/9999/0", 1750),  # and the span is 250 at most
        (" @2100/100/0", 2000),  # not after its arrival
        (" @-/100/0", 2000),
    ],
)
def test_a_claim_is_dated_by_its_press_within_the_span(stamp: str, moment: int) -> None:
    """LD-3.6."""
    playing = race("1: 246246 s1000", "2: ......")
    words = playing.do(f"1 got{stamp}")[0].split()
    assert words[:2] == ["claimed", "1"]
    assert words[6:8] == [str(moment), "2000"]


def test_a_claim_is_not_dated_before_its_dice_came_to_rest() -> None:
    """LD-3.6."""
    playing = race("1: 246246 s1980", "2: ......")
    assert playing.do("1 got @1900/250/0")[0].split()[6:8] == ["1980", "2000"]


def test_the_card_stays_open_until_nobody_can_have_been_earlier() -> None:
    """LD-3.6, LD-3.8: the one pressed earlier over a slower line wins."""
    playing = race("1: 246246 s1500", "2: 222222 s1500")
    assert tags(playing.do("1 got @2000/10/200")) == ["claimed"]
    assert LIGHTNINGDICE.due(playing.state) == 2200
    assert tags(playing.do("@2150 2 got @1960/200/10")) == [
        *("claimed", "claimSettled", "claimSettled", "goalClosed", "flipped")
    ]
    assert (playing.points(1), playing.points(2)) == (0, 2)


def test_a_claim_is_settled_when_the_longest_span_has_passed_since_its_moment() -> None:
    """LD-3.8: or on arrival, if that is later."""
    playing = race("1: 246246 s1500", "2: ......")
    assert playing.do("1 got @1900/100/180")[0].split()[9] == "2080"
    assert playing.to(2079) == []
    assert tags(playing.to(2080)) == ["claimSettled", "goalClosed", "flipped"]
    playing = race("1: 246246 s1500", "2: ......")
    assert tags(playing.do("1 got @1900/100/50"))[-1] == "flipped"


def test_exactly_equal_moments_go_to_the_one_received_first() -> None:
    """LD-3.6."""
    for first, second in ((1, 2), (2, 1)):
        playing = race("1: 246246 s1500", "2: 222222 s1500")
        playing.do(f"{first} got @1990/50/250", f"@2010 {second} got @1990/50/250")
        playing.to(3000)
        assert (playing.points(first), playing.points(second)) == (2, 0)


def test_a_valid_call_that_came_second_costs_nothing() -> None:
    """LD-3.6, LD-3.8: bonus, thunder and false calls too."""
    playing = race(
        *("1: 246246 s1500 m8,0,0,0", "2: 222222 s1500 m8,0,0,0", "3: 123456 s1500 m8,0,0,0"),
        *("4: 444444 s1500 m8,0,0,0", "5: 111111 s1500 m8,0,0,0"),
    )
    playing.do("1 got @2000/0/100", "@2001 2 got", "3 got", "4 bonus", "5 thunder 1")
    happened = playing.to(2100)
    assert settled(happened) == [("1", "valid", "2"), *((str(seat), "late", "0") for seat in (2, 3, 4, 5))]
    assert [playing.points(seat) for seat in range(1, 6)] == [10, 8, 8, 8, 8]
    closed = next(event for event in happened if event.startswith("goalClosed "))
    assert closed.startswith("goalClosed 1 1 2100 1000 1:got:0:2000:2000:0,2:got:0:2001:2001:0,3:got")


def test_what_arrives_after_the_close_is_too_late() -> None:
    """LD-3.7, LD-3.8."""
    playing = race("1: 246246 s1500", "2: 222222 s1500")
    decision = LIGHTNINGDICE.decision(playing.state, 2)
    playing.do("1 got")
    assert playing.refused("@2010 2 got @1950/250/0") == "dice_in_hand"
    assert LIGHTNINGDICE.decision(playing.state, 2) > decision  # so a table answers `already_decided`
    assert playing.points(2) == 0


def test_claims_are_settled_in_the_order_of_moments_a_later_one_waits_for_an_earlier() -> None:
    """LD-3.8."""
    playing = race("1: 123456 s1500 m8,0,0,0", "2: 246246 s1500", "3: ......")
    playing.do("1 got @2000/0/250", "@2010 2 got @2010/0/0")  # the second needn't wait for anybody
    assert len(playing.state.waiting) == 2
    happened = playing.to(2250)
    assert settled(happened) == [("1", "false", "-2"), ("2", "valid", "2")]
    assert "goalClosed 1 2 2250" in next(event for event in happened if event.startswith("goalClosed"))


def test_until_then_everybody_plays_on_and_the_caller_too() -> None:
    """LD-3.8."""
    playing = race("1: 123456 s1500 n1 m8,0,0,0", "2: 135135 s1500")
    playing.do("1 got @2000/0/250", "1 keep 0 1", "1 roll 1", "2 roll 1")
    assert settled(playing.to(2250)) == [("1", "false", "-2")]
    assert playing.dice(1) == "12...."


def test_a_right_call_counts_though_its_caller_rolled_on() -> None:
    """LD-3.7, LD-3.8: a claim looks at the dice as it arrives."""
    playing = race("1: 246246 s1500 n1", "2: ......")
    playing.do("1 got @2000/0/250", "1 roll 1")
    assert settled(playing.to(2250)) == [("1", "valid", "2")]


@settings(max_examples=200)
@given(
    st.lists(
        st.tuples(st.integers(0, 300), st.integers(0, 250), st.sampled_from(("246246", "222222", "123456"))),
        min_size=2,
        max_size=5,
    )
)
def test_arrival_order_never_changes_who_was_first(presses: list[tuple[int, int, str]]) -> None:
    """LD-3.6, LD-3.8, C27: claims pressed at some moment over a line of some span arrive in any order.

    Each arrives somewhere between its press and a span later. Whatever order that is, the earliest right call
    wins; of equal moments the one received first. A clock that is ten minutes off gains nothing.
    """
    winners = set()
    moments = [3000 + press for press, _, _ in presses]
    for late in (
        permutations(range(len(presses)), 2) if len(presses) < 4 else [(0, 1), (1, 0), (2, 3), (3, 2)]
    ):
        playing = race(*(f"{seat}: {dice} s1000" for seat, (_, _, dice) in enumerate(presses, 1)), now=3000)
        arrivals = []
        for seat, (_, span, _) in enumerate(presses, 1):
            line = span if seat - 1 in late else 0
            arrivals.append((moments[seat - 1] + line, seat, span))
        goals = 1
        for arrival, seat, span in sorted(arrivals):
            wait = max((other for _, one, other in arrivals if one != seat), default=0)
            playing.to(arrival)
            if playing.state.head.goal == goals:
                playing.do(f"{seat} got @{moments[seat - 1]}/{span}/{wait}")
        playing.to(9000)
        winners.add(tuple(playing.points(seat) > 0 for seat in range(1, len(presses) + 1)))
    right = [moment for moment, (_, _, dice) in zip(moments, presses, strict=True) if dice != "123456"]
    if not right:
        assert winners == {(False,) * len(presses)}
    elif right.count(min(right)) == 1:
        first = tuple(
            dice != "123456" and moment == min(right)
            for moment, (_, _, dice) in zip(moments, presses, strict=True)
        )
        assert winners == {first}
    else:
        assert all(sum(winner) == 1 for winner in winners)


def test_a_clock_that_is_ten_minutes_off_is_moved_to_the_nearer_end() -> None:
    """C27."""
    for pressed, moment in ((2000 - 600_000, 1960), (2000 + 600_000, 2000)):
        playing = race("1: 246246 s1000", "2: 222222 s1000")
        assert playing.do(f"1 got @{pressed}/40/0")[0].split()[6] == str(moment)


def test_two_calls_a_millisecond_apart_have_one_winner() -> None:
    """C27: also in reversed order of arrival, also from 300 ms away."""
    for order in (("1", "2"), ("2", "1")):
        playing = race("1: 246246 s1500", "2: 222222 s1500")
        pressed = {"1": 2000, "2": 2001}
        for when, seat in zip((2040, 2041), order, strict=True):
            playing.do(f"@{when} {seat} got @{pressed[seat]}/50/50")
        playing.to(3000)
        assert (playing.points(1), playing.points(2)) == (2, 0)


# LD-3.7 -----------------------------------------------------------------------------------------------------


def test_a_call_is_refused_while_a_die_rolls_or_is_in_hand() -> None:
    """LD-3.7: at no cost."""
    playing = race("1: 2462.. R2:4,5@1900-2600 s1500 n2 m8,0,0,0", "2: 246.24 s1500 m8,0,0,0")
    for call in ("got", "bonus", "thunder 2"):
        assert playing.refused(f"1 {call}") == "still_rolling"
        assert playing.refused(f"2 {call}") == "dice_in_hand"
    assert (playing.points(1), playing.points(2)) == (8, 8)


def test_the_same_call_on_the_same_dice_is_refused() -> None:
    """LD-3.7: another call isn't, and after a roll none is."""
    playing = race("1: 123456 s1500 n1", "2: ......", "3: ......")
    playing.do("1 got")
    assert playing.refused("1 got") == "called_already"
    playing.do("1 thunder 2")
    assert playing.refused("1 thunder 2") == "called_already"
    playing.do("1 thunder 3", "1 bonus")
    playing.luck = Loaded({(1, 2): "135351"})
    playing.do("1 roll 1", "@2700 1 got")


def test_a_kept_die_does_not_make_other_dice() -> None:
    """LD-3.7: the same call is refused while nothing was rolled."""
    playing = race("1: 123456 s1500 n1", "2: ......")
    playing.do("1 got", "1 keep 0 1 2")
    assert playing.refused("1 got") == "called_already"


def test_while_a_call_waits_no_other_is_taken_on_the_same_dice() -> None:
    """LD-3.7, LD-3.9: where six dice bear out two calls, only the one made first counts."""
    playing = race("1: ......", "4: 444444 s1500 n1", goal="444444")
    playing.do("4 got @2000/0/200")
    assert playing.refused("4 bonus") == "claim_waits"
    playing.to(2200)
    assert playing.points(4) == 2
    playing = race("1: ......", "4: 444444 s1500 n1", goal="444444")
    playing.do("4 bonus @2000/0/200")
    assert playing.refused("4 got") == "dice_in_hand"
    playing.to(2200)
    assert playing.points(4) == 1


def test_another_call_on_other_dice_may_wait_beside() -> None:
    """LD-3.7: each looks at the dice as it arrived."""
    playing = Racing(
        "race 1 444444 o1000 | 1: ...... s1500 | 4: 444441 s1500 n1 | options roll_ms=300",
        Loaded({(4, 2): "444444"}),
        now=2000,
    )
    playing.do("1 roll 1", "4 got @2000/0/250", "4 roll 1 @1990/250/0")
    playing.to(2249)
    assert len(playing.state.waiting) == 1
    assert settled(playing.to(2250)) == [("4", "false", "0")]


@pytest.mark.parametrize(
    ("call", "code"),
    [("thunder 0", "no_such_number"), ("thunder 7", "no_such_number"), ("thunder -1", "no_such_number")],
)
def test_a_thunder_names_a_number_of_one_to_six(call: str, code: str) -> None:
    playing = race("1: 111111 s1500", "2: ......")
    assert playing.refused(f"1 {call}") == code


def test_only_thunder_names_a_number() -> None:
    playing = race("1: 111111 s1500", "2: ......")
    refusal = LIGHTNINGDICE.act(playing.state, 1, Claim("bonus", 1), 2000, playing.luck)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "number_without_thunder"


# LD-3.9 -----------------------------------------------------------------------------------------------------


def test_a_bonus_is_picked_up_on_arrival_and_its_point_waits() -> None:
    """LD-3.9, LD-3.8."""
    playing = race("1: ......", "4: 444444 s1500 n1", goal="123456")
    assert tags(playing.do("4 bonus @1990/20/200")) == ["claimed", "pickedUp"]
    assert (playing.points(4), playing.dice(4)) == (0, "......")
    assert playing.do("4 roll 1 @1950/250/0")[0] == "rolled 4 2 0-5 2000 2700"
    assert settled(playing.to(2190)) == [("4", "valid", "1")]


def test_a_bonus_pressed_before_the_goal_was_met_still_counts() -> None:
    """LD-3.8: in the order of moments."""
    playing = race("1: 246246 s1500", "4: 444444 s1500", goal="even")
    happened = playing.do("@2010 1 got @2010/0/100", "@2050 4 bonus @2000/60/0")
    assert settled(happened) == [("4", "valid", "1")]
    assert settled(playing.to(2110)) == [("1", "valid", "2")]


def test_a_thunder_on_who_left_meanwhile_hits_nobody() -> None:
    """LD-4.3."""
    playing = race("1: ...... m8,0,0,0", "2: ......", "4: 111111 s1500")
    playing.do("4 thunder 1 @2000/0/200")
    playing.ask_of_table(Played(1, played=False))
    assert settled(playing.to(2200)) == [("4", "nobody", "0")]
    assert playing.points(1) == 8


# What is told -----------------------------------------------------------------------------------------------


def test_a_waiting_claim_is_told_to_its_caller_only() -> None:
    """C16: neither told nor seen by others, however it is looked at."""
    playing = race("1: 246246 s1500", "2: ...... s1500", "3: 123456 s1500")
    before = {who: LIGHTNINGDICE.view(playing.state, who) for who in (1, 2, 3, SPECTATOR)}
    made = {who: LIGHTNINGDICE.sources(playing.state, who) for who in (1, 2, 3, SPECTATOR)}
    _, events = playing.try_to("1 got @1990/30/200")
    assert isinstance(events, tuple)
    after = LIGHTNINGDICE.fold(playing.state, events)
    for who in (2, 3, SPECTATOR):
        assert [LIGHTNINGDICE.tell(event, who) for event in events] == [None]
        assert LIGHTNINGDICE.view(after, who) == before[who]
        now = LIGHTNINGDICE.sources(after, who)
        assert all(a is b for name in now for a, b in zip(now[name], made[who][name], strict=True))
    (told,) = (LIGHTNINGDICE.tell(event, 1) for event in events)
    assert type(told).__name__ == "ClaimWaits"
    assert LIGHTNINGDICE.view(after, 1)["own"] != before[1]["own"]


def test_nothing_that_a_caller_sees_counts_the_claims_of_others() -> None:
    """C16."""
    seen = []
    for others in ((), ("2 got @2000/0/250",), ("2 got @2000/0/250", "3 got @2000/0/250")):
        playing = race("1: 246246 s1500", "2: 135135 s1500", "3: 135135 s1500")
        playing.do(*others, "1 got @1990/30/200")
        seen.append(LIGHTNINGDICE.view(playing.state, 1))
    assert seen[0] == seen[1] == seen[2]
