"""How do tests play any game wildly: what is allowed, what isn't, taking back, time-outs, seats left?"""

import random
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from typing import NamedTuple

from hypothesis import strategies as st
from msgspec.structs import replace

from boltbox.rules import game as contract
from boltbox.rules.game import (
    SPECTATOR,
    TABLE,
    Action,
    Actor,
    Deserted,
    Event,
    Instant,
    Played,
    Seat,
    TimeStood,
    TimeUp,
    Timing,
)
from boltbox.rules.lightningdice import actions as d
from boltbox.rules.lightningdice.options import Mode
from boltbox.rules.lightningdice.options import Options as DiceOptions
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.lightningdice.state import State as DiceState
from boltbox.rules.luck import Draw, Luck, MixerLuck
from boltbox.rules.luckybox import actions as a
from boltbox.rules.luckybox.options import MoonPoints, Options, defaults
from boltbox.rules.luckybox.parts import BonusCode
from boltbox.rules.luckybox.state import State
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.rules.transcript import Line


class Wild(NamedTuple):
    """Is what tests must know of a game to play it wildly."""

    options: st.SearchStrategy[contract.Options]
    answers: Callable[[contract.State, Seat], Iterator[Action]]  # every answer that one could think of
    others: Callable[[contract.State, Seat, random.Random], Action]  # what a seat may ask for beside
    short: contract.Options  # with which a game of two ends before long


@st.composite
def luckybox_options(draw: st.DrawFn) -> Options:
    """Draws options of Lucky Box that `check` allows, at least for few seats."""
    points = st.integers(-99, 99)
    found = draw(
        st.builds(
            Options,
            rounds=st.integers(1, 3),
            dealt=st.integers(1, 9),
            kept=st.integers(1, 4),
            offer=st.integers(0, 5),
            starting_lightning=st.integers(0, 9),
            box_points=st.lists(points, min_size=1, max_size=8).map(tuple),
            star_points=st.lists(points, min_size=1, max_size=9).map(tuple),
            moon_points=st.builds(
                MoonPoints, points, points, st.lists(points, min_size=1, max_size=9).map(tuple)
            ),
            pass_rule=st.sampled_from(["no_match", "always"]),
            bonus_optional=st.booleans(),
            decks=st.sampled_from([None, 1, 2]),
        )
    )
    if draw(st.booleans()):  # by the other rule set, which has options of its own
        usual = defaults("chengdu")
        found = replace(
            found,
            rule_set=usual.rule_set,
            offer=usual.offer,
            moon_points=usual.moon_points,
            star_points=found.star_points[:1],
        )
    return replace(found, kept=min(found.kept, found.dealt))


def luckybox_answers(state: contract.State, seat: Seat) -> Iterator[Action]:
    """Yields every answer that one could think of, in the order of `legal` or not."""
    assert isinstance(state, State)
    hand = state.hands[seat - 1]
    if state.head.phase == "refill" and hand.refill is None:
        yield from _refills(state, seat)
    if hand.chosen is None:
        for count in {hand.keep, hand.keep + 1, 1}:
            yield from map(a.Choose, combinations((*hand.offer, max(hand.offer, default=0) + 1), count))
    yield from (a.Pass(), a.Done())
    place = state.places[seat - 1]
    neighbour = state.places[seat % len(state.places)]
    codes = {due.code for due in place.now.due}
    boxes = {box.id for box in (*place.board.boxes, *neighbour.board.boxes[:1])} | {-1}
    for box in sorted(boxes):
        for cell in range(-1, 10):
            yield a.Cross(box, cell, "drawn")
            yield a.Cross(box, cell, "lightning")
            yield a.Cross(box, cell, "question")
            for code in codes:
                yield a.Bonus(code, box, cell)
    spare: tuple[BonusCode, ...] = ("?", "5", "M")
    for code in sorted(codes.union(spare)):
        yield a.Bonus(code, min(boxes | {0}), 4)
        yield a.Decline(code)


