"""Is a record to be believed? Everything that can be checked, by luck alone and by the rules.

What it can't tell: whether the commitment is the one that was shown before the game. Who played has seen it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from boltbox.rules.game import TABLE, Drew, Event, State, TimeUp
from boltbox.rules.luck import Draw, Luck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.rules.transcript import Line
from boltbox.table.clock import Agreed, Terms
from boltbox.table.record import IMPOSSIBLE, Record, deck_hash, notice_of, outcome_of, played
from boltbox.table.timed import TimedOptions, clock_of, timed

Check = Literal["digest", "commitment", "words", "draws", "times", "rules", "end"]


class Finding(msgspec.Struct, frozen=True):
    """Is something that is wrong: which check found it, in which line of the file, and why."""

    check: Check
    line: int
    cause: str


class Verdict(msgspec.Struct, frozen=True):
    """Is what became of checking a record."""

    findings: tuple[Finding, ...]
    notices: tuple[str, ...]  # what couldn't be checked, and why
    draws: int  # how many were checked
    entries: int  # how many were played again; 0: none, as a notice says

    @property
    def clean(self) -> bool:
        """Tells whether nothing is wrong."""
        return not self.findings


def verify(record: Record, games: Mapping[str, AnyGame] = SHELF) -> Verdict:
    """Checks the digest, what the seed is made of, draws and times, and the rules where they are these."""
    findings = [*_digest(record), *_inputs(record), *_times(record)]
    draws = list(_draws(record))
    luck = _luck(record)
    if luck is not None:
        findings += _draws_follow(draws, luck)
    notice = notice_of(record, games)
    notices = [] if notice is None else [notice]
    replay = None
    if notice is None and luck is not None:
        replay = _Replay(record, games, luck)
        findings += replay.findings()
        notices += replay.notices
    if outcome_of(record, games) is None:
        findings.append(Finding("end", len(record.lines) + 1, "the game hasn't ended: some of it is missing"))
    return Verdict(
        tuple(sorted(findings, key=lambda one: one.line)),
        tuple(notices),
        len(draws) if luck is not None else 0,
        0 if replay is None else replay.played,
    )


def _digest(record: Record) -> Iterator[Finding]:
    if not record.whole:
        cause = "the digest isn't that of the lines above: something was changed"
        yield Finding("digest", len(record.lines) + 2, cause)


def _luck(record: Record) -> Luck | None:
    try:
        return record.luck.deal.luck()
    except ValueError:  # `_inputs` says so
        return None


def _inputs(record: Record) -> Iterator[Finding]:
    """Checks what the seed is made of against what was shown before."""
    try:
        deal = record.luck.deal
    except ValueError as error:
        yield Finding("commitment", 1, f"the secret or a word can't be read: {error}")
        return
    if deal.commitment != record.luck.commitment:
        yield Finding("commitment", 1, "the secret isn't the one of the commitment")
    seats = [one.seat for one in record.luck.words]
    if not set(seats) <= {one.seat for one in record.seats} or seats != sorted(set(seats)):
        yield Finding("words", 1, "the words aren't one a seat, in the order of the seats")
    for one in record.luck.words:
        if one.word is not None and hashlib.sha256(bytes.fromhex(one.word)).hexdigest() != one.hash:
            yield Finding("words", 1, f"the word of seat {one.seat} isn't the one of its hash")


def _times(record: Record) -> Iterator[Finding]:
    before = record.lines[0].instant
    for number, line in enumerate(record.lines, 2):
        if line.instant < before:
            yield Finding("times", number, f"it happened {before - line.instant} ms before the line above")
        before = line.instant


def _draws(record: Record) -> Iterator[tuple[int, Draw]]:
    for number, line in enumerate(record.lines, 2):
        for event in line.events:
            if isinstance(event, Drew):
                yield from ((number, draw) for draw in event.draws)


def _draws_follow(draws: list[tuple[int, Draw]], luck: Luck) -> Iterator[Finding]:
    """Draws everything again from the seed; a key used twice would let somebody draw until it suits."""
    seen: dict[tuple[str, int, int, int], int] = {}
    for number, draw in draws:
        key = (draw.stream, draw.a, draw.b, draw.c)
        named = f"the draw {draw.stream} {draw.a} {draw.b} {draw.c}"
        if key in seen:
            yield Finding("draws", number, f"{named} was made before, in line {seen[key]}")
        seen.setdefault(key, number)
        try:
            right = luck.draw(*key, draw.size)
        except ValueError as error:
            yield Finding("draws", number, f"{named} can't be made: {error}")
            continue
        if right != draw:
            cause = f"{named} gives {right.result} of {draw.size} by the seed, not {draw.result}"
            yield Finding("draws", number, cause)


class _Replay:
    """Plays the actions of a record again, each from the position that the record has before it."""

    def __init__(self, record: Record, games: Mapping[str, AnyGame], luck: Luck) -> None:
        self.notices: list[str] = []
        self.played = 0  # entries
        self._record = record
        self._plain = games[record.game]
        self._game = played(record, games)
        self._luck = luck

    def findings(self) -> Iterator[Finding]:
        """Plays, and yields every line whose events are others than the rules make them."""
        state: State | None = None
        for number, line in enumerate(self._record.lines, 2):
            before, state = state, self._game.fold(state, line.events)
            if self._rules_at(state) == self._record.rules:
                self.played += 1
                yield from self._of(number, line, before)
        others = len(self._record.lines) - self.played
        if self._rules_at(state) != self._record.rules:
            cause = f"it ends by rules {self._rules_at(state)}, not by those that its head names"
            yield Finding("rules", len(self._record.lines) + 1, cause)
        elif others:
            self.notices.append(
                f"{others} entries were played before the server had rules {self._record.rules}:"
                " they are shown as they were, and aren't played again."
            )

    def _rules_at(self, state: State | None) -> int:
        """Tells by which rules a table played; where it kept no time, by those that the record names."""
        clock = clock_of(state)
        return clock.rules if clock.seats else self._record.rules

    def _of(self, number: int, line: Line, state: State | None) -> Iterator[Finding]:
        """Plays one entry."""
        try:
            events = self._start(line) if state is None else self._act(state, line)
        except IMPOSSIBLE as error:
            yield Finding("rules", number, f"it can't be played: {error!r}")
            events = line.events
        if isinstance(events, Refusal):
            yield Finding("rules", number, f"the rules refuse it: {events.sentence}")
        elif events != line.events:
            yield Finding("rules", number, _difference(events, line.events))

    def _start(self, line: Line) -> tuple[Event, ...] | Refusal:
        record = self._record
        if (line.actor, line.action) != (TABLE, None):
            raise ValueError("the first entry is the table's own")
        seats = tuple(one.seat for one in record.seats)
        refusal = self._plain.check(record.options, len(seats))
        if refusal is not None:
            return refusal
        # Where a table kept no time, as in a terminal, the game begins without clocks.
        agreed = next((event for event in line.events if isinstance(event, Agreed)), None)
        if agreed is None:
            events = self._plain.start(record.options, seats, line.instant, self._luck)
        else:
            terms = Terms(agreed.people, agreed.act_seconds, agreed.absent)
            options = TimedOptions(record.options, terms)
            events = timed(self._plain).start(options, seats, line.instant, self._luck)
        if deck_hash(events) != record.deck:
            self.notices.append(
                "The deck is another than this Boltbox has by that name, so the deal at the start isn't"
                " played again; it was checked by luck alone."
            )
            return line.events
        return events

    def _act(self, state: State, line: Line) -> tuple[Event, ...] | Refusal:
        action = TimeUp(TABLE) if line.action is None else line.action
        if line.action is None and line.actor != TABLE:
            raise ValueError("only the table's own entries have no action")
        return self._game.act(state, line.actor, action, line.instant, self._luck)


def _difference(right: tuple[Event, ...], told: tuple[Event, ...]) -> str:
    """Names the first event that is another one."""
    for place, (mine, theirs) in enumerate(zip(right, told, strict=False), 1):
        if mine != theirs:
            return f"event {place} is {_short(theirs)}; by the rules it is {_short(mine)}"
    return f"it has {len(told)} events; by the rules there are {len(right)}"


def _short(event: Event) -> str:
    text = msgspec.json.encode(event).decode()
    return text if len(text) <= 200 else f"{text[:200]}..."
