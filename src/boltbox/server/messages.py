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
# 32 bytes, hexadecimal; the pattern alone would let the end of a line through.
Hex32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class Value(msgspec.Struct, frozen=True, gc=False, rename="camel", forbid_unknown_fields=True):
    """Is a value inside envelopes and HTTP bodies."""


Status = Literal["open", "running", "ended", "stopped"]  # of a table
Reaction = Literal["hello", "clap", "laugh", "wow", "ouch", "thanks", "luck", "bolt"]


class TableSettings(Value, frozen=True):
    """Is how a table is kept, whatever the game; the host arranges it."""

    listed: bool = False  # shown in the public list of open tables
    act_seconds: int | None = None  # time to act, 10 to 600 (LB-3.8); None: as long as one likes
    absent: str = "wait"  # who is away or has left: "wait", "pass" for them, or the bot that plays for them
    chat: bool = True  # free text among those who came by the link
    even_lines: bool = True  # in real time: goals and rests wait for faster lines, and land together


# From the client --------------------------------------------------------------------------------------------


class Hello(Tagged, frozen=True):
    """Opens a connection: which protocol the page speaks, and the last version that it saw of this table.

    Said again, it brings everything anew.
    """

    protocol: int
    build: str = ""
    seen: int | None = None
    seat: int | None = None  # with several seats on this device: the one that it sits at, and saw this of


class Act(Tagged, frozen=True):
    """Asks the game for an action; the actor is the seat of the connection."""

    id: Id
    decision: int  # the ask that it answers
    action: msgspec.Raw
    # When it was pressed, by the table's clock as the page knows it; a game in real time dates it by that.
    pressed: int | None = None


class Join(Tagged, frozen=True):
    """Takes a free seat, before the start, the first one without a number; or takes the own one back.

    Who joins is ready. Who left a running game may come back to the own seat until the end.
    """

    id: Id
    seat: int | None = None


class Leave(Tagged, frozen=True):
    """Gives up the own seat; in a running game it waits, or is played for, as was arranged."""

    id: Id


class SeatBot(Tagged, frozen=True):
    """Lets a bot take a free seat; the host only."""

    id: Id
    bot: str
    seat: int | None = None


class Unseat(Tagged, frozen=True):
    """Takes a bot, or a person who isn't there, from a seat before the start; the host only.

    A guest goes with the person, or alone, if the person whose device it is asks for that.
    """

    id: Id
    seat: int


class SeatGuest(Tagged, frozen=True):
    """Lets somebody take a free seat on this device, before the start, for pass and play.

    A guest agrees, leaves and is away with the person whose device it is.
    """

    id: Id
    name: str
    suit: int | None = None  # colour and shape, 0 to 11, where it is free
    seat: int | None = None


class NameGuest(Tagged, frozen=True):
    """Gives a guest on this device another name, before the start."""

    id: Id
    seat: int
    name: str
    suit: int | None = None


class Sit(Tagged, frozen=True):
    """Sits this connection at one of its person's seats: it sees and acts for that one alone from now on.

    With none it sits nowhere and sees what spectators see, as while a device is passed on. The answer is
    `whole`, after a `lobby` whose `you` is the seat.
    """

    id: Id
    seat: int | None = None


class ReadyUp(Tagged, frozen=True):
    """Agrees to what is arranged, or withdraws that, before the start."""

    id: Id
    on: bool


class Arrange(Tagged, frozen=True):
    """Arranges how the table is kept; the host only. Before the start all others must agree to it anew.

    In a running game only `absent`, `chat` and `listed` can be another.
    """

    id: Id
    settings: TableSettings


class Pause(Tagged, frozen=True):
    """Stops the game for everybody, or lets it go on; the host only. All that is due moves by its length."""

    id: Id
    on: bool


class Start(Tagged, frozen=True):
    """Starts the game with those who sit, when all have agreed; the host only, who agrees by it."""

    id: Id


