"""How is a whole game written as one file that a person can read, and read back from it?

`docs/records.md` says the same for who writes it again in another language. What can be read can be folded: a
record ends as its own events say, whatever rules wrote it. `verify.py` tells whether to believe it.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeVar

import msgspec

from boltbox.rules.game import Action, Actor, Event, Instant, Options, Outcome, Piece, Seat, State
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.rules.transcript import Line
from boltbox.table.codec import Codec
from boltbox.table.deal import Deal
from boltbox.table.log import Entry
from boltbox.table.timed import timed

FORMAT: Final = 1
MOST_BYTES: Final = 16 * 1024 * 1024
# What a fold says of events that can't have come in this order: there is no seat 99, no box to finish.
IMPOSSIBLE: Final = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError, StopIteration),
)
_DIGEST: Final = re.compile(rb'\{"sha256":"([0-9a-f]{64})"\}')

T = TypeVar("T", bound=msgspec.Struct)


class RecordError(ValueError):
    """Says in which line of which file something can't be read, and why."""

    def __init__(self, file: str, line: int, cause: str) -> None:
        super().__init__(f"{file}:{line}: {cause}")
        self.file = file
        self.line = line
        self.cause = cause


class Sitter(Piece, frozen=True):
    """Is who sat at a seat."""

    seat: Seat
    name: str | None = None  # as the table showed it; None: who wrote the record keeps it private
    bot: str | None = None  # which bot it was; None: a person


class Word(Piece, frozen=True):
    """Is what a person's page added to the seed."""

    seat: Seat
    hash: str  # of the word, hexadecimal: shown before any word was
    word: str | None = None  # hexadecimal; None: it never came, and its hash counts instead


class Revealed(Piece, frozen=True):
    """Is all that the seed was made of, told when the deal had closed."""

    commitment: str  # SHA-256 of the secret, hexadecimal, shown when the table opened
    secret: str  # hexadecimal
    words: tuple[Word, ...] = ()  # by seat

    @property
    def deal(self) -> Deal:
        """Is the deal that it makes. Raises ValueError when something is no hexadecimal or too short."""
        words = (bytes.fromhex(one.hash if one.word is None else one.word) for one in self.words)
        return Deal(bytes.fromhex(self.secret), tuple(words))


def revealed(deal: Deal, words: tuple[Word, ...] = ()) -> Revealed:
    """Reveals a deal, with the words that went into it."""
    return Revealed(deal.commitment, deal.secret.hex(), words)


class Record(msgspec.Struct, frozen=True):
    """Is a whole game: who played, by which rules, with which luck, and every entry."""

    game: str
    rules: int  # of which version
    options: Options
    seats: tuple[Sitter, ...]
    luck: Revealed
    lines: tuple[Line, ...]
    whole: bool = True  # whether the digest at its end is that of what stands above

    @property
    def deck(self) -> str | None:
        """Is the hash of the deck in play, if there is one."""
        return deck_hash(self.lines[0].events if self.lines else ())


class Stored(msgspec.Struct, frozen=True):
    """Is an entry whose action and events are JSON already, as a log keeps them."""

    instant: Instant
    actor: Actor
    action: bytes | None
    events: bytes


class About(msgspec.Struct, frozen=True):
    """Is what a record tells before its entries, its options as JSON."""

    game: str
    rules: int
    options: bytes
    seats: tuple[Sitter, ...]
    luck: Revealed


class _Format(msgspec.Struct):
    """Is what the first line of every format says."""

    format: int


class _WithDeck(msgspec.Struct):
    """Is an event of which only the deck counts, as it stands in the file."""

    deck: msgspec.Raw = msgspec.Raw(b"")


class _Head(Piece, frozen=True):
    """Is the first line."""

    format: int
    game: str
    rules: int
    deck: str | None  # SHA-256 of the deck as it stands in the first entry
    options: msgspec.Raw
    seats: tuple[Sitter, ...]
    luck: Revealed


class _Entry(Piece, frozen=True):
    """Is any line after it but the last."""

    version: int
    instant: Instant
    actor: Actor
    action: msgspec.Raw  # null: the start, or a tick
    events: msgspec.Raw


def lines_of(entries: Iterable[Entry]) -> tuple[Line, ...]:
    """Takes from the entries of a log what a record tells of them: not the ids that clients made."""
    return tuple(Line(one.actor, one.action, one.events, one.instant) for one in entries)


