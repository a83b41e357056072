"""Which rules were wished for? What was typed after --set and --rules, read by the game's own types."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec
from msgspec import inspect

if TYPE_CHECKING:
    from boltbox.rules.game import Options
    from boltbox.rules.shelf import AnyGame
    from boltbox.table.codec import Codec

NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
NONE: Final = ("none", "null")
SWITCH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
SET: Final = "--set"
AGAINST: Final = "--against"
DECK: Final = "deck"


class Unreadable(ValueError):
    """Says what kind of value would be right."""


def read_options(
    game: "AnyGame", rules: str | None, changes: tuple[str, ...], against: tuple[str, ...] = ()
) -> "Options":
    """Reads the rules that were wished for: `against` changes what `changes` made of them.

    Raises:
        click.UsageError: It can't be read; the sentence names the option of the command that was meant.
    """
    from boltbox.rules.refusals import Refusal
    from boltbox.table.codec import Codec

    leaves = dict(_leaves(game.options))
    values: dict[str, object] = {}
    if rules is not None:
        if "rule_set" not in leaves:
            raise click.UsageError(f"{game.name} has no rule sets; change its options by {SET}.")
        _put(values, leaves["rule_set"], _read("--rules", rules, leaves["rule_set"]))
    for by, given in ((SET, changes), (AGAINST, against)):
        _change(values, leaves, given, by)
    codec = Codec(game)
    options = codec.options(msgspec.json.encode(values))
    if isinstance(options, Refusal):
        raise click.UsageError(options.sentence)
    named = values.get(DECK)
    if isinstance(named, str) and game.decks is not None and game.decks.of(options) is None:
        return _with_deck(game, codec, values, named)
    return options


def _change(values: dict[str, object], leaves: "dict[str, Leaf]", changes: tuple[str, ...], by: str) -> None:
    """Puts what was typed after one option of the command among the values."""
    changed = set[tuple[str, ...]]()
    for change in changes:
        option, equals, text = change.partition("=")
        typed = option.strip()
        leaf = _find(typed, leaves, by)
        if not equals:
            raise click.BadParameter(
                f"{typed} has no value; write {_example(typed, leaf, by)}.", param_hint=by
            )
        if leaf.path in changed:
            raise click.BadParameter(f"{typed} is changed twice.", param_hint=by)
        changed.add(leaf.path)
        _put(values, leaf, _read(typed, text.strip(), leaf, by))


def _with_deck(game: "AnyGame", codec: "Codec", values: dict[str, object], file: str) -> "Options":
    """Takes a deck that isn't built in from a file, if there is one of that name."""
    from boltbox.cli.decks import PIPED, read_deck
    from boltbox.rules.refusals import Refusal

    if file != PIPED and not Path(file).exists():
        raise click.UsageError(Refusal("unknown_deck", DECK, {DECK: file}).sentence)
    options = codec.options(msgspec.json.encode({**values, DECK: read_deck(game, file)}))
    if isinstance(options, Refusal):
        raise click.UsageError(options.sentence)
    return options


class Leaf(msgspec.Struct, frozen=True):
    """Is an option that has a value of its own: where it is, what it may be, and its default."""

    path: tuple[str, ...]
    kind: inspect.Type
    default: object


def _leaves(
    kind: type[msgspec.Struct], names: tuple[str, ...] = (), path: tuple[str, ...] = ()
) -> Iterator[tuple[str, Leaf]]:
    """Lists every option by the name that one types, as in moon_points.most."""
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{kind.__name__} is no struct")
    for field in info.fields:
        here, inside = (*names, field.name), (*path, field.encode_name)
        if isinstance(field.type, inspect.StructType):
            yield from _leaves(field.type.cls, here, inside)
        else:
            yield ".".join(here), Leaf(inside, _typed(field.type), field.default)


def _typed(kind: inspect.Type) -> inspect.Type:
    """Is what a person types for a type: a deck comes by its name, or in a file."""
    kinds = kind.types if isinstance(kind, inspect.UnionType) else ()
    by_name = [one for one in kinds if isinstance(one, inspect.StrType)]
    return by_name[0] if by_name and any(isinstance(one, inspect.StructType) for one in kinds) else kind


def _find(typed: str, leaves: dict[str, Leaf], by: str) -> Leaf:
    """Finds an option, in the spelling of the page or of JSON. Raises click.BadParameter."""
    name = re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", typed).replace("-", "_")
    if name in leaves:
        return leaves[name]
    parts = [one for one in leaves if one.startswith(f"{name}.")]
    if parts:
        raise click.BadParameter(f"{typed} has parts; set one of {', '.join(parts)}.", param_hint=by)
    near = get_close_matches(name, leaves, 1)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise click.BadParameter(
        f"there is no option {typed!r}; there are {', '.join(leaves)}.{meant}", param_hint=by
    )


def _read(typed: str, text: str, leaf: Leaf, by: str = SET) -> object:
    try:
        return _value(text, leaf.kind)
    except Unreadable as error:
        example = _example(typed, leaf, by)
        raise click.UsageError(f"{typed} takes {error}, as {example}, not {text!r}.") from None


def _example(typed: str, leaf: Leaf, by: str) -> str:
    default = leaf.default
    values = default if isinstance(default, tuple) else (default,)
    written = ",".join(
        str(one).lower() if one is None or isinstance(one, bool) else str(one) for one in values
    )
    return f"{typed} {written}" if typed.startswith("--") else f"{by} {typed}={written}"


def _put(values: dict[str, object], leaf: Leaf, value: object) -> None:
    *outer, last = leaf.path
    for name in outer:
        inner = values.setdefault(name, {})
        if not isinstance(inner, dict):
            raise TypeError(f"{name} is no group of options")
        values = inner
    values[last] = value


def _value(text: str, kind: inspect.Type) -> object:
    """Reads a value. Raises Unreadable."""
    if isinstance(kind, inspect.UnionType):
        (other,) = (one for one in kind.types if not isinstance(one, inspect.NoneType))
        if text.lower() in NONE:
            return None
        try:
            return _value(text, other)
        except Unreadable as error:
            raise Unreadable(f"{error} or none") from None
    if isinstance(kind, inspect.IntType):
        if not NUMBER.fullmatch(text):
            raise Unreadable("a whole number")
        return int(text)
    if isinstance(kind, inspect.VarTupleType):
        inside = text.strip("[]() ")
        words = re.split(r"\s*,\s*|\s+", inside) if inside else []
        if not all(map(NUMBER.fullmatch, words) if isinstance(kind.item_type, inspect.IntType) else words):
            raise Unreadable("whole numbers between commas")
        return [_value(word, kind.item_type) for word in words]
    if isinstance(kind, inspect.BoolType):
        if text.lower() not in SWITCH:
            raise Unreadable("true or false")
        return SWITCH[text.lower()]
    if isinstance(kind, inspect.LiteralType):
        if text not in kind.values:
            raise Unreadable(" or ".join(map(str, kind.values)))
        return text
    if not isinstance(kind, inspect.StrType):
        raise TypeError(f"an option can't be typed: {kind}")
    return text
