"""Do set-up, flips and rolls go as the rules say? LD-1, LD-2."""

import pytest
from msgspec.structs import replace

from boltbox.rules.game import SPECTATOR, TABLE, Played, TimeStood, TimeUp
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.lightningdice.options import Options, check, house_rules
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.luck import MixerLuck
from boltbox.rules.refusals import Refusal
from tests.dice_play import GOALS, Loaded, Racing, tags

OWN = GoalDeck("Own", "Tests", "CC0-1.0", GOALS)


def why(options: Options, seats: int = 2) -> str | None:
    refusal = check(options, seats)
    assert refusal is None or "{" not in refusal.sentence
    return None if refusal is None else f"{refusal.code} {refusal.thing}"


# LD-1 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "allowed"), [("standard", range(2, 7)), ("quick", range(1, 7)), ("practice", range(1, 2))]
)
def test_so_many_can_play(mode: str, allowed: range) -> None:
    """LD-1.1, LD-5.5."""
    options = replace(Options(), mode=mode, goal="even" if mode == "practice" else "")
    for seats in range(9):
        assert (why(options, seats) is None) == (seats in allowed)


def test_everybody_begins_with_six_dice_in_hand_on_start() -> None:
    """LD-1.1, LD-2.5."""
    race = Racing.begin(seats=(1, 2, 5))
    for seat in (1, 2, 5):
        assert (race.dice(seat), race.points(seat), race.place(seat).thrown) == (
            "......",
            0,
            (0, 1, 2, 3, 4, 5),
        )


def test_player_numbers_are_the_seats_with_gaps_or_not() -> None:
    """LD-1.1, LD-1.3."""
    assert LIGHTNINGDICE.gaps
    race = Racing.begin(seats=(1, 2, 5))
    assert [place.seat for place in race.state.places] == [1, 2, 5]
    assert race.refused("@3000 3 roll 1") == "not_seated"


def test_goals_come_in_any_order_and_none_is_told_before_its_flip() -> None:
    """LD-1.2, C16: the pile is a sorted bag; nothing in a position tells what comes next."""
    first = {Racing.begin(luck=MixerLuck(seed)).to(3000)[0] for seed in range(40)}
    assert len(first) > 20
    race = Racing.begin()
    assert race.state.cards == tuple(range(50))
    for audience in (1, 2, SPECTATOR):
        assert "AABBCC" not in str(LIGHTNINGDICE.view(race.state, audience))


def test_when_all_are_used_the_played_ones_are_shuffled_again_all_of_them() -> None:
    """LD-1.2."""
    race = Racing(
        "race 9 even o1000 | 1: 222222 | 2: 111111 | bag 0", Loaded({(1, 1): "123456"}, card=3), now=2000
    )
    assert tags(race.do("1 got"))[-1] == "flipped"
    assert not race.state.cards
    shown = race.do("@2700 1 roll 10", "@3400 1 got")
    assert "cardsShuffled 10" in shown
    assert shown[-1] == "flipped 11 3 5555** 3400"
    assert race.state.cards == (0, 1, 2, 4, 5, 6, 7, 8, 9)


@pytest.mark.parametrize(
    ("option", "least", "most"), [("target", 5, 50), ("roll_ms", 300, 2000), ("off_table", 6, 1000)]
)
def test_options_have_their_ranges_and_are_house_rules(option: str, least: int, most: int) -> None:
    """LD-1.4."""
    for value in (least, most):
        options = replace(Options(), **{option: value})
        assert why(options) is None
        assert house_rules(options, 2)
    for value in (least - 1, most + 1):
        assert why(replace(Options(), **{option: value})) == f"option_range {option}"


def test_how_is_played_is_no_house_rule_and_the_goals_are() -> None:
    """LD-1.4, LD-5.3."""
    assert not house_rules(Options(), 2)
    assert not house_rules(Options(mode="quick", cards=10), 3)
    assert not house_rules(Options(mode="practice", goal="even"), 1)
    assert house_rules(Options(allow_negative=True), 2)
    assert house_rules(Options(deck=OWN), 2)


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (Options(deck="no such"), "unknown_deck deck"),
        (Options(deck=replace(OWN, goals=GOALS[:9])), "wrong_deck deck"),
        (Options(mode="quick", cards=20), "option_choice cards"),
        (Options(goal="even"), "goal_without_practice goal"),
    ],
)
def test_other_options_are_refused(options: Options, wrong: str) -> None:
    assert why(options) == wrong


