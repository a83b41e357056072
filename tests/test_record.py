"""Does a record hold a whole game: read back equal, folded to its own end, and every change of it found?"""

import hashlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boltbox.rules.game import Event
from boltbox.rules.luckybox.events import Started
from boltbox.rules.shelf import SHELF
from boltbox.rules.words import write_outcome
from boltbox.table.clock import Away, Paused, Resumed, TakenOver
from boltbox.table.deal import Deal
from boltbox.table.record import (
    Record,
    RecordError,
    Revealed,
    Word,
    deck_hash,
    entries,
    fold_record,
    lines_of,
    notice_of,
    outcome_of,
    read_record,
    revealed,
    write_record,
)
from boltbox.table.verify import verify
from tests.recorded import GAMES, played_wildly, records, resealed

GOLDEN = Path(__file__).parent / "golden" / "records"
# How the golden records ended. They are never written anew: old games stay as they were.
ENDS = {
    "luckybox-0-older.txt": (
        "rounds/48#1:boxes=34,stars=4,moons=6,cells=4/37#2:boxes=20,stars=5,moons=6,cells=6"
    ),
    "luckybox-1-chengdu.txt": (
        "rounds/72#2:boxes=63,stars=2,moons=6,cells=1/58#3:boxes=44,stars=6,moons=2,cells=6"
        "/75#1:boxes=55,stars=12,moons=4,cells=4"
    ),
    "luckybox-1-four.txt": (
        "rounds/26#1:boxes=0,stars=10,moons=0,cells=16/22#2:boxes=0,stars=0,moons=6,cells=16"
        "/6#3:boxes=0,stars=0,moons=-6,cells=12/5#4:boxes=0,stars=0,moons=-6,cells=11"
    ),
    "luckybox-1-paused.txt": (
        "rounds/34#1:boxes=0,stars=9,moons=6,cells=19/10#2:boxes=0,stars=0,moons=0,cells=10"
    ),
    "luckybox-1-stopped.txt": "stopped/0#0:/0#0:/0#0:",
}
ALONE = write_record(played_wildly(SHELF["luckybox"], 1, 3))


def events_of(record: Record) -> list[Event]:
    return [event for line in record.lines for event in line.events]


# Reading and folding ----------------------------------------------------------------------------------------


@given(records())
@settings(max_examples=40)
def test_any_game_reads_back_equal_and_is_clean(record: Record) -> None:
    data = write_record(record)
    read = read_record(data, "game.txt", GAMES)
    assert read == record
    assert write_record(read) == data
    verdict = verify(read, GAMES)
    assert (verdict.findings, verdict.notices) == ((), ())
    assert verdict.entries == len(record.lines)
    assert outcome_of(read, GAMES) is not None


def test_a_record_can_be_folded_to_any_version() -> None:
    record = read_record(ALONE)
    folded = list(entries(record))
    assert lines_of(folded) == record.lines
    assert [one.version for one in folded] == list(range(1, len(folded) + 1))
    for entry in folded:
        assert fold_record(record, entry.version) == entry.after
    assert fold_record(record) == folded[-1].after
    for version in (0, len(folded) + 1):
        with pytest.raises(ValueError, match=f"it has entries 1 to {len(folded)}, not {version}"):
            fold_record(record, version)


def test_a_record_tells_no_ids_and_a_person_can_read_it() -> None:
    text = ALONE.decode()
    assert "an-id" not in text
    lines = text.splitlines()
    assert text == "\n".join(lines) + "\n"
    assert lines[0].startswith('{"format":1,"game":"luckybox","rules":1,')
    assert lines[1].startswith(
        '{"version":1,"instant":1800000000000,"actor":0,"action":null,"events":[{"t":"started"'
    )
    assert all(isinstance(msgspec.json.decode(line), dict) for line in lines)


@pytest.mark.parametrize(
    ("line", "old", "new", "cause"),
    [
        (1, '"format":1', '"format":2', "it is of format 2; this Boltbox reads format 1"),
        (1, "luckybox", "ludo", "there is no game 'ludo'"),
        (1, '"rounds":4', '"rounds":"4"', "Expected `int`"),
        (
            1,
            '[{"seat":1',
            '[{"seat":2,"name":null},{"seat":1',
            "aren't as many as the game has, or not in order",
        ),
        (1, '"deck":"', '"deck":"0', "the hash of the deck isn't"),
        (3, '"version":2', '"version":3', "entry 2 is missing: this is entry 3"),
        (3, '"events":', '"happened":', "it can't be read"),
        (3, '"t":"chosen"', '"t":"stolen"', "it can't be read"),
        (3, '"t":"choose"', '"t":"steal"', "it can't be read"),
        (3, '"seat":1', '"seat":9', "its events can't have happened"),
        (3, '{"version"', "[" * 5000 + '{"version"', "it can't be read"),
    ],
)
def test_what_cannot_be_read_is_named_by_file_and_line(line: int, old: str, new: str, cause: str) -> None:
    lines = ALONE.decode().splitlines(keepends=True)[:-1]
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    with pytest.raises(RecordError) as caught:
        read_record(resealed("".join(lines).encode()), "night.txt")
    assert (caught.value.file, caught.value.line) == ("night.txt", line)
    assert cause in caught.value.cause
    assert str(caught.value).startswith(f"night.txt:{line}: ")


