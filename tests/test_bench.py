"""Does the bench measure what it says? Tiny runs; how quick anything was isn't asked here."""

import sys
from pathlib import Path

import pytest

from bench import (
    env,
    fairness,
    figures,
    memory,
    opening,
    race,
    records,
    server,
    sim,
    sim_dice,
    solo,
    start,
    web,
)
from bench.wire import Wire, framed
from boltbox.rules.luckybox.options import Options
from boltbox.sim.luckybox.playing import play, prepared
from boltbox.table.record import read_record
from boltbox.table.verify import verify


def test_the_server_bench_counts_what_the_database_holds() -> None:
    result = server.measure(tables=2, seconds=0.3, take_backs=1)
    measured = [*result.top, *result.half]
    assert all(stretch.counted.actions > 0 for stretch in (*result.echo, *measured))
    assert all(stretch.counted.latencies for stretch in measured)
    # Warming up, setting up and passing write entries as well.
    assert result.entries > sum(stretch.counted.done for stretch in measured)
    assert all(stretch.commits > 0 for stretch in measured)
    assert [floor.rows for floor in result.disk] == [1, 8, 32]
    said = "\n".join(figures.report(result))
    assert f"{result.entries:,} entries in the database" in said
    assert "actions / echo" in said


def test_the_race_bench_counts_rolls_that_all_four_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "WARM_SECONDS", 4.5)
    raced = race.measure(tables=1, seconds=2.0)
    assert 4 <= len(raced.latencies) <= 4 * 3
    assert raced.lost == 0
    assert raced.echo.done > 4
    assert "1 tables" in str(raced)
    assert "bare echo" in str(raced)


async def test_the_fairness_bench_tells_who_wins_over_which_line(anyio_backend: str) -> None:
    cases = {case.words: case for case in fairness.CASES}
    uneven = await fairness.shares(cases["not evened"], 40)
    assert sum(uneven) == pytest.approx(1)
    assert uneven[0] > 0.5 > uneven[1] > uneven[2]


def test_the_bench_of_bots_alone_finds_the_scores_of_the_decision_about_the_deck() -> None:
    name, games, mean, spread, *others = (
        cell.strip()
        for cell in solo.line("solo", play(prepared(Options(), ("greedy",)), 1, 0, 1000))[1:-1].split("|")
    )
    assert (name, games) == ("solo", "1000")
    assert float(mean) == pytest.approx(58.1, abs=0.6)
    assert float(spread) == pytest.approx(5.3, abs=0.4)
    assert sum(float(share.removesuffix(" %")) for share in others[1:6]) == pytest.approx(100, abs=0.3)


def test_simulated_decisions_are_counted_next_to_peers_that_may_be_missing() -> None:
    figures = sim.run(seconds=0.02, rounds=1, python=sys.executable)
    assert all(rates[0].wall > 0 for rates in (*figures.one.values(), *figures.two.values()))
    said = "\n".join(sim.report(figures))
    for name, (rate,) in figures.peers.items():
        assert (rate == 0) == (name in figures.missing)
        assert (f"{name}: skipped, No module named" in said) == (name in figures.missing)


def test_simulated_decisions_are_crosses_passes_bonuses_and_choices() -> None:
    games = sim.lucky_box("classic")()
    # Four seats choose four times and answer 36 numbers; bonuses come on top.
    assert 4 * (4 + 36) < games(0, 10) / 10 < 1.5 * 4 * (4 + 36)


def test_simulated_rolls_are_counted_on_one_core_and_on_two() -> None:
    found = sim_dice.run(seconds=0.01, rounds=1)
    assert all(rate.processor > rate.wall / 10 > 0 for rates in found.values() for (rate,) in rates)
    assert len(sim_dice.report(found)) == len(sim_dice.CASES) + 2
    practice = sim_dice.CASES[0].maker()
    assert practice(5, 3) == 3 * 1000
    assert [practice(0, 1)] * 2 == [practice(0, 1), practice(0, 1)]


def test_memory_and_start_are_measured() -> None:
    # So few lines may find room in what the server has already.
    assert abs(memory.per_connection(4, 24, settle=0.0)) < 1_000_000
    assert len(start.starts(1)) == 1


def test_records_are_measured_against_parsing_them() -> None:
    data, costs = records.measure(seats=2, rounds=1)
    assert verify(read_record(data)).clean
    assert costs[0].ratio == 1.0
    assert len({cost.name for cost in costs}) == 5


async def test_opening_a_table_is_measured_against_reading_it() -> None:
    found = await opening.measure(rounds=2)
    assert found.entries > 150
    assert 0 < found.read < found.opened


def test_steps_of_environments_are_counted() -> None:
    speed = env.measure(8, 0.0)
    assert speed.bare >= speed.chosen > 0
    assert speed.copied > 0
    assert env.seated(2, 3, 0.001) > 0
    assert env.practised(2, 0.001) > 0
    assert env.single(0.01) > 0


def test_the_first_page_is_what_the_page_and_its_scripts_name(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(
        '<script src="/assets/a.js"></script><link href="/assets/s.css" rel="stylesheet">'
        '<link href="/favicon.svg" rel="icon">'
    )
    (tmp_path / "assets/a.js").write_text('import{x}from"./b.js";import"./c.js";import("./later.js")')
    for name in ("b.js", "c.js", "later.js", "s.css"):
        (tmp_path / "assets" / name).write_text("")
    assert [path.name for path in web.first_page(tmp_path)] == ["a.js", "b.js", "c.js", "s.css"]


@pytest.mark.parametrize("size", [0, 125, 126, 300, 65535, 65536])
def test_frames_are_found_in_whatever_pieces_they_come(size: int) -> None:
    payload = b"x" * size
    if size < 126:
        head = bytes((0x81, size))
    elif size < 65536:
        head = bytes((0x81, 126)) + size.to_bytes(2)
    else:
        head = bytes((0x81, 127)) + size.to_bytes(8)
    stream = (head + payload) * 2
    for cut in {1, 2, 3, len(head), len(head) + 1, len(stream) // 2, len(stream) - 1} - {0}:
        wire = Wire.__new__(Wire)
        wire.rest = b""
        found = [
            data[start:end]
            for piece in (stream[:cut], stream[cut:])
            for data, start, end in wire.frames(piece)
        ]
        assert found == [payload, payload]
        assert wire.rest == b""


def test_a_clients_frame_is_masked() -> None:
    assert framed(b"hello") == b"\x81\x85\0\0\0\0hello"
    assert framed(b"x" * 300)[:8] == b"\x81\xfe\x01\x2c\0\0\0\0"