def test_practice_needs_a_goal_that_can_be_met() -> None:
    """LD-5.5, LD-7.2."""
    assert why(Options(mode="practice"), 1) == "no_goal_chosen goal"
    assert why(Options(mode="practice", goal="even&odd"), 1) == "wrong_goal goal"
    assert why(Options(mode="practice", goal=" even & low "), 1) is None


def test_an_own_deck_is_played_and_not_shown() -> None:
    """C16: not even to those who could read it in the options."""
    race = Racing.begin(Options(deck=OWN))
    assert race.state.deck == OWN
    view = LIGHTNINGDICE.view(race.state, 1)
    assert [goal for goal in GOALS if goal in str(view) and len(goal) > 4] == []
    assert "goals=10" in str(view["rules"])


# LD-2 -------------------------------------------------------------------------------------------------------


def test_the_first_flip_comes_after_a_count_in_of_three_seconds() -> None:
    """LD-2.1, LD-2.7."""
    race = Racing.begin(seats=(1, 2))
    assert race.refused("@2999 1 roll 1") == "count_in"
    assert race.legal(1) == []
    assert tags(race.to(3000)) == ["flipped"]
    assert (race.state.head.goal, race.state.head.flipped) == (1, 3000)
    assert race.do("1 roll 1", "2 roll 1") == [
        "rolled 1 1 0-5 3000 3700",
        "rolled 2 1 0-5 3000 3700",
    ]


def test_dice_are_kept_and_may_be_rolled_again_later() -> None:
    """LD-2.2."""
    race = Racing("race 1 123456 o1000 | 1: 123466 s1500 n1 | 2: ......", now=2000)
    race.do("1 keep 0 1 2", "1 keep 0 1 2 3")
    assert race.place(1).kept == (0, 1, 2, 3)
    assert race.do("1 roll 1")[0] == "rolled 1 2 4,5 2000 2700"
    race.to(2700)
    race.do("1 keep 0")
    assert race.do("1 roll 1")[0] == "rolled 1 3 1-5 2700 3400"


def test_all_six_are_rolled_first() -> None:
    """LD-2.2, LD-2.5: there is nothing to keep in a hand."""
    race = Racing("race 1 123456 o1000 | 1: ...... s1000 | 2: ......", now=1000)
    assert race.refused("1 keep") == "no_die_rests"
    assert race.refused("1 keep 0") == "no_die_rests"
    assert race.legal(1) == ["roll 1"]


def test_rolling_dice_have_no_value_and_cannot_be_kept_claimed_or_rolled() -> None:
    """LD-2.3."""
    race = Racing("race 1 123456 o1000 | 1: 123466 k0,1 s1500 n1 | 2: ......", now=2000)
    race.do("1 roll 1")
    assert race.dice(1) == "12...."
    assert race.refused("1 keep 0 1 2") == "not_at_rest"
    assert race.refused("1 got") == "still_rolling"
    assert race.refused("1 roll 1") == "still_rolling"
    assert race.refused("@2699 1 roll 1") == "still_rolling"
    assert tags(race.to(2700)) == ["cameToRest"]
    assert "." not in race.dice(1)
    race.do("1 roll 1")


@pytest.mark.parametrize("roll_ms", [300, 700, 2000])
def test_a_roll_takes_its_time(roll_ms: int) -> None:
    """LD-2.3."""
    position = f"race 1 123456 o1000 | 1: ...... s1000 | 2: ...... | options roll_ms={roll_ms}"
    race = Racing(position, now=5000)
    assert race.do("1 roll 1") == [f"rolled 1 1 0-5 5000 {5000 + roll_ms}"]
    assert race.to(4999 + roll_ms) == []
    assert tags(race.to(5000 + roll_ms)) == ["cameToRest"]


def test_dice_are_drawn_by_player_number_roll_and_die() -> None:
    """LD-2.4: nobody's rolls depend on anybody else's timing."""
    shown: list[list[str]] = []
    for others in ((), ("@3000 2 roll 1", "@3001 5 roll 1"), ("@3650 5 roll 1", "@3650 2 roll 1")):
        race = Racing.begin(seats=(1, 2, 5), luck=MixerLuck(3))
        race.to(3000)
        script = sorted(("@3600 1 roll 1", *others))
        happened = race.do(*script) + race.do("@5000 1 roll 1") + race.to(7000)
        mine = [event.split() for event in happened if event.startswith("cameToRest 1 ")]
        shown.append([words[4] for words in mine])
    assert shown[0] == shown[1] == shown[2]


