"""How do tests get records of games? Played wildly, with clocks, pauses and people who come and go."""

import hashlib
from random import Random

from hypothesis import strategies as st

from boltbox.rules.game import TABLE, Action, Actor, Options, Seat, State
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.table.clock import PASS, WAIT, SetAbsent, SetPause, SetPresence, Terms
from boltbox.table.deal import SECRET_BYTES, Deal
from boltbox.table.log import Entry
from boltbox.table.record import Record, Sitter, Word, lines_of, revealed
from boltbox.table.table import Request, Table
from boltbox.table.timed import TimedOptions, clock_of, game_of, timed
from tests import tiny
from tests.wild import WILD
from tests.wild_tables import wild

GAMES: dict[str, AnyGame] = {**SHELF, "tiny": tiny.TINY}
T0 = 1_800_000_000_000
ENOUGH = 150  # entries; then everybody leaves


class Wildly:
    """Plays one game at a table with clocks, and keeps its entries."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        seats: tuple[Seat, ...],
        seed: int,
        words: tuple[Word, ...] = (),
    ) -> None:
        self.game, self.options, self.seats = game, options, seats
        self.rng = Random(seed)
        self.luck = revealed(Deal(self.rng.randbytes(SECRET_BYTES)), words)
        self.table = Table(timed(game), self.luck.deal.luck())
        self.now = T0
        terms = Terms(seats, self.rng.choice((None, 10)), self.rng.choice((WAIT, PASS)))
        self.entries: list[Entry] = []
        self.entries += self.table.start(TimedOptions(options, terms), seats, T0).entries

    def record(self) -> Record:
        """Plays to the end."""
        while (state := self.table.state) is not None and not self.table.over:
            self.now += self.rng.randrange(3000)
            self.entries += self.table.tick(self.now)
            if not self.table.over:
                self.ask(*self.leaving(state) if len(self.entries) > ENOUGH else self.wish(state))
        sitters = tuple(Sitter(seat, f"Zoë {seat}" if seat % 2 else None) for seat in self.seats)
        lines = lines_of(self.entries)
        return Record(self.game.name, self.game.rules, self.options, sitters, self.luck, lines)

    def ask(self, actor: Actor, action: Action) -> None:
        self.entries += self.table.submit(Request(actor, action, None, "an-id"), self.now).entries

    def wish(self, state: State) -> tuple[Actor, Action]:
        seat, chance = self.rng.choice(self.seats), self.rng.random()
        if clock_of(state).paused is not None and chance < 0.5:
            return seat, SetPause(on=False)
        if chance < 0.03:
            return seat, SetPause(on=True)
        if chance < 0.1:
            return TABLE, SetPresence((seat,), self.rng.choice(("here", "here", "away", "left")))
        if not self.game.to_act(game_of(state)):
            return TABLE, SetPresence(self.seats, "here")
        return wild(self.game, game_of(state), self.rng)

    def leaving(self, state: State) -> tuple[Actor, Action]:
        if clock_of(state).absent != PASS:
            return TABLE, SetAbsent(PASS)
        if not clock_of(state).all_left:
            return TABLE, SetPresence(self.seats, "left")
        return TABLE, SetPresence(self.seats, "here")  # a game that doesn't stop goes on


def given(seats: int, seed: int) -> tuple[Word, ...]:
    """Makes words of some seats, of which some came and some didn't."""
    rng, words = Random(seed), []
    for seat in range(1, seats + 1):
        word = rng.randbytes(SECRET_BYTES)
        came = word.hex() if rng.random() < 0.7 else None
        if rng.random() < 0.7:
            words.append(Word(seat, hashlib.sha256(word).hexdigest(), came))
    return tuple(words)


def played_wildly(game: AnyGame, seats: int, seed: int, options: Options | None = None) -> Record:
    """Plays a game to the end, or until everybody has left."""
    usual = tiny.Options(rounds=4) if game.name == "tiny" else WILD[game.name].short
    if options is None or game.check(options, seats) is not None:
        options = usual
        seats = max(seats, 1 if game.check(usual, 1) is None else 2)
    return Wildly(game, options, tuple(range(1, seats + 1)), seed, given(seats, seed)).record()


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draws the record of any game with any options, whose table was kept in any way."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    options = draw(st.none() | WILD[game.name].options) if game.name in WILD else None
    return played_wildly(game, draw(st.sampled_from(game.seats[:4])), draw(st.integers(0, 2**32)), options)


def resealed(above: bytes) -> bytes:
    """Writes the right digest under lines, as somebody would who changed them."""
    return above + b'{"sha256":"%s"}\n' % hashlib.sha256(above).hexdigest().encode()
