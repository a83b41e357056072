"""How does a request get to a table, and an answer back? One mailbox a table, the only door to it.

Requests and ticks are decided in the order they come, ahead of what is saved; each request gets one answer.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from boltbox.rules.game import Action, Instant, Options, Seat
from boltbox.rules.refusals import Refusal
from boltbox.server import attendance, deciding, sealing
from boltbox.server.answers import Key, Who
from boltbox.server.listeners import Close, Listener
from boltbox.server.live import Decided, LiveTable, Sitting
from boltbox.server.lobby import LobbyRequest
from boltbox.server.logs import short
from boltbox.server.messages import (
    Act,
    Again,
    Arrange,
    Join,
    Leave,
    Pause,
    React,
    Reveal,
    Say,
    Seal,
    Sit,
    Start,
    Status,
)
from boltbox.server.outbox import Outbox, refused
from boltbox.server.store import Person
from boltbox.server.talk import Voice

log = logging.getLogger(__name__)

TableRequest = Act | LobbyRequest | Pause | Start | Seal | Reveal | Again
ClientRequest = TableRequest | Sit | React | Say


_TALK: Final = (React, Say)
_OF_SEATS: Final = (Act, Pause)  # the others are of people


class Follower(Protocol):
    """Does something when a table stands where it didn't before."""

    def look(self, mailbox: "Mailbox", *, failed: bool) -> None:
        """Looks at a table after something was saved, or couldn't be."""

    def forget(self, mailbox: "Mailbox") -> None:
        """Does nothing more at a table."""