class Seal(Tagged, frozen=True):
    """Gives the hash of the page's secret word, before the start; the last one that is said counts.

    It is forgotten when the page goes, or the person leaves.
    """

    id: Id
    hash: Hex32  # SHA-256 of the word


class Reveal(Tagged, frozen=True):
    """Tells the word, once the lobby says that words are awaited: it goes into the seed of the deal."""

    id: Id
    word: Hex32


class Again(Tagged, frozen=True):
    """Opens a new table with the same people, after the end; who sat is seated, the others are told.

    With nobody but bots it starts at once.
    """

    id: Id
    seal: Hex32 | None = None  # where it starts at once: the hash of a word, as in `seal`


class React(Tagged, frozen=True):
    """Shows a reaction to everybody at the table."""

    id: Id
    reaction: Reaction


class Say(Tagged, frozen=True):
    """Says something to all who came by the link; who watches neither says nor hears it."""

    id: Id
    text: str  # 1 to 200 characters


class Ping(Tagged, frozen=True):
    """Asks whether the line is alive."""

    id: Id


class Echo(Tagged, frozen=True):
    """Answers `probe`, at once. It gets no answer itself."""

    n: int  # the probe's


ClientMessage = (
    Hello
    | Act
    | Join
    | Leave
    | SeatBot
    | Unseat
    | SeatGuest
    | NameGuest
    | Sit
    | ReadyUp
    | Arrange
    | Pause
    | Start
    | Seal
    | Reveal
    | Again
    | React
    | Say
    | Ping
    | Echo
)

# From the server --------------------------------------------------------------------------------------------


class Welcome(Tagged, frozen=True):
    """Answers `hello`: who the connection is, before anything else."""

    protocol: int
    build: str
    person: str
    name: str
    seat: int | None  # the seat of the connection; None watches
    instant: int = 0  # milliseconds since 1970 on the table's clock


class LobbySeat(Value, frozen=True):
    """Is a taken seat as everybody sees it."""

    seat: int
    name: str
    suit: int  # colour and shape, 0 to 11, unlike any other's at the table
    bot: str | None = None  # which bot sits here
    present: bool = True  # a connection is there (bots always)
    ready: bool = True  # agrees to what is arranged (bots always)
    away: bool = False  # in the game: not there for a while
    left: bool = False  # in the game: gave the seat up, and may take it back
    played_by: str | None = None  # in the game: the bot that plays for a person who is away or has left
    guest: bool = False  # plays on the device of somebody who has a seat too
    seal: str | None = None  # before the game: SHA-256 of the word that this person's page keeps


class LobbyDeck(Value, frozen=True):
    """Is the deck of a table in a line; GET /api/tables/{table}/deck gives all that is in it."""

    name: str
    author: str
    licence: str
    faces: int  # how many, or how many goals
    built_in: bool  # it came with the game; else somebody brought it
    hash: str  # SHA-256 of the whole deck as JSON, hexadecimal, as in the head of a record


class Lobby(Tagged, frozen=True):
    """Says who sits at the table and what was agreed; sent whole whenever it changes.

    Who came by the link for watching learns nothing from it that lets one join.
    """

    table: str | None  # its id, which is its link; None: came by the link for watching
    code: str | None  # the same to type: six letters; None as well once the table has ended
    watch: str  # the id for watching
    game: str
    status: Status
    seats: tuple[LobbySeat, ...]
    host: int | None  # the host's seat
    you: int | None  # the seat of this connection
    yours: int | None  # the seat that this person left and may take back
    options: msgspec.Raw  # the game's options; an own deck stands there without what is in it
    house_rules: bool
    commitment: str  # SHA-256 of the deal's secret, hexadecimal, shown from the opening on
    settings: TableSettings
    paused: bool
    may_start: bool  # enough seats are taken, and all but the host have agreed
    next: str | None = None  # the table that was opened to play again; who watches gets its id for watching
    mine: tuple[int, ...] = ()  # the seats on this person's device; several in pass and play
    sealed: bool = False  # the start was pressed: who sits and all seals are fixed, words are awaited
    digest: str | None = None  # after the end: the SHA-256 with which the record of the game ends
    day: str | None = None  # whose deal is played here, as 2026-11-30
    practice: bool = False  # that deal without counting
    deck: LobbyDeck | None = None  # what it is played with; None: there is no deck of that name
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


