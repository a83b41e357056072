"""How do tests play Lightning Dice twice at once: by the rules, and by the kernels, step for step?"""

import random
from collections import Counter
from functools import cache

import numpy as np
from msgspec.structs import replace

from boltbox.rules.game import (
    TABLE,
    Deserted,
    Event,
    Instant,
    Played,
    Seat,
    TableAction,
    TimeStood,
    TimeUp,
    Timing,
)
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll
from boltbox.rules.lightningdice.events import CameToRest, ClaimSettled
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.lightningdice.options import Mode, Options, cards
from boltbox.rules.lightningdice.parts import Call, GoalDeck
from boltbox.rules.lightningdice.state import Head, Place, State, Tally
from boltbox.rules.lightningdice.view import AskPart
from boltbox.rules.luck import MixerLuck
from boltbox.rules.refusals import Refusal
from boltbox.sim.lightningdice import arrays, asking, codes, dice, play, playing, positions

EASY = ("sum<=35", "sum>=7", "5*****", "sum<=24", "AABB**", "AA****", "AAA***", "sum>=20", "AABBC*", "3*****")
ANY = ("even", "odd", "112233", "AABBCC", "sum=21", "5555**", "AAAAAA", "low&sum<=12", "1*****", "high")
FULL = tuple(f"sum<={most}" for most in range(10, 35)) * 8  # as many goals as a deck can have
MODES: dict[str, tuple[Mode, range]] = {
    "standard": ("standard", range(2, 7)),
    "quick": ("quick", range(2, 7)),
    "time trial": ("quick", range(1, 2)),
    "practice": ("practice", range(1, 2)),
}
SAVED = np.zeros(codes.MOST_LEGAL, np.int64)


def random_options(mode: Mode, chance: random.Random) -> Options:
    """Draws options over their ranges, most of them such that a game is short."""
    deck = list(EASY)
    if chance.random() < 0.3:
        deck = [*chance.sample(EASY, 5), *chance.sample(ANY, chance.randint(5, 10))]
    elif chance.random() < 0.02:
        deck = list(FULL)
    goal = chance.choice(EASY + ANY) if mode == "practice" else ""
    return Options(
        mode=mode,
        target=5 if chance.random() < 0.8 else chance.randint(5, 50),
        cards=chance.choice((10, 25, 50)),
        roll_ms=chance.choice((300, 700, chance.randint(300, 2000))),
        allow_negative=chance.random() < 0.3,
        off_table=chance.choice((0, 0, 6, chance.randint(6, 1000))),
        deck="boltbox" if chance.random() < 0.05 else GoalDeck("Tests", "us", "none", tuple(deck)),
        goal=goal,
    )


@cache
def spelled(code: int) -> DiceAction:
    """Spells out a code without timing."""
    return codes.action_of(code, 0)


