"""How are the actions and events of a game written as bytes, and read again?"""

import functools
import operator
from typing import TypeVar

import msgspec

from boltbox.rules.game import OF_TABLE, Action, Event, Options, fill
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import AnyGame
from boltbox.table.clock import TABLE_ACTIONS

T = TypeVar("T")


class Codec:
    """Writes and reads what belongs to one game; JSON throughout, nothing but the game's own types."""

    def __init__(self, game: AnyGame) -> None:
        self._usual = game.usual
        own: tuple[type[Action], ...] = game.action_types
        stored: tuple[type[Action], ...] = (*own, *OF_TABLE, *TABLE_ACTIONS)
        self._action = msgspec.json.Decoder(_union(own))
        self._stored = msgspec.json.Decoder(_union(stored))
        self._event = msgspec.json.Decoder(_union(game.event_types))
        self._list = msgspec.json.Decoder(list[msgspec.Raw])
        self._options = msgspec.json.Decoder(game.options)
        self._named = msgspec.json.Decoder(dict[str, msgspec.Raw])
        self._encoder = msgspec.json.Encoder()

    def action(self, data: bytes | msgspec.Raw) -> Action | Refusal:
        """Reads what a seat asks for, or says why it is no action of this game."""
        try:
            return self._action.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Refusal("unknown_action", "action", {"problem": _problem(error)})

    def options(self, data: bytes | msgspec.Raw) -> Options | Refusal:
        """Reads what was agreed, the rest as its rule set has it, or says why it can't be read."""
        try:
            read = self._options.decode(data)
            return fill(read, self._named.decode(data), self._usual)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Refusal("unknown_option", "options", {"problem": _problem(error)})

    def stored_action(self, data: bytes) -> Action:
        """Reads an action of a log, the table's own included."""
        return self._stored.decode(data)

    def events(self, data: bytes) -> tuple[Event, ...]:
        """Reads the events of an entry."""
        return tuple(self._event.decode(event) for event in self._list.decode(data))

    def write(self, value: object) -> bytes:
        """Writes a value; the same value always gives the same bytes."""
        return self._encoder.encode(value)


def _union(types: tuple[type[T], ...]) -> type[T]:
    return functools.reduce(operator.or_, types)


def _problem(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)
