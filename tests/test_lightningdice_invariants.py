"""What holds in every race, however wildly it is run? LD-2 to LD-5."""

from collections import defaultdict

from hypothesis import given, settings

from boltbox.rules.game import SPECTATOR, Drew, State
from boltbox.rules.lightningdice import events as e
from boltbox.rules.lightningdice.goals import parse
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.state import State as DiceState
from tests.wild import Play, plays

races = plays("lightningdice")
many = settings(max_examples=40)


def dice(state: State) -> DiceState:
    assert isinstance(state, DiceState)
    return state


def options_of(played: Play) -> Options:
    assert isinstance(played.options, Options)
    return played.options


@many
@given(races)
def test_a_roll_at_rest_never_changes(played: Play) -> None:
    """LD-2.3, LD-2.5: a die keeps its value until it is thrown or in hand."""
    for before, line, after in played.steps():
        thrown = {
            (event.seat, die) for event in line.events if isinstance(event, e.Rolled) for die in event.dice
        }
        up = {event.seat for event in line.events if isinstance(event, e.PickedUp)}
        all_up = any(
            isinstance(event, e.GoalClosed | e.Flipped | e.CountBegan | e.GoalReopened)
            for event in line.events
        )
        for old, new in zip(dice(before).places, dice(after).places, strict=True):
            for die, value in enumerate(old.values):
                if value and new.values[die] != value:
                    assert new.values[die] == 0
                    assert all_up or old.seat in up or (old.seat, die) in thrown


@many
@given(races)
def test_rolls_are_numbered_and_take_their_time(played: Play) -> None:
    """LD-2.3 to LD-2.6: from 1 on without a gap, void ones too; none overlaps another of its player."""
    rolls: defaultdict[int, int] = defaultdict(int)
    rested: defaultdict[int, int] = defaultdict(int)
    open_since = 0
    for line in played.lines:
        for event in line.events:
            if isinstance(event, e.Flipped | e.GoalReopened):
                open_since = event.instant
            if isinstance(event, e.Rolled):
                rolls[event.seat] += 1
                assert event.roll == rolls[event.seat]
                assert event.rests == event.started + options_of(played).roll_ms
                assert (
                    max(open_since, rested[event.seat], line.instant - 250) <= event.started <= line.instant
                )
            if isinstance(event, e.CameToRest):
                assert event.roll == rolls[event.seat]
                assert event.instant <= line.instant
                rested[event.seat] = event.instant
            if isinstance(event, e.PickedUp):
                rested[event.seat] = event.instant


@many
@given(races)
def test_each_die_has_its_own_draw(played: Play) -> None:
    """LD-2.4, LD-1.4: by player number, roll and die."""
    for line in played.lines:
        for event in line.events:
            if isinstance(event, e.CameToRest):
                (drew,) = (one for one in line.events if isinstance(one, Drew))
                shown = {draw.c: draw for draw in drew.draws if draw.stream == "dice"}
                gone = {draw.c for draw in drew.draws if draw.stream == "tray" and draw.result == 0}
                assert {(draw.a, draw.b) for draw in drew.draws} == {(event.seat, event.roll)}
                for die, value in zip(event.dice, event.values, strict=True):
                    assert value == (0 if die in gone else shown[die].result + 1)


@many
@given(races)
def test_scores_follow_from_claims(played: Play) -> None:
    """LD-3, LD-5.1: and from nothing else; pawns stop at Start unless agreed otherwise."""
    options = options_of(played)
    points = dict.fromkeys(played.seats, 0)
    for line, state in zip(played.lines, played.states, strict=True):
        for event in line.events:
            if isinstance(event, e.ClaimSettled):
                points[event.seat] += event.scored
                if event.lost:
                    points[event.number] -= event.lost
                assert (event.verdict == "valid") or event.scored <= 0
                assert not event.lost or (event.verdict, event.call) == ("valid", "thunder")
        assert {place.seat: place.tally.points for place in dice(state).places} == points
        assert options.allow_negative or min(points.values()) >= 0


@many
@given(races)
def test_a_goal_is_closed_by_dice_that_meet_it_and_once(played: Play) -> None:
    """LD-3.1, LD-3.8: by the claim with the earliest moment of those that wait."""
    for before, line, _ in played.steps():
        closed = [event for event in line.events if isinstance(event, e.GoalClosed)]
        if not closed:
            continue
        (event,) = closed
        settled = [one for one in line.events if isinstance(one, e.ClaimSettled)]
        winner = next(one for one in settled if one.verdict == "valid" and one.call == "got")
        assert (winner.seat, event.claims[0].seat) == (event.seat, event.seat)
        assert parse(dice(before).head.text).met(winner.dice)
        late = [one for one in settled if one.verdict == "late"]
        assert [one.seat for one in event.claims[1:]] == [one.seat for one in late]
        assert all(winner.moment <= one.moment for one in late)


@many
@given(races)
def test_claims_are_dated_within_their_line(played: Play) -> None:
    """LD-3.6, LD-3.8."""
    for line in played.lines:
        for event in line.events:
            if isinstance(event, e.Claimed):
                assert event.arrival == line.instant
                assert 0 <= event.span <= 250
                assert event.arrival - event.span <= event.moment <= event.arrival
                assert event.arrival <= event.settles <= event.arrival + 250
                assert all(event.dice)


@many
@given(races)
def test_nobody_else_is_told_what_waits(played: Play) -> None:
    """C16, LD-3.8: whoever doesn't call sees and hears the same with that claim as without it."""
    game = played.game
    for before, line, after in played.steps():
        alone = all(isinstance(event, e.Claimed | e.NotYet | e.BlockEnded) for event in line.events)
        if not alone:
            continue
        mine = {event.seat for event in line.events if isinstance(event, e.Claimed | e.NotYet | e.BlockEnded)}
        for audience in (*played.seats, SPECTATOR):
            if audience not in mine:
                assert game.view(before, audience) == game.view(after, audience)
                assert [game.tell(event, audience) for event in line.events] == [None] * len(line.events)


@many
@given(races)
def test_what_is_due_is_never_over(played: Play) -> None:
    """A tick makes progress, so no table ticks for ever."""
    for before, line, after in played.steps():
        if line.action is None:
            assert played.game.due(before) is not None
            assert line.events
            assert before != after
