"""How is a whole game written as text, and read back?

The first line names the game and its rules; then each entry is a line: who, what they asked for, a colon, and
the events, with semicolons between. `@1500` before it is the instant, where it is another than in the line
above. Empty lines and lines that begin with `#` are skipped.
"""

import re
from typing import Final, TypeVar

import msgspec

from boltbox.rules.game import (
    JUDGE,
    OF_TABLE,
    TABLE,
    Action,
    Actor,
    Event,
    Game,
    Instant,
    Options,
    State,
    tag,
)
from boltbox.rules.words import NotationError, read_struct, write_struct

O = TypeVar("O", bound=Options)  # noqa: E741
S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)

_ACTORS: Final = {TABLE: "table", JUDGE: "judge"}
_HEAD: Final = re.compile(r"(?:@([0-9]{1,15}) )?(table|judge|[0-9]{1,3})(?: (.+))?")


class Line(msgspec.Struct, frozen=True):
    """Is one entry of a game: who asked for what, when, and what happened."""

    actor: Actor
    action: Action | None  # None: the start, or a tick
    events: tuple[Event, ...]
    instant: Instant = 0


def write_game(game: Game[O, S, A], lines: tuple[Line, ...]) -> str:
    """Writes a whole game, or as much of it as was played."""
    text = [f"{game.name} {game.rules}"]
    instant = 0
    for line in lines:
        when = "" if line.instant == instant else f"@{line.instant} "
        who = _ACTORS.get(line.actor, str(line.actor))
        events = "; ".join(map(game.write_event, line.events))
        text.append(f"{when}{who}{_write_action(game, line.action)}: {events}".rstrip())
        instant = line.instant
    return "".join(f"{line}\n" for line in text)


def read_game(game: Game[O, S, A], text: str) -> tuple[Line, ...]:
    """Reads a game that `write_game` wrote. Raises NotationError, which names the line."""
    lines: list[Line] = []
    instant, named = 0, False
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        try:
            if named:
                lines.append(_read_line(game, line, instant))
                instant = lines[-1].instant
            elif not re.fullmatch(rf"{game.name} [0-9]{{1,6}}", line):
                raise NotationError("game", f"'{line}' is not '{game.name}' and the number of its rules")
            named = True
        except NotationError as error:
            raise NotationError(error.field, error.cause, number) from None
    if not named:
        raise NotationError("game", "there is no line", 1)
    return tuple(lines)


def _read_line(game: Game[O, S, A], line: str, instant: Instant) -> Line:
    head, colon, events = f"{line} ".partition(": ")
    if not colon:
        raise NotationError("entry", "there is no colon between the action and its events")
    found = _HEAD.fullmatch(head)
    if found is None:
        raise NotationError("actor", f"'{head}' names neither a seat nor the table nor the judge")
    actor = next((actor for actor, name in _ACTORS.items() if name == found[2]), None)
    return Line(
        int(found[2]) if actor is None else actor,
        None if found[3] is None else _read_action(game, found[3]),
        tuple(game.read_event(event) for event in events.split(";") if event.strip()),
        instant if found[1] is None else int(found[1]),
    )


def _write_action(game: Game[O, S, A], action: Action | None) -> str:
    if action is None:
        return ""
    if isinstance(action, OF_TABLE):
        return f" {write_struct(action)}"
    if not isinstance(action, game.action_types):
        raise TypeError(f"{game.name} has no action {type(action).__name__}")
    return f" {game.write_action(action)}"


def _read_action(game: Game[O, S, A], text: str) -> Action:
    if text.partition(" ")[0] in (tag(one.__name__) for one in OF_TABLE):
        return read_struct(text, OF_TABLE)
    return game.read_action(text)