@pytest.mark.parametrize(
    ("data", "line"),
    [(ALONE[:-1], ALONE.count(b"\n")), (ALONE + b"\n", ALONE.count(b"\n") + 1)],
)
def test_a_record_ends_with_its_digest(data: bytes, line: int) -> None:
    with pytest.raises(RecordError, match="the last line isn't") as caught:
        read_record(data)
    assert caught.value.line == line


@pytest.mark.parametrize("data", [b"", b"\n", b"\x7fELF\x00\n", b"name: Mine\n", b"\xef\xbb\xbf{}\n"])
def test_a_file_of_another_kind_is_called_so(data: bytes) -> None:
    with pytest.raises(RecordError, match="record:1: this is no record of a game"):
        read_record(data)


def test_a_record_that_is_too_long_or_empty_is_no_record() -> None:
    with pytest.raises(RecordError, match="at most 16777216 bytes"):
        read_record(b" " * (16 * 1024 * 1024 + 1))
    head = ALONE[: ALONE.index(b"\n") + 1]
    with pytest.raises(RecordError, match=r"record:1: there is no entry"):
        read_record(resealed(head))


# Changing things --------------------------------------------------------------------------------------------


def found(data: bytes) -> set[str]:
    """Names the checks that find something, or "unread"."""
    try:
        return {finding.check for finding in verify(read_record(data)).findings}
    except RecordError:
        return {"unread"}


@given(st.integers(0, len(ALONE) - 1), st.integers(1, 255))
@settings(max_examples=300)
def test_any_changed_byte_is_found(place: int, change: int) -> None:
    """C28."""
    changed = bytearray(ALONE)
    changed[place] ^= change
    assert found(bytes(changed)) & {"unread", "digest"}


@given(st.integers(0, len(ALONE)), st.integers(0, 255))
@settings(max_examples=100)
def test_any_byte_too_many_or_too_few_is_found(place: int, byte: int) -> None:
    assert found(ALONE[:place] + bytes((byte,)) + ALONE[place:])
    assert found(ALONE[: max(0, place - 1)] + ALONE[place:] if place else ALONE[1:])


def changed(record: Record, version: int, **fields: object) -> Record:
    """Changes an entry, and writes the right digest: all that is left to find it are luck and rules."""
    line = replace(record.lines[version - 1], **fields)
    lines = (*record.lines[: version - 1], line, *record.lines[version:])
    return read_record(write_record(replace(record, lines=lines)))


def of(data: bytes, old: bytes, new: bytes) -> Record:
    """Reads a record with something replaced, under the right digest."""
    above = data[: data.rindex(b"\n", 0, -1) + 1]
    assert old in above
    return read_record(resealed(above.replace(old, new, 1)))


def test_a_forged_draw_is_found_by_luck_alone() -> None:
    """C28: card by card, whoever wrote the digest."""
    record = read_record(ALONE)
    draw = next(event.draws[0] for event in record.lines[0].events if hasattr(event, "draws"))
    for forged, cause in (
        (replace(draw, result=(draw.result + 1) % draw.size), f"gives {draw.result} of 60 by the seed"),
        (replace(draw, size=draw.size - 1), "by the seed"),
        (replace(draw, b=draw.b + 50), "by the seed"),
        (replace(draw, size=0), "can't be made"),
        (replace(draw, stream="x y"), "can't be made"),
    ):
        old, new = msgspec.json.encode(draw), msgspec.json.encode(forged)
        findings = [one for one in verify(of(ALONE, old, new)).findings if one.check == "draws"]
        assert findings
        assert findings[0].line == 2
        assert cause in findings[0].cause


def test_a_draw_made_twice_is_found() -> None:
    record = read_record(ALONE)
    twice = changed(record, 1, events=(*record.lines[0].events, record.lines[0].events[1]))
    (first, *_) = (one for one in verify(twice).findings if one.check == "draws")
    assert (first.line, "was made before, in line 2" in first.cause) == (2, True)


def test_another_secret_is_found() -> None:
    record = read_record(ALONE)
    other = revealed(Deal(bytes(32)))
    forged = replace(record, luck=replace(other, commitment=record.luck.commitment))
    assert {"commitment", "draws"} <= {one.check for one in verify(forged).findings}
    # With the commitment changed as well, the draws still tell.
    assert "draws" in {one.check for one in verify(replace(record, luck=other)).findings}
    for secret in ("00", "no hexadecimal"):
        short = replace(record, luck=replace(record.luck, secret=secret))
        verdict = verify(short)
        assert [(one.check, one.line) for one in verdict.findings] == [("commitment", 1)]
        assert (verdict.draws, verdict.entries) == (0, 0)


