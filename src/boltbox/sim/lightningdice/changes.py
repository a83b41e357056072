"""How does an event change a game in memory? As `rules/lightningdice/fold.py` says, deciding no rule."""

from boltbox.sim.compiled import inlined
from boltbox.sim.lightningdice.arrays import (
    BONUS,
    COUNT,
    ENDED,
    LATE,
    MOST_SEATS,
    NEVER,
    NO_CARD,
    RACE,
    Record,
)
from boltbox.sim.lightningdice.dice import spread


@inlined
def asks_anew(game: Record, seat: int) -> None:
    """Notes that a seat's ask is made of something new, as `sources` of the rules tells."""
    game["asked"] |= 1 << seat - 1


@inlined
def in_hand(place: Record, instant: int) -> None:
    """Puts all dice of a player in hand (`fold._in_hand`; LD-2.5, LD-3.9)."""
    place["values"] = 0
    place["kept"] = 0
    place["rolling"] = 0
    place["started"] = 0
    place["rests"] = NEVER
    place["since"] = instant
    place["decision"] += 1
    place["made"] = 0


@inlined
def all_in_hand(game: Record, instant: int) -> None:
    """Puts all dice of all players in hand, and ends all blocks (`fold._all_in_hand`; LD-2.5, LD-2.7)."""
    for index in range(MOST_SEATS):
        if game["seats"] >> index & 1:
            place = game["places"][index]
            in_hand(place, instant)
            place["blocked"] = NEVER
    game["asked"] = game["seats"]


@inlined
def rolled(place: Record, started: int, rests: int) -> None:
    """Throws every die that isn't kept (`events.Rolled`; LD-2.5)."""
    place["values"] &= spread(place["kept"])
    place["rolling"] = ~place["kept"] & 63
    place["started"] = started
    place["rests"] = rests
    place["rolls"] += 1
    place["made"] = 0
    place["decision"] += 1


@inlined
def came_to_rest(place: Record, values: int) -> None:
    """Lets a roll lie there and show these values (`events.CameToRest`; LD-2.3)."""
    place["values"] |= values
    place["since"] = place["rests"]
    place["rolling"] = 0
    place["started"] = 0
    place["rests"] = NEVER
    place["decision"] += 1


@inlined
def settled(game: Record, claim: Record, verdict: int, scored: int) -> None:
    """Adds what a claim scored for its caller (`fold._scored`)."""
    place = game["places"][claim["seat"] - 1]
    if claim["call"] == BONUS:
        place["bonuses"] += scored
    elif scored < 0:
        place["penalties"] += scored
    else:
        place["matches"] += scored
    place["last_call"] = claim["call"]
    place["last_number"] = claim["number"]
    place["last_verdict"] = verdict
    place["last_scored"] = scored
    asks_anew(game, claim["seat"])


@inlined
def all_late(game: Record) -> None:
    """Answers every claim that still waits: too late (LD-3.8)."""
    for index in range(game["waiting"]):
        settled(game, game["queue"][index], LATE, 0)
    game["waiting"] = 0


@inlined
def opened(game: Record, card: int, instant: int) -> None:
    """Flips a goal (`events.Flipped`; LD-2.1)."""
    game["phase"] = RACE
    game["goal"] += 1
    game["card"] = card
    game["flips"] = NEVER
    game["flipped"] = instant
    game["spent"] = 0
    all_in_hand(game, instant)


@inlined
def reopened(game: Record, instant: int) -> None:
    """Goes on with the same goal (`events.GoalReopened`; LD-2.7)."""
    game["phase"] = RACE
    game["flips"] = NEVER
    game["flipped"] = instant
    all_in_hand(game, instant)


@inlined
def count_began(game: Record, instant: int, flips: int, spent: int) -> None:
    """Begins a count-in (`events.CountBegan`; LD-2.7)."""
    game["phase"] = COUNT
    game["flips"] = flips
    game["spent"] = spent
    all_in_hand(game, instant)


@inlined
def closed(game: Record, seat: int, instant: int, time: int) -> None:
    """Closes the goal for who was first (`events.GoalClosed`; LD-3.1)."""
    game["places"][seat - 1]["time"] += time
    game["card"] = NO_CARD
    game["spent"] = 0
    game["closed"] = seat
    game["closed_in"] = time
    all_in_hand(game, instant)


@inlined
def ended(game: Record, reason: int) -> None:
    """Ends the game (`events.GameEnded`)."""
    game["phase"] = ENDED
    game["flips"] = NEVER
    game["reason"] = reason
    game["asked"] = game["seats"]
