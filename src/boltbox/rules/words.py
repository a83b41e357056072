"""How are events, options and outcomes written as words on a line, and read back?

A struct is its tag and then its fields in order; fields at the end that have their defaults are left out.
What each field may be is read off its type, so every game's events have a text without a line of their own.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar
from urllib.parse import quote, unquote

import msgspec
from msgspec import inspect

from boltbox.rules.game import Options, Outcome, Tagged, fill
from boltbox.rules.luck import Draw

_INT: Final = re.compile(r"-?[0-9]{1,15}")
_RUN: Final = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")
_KEY: Final = r"([a-z]+):(-?[0-9]{1,15})\.(-?[0-9]{1,15})\.(-?[0-9]{1,15})"
_DRAW: Final = re.compile(_KEY + r":([0-9]{1,20})=([0-9]{1,20})")
_PART: Final = r"[a-z_]+=-?[0-9]{1,9}"
_PARTS: Final = rf"((?:{_PART}(?:,{_PART})*)?)"
_SCORE: Final = re.compile(rf"(-?[0-9]{{1,9}})#([0-9]{{1,4}}):{_PARTS}(?:\+{_PARTS})?")
_MOST: Final = 1000  # numbers in a list; a run of more is a slip

Words = dict[str, object]
T = TypeVar("T", bound=Tagged)
O = TypeVar("O", bound=Options)  # noqa: E741


class NotationError(ValueError):
    """Says in which field of a text, and in which line if it has several, something is wrong, and what."""

    def __init__(self, field: str, cause: str, line: int | None = None) -> None:
        super().__init__(f"{field}: {cause}" if line is None else f"line {line}, {field}: {cause}")
        self.field = field
        self.cause = cause
        self.line = line


def write_struct(struct: Tagged) -> str:
    """Writes a tagged struct as words: its tag, then its fields."""
    kind = _struct_type(type(struct))
    values = [getattr(struct, field.name) for field in kind.fields]
    while values and values[-1] == kind.fields[len(values) - 1].default:
        values.pop()
    return " ".join([str(kind.tag), *map(write_word, values)])


def read_struct(text: str, types: tuple[type[T], ...]) -> T:
    """Reads words that `write_struct` wrote as one of some types. Raises NotationError."""
    tag, *words = text.split()  # an empty text never gets here
    struct = next((one for one in types if _struct_type(one).tag == tag), None)
    if struct is None:
        raise NotationError(tag, "there is nothing of this name")
    fields = _struct_type(struct).fields
    if not sum(field.required for field in fields) <= len(words) <= len(fields):
        names = " ".join(field.name if field.required else f"[{field.name}]" for field in fields)
        raise NotationError(tag, f"it is written '{tag} {names}', not with {len(words)} words")
    values = {f.encode_name: read_word(f.type, word, f.name) for f, word in zip(fields, words, strict=False)}
    return _convert(values | {"t": tag}, struct, tag)


def write_options(options: O, usual: Callable[[O], O]) -> str:
    """Writes what differs from the defaults as `name=value` words; nothing at all gives an empty text.

    What decides which defaults are the usual ones comes first.
    """
    kind, plain = type(options), usual(type(options)())
    words: list[tuple[str, object]] = []
    for field in _struct_type(kind).fields:
        value: object = getattr(options, field.name)
        if value != field.default and usual(_convert({field.encode_name: value}, kind, field.name)) != plain:
            words.append((field.name, value))
    words += _differences(options, usual(options), "")
    return " ".join(f"{name}={write_word(value)}" for name, value in words)


def read_options(text: str, options: type[O], usual: Callable[[O], O]) -> O:
    """Reads options that `write_options` wrote. Raises NotationError."""
    values: Words = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise NotationError(name, "an option is written 'name=value'")
        _set_option(values, _struct_type(options), name, value, name)
    return fill(_convert(values, options, "options"), values, usual)


def _set_option(values: Words, struct: inspect.StructType, path: str, word: str, name: str) -> None:
    """Puts an option's value where it belongs; `moon_points.most` belongs into `moon_points`."""
    first, _, rest = path.partition(".")
    field = next((one for one in struct.fields if one.name == first), None)
    if field is None or isinstance(field.type, inspect.StructType) != bool(rest):
        raise NotationError(name, "there is no such option")
    if isinstance(field.type, inspect.StructType):
        inner = values.setdefault(field.encode_name, {})
        if isinstance(inner, dict):
            _set_option(inner, field.type, rest, word, name)
    elif field.encode_name in values:
        raise NotationError(name, "it stands twice")
    else:
        values[field.encode_name] = read_word(field.type, word, name)


