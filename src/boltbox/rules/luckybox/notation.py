"""How is a position of Lucky Box written as one line, and read back?

    draw 1 73 | 1: d4 L3 0:048 1 2 | 2: L4 5 6 7 > L4 5:1 6 7 S1 b5@5r0 answered | pile 8,9

First phase, round and the numbers drawn in it. Then the seats: what lies before a seat as the number came
and, after each `>`, after one more own step. `0:048` is box 0 with cells 0, 4 and 8 crossed, `7@2=12` box 7
finished in round 2 for 12 points, `b5@5r0` a waiting bonus 5 from row 0 of box 5 (`c0` is a column); `L S M
Q` lightning, stars, moons and question marks, `m3,-1` the values of moons that were drawn; `answered`.
Before them, about the seat itself: `left` (nobody plays it), `locked` (time ran out), `ready`, `done`,
`confirm`, `d4` the number of its ask, `p5` points of stars, `o3,8,9/1` an offer to keep one of, `c8` what was
chosen, `r5,6` a reserve, `f3/5/1` a refill: 3 goes away, 5 comes out of the reserve, one blind. Then,
where it is another than follows from the rest: `pile` of discarded boxes, `boxes` not dealt, `bag` of number
cards and `moons` not drawn, `options`, `deck`, and `end`, how the game ended.
"""

import re
from collections import Counter
from typing import Final, cast

from boltbox.rules.game import Outcome
from boltbox.rules.luckybox.notation_seat import read_seat, write_seat
from boltbox.rules.luckybox.options import Options, check_values, copies
from boltbox.rules.luckybox.parts import DRAWS, Deck
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.shorthand import read_agreed, write_agreed, write_deck_word
from boltbox.rules.luckybox.state import Hand, Head, Phase, Place, State, Supply
from boltbox.rules.words import (
    NotationError,
    read_numbers,
    read_outcome,
    write_outcome,
    write_word,
)

_HEAD: Final = re.compile(r"(choice|draw|refill|ended) ([0-9]{1,2})(?: ([1-9]{1,9}))?")
_NAMES: Final = ("pile", "boxes", "bag", "moons", "options", "deck", "end")


def write(state: State) -> str:
    """Writes a position as one line."""
    head, supply = state.head, state.supply
    drawn = "".join(map(str, head.drawn))
    sections = [f"{head.phase} {head.round} {drawn}".rstrip()]
    sections += [write_seat(place, hand) for place, hand in zip(state.places, state.hands, strict=True)]
    if supply.pile:
        sections.append(f"pile {write_word(supply.pile)}")
    if supply.deck != _undealt(state.options, state.deck, state.places, state.hands, supply.pile):
        sections.append(f"boxes {write_word(supply.deck)}")
    if supply.numbers != _undrawn(state.options, head):
        sections.append(f"bag {write_word(supply.numbers)}")
    if supply.moons != _untaken(state.options, state.places):
        sections.append(f"moons {write_word(supply.moons)}")
    if options := write_agreed(state.options):
        sections.append(f"options {options}")
    if (deck := write_deck_word(state.deck)) != state.options.deck:
        sections.append(f"deck {deck}")
    if state.outcome is not None:
        sections.append(f"end {write_outcome(state.outcome)}")
    return " | ".join(sections)


def read(text: str) -> State:
    """Reads a position that `write` or a person wrote. Raises NotationError."""
    first, *rest = (" ".join(section.split()) for section in text.split("|"))
    head = _read_head(first)
    seats = [section for section in rest if re.match(r"[0-9]+:( |$)", section)]
    sections = _named([section for section in rest if section not in seats])
    options, deck = read_agreed(sections.get("options", ""), sections.get("deck"))
    if (refusal := check_values(options)) is not None:
        raise NotationError("options", refusal.sentence)
    read_seats = [read_seat(section, seat) for seat, section in enumerate(seats, 1)]
    places, hands = tuple(place for place, _ in read_seats), tuple(hand for _, hand in read_seats)
    if not 1 <= len(places) <= 12:
        raise NotationError("seats", f"there are 1 to 12, not {len(places)}")
    supply = _read_supply(sections, head, (options, deck, places, hands))
    state = State(options, deck, head, places, hands, supply, _read_end(sections, len(places)))
    _check_boxes(state)
    if (head.phase == "ended") != (state.outcome is not None):
        raise NotationError("end", "it stands in positions that are 'ended', and only there")
    return state


