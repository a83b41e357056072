#!/usr/bin/env python3
"""Which messages does this protocol have? Notes them in `tests/protocols/`, so that no change goes unnoticed.

Run it after a change that no older page can misread; after any other raise PROTOCOL first.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from boltbox.rules.shelf import SHELF
from boltbox.server import day_messages, house_messages, messages, past
from boltbox.table import clock

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "protocols"
PATH = FOLDER / f"{messages.PROTOCOL}.txt"  # those before it stay as they were
SILENT = ("description", "title")  # what a schema says without meaning anything for a page


def schema() -> str:
    """Writes every type that goes over a line or HTTP, envelopes and games, a line each as JSON schema."""
    values = [
        kind
        for module in (messages, day_messages, house_messages, past)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, messages.Value) and kind is not messages.Value
    ]
    envelopes = (messages.ClientMessage, messages.ServerMessage, *values)
    lines = [*_lines("table", (*envelopes, clock.ClockPart, *clock.TABLE_EVENTS))]
    for game in SHELF.values():
        own = (game.options, *game.action_types, *game.told_types, *game.part_types.values())
        lines += _lines(game.name, own)
    return "\n".join([f"protocol {messages.PROTOCOL}", *lines, ""])


def _lines(room: str, kinds: Iterable[Any]) -> list[str]:
    _, components = msgspec.json.schema_components(kinds)
    return [
        f"{room} {name} {json.dumps(_quiet(component), sort_keys=True)}"
        for name, component in sorted(components.items())
    ]


def _quiet(value: Any) -> Any:
    """Leaves out what a schema says in words: only its meaning counts."""
    if isinstance(value, dict):
        return {
            name: _quiet(one) for name, one in value.items() if name not in SILENT or not isinstance(one, str)
        }
    return [_quiet(one) for one in value] if isinstance(value, list) else value


def main() -> None:
    """Rewrites the file of this protocol."""
    FOLDER.mkdir(exist_ok=True)
    PATH.write_text(schema(), encoding="utf-8")
    print(f"wrote {PATH.relative_to(FOLDER.parent.parent)}")


if __name__ == "__main__":
    main()
