"""What may happen at a table of Lightning Dice, and when? As `rules/lightningdice/play.py` says, in numbers.

Kernels take the one record of `rules_of`, an array of games and which of them; a seat is its number.
"""

from typing import Final

import numpy as np

from boltbox.rules.lightningdice.parts import COUNT_IN_MS
from boltbox.sim import luck
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.lightningdice import changes, claims, codes, pile, scoring, tray
from boltbox.sim.lightningdice.arrays import (
    COUNT,
    LEFT,
    MOST_SEATS,
    NEVER,
    NO_CALL,
    NO_CARD,
    OPEN,
    RACE,
    Record,
    Records,
)
from boltbox.sim.lightningdice.dice import ALL, resting, spread

DICE_STREAM: Final = luck.number_of("dice")
TRAY_STREAM: Final = luck.number_of("tray")
GOALS_STREAM: Final = luck.number_of("goals")
BY_CLAIM, BY_FLIP, BY_REST, BY_BLOCK = range(4)  # of what falls due at once the first goes first


@kernel
def start(rules: Records, games: Records, g: int, seats: int, instant: int, seed: np.uint64) -> None:
    """Begins a game: the count-in runs (`play.start`; LD-1, LD-2.7). Bit n - 1 of `seats` is the seat n."""
    game = games[g]
    game["phase"] = COUNT
    game["goal"] = 0
    game["card"] = NO_CARD
    game["flips"] = instant + COUNT_IN_MS
    game["flipped"] = 0
    game["spent"] = 0
    game["seats"] = seats
    game["asked"] = seats
    game["claims"] = 0
    game["waiting"] = 0
    game["reason"] = OPEN
    game["closed"] = 0
    game["closed_in"] = 0
    game["tray_key"] = luck.start_key(seed, TRAY_STREAM)
    game["goals_key"] = luck.start_key(seed, GOALS_STREAM)
    pile.full(rules[0], game)
    key = luck.start_key(seed, DICE_STREAM)
    for index in range(MOST_SEATS):
        if seats >> index & 1:
            empty(game["places"][index], luck.folded(key, index + 1))


@inlined
def empty(place: Record, key: np.uint64) -> None:
    """Makes a place of a player who did nothing yet (`state.Place`)."""
    place["since"] = 0
    place["started"] = 0
    place["rests"] = NEVER
    place["blocked"] = NEVER
    place["time"] = 0
    place["dice_key"] = key
    place["values"] = 0
    place["kept"] = 0
    place["rolling"] = 0
    place["rolls"] = 0
    place["decision"] = 0
    place["made"] = 0
    place["matches"] = 0
    place["bonuses"] = 0
    place["penalties"] = 0
    place["thunders"] = 0
    place["last_call"] = NO_CALL
    place["last_number"] = 0
    place["last_verdict"] = 0
    place["last_scored"] = 0
    place["out"] = 0
    place["place"] = 0


# What a seat does -------------------------------------------------------------------------------------------


@kernel
def act(rules: Records, games: Records, g: int, seat: int, code: int, instant: int) -> int:
    """Does what a seat asks for, or tells why not: the number of a refusal (`play.act`; codes.py)."""
    return acted(rules[0], games[g], seat, code, instant)


@inlined
def acted(rules: Record, game: Record, seat: int, code: int, instant: int) -> int:
    """Is `act`, for kernels that have the records at hand."""
    if game["reason"] != OPEN:
        return codes.GAME_OVER
    if not 1 <= seat <= MOST_SEATS or not game["seats"] >> seat - 1 & 1 or game["places"][seat - 1]["out"]:
        return codes.NOT_SEATED
    kind = code & codes.KIND
    if kind == codes.ROLL:
        return roll(rules, game, seat, code, instant)
    if kind == codes.KEEP:
        return keep(game, seat, code >> codes.KIND_BITS & ALL)
    return claims.claim(rules, game, seat, code, instant)


@inlined
def why_not_roll(game: Record, place: Record, goal: int) -> int:
    """Tells why a player can't roll now, or 0 (`play.why_not_roll`; LD-2.3, LD-2.5, LD-2.6)."""
    if game["phase"] == COUNT:
        return codes.COUNT_IN
    if goal != game["goal"]:
        return codes.GOAL_CLOSED
    if place["rolling"]:
        return codes.STILL_ROLLING
    return codes.ALL_KEPT if place["kept"] == ALL else codes.DONE


@inlined
def roll(rules: Record, game: Record, seat: int, code: int, instant: int) -> int:
    """Throws every die that isn't kept, from the moment it was pressed on (`play._roll`; LD-2.5, LD-2.6)."""
    place = game["places"][seat - 1]
    refusal = why_not_roll(game, place, code >> codes.KIND_BITS & codes.MEANT)
    if refusal == codes.DONE:
        started = claims.moment(code, place["since"], instant)
        changes.rolled(place, started, started + rules["roll_ms"])
        changes.asks_anew(game, seat)
    return refusal


@inlined
def keep(game: Record, seat: int, dice: int) -> int:
    """Sets exactly these dice aside (`play._keep`; LD-2.2, LD-2.3)."""
    place = game["places"][seat - 1]
    lying = resting(place["values"])
    if not lying:
        return codes.NO_DIE_RESTS
    if dice & ~lying:
        return codes.NOT_AT_REST
    place["kept"] = dice
    changes.asks_anew(game, seat)
    return codes.DONE


