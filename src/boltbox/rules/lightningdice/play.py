"""What may happen at a table of Lightning Dice, and when? Start, actions, what falls due (LD-1 to LD-5)."""

from typing import Final

from boltbox.rules.game import (
    OF_TABLE,
    TABLE,
    Actor,
    Deserted,
    Event,
    Instant,
    Played,
    Seat,
    TableAction,
    TimeStood,
)
from boltbox.rules.lightningdice import claims, scoring
from boltbox.rules.lightningdice.actions import DiceAction, Keep, Roll
from boltbox.rules.lightningdice.events import (
    BlockEnded,
    CameToRest,
    CountBegan,
    GameEnded,
    GoalReopened,
    Kept,
    PlayedSet,
    Rolled,
    Started,
)
from boltbox.rules.lightningdice.goals import SIDES
from boltbox.rules.lightningdice.options import Options, deck_of
from boltbox.rules.lightningdice.parts import COUNT_IN_MS
from boltbox.rules.lightningdice.state import Place, State
from boltbox.rules.lightningdice.turn import Turn
from boltbox.rules.luck import Luck
from boltbox.rules.refusals import Refusal

_ORDER: Final = ("claim", "flip", "rest", "block")  # of what falls due at once the first goes first


def start(options: Options, seats: tuple[Seat, ...], instant: Instant, _: Luck) -> tuple[Event, ...]:
    """Begins a game whose options `check` allows: the count-in runs (LD-1, LD-2.7)."""
    return (Started(options, seats, deck_of(options), instant + COUNT_IN_MS),)


def act(
    state: State, actor: Actor, action: DiceAction | TableAction, instant: Instant, luck: Luck
) -> tuple[Event, ...] | Refusal:
    """Decides what an action of an actor does now: its events, or why it isn't done."""
    if state.outcome is not None:
        return Refusal("game_over", "action")
    turn = Turn(state, instant, luck)
    if isinstance(action, OF_TABLE):
        refusal = _act_for_table(turn, action) if actor == TABLE else Refusal("not_yours", "action")
    elif all(place.seat != actor or place.out for place in state.places):
        refusal = Refusal("not_seated", "seat")
    elif isinstance(action, Roll):
        refusal = _roll(turn, actor, action)
    elif isinstance(action, Keep):
        refusal = _keep(turn, actor, action)
    else:
        refusal = claims.why_not(state, turn.place(actor), turn.hand(actor), action)
        if refusal is None:
            claims.claim(turn, actor, action)
    return tuple(turn.events) if refusal is None else refusal


# What a seat does -------------------------------------------------------------------------------------------


def why_not_roll(state: State, place: Place, goal: int) -> Refusal | None:
    """Tells why a player can't roll now, or None (LD-2.3, LD-2.5, LD-2.6)."""
    if state.head.phase == "count":
        return Refusal("count_in", "action")
    if goal != state.head.goal:
        return Refusal("goal_closed", "goal", {"goal": goal})
    if place.rolling is not None:
        return Refusal("still_rolling", "dice")
    return None if place.thrown else Refusal("all_kept", "dice")


def _roll(turn: Turn, seat: Seat, action: Roll) -> Refusal | None:
    """Throws every die that isn't kept, from the moment it was pressed on (LD-2.5, LD-2.6)."""
    place = turn.place(seat)
    refusal = why_not_roll(turn.state, place, action.goal)
    if refusal is None:
        started = claims.moment(action.timing, place.since, turn.instant)
        rests = started + turn.state.options.roll_ms
        turn.emit(Rolled(seat, place.rolls + 1, place.thrown, started, rests))
    return refusal


def why_not_keep(place: Place, dice: tuple[int, ...]) -> Refusal | None:
    """Tells why a player can't set these dice aside, or None (LD-2.2, LD-2.3)."""
    resting = place.resting
    if not resting:
        return Refusal("no_die_rests", "dice")
    for die in dice:
        if die not in resting:
            return Refusal("not_at_rest", "dice", {"die": die})
        if dice.count(die) > 1:
            return Refusal("kept_twice", "dice", {"die": die})
    return None


def _keep(turn: Turn, seat: Seat, action: Keep) -> Refusal | None:
    refusal = why_not_keep(turn.place(seat), action.dice)
    if refusal is None:
        turn.emit(Kept(seat, tuple(sorted(action.dice))))
    return refusal


# What the table does ----------------------------------------------------------------------------------------


