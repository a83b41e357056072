"""How do tests play any game wildly: what is allowed, what isn't, taking back, time-outs, seats left?"""

import random
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from typing import NamedTuple

from hypothesis import strategies as st
from msgspec.structs import replace

from boltbox.rules import game as contract
from boltbox.rules.game import SPECTATOR, TABLE, Action, Actor, Event, Played, Seat, TimeUp
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


WILD = {
    "luckybox": Wild(st.just(defaults("chengdu")) | luckybox_options(), luckybox_answers, luckybox_others)
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
    if kind < 0.03:
        return TABLE, TimeUp(seat) if kind < 0.02 else Played(seat, played=rng.random() < 0.6)
    if kind < 0.12:
        return seat, WILD[played.name].others(state, seat, rng)
    legal = played.legal(state, seat)
    if not legal or kind < 0.17:
        return seat, rng.choice(list(WILD[played.name].answers(state, seat)))
    return seat, rng.choice(legal)


def play(
    played: AnyGame, options: contract.Options, seats: tuple[Seat, ...], seed: int, luck: Luck | None = None
) -> Play:
    """Plays a game wildly to its end, or for 500 entries."""
    rng, luck = random.Random(seed), luck or MixerLuck(seed)
    result = Play(played, options, seats, seed, luck)
    for _ in range(1000):
        state = result.states[-1]
        if played.outcome(state) is not None or len(result.lines) == 500:
            break
        actor, action = pick(played, state, seats, rng)
        answer = played.act(state, actor, action, 0, luck)
        if not isinstance(answer, Refusal):
            result.lines.append(Line(actor, action, answer))
            result.states.append(played.fold(state, answer))
    return result


@st.composite
def plays(draw: st.DrawFn, name: str | None = None) -> Play:
    """Draws a game of the shelf, played wildly with any options that can be started."""
    played = SHELF[name or draw(st.sampled_from(sorted(SHELF)))]
    seats = tuple(range(1, draw(st.sampled_from(played.seats[:4]) | st.sampled_from(played.seats)) + 1))
    options = draw(st.just(played.options()) | WILD[played.name].options)
    if played.check(options, len(seats)) is not None:
        options = played.options()
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