def write_word(value: object) -> str:
    """Writes one value without spaces."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, str):
        return quote(value, safe="?*&<>=")  # as they stand in goals and bonuses
    if isinstance(value, Draw):
        return f"{value.stream}:{value.a}.{value.b}.{value.c}:{value.size}={value.result}"
    if isinstance(value, Outcome):
        return write_outcome(value)
    if isinstance(value, msgspec.Struct):
        return ":".join(write_word(getattr(value, name)) for name in value.__struct_fields__)
    if not isinstance(value, tuple):
        return str(value)
    if not value:
        return "-"
    if all(type(item) is int for item in value):
        return ",".join(_runs(value))
    return ("/" if isinstance(value[0], tuple) else ",").join(map(write_word, value))


def read_word(kind: inspect.Type, word: str, field: str) -> object:
    """Reads one value of a type; what comes out is ready to be converted. Raises NotationError."""
    if isinstance(kind, inspect.IntType):
        if not _INT.fullmatch(word):
            raise NotationError(field, f"'{word}' is no whole number")
        return int(word)
    if isinstance(kind, inspect.BoolType):
        if word not in ("yes", "no"):
            raise NotationError(field, f"'{word}' is neither yes nor no")
        return word == "yes"
    if isinstance(kind, inspect.UnionType):
        return None if word == "none" else read_word(kind.types[0], word, field)
    if isinstance(kind, inspect.VarTupleType):
        return _read_list(kind.item_type, word, field)
    if isinstance(kind, inspect.StructType):
        if kind.cls not in (Outcome, Draw):
            return _read_piece(kind, word, field)
        return msgspec.to_builtins(
            read_outcome(word, field) if kind.cls is Outcome else _read_draw(word, field)
        )
    text = unquote(word, errors="replace")
    if isinstance(kind, inspect.LiteralType) and text not in kind.values:
        raise NotationError(field, f"'{text}' is none of {' '.join(map(str, kind.values))}")
    return text


def _read_piece(kind: inspect.StructType, word: str, field: str) -> dict[str, object]:
    """Reads a piece without lists in it: its fields in order, with colons between."""
    words = word.split(":")
    if len(words) != len(kind.fields):
        names = ":".join(one.name for one in kind.fields)
        raise NotationError(field, f"it is written '{names}', not '{word}'")
    return {
        one.encode_name: read_word(one.type, part, one.name)
        for one, part in zip(kind.fields, words, strict=True)
    }


def write_outcome(outcome: Outcome) -> str:
    """Writes how a game ended as one word, `rounds:2/44#1:boxes=15,...`: reason, title, a score a seat.

    What is told beside a score follows it, `+rolls=31`.
    """
    scores = [
        f"/{total}#{place}:{_pairs(parts)}"
        for total, place, parts in zip(outcome.totals, outcome.places, outcome.parts, strict=True)
    ]
    if outcome.counts:
        scores = [f"{score}+{_pairs(beside)}" for score, beside in zip(scores, outcome.counts, strict=True)]
    return outcome.reason + ("" if outcome.title is None else f":{outcome.title}") + "".join(scores)


def read_outcome(word: str, field: str) -> Outcome:
    """Reads an outcome that `write_outcome` wrote. Raises NotationError."""
    head, *scores = word.split("/")
    reason, colon, title = head.partition(":")
    if not re.fullmatch("[a-z_]+", reason) or (colon and not re.fullmatch("[0-9]", title)):
        raise NotationError(field, f"'{head}' is no reason with or without a title")
    found = [_SCORE.fullmatch(score) for score in scores]
    if not all(found):
        raise NotationError(field, f"'{scores[found.index(None)]}' is no score like '44#1:boxes=15,moons=6'")
    seats = [score.groups() for score in found if score]
    parts = tuple(_read_pairs(seat[2]) for seat in seats)
    counts = tuple(_read_pairs(seat[3]) for seat in seats if seat[3] is not None)
    if counts and len(counts) < len(seats):
        raise NotationError(field, "what is told beside a score stands at every score or at none")
    totals, places = (tuple(int(seat[i]) for seat in seats) for i in (0, 1))
    return Outcome(reason, totals, parts, places, int(title) if colon else None, counts)


def _pairs(values: dict[str, int]) -> str:
    return ",".join(f"{name}={value}" for name, value in values.items())


def _read_pairs(text: str) -> dict[str, int]:
    pairs = (pair.partition("=") for pair in text.split(",") if pair)
    return {name: int(value) for name, _, value in pairs}


def _runs(numbers: tuple[int, ...]) -> list[str]:
    """Words numbers, three and more in a row as `3-5`."""
    words: list[str] = []
    at = 0
    while at < len(numbers):
        end = at + 1
        while end < len(numbers) and numbers[end] == numbers[end - 1] + 1 and numbers[at] >= 0:
            end += 1
        if end - at < 3:
            end = at + 1
        words.append(str(numbers[at]) if end == at + 1 else f"{numbers[at]}-{numbers[end - 1]}")
        at = end
    return words


def _read_list(item: inspect.Type, word: str, field: str) -> list[object]:
    if word == "-":
        return []
    if isinstance(item, inspect.VarTupleType):
        return [_read_list(item.item_type, part, field) for part in word.split("/")]
    items: list[object] = []
    for part in word.split(","):
        run = _RUN.fullmatch(part) if isinstance(item, inspect.IntType) else None
        if run is None:
            items.append(read_word(item, part, field))
        elif 0 < int(run[2]) - int(run[1]) < _MOST:
            items.extend(range(int(run[1]), int(run[2]) + 1))
        else:
            raise NotationError(field, f"'{part}' is no run of fewer than {_MOST} numbers")
    return items


def read_numbers(word: str, field: str) -> tuple[int, ...]:
    """Reads a list of whole numbers such as `3,5-9`; `-` is none. Raises NotationError."""
    return tuple(number for number in _read_list(inspect.IntType(), word, field) if isinstance(number, int))


def _read_draw(word: str, field: str) -> Draw:
    found = _DRAW.fullmatch(word)
    if found is None:
        raise NotationError(field, f"'{word}' is no draw like 'numbers:1.4.0:15=3'")
    a, b, c, size, result = map(int, found.groups()[1:])
    if result >= size:
        raise NotationError(field, f"a draw of {size} can't give {result}")
    return Draw(found[1], a, b, c, size, result)


def _differences(struct: msgspec.Struct, usual: msgspec.Struct, prefix: str) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for field in _struct_type(type(struct)).fields:
        value, other = getattr(struct, field.name), getattr(usual, field.name)
        if isinstance(value, msgspec.Struct) and isinstance(other, msgspec.Struct):
            found += _differences(value, other, f"{prefix}{field.name}.")
        elif value != other:
            found.append((prefix + field.name, value))
    return found


V = TypeVar("V", bound=msgspec.Struct)


def _convert(values: Words, struct: type[V], field: str) -> V:
    try:
        return msgspec.convert(values, struct)
    except msgspec.ValidationError as error:
        raise NotationError(field, str(error)) from None


@cache
def _struct_type(struct: type[msgspec.Struct]) -> inspect.StructType:
    kind = inspect.type_info(struct)
    if not isinstance(kind, inspect.StructType):
        raise TypeError(f"{struct.__name__} is no struct")
    return kind
