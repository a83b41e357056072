"""How do four scripted people play Lucky Box? They cross, take back, cross again and say done."""

import json
import time
from collections.abc import Iterator
from typing import Any, Final

from bench.load import ANSWER, NOTHING, STEP
from bench.wire import Address, Wire, ask

Json = dict[str, Any]

SEATS: Final = 4
STEP_BEGINS: Final = b'{"t":"step","version":'
LAST_DRAW: Final = 9
PING_SECONDS: Final = 5.0  # the server leaves who answers no ping for longer than this
COUNTED: Final = ("cross", "bonus", "takeBack", "done")


class Refused(Exception):
    """Says that the server refused what a script asked."""


class Player:
    """Is one person at a seat. Frames are told apart by their first and last bytes, and read once a draw."""

    def __init__(self, address: Address, me: str, take_backs: int) -> None:
        self._address = address
        self._me = me
        _, self._cookie = ask(address, me, "GET", "/api/me", ("", b""))
        self._take_backs = take_backs
        self.counts = False
        self.accepted = 0
        self.frames = 0  # of steps, since the load began
        self.bytes = [0, 0]  # in requests, in steps
        self.version = 0  # of the view when the load began
        self._view: Json = {}
        self._script: Iterator[bytes] = iter(())
        self._reads_next = False  # what it asked last brings choices of its own
        self._last = b""

    def open_table(self) -> str:
        """Opens a table as its host."""
        body = json.dumps({"game": "luckybox"}).encode()
        text, _ = ask(self._address, self._me, "POST", "/api/tables", (self._cookie, body))
        table: str = json.loads(text)["table"]
        return table

    # Before the load: one message, one answer ---------------------------------------------------------------

    def connect(self, table: str) -> None:
        """Connects and says hello."""
        self.wire = Wire(self._address, f"/ws/{table}", self._me, self._cookie)
        self.wire.send(b'{"t":"hello","protocol":1}')
        while self._read(self.wire.hear())["t"] != "whole":
            pass

    def say(self, message: Json) -> None:
        """Asks for something, and waits for the answer."""
        id_ = f"setup-{self._me}-{message['t']}-{self.accepted}"
        self.wire.send(json.dumps({**message, "id": id_}).encode())
        while self._read(self.wire.hear()).get("for") != id_:
            pass

    def act(self, action: Json) -> None:
        """Answers the open ask, and waits until it is accepted."""
        self.say({"t": "act", "decision": self._view["ask"]["decision"], "action": action})
        self.accepted += 1

    def choose(self) -> None:
        """Chooses the first boxes of its offer."""
        self.act(_choice(self._view))

    def wait_for_start(self) -> None:
        """Waits until the game has begun."""
        while "ask" not in self._view:
            self._read(self.wire.hear())

    def wait_for_draw(self) -> None:
        """Waits until the first number has come, then is ready for the load."""
        while self._view["ask"]["kind"] != "answer":
            self._read(self.wire.hear())
        self._script = self._plan()

    def _read(self, text: bytes) -> Json:
        message: Json = json.loads(text)
        if message["t"] == "refused":
            raise Refused(f"{message['code']}: {message['text']}")
        if message["t"] in ("whole", "step"):
            self._view |= message["parts"]
            self.version = message["version"]
        return message

    # Under load ---------------------------------------------------------------------------------------------

    def next(self) -> bytes | None:
        """Names what to ask now."""
        message = next(self._script, None)
        if message is not None:
            self.bytes[0] += len(message)
        return message

    def hear(self, data: bytes, start: int, end: int) -> int:
        """Tells a step from other frames, and an answer from other steps; looks inside when a draw begins."""
        if not data.startswith(STEP_BEGINS, start):
            if data.startswith(b'{"t":"refused"', start):
                self._read(data[start:end])
            return NOTHING
        self.frames += 1
        self.bytes[1] += end - start
        self._last = data[start : start + 40]
        answer = data[end - 2] == 0x22  # ends with `"for":"..."}`, not with `"for":null}`
        if data.find(b'"head":', start, start + 50) > 0 or (answer and self._reads_next):
            self._view |= json.loads(data[start:end])["parts"]
            self._script = self._plan()
        if answer:
            self.accepted += 1
            return ANSWER
        return STEP

    @property
    def gapless(self) -> bool:
        """Tells whether the last version heard is the one that the number of frames leads to."""
        last = self._last.removeprefix(STEP_BEGINS).partition(b",")[0]
        return not self.frames or int(last) == self.version + self.frames

    def _plan(self) -> Iterator[bytes]:
        """Lists what to ask until the next draw. A decision rises with each own step and take-back."""
        view, ask_ = self._view, self._view["ask"]
        self._reads_next = False
        decision: int = ask_["decision"]
        if ask_["kind"] == "choose" and ask_["open"]:
            yield self._ask(decision, _choice(view))
        elif ask_["kind"] in ("bonus", "confirm"):
            self._reads_next = ask_["kind"] == "bonus"
            yield self._ask(decision, ask_["choices"][0]["action"])
        elif ask_["kind"] == "answer":
            best = min(ask_["choices"], key=_dislike)
            head, take_backs = view["head"], self._take_backs
            if (head["draw"], head["round"]) == (LAST_DRAW, head["rounds"]):
                take_backs = 1 << 40  # so the game never ends
            yield from self._answer(decision, best, take_backs)

    def _answer(self, decision: int, choice: Json, take_backs: int) -> Iterator[bytes]:
        """Answers a draw: takes the answer back a few times, and says done in the end."""
        action = choice["action"]
        if action["t"] == "cross":
            for _ in range(take_backs):
                yield self._ask(decision, action)
                yield self._ask(decision + 1, {"t": "takeBack", "to": 0})
                decision += 2
        self._reads_next = bool(choice["lines"])
        yield self._ask(decision, action)
        if not self._reads_next:
            yield self._ask(decision + 1, {"t": "done"})

    def _ask(self, decision: int, action: Json) -> bytes:
        self.counts = action["t"] in COUNTED
        inner = _written(tuple(action.items()))
        return b'{"t":"act","id":"%b-%08d","decision":%d,"action":%b}' % (
            self._me.encode(),
            self.accepted,
            decision,
            inner,
        )