def _refills(state: State, seat: Seat) -> Iterator[Action]:
    """Yields refills of own boxes in their order, allowed or not, and of boxes that aren't there."""
    boxes = tuple(box.id for box in state.places[seat - 1].board.boxes)
    reserve = state.hands[seat - 1].reserve
    for discard in chain.from_iterable(combinations(boxes, count) for count in range(len(boxes) + 1)):
        for take in chain.from_iterable(combinations(reserve, count) for count in range(len(reserve) + 1)):
            for blind in range(-1, state.options.kept + 2):
                yield a.Refill(discard, take, blind)
    for other in (*reserve[:1], -1, 99):
        yield a.Refill((other,))
        yield a.Refill(boxes, (other, other))


def luckybox_others(state: contract.State, seat: Seat, rng: random.Random) -> Action:
    """Picks another choice of boxes, a step back or a wish to confirm."""
    assert isinstance(state, State)
    hand = state.hands[seat - 1]
    if state.head.phase == "refill" and rng.random() < 0.5:
        return rng.choice(list(_refills(state, seat)))
    if hand.chosen is not None and rng.random() < 0.5:
        return a.Choose(tuple(rng.sample(hand.offer, hand.keep)))
    return a.TakeBack(rng.randint(0, 2)) if rng.random() < 0.7 else a.Confirm(on=rng.random() < 0.5)


@st.composite
def dice_options(draw: st.DrawFn) -> DiceOptions:
    """Draws options of Lightning Dice that `check` allows for some number of seats."""
    mode: Mode = draw(st.sampled_from(["standard", "standard", "quick", "practice"]))
    return DiceOptions(
        mode=mode,
        target=draw(st.integers(5, 12)),
        cards=draw(st.sampled_from([10, 25, 50])),
        roll_ms=draw(st.sampled_from([300, 700, 2000])),
        allow_negative=draw(st.booleans()),
        off_table=draw(st.sampled_from([0, 6, 50])),
        deck=draw(st.just("boltbox") | st.just(EASY_GOALS)),
        goal=draw(st.sampled_from(["1*****", "AABB**"])) if mode == "practice" else "",
    )


def dice_answers(state: contract.State, seat: Seat) -> Iterator[Action]:
    """Yields every roll, every set of dice to keep and every call, allowed or not."""
    assert isinstance(state, DiceState)
    yield from (d.Roll(state.head.goal), d.Roll(state.head.goal + 1), d.Roll(-1))
    for count in range(7):
        yield from map(d.Keep, combinations(range(6), count))
    yield from (d.Keep((6,)), d.Keep((-1,)), d.Keep((0, 0)))
    for number in range(-1, 8):
        yield from (d.Claim("got", number), d.Claim("bonus", number), d.Claim("thunder", number))


def dice_others(state: contract.State, seat: Seat, rng: random.Random) -> Action:
    """Picks a roll, a false call or a right one, pressed at some time over some line."""
    assert isinstance(state, DiceState)
    pressed = rng.choice((None, 0, state.places[0].since + rng.randint(-100, 2000), 1 << 50))
    timing = Timing(pressed, rng.choice((0, 40, 250, 9999)), rng.choice((0, 60, 250, 9999)))
    place = state.places[state.index(seat)]
    if len(place.resting) == 6 and rng.random() < 0.7:
        return d.Claim("got", timing=timing)
    return d.Roll(state.head.goal, timing)


EASY_GOALS = GoalDeck(
    *("Easy", "Tests", "CC0-1.0"),
    ("1*****", "AAA***", "AABB**", "sum>=18", "sum<=21", "2*****", "ABCD**", "AABC**", "sum>=20", "6*****"),
)
WILD = {
    "luckybox": Wild(
        *(st.just(defaults("chengdu")) | luckybox_options(), luckybox_answers, luckybox_others, Options())
    ),
    "lightningdice": Wild(
        *(dice_options(), dice_answers, dice_others, DiceOptions(target=5, deck=EASY_GOALS))
    ),
}


