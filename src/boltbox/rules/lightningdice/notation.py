"""How is a position of Lightning Dice written as one line, and read back?

    race 3 AABBCC o5000 | 1: 55.344 k0,1 s5900 n4 m4,1,-2,0 d9 | 3: ...... R2:0-5@5100-5800 d5 | bag 3-49

First phase, number and text of the goal (`-` for none), then `f` when the count-in is over, `o` since when
the goal is open, `t` how long it was open before time stood still. Then the seats: six dice, a dot for one
without a value; `k` which are kept, `R` a roll in motion with its number, its dice and its instants, `s`
since when dice lie or are in hand, `n` how many rolls so far, `m` what the score is made of, `t` the time
of a time trial, `d` the number of the ask, `Cgot:0:valid:2` the last call, `left`. Only the seat knows:
`Mthunder:4` a call made on these dice, `b` until when claims are blocked, `W` a claim that waits, as
`notation.py` lists its fields. At the end `bag` (cards not flipped, all if it is missing), `claims`
received, `options`, `deck`, and `end`, how the game ended.
"""

import re
from typing import Final, cast

from boltbox.rules.game import Outcome
from boltbox.rules.lightningdice.deck import names
from boltbox.rules.lightningdice.goals import DICE, GoalError, parse
from boltbox.rules.lightningdice.notation_seat import read_seat, write_seat
from boltbox.rules.lightningdice.options import SEATS, Options, check_values, deck_of
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.lightningdice.shorthand import (
    OWN,
    read_deck_word,
    read_own_options,
    write_deck_word,
    write_own_options,
)
from boltbox.rules.lightningdice.state import Head, Phase, State
from boltbox.rules.words import NotationError, read_numbers, read_outcome, write_outcome, write_word

_HEAD: Final = re.compile(
    r"(count|race|ended) ([0-9]{1,9}) (\S+)(?: f([0-9]{1,15}))?(?: o([0-9]{1,15}))?(?: t([0-9]{1,15}))?"
)
_NAMES: Final = ("bag", "claims", "options", "deck", "end")


def write(state: State) -> str:
    """Writes a position as one line."""
    head = state.head
    words = [head.phase, str(head.goal), head.text or "-"]
    words += [f"f{head.flips}"] if head.flips is not None else []
    words += [f"o{head.flipped}"] if head.flipped else []
    words += [f"t{head.spent}"] if head.spent else []
    sections = [" ".join(words)]
    sections += [write_seat(place, hand) for place, hand in zip(state.places, state.hands, strict=True)]
    if state.cards != tuple(range(state.deck.size)):
        sections.append(f"bag {write_word(state.cards)}")
    if state.claims:
        sections.append(f"claims {state.claims}")
    if options := write_own_options(state.options):
        sections.append(f"options {options}")
    own = isinstance(state.options.deck, GoalDeck)
    if own or state.deck != deck_of(state.options):
        sections.append(f"deck {write_deck_word(state.deck)}")
    if state.outcome is not None:
        sections.append(f"end {write_outcome(state.outcome)}")
    return " | ".join(sections)


def read(text: str) -> State:
    """Reads a position that `write` or a person wrote. Raises NotationError."""
    first, *rest = (" ".join(section.split()) for section in text.split("|"))
    head = _read_head(first)
    seats = [section for section in rest if re.match(r"[0-9]+:( |$)", section)]
    sections = _named([section for section in rest if section not in seats])
    options, deck = _read_agreed(sections)
    found = [read_seat(section) for section in seats]
    numbers = [place.seat for place, _ in found]
    if not numbers or numbers != sorted(set(numbers)) or not set(numbers) <= set(SEATS):
        raise NotationError("seats", "they are 1 to 6 of the numbers 1 to 6, in order")
    cards = read_numbers(sections["bag"], "bag") if "bag" in sections else tuple(range(deck.size))
    if not set(cards) <= set(range(deck.size)) or list(cards) != sorted(set(cards)):
        raise NotationError("bag", f"its cards are 0 to {deck.size - 1}, each once, in order")
    outcome = _read_end(sections, len(found))
    if (head.phase == "ended") != (outcome is not None):
        raise NotationError("end", "it stands in positions that are 'ended', and only there")
    places, hands = tuple(place for place, _ in found), tuple(hand for _, hand in found)
    if head.phase == "count" and any(place.resting or place.rolling for place in places):
        raise NotationError("seats", f"in a count-in all {DICE} dice are in hand")
    return State(options, deck, head, places, hands, cards, _read_claims(sections), outcome)


def _read_head(text: str) -> Head:
    found = _HEAD.fullmatch(text)
    if found is None:
        raise NotationError("head", f"'{text}' is not phase, number and goal, like 'race 3 AABBCC o5000'")
    goal = "" if found[3] == "-" else found[3]
    if goal:
        try:
            goal = parse(goal).text
        except GoalError as error:
            raise NotationError("goal", str(error)) from None
    elif found[1] == "race":
        raise NotationError("goal", "in a race one is open")
    if (found[1] == "count") != (found[4] is not None):
        raise NotationError("head", "a count-in ends at an instant, 'f5000', and nothing else does")
    flips = None if found[4] is None else int(found[4])
    return Head(cast(Phase, found[1]), int(found[2]), goal, flips, int(found[5] or 0), int(found[6] or 0))


def _named(sections: list[str]) -> dict[str, str]:
    named: dict[str, str] = {}
    for section in sections:
        name, _, text = section.partition(" ")
        if name not in _NAMES:
            raise NotationError(name, f"a section is a seat like '1:' or one of {', '.join(_NAMES)}")
        if name in named:
            raise NotationError(name, "it stands twice")
        named[name] = text
    return named


def _read_agreed(sections: dict[str, str]) -> tuple[Options, GoalDeck]:
    """Reads the options, and the deck that they name or that stands beside them."""
    beside = read_deck_word(sections["deck"]) if "deck" in sections else None
    text = sections.get("options", "")
    if beside is None and f"deck={OWN}" in text.split():
        raise NotationError("deck", "it is missing: the options say that it is an own one")
    options = read_own_options(text, beside or GoalDeck("", "", "", ()))
    if beside is None and options.deck not in names():
        raise NotationError("deck", f"there is no built-in deck '{options.deck}'")
    if (refusal := check_values(options)) is not None:
        raise NotationError("options", refusal.sentence)
    return options, deck_of(options) if beside is None else beside


def _read_claims(sections: dict[str, str]) -> int:
    text = sections.get("claims", "0")
    if not re.fullmatch("[0-9]{1,9}", text):
        raise NotationError("claims", f"'{text}' is no number of claims")
    return int(text)


def _read_end(sections: dict[str, str], seats: int) -> Outcome | None:
    if "end" not in sections:
        return None
    outcome = read_outcome(sections["end"], "end")
    if len(outcome.totals) != seats:
        raise NotationError("end", f"{len(outcome.totals)} scores for {seats} seats")
    return outcome
