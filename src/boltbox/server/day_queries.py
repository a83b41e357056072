"""What does a store ask its database about days and games alone? Work on a connection, for every database."""

from typing import Final

from sqlalchemy import Connection, and_, bindparam, exists, func, insert, or_, select

from boltbox.server.queries import read
from boltbox.server.schema import daily, deals, people, results, seats, tables
from boltbox.server.store import Attempt, DayRow, Placed, SoloSum

DAY: Final = (
    select(daily.c.day, daily.c.game, deals.c.commitment, deals.c.secret, deals.c.created)
    .join(deals, deals.c.commitment == daily.c.deal)
    .where(daily.c.day == bindparam("day"), daily.c.game == bindparam("game"))
)
_OF_DAY: Final = (tables.c.day == bindparam("day"), tables.c.game == bindparam("game"))
ATTEMPT: Final = (
    select(
        tables.c.id.label("table"),
        *(tables.c.watch, tables.c.status),
        *(results.c.total, results.c.parts, results.c.counted),
    )
    .join(results, results.c.table == tables.c.id, isouter=True)
    .where(*_OF_DAY, tables.c.host == bindparam("person"))
)
_board = (
    select(
        *(people.c.id.label("person"), seats.c.suit, tables.c.watch),
        # A seat has a person's name once it is to stay as it was.
        func.coalesce(func.nullif(seats.c.name, ""), people.c.name).label("name"),
        *(results.c.total, results.c.parts),
        func.rank().over(order_by=results.c.total.desc()).label("place"),
        func.row_number().over(order_by=(results.c.total.desc(), results.c.ended, tables.c.id)).label("row"),
        func.count().over().label("tries"),
    )
    .join(results, results.c.table == tables.c.id)
    .join(seats, and_(seats.c.table == results.c.table, seats.c.seat == results.c.seat))
    .join(people, people.c.id == results.c.person)
    .where(*_OF_DAY, results.c.counted)
    .subquery()
)
PLACED: Final = (
    select(*(_board.c[name] for name in Placed.__struct_fields__))
    .where(or_(_board.c.row <= bindparam("most"), _board.c.person == bindparam("person")))
    .order_by(_board.c.row)
)

_others = results.alias()
_ALONE: Final = (
    results.c.person == bindparam("person"),
    results.c.counted,
    ~exists().where(_others.c.table == results.c.table, _others.c.seat != results.c.seat),
)
SUMS: Final = (
    select(
        results.c.options_hash,
        func.count().label("count"),
        func.sum(results.c.total).label("sum"),
        func.max(results.c.total).label("best"),
        func.min(results.c.total).label("least"),
        func.max(results.c.table).label("table"),  # any of them
    )
    .where(*_ALONE, results.c.game == bindparam("game"))
    .group_by(results.c.options_hash)
    .order_by(func.max(results.c.ended).desc())
)
_HASHES: Final = results.c.options_hash.in_(bindparam("hashes", expanding=True))
_NEWEST_FIRST: Final = (results.c.ended.desc(), results.c.table)
GAMES: Final = (
    select(
        *(results.c.table, tables.c.watch, results.c.total, results.c.parts, results.c.ended, tables.c.day),
        func.max(results.c.total).over(order_by=_NEWEST_FIRST, rows=(1, None)).label("before"),
        func.min(results.c.total).over(order_by=_NEWEST_FIRST, rows=(1, None)).label("least_before"),
    )
    .join(tables, tables.c.id == results.c.table)
    .where(*_ALONE, _HASHES)
    .order_by(*_NEWEST_FIRST)
    .limit(bindparam("most"))
)
OPTIONS: Final = select(tables.c.id, tables.c.options).where(
    tables.c.id.in_(bindparam("tables", expanding=True))
)


def new_day(connection: Connection, day: DayRow) -> DayRow:
    """Adds a day with its deal if it isn't there, and returns the one that is."""
    there = find_day(connection, day.day, day.game)
    if there is not None:
        return there
    deal = {"commitment": day.commitment, "secret": day.secret, "created": day.created}
    connection.execute(insert(deals), deal)
    connection.execute(insert(daily), {"day": day.day, "game": day.game, "deal": day.commitment})
    return day


def find_day(connection: Connection, day: str, game: str) -> DayRow | None:
    """Finds a day with its deal."""
    row = connection.execute(DAY, {"day": day, "game": game}).one_or_none()
    return None if row is None else read(row, DayRow)


def attempt(connection: Connection, day: str, game: str, person: str) -> Attempt | None:
    """Finds a person's counted try of a day's deal."""
    row = connection.execute(ATTEMPT, {"day": day, "game": game, "person": person}).one_or_none()
    return None if row is None else read(row, Attempt)


def solo_sums(connection: Connection, person: str, game: str) -> list[SoloSum]:
    """Sums up a person's counted games alone, those by the same options together."""
    sums = connection.execute(SUMS, {"person": person, "game": game}).mappings().all()
    found = connection.execute(OPTIONS, {"tables": [one["table"] for one in sums]})
    options: dict[str, bytes] = {row.id: row.options for row in found}
    return [
        SoloSum(
            options_hash=one["options_hash"],
            options=options[one["table"]],
            count=one["count"],
            sum=int(one["sum"]),
            best=one["best"],
            least=one["least"],
        )
        for one in sums
    ]
