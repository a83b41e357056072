"""Which tables does the database have? One schema for SQLite and PostgreSQL; the migrations lead to it."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    false,
    true,
)

# Constraints have names by rule, so that a later migration can name what it changes on every database.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

INSTANT = BigInteger().with_variant(Integer, "sqlite")  # milliseconds since 1970
COUNT = BigInteger().with_variant(Integer, "sqlite")
ID = String(40)
HASH = String(64)  # SHA-256, hexadecimal
DAY = String(10)  # of UTC, as 2026-11-30
# JSON is kept as the bytes that were sent: records hash them, so a database must not reformat them.
JSON = LargeBinary()

people = Table(
    "people",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("suit", SmallInteger, nullable=False),
    Column("created", INSTANT, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),  # SHA-256 of the token; the token itself is nowhere
    Column("person", ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("created", INSTANT, nullable=False),
)

# A code moves a person to another device, once.
codes = Table(
    "codes",
    metadata,
    Column("hash", LargeBinary, primary_key=True),  # SHA-256 of the code
    Column("person", ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("created", INSTANT, nullable=False),
)

deals = Table(
    "deals",
    metadata,
    Column("commitment", HASH, primary_key=True),  # SHA-256 of the secret, shown before the first entry
    Column("secret", LargeBinary, nullable=False),
    Column("created", INSTANT, nullable=False),
    Column("words", JSON),  # what people's pages added, from the start of the game on
)

# Each day has one deal of a game, the same for everybody.
daily = Table(
    "daily",
    metadata,
    Column("day", DAY, primary_key=True),
    Column("game", ID, primary_key=True),
    Column("deal", HASH, ForeignKey("deals.commitment"), nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("game", ID, nullable=False),
    Column("status", String(8), nullable=False, index=True),  # open, running, ended, stopped
    Column("options", JSON, nullable=False),
    Column("host", ID, ForeignKey("people.id"), nullable=False),
    Column("created", INSTANT, nullable=False),
    Column("deal", HASH, ForeignKey("deals.commitment"), nullable=False),
    Column("next", ID, ForeignKey("tables.id")),  # opened to play again
    Column("visited", INSTANT, nullable=False, server_default="0"),  # give or take an hour; 0: not since then
    Column("code", ID),  # six letters to type instead of the id
    Column("watch", ID, index=True, unique=True),  # the id for watching
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("act_seconds", SmallInteger),
    Column("absent", ID, nullable=False, server_default="wait"),
    Column("chat", Boolean, nullable=False, server_default=true()),
    Column("digest", HASH),  # with which the record ends, from the end of the game on
    Column("day", DAY),  # whose deal is played here as the host's one counted try
    Column("practice", DAY),  # whose deal is played here without counting
    Column("even_lines", Boolean, nullable=False, server_default=true()),
    # One try a day for each person, whoever asks for two at once; of no day there may be any number.
    Index(None, "day", "game", "host", unique=True),
)
# Codes are few enough to be typed, so they are used again; never by two tables that can be joined.
OPEN: Final = tables.c.status == "open"
Index("ix_tables_code", tables.c.code, unique=True, sqlite_where=OPEN, postgresql_where=OPEN)

seats = Table(
    "seats",
    metadata,
    Column("table", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("suit", SmallInteger, nullable=False),
    Column("name", Text, nullable=False),  # a person's is in `people`, until the game has ended
    Column("person", ID, ForeignKey("people.id"), index=True),
    Column("bot", ID),
    Column("ready", Boolean, nullable=False, server_default=true()),  # agrees to what is arranged
    Column("guest", Boolean, nullable=False, server_default=false()),  # on the device of `person`
)

entries = Table(
    "entries",
    metadata,
    Column("stream", ID, primary_key=True),  # a table or a contest
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("instant", INSTANT, nullable=False),
    Column("actor", SmallInteger, nullable=False),
    Column("id", ID),  # the client's
    Column("decision", COUNT),
    Column("action", JSON),
    Column("events", JSON, nullable=False),
)

# Options under a name, to be taken again and shown by a link.
presets = Table(
    "presets",
    metadata,
    Column("id", ID, primary_key=True),
    Column("person", ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("game", ID, nullable=False),
    Column("name", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("created", INSTANT, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("table", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("game", ID, nullable=False),
    Column("person", ID, ForeignKey("people.id")),
    Column("bot", ID),
    Column("total", Integer, nullable=False),
    Column("parts", JSON, nullable=False),  # part -> points
    Column("rank", SmallInteger, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options_hash", HASH, nullable=False),
    Column("house", Boolean, nullable=False),  # played by house rules
    Column("bots", SmallInteger, nullable=False),  # how many seats bots played
    Column("counted", Boolean, nullable=False),
    Column("ended", INSTANT, nullable=False),
    # Bests and ratings fold a person's or a game's results in the order they came.
    Index(None, "person", "ended"),
    Index(None, "game", "ended"),
)

# Games as files that people brought.
records = Table(
    "records",
    metadata,
    Column("id", ID, primary_key=True),
    Column("person", ID, ForeignKey("people.id"), nullable=False),
    Column("game", ID, nullable=False),
    Column("created", INSTANT, nullable=False),
    Column("hash", HASH, nullable=False),  # of the file
    Column("card", JSON, nullable=False),  # what was found when it was brought
    Column("text", LargeBinary, nullable=False),  # the file, packed by gzip
    Index(None, "person", "hash", unique=True),
)