def deck_hash(events: tuple[Event, ...]) -> str | None:
    """Hashes the deck that a game begins with, as JSON; None when it plays with none."""
    decks: Iterator[object] = (getattr(event, "deck", None) for event in events)
    deck = next((one for one in decks if isinstance(one, msgspec.Struct)), None)
    return None if deck is None else hashlib.sha256(msgspec.json.encode(deck)).hexdigest()


# Writing ----------------------------------------------------------------------------------------------------


def write_record(record: Record) -> bytes:
    """Writes a record: its head, a line for each entry, and the SHA-256 of all above."""
    json = msgspec.json.encode
    about = About(record.game, record.rules, json(record.options), record.seats, record.luck)
    stored = (Stored(one.instant, one.actor, json(one.action), json(one.events)) for one in record.lines)
    return write_stored(about, stored)


def write_stored(about: About, entries: Iterable[Stored]) -> bytes:
    """Writes a record of what is JSON already: its bytes stay as they were stored, whatever types are now."""
    json = msgspec.json.encode
    lines = []
    deck: str | None = None
    for version, one in enumerate(entries, 1):
        if version == 1:
            deck = _deck_in(one.events)
        action, events = msgspec.Raw(one.action or b"null"), msgspec.Raw(one.events)
        lines.append(json(_Entry(version, one.instant, one.actor, action, events)))
    options = msgspec.Raw(about.options)
    head = _Head(FORMAT, about.game, about.rules, deck, options, about.seats, about.luck)
    above = b"".join(line + b"\n" for line in (json(head), *lines))
    return above + b'{"sha256":"%s"}\n' % hashlib.sha256(above).hexdigest().encode()


def digest_of(written: bytes) -> str:
    """Finds the digest with which a written record ends."""
    return written[-67:-3].decode()


def _deck_in(events: bytes | msgspec.Raw) -> str | None:
    """Hashes the deck as it stands in the events of the first entry, byte for byte."""
    read = msgspec.json.decode(events, type=list[_WithDeck])
    deck = next((bytes(event.deck) for event in read if bytes(event.deck)), None)
    return None if deck is None else hashlib.sha256(deck).hexdigest()


# Reading ----------------------------------------------------------------------------------------------------


def read_record(data: bytes, file: str = "record", games: Mapping[str, AnyGame] = SHELF) -> Record:
    """Reads a record that `write_record` wrote. Raises RecordError, which names the line.

    A wrong digest is no such error: `whole` tells of it.
    """
    if len(data) > MOST_BYTES:
        raise RecordError(file, 1, f"a record has at most {MOST_BYTES} bytes, not {len(data)}")
    if not data.startswith(b"{"):
        raise RecordError(file, 1, "this is no record of a game")
    above, last = _without_last(data)
    digest = _DIGEST.fullmatch(last)
    if digest is None or not above:
        cause = 'the last line isn\'t {"sha256":"..."}: some of it is missing'
        raise RecordError(file, above.count(b"\n") + 1, cause)
    rows = above.split(b"\n")[:-1]
    reader = _Reader(file, rows, games)
    lines = reader.lines()
    reader.check_deck()
    return Record(
        game=reader.head.game,
        rules=reader.head.rules,
        options=reader.options(),
        seats=reader.head.seats,
        luck=reader.head.luck,
        lines=lines,
        whole=hashlib.sha256(above).hexdigest().encode() == digest[1],
    )


def _without_last(data: bytes) -> tuple[bytes, bytes]:
    """Cuts off the last line; without a line's end there is none."""
    if not data.endswith(b"\n"):
        return data, b""
    cut = data.rfind(b"\n", 0, -1) + 1
    return data[:cut], data[cut:-1]