def test_void_rolls_keep_their_number() -> None:
    """LD-2.4, LD-2.5: they are never drawn, so their values are never anybody's."""
    race = Racing("race 1 even o1000 | 1: 222222 s1500 n4 | 2: ...... s1000 n7", now=2000)
    race.do("2 roll 1")
    race.do("@2300 1 got")
    assert (race.dice(2), race.place(2).rolling, race.place(2).rolls) == ("......", None, 8)
    assert race.to(9000) == []
    assert race.do("2 roll 2")[0] == "rolled 2 9 0-5 9000 9700"


def test_a_flip_puts_all_dice_in_hand() -> None:
    """LD-2.5."""
    race = Racing("race 1 even o1000 | 1: 222222 k0,1 s1500 | 2: 123456 k3 s1500", now=2000)
    race.do("1 got")
    assert [(race.dice(seat), race.place(seat).kept) for seat in (1, 2)] == [("......", ())] * 2


def test_a_roll_takes_every_die_that_is_not_kept_and_at_least_one() -> None:
    """LD-2.5."""
    race = Racing("race 1 123456 o1000 | 1: 123456 k0-5 s1500 | 2: ......", now=2000)
    assert race.refused("1 roll 1") == "all_kept"
    race.do("1 keep 0 1 2 3 4")
    assert race.do("1 roll 1")[0].startswith("rolled 1 1 5 ")


def test_a_roll_names_its_goal() -> None:
    """LD-2.6."""
    race = Racing("race 7 123456 o1000 | 1: ...... s1000 | 2: ......", now=2000)
    assert race.refused("1 roll 6") == "goal_closed"
    assert race.refused("1 roll 8") == "goal_closed"
    race.do("1 roll 7")


@pytest.mark.parametrize(
    ("stamp", "started"),
    [
        ("", 2000),
        (" @1900/250/0", 1900),  # when it was pressed
        (" @1900/60/0", 1940),  # as far back as the line is trusted
        (" @1000/9999/0", 1750),  # which is never more than 250 ms
        (" @2500/250/0", 2000),  # not after it arrived
        (" @-/250/0", 2000),  # nobody said when
        (" @1900/-5/0", 2000),
    ],
)
def test_a_roll_starts_when_it_was_pressed(stamp: str, started: int) -> None:
    """LD-2.6."""
    race = Racing("race 1 123456 o1000 | 1: ...... s1000 | 2: ......", now=2000)
    assert race.do(f"1 roll 1{stamp}") == [f"rolled 1 1 0-5 {started} {started + 700}"]


def test_a_roll_does_not_start_before_the_flip_the_last_rest_or_the_pick_up() -> None:
    """LD-2.6: so nobody gains by a slow line."""
    race = Racing(
        "race 1 even o1990 | 1: ...... s1990 | 2: 222222 s1900", Loaded({(1, 1): "123456"}), now=2000
    )
    assert race.do("1 roll 1 @1800/250/0")[0] == "rolled 1 1 0-5 1990 2690"
    race.to(2690)
    assert race.do("@2700 1 roll 1 @2500/250/0")[-1] == "rolled 1 2 0-5 2690 3390"
    race.do("@2750 2 got")
    assert race.do("@2800 1 roll 2 @2600/250/0")[-1] == "rolled 1 3 0-5 2750 3450"


def test_what_is_kept_leaves_the_decision_and_a_roll_raises_it() -> None:
    race = Racing("race 1 123456 o1000 | 1: 123466 s1500 n1 | 2: ......", now=2000)
    decision = LIGHTNINGDICE.decision(race.state, 1)
    race.do("1 keep 0 1")
    assert LIGHTNINGDICE.decision(race.state, 1) == decision
    race.do("1 roll 1")
    rolling = LIGHTNINGDICE.decision(race.state, 1)
    race.to(2700)
    assert decision < rolling < LIGHTNINGDICE.decision(race.state, 1)
    assert LIGHTNINGDICE.question(race.state, 1) is None


