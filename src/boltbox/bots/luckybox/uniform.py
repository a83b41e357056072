"""What does a bot do that wants nothing? Any legal action, each equally likely."""

import msgspec

from boltbox.bots.bot import STREAM
from boltbox.rules.game import Seat
from boltbox.rules.luck import Luck
from boltbox.rules.luckybox.actions import Choose, Refill
from boltbox.rules.luckybox.refill import refills


class Uniform:
    """Takes any legal action, each equally likely; never takes anything back."""

    def choose(self, view: bytes, seat: Seat, luck: Luck, budget: int) -> bytes:
        """Draws one of the choices, or a combination of boxes. Raises ValueError when nothing is asked."""
        seen = _DECODER.decode(view)
        if not seen.ask.open:
            raise ValueError(f"no answer is awaited from seat {seat}")
        if seen.ask.kind == "choose":
            boxes = [box.id for box in seen.own.offer]
            return msgspec.json.encode(_combination(boxes, seen.own.keep, (seat, seen.ask.decision), luck))
        if seen.ask.kind == "refill":
            return msgspec.json.encode(_refill(view, seat, seen, luck))
        choices = seen.ask.choices
        draw = luck.draw(STREAM, seat, seen.ask.decision, 0, len(choices))
        return bytes(choices[draw.result].action)


def _combination(boxes: list[int], keep: int, key: tuple[int, int], luck: Luck) -> Choose:
    """Draws boxes one by one: every combination is equally likely, and none is listed."""
    left = list(boxes)
    kept = [left.pop(luck.draw(STREAM, *key, count, len(left)).result) for count in range(keep)]
    return Choose(tuple(box for box in boxes if box in kept))


def _refill(view: bytes, seat: Seat, seen: "_Seen", luck: Luck) -> Refill:
    """Draws one of all refills that are legal, as they are listed."""
    parts = msgspec.json.decode(view, type=dict[str, msgspec.Raw])
    boxes = [box.id for box in msgspec.json.decode(parts[f"seat{seat}"], type=_Seat).boxes]
    kept = msgspec.json.decode(parts["rules"], type=_Rules).options.kept
    wishes = tuple(refills(kept, boxes, [box.id for box in seen.own.reserve]))
    return wishes[luck.draw(STREAM, seat, seen.ask.decision, 0, len(wishes)).result]


class _Choice(msgspec.Struct):
    action: msgspec.Raw


class _Ask(msgspec.Struct):
    decision: int
    kind: str
    open: bool
    choices: tuple[_Choice, ...]


class _Box(msgspec.Struct):
    id: int


class _Own(msgspec.Struct):
    offer: tuple[_Box, ...]
    keep: int
    reserve: tuple[_Box, ...]


class _Seat(msgspec.Struct):
    boxes: tuple[_Box, ...]


class _Options(msgspec.Struct):
    kept: int


class _Rules(msgspec.Struct):
    options: _Options


class _Seen(msgspec.Struct):
    ask: _Ask
    own: _Own


_DECODER = msgspec.json.Decoder(_Seen)
