"""How does somebody play who tries everything? Legal actions, second thoughts and mistakes, by a seed."""

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from boltbox.rules.game import Action, Seat, State, Timing
from boltbox.rules.lightningdice.actions import DiceAction, stamp
from boltbox.rules.lightningdice.state import State as DiceState
from boltbox.rules.luck import Draw, Luck, MixerLuck
from boltbox.rules.luckybox import actions
from boltbox.rules.luckybox.state import State as LuckyState
from boltbox.rules.shelf import AnyGame
from boltbox.table.log import Entry
from boltbox.table.table import Request, Table
from tests import tiny


class Forked:
    """Is luck that is another one for some draws."""

    def __init__(self, luck: Luck, other: Luck, differs: Callable[[str, int, int], bool]) -> None:
        self.luck, self.other, self.differs = luck, other, differs

    def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
        return (self.other if self.differs(stream, a, b) else self.luck).draw(stream, a, b, c, size)


def wild(game: AnyGame, state: State, rng: Random) -> tuple[Seat, Action]:
    """Names what somebody tries next."""
    waiting = game.to_act(state)
    seat = rng.choice(waiting)
    if isinstance(state, LuckyState):
        seats = [place.seat for place in state.places]
        chance = rng.random()
        if chance < 0.08:
            return rng.choice(seats), actions.TakeBack(rng.randrange(3))
        if chance < 0.1:
            return rng.choice(seats), actions.Confirm(rng.random() < 0.5)
        if chance < 0.13:
            return rng.choice(seats), actions.Cross(rng.randrange(60), rng.randrange(9), "drawn")
        if chance < 0.16:
            return rng.choice(seats), actions.Choose(state.hands[seat - 1].offer[: rng.randrange(4)])
    elif isinstance(state, DiceState):
        return dice_wish(game, state, seat, rng)
    elif rng.random() < 0.2:
        return seat, tiny.Nod()
    return seat, rng.choice(game.legal(state, seat))


def dice_wish(game: AnyGame, state: DiceState, seat: Seat, rng: Random) -> tuple[Seat, Action]:
    """Names a roll, a keep or a call, pressed at some time over some line."""
    kinds = {type(action): action for action in sorted(game.legal(state, seat), key=lambda _: rng.random())}
    action = rng.choice(sorted(kinds.values(), key=repr))
    timing = Timing(rng.choice((None, rng.randrange(1 << 41))), rng.randrange(300), rng.randrange(300))
    return seat, stamp(msgspec.convert(msgspec.to_builtins(action), type=DiceAction), timing)


def playing(game: AnyGame, seats: int, seed: int, luck: Luck | None = None) -> Iterator[tuple[Table, Entry]]:
    """Plays a whole game wildly, and yields the table after each entry with that entry."""
    rng = Random(seed)
    table = Table(game, luck or MixerLuck(seed))
    options = tiny.Options(rounds=12) if game.name == "tiny" else game.options()
    answer = table.start(options, tuple(range(1, seats + 1)), 0)
    instant = 0
    while True:
        for entry in answer.entries:
            yield table, entry
        state = table.state
        if state is None or table.over:
            return
        instant += rng.randrange(400)
        seat, action = wild(game, state, rng)
        answer = table.submit(Request(seat, action, game.decision(state, seat), f"id{instant}"), instant)
