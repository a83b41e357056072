"""How do tests play Lucky Box twice at once? By the rules and by the simulator, compared after every step.

As a program it plays some games of both rule sets: `python -m tests.luckybox_pair SEED GAMES`.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Final, cast

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from boltbox.rules.game import Event
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox import play as rules
from boltbox.rules.luckybox.fold import apply
from boltbox.rules.luckybox.options import MoonPoints, Options, RuleSetName, bare, check, deck_of, defaults
from boltbox.rules.luckybox.parts import CODES, BonusCode, Deck, Face
from boltbox.rules.luckybox.state import Place
from boltbox.rules.luckybox.turn import Turn
from boltbox.rules.luckybox.view import legal as rules_legal
from boltbox.rules.luckybox.view import to_act
from boltbox.sim.compiled import COMPILED, compiling, kernel
from boltbox.sim.luckybox.arrays import GAME, SEAT, Games, Records, faces_of, rules_of
from boltbox.sim.luckybox.codes import BONUS, CROSS, DECLINE, KIND_SHIFT, PASSES, REFILLS, action_of, code_of
from boltbox.sim.luckybox.legal import MOST_LEGAL, legal
from boltbox.sim.luckybox.play import act, start
from boltbox.sim.luckybox.reading import hand_of, head_of, place_of, state_of

RULE_SETS: Final[tuple[RuleSetName, ...]] = ("classic", "chengdu")
CODE_LIST: Final = cast(list[BonusCode], sorted(CODES))
PROBED: Final = 0.001 if COMPILED else 0.002  # at so many steps all that isn't legal is tried, too

# Games are played where others were: nothing of an earlier one may stay behind.
_USED: Final = {seats: (np.zeros(1, GAME), np.zeros((1, seats), SEAT)) for seats in range(1, 13)}
_FACES: Final[dict[int, tuple[Deck, Records]]] = {}


class Pair:
    """Is one game, by the rules and by the simulator."""

    def __init__(self, options: Options, seats: int, seed: int) -> None:
        """Begins both with the same luck."""
        self.options, self.luck = options, MixerLuck(seed)
        self.games = Games(rules_of(options, seats), _faces(options), *_USED[seats])
        self.codes = np.zeros(MOST_LEGAL, np.int64)
        self.happened: Counter[type[Event]] = Counter()
        started, *events = rules.start(options, tuple(range(1, seats + 1)), 0, self.luck)
        turn = Turn(apply(None, started), self.luck)
        for event in events:
            turn.emit(event)
        self.state = turn.state
        self.happened.update(map(type, events))
        start(self.games, 0, np.uint64(seed))
        self.compare()

    def legal(self, seat: int) -> list[int]:
        """Lists the codes of what a seat (1, 2, ...) may do; both list the same in the same order."""
        codes: list[int] = self.codes[: legal(self.games, 0, seat - 1, self.codes)].tolist()
        assert tuple(action_of(self.state, seat, code) for code in codes) == rules_legal(self.state, seat)
        return codes

    def do(self, seat: int, code: int) -> None:
        """Does the same in both, and compares what it touched: at the close of a draw or a choice, all."""
        before, turn = self.state.head, Turn(self.state, self.luck)
        action = action_of(self.state, seat, code)
        assert code_of(self.state, seat, action) == code
        assert rules.decide(turn, seat, action) is None
        self.state = turn.state
        self.happened.update(map(type, turn.events))
        assert act(self.games, 0, seat - 1, code)
        if self.state.head is not before:
            self.compare()
            return
        assert head_of(self.games, 0) == before
        assert place_of(self.games, 0, seat - 1, self.options) == _settled(self.state.places[seat - 1])
        if before.choosing:
            assert hand_of(self.games, 0, seat - 1) == self.state.hands[seat - 1]

    def compare(self) -> None:
        """Compares every field of both positions."""
        flat = replace(self.state, places=tuple(map(_settled, self.state.places)))
        assert state_of(self.games, 0, self.options) == flat

    def refuses_others(self, seat: int, rng: random.Random) -> None:
        """Tries codes that aren't legal for a seat; all are refused and change nothing."""
        others = np.setdiff1d(_codes(rng), np.array(self.legal(seat), np.int64))
        before = self.games.games.tobytes(), self.games.seats.tobytes()
        done = first_done(self.games, seat - 1, others)
        assert done == -1, f"{others[done]:#x} isn't legal and was done"
        assert (self.games.games.tobytes(), self.games.seats.tobytes()) == before


@kernel
def first_done(games: Games, seat: int, codes: npt.NDArray[np.int64]) -> int:
    """Tries codes until one is done, and is its place; -1 where all are refused."""
    for place in range(len(codes)):
        if act(games, 0, seat, codes[place]):
            return place
    return -1


def _faces(options: Options) -> Records:
    deck = deck_of(options)
    if id(deck) not in _FACES:
        _FACES[id(deck)] = deck, faces_of(deck)  # the deck stays there, so no other gets its id
    return _FACES[id(deck)][1]


def _codes(rng: random.Random) -> npt.NDArray[np.int64]:
    """Lists codes of every kind, and a few of none; compiled, all that differ in small fields."""
    small = np.arange(4096) if COMPILED else np.array(rng.sample(range(4096), 60))
    kinds = [small + (kind << KIND_SHIFT) for kind in range(-1, 8)]
    wide = [
        np.array([rng.randrange(1 << bits) for _ in range(40)]) + (kind << KIND_SHIFT)
        for kind in (CROSS, BONUS, DECLINE, REFILLS, REFILLS, REFILLS)
        for bits in (20, 27)
    ]
    return np.concatenate((*kinds, *wide))


