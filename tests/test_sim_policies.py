"""Do the bots of the simulator choose what the real ones choose, and are its games the same?"""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Final, cast

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from boltbox.bots import BUDGET, answer, bots_of
from boltbox.bots.luckybox import prospects as theirs
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.actions import Bonus, Choose, Cross, LuckyAction, Pass, Refill
from boltbox.rules.luckybox.options import Options, RuleSetName, check, defaults
from boltbox.rules.luckybox.state import State
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from boltbox.sim.compiled import compiling
from boltbox.sim.luck import BOT, bot_seed, game_seed, start_key
from boltbox.sim.luckybox import pondering, prospects
from boltbox.sim.luckybox.arrays import games_of
from boltbox.sim.luckybox.codes import code_of
from boltbox.sim.luckybox.play import act, start
from boltbox.sim.luckybox.playing import (
    BOTS,
    GameColumn,
    PieceColumn,
    SeatColumn,
    Setup,
    play,
    prepared,
)
from boltbox.sim.luckybox.policies import choice, thoughts_of
from boltbox.sim.played import WHOLE, Played
from tests.luckybox_pair import RULE_SETS, decks, options_of

GAME: Final = SHELF["luckybox"]
GAMES: Final = 120  # for each rule set
REAL: Final = bots_of("luckybox")


def agree(options: Options, names: tuple[str, ...], seed: int, budget: int = BUDGET) -> int:
    """Plays a game by the rules and in a kernel; at every decision both bots choose the same. Counts them."""
    rng, luck, bot_luck = random.Random(seed), MixerLuck(seed), MixerLuck(~seed)
    games = games_of(options, len(names))
    thoughts = thoughts_of(options, games.rules, budget)
    key = np.uint64(start_key(np.uint64(~seed & (1 << 64) - 1), BOT))
    with compiling("policies"):
        start(games, 0, np.uint64(seed))
    state = GAME.fold(None, GAME.start(options, tuple(range(1, len(names) + 1)), 0, luck))
    decisions = 0
    while seats := GAME.to_act(state):
        seat = rng.choice(seats)
        action = cast(LuckyAction, answer(REAL[names[seat - 1]], GAME, state, seat, bot_luck, budget))
        code = code_of(cast(State, state), seat, action)
        with compiling("policies"):
            ours = choice(thoughts, games, 0, seat - 1, (BOTS.index(names[seat - 1]), key))
        assert ours == code, f"{names[seat - 1]}, decision {decisions}: {action}"
        assert act(games, 0, seat - 1, code)
        done = GAME.act(state, seat, action, 0, luck)
        assert not isinstance(done, Refusal)
        state = GAME.fold(state, done)
        decisions += 1
    return decisions


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_each_bot_chooses_what_the_real_one_chooses(rule_set: RuleSetName) -> None:
    rng = random.Random(3)
    own, decided = decks(rng, 10), 0
    for game in range(GAMES):
        options, seats = options_of(rng, rule_set, own) if game % 2 else (defaults(rule_set), 1)
        seats = max(seats, rng.randint(1, 6) if rng.random() < 0.4 else 1)
        while seats > 6 or check(options, seats) is not None:
            seats -= 1
        names = tuple(rng.choice(("uniform", "greedy", "greedy", "lookahead")) for _ in range(seats))
        budget = rng.choice((BUDGET, BUDGET, BUDGET, 5000, 60, 9, 1, 0))
        decided += agree(options, names, rng.getrandbits(63), budget)
    assert decided > 40 * GAMES


def test_the_bots_of_the_simulator_weigh_things_as_the_real_ones_do() -> None:
    assert msgspec.to_builtins(prospects.WEIGHTS) == msgspec.to_builtins(theirs.WEIGHTS)
    assert pondering.BUDGET == BUDGET
    assert set(BOTS) == set(REAL)


