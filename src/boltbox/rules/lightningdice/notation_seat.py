"""How is a player of Lightning Dice written in a position, and read back? `notation.py` tells the form."""

import re
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from boltbox.rules.lightningdice.goals import DICE
from boltbox.rules.lightningdice.state import Called, Hand, LastCall, Place, Rolling, Tally, Waiting
from boltbox.rules.words import NotationError, read_numbers, read_word, write_word

_SEAT: Final = re.compile(r"([0-9]{1,2}): ([1-6.]{6})((?: \S+)*)")
_ROLL: Final = re.compile(r"([0-9]{1,9}):([0-9,-]+)@([0-9]{1,15})-([0-9]{1,15})")
Both = tuple[Place, Hand]


def write_seat(place: Place, hand: Hand) -> str:
    """Writes a player as a section of a position."""
    words = ["".join(str(value) if value else "." for value in place.values)]
    if place.kept:
        words.append(f"k{write_word(place.kept)}")
    if place.rolling is not None:
        rolling = place.rolling
        words.append(f"R{rolling.roll}:{write_word(rolling.dice)}@{rolling.started}-{rolling.rests}")
    numbers = (("s", place.since), ("n", place.rolls), ("t", place.time), ("d", place.decision))
    words += [f"{sign}{number}" for sign, number in numbers if number]
    if place.tally != Tally():
        tally = place.tally
        words.append(f"m{tally.matches},{tally.bonuses},{tally.penalties},{tally.thunders}")
    if place.last is not None:
        words.append(f"C{write_word(place.last)}")
    if place.out:
        words.append("left")
    words += [f"M{write_word(one)}" for one in hand.made]
    if hand.blocked is not None:
        words.append(f"b{hand.blocked}")
    for one in hand.waiting:
        shown = "".join(map(str, one.dice))
        words.append(f"W{write_word(_flat(one, int(shown)))}")
    return f"{place.seat}: {' '.join(words)}"


class _Flat(msgspec.Struct, frozen=True):
    """Is a claim that waits, its dice as one number."""

    order: int
    call: str
    number: int
    dice: int
    moment: int
    arrival: int
    span: int
    settles: int
    roll: int


def _flat(one: Waiting, dice: int) -> _Flat:
    return _Flat(
        *(one.order, one.call, one.number, dice),
        *(one.moment, one.arrival, one.span, one.settles, one.roll),
    )


def read_seat(text: str) -> Both:
    """Reads a player that `write_seat` wrote. Raises NotationError."""
    found = _SEAT.fullmatch(text)
    if found is None:
        raise NotationError("seat", f"'{text}' is not a number and six dice, like '2: 55.344'")
    values = tuple(0 if sign == "." else int(sign) for sign in found[2])
    both = Place(int(found[1]), 0, values), Hand()
    for word in found[3].split():
        both = _READERS.get(word if word == "left" else word[0], _unknown)(both, word[1:], both[0].seat)
    place, _ = both
    if not set(place.kept) <= set(place.resting) or len(set(place.kept)) < len(place.kept):
        raise NotationError(f"seat {place.seat}", "only dice at rest can be kept, each once")
    if place.rolling is not None and set(place.rolling.dice) & set(place.resting):
        raise NotationError(f"seat {place.seat}", "a die that rolls has no value")
    return both


def _number(word: str, seat: int) -> int:
    if not re.fullmatch("[0-9]{1,15}", word):
        raise NotationError(f"seat {seat}", f"'{word}' is no number")
    return int(word)


def _dice(word: str, seat: int) -> tuple[int, ...]:
    dice = read_numbers(word, f"seat {seat}")
    if not set(dice) <= set(range(DICE)):
        raise NotationError(f"seat {seat}", f"dice are 0 to {DICE - 1}, not {word}")
    return dice


def _rolling(both: Both, word: str, seat: int) -> Both:
    found = _ROLL.fullmatch(word)
    if found is None:
        raise NotationError(f"seat {seat}", f"'R{word}' is no roll like 'R2:0-5@5100-5800'")
    rolling = Rolling(int(found[1]), _dice(found[2], seat), int(found[3]), int(found[4]))
    return replace(both[0], rolling=rolling), both[1]


def _tally(both: Both, word: str, seat: int) -> Both:
    numbers = read_numbers(word, f"seat {seat}")
    if len(numbers) != len(Tally.__struct_fields__):
        raise NotationError(f"seat {seat}", f"'m{word}' is not four numbers: {Tally.__struct_fields__}")
    return replace(both[0], tally=Tally(*numbers)), both[1]


def _piece(kind: type[msgspec.Struct], word: str, seat: int) -> dict[str, object]:
    read = read_word(inspect.type_info(kind), word, f"seat {seat}")
    if not isinstance(read, dict):
        raise TypeError(f"{kind.__name__} is no struct")
    return read


def _last(both: Both, word: str, seat: int) -> Both:
    last = msgspec.convert(_piece(LastCall, word, seat), LastCall)
    return replace(both[0], last=last), both[1]


def _made(both: Both, word: str, seat: int) -> Both:
    called = msgspec.convert(_piece(Called, word, seat), Called)
    return both[0], replace(both[1], made=(*both[1].made, called))


def _waiting(both: Both, word: str, seat: int) -> Both:
    flat = _piece(_Flat, word, seat)
    flat |= {"seat": seat, "dice": [int(digit) for digit in str(flat["dice"])]}
    try:
        claim = msgspec.convert(flat, Waiting)
    except msgspec.ValidationError as error:
        raise NotationError(f"seat {seat}", str(error)) from None
    return both[0], replace(both[1], waiting=(*both[1].waiting, claim))


def _unknown(both: Both, word: str, seat: int) -> Both:
    raise NotationError(f"seat {seat}", f"nothing is written like '...{word}'; `notation.py` tells what is")


_READERS: Final[dict[str, Callable[[Both, str, int], Both]]] = {
    "k": lambda both, word, seat: (replace(both[0], kept=_dice(word, seat)), both[1]),
    "R": _rolling,
    "s": lambda both, word, seat: (replace(both[0], since=_number(word, seat)), both[1]),
    "n": lambda both, word, seat: (replace(both[0], rolls=_number(word, seat)), both[1]),
    "t": lambda both, word, seat: (replace(both[0], time=_number(word, seat)), both[1]),
    "d": lambda both, word, seat: (replace(both[0], decision=_number(word, seat)), both[1]),
    "m": _tally,
    "C": _last,
    "left": lambda both, word, seat: (replace(both[0], out=True), both[1]),
    "M": _made,
    "b": lambda both, word, seat: (both[0], replace(both[1], blocked=_number(word, seat))),
    "W": _waiting,
}