def _settled(place: Place) -> Place:
    return replace(place, board=place.now, trail=()) if place.trail else place


def steps(pair: Pair, rng: random.Random) -> Iterator[tuple[int, list[int]]]:
    """Plays a game to its end, seats in any order; yields each seat and what it may do, before it does it."""
    while seats := to_act(pair.state):
        seat = rng.choice(seats)
        codes = pair.legal(seat)
        if rng.random() < PROBED:
            for other in {seat, rng.randint(1, len(pair.state.places))}:
                pair.refuses_others(other, rng)
        yield seat, codes
        code = rng.choice(codes)
        if code == PASSES and rng.random() < 0.7:  # who passes as often as that finishes nothing
            code = rng.choice(codes)
        pair.do(seat, code)


def decks(rng: random.Random, count: int) -> list[Deck]:
    """Draws decks of 5 to 240 faces, most of them small, with any numbers and bonuses (LB-9.3)."""
    return [_deck(rng, rng.choice((rng.randint(5, 12), rng.randint(5, 40), 240))) for _ in range(count)]


def _deck(rng: random.Random, size: int) -> Deck:
    numbers = rng.sample("123456789", rng.choice((1, 3, 9)))
    codes = rng.choices(CODE_LIST, k=rng.choice((1, 4, 40)))
    faces = tuple(
        Face(
            "".join(rng.choices(numbers, k=9)),
            (rng.choice(codes), rng.choice(codes), rng.choice(codes)),
            (rng.choice(codes), rng.choice(codes), rng.choice(codes)),
        )
        for _ in range(size)
    )
    return Deck("any", "nobody", "none", faces)


FIVE: Final = _deck(random.Random(5), 5)
_PLAIN: Final = deck_of(defaults("chengdu"))
MOONS: Final = replace(
    _PLAIN, faces=tuple(Face(face.grid, ("M", "M", "M"), ("M", "M", "M")) for face in _PLAIN.faces)
)


def options_of(rng: random.Random, rule_set: RuleSetName, own: list[Deck]) -> tuple[Options, int]:
    """Draws options over their whole ranges, and seats; most games are small (LB-1.1, LB-8.3)."""
    most_seats, most_rounds = rng.choices(((1, 1), (2, 2), (4, 3), (6, 4), (12, 8)), (850, 110, 30, 8, 2))[0]
    usual = defaults(rule_set)
    if rng.random() < 0.006:
        return _scarce(rng, rule_set)
    while True:
        dealt = rng.choice((rng.randint(1, 9), 5))
        seats = rng.randint(1, most_seats)
        found = replace(
            usual,
            rounds=rng.randint(1, most_rounds),
            dealt=dealt,
            kept=rng.choice((rng.randint(1, dealt), min(3, dealt))),
            starting_lightning=rng.choice((rng.randint(0, 9), usual.starting_lightning)),
            pass_rule=rng.choice(("no_match", "always", usual.pass_rule)),
            bonus_optional=rng.random() < 0.3,
            decks=rng.choice((None, 1, 2)),
            deck=rng.choice((*own, "boltbox")),
            box_points=_points(rng, 8),
            star_points=_points(rng, 9 if rule_set == "classic" else 1),
        )
        if rule_set == "classic":
            moons = MoonPoints(rng.randint(-99, 99), rng.randint(-99, 99), _points(rng, 9))
            found = replace(found, offer=rng.randint(0, 5), moon_points=moons)
        if rng.random() < 0.1:
            found = usual
        if check(found, seats) is None:
            return found, seats


def _scarce(rng: random.Random, rule_set: RuleSetName) -> tuple[Options, int]:
    """Draws options with which boxes or moons run out, as hardly any game does (LB-4.6, LB-6.3)."""
    if rule_set == "classic":
        return Options(rounds=2, dealt=1, kept=1, offer=rng.randint(2, 5), deck=FIVE), 5
    return replace(defaults(rule_set), rounds=3, bonus_optional=True, deck=MOONS), rng.randint(6, 8)


def _points(rng: random.Random, most: int) -> tuple[int, ...]:
    return tuple(rng.randint(-99, 99) for _ in range(rng.randint(1, most)))


def play_pairs(seed: int, rule_set: RuleSetName, games: int) -> Counter[type[Event]]:
    """Plays games with options of all kinds in both ways, and counts what happened in them."""
    rng, happened = random.Random(seed), Counter[type[Event]]()
    own = decks(rng, 25)
    for game in range(games):
        options, seats = options_of(rng, rule_set, own)
        try:
            with compiling("pairs"):  # only the first is long, while another process does the same
                pair = Pair(options, seats, rng.getrandbits(64))
            for _ in steps(pair, rng):
                pass
            assert all(pair.legal(seat) == [] for seat in range(1, seats + 1))
        except Exception as error:
            error.add_note(f"game {game} of seed {seed}: {seats} seats, {bare(options)}")
            raise
        happened += pair.happened
    return happened


if __name__ == "__main__":
    for name in RULE_SETS:
        counted = play_pairs(int(sys.argv[1]), name, int(sys.argv[2]))
        sys.stdout.write(f"{name}: { {kind.__name__: count for kind, count in counted.items()} }\n")
