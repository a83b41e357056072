"""How do messages travel between one WebSocket and a table? Read one by one, written from a bounded queue.

What the line takes at once goes out at once; a task writes only while the other side doesn't keep up.
"""

import asyncio
import logging
from collections import deque
from typing import Final

import msgspec
from msgspec.structs import replace

from boltbox.rules.game import Instant
from boltbox.rules.refusals import Refusal
from boltbox.server import logs, metrics
from boltbox.server.even import Held
from boltbox.server.frames import Frame, frame
from boltbox.server.limits import Pace, Tempo
from boltbox.server.line import Line, Socket, line_of
from boltbox.server.listeners import Close
from boltbox.server.logs import short
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import Already, ClientMessage, Echo, Hello, Ping, Pong, Probe
from boltbox.server.outbox import refused
from boltbox.server.reconnect import greet, whole
from boltbox.server.store import Person
from boltbox.server.tables import Tables
from boltbox.server.trips import PROBE_SECONDS, Trips

MESSAGE_BYTES: Final = 4 * 1024
ECHO_BYTES: Final = 64  # an answer to a probe is shorter
QUEUE_CHARACTERS: Final = 256 * 1024  # more waiting frames than this become one whole view
HELLO_SECONDS: Final = 10.0
END_SECONDS: Final = 5.0  # who doesn't read until then doesn't hear why the line is closed
ANY_PACE: Final = Pace(0, 1000, 0)

log = logging.getLogger(__name__)

_messages = msgspec.json.Decoder(ClientMessage)
_echoes = msgspec.json.Decoder(Echo)


class _Identified(msgspec.Struct):
    """Is the least that can be read of a message that can't be."""

    id: str


_ids = msgspec.json.Decoder(_Identified)


async def serve(
    socket: Socket, tables: Tables, table: str, person: Person | None, pace: Pace = ANY_PACE
) -> None:
    """Serves one WebSocket of a table until either side ends it."""
    logs.new_request()
    await socket.accept()
    try:
        mailbox, watch = await tables.enter(table)
    except Exception:
        log.exception("not loaded table=%s", short(table))
        await socket.close(Close.FAILED)
        return
    if mailbox is None:
        await socket.send_text(refused(Refusal("unknown_table", "table", {"table": table[:40]}), None).text)
        await socket.close(Close.UNKNOWN_TABLE)
        return
    barred = await tables.barred(mailbox.live.lobby.agreed.row, person)
    if barred is not None:
        await socket.send_text(refused(barred, None).text)
        await socket.close(Close.UNKNOWN_TABLE)
        return
    await tables.visit(mailbox)
    connection = Connection(line_of(socket), mailbox, person, pace)
    connection.watch = watch
    await connection.run()


async def turn_away(socket: Socket) -> None:
    """Says that there are too many connections already; nothing but a message can say it to a browser."""
    log.info("turned away why=%s", "too_many_connections")
    await socket.accept()
    await socket.send_text(refused(Refusal("too_many_connections", "connection"), None).text)
    await socket.close(Close.TOO_MANY)


def read(data: str | bytes) -> ClientMessage | Frame:
    """Reads a message, or makes the refusal that answers what can't be read."""
    raw = data.encode(errors="surrogatepass") if isinstance(data, str) else data
    if len(raw) > MESSAGE_BYTES:
        params: dict[str, int | str] = {"most": MESSAGE_BYTES, "given": len(raw)}
        return refused(Refusal("long_message", "message", params), None)
    try:
        return _messages.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        problem = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        return refused(Refusal("bad_message", "message", {"problem": problem}), _id_of(raw))


def _echo_of(data: str | bytes) -> int | None:
    """Reads which probe a message answers; None if it is any other message."""
    if len(data) > ECHO_BYTES:
        return None
    try:
        return _echoes.decode(data).n
    except (msgspec.DecodeError, UnicodeError):
        return None


def _id_of(raw: bytes) -> str | None:
    try:
        return _ids.decode(raw).id[:40]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


