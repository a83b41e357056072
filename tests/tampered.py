"""Which records have been changed, in which ways, and what does `boltbox verify` find in them?

`web/src/verify/tampered.json` is the list, written by `python -m tests.tampered`: tests of the page that
checks in the browser hold it to these findings, and `test_verify_agrees.py` holds the list to `verify.py`.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from boltbox.rules.luckybox.options import Options
from boltbox.rules.shelf import SHELF
from boltbox.table.record import RecordError, Word, read_record, write_record
from boltbox.table.verify import verify
from tests.recorded import Wildly, resealed

PATH: Final = Path(__file__).parent.parent / "web" / "src" / "verify" / "tampered.json"
CHECKS: Final = ("digest", "commitment", "words", "draws", "times")  # those that need no rules
BYTES: Final = 60  # so many are changed at random

Json = dict[str, Any]


class Change(NamedTuple):
    """Is one change of a record: what stands there instead, and whether the right digest is written below."""

    old: str
    new: str
    sealed: bool = True


def word(seat: int, *, came: bool = True) -> Word:
    given = bytes((seat,)) * 32
    return Word(seat, hashlib.sha256(given).hexdigest(), given.hex() if came else None)


def clean() -> bytes:
    """Plays a short game of four: one word came, one didn't, two seats had none."""
    words = (word(1), word(3, came=False))
    return write_record(Wildly(SHELF["luckybox"], Options(rounds=1), (1, 2, 3, 4), 7, words).record())


def changes(text: str) -> Iterator[Change]:
    """Lists a change of each kind of byte."""
    head = json.loads(text.splitlines()[0])
    luck, (came, missing) = head["luck"], head["luck"]["words"]
    yield from (Change('"}\n', '"} \n', False), Change("{", "[", False), Change("\n{", "{", False))
    yield from (Change("Zoë 1", "Zoé 1", False), Change("Zoë 1", "Zoé 1"))
    for told in (luck["commitment"], luck["secret"], came["hash"], came["word"], missing["hash"]):
        other = told[:-1] + ("0" if told[-1] != "0" else "1")
        yield from (Change(told, other), Change(told, other, False))
        yield from (Change(told, told.upper()), Change(told, f"{told[:2]} {told[2:]}"))
        yield from (Change(told, told[:-2]), Change(told, told[:-1]), Change(told, "g" + told[1:]))
        yield Change(f'"{told}"', "7")
    yield Change(f'"word":"{came["word"]}"', '"word":null')
    yield Change('"word":null', f'"word":"{"03" * 32}"')
    yield Change('"word":null', f'"word":"{"04" * 32}"')
    yield from (
        Change('"words":[{"seat":1', '"words":[{"seat":3'),
        Change('{"seat":3,"hash"', '{"seat":9,"hash"'),
    )
    yield from (Change('"format":1', '"format":2'), Change('"format":1', '"format":"1"'))
    yield from (Change('"version":2,', '"version":3,'), Change('"version":2,', '"version":"2",'))
    yield from (Change('[{"seat":1,"name"', '[{"seat":5,"name"'), Change('"deck":"', '"deck":"0'))
    yield from (Change('"author":"', '"author":"x'), Change('"deck":{"name"', '"deck": {"name"'))
    yield from (
        Change('"version":3,"instant":', '"version":3,"instant":-'),
        Change('"events":', '"happened":'),
    )
    yield from draws(text)


def draws(text: str) -> Iterator[Change]:
    """Lists changes of draws: of what they are drawn from, their sizes and results, and their keys."""
    found = [
        (line, draw)
        for line in text.splitlines()[1:-1]
        for event in json.loads(line)["events"]
        if event["t"] == "drew"
        for draw in event["draws"]
    ]
    for _, draw in (found[0], found[1], found[-1]):
        *key, size, result = draw
        old = json.dumps(draw, separators=(",", ":"))
        for other in (
            [*key, size, (result + 1) % size],
            [*key, size - 1, result],
            [*key, 2**63 + 1, result],
            [*key, 2**64, result],
            [*key, 0, result],
            [*key, size, 2**64 - 1],
            [key[0], key[1], key[2] + 50, key[3], size, result],
            [key[0], key[1], key[2], -(2**60), size, result],
            ["x y", *key[1:], size, result],
            ["Zoë", *key[1:], size, result],
        ):
            yield Change(old, json.dumps(other, separators=(",", ":"), ensure_ascii=False))
        yield from (Change(old, f"{old},{old}"), Change(old, old, False))
        yield Change(f"{old},", "") if f"{old}," in text else Change(f"[{old}]", "[]")


def changed(data: bytes, change: Change) -> bytes:
    """Makes a change, at the first place where it can be made."""
    text = data.decode()
    assert change.old in text, change
    made = text.replace(change.old, change.new, 1).encode()
    return resealed(made[: made.rindex(b"\n", 0, -1) + 1]) if change.sealed else made


def found(data: bytes) -> Json:
    """Tells what `boltbox verify` finds: the line that can't be read, or a check and a line each."""
    try:
        verdict = verify(read_record(data))
    except RecordError as error:
        return {"unread": error.line, "cause": error.cause}
    findings = [[one.check, one.line] for one in verdict.findings if one.check in CHECKS]
    return {"findings": findings, "draws": verdict.draws}


def cases() -> Json:
    """Lists a clean record, all that is changed in it, and what is found."""
    data, rng = clean(), Random(28)
    text = data.decode()
    listed = [{**change._asdict(), **found(changed(data, change))} for change in changes(text)]
    places = rng.sample(range(len(data)), BYTES)
    flips = [(place, 1 << rng.randrange(7)) for place in places]
    return {
        "record": text,
        "clean": found(data),
        "changes": listed,
        "bytes": [{"at": at, "flip": flip, **found(flipped(data, at, flip))} for at, flip in flips],
        "cut": [{"length": length, **found(data[:length])} for length in (0, 1, 500, len(data) - 1)],
    }


def flipped(data: bytes, at: int, flip: int) -> bytes:
    """Changes one byte."""
    made = bytearray(data)
    made[at] ^= flip
    return bytes(made)


def text() -> str:
    """Writes the list."""
    return json.dumps(cases(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