@pytest.mark.parametrize(
    ("dice", "code"),
    [("6", "not_at_rest"), ("-1", "not_at_rest"), ("0 0", "kept_twice"), ("1 2 1", "kept_twice")],
)
def test_what_cannot_be_kept(dice: str, code: str) -> None:
    race = Racing("race 1 123456 o1000 | 1: 123466 s1500 | 2: ......", now=2000)
    assert race.refused(f"1 keep {dice}") == code


def test_after_time_stood_still_the_same_goal_goes_on_after_a_count_in() -> None:
    """LD-2.7: all dice in hand, rolls in motion void."""
    race = Racing(
        "race 4 123456 o1000 | 1: 123466 k0,1 s1500 n1 d3 | 2: ...... R3:0-5@1900-2600 n3", now=2000
    )
    race.now = 60_000
    assert race.ask_of_table(TimeStood(2000)) == ["countBegan 60000 63000 1000"]
    assert [race.dice(seat) for seat in (1, 2)] == ["......"] * 2
    assert race.place(2).rolling is None
    assert race.refused("1 roll 4") == "count_in"
    assert race.to(63_000) == ["goalReopened 4 63000"]
    assert (race.state.head.text, race.state.head.spent) == ("123456", 1000)
    assert race.do("1 roll 4")[0].startswith("rolled 1 2 ")


def test_a_count_in_that_is_broken_off_begins_anew() -> None:
    """LD-2.7."""
    race = Racing.begin()
    race.now = 50_000
    assert race.ask_of_table(TimeStood(1000)) == ["countBegan 50000 53000 0"]
    assert tags(race.to(53_000)) == ["flipped"]


def test_waiting_claims_are_settled_when_time_stood_still() -> None:
    """LD-2.7: what closes a goal lets the next one be flipped after the count-in."""
    race = Racing("race 1 even o1000 | 1: 222222 s1500 | 2: 123456 s1500", now=2000)
    assert tags(race.do("1 got @2000/0/250")) == ["claimed"]
    race.now = 90_000
    assert tags(race.ask_of_table(TimeStood(2100))) == ["claimSettled", "goalClosed", "countBegan"]
    assert race.points(1) == 2
    assert tags(race.to(93_000)) == ["flipped"]
    assert race.state.head.goal == 2


def test_time_ups_of_seats_do_not_exist() -> None:
    race = Racing("race 1 even o1000 | 1: 222222 s1500 | 2: 123456 s1500", now=2000)
    for action in (TimeUp(TABLE), TimeUp(1)):
        refusal = LIGHTNINGDICE.act(race.state, TABLE, action, 9000, race.luck)
        assert isinstance(refusal, Refusal)


def test_nobody_waits_for_who_is_not_there() -> None:
    """LD-2.8: dice in motion stop and lie."""
    race = Racing("race 1 123456 o1000 | 1: ...... s1000 | 2: ...... s1000 | 3: ......", now=2000)
    race.do("2 roll 1", "1 roll 1")
    race.ask_of_table(Played(2, played=False))
    assert tags(race.to(2700)) == ["cameToRest", "cameToRest"]
    assert race.refused("2 roll 1") == "not_seated"
    assert LIGHTNINGDICE.ask(race.state, 2).kind == "out"
    race.ask_of_table(Played(2, played=True))
    race.do("2 roll 1")


# LD-1.4, T4 -------------------------------------------------------------------------------------------------


def test_dice_can_leave_the_tray() -> None:
    """LD-1.4: they have no value, are in hand, and are in the next roll."""
    position = "race 1 123456 o1000 | 1: ...... s1000 | 2: ...... | options off_table=6"
    gone = 0
    for seed in range(60):
        race = Racing(position, MixerLuck(seed), now=1000)
        race.do("1 roll 1")
        race.to(1700)
        lost = race.dice(1).count(".")
        gone += lost
        if lost:
            assert race.refused("1 got") == "dice_in_hand"
            kept = race.place(1).resting
            if kept:
                race.do("1 keep " + " ".join(map(str, kept)))
            assert len(race.place(1).thrown) == lost or not kept
            race.do("1 roll 1")
    assert 30 <= gone <= 90  # of 360 dice one in six


def test_no_die_leaves_the_tray_unless_agreed() -> None:
    for seed in range(20):
        race = Racing("race 1 123456 o1000 | 1: ...... s1000 | 2: ......", MixerLuck(seed), now=1000)
        race.do("1 roll 1")
        race.to(1700)
        assert "." not in race.dice(1)
