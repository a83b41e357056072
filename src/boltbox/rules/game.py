"""What must every game be able to do, and in which words?"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

import msgspec
from msgspec.structs import fields, replace

from boltbox.rules.luck import Draw, Luck
from boltbox.rules.refusals import Refusal

# An *actor* is a seat (1, 2, ...), JUDGE or TABLE; an *audience* is a seat, JUDGE or SPECTATOR.
TABLE = 0
JUDGE = -1
SPECTATOR = -2

Seat = int
Actor = int
Audience = int
Instant = int  # whole milliseconds since 1970 on the clock of the table's owner


def tag(name: str) -> str:
    """Names a message on the wire: the class's name with a small first letter."""
    return name[0].lower() + name[1:]


# Frozen structs hold only what was there before them, so no circle of them can arise and Python's collector
# needn't look at them (gc=False, inherited): it would spend a tenth of a busy server's time there.
class Tagged(
    msgspec.Struct, frozen=True, gc=False, tag_field="t", tag=tag, rename="camel", forbid_unknown_fields=True
):
    """Is one of a closed set of messages, told apart by its field `t`."""


class Action(Tagged, frozen=True):
    """Says what a seat asks for; who asks is never in it."""


class Event(Tagged, frozen=True):
    """Says what happened, with its results: folding events needs no rules."""


class Told(Tagged, frozen=True):
    """Says what an audience hears of an event."""


class Public(Event, Told, frozen=True):
    """Says what happened, and hides nothing: everybody is told it as it is."""


class Drew(Event, frozen=True):
    """Records draws of luck. Nobody is told it; who has the seed can check it without the rules."""

    draws: tuple[Draw, ...]


class Piece(msgspec.Struct, frozen=True, gc=False, rename="camel", forbid_unknown_fields=True):
    """Is a value inside messages, options and states: a box, a score sheet, a choice."""


class Deck(Piece, frozen=True):
    """Is what a game is played with, as a person writes it; each game adds its things: faces, goals."""

    name: str  # what it is called
    author: str  # who made it
    licence: str  # under which licence

    @property
    def size(self) -> int:
        """Counts its things."""
        raise NotImplementedError

    def write(self) -> str:
        """Writes it as the text of a file, which the game's `decks` read back."""
        raise NotImplementedError


class Part(Piece, frozen=True):
    """Is a top-level field of a view."""


class Ask(Part, frozen=True):
    """Says what a seat may do now; each game adds its choices."""

    decision: int  # the number of this ask; an action names the one it answers
    kind: str  # which question it is
    open: bool  # whether an answer is awaited from this seat


class Options(Piece, frozen=True):
    """Is what was agreed before the start; each game adds its own, with defaults."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Is a position of a game: frozen, without any future in it."""


class Outcome(Piece, frozen=True):
    """Is how a game ended: every part of every score, and the order of the seats."""

    reason: str  # the rule by which it ended: "rounds", "stopped", ...
    totals: tuple[int, ...]  # by seat
    parts: tuple[dict[str, int], ...]  # by seat: part of the score -> points; they add up to the total
    places: tuple[int, ...]  # by seat: 1 is first; level seats share a place
    title: int | None = None  # a solo game's title, 0 the lowest
    counts: tuple[dict[str, int], ...] = ()  # by seat: what is told beside the score, and never adds up to it


# What only TABLE does ---------------------------------------------------------------------------------------


class TimeUp(Action, frozen=True):
    """Says, for TABLE alone, that the time of a seat is up; of seat 0, that what `due` named is due."""

    seat: Seat


class Played(Action, frozen=True):
    """Says, for TABLE alone, whether anybody plays a seat from now on."""

    seat: Seat
    played: bool


class TimeStood(Action, frozen=True):
    """Says, for TABLE alone, that a game in real time goes on, and that no time passed for it since then."""

    since: Instant


class Deserted(Action, frozen=True):
    """Says, for TABLE alone, that every person left a game in real time: only bots would go on."""


TableAction = TimeUp | Played | TimeStood | Deserted
OF_TABLE: Final = (TimeUp, Played, TimeStood, Deserted)


class Timing(Piece, frozen=True):
    """Says when an action was pressed, as far as the server can tell; it stamps what a seat sends."""

    pressed: Instant | None = None  # by the server's clock, as the client states it; None: as it arrived
    span: int = 0  # milliseconds: the measured round trip of that connection
    wait: int = 0  # the longest span of the other connected players (LD-3.8)


