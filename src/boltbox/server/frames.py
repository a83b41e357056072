"""Which bytes does each audience get of an entry? What it is told, and the parts that changed for it.

The work is done once an entry for all who see the same: a part is known by the frozen objects it is made of.
"""

import operator
from collections import deque
from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from boltbox.rules.game import SPECTATOR, Audience, Drew, Public, Seat, State, Told
from boltbox.rules.shelf import AnyGame
from boltbox.server.messages import ServerMessage, Step, Whole
from boltbox.table.log import Entry, told

RECENT: Final = 256  # entries whose told are kept at hand for those who come back

Sources = dict[str, tuple[object, ...]]
Heard = dict[Audience, tuple[Told, ...]]
_Texts = tuple[msgspec.Raw, ...]

_encoder = msgspec.json.Encoder()


class Frame(msgspec.Struct, frozen=True, gc=False):
    """Is a message as it goes over the line, the same object for all who get the same."""

    text: str
    answers: str | None = None  # the id of the request that it answers
    version: int | None = None  # of the view, where it brings one up to date


def frame(message: ServerMessage) -> Frame:
    """Makes a frame of a message that isn't shared."""
    return Frame(_encoder.encode(message).decode(), getattr(message, "for_", None))


def hear(game: AnyGame, entry: Entry, audiences: Iterable[Audience]) -> Heard:
    """Lists what each audience is told of an entry; who is told nothing isn't named."""
    events = entry.events
    # Everybody is told public events as they are, and nobody a draw: then all hear the same.
    if all(isinstance(event, Public | Drew) for event in events):
        public = tuple(event for event in events if isinstance(event, Public))
        return dict.fromkeys(audiences, public) if public else {}
    heard = {audience: told(game, entry, audience) for audience in audiences}
    return {audience: events for audience, events in heard.items() if events}


class Frames:
    """Follows the saved entries of one table, and knows the version of each audience's view."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.state: State | None = None  # after the last saved entry
        self._versions: dict[Audience, int] = {}
        self._recent: deque[Heard] = deque(maxlen=RECENT)
        self._sent: dict[Audience, Sources] = {}  # what the parts of the latest frames were made of

    def version(self, audience: Audience) -> int:
        """Counts the entries that told an audience something."""
        return self._versions.get(audience, 0)

    def load(self, entries: Iterable[Entry], seats: Iterable[Seat]) -> dict[tuple[Seat, str], int]:
        """Counts the versions of the views anew, and returns those at which requests were accepted."""
        accepted: dict[tuple[Seat, str], int] = {}
        self.begin(seats)
        for entry in entries:
            self._hear(entry)
            if entry.id is not None:
                accepted[entry.actor, entry.id] = self.version(entry.actor)
        return accepted

    def begin(self, seats: Iterable[Seat]) -> None:
        """Names the audiences; their seats are fixed from the start of the game on."""
        self._versions = dict.fromkeys((*seats, SPECTATOR), 0)

    def steps(self, entry: Entry, listening: Collection[Audience]) -> dict[Audience, Frame]:
        """Makes the frames of a saved entry: for each audience that listens and is told something."""
        heard = self._hear(entry)
        work = _Work(self.game, entry)
        frames: dict[Audience, Frame] = {}
        sent: dict[Audience, Sources] = {}
        for audience in listening:
            before = self._sent.get(audience)
            if before is None:
                before = self._sources(entry.before, audience)
            sent[audience] = before
            if audience in heard:
                sent[audience] = now = self.game.sources(entry.after, audience)
                changed = {name: now[name] for name in now if not _same(before.get(name), now[name])}
                frames[audience] = work.frame(audience, self._versions[audience], changed, heard[audience])
        self._sent = sent
        return frames

    def whole(self, audience: Audience, seen: int | None, answers: str | None = None) -> Frame:
        """Makes the frame that brings a whole view, with the told since the version seen if at hand."""
        parts: dict[str, msgspec.Raw] = {}
        if self.state is not None:
            view = self.game.view(self.state, audience)
            parts = {name: msgspec.Raw(_encoder.encode(part)) for name, part in view.items()}
        version = self.version(audience)
        message = Whole(version, parts, self._told_since(audience, seen), answers)
        return Frame(_encoder.encode(message).decode(), answers, version)

    def view(self, seat: Seat) -> bytes:
        """Shows a seat all its parts, as one JSON object."""
        if self.state is None:
            raise ValueError("there is no view before the start")
        return _encoder.encode(self.game.view(self.state, seat))

    def _hear(self, entry: Entry) -> Heard:
        self.state = entry.after
        heard = hear(self.game, entry, self._versions)
        self._recent.append(heard)
        for audience in heard:
            self._versions[audience] += 1
        return heard

    def _sources(self, state: State | None, audience: Audience) -> Sources:
        return {} if state is None else self.game.sources(state, audience)

    def _told_since(self, audience: Audience, seen: int | None) -> tuple[msgspec.Raw, ...] | None:
        missing = self.version(audience) - (self.version(audience) + 1 if seen is None else seen)
        if missing < 0:
            return None
        found: list[tuple[Told, ...]] = []
        for heard in reversed(self._recent):
            if len(found) == missing:
                break
            if audience in heard:
                found.append(heard[audience])
        if len(found) < missing:
            return None
        return tuple(msgspec.Raw(_encoder.encode(event)) for one in reversed(found) for event in one)


class _Work:
    """Encodes what one entry brought, each thing once.

    Things are known by their ids, and kept beside what was made of them: a freed id comes back for another.
    """

    def __init__(self, game: AnyGame, entry: Entry) -> None:
        self._game = game
        self._entry = entry
        self._parts: dict[tuple[object, ...], tuple[msgspec.Raw, tuple[object, ...]]] = {}
        self._told: dict[int, tuple[_Texts, tuple[Told, ...]]] = {}
        self._texts: dict[tuple[bytes, ...], _Texts] = {}
        self._frames: dict[tuple[object, ...], Frame] = {}

    def frame(self, audience: Audience, version: int, changed: Sources, heard: tuple[Told, ...]) -> Frame:
        """Makes a frame, or finds the one of an audience that gets the same."""
        entry = self._entry
        answers = entry.id if audience == entry.actor else None
        parts = {name: self._part(audience, name, made_of) for name, made_of in changed.items()}
        told = self._tell(heard)
        key = (answers, version, id(told), *map(id, parts.values()))
        made = self._frames.get(key)
        if made is None:
            text = _encoder.encode(Step(version, parts, told, answers)).decode()
            made = self._frames[key] = Frame(text, answers, version)
        return made

    def _part(self, audience: Audience, name: str, made_of: tuple[object, ...]) -> msgspec.Raw:
        key = (name, *map(id, made_of))
        made = self._parts.get(key)
        if made is None:
            part = self._game.part(self._entry.after, audience, name)
            made = self._parts[key] = (msgspec.Raw(_encoder.encode(part)), made_of)
        return made[0]

    def _tell(self, heard: tuple[Told, ...]) -> _Texts:
        made = self._told.get(id(heard))
        if made is None:
            # Others may be told the same by objects of their own.
            texts = tuple(_encoder.encode(event) for event in heard)
            told = self._texts.get(texts)
            if told is None:
                told = self._texts[texts] = tuple(map(msgspec.Raw, texts))
            made = self._told[id(heard)] = (told, heard)
        return made[0]


def _same(before: tuple[object, ...] | None, now: tuple[object, ...]) -> bool:
    return before is not None and len(before) == len(now) and all(map(operator.is_, before, now))
