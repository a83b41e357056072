"""In which words is shown what may be agreed on: options whole or short, and the deck that they name?"""

import hashlib
import re

import msgspec

from boltbox.rules.game import Deck, Options
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import AnyGame
from boltbox.server.house_messages import DeckCard, OptionsCard
from boltbox.server.messages import LobbyDeck, Problem, RuleSetCard


class Shown(msgspec.Struct, frozen=True):
    """Is how a lobby shows options."""

    of: Options
    options: msgspec.Raw
    deck: LobbyDeck | None


class _Named(msgspec.Struct):
    """Is options of which only the deck counts."""

    deck: msgspec.Raw = msgspec.Raw(b"null")


def shown(game: AnyGame, options: Options) -> Shown:
    """Shows options in short: an own deck can be long, and a lobby is sent whenever somebody comes."""
    if game.decks is None:
        return Shown(options, _json(options), None)
    deck = game.decks.of(options)
    built_in = not bytes(_named(options)).startswith(b"{")
    line = None if deck is None else LobbyDeck(*_head(deck), deck.size, built_in, hash_of(deck))
    return Shown(options, _json(game.decks.bare(options)), line)


def options_card(game: AnyGame, options: Options, seats: int) -> OptionsCard:
    """Shows options whole, with the reason why so many can't play by them, if there is one."""
    refusal = game.check(options, seats)
    deck = None if game.decks is None else game.decks.of(options)
    return OptionsCard(
        options=_json(options),
        house_rules=game.house_rules(options, seats),
        problem=None if refusal is None else problem(refusal),
        deck=None if deck is None else deck_card(deck, _named(options)),
    )


def never(game: AnyGame, options: Options, taken: int) -> Refusal | None:
    """Tells why these options can't be played however many more sit down; None if they can."""
    counts = range(max(taken, game.seats[0]), game.seats[-1] + 1)
    refusals = [game.check(options, count) for count in counts]
    if None in refusals:
        return None
    # What is wrong at any number of seats says more than that one alone can't play.
    return next((one for one in refusals if one is not None and one.thing != "seats"), refusals[0])


def deck_card(deck: Deck, named: msgspec.Raw | None = None) -> DeckCard:
    """Shows a deck whole; an own one, unless options name it otherwise."""
    return DeckCard(*_head(deck), deck.size, named or _json(deck), hash_of(deck))


def problem(refusal: Refusal) -> Problem:
    """Words a refusal for HTTP."""
    return Problem(refusal.code, refusal.sentence, refusal.params, refusal.thing)


def hash_of(deck: Deck) -> str:
    """Hashes a deck as a record does."""
    return hashlib.sha256(msgspec.json.encode(deck)).hexdigest()


def rule_sets(game: AnyGame) -> tuple[RuleSetCard, ...]:
    """Shows every rule set of a game with its defaults; a game without any has its usual rules."""
    return tuple(RuleSetCard(name, _json(options)) for name, options in game.rule_sets.items())


def ranges(game: AnyGame) -> dict[str, tuple[int, int]]:
    """Names the ranges of a game's options as they are called on the wire."""
    return {_wire(name): limits for name, limits in game.ranges.items()}


def _wire(name: str) -> str:
    return re.sub("_([a-z])", lambda found: found[1].upper(), name)


def _head(deck: Deck) -> tuple[str, str, str]:
    return deck.name, deck.author, deck.licence


def _named(options: Options) -> msgspec.Raw:
    """Is the option `deck` as it stands on the wire."""
    return msgspec.json.decode(msgspec.json.encode(options), type=_Named).deck


def _json(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