class Play:
    """Is one game played wildly: its entries, and the position after each."""

    def __init__(
        self, game: AnyGame, options: contract.Options, seats: tuple[Seat, ...], seed: int, luck: Luck
    ) -> None:
        events = game.start(options, seats, 0, luck)
        self.game, self.options, self.seats, self.seed = game, options, seats, seed
        self.lines = [Line(TABLE, None, events)]
        self.states = [game.fold(None, events)]

    def take(self, actor: Actor, action: Action | None, instant: Instant, luck: Luck) -> None:
        """Plays an action, or a tick, unless it is refused."""
        state = self.states[-1]
        answer = self.game.act(state, actor, action or TimeUp(TABLE), instant, luck)
        assert action is not None or not isinstance(answer, Refusal)
        if not isinstance(answer, Refusal):
            self.lines.append(Line(actor, action, answer, max(instant, self.lines[-1].instant)))
            self.states.append(self.game.fold(state, answer))

    def __repr__(self) -> str:
        """Names what plays the same again."""
        return f"play(SHELF[{self.game.name!r}], {self.options}, {self.seats}, {self.seed})"

    @property
    def audiences(self) -> tuple[int, ...]:
        """Lists who looks on: every seat and a spectator."""
        return (*self.seats, SPECTATOR)

    def steps(self) -> Iterator[tuple[contract.State, Line, contract.State]]:
        """Yields every entry after the first between the positions before and after it."""
        yield from zip(self.states, self.lines[1:], self.states[1:], strict=False)


def pick(
    played: AnyGame, state: contract.State, seats: tuple[Seat, ...], rng: random.Random
) -> tuple[Actor, Action]:
    """Picks something to try: mostly legal, sometimes not, sometimes what only the table does."""
    seat, kind = rng.choice(seats), rng.random()
    if played.real_time and kind < 0.01:
        return TABLE, Deserted() if kind < 0.0002 else TimeStood(rng.randrange(100_000))
    if kind < 0.03:
        return TABLE, TimeUp(seat) if kind < 0.02 else Played(seat, played=rng.random() < 0.6)
    if kind < 0.12:
        return seat, WILD[played.name].others(state, seat, rng)
    legal = played.legal(state, seat)
    if not legal or kind < 0.17:
        return seat, rng.choice(list(WILD[played.name].answers(state, seat)))
    if played.real_time:  # there are many ways to keep dice, and only one to roll them
        kind_of = rng.choice(sorted({type(action).__name__ for action in legal}))
        legal = tuple(action for action in legal if type(action).__name__ == kind_of)
    return seat, rng.choice(legal)


def play(
    played: AnyGame, options: contract.Options, seats: tuple[Seat, ...], seed: int, luck: Luck | None = None
) -> Play:
    """Plays a game wildly to its end, or for 500 entries."""
    rng, luck = random.Random(seed), luck or MixerLuck(seed)
    result = Play(played, options, seats, seed, luck)
    now = 0
    for _ in range(1000):
        now += rng.choice((0, 0, 20, 150, 400)) if played.real_time else 0
        while (due := played.due(result.states[-1])) is not None and due <= now:
            result.take(TABLE, None, max(due, result.lines[-1].instant), luck)
        state = result.states[-1]
        if played.outcome(state) is not None or len(result.lines) >= 500:
            break
        result.take(*pick(played, state, seats, rng), now, luck)
    return result


@st.composite
def plays(draw: st.DrawFn, name: str | None = None) -> Play:
    """Draws a game of the shelf, played wildly with any options that can be started."""
    played = SHELF[name or draw(st.sampled_from(sorted(SHELF)))]
    count = draw(st.sampled_from(played.seats[:4]) | st.sampled_from(played.seats))
    options = draw(st.just(played.options()) | WILD[played.name].options)
    if played.check(options, count) is not None:
        options = WILD[played.name].short
        count = count if played.check(options, count) is None else 2
    seats = tuple(range(1, count + 1))
    if played.gaps:
        seats = tuple(sorted(draw(st.sets(st.sampled_from(played.seats), min_size=count, max_size=count))))
    return play(played, options, seats, draw(st.integers(0, 2**32)))


class Changing:
    """Is luck that is the same as another up to some draw, and then different."""

    def __init__(self, luck: Luck, same: int) -> None:
        self.luck = luck
        self.left = same

    def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
        """Draws as the other does, or the next result."""
        drawn = self.luck.draw(stream, a, b, c, size)
        self.left -= 1
        return drawn if self.left >= 0 else replace(drawn, result=(drawn.result + 1) % size)


def events_of(lines: list[Line]) -> list[Event]:
    """Lists all events in order."""
    return [event for line in lines for event in line.events]
