#!/usr/bin/env python3
"""Which parts, actions and events can a client meet? Writes every field of them into docs/protocol.md.

The types say the names, docstrings and the comments behind the fields say the rest.
"""

import ast
import functools
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Final, Literal, get_args, get_origin

import msgspec
from msgspec import inspect

from boltbox.rules.game import Action, Outcome, Told
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.table import clock

PATH: Final = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"
MARKS: Final = re.compile(r"(<!-- made: (\w+) (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
RULES: Final = re.compile(r" \((?:(?:LB|LD|C)-?\d[\d.]*(?:, )?)+\)")  # what only the rules text explains
SHARED: Final = (Outcome,)  # the same in every game
LONG: Final = 6  # a longer list of values goes by its name

# What a field without a comment is: by its name, or by its name and type.
PHRASES: Final = {
    "absent": "what becomes of a seat whose person is away or has left",
    "act_seconds": "time for a question; null: as long as one likes",
    "action": "the complete action that takes it",
    "box": "its id",
    "boxes": "their ids",
    "cell": "0 to 8, row by row",
    "choices": "all that answers it; none for `choose`",
    "chosen": "ids of the boxes that are chosen so far; null: not yet",
    "code": "which bonus",
    "discarded": "ids of the boxes that were given away",
    "draw": "1 to 9 in its round",
    "finished": "the full ones",
    "id": "its number, the same in the whole game",
    "instant": "since when",
    "late": "the time had run out",
    "lightning": "bolts",
    "line": "0 to 2 rows from the top, 3 to 5 columns from the left",
    "moons": "moons",
    "number": "1 to 9",
    "on": "from now on, or not any more",
    "outcome": "how it ended; null before the end",
    "phase": "what happens now",
    "played": "somebody plays it",
    "points": "what it scored",
    "round": "1, 2, ...",
    "rounds": "how many there are",
    "seat": "1, 2, ...",
    "seats": "their numbers",
    "seats: integer": "how many",
    "seats: list of `SeatClock`": "every seat",
    "size": "how many boxes",
    "stars": "stars",
    "to": "how many own steps are left",
    "until": "when the time for it is up",
    "way": "as drawn, or by what else",
}


def page(text: str) -> str:
    """Writes everything between the marks of a page anew."""
    return MARKS.sub(lambda found: f"{found[1]}{_made(found[2], found[3])}{found[4]}", text)


def _made(room: str, what: str) -> str:
    if room == "table":
        return (
            _structs(_reached([clock.ClockPart, *SHARED])) if what == "parts" else _tagged(clock.TABLE_EVENTS)
        )
    game = SHELF[room]
    if what == "parts":
        return _parts(game)
    return _tagged(game.action_types if what == "actions" else game.told_types)


def _parts(game: AnyGame) -> str:
    """Lists the parts of a view, then what they are made of, then long lists of values."""
    kinds = [kind for kind in _reached(game.part_types.values()) if kind not in SHARED]
    room = game.options.__module__.rpartition(".")[0]
    modules = [module for name, module in sys.modules.items() if name.startswith(room)]
    used = {values for kind in (*kinds, *game.action_types, *game.told_types) for values in _literals(kind)}
    lists = [
        f"**`{name}`** Is one of {', '.join(f'`{json.dumps(value)}`' for value in values)}.\n\n"
        for values, name in _named(modules).items()
        if values in used
    ]
    return _structs(kinds) + "".join(lists)


def _structs(kinds: Iterable[type[msgspec.Struct]]) -> str:
    text = "\n"
    for kind in kinds:
        text += f"**`{kind.__name__}`** {_doc(kind)}\n\n| field | type | |\n|---|---|---|\n"
        text += "".join(
            f"| `{field.encode_name}` | {_type(kind, field)} | {_phrase(kind, field)} |\n"
            for field in _fields(kind)
        )
        text += "\n"
    return text


def _tagged(kinds: Iterable[type[msgspec.Struct]]) -> str:
    """Lists actions or events, a row each and one for each field."""
    text = "\n| `t` | field | type | |\n|---|---|---|---|\n"
    for kind in kinds:
        text += f"| **`{_info(kind).tag}`** | | | {_doc(kind)} |\n"
        text += "".join(
            f"| | `{field.encode_name}` | {_type(kind, field)} | {_phrase(kind, field)} |\n"
            for field in _fields(kind)
        )
    return f"{text}\n"


def _type(kind: type[msgspec.Struct], field: inspect.Field) -> str:
    """Words the type of a field, with its default where a client may leave it out."""
    word = _word(field.type)
    if field.required or isinstance(field.default, msgspec.Struct) or kind not in _sent():
        return word
    return f"{word}, default {json.dumps(field.default)}"


@functools.cache
def _sent() -> frozenset[type[msgspec.Struct]]:
    """Lists what a client sends: actions, and options with all that is in them."""
    options = [kind for game in SHELF.values() for kind in _reached([game.options])]
    return frozenset((*options, *(kind for game in SHELF.values() for kind in game.action_types)))


def _word(kind: inspect.Type) -> str:
    plain: dict[type, str] = {
        inspect.IntType: "integer",
        inspect.StrType: "text",
        inspect.BoolType: "boolean",
        inspect.NoneType: "null",
    }
    match kind:
        case inspect.UnionType():
            return " or ".join(map(_word, kind.types))
        case inspect.LiteralType():
            name = _all_named().get(kind.values, "")
            return (
                f"`{name}`"
                if len(kind.values) > LONG
                else " or ".join(f'`"{value}"`' for value in kind.values)
            )
        case inspect.VarTupleType():
            return f"list of {_word(kind.item_type)}"
        case inspect.TupleType():
            return f"list of {len(kind.item_types)} {_word(kind.item_types[0])}"
        case inspect.DictType():
            return f"object of {_word(kind.value_type)}"
        case inspect.StructType():
            return f"`{kind.tag or kind.cls.__name__}`"
    return plain[type(kind)]


def _phrase(kind: type, field: inspect.Field) -> str:
    """Finds what is said of a field. Raises LookupError when nothing is."""
    for one in kind.__mro__:
        said = _comments(one).get(field.name, "")
        if said:
            said = RULES.sub("", said).replace("None", "null").replace("*Done*", "`done`")
            return said.replace("|", "or")
    for name in (f"{field.name}: {_word(field.type)}", field.name):
        if name in PHRASES:
            return PHRASES[name]
    if isinstance(field.type, inspect.StructType):
        return _doc(field.type.cls).removeprefix("Is ").removesuffix(".")
    raise LookupError(f"{kind.__name__}.{field.name} needs a comment behind it, in {kind.__module__}")


def _doc(kind: type) -> str:
    return RULES.sub("", (kind.__doc__ or "").partition("\n")[0]).replace("*Done*", "`done`")


@functools.cache
def _comments(kind: type) -> dict[str, str]:
    """Reads the comments behind the fields of a class."""
    if not kind.__module__.startswith("boltbox."):
        return {}
    text = Path(sys.modules[kind.__module__].__file__ or "").read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    behind = {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}
    return {
        item.target.id: behind[item.end_lineno or 0].lstrip("# ")
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and item.end_lineno in behind
    }


def _info(kind: type[msgspec.Struct]) -> inspect.StructType:
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{kind.__name__} is no struct")
    return info


def _fields(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    return _info(kind).fields


def _reached(kinds: Iterable[type[msgspec.Struct]]) -> list[type[msgspec.Struct]]:
    """Lists some types, then those that their fields are made of; actions and events stand elsewhere."""
    found = list(kinds)
    for kind in found:
        found += [
            one
            for field in _fields(kind)
            for one in _within(field.type)
            if one not in found and not issubclass(one, Action | Told)
        ]
    return list(dict.fromkeys(found))


def _within(kind: inspect.Type) -> Iterator[type[msgspec.Struct]]:
    match kind:
        case inspect.UnionType():
            for one in kind.types:
                yield from _within(one)
        case inspect.VarTupleType():
            yield from _within(kind.item_type)
        case inspect.StructType():
            yield kind.cls


def _literals(kind: type[msgspec.Struct]) -> Iterator[tuple[object, ...]]:
    for field in _fields(kind):
        types = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        for one in types:
            inner = one.item_types[0] if isinstance(one, inspect.TupleType) else one
            if isinstance(inner, inspect.LiteralType) and len(inner.values) > LONG:
                yield inner.values


def _named(modules: Iterable[ModuleType]) -> dict[tuple[object, ...], str]:
    """Finds the names of literals, by their values in msgspec's order."""
    return {
        tuple(sorted(get_args(value))): name
        for module in modules
        for name, value in vars(module).items()
        if get_origin(value) is Literal
    }


@functools.cache
def _all_named() -> dict[tuple[object, ...], str]:
    return _named([module for name, module in sys.modules.items() if name.startswith("boltbox.")])


def main() -> None:
    """Rewrites the page."""
    text = PATH.read_text(encoding="utf-8")
    PATH.write_text(page(text), encoding="utf-8")
    print(f"wrote docs/{PATH.name}")


if __name__ == "__main__":
    main()
