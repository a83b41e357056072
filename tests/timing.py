"""How do tests keep a table with clocks? With all its entries at hand, and at instants of their choice."""

from boltbox.rules.game import Action, Instant, Seat
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.state import State
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.table.clock import Terms
from boltbox.table.log import Entry
from boltbox.table.table import Answer, Request, Table
from boltbox.table.timed import TimedOptions, clock_of, game_of, timed
from tests import tiny

LUCKYBOX = timed(SHELF["luckybox"])
T0 = 1_000_000


class Timed:
    """Is a table whose entries are kept."""

    def __init__(
        self,
        seats: int = 2,
        *,
        seed: int = 1,
        game: AnyGame = LUCKYBOX,
        act_seconds: int | None = None,
        absent: str = "wait",
    ) -> None:
        options = tiny.Options(rounds=9) if game.name == "tiny" else Options()
        people = tuple(range(1, seats + 1))
        kept = Terms(people, act_seconds, absent)
        self.table = Table(game, MixerLuck(seed))
        self.log: list[Entry] = []
        self.take(self.table.start(TimedOptions(options, kept), people, T0))

    def take(self, answer: Answer) -> Refusal | None:
        self.log += answer.entries
        return answer.refusal

    def act(self, actor: int, action: Action, instant: Instant = T0) -> Refusal | None:
        state = self.table.state
        assert state is not None
        decision = self.table.game.decision(state, actor) if actor > 0 else None
        return self.take(self.table.submit(Request(actor, action, decision), instant))

    def tick(self, instant: Instant) -> None:
        self.log += self.table.tick(instant)

    def first(self, seat: Seat, instant: Instant = T0) -> None:
        state = self.table.state
        assert state is not None
        assert self.act(seat, self.table.game.legal(state, seat)[0], instant) is None

    def due(self) -> Instant | None:
        return self.table.due

    def untils(self) -> list[Instant | None]:
        return [one.until for one in clock_of(self.table.state).seats]

    @property
    def game(self) -> State:
        assert self.table.state is not None
        state = game_of(self.table.state)
        assert isinstance(state, State)
        return state

    def told(self, number: int = -1) -> list[str]:
        return [type(event).__name__ for event in self.log[number].events]


def choose_all(timed_: Timed, instant: Instant = T0) -> None:
    for seat in range(1, len(timed_.game.places) + 1):
        timed_.first(seat, instant)