class _Reader:
    """Reads what lies between the first line and the last one."""

    def __init__(self, file: str, rows: list[bytes], games: Mapping[str, AnyGame]) -> None:
        self._file = file
        self._rows = rows
        self._newer = ""
        self.head = self._head(games)
        self._game = timed(games[self.head.game])
        self._codec = Codec(self._game)
        if self.head.rules > self._game.rules:
            self._newer = (
                f" (it was written by rules {self.head.rules}; this Boltbox knows {self._game.rules})"
            )

    def options(self) -> Options:
        """Reads what was agreed."""
        options = self._codec.options(self.head.options)
        if isinstance(options, Refusal):
            raise self._error(1, options.sentence.rstrip("."))
        return options

    def lines(self) -> tuple[Line, ...]:
        """Reads the entries, and folds them: what can't have happened isn't read."""
        lines: list[Line] = []
        decoder = msgspec.json.Decoder(_Entry)
        state: State | None = None
        for number, row in enumerate(self._rows[1:], 2):
            entry = self._decoded(decoder, number, row)
            if entry.version != number - 1:
                raise self._error(number, f"entry {number - 1} is missing: this is entry {entry.version}")
            line = self._line(number, entry)
            try:
                state = self._game.fold(state, line.events)
            except IMPOSSIBLE as error:
                cause = f"after what stands above, its events can't have happened ({error!r})"
                raise self._error(number, cause) from error
            lines.append(line)
        if not lines:
            raise self._error(1, "there is no entry")
        return tuple(lines)

    def check_deck(self) -> None:
        """Compares the hash of the deck with the deck as it stands in the first entry, byte for byte."""
        first = msgspec.json.decode(self._rows[1], type=_Entry)
        if self.head.deck != _deck_in(first.events):
            raise self._error(1, "the hash of the deck isn't that of the deck in the first entry")

    def _line(self, number: int, entry: _Entry) -> Line:
        try:
            action = self._action(entry.action)
            return Line(entry.actor, action, self._codec.events(bytes(entry.events)), entry.instant)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._error(number, f"it can't be read: {error}") from error

    def _action(self, raw: msgspec.Raw) -> Action | None:
        action = bytes(raw)
        return None if action == b"null" else self._codec.stored_action(action)

    def _head(self, games: Mapping[str, AnyGame]) -> _Head:
        format_ = self._decoded(msgspec.json.Decoder(_Format), 1, self._rows[0]).format
        if format_ != FORMAT:
            raise self._error(1, f"it is of format {format_}; this Boltbox reads format {FORMAT}")
        head = self._decoded(msgspec.json.Decoder(_Head), 1, self._rows[0])
        game = games.get(head.game)
        if game is None:
            raise self._error(1, f"there is no game {head.game!r}")
        numbers = [one.seat for one in head.seats]
        if len(numbers) not in game.seats or numbers != sorted(set(numbers)):
            raise self._error(1, "its seats aren't as many as the game has, or not in order")
        return head

    def _decoded(self, decoder: msgspec.json.Decoder[T], number: int, row: bytes) -> T:
        try:
            return decoder.decode(row)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._error(number, f"it can't be read: {error}") from error

    def _error(self, line: int, cause: str) -> RecordError:
        return RecordError(self._file, line, cause + self._newer)


# Folding ----------------------------------------------------------------------------------------------------


def played(record: Record, games: Mapping[str, AnyGame] = SHELF) -> AnyGame:
    """Finds the game of a record, with the clocks of its table."""
    return timed(games[record.game])


def entries(record: Record, games: Mapping[str, AnyGame] = SHELF) -> Iterator[Entry]:
    """Yields the entries of a record with the positions before and after them."""
    game = played(record, games)
    before: State | None = None
    for version, line in enumerate(record.lines, 1):
        after = game.fold(before, line.events)
        yield Entry(version, line.instant, line.actor, None, None, line.action, line.events, before, after)
        before = after


def fold_record(record: Record, version: int | None = None, games: Mapping[str, AnyGame] = SHELF) -> State:
    """Folds a record up to a version, or to its end. Raises ValueError for a version that it doesn't have."""
    count = len(record.lines) if version is None else version
    if not 1 <= count <= len(record.lines):
        raise ValueError(f"it has entries 1 to {len(record.lines)}, not {count}")
    events = tuple(event for line in record.lines[:count] for event in line.events)
    return played(record, games).fold(None, events)


def outcome_of(record: Record, games: Mapping[str, AnyGame] = SHELF) -> Outcome | None:
    """Tells how the game ended, by its own events; None: it breaks off."""
    return played(record, games).outcome(fold_record(record, None, games))


def notice_of(record: Record, games: Mapping[str, AnyGame] = SHELF) -> str | None:
    """Says so when other rules wrote the record than are here: it is shown as it was played."""
    mine = games[record.game].rules
    if record.rules == mine:
        return None
    return (
        f"It was played by rules {record.rules} and is shown by its own events, to its own end;"
        f" this Boltbox has rules {mine}."
    )
