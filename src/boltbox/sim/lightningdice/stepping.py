"""How do many games take a step at once: a look of all seats, then time until dice rest or a goal is flipped?

`env/lightningdice` says what the numbers of actions mean; its `DiceGame` does the same slowly, and a test
compares both.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from boltbox.sim import luck
from boltbox.sim.compiled import borrowed, inlined, kernel
from boltbox.sim.lightningdice import claims, codes
from boltbox.sim.lightningdice.arrays import NEVER, OPEN, Record, Records
from boltbox.sim.lightningdice.asking import asked, call_code
from boltbox.sim.lightningdice.observing import (
    FIRST_CALL,
    Sheet,
    allow,
    call_count,
    close,
    is_over,
    observe,
)
from boltbox.sim.lightningdice.play import keep, next_due, roll, start, ticked
from boltbox.sim.lightningdice.scoring import points
from boltbox.sim.notes import DEAL, NO_ACTION, NO_CODE, NOTE_FIELDS, SKIP, Terms

ARRIVALS: Final = luck.number_of("arrivals")  # says which of equal moments came first, as in `env`
ONE_MS: Final = 1 << codes.WAIT_AT  # so long claims wait: all of one moment come before the first is settled

# What is noted of a game; `code` of a seat is the number of its action.
NOTE: Final = np.dtype(
    [
        *NOTE_FIELDS,
        ("now", "i8"),  # the instant of this look
        ("spent", "i8"),  # how many looks took the time of a roll
        ("arrivals_key", "u8"),
    ],
    align=True,
)


class Desk(NamedTuple):
    """Is what a step reads and writes beside the games."""

    sheet: Sheet
    notes: Records  # NOTE, by game
    pays: Records  # PAY, by game and seat


@kernel
def step_all(
    rules: Records, games: Records, terms: Terms, desk: Desk, actions: npt.NDArray[np.int64]
) -> None:
    """Takes a step in every game; in one that was over it deals the next game instead, and pays nothing.

    The action `DEAL` of the first seat deals at once, `SKIP` leaves a game as it is.
    """
    terms_of_all, own, paper = borrowed(rules), borrowed(games), desk.sheet
    sheet = Sheet(borrowed(paper.goals), borrowed(paper.rows), borrowed(paper.masks))
    at = Desk(sheet, borrowed(desk.notes), borrowed(desk.pays))
    for g in range(len(own)):
        first = actions[g, 0]
        if first == SKIP:
            continue
        if first == DEAL or at.notes[g]["ended"] or at.notes[g]["cut_off"]:
            deal_next(terms_of_all, own, g, at)
        else:
            step_one(terms_of_all[0], own[g], g, terms, at, actions)
        put(terms_of_all[0], own[g], g, at)


@inlined
def deal_next(rules: Records, games: Records, g: int, desk: Desk) -> None:
    """Repeats `Deals.next` and `LightningDice.begin` of `env`: the first goal is flipped."""
    note, seats = desk.notes[g], desk.pays.shape[1]
    seed = luck.game_seed(note["seed"], note["number"])
    start(rules, games, g, (1 << seats) - 1, 0, seed)
    note["number"] += 1
    note["steps"] = 0
    note["ended"] = 0
    note["cut_off"] = 0
    note["spent"] = 0
    note["arrivals_key"] = luck.start_key(seed, ARRIVALS)
    note["now"] = games[g]["flips"]
    pass_time(rules[0], games[g], note, note["now"])
    for seat in range(seats):
        pay = desk.pays[g, seat]
        pay["paid"] = 0
        pay["reward"] = 0.0
        pay["illegal"] = 0


@inlined
def put(rules: Record, game: Record, g: int, desk: Desk) -> None:
    """Writes what each seat of a game sees, and may do."""
    seats, note = desk.pays.shape[1], desk.notes[g]
    for seat in range(seats):
        k = g * seats + seat
        observe(rules, game, seat + 1, note["now"], desk.sheet, k)
        if note["cut_off"]:
            close(rules, desk.sheet, k)
        else:
            allow(rules, game, seat + 1, desk.sheet, k)


@inlined
def pass_time(rules: Record, game: Record, note: Record, instant: int) -> None:
    """Repeats `DiceGame._pass_time` of `env`: all that is due by an instant happens when it's due."""
    when = next_due(game)[0]
    while when != NEVER and when <= instant:
        ticked(rules, game, max(when, note["now"]))
        note["now"] = max(when, note["now"])
        when = next_due(game)[0]
    note["now"] = instant