_texts: dict[tuple[tuple[str, Any], ...], bytes] = {}


def _written(action: tuple[tuple[str, Any], ...]) -> bytes:
    """Writes an action, once for all who ask for the same."""
    text = _texts.get(action)
    if text is None:
        text = _texts[action] = json.dumps(dict(action)).encode()
    return text


def _choice(view: Json) -> Json:
    own = view["own"]
    return {"t": "choose", "boxes": tuple(box["id"] for box in own["offer"][: own["keep"]])}


def _dislike(choice: Json) -> tuple[bool, bool, int]:
    """Orders choices: crosses that complete nothing first, cheap ones before dear ones."""
    return bool(choice["lines"]), choice["action"]["t"] == "pass", choice["price"]


def seat_tables(address: Address, tables: int, take_backs: int) -> list[list[Player]]:
    """Brings so many tables of four to their first draw."""
    seated: list[list[Player]] = []
    called = time.monotonic()
    for number in range(tables):
        seated.append(_table(address, number, take_backs))
        if time.monotonic() > called + PING_SECONDS:
            called = time.monotonic()
            for player in (player for table in seated for player in table):
                player.wire.idle()
    return seated


def _table(address: Address, number: int, take_backs: int) -> list[Player]:
    """Seats four people, each at an address of their own, as people have."""
    first = number * SEATS
    mine = [
        f"127.{1 + (first + i) // 62500}.{(first + i) // 250 % 250}.{1 + (first + i) % 250}"
        for i in range(SEATS)
    ]
    players = [Player(address, me, take_backs) for me in mine]
    table = players[0].open_table()
    for player in players:
        player.connect(table)
        if player is not players[0]:
            player.say({"t": "join"})
    players[0].say({"t": "start"})
    for player in players:
        player.wait_for_start()
        player.act({"t": "confirm", "on": True})
        player.choose()
    for player in players:
        player.wait_for_draw()
    return players
