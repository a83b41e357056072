"""What is a call worth, whose was first, and when is that sure? As `rules/lightningdice/claims.py` says."""

import numpy as np

from boltbox.rules.lightningdice.claims import BONUS as BONUS_POINTS
from boltbox.rules.lightningdice.claims import MATCH as MATCH_POINTS
from boltbox.rules.lightningdice.claims import PENALTY as PENALTY_POINTS
from boltbox.rules.lightningdice.claims import THUNDER as THUNDER_POINTS
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.lightningdice import changes, codes, scoring
from boltbox.sim.lightningdice.arrays import (
    BONUS,
    FALSE,
    GOT,
    MOST_SEATS,
    MOST_WAITING,
    NEVER,
    NOBODY,
    OPEN,
    STANDARD,
    TARGET,
    THUNDER,
    VALID,
    WORD_BITS,
    Record,
)
from boltbox.sim.lightningdice.dice import ALL, heap, resting, shows
from boltbox.sim.lightningdice.pile import flip_next, last_card


@inlined
def meets(rules: Record, card: int, values: int) -> bool:
    """Tells whether six dice at rest meet a goal of the deck (`Goal.met`; LD-7)."""
    roll = heap(values)
    word = rules["met"][card, roll // WORD_BITS]
    return bool((word >> np.uint64(roll % WORD_BITS)) & np.uint64(1))


@inlined
def moment(code: int, since: int, arrival: int) -> int:
    """Dates what was pressed (`claims.moment`; LD-2.6, LD-3.6); a code says no more than its span allows."""
    return max(arrival - (code >> codes.BACK_AT & codes.BYTE), since)


@inlined
def waits_for_these(game: Record, place: Record, seat: int) -> bool:
    """Tells whether a call on the dice as they lie waits (LD-3.7)."""
    for index in range(game["waiting"]):
        claim = game["queue"][index]
        if claim["seat"] == seat and claim["roll"] == place["rolls"]:
            return True
    return False


@inlined
def cant_call(game: Record, place: Record, seat: int) -> int:
    """Tells why no call at all can be made now, or 0: the middle of `claims.why_not` (LD-3.7, LD-5.4)."""
    if place["rolling"]:
        return codes.STILL_ROLLING
    if resting(place["values"]) != ALL:
        return codes.DICE_IN_HAND
    if place["blocked"] != NEVER:
        return codes.CLAIM_BLOCKED
    if game["waiting"] and waits_for_these(game, place, seat):
        return codes.CLAIM_WAITS
    return codes.DONE


@inlined
def bit_of(call: int, number: int) -> int:
    """Is a call as a bit of those that were made."""
    return 1 << (1 + number if call == THUNDER else call)


@inlined
def why_not(rules: Record, game: Record, seat: int, call: int, number: int) -> int:
    """Tells why a claim is refused, at no cost, or 0 (`claims.why_not`; LD-3.7, LD-5.2, LD-5.4)."""
    if call != GOT and rules["mode"] != STANDARD:
        return codes.NO_SUCH_CALL
    if call == THUNDER and not 1 <= number <= MOST_SEATS:
        return codes.NO_SUCH_NUMBER
    if call != THUNDER and number:
        return codes.NUMBER_WITHOUT_THUNDER
    place = game["places"][seat - 1]
    refusal = cant_call(game, place, seat)
    if refusal == codes.DONE and place["made"] & bit_of(call, number):
        return codes.CALLED_ALREADY
    return refusal


@inlined
def thunders(game: Record, seat: int, number: int) -> bool:
    """Tells whether a player can thunder a number (`claims._others`; LD-1.3, LD-4.3)."""
    if number == seat or not 1 <= number <= MOST_SEATS or not game["seats"] >> number - 1 & 1:
        return False
    return not game["places"][number - 1]["out"]


@kernel
def bears_out(rules: Record, game: Record, claim: Record) -> bool:
    """Tells whether six dice show what a claim says (`claims.bears_out`; LD-3.1, LD-3.3, LD-3.4)."""
    if claim["call"] == GOT:
        return meets(rules, game["card"], claim["dice"])
    shown = shows(claim["dice"])
    if claim["call"] == BONUS:
        return bool(shown == claim["seat"])
    return bool(shown == claim["number"]) and thunders(game, claim["seat"], claim["number"])


@kernel
def claim(rules: Record, game: Record, seat: int, code: int, arrival: int) -> int:
    """Takes a claim, or tells why not: it waits while anybody could be earlier (`claims.claim`; LD-3.8)."""
    meant = code >> codes.KIND_BITS & codes.MEANT
    call, number = meant & codes.CALL, meant >> 2
    refusal = why_not(rules, game, seat, call, number)
    if refusal != codes.DONE:
        return refusal
    place = game["places"][seat - 1]
    if rules["mode"] != STANDARD and not meets(rules, game["card"], place["values"]):  # LD-5.2
        place["made"] |= bit_of(call, number)
        place["blocked"] = arrival + rules["roll_ms"]
        changes.asks_anew(game, seat)
        return codes.DONE
    if game["waiting"] == MOST_WAITING:
        return codes.CROWDED
    at = enqueue(game, seat, code, arrival)
    place["made"] |= bit_of(call, number)
    changes.asks_anew(game, seat)
    if call != GOT and bears_out(rules, game, game["queue"][at]):  # LD-3.9
        changes.in_hand(place, arrival)
    while game["reason"] == OPEN and game["waiting"] and game["queue"][0]["settles"] <= arrival:
        settle(rules, game, arrival, True)
    return codes.DONE


@kernel
def enqueue(game: Record, seat: int, code: int, arrival: int) -> int:
    """Lets a claim wait behind those of an earlier moment, or of the same (`events.Claimed`; LD-3.8)."""
    place = game["places"][seat - 1]
    dated = moment(code, place["since"], arrival)
    at = game["waiting"]
    while at > 0 and game["queue"][at - 1]["moment"] > dated:
        game["queue"][at] = game["queue"][at - 1]
        at -= 1
    game["waiting"] += 1
    game["claims"] += 1
    meant = code >> codes.KIND_BITS & codes.MEANT
    one = game["queue"][at]
    one["moment"] = dated
    one["arrival"] = arrival
    one["settles"] = max(arrival, dated + (code >> codes.WAIT_AT & codes.BYTE))
    one["seat"] = seat
    one["order"] = game["claims"]
    one["call"] = meant & codes.CALL
    one["number"] = meant >> 2
    one["dice"] = place["values"]
    one["span"] = code >> codes.SPAN_AT & codes.BYTE
    one["roll"] = place["rolls"]
    return int(at)


@inlined
def loss(rules: Record, place: Record, points: int) -> int:
    """Tells how much of a loss there is to lose: a pawn stops at Start (`claims._loss`; LD-3.2)."""
    if rules["allow_negative"]:
        return points
    lost: int = max(0, min(points, scoring.points(place)))
    return lost


@inlined
def verdict_on(rules: Record, game: Record, claim: Record) -> int:
    """Tells what becomes of a claim (`claims._verdict`; LD-3.5)."""
    if bears_out(rules, game, claim):
        return VALID
    if claim["call"] == THUNDER and not thunders(game, claim["seat"], claim["number"]):
        return NOBODY
    return FALSE


@inlined
def worth(rules: Record, game: Record, claim: Record, verdict: int) -> int:
    """Tells what a claim scores for its caller (LD-3.1 to LD-3.5, LD-5.1)."""
    if rules["mode"] != STANDARD:
        return 1 if verdict == VALID else 0
    if verdict == VALID:
        return MATCH_POINTS if claim["call"] == GOT else BONUS_POINTS if claim["call"] == BONUS else 0
    if claim["call"] == GOT:
        return -loss(rules, game["places"][claim["seat"] - 1], PENALTY_POINTS)
    return 0


@kernel
def settle(rules: Record, game: Record, instant: int, flip: bool) -> None:
    """Settles the first claim that waits, which may close goal or game (`claims.settle`; LD-3.8)."""
    first = game["queue"][0]
    seat, call, dated = first["seat"], first["call"], first["moment"]
    verdict = verdict_on(rules, game, first)
    if verdict == VALID and call == THUNDER:
        other = game["places"][first["number"] - 1]
        lost = loss(rules, other, THUNDER_POINTS)
        other["thunders"] -= lost
        if lost:
            changes.asks_anew(game, first["number"])
    changes.settled(game, first, verdict, worth(rules, game, first, verdict))
    for index in range(1, game["waiting"]):
        game["queue"][index - 1] = game["queue"][index]
    game["waiting"] -= 1
    if verdict != VALID:
        return
    won = rules["mode"] == STANDARD and call != THUNDER
    won = won and scoring.points(game["places"][seat - 1]) >= rules["target"]
    if call != GOT and not won:
        return
    changes.all_late(game)
    if call == GOT:
        changes.closed(game, seat, instant, max(0, dated - game["flipped"]) + game["spent"])
    if won:
        scoring.final(game, TARGET, seat)
    elif flip or last_card(rules, game):
        flip_next(rules, game, instant)


@kernel
def settle_all(rules: Record, game: Record, instant: int) -> None:
    """Settles all claims that wait, without flipping another goal yet (`play._settle_all`)."""
    while game["reason"] == OPEN and game["waiting"]:
        settle(rules, game, instant, False)
