"""Which bytes does each audience get of an entry? What it is told, and the parts that changed for it.

The work is done once an entry for all who see the same: a part is known by the frozen things it is made of.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Container, Iterable
from typing import Final

import msgspec

from boltbox.rules.game import SPECTATOR, Audience, Drew, Public, Seat, State, Told
from boltbox.rules.shelf import AnyGame
from boltbox.server.messages import ServerMessage, Step, Whole
from boltbox.table.log import Entry, told

RECENT: Final = 256  # entries whose told are kept at hand for those who come back

Sources = dict[str, tuple[object, ...]]
Heard = dict[Audience, tuple[Told, ...]]
_Gist = tuple[int, str | None, tuple[Told, ...], Sources]  # what a frame brings

_PUBLIC: Final = (Public, Drew)  # told to all as they are, or to nobody

_encode = msgspec.json.Encoder().encode


class Frame(msgspec.Struct, frozen=True, gc=False):
    """Is a message as it goes over the line, the same object for all who get the same."""

    text: str
    answers: str | None = None  # the id of the request that it answers
    version: int | None = None  # of the view, where it brings one up to date
    asks: int | None = None  # the decision of the ask that it brings, in real time


def frame(message: ServerMessage) -> Frame:
    """Makes a frame of a message that isn't shared."""
    return Frame(_encode(message).decode(), getattr(message, "for_", None))


def hear(game: AnyGame, entry: Entry, audiences: Iterable[Audience]) -> Heard:
    """Lists what each audience is told of an entry; who is told nothing isn't named."""
    events = entry.events
    # Everybody is told public events as they are, and nobody a draw: then all hear the same.
    if all(isinstance(event, _PUBLIC) for event in events):
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
                changed = {name: made_of for name, made_of in now.items() if before.get(name) != made_of}
                frames[audience] = work.frame(audience, self._versions[audience], changed, heard[audience])
        self._sent = sent
        return frames

    def whole(self, audience: Audience, seen: int | None, answers: str | None = None) -> Frame:
        """Makes the frame that brings a whole view, with the told since the version seen if at hand."""
        parts: dict[str, msgspec.Raw] = {}
        asks: int | None = None
        if self.state is not None:
            view = self.game.view(self.state, audience)
            asks = _asks(self.game, self.state, audience, view)
            parts = {name: msgspec.Raw(_encode(part)) for name, part in view.items()}
        version = self.version(audience)
        message = Whole(version, parts, self._told_since(audience, seen), answers)
        return Frame(_encode(message).decode(), answers, version, asks)

    def view(self, seat: Seat) -> bytes:
        """Shows a seat all its parts, as one JSON object."""
        if self.state is None:
            raise ValueError("there is no view before the start")
        return _encode(self.game.view(self.state, seat))

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
        return tuple(msgspec.Raw(_encode(event)) for one in reversed(found) for event in one)


def _asks(game: AnyGame, state: State, audience: Audience, parts: Container[str]) -> int | None:
    """Numbers the ask that a frame brings where instants count."""
    return game.decision(state, audience) if game.real_time and "ask" in parts else None


class _Work:
    """Encodes what one entry brought, each thing once for all who get the same."""

    def __init__(self, game: AnyGame, entry: Entry) -> None:
        self._game = game
        self._entry = entry
        self._parts: defaultdict[str, list[tuple[tuple[object, ...], msgspec.Raw]]] = defaultdict(list)
        self._heard: tuple[Told, ...] = ()
        self._told: tuple[msgspec.Raw, ...] = ()
        self._frames: list[tuple[_Gist, Frame]] = []

    def frame(self, audience: Audience, version: int, changed: Sources, heard: tuple[Told, ...]) -> Frame:
        """Makes a frame, or finds the one of an audience that gets the same."""
        answers = self._entry.id if audience == self._entry.actor else None
        gist = (version, answers, heard, changed)
        for known, made in self._frames:
            if known == gist:
                return made
        parts = {name: self._part(audience, name, made_of) for name, made_of in changed.items()}
        asks = _asks(self._game, self._entry.after, audience, parts)
        text = _encode(Step(version, parts, self._tell(heard), answers)).decode()
        made = Frame(text, answers, version, asks)
        self._frames.append((gist, made))
        return made

    def _part(self, audience: Audience, name: str, made_of: tuple[object, ...]) -> msgspec.Raw:
        known = self._parts[name]
        for other, text in known:
            if other == made_of:
                return text
        text = msgspec.Raw(_encode(self._game.part(self._entry.after, audience, name)))
        known.append((made_of, text))
        return text

    def _tell(self, heard: tuple[Told, ...]) -> tuple[msgspec.Raw, ...]:
        if heard is not self._heard:
            self._heard, self._told = heard, tuple(msgspec.Raw(_encode(event)) for event in heard)
        return self._told