def due(state: State) -> Instant | None:
    """Is when something falls due: a claim, a flip, dice that come to rest, the end of a block."""
    return min((instant for instant, _, _ in _dues(state)), default=None)


def _dues(state: State) -> list[tuple[Instant, int, Seat]]:
    """Lists what falls due, each with its place in `_ORDER` and its seat."""
    if state.outcome is not None:
        return []
    dues = [(claim.settles, _ORDER.index("claim"), claim.seat) for claim in state.waiting[:1]]
    if state.head.flips is not None:
        dues.append((state.head.flips, _ORDER.index("flip"), TABLE))
    for place, hand in zip(state.places, state.hands, strict=True):
        if place.rolling is not None:
            dues.append((place.rolling.rests, _ORDER.index("rest"), place.seat))
        if hand.blocked is not None:
            dues.append((hand.blocked, _ORDER.index("block"), place.seat))
    return dues


def _act_for_table(turn: Turn, action: TableAction) -> Refusal | None:
    if isinstance(action, Played):
        return _set_played(turn, action)
    if isinstance(action, TimeStood):
        _count_in(turn, action.since)
        return None
    if isinstance(action, Deserted):
        turn.emit(GameEnded(scoring.stopped(turn.state)))
        return None
    dues = _dues(turn.state)
    if action.seat != TABLE or not dues or min(dues)[0] > turn.instant:
        return Refusal("already_decided", "action")  # nothing is due: no seat has a time of its own here
    _, order, seat = min(dues)
    kind = _ORDER[order]
    if kind == "claim":
        claims.settle(turn, turn.state.waiting[0])
    elif kind == "flip":
        _open(turn)
    elif kind == "rest":
        _rest(turn, seat)
    else:
        turn.emit(BlockEnded(seat))
    return None


def _open(turn: Turn) -> None:
    """Ends a count-in: the same goal goes on, or one is flipped (LD-2.7)."""
    if turn.state.head.text:
        turn.emit(GoalReopened(turn.state.head.goal, turn.instant))
    else:
        claims.flip_next(turn)


def _rest(turn: Turn, seat: Seat) -> None:
    """Lets a roll come to rest: each die has its own draw (LD-2.4), and can leave the tray (LD-1.4)."""
    rolling, rarity = turn.place(seat).rolling, turn.state.options.off_table
    if rolling is None:
        raise ValueError(f"no dice of seat {seat} roll")
    draws, values = [], []
    for die in rolling.dice:
        draws.append(turn.draw("dice", (seat, rolling.roll, die), SIDES))
        values.append(draws[-1].result + 1)
        if rarity:
            draws.append(turn.draw("tray", (seat, rolling.roll, die), rarity))
            values[-1] = values[-1] if draws[-1].result else 0
    turn.drew(*draws)
    turn.emit(CameToRest(seat, rolling.roll, rolling.dice, tuple(values), rolling.rests))


def _count_in(turn: Turn, since: Instant) -> None:
    """Settles what waits, and begins a new count-in after time stood still (LD-2.7)."""
    _settle_all(turn)
    if turn.state.outcome is not None:
        return
    head = turn.state.head
    spent = head.spent
    if head.phase == "race" and head.text:
        spent += max(0, since - head.flipped)
    turn.emit(CountBegan(turn.instant, turn.instant + COUNT_IN_MS, spent))


def _settle_all(turn: Turn) -> None:
    """Settles all claims that wait, without flipping another goal yet."""
    while turn.state.outcome is None and (waiting := turn.state.waiting):
        claims.settle(turn, waiting[0], flip=False)


def _set_played(turn: Turn, action: Played) -> Refusal | None:
    """Lets a player leave for good, or come back; the last one left has won (LD-4.3)."""
    if all(place.seat != action.seat for place in turn.state.places):
        return Refusal("no_such_seat", "seat", {"seat": action.seat})
    if turn.place(action.seat).out != action.played:
        return Refusal("already_decided", "played")
    left = [one.seat for one in turn.state.places if not one.out and one.seat != action.seat]
    if not action.played and len(left) <= 1:
        _settle_all(turn)
        if turn.state.outcome is not None:
            return None
    turn.emit(PlayedSet(action.seat, action.played))
    if not action.played and not left:
        turn.emit(GameEnded(scoring.stopped(turn.state)))
    elif not action.played and len(left) == 1:
        turn.emit(GameEnded(scoring.final(turn.state, "left", left[0])))
    return None
