"""What do games in files look like that must be read for ever? Writes those that aren't there yet.

A record that was written once stays as it is, whatever becomes of rules, bots and decks.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from boltbox.bots import answer, bots_of
from boltbox.rules.game import Event, Options, Outcome, Seat
from boltbox.rules.luckybox import options as luckybox
from boltbox.rules.luckybox.events import BoxFinished, GameEnded
from boltbox.rules.luckybox.scoring import places
from boltbox.rules.shelf import SHELF
from boltbox.table.clock import SetPause, SetPresence, Terms
from boltbox.table.deal import SECRET_BYTES, Deal
from boltbox.table.log import Entry
from boltbox.table.record import Record, Sitter, lines_of, revealed, write_record
from boltbox.table.table import Request, Table
from boltbox.table.timed import TimedOptions, timed

FOLDER: Final = Path(__file__).resolve().parent.parent / "tests" / "golden" / "records"
T0: Final = 1_800_000_000_000
MORE: Final = 5  # what a box paid more by rules that never were


def chengdu() -> Record:
    """Plays three by chengdu, two people and a bot; one of them pauses and one goes away."""
    sitters = (Sitter(1, "Zo\u00eb"), Sitter(2, "\u963f\u4e3d"), Sitter(3, "Volta", "greedy"))
    return _played(luckybox.defaults("chengdu"), sitters, seed=81)


def older() -> Record:
    """Plays two by rules 0, which never were: a finished box pays five points more than today."""
    record = _played(luckybox.Options(rounds=2), (Sitter(1, "Zo\u00eb"), Sitter(2, None)), seed=82)
    finished = [0, 0]
    lines = []
    for line in record.lines:
        events = tuple(_paid_more(event, finished) for event in line.events)
        lines.append(replace(line, events=events))
    return replace(record, rules=0, lines=tuple(lines))


def _paid_more(event: Event, finished: list[int]) -> Event:
    if isinstance(event, BoxFinished):
        finished[event.seat - 1] += 1
        return replace(event, points=event.points + MORE)
    if not isinstance(event, GameEnded):
        return event
    more = [MORE * count for count in finished]
    was = event.outcome
    totals = tuple(total + extra for total, extra in zip(was.totals, more, strict=True))
    parts = tuple(
        {**part, "boxes": part["boxes"] + extra} for part, extra in zip(was.parts, more, strict=True)
    )
    return GameEnded(Outcome(was.reason, totals, parts, places([(total,) for total in totals])))


def _played(options: Options, sitters: tuple[Sitter, ...], seed: int) -> Record:
    game, deal = SHELF["luckybox"], Deal(bytes([seed] * SECRET_BYTES))
    seats: tuple[Seat, ...] = tuple(one.seat for one in sitters)
    people = tuple(one.seat for one in sitters if one.bot is None)
    table, bot, luck = Table(timed(game), deal.luck()), bots_of(game.name)["greedy"], deal.bot_luck()
    log: list[Entry] = []
    log += table.start(TimedOptions(options, Terms(people, act_seconds=60)), seats, T0).entries
    while (state := table.state) is not None and not table.over:
        seat = table.game.to_act(state)[-1]
        now = log[-1].instant + 700 + 130 * (len(log) % 9)
        if len(log) in (40, 41):
            log += table.submit(Request(people[0], SetPause(on=len(log) == 40)), now).entries
        elif len(log) in (60, 70):
            presence = SetPresence((people[-1],), "away" if len(log) == 60 else "here")
            log += table.submit(Request(0, presence), now).entries
        log += table.submit(Request(seat, answer(bot, table.game, state, seat, luck)), now).entries
    return Record(game.name, game.rules, options, sitters, revealed(deal), lines_of(log))


RECORDS: Final[Mapping[str, Callable[[], Record]]] = {
    "luckybox-1-chengdu.txt": chengdu,
    "luckybox-0-older.txt": older,
}


def main() -> None:
    """Writes the records that aren't there."""
    for name, played in RECORDS.items():
        path = FOLDER / name
        if not path.exists():
            path.write_bytes(write_record(played()))
            print(f"wrote {path.relative_to(FOLDER.parents[2])}")


if __name__ == "__main__":
    main()
