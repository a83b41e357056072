"""How does what a table decided become rows of a store, and rows a table again?"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from boltbox.rules.game import Instant, Options, Outcome
from boltbox.rules.shelf import AnyGame
from boltbox.server.messages import TableSettings
from boltbox.server.store import EntryRow, ResultRow, TableRow
from boltbox.server.utc import closes
from boltbox.table.codec import Codec
from boltbox.table.log import Entry
from boltbox.table.seats import Chair, Company

OVER: Final = ("ended", "stopped")  # the status of a table whose game is over


def kept(row: TableRow, company: Company, settings: TableSettings) -> TableRow:
    """Writes who sits at a table now, who is its host and how it is kept."""
    return replace(
        row,
        chairs=company.chairs,
        host=company.host,
        listed=settings.listed,
        act_seconds=settings.act_seconds,
        absent=settings.absent,
        chat=settings.chat,
        even_lines=settings.even_lines,
    )


def entry_row(stream: str, entry: Entry, codec: Codec) -> EntryRow:
    """Writes an entry."""
    return EntryRow(
        stream=stream,
        version=entry.version,
        instant=entry.instant,
        actor=entry.actor,
        id=entry.id,
        decision=entry.decision,
        action=None if entry.action is None else codec.write(entry.action),
        events=codec.write(entry.events),
    )


def entries(rows: Iterable[EntryRow], game: AnyGame, codec: Codec) -> Iterator[Entry]:
    """Reads the entries of a whole log, folding as it goes."""
    state = None
    for row in rows:
        events = codec.events(row.events)
        before, state = state, game.fold(state, events)
        yield Entry(
            version=row.version,
            instant=row.instant,
            actor=row.actor,
            id=row.id,
            decision=row.decision,
            action=None if row.action is None else codec.stored_action(row.action),
            events=events,
            before=before,
            after=state,
        )


def result_rows(
    row: TableRow, game: AnyGame, options: Options, chairs: tuple[Chair, ...], end: tuple[Outcome, Instant]
) -> tuple[ResultRow, ...]:
    """Writes how each seat ended, with what decides whether it can be compared with other games.

    Practice leaves no result; a try that ends after its day isn't counted, as its luck is known by then.
    """
    if row.practice is not None:
        return ()
    outcome, instant = end
    codec = Codec(game)
    house = game.house_rules(options, len(chairs))
    counts = not house and outcome.reason != "stopped"
    counts = counts and (row.day is None or instant < closes(row.day))
    return tuple(
        ResultRow(
            table=row.id,
            seat=chair.seat,
            game=game.name,
            person=None if chair.guest else chair.person,  # nobody's result is another one's
            bot=chair.bot,
            total=outcome.totals[place],
            parts=codec.write(outcome.parts[place]),
            rank=outcome.places[place],
            rules=game.rules,
            options_hash=hashlib.sha256(codec.write(options)).hexdigest(),
            house=house,
            bots=sum(one.bot is not None for one in chairs),
            counted=counts,
            ended=instant,
        )
        for place, chair in enumerate(chairs)
    )
