"""What can a game do that Lucky Box doesn't yet? Guess the die: a tiny game with secrets, ticks and a bug."""

from typing import cast

from boltbox.rules import game
from boltbox.rules.game import (
    TABLE,
    Action,
    Actor,
    Audience,
    Drew,
    Event,
    Game,
    Instant,
    Outcome,
    Part,
    Piece,
    Public,
    Seat,
    TableAction,
    TimeUp,
    Told,
)
from boltbox.rules.luck import Luck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import AnyGame


class Options(game.Options, frozen=True):
    rounds: int = 3
    limit: int = 1000  # milliseconds for a guess


class Guess(Action, frozen=True):
    number: int


class Nod(Action, frozen=True):
    """Changes something that nobody is told of."""


class Break(Action, frozen=True):
    """Is a bug."""


TinyAction = Guess | Nod | Break


class Began(Event, frozen=True):
    options: Options
    seats: tuple[Seat, ...]
    deadline: Instant


class Guessed(Event, frozen=True):
    seat: Seat
    number: int


class Nodded(Event, frozen=True):
    seat: Seat


class Rolled(Public, frozen=True):
    die: int
    guesses: tuple[int, ...]
    deadline: Instant


class Ended(Public, frozen=True):
    outcome: Outcome


class Begin(Told, frozen=True):
    pass


class Ready(Told, frozen=True):
    seat: Seat


class Mine(Told, frozen=True):
    number: int


class Spot(Piece, frozen=True):
    seat: Seat
    round: int
    ready: bool = False
    points: int = 0


class Secret(Piece, frozen=True):
    number: int = 0
    nods: int = 0


class Table(Piece, frozen=True):
    round: int
    deadline: Instant
    die: int = 0


class State(game.State, frozen=True):
    options: Options
    table: Table
    spots: tuple[Spot, ...]
    secrets: tuple[Secret, ...]
    outcome: Outcome | None = None


class HeadPart(Part, frozen=True):
    round: int
    die: int
    over: bool


class SpotPart(Part, frozen=True):
    seat: Seat
    ready: bool
    points: int


class OwnPart(Part, frozen=True):
    number: int


class AskPart(game.Ask, frozen=True):
    pass


def start(options: Options, seats: tuple[Seat, ...], instant: Instant, luck: Luck) -> tuple[Event, ...]:
    return (Began(options, seats, instant + options.limit),)


def act(
    state: State, actor: Actor, action: TinyAction | TableAction, instant: Instant, luck: Luck
) -> tuple[Event, ...] | Refusal:
    if state.outcome is not None:
        return Refusal("game_over", "action")
    if isinstance(action, TimeUp):
        return _roll(state, tuple(secret.number for secret in state.secrets), state.table.deadline, luck)
    if isinstance(action, Break):
        raise RuntimeError("a bug")
    if isinstance(action, Nod):
        return (Nodded(actor),)
    if not isinstance(action, Guess) or not 1 <= action.number <= 6:
        return Refusal("no_such_cell", "number", {"cell": 0})
    guesses = tuple(
        action.number if spot.seat == actor else secret.number
        for spot, secret in zip(state.spots, state.secrets, strict=True)
    )
    guessed = Guessed(actor, action.number)
    return (guessed, *_roll(state, guesses, instant, luck)) if all(guesses) else (guessed,)


def _roll(state: State, guesses: tuple[int, ...], instant: Instant, luck: Luck) -> tuple[Event, ...]:
    draw = luck.draw("tiny", state.table.round, 0, 0, 6)
    rolled = Rolled(draw.result + 1, guesses, instant + state.options.limit)
    events: tuple[Event, ...] = (Drew((draw,)), rolled)
    if state.table.round < state.options.rounds:
        return events
    totals = tuple(spot.points for spot in apply(state, rolled).spots)
    places = tuple(1 + sum(other > total for other in totals) for total in totals)
    parts = tuple({"hits": total} for total in totals)
    return (*events, Ended(Outcome("rounds", totals, parts, places)))


