"""Is a study the same however it is played, true to the games it counts, and refused before it runs?"""

import sys
from functools import cache, reduce
from operator import add
from pathlib import Path
from threading import Event

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from boltbox.rules.game import Options
from boltbox.rules.lightningdice.options import Options as DiceOptions
from boltbox.rules.luckybox.deck import built_in
from boltbox.rules.luckybox.options import Options as LuckyOptions
from boltbox.rules.luckybox.options import defaults
from boltbox.sim.luckybox import playing
from boltbox.sim.luckybox.playing import PieceColumn, SeatColumn
from boltbox.sim.result import StudyResult, read_result
from boltbox.sim.study import Study, StudyError, check, tally, tally_unless
from boltbox.sim.summary import summary
from boltbox.sim.threads import simulate

# Who comes first compiles all kernels, where nobody has.
pytestmark = pytest.mark.timeout(600)

CLASSIC = LuckyOptions()
MORE = LuckyOptions(starting_lightning=5)
STUDY = Study("luckybox", (CLASSIC, MORE), ("greedy", "uniform", "uniform"), 150, 7)

STUDY_OF_BLOCKS = replace(STUDY, games=7000, bots=("uniform", "uniform"))


@cache
def result() -> StudyResult:
    found = simulate(STUDY, 2)
    assert found is not None
    return found


def test_the_result_is_the_same_for_any_workers_and_any_order() -> None:
    alone = simulate(STUDY, 1)
    assert alone is not None
    assert alone.to_json() == result().to_json()
    backwards = reduce(add, (tally(STUDY, block) for block in reversed(range(STUDY.blocks))))
    assert summary(STUDY, backwards).to_json() == result().to_json()


def test_blocks_hold_every_game_once() -> None:
    for games in (2, 3, 99, 100, 101, 1999, 10**6 + 1):
        study = replace(STUDY, games=games)
        sizes = [min(study.block, games - block * study.block) for block in range(study.blocks)]
        assert sum(sizes) == games
        assert min(sizes) >= 1


def test_figures_are_those_of_the_games() -> None:
    played = playing.play(playing.prepared(CLASSIC, STUDY.bots), STUDY.seed, 0, STUDY.games)
    totals = played.seats[:, :, SeatColumn.TOTAL].astype(float)
    first = result().variants[0]
    everyone = first.group("all").figure("total")
    assert everyone.mean.value == pytest.approx(totals.mean())
    assert everyone.sd == pytest.approx(totals.std(ddof=1))
    assert everyone.mean.margin == pytest.approx(1.976 * totals.mean(1).std(ddof=1) / 150**0.5, rel=0.001)
    assert everyone.quantiles is not None
    assert everyone.quantiles.p50 == np.quantile(totals, 0.5, method="inverted_cdf")
    assert everyone.bars is not None
    assert sum(everyone.bars.counts) == totals.size
    assert first.group("uniform").figure("total").mean.value == pytest.approx(totals[:, 1:].mean())
    wins = played.seats[:, 0, SeatColumn.WIN] / 27720
    assert first.group("seat 1").figure("win").mean.value == pytest.approx(wins.mean())
    parts = [first.group("all").figure(name).mean.value for name in result().parts]
    assert sum(parts) == pytest.approx(everyone.mean.value)
    face = played.pieces[4] / np.array([1, 27720, 1, 27720])
    assert first.pieces[4].counts == {"offered": face[PieceColumn.OFFERED], "kept": face[PieceColumn.KEPT]}
    worth = first.pieces[4].figure("worth").estimate
    assert worth is not None
    kept, offered = face[PieceColumn.KEPT_WIN], face[PieceColumn.OFFERED_WIN]
    assert worth.value == pytest.approx(kept / face[PieceColumn.KEPT] - offered / face[PieceColumn.OFFERED])


def test_variants_are_compared_on_the_same_luck() -> None:
    alone = simulate(replace(STUDY, variants=(CLASSIC,)), 2)
    assert alone is not None
    assert alone.variants[0] == result().variants[0]
    one, other = (
        playing.play(playing.prepared(options, STUDY.bots), STUDY.seed, 0, STUDY.games).seats
        for options in (CLASSIC, MORE)
    )
    apart = (other - one)[:, 0, SeatColumn.TOTAL]
    comparison = result().comparison
    assert comparison is not None
    figure = comparison.group("seat 1").figure("total")
    assert figure.difference.value == pytest.approx(apart.mean())
    assert figure.difference.margin == pytest.approx(1.976 * apart.std(ddof=1) / 150**0.5, rel=0.001)
    assert figure.more is not None
    assert figure.more.value == (apart > 0).mean()


def test_a_variant_against_itself_differs_in_nothing() -> None:
    same = simulate(replace(STUDY, variants=(CLASSIC, CLASSIC), games=20), 2)
    assert same is not None
    assert same.comparison is not None
    for group in same.comparison.groups:
        for one in group.figures:
            assert (one.difference.low, one.difference.high) == (0, 0)


def test_json_and_back_is_the_same() -> None:
    data = result().to_json()
    assert read_result(data) == result()
    assert read_result(data).to_json() == data
    assert msgspec.json.decode(data) == msgspec.json.decode(msgspec.json.encode(result().to_dict()))
    later = replace(result(), format=result().format + 1)
    with pytest.raises(ValueError, match="known is 1"):
        read_result(later.to_json())


