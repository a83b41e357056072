"""Do games end as the rules say, and is the quick game the quick game? LD-4, LD-5."""

import pytest
from msgspec.structs import replace

from boltbox.rules.game import Deserted, Outcome, Played, TimeStood
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.luck import MixerLuck
from tests.dice_play import Loaded, Racing, tags

QUICK = " | options mode=quick cards=10"


def outcome(playing: Racing) -> Outcome:
    found = LIGHTNINGDICE.outcome(playing.state)
    assert found is not None
    return found


def race(*seats: str, goal: str = "even", rest: str = "", now: int = 2000) -> Racing:
    return Racing(f"race 1 {goal} o1000 | {' | '.join(seats)}{rest}", now=now)


# LD-4 -------------------------------------------------------------------------------------------------------


def test_twenty_points_by_a_match_win() -> None:
    """LD-4.1, LD-4.2: 19 + 2 stays 21; the others rank by points, level ones share the place."""
    playing = race(
        *("1: ...... m6,1,0,0", "2: 222222 s1500 m18,1,0,0", "3: ...... m8,0,-1,0", "5: ...... m12,0,0,-1")
    )
    assert tags(playing.do("2 got")) == ["claimed", "claimSettled", "goalClosed", "gameEnded"]
    end = outcome(playing)
    assert (end.reason, end.totals, end.places) == ("target", (7, 21, 7, 11), (3, 1, 3, 2))
    assert end.parts[1] == {"matches": 20, "bonuses": 1, "penalties": 0, "thunders": 0}
    assert LIGHTNINGDICE.due(playing.state) is None


def test_a_bonus_wins_as_well() -> None:
    """LD-4.1, LD-3.8: what waits behind it comes too late."""
    playing = race("2: 246246 s1500 m18,0,0,0", "4: 444444 s1500 m18,1,0,0", goal="odd")
    playing.do("4 bonus @2000/0/100", "@2001 2 got")
    assert tags(playing.to(2100)) == ["claimSettled", "claimSettled", "gameEnded"]
    assert outcome(playing).totals == (18, 20)


def test_of_two_who_would_reach_it_together_the_earlier_moment_wins() -> None:
    """LD-4.2."""
    playing = race("1: 246246 s1500 m18,0,0,0", "2: 222222 s1500 m18,0,0,0")
    playing.do("1 got @2000/0/100", "@2050 2 got @1990/100/0")
    playing.to(2100)
    assert (outcome(playing).totals, outcome(playing).places) == ((18, 20), (2, 1))


def test_a_thunder_settled_before_may_take_back_the_point_that_was_needed() -> None:
    """LD-4.2."""
    playing = race("1: 222222 s1500", "2: 222222 s1500 m18,0,0,0")
    playing.do("1 thunder 2 @1995/10/100", "2 got @2000/0/100")
    playing.to(2100)
    assert LIGHTNINGDICE.outcome(playing.state) is None
    assert playing.points(2) == 19


@pytest.mark.parametrize("target", [5, 50])
def test_the_target_is_what_was_agreed(target: int) -> None:
    playing = race(f"1: 246246 s1500 m{target - 2},0,0,0", "2: ......", rest=f" | options target={target}")
    playing.do("1 got")
    assert outcome(playing).totals[0] == target


def test_who_leaves_for_good_is_out_and_keeps_the_points() -> None:
    """LD-4.3: ranked after all who stayed; claims already made still count."""
    playing = race("1: 246246 s1500 m8,0,0,0", "2: ......", "3: 222222 s1500 m18,0,0,0")
    playing.do("1 got @2000/0/100")
    assert playing.ask_of_table(Played(1, played=False)) == ["playedSet 1 no"]
    playing.to(2100)
    assert playing.points(1) == 10
    playing.luck = Loaded({(3, 1): "222222"})
    playing.do("3 roll 2")
    playing.to(2800)
    playing = Racing(replace(playing.state, head=replace(playing.state.head, text="even")), now=2800)
    playing.do("3 got")
    assert (outcome(playing).totals, outcome(playing).places) == ((10, 0, 20), (3, 2, 1))


