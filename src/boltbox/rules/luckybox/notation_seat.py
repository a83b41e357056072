"""How is what lies before a seat written, and read back? The words are listed in notation.py."""

import re
from typing import Final, cast

from msgspec.structs import replace

from boltbox.rules.luckybox.parts import FULL, BonusCode
from boltbox.rules.luckybox.state import Board, Box, Due, Finished, Hand, Place, Refilling
from boltbox.rules.words import NotationError, read_numbers

_BOX: Final = re.compile(r"([0-9]{1,4})(?::([0-8]{1,9}))?")
_FINISHED: Final = re.compile(r"([0-9]{1,4})@([0-9]{1,2})=(-?[0-9]{1,3})")
_DUE: Final = re.compile(r"b([1-9?])@([0-9]{1,4})([rc])([0-2])")
_NUMBER: Final = re.compile(r"([LSMQdp])(-?[0-9]{1,6})")
_OFFER: Final = re.compile(r"o([0-9,-]+)/([0-9])")
_REFILL: Final = re.compile(r"f([0-9,-]+)/([0-9,-]+)/([0-9]{1,2})")
_LISTS: Final = re.compile(r"([crm])([0-9,-]+)")
_SINGLE: Final = re.compile(r"[LSMQdpocrfm][0-9-]")
_COUNTS: Final = {"L": "lightning", "S": "stars", "M": "moons", "Q": "questions"}
_NUMBERS: Final = {"d": "decision", "p": "star_points"}
_FLAGS: Final = ("left", "locked", "ready", "done")


def write_seat(place: Place, hand: Hand) -> str:
    """Writes a seat: what is true of the seat itself, then its boards, one for each own step."""
    words = [f"{place.seat}:"]
    flags = (not place.played, place.locked, place.ready, place.done)
    words += [word for word, flag in zip(_FLAGS, flags, strict=True) if flag]
    words += ["confirm"] if hand.confirm else []
    words += [f"d{place.decision}"] if place.decision else []
    words += [f"p{place.star_points}"] if place.star_points else []
    words += [f"o{_write_ids(hand.offer)}/{hand.keep}"] if hand.offer or hand.keep else []
    words += [] if hand.chosen is None else [f"c{_write_ids(hand.chosen)}"]
    words += [f"r{_write_ids(hand.reserve)}"] if hand.reserve else []
    if (wish := hand.refill) is not None:
        words.append(f"f{_write_ids(wish.discard)}/{_write_ids(wish.take)}/{wish.blind}")
    return " ".join(words) + " " + " > ".join(map(_write_board, (place.board, *place.trail)))


def _write_ids(boxes: tuple[int, ...]) -> str:
    return ",".join(map(str, boxes)) or "-"


def _write_board(board: Board) -> str:
    counts = (("L", board.lightning), ("S", board.stars), ("M", board.moons), ("Q", board.questions))
    words = [f"{letter}{count}" for letter, count in counts if count]
    words += [f"m{_write_ids(board.moon_values)}"] if board.moon_values else []
    for box in board.boxes:
        crossed = "".join(str(cell) for cell in range(9) if box.crossed >> cell & 1)
        words.append(f"{box.id}:{crossed}" if crossed else str(box.id))
    words += [f"{done.box}@{done.round}={done.points}" for done in board.finished]
    words += [f"b{due.code}@{due.box}{'rc'[due.line // 3]}{due.line % 3}" for due in board.due]
    return " ".join([*words, "answered"] if board.answered else words)


def read_seat(text: str, seat: int) -> tuple[Place, Hand]:
    """Reads a seat that `write_seat` or a person wrote. Raises NotationError."""
    head, *later = text.split(">")
    number, *words = head.split()
    if number != f"{seat}:":
        raise NotationError(number, f"seats stand in order, and here seat {seat} is awaited")
    place, hand = Place(seat, Board()), Hand()
    rest: list[str] = []
    for word in _once(words, f"seat {seat}"):
        read = _read_seat_word(place, hand, word)
        if read is None:
            rest.append(word)
        else:
            place, hand = read
    board = _read_board(rest, f"seat {seat}")
    trail = tuple(_read_board(_once(part.split(), f"seat {seat}"), f"seat {seat}") for part in later)
    return replace(place, board=board, trail=trail), hand


def _once(words: list[str], field: str) -> list[str]:
    """Refuses a second word of a kind of which there can be only one: L3 and L4, the same box twice."""
    keys = [word[0] if _SINGLE.match(word) else re.split("[:=]", word)[0] for word in words]
    twice = next((word for i, word in enumerate(words) if keys[i] in keys[:i]), None)
    if twice is not None:
        raise NotationError(field, f"there is another word like '{twice}' before it")
    return words


def _read_seat_word(place: Place, hand: Hand, word: str) -> tuple[Place, Hand] | None:
    """Reads a word about the seat itself; None: it is about its board."""
    if word in _FLAGS:
        return replace(place, **({"played": False} if word == "left" else {word: True})), hand
    if word == "confirm":
        return place, replace(hand, confirm=True)
    if (number := _NUMBER.fullmatch(word)) and number[1] in _NUMBERS:
        return replace(place, **{_NUMBERS[number[1]]: int(number[2])}), hand
    if offer := _OFFER.fullmatch(word):
        return place, replace(hand, offer=read_numbers(offer[1], "offer"), keep=int(offer[2]))
    if (found := _LISTS.fullmatch(word)) and found[1] in "cr":
        field = {"c": "chosen", "r": "reserve"}[found[1]]
        return place, replace(hand, **{field: read_numbers(found[2], field)})
    if refill := _REFILL.fullmatch(word):
        discard, take = (read_numbers(refill[part], "refill") for part in (1, 2))
        return place, replace(hand, refill=Refilling(discard, take, int(refill[3])))
    return None


def _read_board(words: list[str], field: str) -> Board:
    board = Board()
    for word in words:
        if word == "answered":
            board = replace(board, answered=True)
        elif (number := _NUMBER.fullmatch(word)) and number[1] in _COUNTS:
            board = replace(board, **{_COUNTS[number[1]]: int(number[2])})
        elif (values := _LISTS.fullmatch(word)) and values[1] == "m":
            board = replace(board, moon_values=read_numbers(values[2], "moons"))
        elif box := _BOX.fullmatch(word):
            board = replace(board, boxes=(*board.boxes, _read_box(int(box[1]), box[2] or "", field)))
        elif done := _FINISHED.fullmatch(word):
            board = replace(
                board, finished=(*board.finished, Finished(int(done[1]), int(done[2]), int(done[3])))
            )
        elif due := _DUE.fullmatch(word):
            line = int(due[4]) + 3 * (due[3] == "c")
            board = replace(board, due=(*board.due, Due(cast(BonusCode, due[1]), int(due[2]), line)))
        else:
            raise NotationError(field, f"'{word}' means nothing here")
    return board


def _read_box(box: int, cells: str, field: str) -> Box:
    crossed = sum(1 << int(cell) for cell in set(cells))
    if len(set(cells)) != len(cells) or crossed == FULL:
        raise NotationError(field, f"an unfinished box has up to 8 different crossed cells, not {cells}")
    return Box(box, crossed)
