"""What is said over HTTP about games that are over? Records that people brought, and replays."""

from typing import Literal

import msgspec

from boltbox.server.messages import Status, Value


class RecordFinding(Value, frozen=True):
    """Is something wrong with a record: which check found it, in which line of the file, and why."""

    check: str
    line: int
    cause: str


class RecordCard(Value, frozen=True):
    """Is a record that somebody brought: POST /api/records, and GET /api/records (the asker's own)."""

    record: str  # its id
    game: str
    names: tuple[str | None, ...]  # by seat; None: the record keeps it private
    ended: int  # when its last entry happened, milliseconds since 1970
    rules: int  # of which version
    totals: tuple[int, ...]  # by seat; empty: it breaks off
    clean: bool  # nothing is wrong with it
    findings: tuple[RecordFinding, ...]  # what is wrong, the first 20
    notices: tuple[str, ...]  # what couldn't be checked, and why, in English
    added: int  # when it was brought


class ReplaySeat(Value, frozen=True):
    """Is who sat at a seat."""

    seat: int
    name: str | None  # None: the record keeps it private
    suit: int
    bot: str | None


class ReplayStep(Value, frozen=True):
    """Is what one entry brought an audience, as it saw it then."""

    at: int  # the number of the entry, the same for every audience
    instant: int  # milliseconds since 1970
    parts: dict[str, msgspec.Raw]  # the new values of those that changed; in the first step all
    told: tuple[msgspec.Raw, ...]


class Replay(Value, frozen=True):
    """Is a finished game as one audience saw it.

    Of a table GET /api/tables/{table}/replay, of a record that was brought GET /api/records/{record}/replay.
    """

    share: str  # the id for links to it: of a table the one for watching
    game: str
    rules: int  # by which version it was played; the steps are its own events, whatever the rules are now
    notice: Literal["older", "newer"] | None  # other rules than the server's
    audience: int | None  # a seat; None: who watches
    options: msgspec.Raw
    house_rules: bool
    seats: tuple[ReplaySeat, ...]
    status: Status
    commitment: str
    last: int  # the number of the last entry
    steps: tuple[ReplayStep, ...]  # entries that told this audience nothing are left out
    card: RecordCard | None = None  # of a record that was brought
    saves: bool = True  # its record can be saved; that of a day's deal once the day is over