def test_the_last_one_left_has_won() -> None:
    """LD-4.3, LD-5."""
    for rest in ("", QUICK):
        playing = race("1: ...... m8,0,0,0", "2: ......", "3: ...... m2,0,0,0", rest=rest)
        playing.ask_of_table(Played(1, played=False))
        assert tags(playing.ask_of_table(Played(3, played=False))) == ["playedSet", "gameEnded"]
        end = outcome(playing)
        assert (end.reason, end.places) == ("left", (2, 1, 3))


def test_claims_made_before_leaving_count_before_the_last_one_wins() -> None:
    """LD-4.3."""
    playing = race("1: 246246 s1500 m18,0,0,0", "2: ......")
    playing.do("1 got @2000/0/100")
    assert tags(playing.ask_of_table(Played(1, played=False)))[-1] == "gameEnded"
    assert (outcome(playing).reason, outcome(playing).places) == ("target", (1, 2))


@pytest.mark.parametrize("seats", [("1: ......",), ("1: ......", "2: ......")])
def test_when_only_bots_or_nobody_is_left_there_is_no_result(seats: tuple[str, ...]) -> None:
    """LD-4.3."""
    playing = race(*seats, rest=QUICK)
    playing.ask_of_table(Deserted())
    assert outcome(playing) == Outcome("stopped", (0,) * len(seats), ({},) * len(seats), (0,) * len(seats))


def test_who_plays_alone_and_leaves_has_no_result() -> None:
    playing = race("1: ......", rest=QUICK)
    assert tags(playing.ask_of_table(Played(1, played=False))) == ["playedSet", "gameEnded"]
    assert outcome(playing).reason == "stopped"


def test_who_comes_back_before_the_end_plays_again() -> None:
    playing = race("1: ......", "2: ......", "3: 111111 s1500", goal="123456")
    playing.ask_of_table(Played(1, played=False))
    playing.ask_of_table(Played(1, played=True))
    assert tags(playing.do("3 thunder 1")) == ["claimed", "pickedUp", "claimSettled"]
    last = playing.place(3).last
    assert last is not None
    assert last.verdict == "valid"


# LD-5 -------------------------------------------------------------------------------------------------------


def test_the_first_right_call_takes_the_card() -> None:
    """LD-5.1, LD-5.4."""
    playing = race("1: 246246 s1500", "2: 222222 s1500", rest=QUICK)
    playing.do("1 got @2000/0/100", "@2050 2 got @1990/100/0")
    playing.to(2100)
    assert (playing.points(1), playing.points(2)) == (0, 1)


@pytest.mark.parametrize("call", ["bonus", "thunder 2"])
def test_bonus_and_thunder_do_not_exist(call: str) -> None:
    """LD-5.2."""
    playing = race("1: 111111 s1500", "2: ......", rest=QUICK)
    assert playing.refused(f"1 {call}") == "no_such_call"


def test_a_false_call_is_answered_on_arrival_and_blocks_claims_for_a_roll() -> None:
    """LD-5.2, LD-5.4: nothing is lost, a roll isn't blocked, the block isn't lengthened."""
    playing = race("1: 123456 s1500 n1 m3,0,0,0", "2: 135135 s1500", rest=QUICK)
    assert playing.do("1 got @1900/200/200") == ["notYet 1 got 2700"]
    assert playing.points(1) == 3
    playing.luck = Loaded({(1, 2): "222222"})
    playing.do("1 roll 1 @1800/250/0")  # it starts at 1800, so it rests while the block lasts
    assert tags(playing.to(2500)) == ["cameToRest"]
    assert playing.refused("@2600 1 got") == "claim_blocked"
    assert playing.refused("@2699 1 got") == "claim_blocked"
    assert playing.to(2700) == ["blockEnded 1"]
    assert tags(playing.do("1 got"))[-1] == "flipped"


def test_a_block_is_told_to_who_is_blocked_alone() -> None:
    playing = race("1: 123456 s1500", "2: 135135 s1500", rest=QUICK)
    _, events = playing.try_to("1 got")
    assert isinstance(events, tuple)
    assert [type(LIGHTNINGDICE.tell(events[0], who)).__name__ for who in (1, 2, -2)] == [
        *("ClaimBlocked", "NoneType", "NoneType")
    ]


