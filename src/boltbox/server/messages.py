"""What is said between a client and the server? Two closed sets of tagged messages, the envelopes.

A game's actions, told events and parts come from its room by way of the shelf; inside they are raw JSON.
Every request carries an `id` made by the client; exactly one answer names it in `for`.
"""

from typing import Annotated, Final, Literal

import msgspec

from boltbox.rules.game import Tagged

PROTOCOL: Final = (
    1  # raised when an older page could misread a message; a test holds schema and number together
)

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]  # made by the client


class Value(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Is a value inside envelopes and HTTP bodies."""


Status = Literal["open", "running", "ended", "stopped"]  # of a table

# From the client --------------------------------------------------------------------------------------------


class Hello(Tagged, frozen=True):
    """Opens a connection: which protocol the page speaks, and the last version that it saw of this table.

    Said again, it brings everything anew.
    """

    protocol: int
    build: str = ""
    seen: int | None = None
    watch: bool = False  # came by the link for spectators: sees what they see, even who sits here elsewhere


class Act(Tagged, frozen=True):
    """Asks the game for an action; the actor is the seat of the connection."""

    id: Id
    decision: int  # the ask that it answers
    action: msgspec.Raw


class Join(Tagged, frozen=True):
    """Takes a free seat, before the start; without a number the first free one."""

    id: Id
    seat: int | None = None


class Leave(Tagged, frozen=True):
    """Gives up the own seat, before the start."""

    id: Id


class SeatBot(Tagged, frozen=True):
    """Lets a bot take a free seat; the host only."""

    id: Id
    bot: str
    seat: int | None = None


class Unseat(Tagged, frozen=True):
    """Takes a bot from its seat, before the start; the host only."""

    id: Id
    seat: int


class Start(Tagged, frozen=True):
    """Starts the game with those who sit; the host only."""

    id: Id


class Again(Tagged, frozen=True):
    """Opens a new table with the same people, after the end; who sat is seated, the others are told."""

    id: Id


class Ping(Tagged, frozen=True):
    """Asks whether the line is alive."""

    id: Id


ClientMessage = Hello | Act | Join | Leave | SeatBot | Unseat | Start | Again | Ping

# From the server --------------------------------------------------------------------------------------------


class Welcome(Tagged, frozen=True):
    """Answers `hello`: who the connection is, before anything else."""

    protocol: int
    build: str
    person: str
    name: str
    seat: int | None  # the seat of the connection; None watches


class LobbySeat(Value, frozen=True):
    """Is a taken seat as everybody sees it."""

    seat: int
    name: str
    suit: int  # colour and shape, 0 to 11, unlike any other's at the table
    bot: str | None = None  # which bot plays it
    present: bool = True  # a connection is there (bots always)


class Lobby(Tagged, frozen=True):
    """Says who sits at the table and what was agreed; sent whole whenever it changes."""

    table: str
    game: str
    status: Status
    seats: tuple[LobbySeat, ...]
    host: int | None  # the host's seat
    you: int | None  # the seat of this connection
    options: msgspec.Raw  # the game's options
    house_rules: bool
    commitment: str  # SHA-256 of the deal's secret, hexadecimal, shown from the opening on
    may_start: bool  # enough seats are taken
    next: str | None = None  # the table that was opened to play again
    for_: Id | None = msgspec.field(default=None, name="for")


class Whole(Tagged, frozen=True):
    """Brings the whole view in one frame, with what was told since the version seen if at hand."""

    version: int  # of this view
    parts: dict[str, msgspec.Raw]
    told: tuple[msgspec.Raw, ...] | None = None  # None: not at hand
    for_: Id | None = msgspec.field(default=None, name="for")


class Step(Tagged, frozen=True):
    """Brings what one entry changed: the new values of its parts, and what is told of it, in order."""

    version: int  # the last one plus 1; anything else means that a frame was lost
    parts: dict[str, msgspec.Raw]
    told: tuple[msgspec.Raw, ...]
    for_: Id | None = msgspec.field(default=None, name="for")


class Refused(Tagged, frozen=True):
    """Answers a request that was not done: why, and what was wrong. `for` is None if no id could be read."""

    code: str
    text: str  # the English sentence
    params: dict[str, int | str]
    thing: str  # the field or thing that was wrong
    for_: Id | None = msgspec.field(default=None, name="for")


class Already(Tagged, frozen=True):
    """Answers a repeated request whose action was accepted at this version of the view."""

    version: int
    for_: Id = msgspec.field(name="for")


class Pong(Tagged, frozen=True):
    """Answers `ping`."""

    instant: int  # milliseconds since 1970 on the server's clock
    for_: Id = msgspec.field(name="for")


ServerMessage = Welcome | Lobby | Whole | Step | Refused | Already | Pong

# Over HTTP --------------------------------------------------------------------------------------------------


class Me(Value, frozen=True):
    """Is who the cookie says one is: GET and PUT /api/me, POST /api/move/{code}."""

    person: str
    name: str
    suit: int  # the favourite colour, 0 to 11
    replaced: str | None = None  # the name of somebody else whose device this was until now


class DeviceCode(Value, frozen=True):
    """Is a code that moves the asker to another device, once: POST /api/move."""

    code: str
    until: int  # milliseconds since 1970 on the server's clock


class MeChange(Value, frozen=True):
    """Is the body of PUT /api/me."""

    name: str
    suit: int = 0


class NewTable(Value, frozen=True):
    """Is the body of POST /api/tables: opens a table, sits the asker and bots, and starts if asked to."""

    game: str
    options: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    bots: tuple[str, ...] = ()
    start: bool = False


class TableCard(Value, frozen=True):
    """Is a table in a list: POST /api/tables, GET /api/tables (the asker's own), GET /api/tables/{table}."""

    table: str
    game: str
    status: str
    names: tuple[str, ...]
    created: int
    your_turn: bool


class GameCard(Value, frozen=True):
    """Is a game on the shelf: GET /api/games."""

    game: str
    least: int  # fewest seats
    most: int  # most seats
    options: msgspec.Raw  # the defaults
    bots: tuple[str, ...]


class Health(Value, frozen=True):
    """Says that the server is well: GET /api/health."""

    build: str


class Problem(Value, frozen=True):
    """Is the body of every HTTP error."""

    code: str
    text: str
    params: dict[str, int | str] = {}
    thing: str = ""
