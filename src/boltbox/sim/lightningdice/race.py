"""How does a race of bots go on? Who presses next, what falls due before: as `bots.pacer` and a table do."""

import numpy as np
import numpy.typing as npt

from boltbox.sim import luck
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.lightningdice import bots, play
from boltbox.sim.lightningdice.arrays import MOST_SEATS, NEVER, Record, Records
from boltbox.sim.lightningdice.bots import NOTHING

Keeps = npt.NDArray[np.int64]


@kernel
def seat_bots(racers: Records, kinds: npt.NDArray[np.int64], seats: int, seed: np.uint64) -> None:
    """Seats a bot at each seat, and forgets all presses; they draw from this seed."""
    bot_key, pace_key = luck.start_key(seed, luck.BOT), luck.start_key(seed, bots.PACE_STREAM)
    for index in range(MOST_SEATS):
        if seats >> index & 1:
            racer = racers[index]
            racer["bot"] = kinds[index]
            racer["code"] = NOTHING
            racer["press"] = NEVER
            racer["rolls"] = 0
            racer["bot_key"] = luck.folded(bot_key, index + 1)
            racer["pace_key"] = luck.folded(pace_key, index + 1)


@inlined
def look(rules: Record, game: Record, racers: Records, keeps: Keeps, now: int) -> None:
    """Asks each bot whose ask is another than before; its older answer is never pressed (`Pacer.look`)."""
    for index in range(MOST_SEATS):
        if game["asked"] >> index & 1:
            racer = racers[index]
            racer["code"] = bots.think(rules, game, index + 1, racer, keeps)
            if racer["code"] != NOTHING:
                racer["press"] = now + bots.pace(game["places"][index], racer, racer["code"])
    game["asked"] = 0


@inlined
def next_press(game: Record, racers: Records) -> int:
    """Is the seat that presses next if nothing changes before, or 0 (`Pacer.next`)."""
    seat, when = 0, NEVER
    for index in range(MOST_SEATS):
        if not game["seats"] >> index & 1 or racers[index]["code"] == NOTHING:
            continue
        if when == NEVER or racers[index]["press"] < when:
            seat, when = index + 1, racers[index]["press"]
    return seat


@kernel
def step(rules: Records, games: Records, g: int, racers: Records, keeps: Keeps, now: int) -> tuple[int, int]:
    """Lets the next thing happen: is when, and who pressed; 0: something fell due."""
    return stepped(rules[0], games[g], racers, keeps, now)


@inlined
def stepped(rules: Record, game: Record, racers: Records, keeps: Keeps, now: int) -> tuple[int, int]:
    """Is `step`, for kernels that have the records at hand."""
    look(rules, game, racers, keeps, now)
    seat = next_press(game, racers)
    due, kind, whose = play.next_due(game)
    if seat == 0 or (due != NEVER and due <= racers[seat - 1]["press"]):
        now = max(now, due)
        play.befall(rules, game, kind, whose, now)
        return now, 0
    now = racers[seat - 1]["press"]
    code = racers[seat - 1]["code"]
    racers[seat - 1]["code"] = NOTHING
    play.acted(rules, game, seat, code, now)
    return now, seat