def test_words_of_players_are_checked_against_their_hashes() -> None:
    secret, word = bytes(range(32)), b"w" * 32
    right = Word(1, hashlib.sha256(word).hexdigest(), word.hex())
    luck = Revealed(Deal(secret).commitment, secret.hex(), (right,))
    assert luck.deal == Deal(secret, (word,))
    record = replace(read_record(ALONE), luck=luck)
    assert "words" not in {one.check for one in verify(record).findings}
    for words, cause in (
        ((replace(right, hash="00" * 32),), "the word of seat 1 isn't the one of its hash"),
        ((replace(right, seat=2),), "in the order of the seats"),
        ((right, right), "in the order of the seats"),
    ):
        findings = verify(replace(record, luck=replace(luck, words=words))).findings
        assert [cause in one.cause for one in findings if one.check == "words"] == [True]
    never = replace(luck, words=(replace(right, word=None),))
    assert never.deal == Deal(secret, (bytes.fromhex(right.hash),))


def test_a_forged_answer_is_found_by_the_rules() -> None:
    record = read_record(ALONE)
    line = record.lines[1]
    verdict = verify(changed(record, 2, events=line.events[:-1]))
    assert (verdict.findings[0].check, verdict.findings[0].line) == ("rules", 3)
    assert "by the rules" in verdict.findings[0].cause
    verdict = verify(changed(record, 2, actor=7))
    assert "the rules refuse it: You watch this table" in verdict.findings[0].cause
    verdict = verify(changed(record, 2, action=None))
    assert "only the table's own entries have no action" in verdict.findings[0].cause
    verdict = verify(changed(record, 1, actor=1))
    assert "the first entry is the table's own" in verdict.findings[0].cause


def test_other_options_seats_or_times_are_found() -> None:
    record = read_record(ALONE)
    other = msgspec.convert({"rounds": 9}, SHELF["luckybox"].options)
    assert "rounds must be 1 to 8" in verify(replace(record, options=other)).findings[0].cause
    two = replace(record, seats=(*record.seats, replace(record.seats[0], seat=2)))
    assert {one.check for one in verify(two).findings} == {"rules"}
    late = changed(record, 1, instant=record.lines[1].instant + 5)
    assert [(one.check, one.line) for one in verify(late).findings if one.check == "times"] == [("times", 3)]


def test_a_game_that_breaks_off_is_found() -> None:
    record = read_record(ALONE)
    cut = read_record(write_record(replace(record, lines=record.lines[:-1])))
    assert outcome_of(cut) is None
    assert [(one.check, one.line) for one in verify(cut).findings] == [("end", len(cut.lines) + 1)]


# Other rules, other decks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [0, 2])
def test_other_rules_fold_to_their_own_end_with_a_notice(rules: int) -> None:
    """A game whose rules made something else of an action ends as it ended."""
    mine = read_record(ALONE)
    lines = mine.lines
    end = lines[-1].events[-1]
    outcome = outcome_of(mine)
    assert outcome is not None
    theirs = replace(outcome, totals=(99,))
    last = replace(lines[-1], events=(*lines[-1].events[:-1], replace(end, outcome=theirs)))
    record = read_record(write_record(replace(mine, rules=rules, lines=(*lines[:-1], last))))
    assert outcome_of(record) == theirs
    notice = notice_of(record)
    assert notice is not None
    assert f"by rules {rules}" in notice
    verdict = verify(record)
    assert (verdict.clean, verdict.notices, verdict.entries) == (True, (notice,), 0)
    assert verdict.draws > 0
    assert notice_of(mine) is None


def test_newer_rules_that_cannot_be_read_say_so() -> None:
    with pytest.raises(RecordError, match=r"written by rules 2; this Boltbox knows 1"):
        of(ALONE.replace(b'"rules":1', b'"rules":2', 1), b'"t":"chosen"', b'"t":"blessed"')


def test_a_deck_that_is_another_today_is_checked_by_luck() -> None:
    record = read_record(ALONE)
    started = record.lines[0].events[0]
    assert isinstance(started, Started)
    other = replace(started, deck=replace(started.deck, author="Somebody"))
    record = changed(record, 1, events=(other, *record.lines[0].events[1:]))
    assert record.deck == deck_hash((other,)) != deck_hash((started,))
    verdict = verify(record)
    assert verdict.clean
    assert "The deck is another than this Boltbox has by that name" in verdict.notices[0]


# Golden records ---------------------------------------------------------------------------------------------


def test_every_golden_record_is_known() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(ENDS)


@pytest.mark.parametrize("name", ENDS)
def test_a_golden_record_folds_to_its_own_end_for_ever(name: str) -> None:
    record = read_record((GOLDEN / name).read_bytes(), name)
    outcome = outcome_of(record)
    assert outcome is not None
    assert write_outcome(outcome) == ENDS[name]
    verdict = verify(record)
    assert verdict.clean
    assert verdict.draws > 0


def test_a_golden_record_has_all_that_a_table_does() -> None:
    record = read_record((GOLDEN / "luckybox-1-paused.txt").read_bytes())
    assert {Paused, Resumed, Away, TakenOver} <= {type(event) for event in events_of(record)}
    stopped = outcome_of(read_record((GOLDEN / "luckybox-1-stopped.txt").read_bytes()))
    assert stopped is not None
    assert stopped.reason == "stopped"