def test_a_table_of_pandas_has_every_figure() -> None:
    frame = result().frame()
    total = frame[(frame.of == "seats") & (frame.name == "all") & (frame.figure == "total")]
    assert total.variant.tolist() == ["1", "2", "2-1"]
    assert total.value.tolist()[0] == result().variants[0].group("all").figure("total").mean.value
    assert set(frame.of) == {"seats", "games", "pieces"}


def test_without_pandas_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "boltbox.sim.frame", raising=False)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        result().frame()


def test_what_is_broken_off_keeps_what_is_done() -> None:
    stop, told = Event(), list[int]()

    def progress(games: int) -> None:
        told.append(games)
        stop.set()

    part = simulate(STUDY, 1, progress, stop)
    assert part is not None
    assert part.partial
    assert part.games == told[-1] < part.wanted == STUDY.games
    assert simulate(STUDY, 1, progress, stop) is None


def test_one_seat_is_told_in_points_and_titles() -> None:
    alone = simulate(Study("luckybox", (CLASSIC,), ("greedy",), 60, 1), 2)
    assert alone is not None
    variant = alone.variants[0]
    assert sum(one.share.value for one in variant.titles) == pytest.approx(1)
    assert variant.pieces[0].figure("worth").unit == "points"
    assert "win" not in [one.name for one in variant.group("seat 1").figures]


def test_rule_sets_and_decks_can_be_compared() -> None:
    deck = replace(built_in("boltbox"), name="Shorter", faces=built_in("boltbox").faces[:20])
    for other in (defaults("chengdu"), LuckyOptions(deck=deck)):
        found = simulate(Study("luckybox", (CLASSIC, other), ("uniform",) * 2, 10, 1), 2)
        assert found is not None
        assert found.comparison is not None
        assert bool(found.comparison.pieces) == (other.deck == CLASSIC.deck)
        names = [one.name for one in found.variants[0].group("all").figures]
        assert ("questions" in names) == (other.deck == CLASSIC.deck)


@pytest.mark.parametrize(
    ("study", "sentence"),
    [
        (replace(STUDY, game="chess"), "There is no game 'chess' to simulate"),
        (replace(STUDY, games=1), "A study has at least 2 games, not 1."),
        (replace(STUDY, seed=-1), "A seed is a whole number from 0"),
        (replace(STUDY, variants=(CLASSIC,) * 3), "one variant or two, not 3"),
        (replace(STUDY, bots=("greedy", "clever")), "There is no bot 'clever' to simulate; there are "),
        (replace(STUDY, bots=("greedy",) * 13), "Lucky Box is for 1 to 12"),
        (replace(STUDY, variants=(LuckyOptions(rounds=9),)), "rounds must be 1 to 8, not 9."),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(study: Study, sentence: str) -> None:
    with pytest.raises(StudyError, match=sentence.replace(".", r"\.")):
        check(study)


@pytest.mark.parametrize(
    ("options", "seats"), [(DiceOptions(target=5), 3), (DiceOptions(mode="quick", cards=10), 1)]
)
def test_lightning_dice_is_told_by_calls_times_and_goals(options: Options, seats: int) -> None:
    found = simulate(Study("lightningdice", (options,), ("expert",) * seats, 40, 1), 2)
    assert found is not None
    variant = found.variants[0]
    assert len(variant.pieces) == 50
    assert variant.games[0].name == "length"
    assert 1 < variant.games[0].mean.value < 1000
    if seats > 1:
        won = sum(variant.group(f"seat {seat}").figure("win").mean.value for seat in range(1, seats + 1))
        assert won == pytest.approx(1)
        assert variant.group("seat 1").figure("win").mean.how == "wilson"
    taken = [piece for piece in variant.pieces if piece.counts["played"]]
    for piece in taken:
        rolls, time = (piece.figure(name).estimate for name in ("rolls", "time"))
        assert rolls is not None
        assert time is not None
        assert rolls.value >= 1
        assert time.value >= 0.7


def test_the_example_of_the_manual_runs() -> None:
    page = (Path(__file__).parent.parent / "docs" / "simulator.md").read_text(encoding="utf-8")
    example = page.partition("```python\n")[2].partition("```")[0]
    assert "games=20_000" in example
    exec(example.replace("games=20_000", "games=40"), {})  # noqa: S102


def test_a_block_is_dropped_between_two_pieces_once_it_is_stopped() -> None:
    study = replace(STUDY, games=20_000)
    told = list[int]()
    assert study.block == 200
    assert tally_unless(study, 1, lambda: len(told) == 2, told.append) is None
    assert told == [64, 64]


def test_a_block_played_in_pieces_is_what_it_is_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    in_pieces = simulate(STUDY_OF_BLOCKS, 2)
    monkeypatch.setattr("boltbox.sim.study.AT_ONCE", 1 << 20)
    at_once = simulate(STUDY_OF_BLOCKS, 1)
    assert in_pieces is not None
    assert in_pieces == at_once


def test_a_study_broken_off_is_its_first_games() -> None:
    ended, told = Event(), list[int]()

    def progress(games: int) -> None:
        told.append(games)
        if games > 1000:
            ended.set()

    part = simulate(STUDY_OF_BLOCKS, 2, progress, ended)
    assert part is not None
    assert part.partial
    first = simulate(replace(STUDY_OF_BLOCKS, games=part.games), 1)
    assert first is not None
    assert part.variants[0].groups == first.variants[0].groups