class Reacted(Tagged, frozen=True):
    """Shows a reaction of somebody at the table; with `for` it answers `react`."""

    speaker: str  # the same for all that one person says and shows at this table
    seat: int | None  # None: of somebody without a seat
    reaction: Reaction
    for_: Id | None = msgspec.field(default=None, name="for")


class Said(Tagged, frozen=True):
    """Brings what somebody said; with `for` it answers `say`."""

    speaker: str  # the same for all that one person says and shows at this table
    seat: int | None  # None: of somebody without a seat
    name: str
    text: str  # text, never markup
    instant: int  # milliseconds since 1970 on the table's clock
    for_: Id | None = msgspec.field(default=None, name="for")


class Talk(Tagged, frozen=True):
    """Brings after `hello` all that was said of late, in order; if anything was."""

    said: tuple[Said, ...]


class Pong(Tagged, frozen=True):
    """Answers `ping`."""

    instant: int  # milliseconds since 1970 on the table's clock
    for_: Id = msgspec.field(name="for")


class Probe(Tagged, frozen=True):
    """Measures the line, at tables of a game in real time; `echo` answers it at once."""

    n: int  # its number


ServerMessage = Welcome | Lobby | Whole | Step | Refused | Already | Reacted | Said | Talk | Pong | Probe

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


class NewGuest(Value, frozen=True):
    """Is somebody who plays on the asker's device."""

    name: str
    suit: int | None = None  # colour and shape, 0 to 11, where it is free


class NewTable(Value, frozen=True):
    """Is the body of POST /api/tables: opens a table, sits asker, guests and bots, and starts if asked to."""

    game: str
    options: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    bots: tuple[str, ...] = ()
    start: bool = False
    settings: TableSettings = TableSettings()
    guests: tuple[NewGuest, ...] = ()  # others on the asker's device: pass and play
    seal: Hex32 | None = None  # SHA-256 of a word of the asker's page, which reveals it once it is connected


class TableCard(Value, frozen=True):
    """Is a table in a line: POST /api/tables, and GET /api/tables (the asker's own).

    Also GET /api/tables/{table}, GET /api/tables/open and GET /api/codes/{code}.
    """

    table: str
    game: str
    status: str
    names: tuple[str, ...]
    created: int
    your_turn: bool
    code: str | None = None  # six letters to type; None once it has ended
    free: int = 0  # how many seats are free; none once it has started
    house_rules: bool = False  # other options than the game's own


class RuleSetCard(Value, frozen=True):
    """Is a rule set of a game, with all its defaults."""

    name: str
    options: msgspec.Raw


class GameCard(Value, frozen=True):
    """Is a game on the shelf: GET /api/games."""

    game: str
    least: int  # fewest seats
    most: int  # most seats
    options: msgspec.Raw  # the defaults
    bots: tuple[str, ...]
    rule_sets: tuple[RuleSetCard, ...] = ()  # the usual one first
    ranges: dict[str, tuple[int, int]] = {}  # option, as `moonPoints.most` -> least and most, lists for each


class Address(Value, frozen=True):
    """Says where others find this server, for links from its own computer: GET /api/address."""

    address: str | None  # as http://192.168.1.5:8000; None: it was started for this computer only


class Health(Value, frozen=True):
    """Says that the server is well: GET /api/health."""

    build: str


class Problem(Value, frozen=True):
    """Is the body of every HTTP error."""

    code: str
    text: str
    params: dict[str, int | str] = {}
    thing: str = ""
