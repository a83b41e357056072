#!/usr/bin/env python3
"""Which TypeScript types and refusal sentences does the web client share with the server?

Writes them to `web/src/generated/`; with `--check` it only says whether that would change anything.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

from msgspec import inspect

from boltbox.rules import refusals, shelf
from boltbox.rules.game import Game
from boltbox.server import day_messages, house_messages, messages, past
from boltbox.table import clock

OUT = Path(__file__).resolve().parent.parent / "web" / "src" / "generated"
WIDTH = 110  # as in web/prettier.config.js
FROM_CLIENT = (*(messages.ClientMessage, messages.MeChange, messages.NewTable),)
FROM_SERVER = (
    messages.ServerMessage,
    messages.Me,
    messages.DeviceCode,
    messages.Address,
    messages.TableCard,
    messages.GameCard,
    messages.Problem,
)
MARK = "// Written by scripts/make_types.py from the server's types; don't edit.\n"


class Writer:
    """Words msgspec types in TypeScript, each struct once, in the order in which they are met."""

    def __init__(self, names: Mapping[frozenset[object], str], sent: frozenset[type]) -> None:
        self.names = names  # a Literal's values -> the name that its alias has in Python
        self.sent = sent  # structs that the client sends: it may leave out what has a default
        self.types: dict[str, str] = {}

    def word(self, kind: inspect.Type) -> str:
        """Words a type where it is used; structs and named literals are declared on the way."""
        match kind:
            case inspect.StructType():
                return self.declare_struct(kind)
            case inspect.UnionType():
                return " | ".join(self.word(one) for one in kind.types)
            case inspect.LiteralType():
                return self.word_literal(kind)
            case inspect.TupleType():
                return f"readonly [{', '.join(self.word(one) for one in kind.item_types)}]"
            case inspect.VarTupleType() | inspect.ListType():
                item = self.word(kind.item_type)
                joined = " | " in item or item.startswith("readonly ")
                return f"readonly ({item})[]" if joined else f"readonly {item}[]"
            case inspect.DictType():
                return f"Readonly<Record<{self.word(kind.key_type)}, {self.word(kind.value_type)}>>"
        plain: dict[type, str] = {
            inspect.IntType: "number",
            inspect.FloatType: "number",
            inspect.StrType: "string",
            inspect.BoolType: "boolean",
            inspect.NoneType: "null",
            inspect.RawType: "unknown",
        }
        return plain[type(kind)]

    def word_literal(self, kind: inspect.LiteralType) -> str:
        """Words a set of values, by its name if Python gives it one."""
        values = " | ".join(json.dumps(value, ensure_ascii=False) for value in kind.values)
        name = self.names.get(frozenset(kind.values))
        if name is None:
            return values
        self.types.setdefault(name, union(name, values.split(" | ")))
        return name

    def declare_struct(self, kind: inspect.StructType) -> str:
        """Declares a struct as an object type."""
        name = kind.cls.__name__
        if name in self.types:
            return name
        self.types[name] = ""  # holds the place, so that a type comes before those it uses
        lines = [] if kind.tag_field is None else [f"  readonly {kind.tag_field}: {json.dumps(kind.tag)};"]
        for field in kind.fields:
            hole = "?" if kind.cls in self.sent and not field.required else ""
            lines.append(f"  readonly {field.encode_name}{hole}: {self.word(field.type)};")
        doc = (kind.cls.__doc__ or "").partition("\n")[0]
        self.types[name] = f"/** {doc} */\nexport type {name} = {{\n" + "\n".join(lines) + "\n};\n"
        return name

    def declare_union(self, name: str, members: Iterable[type]) -> None:
        """Declares a closed set of tagged types."""
        words = [self.word(inspect.type_info(member)) for member in members]
        self.types[name] = union(name, words)


def union(name: str, words: list[str]) -> str:
    """Words a named union as prettier would lay it out."""
    line = f"export type {name} = {' | '.join(words)};\n"
    if len(line) <= WIDTH + 1:
        return line
    if len(line := f"  {' | '.join(words)};\n") <= WIDTH + 1:
        return f"export type {name} =\n{line}"
    return f"export type {name} =\n" + "\n".join(f"  | {word}" for word in words) + ";\n"


def named_literals(modules: Iterable[ModuleType]) -> dict[frozenset[object], str]:
    """Finds the aliases of literals in some modules."""
    return {
        frozenset(get_args(value)): name
        for module in modules
        for name, value in vars(module).items()
        if get_origin(value) is Literal
    }


def structs(kinds: Iterable[object]) -> frozenset[type]:
    """Lists every struct that can be reached from some types."""
    found: set[type] = set()

    def walk(kind: inspect.Type) -> None:
        if isinstance(kind, inspect.StructType):
            if kind.cls in found:
                return
            found.add(kind.cls)
            for field in kind.fields:
                walk(field.type)
        elif isinstance(kind, inspect.UnionType):
            for one in kind.types:
                walk(one)

    for kind in kinds:
        walk(inspect.type_info(kind))
    return frozenset(found)


def envelopes() -> str:
    """Writes the envelopes and the HTTP bodies."""
    writer = Writer(named_literals([messages]), structs(FROM_CLIENT) - structs(FROM_SERVER))
    for kind in (*FROM_CLIENT, *FROM_SERVER):
        writer.word(inspect.type_info(kind))
    writer.declare_union("ClientMessage", get_args(messages.ClientMessage))
    writer.declare_union("ServerMessage", get_args(messages.ServerMessage))
    protocol = f"export const PROTOCOL = {messages.PROTOCOL};\n"
    return "\n".join([MARK, protocol, *writer.types.values()])


def clock_types() -> str:
    """Writes what a table shows and tells of its own clocks."""
    writer = Writer(named_literals([clock]), frozenset())
    writer.word(inspect.type_info(clock.ClockPart))
    writer.declare_union("TableTold", clock.TABLE_EVENTS)
    return "\n".join([MARK, *writer.types.values()])


def days() -> str:
    """Writes what is told of days and of games alone."""
    writer = Writer({}, frozenset())
    for kind in (day_messages.Day, day_messages.Solo, day_messages.Trials):
        writer.word(inspect.type_info(kind))
    return "\n".join([MARK, *writer.types.values()])


def house_types() -> str:
    """Writes what is asked and answered about options, decks and presets."""
    asked = (
        house_messages.OptionsAsked,
        house_messages.OptionsChange,
        house_messages.DeckText,
        house_messages.NewPreset,
    )
    answered = (house_messages.OptionsCard, house_messages.PresetCard, house_messages.GoalWorth)
    writer = Writer({}, structs(asked))
    for kind in (*asked, *answered):
        writer.word(inspect.type_info(kind))
    del writer.types["Problem"]
    return "\n".join([MARK, 'import type { Problem } from "./messages";\n', *writer.types.values()])


def past_types() -> str:
    """Writes what is said over HTTP about games that are over."""
    writer = Writer(named_literals([messages]), frozenset())
    for kind in (past.RecordCard, past.Replay):
        writer.word(inspect.type_info(kind))
    shared = ["Status"]  # with the envelopes
    for name in shared:
        del writer.types[name]
    return "\n".join(
        [MARK, f'import type {{ {", ".join(shared)} }} from "./messages";\n', *writer.types.values()]
    )


def game_types(game: Game[Any, Any, Any]) -> str:
    """Writes what a game adds: its options, actions, told events and parts."""
    room = game.options.__module__.rpartition(".")[0]
    modules = [module for name, module in sys.modules.items() if name.startswith(room)]
    writer = Writer(named_literals(modules), structs(game.action_types))
    writer.word(inspect.type_info(game.options))
    writer.declare_union("GameAction", game.action_types)
    writer.declare_union("GameTold", game.told_types)
    writer.declare_union("GamePart", game.part_types.values())
    fixed = "".join(
        f"  readonly {name}{'?' if name in ('own', 'ask') else ''}: {kind.__name__};\n"
        for name, kind in game.part_types.items()
        if name != "seat"
    )
    seat = game.part_types["seat"].__name__
    seats = f"  readonly [seat: `seat${{number}}`]: {seat};\n" if "seat" in game.part_types else ""
    doc = "/** Is a whole view: its parts by name; `own` and `ask` only for who sits. */\n"
    writer.types["GameParts"] = f"{doc}export type GameParts = {{\n{fixed}{seats}}};\n"
    return "\n".join([MARK, *writer.types.values()])


def files() -> dict[str, str]:
    """Writes every generated file: its name -> its text."""
    made = {f"{name}.ts": game_types(game) for name, game in shelf.SHELF.items()}
    made["messages.ts"] = envelopes()
    made["clock.ts"] = clock_types()
    made["days.ts"] = days()
    made["past.ts"] = past_types()
    made["house.ts"] = house_types()
    sentences = json.dumps(refusals.SENTENCES, ensure_ascii=False, indent=2)
    made["refusals.en.json"] = sentences + "\n"
    return made


def main() -> None:
    """Rewrites the files, or with `--check` names those that are out of date and fails."""
    made = files()
    stale = [
        name
        for name, text in made.items()
        if not (OUT / name).exists() or (OUT / name).read_text(encoding="utf-8") != text
    ]
    if sys.argv[1:] == ["--check"]:
        if stale:
            sys.exit(f"out of date, run `make types`: {', '.join(stale)}")
        return
    OUT.mkdir(exist_ok=True)
    for name in stale:
        (OUT / name).write_text(made[name], encoding="utf-8")
        print(f"wrote web/src/generated/{name}")


if __name__ == "__main__":
    main()