def _read_head(text: str) -> Head:
    found = _HEAD.fullmatch(text)
    if found is None:
        raise NotationError("head", f"'{text}' is not phase, round and numbers, like 'draw 2 715'")
    drawn = tuple(map(int, found[3] or ""))
    if found[1] == "draw" and not drawn:
        raise NotationError("head", "in a draw a number has come")
    return Head(cast(Phase, found[1]), int(found[2]), len(drawn), drawn)


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


def _read_supply(
    sections: dict[str, str],
    head: Head,
    table: tuple[Options, Deck, tuple[Place, ...], tuple[Hand, ...]],
) -> Supply:
    pile = _read_bag(sections, "pile") or ()
    options, _, places, _ = table
    undealt, undrawn = _read_bag(sections, "boxes"), _read_bag(sections, "bag")
    untaken, rules = _read_bag(sections, "moons"), rule_set(options)
    if undrawn is None:
        undrawn = _undrawn(options, head)
    elif not set(undrawn) <= set(rules.numbers):
        raise NotationError("bag", "a number card is 1 to 9")
    if head.phase == "draw" and len(undrawn) < DRAWS - head.draw:
        raise NotationError("bag", f"{DRAWS - head.draw} are still to come, but it has {len(undrawn)}")
    if untaken is None:
        untaken = _untaken(options, places)
    elif not set(untaken) <= set(rules.moon_tokens):
        values = " ".join(map(str, sorted(set(rules.moon_tokens)))) or "none"
        raise NotationError("moons", f"a moon token is one of {values}")
    return Supply(undrawn, _undealt(*table, pile) if undealt is None else undealt, pile, untaken)


def _read_bag(sections: dict[str, str], name: str) -> tuple[int, ...] | None:
    """Reads a bag; sorted, so that nothing in it tells what comes next."""
    return tuple(sorted(read_numbers(sections[name], name))) if name in sections else None


def _read_end(sections: dict[str, str], seats: int) -> Outcome | None:
    if "end" not in sections:
        return None
    outcome = read_outcome(sections["end"], "end")
    if len(outcome.totals) != seats:
        raise NotationError("end", f"{len(outcome.totals)} scores for {seats} seats")
    return outcome


def _check_boxes(state: State) -> None:
    """Refuses boxes that the deck doesn't have, and one that lies in two places."""
    count = len(state.deck.faces) * copies(state.options, len(state.places))
    lying = Counter((*state.supply.deck, *state.supply.pile))
    for place, hand in zip(state.places, state.hands, strict=True):
        lying.update(box.id for box in place.board.boxes)
        lying.update((*hand.offer, *hand.reserve))
        if any(place.board.box(box.id) is None for board in place.trail for box in board.boxes):
            raise NotationError(f"seat {place.seat}", "a step can't bring a box")
    for box, times in lying.items():
        if not 0 <= box < count:
            raise NotationError("boxes", f"there is no box {box}; there are 0 to {count - 1}")
        if times > 1:
            raise NotationError("boxes", f"box {box} lies in {times} places")


def _undrawn(options: Options, head: Head) -> tuple[int, ...]:
    """Lists the number cards that weren't drawn, as far as the numbers drawn tell (LB-2.2)."""
    if head.round == 0:
        return ()
    left = Counter(rule_set(options).numbers)
    left.subtract(head.drawn)
    return tuple(sorted(left.elements()))


def _untaken(options: Options, places: tuple[Place, ...]) -> tuple[int, ...]:
    """Lists the moon tokens that weren't drawn, as far as those that were tell (LB-4.6)."""
    moons = rule_set(options).moon_tokens
    drawn = [value for place in places for value in place.board.moon_values]
    sets = max(1, -(-len(drawn) // len(moons))) if moons else 0
    left = Counter(moons * sets)
    left.subtract(drawn)
    return tuple(sorted(left.elements()))


def _undealt(
    options: Options, deck: Deck, places: tuple[Place, ...], hands: tuple[Hand, ...], pile: tuple[int, ...]
) -> tuple[int, ...]:
    """Lists the boxes that lie nowhere else."""
    elsewhere = set(pile)
    for place, hand in zip(places, hands, strict=True):
        elsewhere.update(box.id for box in place.board.boxes)
        elsewhere.update((*hand.offer, *hand.reserve))
    return tuple(box for box in range(len(deck.faces) * copies(options, len(places))) if box not in elsewhere)