O = TypeVar("O", bound=Options)  # noqa: E741
S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


def fill(options: O, named: Container[str], usual: Callable[[O], O]) -> O:
    """Takes from a game's usual options all that isn't named, by its name on the wire."""
    own = {
        field.name: getattr(options, field.name)
        for field in fields(type(options))
        if field.encode_name in named
    }
    return replace(usual(options), **own)


@dataclass(frozen=True)
class Decks(Generic[O]):
    """Is how a game comes to its deck: options name a built-in one, or bring one's own whole."""

    of: Callable[[O], Deck | None]  # the deck of these options; None: there is none of that name
    read: Callable[[str, str], Deck]  # a text and the name of its file, read; raises DeckError
    bare: Callable[[O], O]  # the same options, an own deck without its things: short enough to be shown often


@dataclass(frozen=True)
class Game(Generic[O, S, A]):
    """Is the contract: one set of pure functions, the same for every game."""

    name: str
    rules: int  # raised whenever `act` decides anything differently
    seats: range  # how many may play
    gaps: bool  # whether seat numbers may have gaps (1, 2, 5)

    options: type[O]
    action_types: tuple[type[A], ...]  # what a seat may send
    event_types: tuple[type[Event], ...]  # what a log may hold
    told_types: tuple[type[Told], ...]  # what an audience may hear
    part_types: Mapping[str, type[Part]]  # part -> its type; "seat" stands for seat1, seat2, ...

    usual: Callable[[O], O]  # what such a game has by default: the usual options of its rule set
    check: Callable[[O, int], Refusal | None]  # (options, how many seats): why this can't be started
    house_rules: Callable[[O, int], bool]  # (options, how many seats): whether other than the defaults
    start: Callable[[O, tuple[Seat, ...], Instant, Luck], tuple[Event, ...]]
    act: Callable[[S, Actor, A | TableAction, Instant, Luck], tuple[Event, ...] | Refusal]
    due: Callable[[S], Instant | None]  # when TABLE must tick
    apply: Callable[[S | None, Event], S]  # None: before the first event
    decision: Callable[[S, Seat], int]  # the number of the seat's ask
    # The number of what is asked of it: one for all steps of an answer. None: it has no time that could end.
    question: Callable[[S, Seat], int | None]
    ask: Callable[[S, Seat], Ask]
    legal: Callable[[S, Seat], tuple[A, ...]]  # the ask spelled out, in a fixed order
    to_act: Callable[[S], tuple[Seat, ...]]  # seats with an open ask
    tell: Callable[[Event, Audience], Told | None]
    sources: Callable[[S, Audience], dict[str, tuple[object, ...]]]  # part -> the frozen things it is made of
    part: Callable[[S, Audience, str], Part]
    outcome: Callable[[S], Outcome | None]
    write: Callable[[S], str]  # a position as one line of text
    read: Callable[[str], S]  # the same line read; raises NotationError (words.py)
    write_action: Callable[[A], str]  # an action in the short form that a person types
    read_action: Callable[[str], A]  # the same read; raises NotationError
    write_event: Callable[[Event], str]  # an event as words, for a whole game as text (transcript.py)
    read_event: Callable[[str], Event]  # the same read; raises NotationError
    rule_sets: Mapping[str, O] = field(default_factory=dict)  # name -> its defaults, the usual one first
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # option -> least and most
    decks: Decks[O] | None = None  # None: it is played without any
    # A game in real time dates what a seat does: this puts in what the server knows of the time, and drops
    # what the client said of it. At the table such a game waits for nobody (timed.py). None: it has turns.
    stamp: Callable[[A, Timing], A] | None = None
    lands: tuple[type[Event], ...] = ()  # in real time: what all pages should show at the same moment

    @property
    def real_time(self) -> bool:
        """Tells whether it goes on whoever acts, so that instants decide."""
        return self.stamp is not None

    def view(self, state: S, audience: Audience) -> dict[str, Part]:
        """Shows an audience everything that it may see of a position, part by part.

        A part is unchanged between two positions while its `sources` are equal, and two audiences whose
        sources of a part are equal see the same part.
        """
        return {name: self.part(state, audience, name) for name in self.sources(state, audience)}

    def fold(self, state: S | None, events: tuple[Event, ...]) -> S:
        """Applies events in order. Raises ValueError when there is nothing to fold."""
        for event in events:
            state = self.apply(state, event)
        if state is None:
            raise ValueError("no state and no events")
        return state