class Mailbox:
    """Takes requests and ticks of one table in order, and lets connections listen to it."""

    def __init__(
        self, live: LiveTable, followers: tuple[Follower, ...], drop: Callable[["Mailbox"], None]
    ) -> None:
        """Is told who follows the table, and what to do when it turns out to be written by somebody else."""
        self.live = live
        self.closed = False  # nothing is decided any more
        self.visited = live.lobby.agreed.row.visited  # when somebody last was there, give or take an hour
        self._followers = followers
        self._drop = drop
        self._outbox = Outbox(live, self._settled, self._lose)

    # Listening ----------------------------------------------------------------------------------------------

    def enter(self, listener: Listener) -> Seat | None:
        """Lets a connection listen from now on, at its seat; the others see who is back."""
        listeners, seat = self.live.listeners, self.live.seat_for(listener)
        before = self.live.present
        listeners.put(listener, seat)
        self._attend(before, but=listener)
        person = listener.person
        if person is not None and not listener.watch:
            self._add(lambda: attendance.back(self.live, person))
        return seat

    def exit(self, listener: Listener) -> None:
        """Lets a connection go; the others see who is away."""
        listeners = self.live.listeners
        before = self.live.present
        listeners.remove(listener)
        self.live.talk.forget(listener)
        self._attend(before)
        self._add(lambda: sealing.gone(self.live, listener))

    def _attend(self, before: set[Seat], but: Listener | None = None) -> None:
        """Shows the others who came or went; whoever is missing is noted later, when due."""
        if self.live.present == before:
            return
        self.live.attend()
        self.live.show_lobby(but=but)
        self.look()

    def renamed(self, person: Person) -> None:
        """Shows a person's new name, and knows their new colour from now on."""
        for listener, _ in self.live.listeners:
            if listener.person is not None and listener.person.id == person.id:
                listener.person = person
        if person.id in self.live.lobby.people:
            # A finished game keeps its names, as its record does.
            if self.live.lobby.now.status in ("open", "running"):
                self.live.lobby.people[person.id] = person
            self.live.show_lobby()

    # Requests -----------------------------------------------------------------------------------------------

    def post(self, asker: Listener, request: ClientRequest) -> None:
        """Takes a request of a connection; the answer comes as a frame."""
        person, seat = asker.person, self.live.listeners.seat(asker)
        if person is None:
            asker.put(refused(Refusal("nobody", "person"), request.id))
            return
        if isinstance(request, _TALK):
            self._talk(asker, person, request)
            return
        if isinstance(request, Sit):
            # In order like all the rest, so that what was done at the seat before is answered there. It is
            # kept nowhere and judged afresh each time: after a reconnect a repeat must sit down again.
            self._outbox.add(Decided(sits=Sitting(asker, request.seat, request.id)))
            return
        if isinstance(request, Pause) and seat is None:
            seat = self.live.own_seat(asker)
        # Nothing in a request says who asks: the connection alone does.
        who: Who | None = seat if isinstance(request, _OF_SEATS) else person.id
        if who is None or asker.watch:
            asker.put(refused(Refusal("not_seated", "seat"), request.id))
            return
        key = (who, request.id)
        waiting = self.live.answers.waiting(key)
        if waiting is not None:
            if asker not in waiting.askers:
                waiting.askers.append(asker)
            return
        decided = self._first_answer(key) or self._decide(lambda: self._judge(asker, seat, request))
        decided.key, decided.askers = key, [asker]
        self.live.answers.wait(key, decided)
        self._outbox.add(decided)

    def play(self, seat: Seat, decision: int, action: bytes | Action) -> Refusal | None:
        """Takes the answer of a bot, like anybody's, or says at once why not."""
        return self._add(lambda: deciding.play(self.live, seat, decision, action))

    def start(self, person: Person) -> Refusal | None:
        """Starts the game for a person who isn't connected yet, or says at once why not."""
        return self._add(lambda: sealing.start(self.live, person))

    def seal(self, person: Person, hash_: str) -> Refusal | None:
        """Notes the hash of a word for a person who isn't connected yet, or says at once why not."""
        return self._add(lambda: sealing.seal_for(self.live, person, hash_))

    async def agree_on(self, person: Person, options: Options) -> Refusal | None:
        """Changes for the host what is agreed on; says when it is saved, or why it isn't done."""
        decided = self._decide(lambda: deciding.agree_on(self.live, person, options))
        if not decided.saves:
            return decided.refusal
        decided.awaited = asyncio.get_running_loop().create_future()
        self._outbox.add(decided)
        return None if await decided.awaited else Refusal("not_saved", "table")

    def tick(self) -> bool:
        """Does what is due by now, and tells whether anything was."""
        begins = sealing.due(self.live) is not None
        tick = sealing.tick if begins else attendance.tick
        decided = self._decide(lambda: tick(self.live, self.live.clock()))
        if decided.saves:
            self._outbox.add(decided)
        return decided.saves

    def go_on(self) -> None:
        """Goes on with a game after the server was away."""
        self._add(lambda: attendance.go_on(self.live))

    @property
    def due(self) -> Instant | None:
        """Is when the table must tick: for its game, or for who is missing."""
        dues = (self.live.table.due, attendance.due(self.live), sealing.due(self.live))
        return min((one for one in dues if one is not None), default=None)

    async def empty(self) -> None:
        """Returns when everything decided so far is saved and told, or given up."""
        await self._outbox.empty()

    def look(self) -> None:
        """Lets bots and timers look at the table."""
        self._settled(True)

    @property
    def status(self) -> Status:
        """Is how the table stands, as saved."""
        return self.live.lobby.saved.status

    @property
    def idle(self) -> bool:
        """Tells whether nobody is here and nothing will happen: all is saved, and no clock runs."""
        quiet = not self._outbox.busy and self.due is None
        return quiet and not self.live.listeners.audiences

    def lay_away(self) -> None:
        """Decides nothing any more, where nobody is there to be sent away."""
        self.closed = True
        self._send_away()

    async def close(self) -> None:
        """Sends everybody away when what was decided is saved and told; nothing is decided any more."""
        self.closed = True
        await self.empty()
        self._send_away()

    def _send_away(self) -> None:
        for follower in self._followers:
            follower.forget(self)
        for listener, _ in self.live.listeners:
            listener.close(Close.COME_BACK)

    def _first_answer(self, key: Key) -> Decided | None:
        answers = self.live.answers
        version = answers.version(key)
        if version is not None:
            return Decided(already=version)
        if answers.was_lobby(key):
            return Decided()
        refusal = answers.refusal(key)
        return None if refusal is None else Decided(refusal=refusal)

    def _judge(self, asker: Listener, seat: Seat | None, request: TableRequest) -> Decided:
        person = asker.person
        if person is None:
            return Decided(refusal=Refusal("nobody", "person"))
        if isinstance(request, Act):
            return deciding.act(self.live, seat or 0, asker, request)
        if isinstance(request, Start):
            return sealing.start(self.live, person)
        if isinstance(request, Seal):
            return sealing.seal(self.live, asker, person, request)
        if isinstance(request, Reveal):
            return sealing.reveal(self.live, person, request)
        if isinstance(request, Again):
            return deciding.again(self.live, person, request)
        if isinstance(request, Pause):
            return attendance.pause(self.live, person, seat, request)
        if self.live.lobby.now.status == "running":
            if isinstance(request, Leave):
                return attendance.leave(self.live, person)
            if isinstance(request, Join):
                return attendance.rejoin(self.live, person, request)
            if isinstance(request, Arrange):
                return attendance.arrange(self.live, person, request)
        return deciding.sit(self.live, person, request)

    def _talk(self, asker: Listener, person: Person, request: React | Say) -> None:
        live = self.live
        seat = live.listeners.seat(asker)
        voice = Voice(person, seat, live.shown_name(person, seat), live.clock())
        refusal = live.talk.take(asker, voice, request, chat=live.lobby.saved.settings.chat)
        if refusal is not None:
            asker.put(refused(refusal, request.id))

    def _add(self, decide: Callable[[], Decided]) -> Refusal | None:
        decided = self._decide(decide)
        if decided.saves:
            self._outbox.add(decided)
        return decided.refusal

    def _decide(self, decide: Callable[[], Decided]) -> Decided:
        if self.closed:
            return Decided(refusal=Refusal("not_saved", "table"))
        return deciding.guarded(self.live, decide)

    def _settled(self, saved: bool) -> None:
        for follower in self._followers:
            try:
                follower.look(self, failed=not saved)
            except Exception:
                log.exception("not followed table=%s", short(self.live.id))

    def _lose(self) -> None:
        self.closed = True
        self._drop(self)
        self._send_away()