@inlined
def step_one(
    rules: Record, game: Record, g: int, terms: Terms, desk: Desk, actions: npt.NDArray[np.int64]
) -> None:
    """Repeats `Course.step` and `DiceGame.step` of `env`: claims first, in a drawn order, then rolls."""
    seats, note, goal = desk.pays.shape[1], desk.notes[g], game["goal"]
    callers = 0
    for seat in range(seats):
        number = allowed(rules, game, seat + 1, actions[g, seat])
        desk.pays[g, seat]["code"] = number
        callers |= 1 << seat if number >= FIRST_CALL else 0
    call_out(rules, game, g, desk, callers)
    for seat in range(seats):
        number = desk.pays[g, seat]["code"]
        if 0 <= number < FIRST_CALL:
            if game["places"][seat]["kept"] != number:
                keep(game, seat + 1, number)
            roll(rules, game, seat + 1, codes.ROLL | game["goal"] << codes.KIND_BITS, note["now"])
    note["steps"] += 1
    looked = note["now"]
    pass_time(rules, game, note, looked + 1)
    if game["reason"] == OPEN and game["goal"] == goal:
        note["spent"] += 1
        pass_time(rules, game, note, looked + rules["roll_ms"])
    for seat in range(seats):
        worth = points(game["places"][seat]) if seats > 1 else -note["spent"]
        pay_seat(worth, terms, desk.pays[g, seat])
    over = is_over(rules, game)
    note["ended"] = 1 if over else 0
    note["cut_off"] = 1 if not over and note["steps"] >= terms.max_steps else 0


@inlined
def allowed(rules: Record, game: Record, seat: int, number: int) -> int:
    """Is the number of an action, if the seat may do it now; else that it waits, or that it may not."""
    count = call_count(rules)
    if number == FIRST_CALL + count:
        return NO_ACTION
    if number < 0 or number > FIRST_CALL + count:
        return NO_CODE
    can_roll, dice, calls = asked(rules, game, seat)
    if number < FIRST_CALL:
        return number if can_roll and not number & ~dice else NO_CODE
    return number if calls >> number - FIRST_CALL & 1 else NO_CODE


@inlined
def call_out(rules: Record, game: Record, g: int, desk: Desk, callers: int) -> None:
    """Repeats `DiceGame._arrivals` of `env`: claims of one moment arrive in a drawn order (LD-3.6)."""
    note, count = desk.notes[g], 0
    for seat in range(desk.pays.shape[1]):
        count += callers >> seat & 1
    for turn in range(count):
        left = luck.draw(note["arrivals_key"], note["steps"], turn, 0, count - turn)
        seat = 0
        while left > 0 or not callers >> seat & 1:
            left -= callers >> seat & 1
            seat += 1
        callers &= ~(1 << seat)
        code = call_code(desk.pays[g, seat]["code"] - FIRST_CALL) | ONE_MS
        claims.claim(rules, game, seat + 1, code, note["now"])


@inlined
def pay_seat(worth: int, terms: Terms, pay: Record) -> None:
    """Pays a seat what it has more than before."""
    illegal = pay["code"] == NO_CODE
    pay["reward"] = worth - pay["paid"] + (terms.illegal_reward if illegal else 0.0)
    pay["paid"] = worth
    pay["illegal"] = 1 if illegal else 0