class Both:
    """Is one game, played twice at once; what happened is counted."""

    def __init__(self, options: Options, seats: tuple[Seat, ...], seed: int, happened: Counter[str]) -> None:
        assert LIGHTNINGDICE.check(options, len(seats)) is None
        self.options, self.luck, self.happened = options, MixerLuck(seed), happened
        self.state = LIGHTNINGDICE.fold(None, LIGHTNINGDICE.start(options, seats, 0, self.luck))
        self.rules, self.games = arrays.rules_of(options), arrays.new_games(2)
        bits = sum(1 << seat - 1 for seat in seats)
        play.start(self.rules, self.games, 1, bits, 0, np.uint64(seed))
        self.now: Instant = 0
        self.compare()

    def go_on(self, state: State, card: int = arrays.NO_CARD) -> None:
        """Goes on from a position, where this goal of the deck is open."""
        self.state = state
        positions.put(state, card, self.games[1])
        self.compare()

    @property
    def due(self) -> Instant | None:
        return LIGHTNINGDICE.due(self.state)

    def compare(self) -> None:
        """Holds the two against each other."""
        assert positions.differences(self.state, self.games[1]) == []
        due = play.due(self.games, 1)
        assert (None if due == arrays.NEVER else due) == LIGHTNINGDICE.due(self.state)

    def compare_asks(self, seat: Seat) -> None:
        """Holds what a seat may do by the rules against what it may do in memory."""
        count = asking.legal(self.rules, self.games, 1, seat, SAVED)
        legal = tuple(map(spelled, SAVED[:count].tolist()))
        assert legal == LIGHTNINGDICE.legal(self.state, seat)
        asked = LIGHTNINGDICE.ask(self.state, seat)
        assert isinstance(asked, AskPart)
        roll, keep, calls = asking.ask(self.rules, self.games, 1, seat)
        bits = (calls & 1, calls & 2, calls >> 2)
        ours = tuple(call for call, some in zip(arrays.CALLS, bits, strict=True) if some)
        theirs = (asked.open, asked.roll, asked.keep, asked.calls)
        assert (bool(roll or keep), bool(roll), dice.listed(keep), ours) == theirs

    def act(self, seat: Seat, action: DiceAction) -> None:
        """Lets a seat ask for something now."""
        answer = LIGHTNINGDICE.act(self.state, seat, action, self.now, self.luck)
        ours = play.act(self.rules, self.games, 1, seat, codes.coded(action, self.now), self.now)
        self._take(answer, ours)

    def ask_of_table(self, action: TableAction) -> None:
        """Lets the table itself act now."""
        answer = LIGHTNINGDICE.act(self.state, TABLE, action, self.now, self.luck)
        if isinstance(action, TimeUp):
            ours = play.tick(self.rules, self.games, 1, self.now)
        elif isinstance(action, TimeStood):
            ours = play.count_in(self.rules, self.games, 1, action.since, self.now)
        elif isinstance(action, Deserted):
            ours = play.desert(self.games, 1)
        else:
            ours = play.set_played(self.rules, self.games, 1, action.seat, action.played, self.now)
        self._take(answer, ours)

    def _take(self, answer: tuple[Event, ...] | Refusal, ours: int) -> None:
        if isinstance(answer, Refusal):
            assert codes.REFUSALS[ours] == answer.code
            self.happened[answer.code] += 1
        else:
            assert codes.REFUSALS[ours] == ""
            self.state = LIGHTNINGDICE.fold(self.state, answer)
            for event in answer:
                self._count(event)
        self.compare()

    def _count(self, event: Event) -> None:
        if isinstance(event, ClaimSettled):
            self.happened[f"{event.call} {event.verdict}"] += 1
            self.happened["lost"] += event.lost
            self.happened["penalty"] += event.scored < 0
        elif isinstance(event, CameToRest) and 0 in event.values:
            self.happened["off table"] += 1
        self.happened[type(event).__name__] += 1


class Wild:
    """Plays a game of two at random, without much sense, until it ends or was long enough."""

    def __init__(self, both: Both, chance: random.Random) -> None:
        self.both, self.chance = both, chance
        self.seats = [place.seat for place in both.state.places]
        # Dice that show this are kept, whatever the goal.
        self.hunting = chance.choice(self.seats) if chance.random() < 0.1 else 0

    def play(self, most: int) -> None:
        for step in range(most):
            if self.both.state.outcome is not None:
                self._step()  # the game is over
                break
            self._step()
            if step % 8 == 0:
                self.both.compare_asks(self.chance.choice(self.seats))
        for seat in self.seats:
            self.both.compare_asks(seat)

    def _step(self) -> None:
        both, chance = self.both, self.chance
        due, luck = both.due, chance.random()
        places = both.state.places
        idle = both.state.head.phase == "count" or all(place.rolling or place.out for place in places)
        if due is not None and (luck < 0.3 or luck > 0.995 or (idle and luck < 0.9)):
            both.now = max(both.now, due) + (chance.randint(0, 300) if luck < 0.02 else 0)
            both.ask_of_table(TimeUp(TABLE))
        elif luck < 0.985:
            later = both.now + chance.choice((0, 5, 60, 250))
            # Ticks come when they are due, as at a table; now and then somebody acts before a late one.
            both.now = later if due is None or luck < 0.32 else min(later, max(due, both.now))
            both.act(*self._action())
        else:
            both.ask_of_table(self._table_action())

    def _table_action(self) -> TableAction:
        chance, both = self.chance, self.both
        luck = chance.random()
        if luck < 0.35:
            return TimeStood(both.now - chance.randint(0, 500))
        if luck < 0.7:
            seat = chance.choice((*self.seats, chance.randint(1, 6)))
            out = any(place.seat == seat and place.out for place in both.state.places)
            return Played(seat, played=out if chance.random() < 0.9 else not out)
        return TimeUp(TABLE) if luck < 0.95 else Deserted()

    def _action(self) -> tuple[Seat, DiceAction]:
        chance, state = self.chance, self.both.state
        place = chance.choice(state.places)
        if place.rolling is not None and chance.random() < 0.8:
            place = chance.choice(state.places)
        seat = place.seat if chance.random() < 0.99 else chance.randint(1, 6)
        luck = chance.random()
        if luck < 0.02:
            return seat, Keep(tuple(chance.sample(range(6), chance.randint(0, 6))))
        if luck < 0.03:
            return seat, self._claim("got")
        if place.rolling is None and all(place.values):
            if len(set(place.values)) == 1 and luck < 0.9:
                shown = place.values[0]
                return seat, self._claim("bonus") if shown == seat else self._claim("thunder", shown)
            met = bool(state.head.text) and state.goal.met(place.values)
            waits = any(claim.seat == seat for claim in state.waiting)
            if (met and not self.hunting and luck < (0.1 if waits else 0.9)) or luck < 0.06:
                return seat, self._claim("got")
            if luck < 0.1:
                return seat, self._other_claim()
        if luck < (0.4 if self.hunting and not place.kept else 0.7) or not place.resting:
            late = luck < 0.05
            return seat, Roll(max(0, state.head.goal - late), self._timing())
        return seat, Keep(self._kept(place))

    def _kept(self, place: Place) -> tuple[int, ...]:
        if self.hunting:
            return tuple(die for die, value in enumerate(place.values) if value == self.hunting)
        return tuple(die for die in place.resting if self.chance.random() < 0.5)

    def _claim(self, call: Call, number: int = 0) -> Claim:
        return Claim(call, number, self._timing())

    def _other_claim(self) -> Claim:
        call: Call = self.chance.choice(("bonus", "thunder"))
        number = self.chance.randint(0, 7) if call == "thunder" or self.chance.random() < 0.1 else 0
        return self._claim(call, number)

    def _timing(self) -> Timing:
        chance = self.chance
        if chance.random() < 0.3:
            return Timing(wait=chance.choice((0, 100)))
        pressed = self.both.now - chance.randint(-50, 400)
        return Timing(pressed, chance.randint(-10, 400), chance.randint(-10, 300))


