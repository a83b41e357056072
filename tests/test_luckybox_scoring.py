"""Are games of Lucky Box scored, ranked and named as the rules say? LB-7."""

import pytest

from boltbox.rules.game import Outcome
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import MoonPoints, Options
from boltbox.rules.luckybox.scoring import moon_points, places, title
from boltbox.rules.luckybox.view import SeatPart
from tests.luckybox_play import Playing

LAST = "715263849"


def finish(*seats: str, options: str = "") -> Outcome:
    """Ends a game in which every seat passes the last draw; boxes given have every 9 crossed."""
    sections = [f"draw 4 {LAST}", *(f"{seat}: {words}" for seat, words in enumerate(seats, 1))]
    game = Playing(" | ".join(sections) + (f" | options {options}" if options else ""))
    for place in game.state.places:
        if place.played:
            game.do(f"{place.seat} pass")
    outcome = LUCKYBOX.outcome(game.state)
    assert outcome is not None
    return outcome


def test_a_whole_sheet_worked_out() -> None:
    """LB-7.1 to LB-7.4: boxes, stars of all rounds, moons, cells; totals are their sums."""
    outcome = finish(
        "p10 S2 M3 5:0134678 6:268 0@1=15 1@3=10",
        "p1 M1 7:0124678 8:1358",
        "p13 S5 M2 9:678 10:8 2@2=12",
    )
    assert outcome == Outcome(
        reason="rounds",
        totals=(25 + 14 + 6 + 5, 0 + 1 - 6 + 5, 12 + 22 + 0 + 2),
        parts=(
            {"boxes": 25, "stars": 14, "moons": 6, "cells": 5},
            {"boxes": 0, "stars": 1, "moons": -6, "cells": 5},
            {"boxes": 12, "stars": 22, "moons": 0, "cells": 2},
        ),
        places=(1, 3, 2),
    )


@pytest.mark.parametrize(
    ("boxes", "points"), [("", 0), ("5:8", 0), ("5:8 6:8", 1), ("5:08 6:8", 1), ("5:0128 6:8 7:1234568", 6)]
)
def test_two_crossed_cells_are_a_point_over_all_boxes_together(boxes: str, points: int) -> None:
    """LB-7.2: rounded down once, not for each box."""
    assert finish(boxes, "M1").parts[0]["cells"] == points


@pytest.mark.parametrize(
    ("moons", "points"),
    [
        ((3, 2, 1), (6, 0, -6)),
        ((3, 3, 1), (6, 6, -6)),
        ((3, 1, 1), (6, -6, -6)),
        ((2, 2, 2), (0, 0, 0)),  # most and fewest at once
        ((0, 0, 0), (0, 0, 0)),  # a tie at zero is a tie
        ((1, 0, 0, 0), (6, -6, -6, -6)),
        ((5, 4, 3, 2, 1, 0), (6, 0, 0, 0, 0, -6)),
        ((2, 1), (6, 0)),
        ((1, 1), (6, 6)),
        ((0, 0), (6, 6)),
    ],
)
def test_moons(moons: tuple[int, ...], points: tuple[int, ...]) -> None:
    """LB-7.3: three and more gain and lose, two only gain; all who are tied."""
    assert moon_points(Options(), moons) == points


@pytest.mark.parametrize(("moons", "points"), list(enumerate((-6, -2, 0, 1, 3, 6, 10, 10, 10))))
def test_moons_alone(moons: int, points: int) -> None:
    """LB-7.3."""
    assert moon_points(Options(), (moons,)) == (points,)


def test_moon_points_are_an_option() -> None:
    """LB-7.3, LB-8.1, LB-8.3."""
    options = Options(moon_points=MoonPoints(most=9, fewest=-1, solo=(5, 7)))
    assert moon_points(options, (2, 1, 0)) == (9, 0, -1)
    assert [moon_points(options, (moons,))[0] for moons in range(4)] == [5, 7, 7, 7]
    assert finish("M2", "M1", "", options="moon_points.fewest=-20").totals == (6, 0, -20)