def test_most_cards_win_and_the_last_card_ends_the_game() -> None:
    """LD-5.3, LD-5.4: ties are shared."""
    playing = Racing(
        "race 10 even o1000 | 1: 246246 s1500 m3,0,0,0 | 2: ...... m4,0,0,0 | 3: ...... m2,0,0,0 | bag 1-5"
        + QUICK,
        now=2000,
    )
    assert tags(playing.do("1 got")) == ["claimed", "claimSettled", "goalClosed", "gameEnded"]
    end = outcome(playing)
    assert (end.reason, end.totals, end.places) == ("cards", (4, 4, 2), (1, 1, 3))
    assert end.parts == ({"cards": 4}, {"cards": 4}, {"cards": 2})


@pytest.mark.parametrize(
    ("cards", "size", "played"), [(10, 50, 10), (25, 50, 25), (50, 50, 50), (50, 12, 12)]
)
def test_a_quick_game_has_so_many_cards(cards: int, size: int, played: int) -> None:
    """LD-5.3: a smaller deck is played to its end."""
    deck = GoalDeck("Easy", "Tests", "CC0", ("1*****",) * size)
    playing = Racing.begin(Options(mode="quick", cards=cards, deck=deck), (1, 2), MixerLuck(2))
    flips = 0
    while LIGHTNINGDICE.outcome(playing.state) is None:
        happened = playing.to(LIGHTNINGDICE.due(playing.state) or playing.now)
        goal = playing.state.head.goal
        while playing.state.head.goal == goal and LIGHTNINGDICE.outcome(playing.state) is None:
            happened += playing.do(f"1 roll {goal}")
            happened += playing.to(playing.now + 700)
            if "1" in playing.dice(1):
                happened += playing.do("1 got")
        flips += sum(event.startswith("flipped") for event in happened)
    assert flips == played
    assert outcome(playing).totals == (played, 0)
    assert len(set(playing.state.cards)) == size - played


# LD-5.5 -----------------------------------------------------------------------------------------------------


def test_a_time_trial_adds_up_the_times_and_counts_the_rolls() -> None:
    """LD-5.5: from each flip to the moment of the valid claim."""
    playing = Racing(
        "race 9 even o1000 | 1: 246246 s1500 n20 t60000 m8,0,0,0 | bag 0-3" + QUICK,
        Loaded({(1, 21): "222222"}, card=0),
        now=2000,
    )
    assert tags(playing.do("1 got @1900/200/0"))[-1] == "flipped"
    assert playing.place(1).time == 60_900
    playing.state = replace(playing.state, head=replace(playing.state.head, text="even"))
    playing.do("@2300 1 roll 10", "@3100 1 got @3050/100/0")
    end = outcome(playing)
    assert (end.reason, end.totals, end.places) == ("time", (61_950,), (1,))
    assert end.parts == ({"time": 61_950},)
    assert end.counts == ({"cards": 10, "rolls": 21},)


def test_time_that_stood_still_is_no_time_of_a_trial() -> None:
    """LD-2.7, LD-5.5."""
    playing = Racing(
        "race 2 even o1000 | 1: 135135 s1500 n1 | bag 0-3" + QUICK, Loaded({(1, 2): "222222"}), now=2500
    )
    playing.now = 900_000
    playing.ask_of_table(TimeStood(2500))
    playing.to(903_000)
    playing.do("1 roll 2", "@904000 1 got")
    assert playing.place(1).time == 1500 + 1000


def test_practice_is_one_goal_again_and_again_without_a_result() -> None:
    """LD-5.5."""
    playing = Racing.begin(Options(mode="practice", goal="1*****"), (1,), MixerLuck(3))
    playing.to(3000)
    for goal in range(1, 30):
        assert (playing.state.head.goal, playing.state.head.text) == (goal, "1*****")
        while playing.state.head.goal == goal:
            playing.do(f"1 roll {goal}")
            playing.to(playing.now + 700)
            if "1" in playing.dice(1):
                playing.do("1 got")
    assert playing.points(1) == 29
    playing.ask_of_table(Played(1, played=False))
    assert outcome(playing).reason == "stopped"