# What falls due ---------------------------------------------------------------------------------------------


@inlined
def next_due(game: Record) -> tuple[int, int, int]:
    """Is what falls due next: when, of which kind, for which seat (`play._dues`); NEVER for nothing."""
    if game["reason"] != OPEN:
        return NEVER, 0, 0
    when, kind, seat = NEVER, 0, 0
    if game["waiting"]:
        when, kind = game["queue"][0]["settles"], BY_CLAIM
    if game["flips"] != NEVER and (when == NEVER or game["flips"] < when):
        when, kind = game["flips"], BY_FLIP
    for index in range(MOST_SEATS):
        if game["seats"] >> index & 1:
            place = game["places"][index]
            rests, blocked = place["rests"], place["blocked"]
            if rests != NEVER and (when == NEVER or rests < when or (rests == when and kind == BY_BLOCK)):
                when, kind, seat = rests, BY_REST, index + 1
            if blocked != NEVER and (when == NEVER or blocked < when):
                when, kind, seat = blocked, BY_BLOCK, index + 1
    return when, kind, seat


@kernel
def due(games: Records, g: int) -> int:
    """Is when something falls due, or NEVER (`play.due`)."""
    return next_due(games[g])[0]


@kernel
def tick(rules: Records, games: Records, g: int, instant: int) -> int:
    """Does what is due first (`play._act_for_table`, for `TimeUp` of the table)."""
    return ticked(rules[0], games[g], instant)


@inlined
def ticked(rules: Record, game: Record, instant: int) -> int:
    """Is `tick`, for kernels that have the records at hand."""
    if game["reason"] != OPEN:
        return codes.GAME_OVER
    when, kind, seat = next_due(game)
    if when == NEVER or when > instant:
        return codes.ALREADY_DECIDED
    befall(rules, game, kind, seat, instant)
    return codes.DONE


@inlined
def befall(rules: Record, game: Record, kind: int, seat: int, instant: int) -> None:
    """Does what `next_due` named."""
    if kind == BY_REST:
        rest(rules, game, seat)
    elif kind == BY_CLAIM:
        claims.settle(rules, game, instant, True)
    elif kind == BY_BLOCK:
        game["places"][seat - 1]["blocked"] = NEVER
        changes.asks_anew(game, seat)
    elif game["card"] != NO_CARD:  # `play._open`
        changes.reopened(game, instant)
    else:
        pile.flip_next(rules, game, instant)


@inlined
def rest(rules: Record, game: Record, seat: int) -> None:
    """Lets a roll come to rest (`play._rest`)."""
    place = game["places"][seat - 1]
    values = tray.thrown(place["dice_key"], place["rolls"], place["rolling"])
    if rules["off_table"]:
        values &= spread(tray.left_on_it(game, seat, place["rolls"], rules["off_table"]))
    changes.came_to_rest(place, values)
    changes.asks_anew(game, seat)


# What the table does ----------------------------------------------------------------------------------------


@kernel
def count_in(rules: Records, games: Records, g: int, since: int, instant: int) -> int:
    """Begins a new count-in after time stood still since then (`play._count_in`; LD-2.7)."""
    game = games[g]
    if game["reason"] != OPEN:
        return codes.GAME_OVER
    claims.settle_all(rules[0], game, instant)
    if game["reason"] == OPEN:
        spent = game["spent"]
        if game["phase"] == RACE and game["card"] != NO_CARD:
            spent += max(0, since - game["flipped"])
        changes.count_began(game, instant, instant + COUNT_IN_MS, spent)
    return codes.DONE


@kernel
def desert(games: Records, g: int) -> int:
    """Ends a game that no person plays any more (`Deserted`; LD-4.3)."""
    game = games[g]
    if game["reason"] != OPEN:
        return codes.GAME_OVER
    scoring.stopped(game)
    return codes.DONE


@kernel
def set_played(rules: Records, games: Records, g: int, seat: int, played: bool, instant: int) -> int:
    """Lets a player leave for good, or come back; the last one left has won (`play._set_played`; LD-4.3)."""
    game = games[g]
    if game["reason"] != OPEN:
        return codes.GAME_OVER
    if not 1 <= seat <= MOST_SEATS or not game["seats"] >> seat - 1 & 1:
        return codes.NO_SUCH_SEAT
    place = game["places"][seat - 1]
    if bool(place["out"]) != played:
        return codes.ALREADY_DECIDED
    left, last = 0, 0
    for index in range(MOST_SEATS):
        if game["seats"] >> index & 1 and not game["places"][index]["out"] and index + 1 != seat:
            left, last = left + 1, index + 1
    if not played and left <= 1:
        claims.settle_all(rules[0], game, instant)
        if game["reason"] != OPEN:
            return codes.DONE
    place["out"] = 0 if played else 1
    place["decision"] += 1
    changes.asks_anew(game, seat)
    if not played and not left:
        scoring.stopped(game)
    elif not played and left == 1:
        scoring.final(game, LEFT, last)
    return codes.DONE
