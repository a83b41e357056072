"""How are golden games of Lightning Dice played? By bots at their own pace, over lines near and far."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from boltbox.bots.bot import Bot
from boltbox.bots.lightningdice.players import Expert, Greedy, Novice
from boltbox.bots.lightningdice.seen import Seen
from boltbox.bots.pacer import Pacer
from boltbox.rules.game import (
    TABLE,
    Actor,
    Instant,
    Options,
    Played,
    Seat,
    State,
    TableAction,
    TimeStood,
    TimeUp,
    Timing,
)
from boltbox.rules.lightningdice.actions import Claim, DiceAction, stamp
from boltbox.rules.lightningdice.options import Options as DiceOptions
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.luck import Luck, MixerLuck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.rules.transcript import Line, write_game

SPANS: Final = (20, 80, 240, 40, 120, 5)  # round trips of the lines of seats 1 to 6, in milliseconds

Course = Mapping[Instant, TableAction]  # what the table does at which instant


@dataclass(frozen=True)
class Race:
    """Is one golden game: what it shows, and who plays it."""

    name: str
    shows: str
    players: Mapping[Seat, Bot]
    seed: int
    options: Options = field(default_factory=DiceOptions)
    course: Course = field(default_factory=dict)

    @property
    def game(self) -> AnyGame:
        """Is the game that is played."""
        return SHELF["lightningdice"]

    @property
    def numbers(self) -> tuple[Seat, ...]:
        """Lists the seats."""
        return tuple(self.players)

    def text(self) -> str:
        """Plays the game, and writes it with a few words before it."""
        head = f"# {self.shows}\n# Drawn by the mixer with seed {self.seed}, see docs/luck.md.\n"
        return head + write_game(self.game, tuple(self.play()))

    def play(self) -> Iterator[Line]:
        """Plays the game to its end, and yields its entries."""
        game, luck, now = self.game, MixerLuck(self.seed), 0
        events = game.start(self.options, self.numbers, 0, luck)
        state = game.fold(None, events)
        pacer = Pacer(game, self.players, MixerLuck(~self.seed))
        course = dict(self.course)
        yield Line(TABLE, None, events)
        while game.outcome(state) is None:
            pacer.look(state, now)
            now, actor, action = self._next(state, pacer, course, now)
            done = game.act(state, actor, TimeUp(TABLE) if action is None else action, now, luck)
            if not isinstance(done, Refusal):
                state = game.fold(state, done)
                yield Line(actor, action, done, now)

    def _next(
        self, state: State, pacer: Pacer, course: dict[Instant, TableAction], now: Instant
    ) -> tuple[Instant, Actor, DiceAction | TableAction | None]:
        """Names what comes next: a tick, what the table does, or what a bot presses."""
        due, press, planned = self.game.due(state), pacer.next, min(course, default=None)
        presses = None if press is None else press.instant
        first = min(one for one in (due, planned, presses) if one is not None)
        if first == due:
            return max(now, first), TABLE, None
        if first == planned:
            return first, TABLE, course.pop(first)
        if press is None:
            raise ValueError("nothing comes next")
        pacer.take(press)
        action: DiceAction = msgspec.json.decode(press.action, type=DiceAction)
        return first, press.seat, self.stamped(press.seat, action, first)

    def stamped(self, seat: Seat, action: DiceAction, arrival: Instant) -> DiceAction:
        """Stamps an action as a server does: half of its line ago it was pressed."""
        span = SPANS[seat - 1]
        others = [SPANS[one - 1] for one in self.numbers if one != seat]
        return stamp(action, Timing(arrival - span // 2, span, max(others))) if others else action


class Collector(Expert):
    """Never minds the goal: collects a number, its own or another player's, and calls bonus or thunder."""

    def __init__(self, number: int) -> None:
        self._number = number

    def _action(self, seen: Seen, luck: Luck) -> DiceAction:
        if seen.rests and set(seen.values) == {self._number}:
            call = Claim("bonus") if self._number == seen.seat else Claim("thunder", self._number)
            return call if seen.can_call(call.call, call.number) else seen.waits()
        if not seen.ask.roll:
            return seen.waits()
        return seen.rolls(seen.keep((self._number,) * len(seen.values)))


OWN_DECK = GoalDeck(
    *("Small", "Boltbox contributors", "CC0-1.0"),
    ("even", "odd", "AAAA**", "1122**", "sum<=12", "AAABB*", "high&AAA***", "123***", "sum=21", "AABBCC"),
)
RACES: Final = (
    Race(
        "lightningdice-four",
        "Four, standard: fast and slow players over short and long lines.",
        {1: Expert(), 2: Greedy(), 3: Expert(), 4: Novice()},
        31,
    ),
    Race(
        "lightningdice-quick",
        "Three with numbers 1, 2 and 5, quick: ten cards, calls in vain block.",
        {1: Novice(), 2: Greedy(), 5: Novice()},
        32,
        DiceOptions(mode="quick", cards=10),
    ),
    Race(
        "lightningdice-time-trial",
        "Alone, quick: the time from each flip to the claim, added up.",
        {3: Greedy()},
        33,
        DiceOptions(mode="quick", cards=10),
        {20_000: TimeStood(15_000)},
    ),
    Race(
        "lightningdice-practice",
        "Alone, one goal again and again, until the player leaves: no result.",
        {1: Expert()},
        34,
        DiceOptions(mode="practice", goal="AAABBB"),
        {40_000: Played(1, played=False)},
    ),
    Race(
        "lightningdice-bonus-and-thunder",
        "Three: one collects the own number, one that of another.",
        {2: Collector(2), 4: Collector(6), 6: Greedy()},
        35,
        DiceOptions(target=8),
    ),
    Race(
        "lightningdice-house-rules",
        "Two by house rules: own goals, dice leave the tray, points below Start.",
        {1: Novice(), 2: Novice()},
        36,
        DiceOptions(target=8, roll_ms=300, allow_negative=True, off_table=6, deck=OWN_DECK),
    ),
    Race(
        "lightningdice-left",
        "Three: a pause, one leaves and comes back, two leave for good.",
        {1: Greedy(), 2: Greedy(), 3: Greedy()},
        37,
        course={
            8000: TimeStood(6500),
            20_000: Played(2, played=False),
            26_000: Played(2, played=True),
            40_000: Played(3, played=False),
            50_000: Played(1, played=False),
        },
    ),
)