def apply(state: State | None, event: Event) -> State:
    if isinstance(event, Began):
        spots = tuple(Spot(seat, 1) for seat in event.seats)
        return State(event.options, Table(1, event.deadline), spots, tuple(Secret() for _ in event.seats))
    assert state is not None
    if isinstance(event, Guessed):
        spots = tuple(
            Spot(spot.seat, spot.round, True, spot.points) if spot.seat == event.seat else spot
            for spot in state.spots
        )
        secrets = tuple(
            Secret(event.number, secret.nods) if spot.seat == event.seat else secret
            for spot, secret in zip(state.spots, state.secrets, strict=True)
        )
        return State(state.options, state.table, spots, secrets)
    if isinstance(event, Rolled):
        spots = tuple(
            Spot(spot.seat, spot.round + 1, False, spot.points + (guess == event.die))
            for spot, guess in zip(state.spots, event.guesses, strict=True)
        )
        table = Table(state.table.round + 1, event.deadline, event.die)
        return State(state.options, table, spots, tuple(Secret() for _ in spots))
    if isinstance(event, Ended):
        return State(state.options, state.table, state.spots, state.secrets, event.outcome)
    return state


def decision(state: State, seat: Seat) -> int:
    return state.table.round


def ask(state: State, seat: Seat) -> AskPart:
    return AskPart(decision(state, seat), "guess", open=seat in to_act(state))


def to_act(state: State) -> tuple[Seat, ...]:
    return () if state.outcome else tuple(spot.seat for spot in state.spots if not spot.ready)


def legal(state: State, seat: Seat) -> tuple[TinyAction, ...]:
    return tuple(Guess(number) for number in range(1, 7)) if seat in to_act(state) else ()


def tell(event: Event, audience: Audience) -> Told | None:
    if isinstance(event, Public):
        return event
    if isinstance(event, Began):
        return Begin()
    if isinstance(event, Guessed):
        return Mine(event.number) if audience == event.seat else Ready(event.seat)
    return None


def sources(state: State, audience: Audience) -> dict[str, tuple[object, ...]]:
    parts: dict[str, tuple[object, ...]] = {"head": (state.table, state.outcome)}
    for spot, secret in zip(state.spots, state.secrets, strict=True):
        parts[f"seat{spot.seat}"] = (spot,)
        if spot.seat == audience:
            parts |= {"own": (secret,), "ask": (state.table, spot, state.outcome)}
    return parts


def part(state: State, audience: Audience, name: str) -> Part:
    if name == "head":
        return HeadPart(state.table.round, state.table.die, state.outcome is not None)
    if name == "own":
        mine = [spot.seat for spot in state.spots].index(audience)
        return OwnPart(state.secrets[mine].number)
    if name == "ask":
        return ask(state, audience)
    spot = next(spot for spot in state.spots if name == f"seat{spot.seat}")
    return SpotPart(spot.seat, spot.ready, spot.points)


def check(options: Options, seats: int) -> Refusal | None:
    if not 2 <= seats <= 4:
        params: dict[str, int | str] = {"game": "tiny", "least": 2, "most": 4, "given": seats}
        return Refusal("wrong_seats", "seats", params)
    return None


def _no_text(value: object) -> str:
    raise NotImplementedError(value)


TINY = cast(
    AnyGame,
    Game[Options, State, TinyAction](
        name="tiny",
        rules=7,
        seats=range(2, 5),
        gaps=False,
        options=Options,
        action_types=(Guess, Nod, Break),
        event_types=(Drew, Began, Guessed, Nodded, Rolled, Ended),
        told_types=(Begin, Ready, Mine, Rolled, Ended),
        part_types={"head": HeadPart, "seat": SpotPart, "own": OwnPart, "ask": AskPart},
        check=check,
        usual=lambda _: Options(),
        house_rules=lambda options, _: options != Options(),
        start=start,
        act=act,
        due=lambda state: state.table.deadline,
        apply=apply,
        decision=decision,
        question=decision,
        ask=ask,
        legal=legal,
        to_act=to_act,
        tell=tell,
        sources=sources,
        part=part,
        outcome=lambda state: state.outcome,
        write=_no_text,
        read=lambda _: State(Options(), Table(0, 0), (), ()),
        write_action=_no_text,
        read_action=lambda _: Nod(),
        write_event=_no_text,
        read_event=lambda _: Drew(()),
    ),
)
assert TABLE == 0
