"""What is a board worth? Boxes, stars, moons and cells, places and solo titles (LB-5.1, LB-6.1, LB-7)."""

from boltbox.rules.game import Outcome
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.state import Board, Place, State

TITLES = (45, 60, 65, 70)  # the total from which each title above the lowest is earned (LB-7.5)


def scale(values: tuple[int, ...], count: int) -> int:
    """Reads a list of points for 1, 2, ...: the last value repeats, and 0 scores 0 (LB-8.3)."""
    return 0 if count == 0 else values[min(count, len(values)) - 1]


def box_points(options: Options, round_: int) -> int:
    """Tells what a box finished in a round scores (LB-5.1)."""
    return scale(options.box_points, round_)


def star_points(options: Options, stars: int) -> int:
    """Tells what the stars of a round score, or of the game where they are kept (LB-6.1, LB-7.1)."""
    if rule_set(options).keeps_stars:
        return options.star_points[0] * stars
    return scale(options.star_points, stars)


def cell_points(board: Board) -> int:
    """Counts one point for every two crossed cells on all unfinished boxes together (LB-7.2)."""
    return sum(box.crossed.bit_count() for box in board.boxes) // 2


def moon_points(options: Options, moons: tuple[int, ...]) -> tuple[int, ...]:
    """Tells what each seat's moons score where only their number counts (LB-7.3)."""
    points = options.moon_points
    if len(moons) == 1:
        return (points.solo[min(moons[0], len(points.solo) - 1)],)
    most, fewest = max(moons), min(moons)
    lose = points.fewest if len(moons) >= 3 else 0
    return tuple((points.most if mine == most else 0) + (lose if mine == fewest else 0) for mine in moons)


def score_now(options: Options, place: Place) -> int:
    """Counts what a seat would have if the game ended now; of moons only printed values that are drawn."""
    board = place.now
    boxes = sum(done.points for done in board.finished)
    stars = place.star_points + star_points(options, board.stars)
    return boxes + stars + sum(board.moon_values) + cell_points(board)


def final(state: State) -> Outcome:
    """Scores a position whose last round is scored, and ranks the seats (LB-7.1 to LB-7.7)."""
    boards, options = [place.now for place in state.places], state.options
    if rule_set(options).moon_tokens:
        moons = tuple(sum(board.moon_values) for board in boards)
    else:
        moons = moon_points(options, tuple(board.moons for board in boards))
    parts = tuple(
        {
            "boxes": sum(done.points for done in board.finished),
            "stars": place.star_points + star_points(options, board.stars),
            "moons": moon,
            "cells": cell_points(board),
        }
        for place, board, moon in zip(state.places, boards, moons, strict=True)
    )
    totals = tuple(sum(part.values()) for part in parts)
    ranks = places(
        [
            (place.played, total, *tie_breaks(options, place.now))
            for place, total in zip(state.places, totals, strict=True)
        ]
    )
    titled = len(totals) == 1 and rule_set(options).has_titles
    return Outcome("rounds", totals, parts, ranks, title(totals[0]) if titled else None)


def tie_breaks(options: Options, board: Board) -> tuple[int, ...]:
    """Is what decides between equal totals: moons, or finished boxes and then stars (LB-7.4)."""
    return (len(board.finished), board.stars) if rule_set(options).keeps_stars else (board.moons,)


def stopped(state: State) -> Outcome:
    """Ends a game that nobody plays any more: no result (LB-7.7)."""
    seats = len(state.places)
    return Outcome("stopped", (0,) * seats, ({},) * seats, (0,) * seats)


def places(keys: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks seats by (played, total, tie-breaks), the highest first; level ones share (LB-7.4 to LB-7.7)."""
    return tuple(1 + sum(other > mine for other in keys) for mine in keys)


def title(total: int) -> int:
    """Names a solo game's title, 0 the lowest to 4 (LB-7.5)."""
    return sum(total >= least for least in TITLES)
