"""What do people at a table show and say to each other? Reactions and text, kept nowhere but in memory."""

import hashlib
import re
import unicodedata
from collections import deque
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from boltbox.rules.game import Instant, Seat
from boltbox.rules.refusals import Refusal
from boltbox.server.frames import frame
from boltbox.server.identity import BLANK, HIDDEN, SELECTORS
from boltbox.server.limits import Pace, Tempo
from boltbox.server.listeners import Listener, Listeners
from boltbox.server.messages import React, Reacted, Said, Say
from boltbox.server.messages import Talk as Talked
from boltbox.server.store import Person

KEPT: Final = 50  # sayings that are sent to who comes later
TEXT_MOST: Final = 200
PACE: Final = Pace(30, 60_000, 6)  # of one connection: so many a minute, and six at once
JOINERS: Final = {0x200C: None, 0x200D: None}  # inside words of some scripts, and between symbols


@dataclass(frozen=True)
class Voice:
    """Is who speaks, and when."""

    person: Person
    seat: Seat | None
    name: str  # as it is shown at the table
    now: Instant


class Talk:
    """Passes on what is shown and said at one table; the last of it is kept."""

    def __init__(self, table: str, listeners: Listeners) -> None:
        self._table = table
        self._listeners = listeners
        self._done: deque[tuple[tuple[str, str], Reacted | Said]] = deque(maxlen=2 * KEPT)  # by asker and id
        self._said: deque[Said] = deque(maxlen=KEPT)
        self._tempos: dict[Listener, Tempo] = {}

    def take(self, asker: Listener, voice: Voice, request: React | Say, *, chat: bool) -> Refusal | None:
        """Passes something on, once, and answers it; or says why not."""
        key = (voice.person.id, request.id)
        done = next((one for known, one in self._done if known == key), None)
        if done is not None:
            asker.put(frame(replace(done, for_=request.id)))
            return None
        made = self._why_not(asker, voice, request, chat=chat) or self._make(voice, request)
        if isinstance(made, Refusal):
            return made
        asker.put(frame(replace(made, for_=request.id)))
        self._done.append((key, made))
        self._tell(made, asker)
        return None

    def greet(self, listener: Listener, *, chat: bool) -> None:
        """Brings a connection what was said of late."""
        if self._said and chat and not listener.watch:
            listener.put(frame(Talked(tuple(self._said))))

    def forget(self, listener: Listener) -> None:
        """Forgets a connection that is gone."""
        self._tempos.pop(listener, None)

    def _why_not(self, asker: Listener, voice: Voice, request: React | Say, *, chat: bool) -> Refusal | None:
        if isinstance(request, Say) and asker.watch:
            return Refusal("watching", "text")
        if isinstance(request, Say) and not chat:
            return Refusal("chat_off", "text")
        fast = self._tempos.setdefault(asker, Tempo(PACE)).take(voice.now)
        return Refusal("talk_too_fast", "message") if fast else None

    def _make(self, voice: Voice, request: React | Say) -> Reacted | Said | Refusal:
        # The same for all that a person says here, and another at each table: nobody is followed by it.
        speaker = hashlib.sha256(f"{self._table} {voice.person.id}".encode()).hexdigest()[:12]
        if isinstance(request, React):
            return Reacted(speaker, voice.seat, request.reaction)
        text = clean_text(request.text)
        if isinstance(text, Refusal):
            return text
        said = Said(speaker, voice.seat, voice.name, text, voice.now)
        self._said.append(said)
        return said

    def _tell(self, made: Reacted | Said, but: Listener) -> None:
        shared = frame(made)
        for listener, _ in self._listeners:
            if listener is not but and not (isinstance(made, Said) and listener.watch):
                listener.put(shared)


def clean_text(text: str) -> str | Refusal:
    """Brings what somebody says into one form without anything invisible in it, or says why it can't."""
    shown = unicodedata.normalize("NFKC", text).translate(SELECTORS | JOINERS)
    clean = re.sub(" +", " ", shown).strip()
    if any(unicodedata.category(one) in HIDDEN or one in BLANK for one in clean):
        return Refusal("text_hidden", "text")
    if not clean:
        return Refusal("text_empty", "text")
    if len(clean) > TEXT_MOST:
        return Refusal("text_long", "text", {"most": TEXT_MOST, "given": len(clean)})
    return clean