def test_the_highest_total_wins_and_moons_break_ties() -> None:
    """LB-7.4: 12 points each for the first three, with 6 of them for moons."""
    outcome = finish("M1 0@2=12 1@3=10", "M2 3@1=15 2@1=1", "4@2=12 5@2=12 6@3=4 7:8")
    assert outcome.totals == (22, 22, 22)
    assert outcome.places == (2, 1, 3)


def test_who_is_level_in_moons_too_shares_a_place() -> None:
    """LB-7.4, LB-7.6: and the next places are skipped."""
    outcome = finish("M2 0@1=15", "M1 1@4=8 2@4=8", "M1 3@4=8 4@4=8", "5@1=15")
    assert outcome.totals == (21, 16, 16, 9)
    assert outcome.places == (1, 2, 2, 4)
    assert places([(True, 5, 0), (True, 5, 0), (True, 5, 0)]) == (1, 1, 1)
    assert places([(True, 5, 1), (True, 5, 2), (True, 7, 0), (True, 5, 1)]) == (3, 2, 1, 3)


def test_totals_may_be_negative() -> None:
    """LB-7.6."""
    outcome = finish("M1", "", "")
    assert outcome.totals == (6, -6, -6)
    assert outcome.places == (1, 2, 2)
    assert finish("").totals == (-6,)


@pytest.mark.parametrize(
    ("total", "expected"),
    [(-6, 0), (0, 0), (44, 0), (45, 1), (59, 1), (60, 2), (64, 2), (65, 3), (69, 3), (70, 4), (200, 4)],
)
def test_titles(total: int, expected: int) -> None:
    """LB-7.5: 44 belongs to the lowest."""
    assert title(total) == expected


def test_only_who_plays_alone_has_a_title() -> None:
    """LB-7.5: 15 + 12 + 9 + 3 + 10 = 49."""
    alone = finish("p9 M6 0@1=15 1@2=12 5:012348")
    assert (alone.totals, alone.title, alone.places) == ((49,), 1, (1,))
    assert finish("", "").title is None


def test_a_seat_that_nobody_plays_is_scored_and_ranks_last() -> None:
    """LB-7.7: it counts among the players and for the moons, and comes after all who are played."""
    outcome = finish("left M3 0@1=15", "M1 1@4=8", "5:8")
    assert outcome.totals == (21, 8, -6)
    assert outcome.parts[0] == {"boxes": 15, "stars": 0, "moons": 6, "cells": 0}
    assert outcome.places == (3, 1, 2)


def test_the_game_stops_when_nobody_plays_any_seat() -> None:
    """LB-7.7: without a result."""
    game = Playing("draw 2 5 | 1: S2 5 0@1=15 | 2: 6 | pile 0")
    game.do("table played 1 no")
    assert game.do("table played 2 no") == ["playedSet 2 no", "gameEnded stopped/0#0:/0#0:"]
    outcome = LUCKYBOX.outcome(game.state)
    assert outcome == Outcome("stopped", (0, 0), ({}, {}), (0, 0))
    assert game.refused("table played 1 yes") == "game_over action"


def test_the_game_goes_on_while_anybody_plays() -> None:
    """LB-7.7: the one who is left plays to the end, and the others are passed for."""
    game = Playing(f"draw 4 {LAST} | 1: left 5 | 2: 6 | 3: left 7")
    assert game.do("2 x6.8")[-1].startswith("gameEnded rounds/")


def test_the_score_so_far_leaves_the_moons_out() -> None:
    """LB-7.3: moons are worth something only against the others; stars of the round count already."""
    game = Playing("draw 2 5 | 1: p4 S2 M5 5:0126 0@1=15 | 2: 6 | pile 0")
    part = LUCKYBOX.part(game.state, 2, "seat1")
    assert isinstance(part, SeatPart)
    assert part.score == 15 + 4 + 4 + 2
