"""Which options is an environment played with? Those a game's rules allow; others are refused."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

from boltbox.rules.game import Game, Options, fill

O = TypeVar("O", bound=Options)  # noqa: E741


def agreed(game: Game[O, Any, Any], options: O | Mapping[str, object] | None, seats: int) -> O:
    """Reads options, what isn't named as usual in their rule set.

    Args:
        game: The game that is played.
        options: The rules' own struct; or names and values, as in `{"rule_set": "chengdu", "rounds": 2}`.
        seats: How many play.

    Raises:
        ValueError: The rules refuse these options, or there is no option of such a name or value.
    """
    known = options if isinstance(options, game.options) else _read(game, options or {})
    refusal = game.check(known, seats)
    if refusal is not None:
        raise ValueError(refusal.sentence)
    return known


def _read(game: Game[O, Any, Any], options: Options | Mapping[str, object]) -> O:
    if not isinstance(options, Mapping):
        raise ValueError(
            f"options of {game.name} are names and values or its Options, not {type(options).__name__}"
        )
    wire = {field.name: field.encode_name for field in fields(game.options)}
    named = {wire.get(name, name): value for name, value in options.items()}
    try:
        read = msgspec.convert(named, game.options)
    except msgspec.ValidationError as error:
        raise ValueError(f"{game.name} can't be played with these options: {error}") from error
    return fill(read, named, game.usual)