def near_the_end(state: State, chance: random.Random) -> State:
    """Is a position before the first flip as it could be when a game is nearly over."""
    options = state.options
    if options.mode == "standard":
        scored = (chance.randint(0, options.target - 1) for _ in state.places)
        places = tuple(
            replace(
                place, tally=Tally(matches=points, thunders=-chance.randint(0, points) if points > 3 else 0)
            )
            for place, points in zip(state.places, scored, strict=True)
        )
        return replace(state, places=places)
    played = cards(options, state.deck) - chance.randint(0, 3)
    left = sorted(chance.sample(state.cards, state.deck.size - played))
    return replace(state, head=replace(state.head, goal=played), cards=tuple(left))


def in_the_race(state: State, card: int, chance: random.Random) -> State:
    """Is a position like another, but after the flip of a card, and with dice that lie."""
    head = Head("race", state.head.goal + 1, state.deck.goals[card], flipped=0)
    places = []
    for place in state.places:
        if chance.random() < 0.2:
            places.append(place)
            continue
        values = tuple(chance.choices(range(1, 7), k=6))
        if chance.random() < 0.5:
            values = (chance.choice((place.seat, chance.choice(state.places).seat)),) * 6
        kept = tuple(sorted(chance.sample(range(6), chance.randint(0, 5))))
        places.append(replace(place, values=values, kept=kept, rolls=chance.randint(1, 9), decision=4))
    left = tuple(other for other in state.cards if other != card)
    return replace(state, head=head, places=tuple(places), cards=left)


def by_bots() -> list[list[int]]:
    """Lets bots play some games of a study, and tells what came of each."""
    options = Options(mode="practice", goal="5555**", cards=10, off_table=6)
    found = [playing.play(playing.prepared(options, (bot,)), 9, 1, 1) for bot in playing.BOTS]
    return [played.seats.ravel().tolist() + played.games.ravel().tolist() for played in found]


def play_both(mode: str, first: int, count: int) -> Counter[str]:
    """Plays so many random games twice at once, and tells what happened in them."""
    happened: Counter[str] = Counter()
    kind, most_seats = MODES[mode]
    for seed in range(first, first + count):
        chance = random.Random(f"{mode} {seed}")
        seats = tuple(
            sorted(chance.sample(range(1, 7), min(chance.choice(most_seats), chance.choice((2, 3, 6)))))
        )
        both = Both(random_options(kind, chance), seats, seed, happened)
        if kind != "practice" and chance.random() < 0.7:
            both.go_on(near_the_end(both.state, chance))
        if both.state.cards and chance.random() < 0.4:
            card = chance.choice(both.state.cards)
            both.go_on(in_the_race(both.state, card, chance), card)
        steps = chance.randint(6, 32 if len(seats) > 1 else 22)
        Wild(both, chance).play(400 if chance.random() < 0.01 else steps)
        happened["ended"] += both.state.outcome is not None
        happened["games"] += 1
    return happened
