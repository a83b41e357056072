"""How quick is a whole game read from a record, folded and checked? As a ratio to parsing it as JSON."""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from boltbox.bots import answer, bots_of
from boltbox.rules.shelf import SHELF
from boltbox.table.clock import Terms
from boltbox.table.deal import SECRET_BYTES, Deal
from boltbox.table.log import Entry
from boltbox.table.record import Record, Sitter, fold_record, lines_of, read_record, revealed, write_record
from boltbox.table.table import Request, Table
from boltbox.table.timed import TimedOptions, timed
from boltbox.table.verify import verify

FOLD_MS: Final = 50.0  # to the end of a game of six, read from its file


class Cost(NamedTuple):
    """Is what something took, and how often as long as parsing the same file."""

    name: str
    milliseconds: float
    ratio: float


def game_of(seats: int, seed: int = 1) -> bytes:
    """Writes the record of a whole game among bots, at a table that keeps time."""
    game, deal = SHELF["luckybox"], Deal(bytes([seed] * SECRET_BYTES))
    numbers = tuple(range(1, seats + 1))
    table, bot, luck = Table(timed(game), deal.luck()), bots_of(game.name)["uniform"], deal.bot_luck()
    start = table.start(TimedOptions(game.options(), Terms(numbers, act_seconds=60)), numbers, 0)
    entries: list[Entry] = list(start.entries)
    while (state := table.state) is not None and not table.over:
        seat = table.game.to_act(state)[0]
        action = answer(bot, table.game, state, seat, luck)
        entries += table.submit(Request(seat, action), entries[-1].instant + 100).entries
    sitters = tuple(map(Sitter, numbers))
    record = Record(game.name, game.rules, game.options(), sitters, revealed(deal), lines_of(entries))
    return write_record(record)


def measure(seats: int = 6, rounds: int = 20) -> tuple[bytes, list[Cost]]:
    """Measures by turns, and takes the median of each: other work on the machine comes and goes."""
    data = game_of(seats)
    record = read_record(data)
    does: dict[str, Callable[[], object]] = {
        "parse as JSON": lambda: [json.loads(line) for line in data.splitlines()],
        "read, and fold to the end": lambda: read_record(data),
        "fold to the end": lambda: fold_record(record),
        "verify": lambda: verify(record),
        "write": lambda: write_record(record),
    }
    took: dict[str, list[float]] = {name: [] for name in does}
    for _ in range(rounds):
        for name, do in does.items():
            start = time.perf_counter()
            do()
            took[name].append(1000 * (time.perf_counter() - start))
    medians = {name: statistics.median(times) for name, times in took.items()}
    return data, [Cost(name, one, one / medians["parse as JSON"]) for name, one in medians.items()]


def main() -> int:
    """Runs the bench from a terminal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    data, costs = measure(given.seats, given.rounds)
    lines = data.count(b"\n") - 2
    print(f"a game of {given.seats} seats: {lines} entries, {len(data):,} bytes, {len(data) // lines} each")
    for cost in costs:
        print(f"{cost.name:28}{cost.milliseconds:>8.2f} ms{cost.ratio:>8.2f}")
    folded = next(cost.milliseconds for cost in costs if cost.name.startswith("read"))
    print(f"read and folded in {folded:.1f} ms (under {FOLD_MS:.0f} ms)")
    return int(folded >= FOLD_MS)


if __name__ == "__main__":
    sys.exit(main())
