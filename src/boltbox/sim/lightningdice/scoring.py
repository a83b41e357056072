"""Who has won, in which order do the others follow (LD-4, LD-5)? As `rules/lightningdice/scoring.py` says."""

from boltbox.sim.compiled import inlined
from boltbox.sim.lightningdice.arrays import MOST_SEATS, STOPPED, TIME, Record
from boltbox.sim.lightningdice.changes import ended


@inlined
def points(place: Record) -> int:
    """Adds up what a player scored (`Tally.points`); cards in a quick game and in practice."""
    total: int = place["matches"] + place["bonuses"] + place["penalties"] + place["thunders"]
    return total


@inlined
def rank(place: Record, wins: bool) -> int:
    """Is a number that is higher for who ranks higher: who reached the target, who stayed, then by points."""
    return points(place) + (0 if place["out"] else 1 << 20) + (1 << 21 if wins else 0)


@inlined
def final(game: Record, reason: int, winner: int) -> None:
    """Ends a game with its ranking (`scoring.final`; LD-4.2, LD-4.3): level players share a place."""
    for index in range(MOST_SEATS):
        if game["seats"] >> index & 1:
            mine = rank(game["places"][index], index + 1 == winner)
            place = 1
            for other in range(MOST_SEATS):
                if game["seats"] >> other & 1 and rank(game["places"][other], other + 1 == winner) > mine:
                    place += 1
            game["places"][index]["place"] = place
    ended(game, reason)


@inlined
def time_trial(game: Record) -> None:
    """Ends a quick game that one played alone (`scoring.time_trial`; LD-5.5)."""
    for index in range(MOST_SEATS):
        if game["seats"] >> index & 1:
            game["places"][index]["place"] = 1
    ended(game, TIME)


@inlined
def stopped(game: Record) -> None:
    """Ends a game without a result (`scoring.stopped`; LD-4.3)."""
    ended(game, STOPPED)
