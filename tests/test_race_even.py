"""Does it matter over which line one races? Whole races, in time of their own, by the server's own dating."""

import pytest

from tests.race_lines import Races, lines_at_a_table

pytestmark = pytest.mark.anyio
TEN_MINUTES = 600_000
LINES = [(trip, 2 + trip * 0.03) for trip in (5, 80, 240)]  # there and back, and jitter each way
CHANCE = 13.8  # chi-square with two degrees of freedom: more comes of chance once in a thousand times


def unevenness(won: dict[int, int]) -> float:
    """Is chi-square against equal shares."""
    equal = sum(won.values()) / len(won)
    return sum((count - equal) ** 2 / equal for count in won.values())


def check_dates(races: Races) -> None:
    """LD-2.6, LD-3.6: nothing is dated before its span, its rest or its flip, nor after its arrival."""
    assert len(races.dated) > 1000
    for one in races.dated:
        assert max(one.arrival - min(one.span, 250), one.since) <= one.moment <= max(one.arrival, one.since)


async def test_every_line_wins_as_often() -> None:
    """5, 80 and 240 ms there and back, with jitter; all react alike to what their page shows."""
    races = await lines_at_a_table(LINES, seed=2026)
    won = races.wins(2000)
    assert sum(won.values()) == 2000
    assert unevenness(won) < CHANCE, won
    check_dates(races)


async def test_without_even_lines_the_near_one_wins() -> None:
    races = await lines_at_a_table(LINES, even_lines=False, seed=2026)
    won = races.wins(300)
    assert won[1] > won[2] > won[3]
    assert unevenness(won) > 10 * CHANCE
    check_dates(races)


@pytest.mark.parametrize("off", [-TEN_MINUTES, TEN_MINUTES])
async def test_a_clock_that_is_wrong_gains_nothing(off: int) -> None:
    """C27: one page's clock is ten minutes off, and it is the one far away."""
    right, wrong = [await lines_at_a_table(LINES, seed=7) for _ in range(2)]
    wrong.lines[3].off = off
    assert wrong.wins(100) == right.wins(100)
    assert wrong.dated == right.dated


@pytest.mark.parametrize("lie", [-TEN_MINUTES, -120, TEN_MINUTES, 2**60])
@pytest.mark.parametrize("seat", [1, 3])
async def test_a_lie_about_time_is_never_dated_before_its_span(seat: int, lie: int) -> None:
    races = await lines_at_a_table(LINES, seed=7)
    races.lines[seat].lies = lambda true: true + lie
    won = races.wins(60)
    check_dates(races)
    assert seat == 3 or won[1] < 35, won  # over a near line no lie is worth anything


async def test_a_script_that_delays_the_answers_to_probes_gains_nothing() -> None:
    """Its browser answers the pings by itself: the line is as long as it is, and no longer waited for."""
    honest, late = [await lines_at_a_table(LINES, seed=7) for _ in range(2)]
    late.lines[1].late_echo = 245
    assert late.wins(60) == honest.wins(60)
    assert late.dated == honest.dated


async def test_a_program_that_delays_all_answers_is_trusted_no_further_than_its_quick_ones() -> None:
    races = await lines_at_a_table([(5, 1), (80, 3), (240, 8)], seed=9)
    races.lines[1].late_echo = races.lines[1].late_pong = 240
    races.lines[1].lies = lambda true: true - TEN_MINUTES
    races.wins(60)
    check_dates(races)
    assert min(one.span for one in races.dated if one.seat == 1) < 200  # it presses from 180 ms on