def test_they_choose_the_same_as_plain_python() -> None:
    text = """
from boltbox.rules.luckybox.options import Options, defaults
from tests.test_sim_policies import agree
agree(Options(rounds=2), ('greedy', 'lookahead', 'uniform'), 5, 60)
agree(defaults('chengdu'), ('greedy', 'lookahead'), 5, 60)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore:overflow", "-c", text],
        cwd=Path(__file__).resolve().parent.parent,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def by_the_rules(setup: Setup, seed: int, number: int, pieces: list[list[int]]) -> list[list[int]]:
    """Plays one game of a study with the real bots: what is told of each seat; adds what is told of faces."""
    mask, seats = np.uint64(seed), range(1, setup.seats + 1)
    luck, bot_luck = MixerLuck(int(game_seed(mask, number))), MixerLuck(int(bot_seed(mask, number)))
    state = cast(State, GAME.fold(None, GAME.start(setup.options, tuple(seats), 0, luck)))
    passes, decisions, crosses = ([0] * setup.seats for _ in range(3))
    noted: list[tuple[int, int, int]] = []
    while asked := GAME.to_act(state):
        seat, hand = asked[0], state.hands[asked[0] - 1]
        action = answer(REAL[setup.bots[seat - 1]], GAME, state, seat, bot_luck)
        decisions[seat - 1] += 1
        passes[seat - 1] += isinstance(action, Pass)
        crosses[seat - 1] += isinstance(action, Cross | Bonus)
        if isinstance(action, Choose):
            noted += [(seat, box, PieceColumn.OFFERED) for box in hand.offer]
        if isinstance(action, Choose | Refill):
            kept = action.boxes if isinstance(action, Choose) else action.take
            noted += [(seat, box, PieceColumn.KEPT) for box in kept]
        done = GAME.act(state, seat, action, 0, luck)
        assert not isinstance(done, Refusal)
        state = cast(State, GAME.fold(state, done))
    outcome = state.outcome
    assert outcome is not None
    winners = outcome.places.count(1)
    wins = [WHOLE // winners if place == 1 else 0 for place in outcome.places]
    for seat, box, column in noted:
        face = pieces[box % state.deck.size]
        face[column] += 1
        face[column + 1] += wins[seat - 1] if setup.seats > 1 else outcome.totals[0]
    told: list[list[int]] = []
    for place, part in zip(state.places, outcome.parts, strict=True):
        seat, board = place.seat - 1, place.now
        parts = [part[name] for name in ("boxes", "stars", "moons", "cells")]
        left = [len(board.finished), board.lightning, board.questions]
        counted = [passes[seat], decisions[seat], outcome.places[seat], wins[seat]]
        told.append([outcome.totals[seat], *parts, *left, *counted, crosses[seat]])
    return told


@pytest.mark.parametrize(
    ("options", "bots"),
    [
        (Options(), ("greedy", "uniform", "lookahead", "greedy")),
        (Options(rounds=2, offer=1, dealt=9, decks=1), ("uniform",) * 6),
        (Options(), ("lookahead",)),
        (defaults("chengdu"), ("lookahead", "greedy", "uniform")),
        (replace(defaults("chengdu"), dealt=9, kept=4, rounds=2), ("uniform", "greedy")),
    ],
)
def test_a_game_of_a_study_is_the_game_of_the_rules_with_the_real_bots(
    options: Options, bots: tuple[str, ...]
) -> None:
    setup, seed, first, count = prepared(options, bots), 2**64 - 7, 41, 3
    with compiling("policies"):
        played = play(setup, seed, first, count)
    pieces = [[0] * len(PieceColumn) for _ in played.pieces]
    for nth in range(count):
        told = by_the_rules(setup, seed, first + nth, pieces)
        assert played.seats[nth].tolist() == [seat[: len(SeatColumn)] for seat in told]
        assert played.games[nth].tolist() == [
            sum(seat[SeatColumn.DECISIONS] for seat in told),
            sum(seat[-1] for seat in told),
            sum(seat[SeatColumn.PLACE] == 1 for seat in told),
        ]
    assert played.pieces.tolist() == pieces


def test_a_game_depends_on_its_number_and_not_on_the_others() -> None:
    setup = prepared(Options(), ("greedy", "uniform"))
    whole = play(setup, 7, 100, 12)
    parts = [play(setup, 7, 100, 5), play(setup, 7, 105, 7)]
    assert np.array_equal(np.concatenate([part.seats for part in parts]), whole.seats)
    assert np.array_equal(np.concatenate([part.games for part in parts]), whole.games)
    assert np.array_equal(parts[0].pieces + parts[1].pieces, whole.pieces)
    assert not np.array_equal(play(setup, 8, 100, 12).seats, whole.seats)


def test_other_bots_and_options_get_the_same_deal() -> None:
    """Common random numbers: what a first choice is made from is the same (C24)."""
    some, others = prepared(Options(), ("greedy",) * 3), prepared(Options(rounds=1), ("uniform",) * 3)
    few, many = play(others, 3, 0, 40).pieces, play(replace(some, options=Options(offer=0)), 3, 0, 40).pieces
    assert np.array_equal(few[:, PieceColumn.OFFERED], many[:, PieceColumn.OFFERED])
    assert not np.array_equal(few[:, PieceColumn.KEPT], many[:, PieceColumn.KEPT])


def test_each_win_is_shared_whole() -> None:
    played: Played = play(prepared(Options(), ("uniform",) * 12), 1, 0, 200)
    assert (played.seats[:, :, SeatColumn.WIN].sum(axis=1) == WHOLE).all()
    firsts = (played.seats[:, :, SeatColumn.PLACE] == 1).sum(axis=1)
    assert np.array_equal(firsts, played.games[:, GameColumn.WINNERS])


@pytest.mark.parametrize(
    ("options", "bots", "why"),
    [
        (Options(), (), "is for 1 to 12 players, not 0"),
        (Options(), ("greedy",) * 13, "not 13"),
        (Options(rounds=9), ("greedy",), "rounds"),
        (Options(deck="none"), ("greedy",), "none"),
        (
            Options(),
            ("greedy", "clever"),
            "The simulator has no bot 'clever'; it has uniform, greedy, lookahead.",
        ),
    ],
)
def test_what_cant_be_played_is_refused_before_it_begins(
    options: Options, bots: tuple[str, ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        prepared(options, bots)
