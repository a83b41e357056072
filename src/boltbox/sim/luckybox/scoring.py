"""What is a board worth, fast? The stars of a round, final scores and places (LB-6.1, LB-7)."""

from boltbox.rules.luckybox.scoring import TITLES
from boltbox.sim.bits import count
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.luckybox.arrays import Record, Records

_FIRST, _SECOND, _THIRD, _FOURTH = TITLES


@inlined
def score_stars(rules: Record, seats: Records) -> None:
    """Repeats `RoundScored` of `play._end_round`: the stars of the round score and are gone (LB-6.1)."""
    for seat in seats:
        stars = min(int(seat["stars"]), 9)
        seat["star_points"] += rules["star_points"][stars]
        seat["stars"] = 0


@inlined
def cell_points(seat: Record) -> int:
    """Repeats `scoring.cell_points` (LB-7.2)."""
    crossed = 0
    for slot in range(seat["boxes"]):
        crossed += count(seat["crossed"][slot])
    return crossed // 2


@inlined
def rank_key(rules: Record, seat: Record) -> int:
    """Is the total and the tie-breaks of `scoring.tie_breaks` as one number (LB-7.4)."""
    if rules["keeps_stars"]:
        return (int(seat["total"]) << 32) + (int(seat["done"]) << 16) + int(seat["stars"])
    return (int(seat["total"]) << 32) + int(seat["moons"])


@inlined
def moon_points(rules: Record, seats: Records, seat: Record) -> int:
    """Repeats `scoring.moon_points` for one seat, and adds printed values where moons have them (LB-7.3)."""
    if rules["moon_tokens"]:
        return int(seat["moon_points"])
    mine = int(seat["moons"])
    if len(seats) == 1:
        return int(rules["moons_solo"][min(mine, 9)])
    most = fewest = mine
    for other in seats:
        most = max(most, int(other["moons"]))
        fewest = min(fewest, int(other["moons"]))
    points = 0
    if mine == most:
        points += int(rules["moons_most"])
    if mine == fewest and len(seats) >= 3:
        points += int(rules["moons_fewest"])
    return points


@kernel
def score(rules: Record, game: Record, seats: Records) -> None:
    """Repeats `scoring.final`: every score by part, the places, a solo game's title (LB-7.1 to LB-7.6)."""
    for seat in seats:
        kept = int(rules["star_value"]) * int(seat["stars"])
        seat["stars_scored"] = int(seat["star_points"]) + kept
        seat["moons_scored"] = moon_points(rules, seats, seat)
        seat["cells_scored"] = cell_points(seat)
        seat["total"] = (
            int(seat["box_points"])
            + int(seat["stars_scored"])
            + int(seat["moons_scored"])
            + int(seat["cells_scored"])
        )
    for seat in seats:
        mine = rank_key(rules, seat)
        place = 1
        for other in seats:
            if rank_key(rules, other) > mine:
                place += 1
        seat["place"] = place
    if rules["has_titles"] and len(seats) == 1:
        total = int(seats[0]["total"])
        game["title"] = (
            (1 if total >= _FIRST else 0)
            + (1 if total >= _SECOND else 0)
            + (1 if total >= _THIRD else 0)
            + (1 if total >= _FOURTH else 0)
        )