class Connection:
    """Is one WebSocket at one table. Who it acts for is fixed by its cookie, whatever its messages say."""

    def __init__(self, line: Line, mailbox: Mailbox, person: Person | None, pace: Pace = ANY_PACE) -> None:
        self.person = person
        self.watch = False
        self.sits: int | None = None
        self.trips = Trips()
        self._line = line
        self._mailbox = mailbox
        self._most = pace.count
        self._tempo = Tempo(pace)
        self._patience = Tempo(pace)  # with who says too much: so many refusals, and then the end
        self._queue: deque[Frame] = deque()
        self._size = 0
        self._reader: asyncio.Task[None] | None = None
        self._writer: asyncio.Task[None] | None = None  # only when the line was busy
        self._greeted = False
        self._close_code: Close | None = None
        self._dropped = False
        self._lagging = False  # frames of the view were dropped: a whole view comes instead
        self._owed: list[str] = []  # the answers among them
        self._sent: int | None = None  # the latest version that went out
        self._shown: int | None = None  # the latest version that went out, or waits to
        self._held: Held[Frame] = Held()
        self._timer: asyncio.TimerHandle | None = None  # of what is held
        self._pulse: asyncio.TimerHandle | None = None  # of the next probe

    # What a table does with it --------------------------------------------------------------------------

    def put(self, made: Frame, wait: int = 0) -> None:
        """Sends a frame after those before it, and after so many milliseconds; never blocks."""
        if made.version is not None:
            self._shown = made.version
        if wait <= 0 and not self._held:
            self._put(made)
            return
        self._held.put(made, self._now() + wait)
        if self._timer is None:
            self._wait()

    def feel(self) -> None:
        """Measures the line from now on, for a game in real time."""
        if self._pulse is None:
            self._line.hear_pongs(self._hear_pong)
            self._probe()

    def _put(self, made: Frame) -> None:
        if self._close_code is not None or self._dropped:
            return
        if self._lagging and made.version is not None:
            self._owe(made)
            return
        self._size += len(made.text)
        if not self._writing and self._line.say(made.text):
            self._went(made)
            return
        self._queue.append(made)
        if self._size > QUEUE_CHARACTERS:
            self._shrink()
        self._go_on()

    def close(self, code: Close) -> None:
        """Ends the connection after the frames before it."""
        if self._close_code is None:
            self._let_go(self._held.take())
            self._close_code = code
            self._go_on()

    def _let_go(self, frames: list[Frame]) -> None:
        for made in frames:
            self._put(made)

    def _wait(self) -> None:
        """Sends what was held when its time has come."""
        self._timer = None
        self._let_go(self._held.take(self._now()))
        until = self._held.next
        if until is not None:
            seconds = max(until - self._now(), 1) / 1000
            self._timer = asyncio.get_running_loop().call_later(seconds, self._wait)

    def _probe(self) -> None:
        """Probes the line: a few times at once, then now and then while the game runs."""
        live = self._mailbox.live
        if live.lobby.saved.status == "running" or not self.trips.known:
            number = self.trips.probe(self._now())
            self._line.ping(number)  # what comes back first counts, and no script of a page delays a pong
            self._put(frame(Probe(number)))
        self._pulse = asyncio.get_running_loop().call_later(PROBE_SECONDS, self._probe)

    def _hear_pong(self, number: int) -> None:
        if self.trips.echo(number, self._now()) and not self.trips.known and self._pulse is not None:
            self._pulse.cancel()
            self._probe()

    def _hear_echo(self, number: int) -> bool:
        """Notes that the page answered a probe, and tells whether that was awaited."""
        self._hear_pong(number)
        return self.trips.close(number)

    def _now(self) -> Instant:
        return self._mailbox.live.clock()

    @property
    def _writing(self) -> bool:
        return self._writer is not None and not self._writer.done()

    def _go_on(self) -> None:
        if not self._writing:
            self._writer = asyncio.create_task(self._write())

    # Reading --------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serves until either side ends it."""
        self._reader = asyncio.current_task()
        try:
            async with asyncio.timeout(HELLO_SECONDS) as patience:
                await self._read(patience)
            if self._close_code is Close.TOO_FAST:
                await self._end(Close.TOO_FAST)
        except TimeoutError:
            await self._end(Close.NO_HELLO)
        except Exception:
            log.exception("connection failed table=%s", short(self._mailbox.live.id))
            await self._end(Close.FAILED)
        except asyncio.CancelledError:
            if not self._dropped or self._reader is None:
                raise
            self._reader.uncancel()
        finally:
            self._mailbox.exit(self)
            for handle in (self._timer, self._pulse):
                if handle is not None:
                    handle.cancel()
            if self._writer is not None:
                self._writer.cancel()

    async def _end(self, code: Close) -> None:
        """Closes the line once what waits is sent, but not later than some seconds from now."""
        self.close(code)
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=END_SECONDS)

    async def _read(self, patience: asyncio.Timeout) -> None:
        while True:
            message = await self._line.receive()
            if message["type"] != "websocket.receive":
                return
            data = message["text"] if message.get("text") is not None else message["bytes"]
            self._hear(data or b"")
            if self._close_code is Close.TOO_FAST:
                return
            if self._greeted and patience.when() is not None:
                patience.reschedule(None)

    def _hear(self, data: str | bytes) -> None:
        if self.trips.awaited and (number := _echo_of(data)) is not None and self._hear_echo(number):
            return  # the server asked for it: it costs nobody a press
        now = self._now()
        if not self._tempo.take(now):
            self._take(read(data))
        elif not self._patience.take(now):
            params: dict[str, int | str] = {"most": self._most}
            raw = data.encode(errors="replace") if isinstance(data, str) else data
            self.put(refused(Refusal("too_fast", "message", params), _id_of(raw)))
        elif self._close_code is None:
            log.info("cut off why=%s table=%s", "too_fast", short(self._mailbox.live.id))
            self.close(Close.TOO_FAST)

    def _take(self, message: ClientMessage | Frame) -> None:
        if isinstance(message, Frame):
            self.put(message)
        elif isinstance(message, Ping):
            self._put(frame(Pong(self._mailbox.live.clock(), message.id)))  # nothing is held up less
        elif isinstance(message, Echo):
            self._hear_echo(message.n)
        elif isinstance(message, Hello):
            self._greeted = True
            greet(self._mailbox, self, self._since_shown(message))
        elif not self._greeted:
            self.put(refused(Refusal("hello_first", "message"), message.id))
        else:
            self._mailbox.post(self, message)

    def _since_shown(self, hello: Hello) -> Hello:
        """Takes what is on its way to who says hello again as seen: it comes before the view, and once."""
        if hello.seen is None or self._shown is None:
            return hello
        return replace(hello, seen=max(hello.seen, self._shown))

    # Writing --------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        """Sends what waits whenever the line takes it, and ends the line if that was asked for."""
        try:
            while self._queue or self._lagging:
                await self._line.free()
                if self._lagging:
                    self._catch_up()
                while self._queue and self._line.say(self._queue[0].text):
                    self._went(self._queue.popleft())
            if self._close_code is not None:
                await self._line.close(self._close_code)
        except OSError:
            return  # the line is gone; the reader hears of it too
        except Exception:
            log.exception("connection failed table=%s", short(self._mailbox.live.id))
            await self._line.close(Close.FAILED)

    def _went(self, made: Frame) -> None:
        self._size -= len(made.text)
        if made.version is not None:
            self._sent = made.version
        if made.asks is not None:
            self.trips.asked(made.asks, self._now())

    def _shrink(self) -> None:
        """Drops what a whole view makes up for; who reads nothing at all is sent away."""
        for made in self._queue:
            if made.version is not None:
                self._owe(made)
        self._queue = deque(made for made in self._queue if made.version is None)
        self._size = sum(len(made.text) for made in self._queue)
        self._lagging = True
        metrics.SHRUNK.inc()
        if self._size > QUEUE_CHARACTERS and self._reader is not None:
            self._dropped = True
            metrics.DROPPED.inc()
            self._reader.cancel()

    def _owe(self, made: Frame) -> None:
        if made.answers is not None:
            self._owed.append(made.answers)

    def _catch_up(self) -> None:
        """Puts the whole view first, with the told since the last version sent, then the answers owed."""
        self._lagging = False
        for made in self._held.take():  # it is older than the view that comes
            self._owe(made) if made.version is not None else self._queue.append(made)
        view = whole(self._mailbox, self, self._sent)
        owed = [frame(Already(view.version or 0, answers)) for answers in self._owed]
        self._owed.clear()
        self._queue.extendleft((*reversed(owed), view))
        self._size += sum(len(made.text) for made in (view, *owed))
