"""How does a position of the rules lie in memory? Written into a game field for field, luck apart."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np

from boltbox.rules.lightningdice.state import Called, Hand, Place, State, Waiting
from boltbox.sim.lightningdice.arrays import (
    CALLS,
    MOST_WAITING,
    NEVER,
    NO_CALL,
    NO_CARD,
    PHASES,
    REASONS,
    VERDICTS,
    WAITING,
    Record,
)
from boltbox.sim.lightningdice.dice import packed, set_of
from boltbox.sim.lightningdice.pile import BYTE

Numbers = dict[str, int]


def place_numbers(state: State, place: Place, hand: Hand) -> Numbers:
    """Is a player as numbers, by the names of PLACE."""
    rolling, last, tally, outcome = place.rolling, place.last, place.tally, state.outcome
    return {
        "since": place.since,
        "started": rolling.started if rolling else 0,
        "rests": rolling.rests if rolling else NEVER,
        "blocked": NEVER if hand.blocked is None else hand.blocked,
        "time": place.time,
        "values": packed(place.values),
        "kept": set_of(place.kept),
        "rolling": set_of(rolling.dice) if rolling else 0,
        "rolls": place.rolls,
        "decision": place.decision,
        "made": sum(map(bit_of, hand.made)),
        "matches": tally.matches,
        "bonuses": tally.bonuses,
        "penalties": tally.penalties,
        "thunders": tally.thunders,
        "last_call": CALLS.index(last.call) if last else NO_CALL,
        "last_number": last.number if last else 0,
        "last_verdict": VERDICTS.index(last.verdict) if last else 0,
        "last_scored": last.scored if last else 0,
        "out": int(place.out),
        "place": outcome.places[state.index(place.seat)] if outcome else 0,
    }


def bit_of(called: Called) -> int:
    """Is a call as a bit of those that were made."""
    return 1 << (1 + called.number if called.call == "thunder" else CALLS.index(called.call))


def waiting_numbers(claim: Waiting) -> Numbers:
    """Is a claim that waits as numbers, by the names of WAITING."""
    numbers = {name: getattr(claim, name) for name in WAITING.names or () if name not in ("call", "dice")}
    return numbers | {"call": CALLS.index(claim.call), "dice": packed(claim.dice)}


def game_numbers(state: State) -> Numbers:
    """Is what a game has beside its players and claims as numbers, by the names of GAME."""
    head, outcome = state.head, state.outcome
    return {
        "flips": NEVER if head.flips is None else head.flips,
        "flipped": head.flipped,
        "spent": head.spent,
        "phase": PHASES.index(head.phase),
        "goal": head.goal,
        "seats": sum(1 << place.seat - 1 for place in state.places),
        "claims": state.claims,
        "waiting": len(state.waiting),
        "reason": REASONS.index(outcome.reason) if outcome else 0,
        "left": len(state.cards),
    }


def put(state: State, card: int, game: Record) -> None:
    """Writes a position into a game that was started with its seats on its seed.

    Which goal of the deck is open is told by `card`: its text doesn't tell, for an own deck may have a goal
    twice (LD-7.6).
    """
    numbers = game_numbers(state) | {"card": card if state.head.text else NO_CARD, "asked": 0, "closed": 0}
    for name, number in numbers.items():
        game[name] = number
    game["asked"] = game["seats"]
    game["bag"] = 0
    for left in state.cards:
        game["bag"][left // BYTE] |= 1 << left % BYTE
    for place, hand in zip(state.places, state.hands, strict=True):
        for name, number in place_numbers(state, place, hand).items():
            game["places"][place.seat - 1][name] = number
    for index, claim in enumerate(state.waiting):
        for name, number in waiting_numbers(claim).items():
            game["queue"][index][name] = number


def differences(state: State, game: Record) -> list[str]:
    """Words where a game in memory differs from a position of the rules: nothing where they agree."""
    found = _differing("game", game_numbers(state), game)
    for place, hand in zip(state.places, state.hands, strict=True):
        numbers = place_numbers(state, place, hand)
        found += _differing(f"seat {place.seat}", numbers, game["places"][place.seat - 1])
    for index, claim in enumerate(state.waiting[:MOST_WAITING]):
        found += _differing(f"claim {claim.order}", waiting_numbers(claim), game["queue"][index])
    card = int(game["card"])
    if (state.deck.goals[card] if card != NO_CARD else "") != state.head.text:
        found.append(f"game: card is {card}, not one of {state.head.text!r}")
    bag = int.from_bytes(game["bag"].tobytes(), "little")
    if bag != sum(1 << left for left in state.cards):
        found.append(f"game: the bag holds {bag:b}, not {state.cards}")
    return found


def _differing(whose: str, numbers: Numbers, record: Record) -> list[str]:
    have = _fields(record.dtype, tuple(numbers))(record.item())
    if have == tuple(numbers.values()):
        return []
    pairs = zip(numbers.items(), have, strict=True)
    return [f"{whose}: {name} is {ours}, not {number}" for (name, number), ours in pairs if ours != number]


@cache
def _fields(dtype: np.dtype[np.void], names: tuple[str, ...]) -> Callable[[Any], tuple[object, ...]]:
    """Makes what reads some fields of a record that was turned into a tuple."""
    return itemgetter(*((dtype.names or ()).index(name) for name in names))
