"""Does the simulator play Lucky Box by the rules? Same luck, same actions, same position after each step."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Final, cast

import numpy as np
import pytest

from boltbox.bots import BUDGET, STREAM, answer, bots_of
from boltbox.rules.game import Event
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.actions import LuckyAction
from boltbox.rules.luckybox.events import (
    EVENT_TYPES,
    BlindDealt,
    ChoiceTakenBack,
    ConfirmAsked,
    Crossed,
    DoneSaid,
    GameEnded,
    MoonDrawn,
    MoonsShuffled,
    OffersShrank,
    Passed,
    PlayedSet,
    RefillBegan,
    RefillChosen,
    Refilled,
    RoundScored,
    Started,
    TakenBack,
    TimeRanOut,
    WentWithout,
)
from boltbox.rules.luckybox.options import Options, RuleSetName, defaults
from boltbox.rules.shelf import SHELF
from boltbox.sim.compiled import compiling
from boltbox.sim.luck import BOT, number_of, start_key
from boltbox.sim.luckybox.arrays import ENDED, games_of
from boltbox.sim.luckybox.codes import PASSES, code_of
from boltbox.sim.luckybox.legal import MOST_LEGAL, legal
from boltbox.sim.luckybox.play import act, start
from boltbox.sim.luckybox.uniform import uniform
from tests.luckybox_pair import RULE_SETS, Pair, decks, options_of, play_pairs, steps

GAMES: Final = 20_000  # for each rule set: LB-8 over its whole ranges, most of them small
PARTS: Final = 8

# What happens by one rule set only, by people only, and by both rule sets whoever plays.
HAPPENS_BY: Final[dict[RuleSetName, set[type[Event]]]] = {
    "classic": {OffersShrank, RoundScored, WentWithout},
    "chengdu": {BlindDealt, MoonDrawn, MoonsShuffled, RefillBegan, RefillChosen, Refilled},
}
_PEOPLE: Final = {ChoiceTakenBack, ConfirmAsked, DoneSaid, PlayedSet, TakenBack, TimeRanOut}
HAPPENS: Final = set(EVENT_TYPES) - _PEOPLE - {Started} - set[type[Event]]().union(*HAPPENS_BY.values())


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_kernels_and_rules_agree_after_every_step(rule_set: RuleSetName, part: int) -> None:
    happened = play_pairs(part, rule_set, GAMES // PARTS)
    assert happened[GameEnded] == GAMES // PARTS
    # Nothing that can happen by these rules is missing.
    assert HAPPENS | HAPPENS_BY[rule_set] == happened.keys()
    assert happened[Crossed] > happened[Passed]
    if rule_set == "chengdu":
        assert happened[MoonsShuffled] > GAMES // PARTS  # the supply ran out (LB-4.6)


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_they_agree_as_plain_python_and_with_checked_bounds(setting: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore:overflow", "-m", "tests.luckybox_pair", "99", "250"],
        cwd=Path(__file__).resolve().parent.parent,
        env={**os.environ, setting: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_uniform_chooses_what_its_bot_chooses(rule_set: RuleSetName) -> None:
    assert number_of(STREAM) == BOT
    rng = random.Random(5)
    own, bot, game = decks(rng, 5), bots_of("luckybox")["uniform"], SHELF["luckybox"]
    for number in range(60):
        options, seats = options_of(rng, rule_set, own)
        pair = Pair(options, seats, number)
        luck, key = MixerLuck(1000 + number), np.uint64(start_key(np.uint64(1000 + number), BOT))
        for _, (seat, _codes) in zip(range(150), steps(pair, rng), strict=False):
            action = cast(LuckyAction, answer(bot, game, pair.state, seat, luck, BUDGET))
            assert uniform(pair.games, 0, seat - 1, key) == code_of(pair.state, seat, action)


def test_options_that_the_rules_refuse_are_no_games() -> None:
    with pytest.raises(ValueError, match="12 players"):
        games_of(Options(), 13)
    with pytest.raises(ValueError, match="rounds"):
        games_of(Options(rounds=9), 2)


def test_a_game_in_a_batch_leaves_the_others_alone() -> None:
    games = games_of(defaults("classic"), 2, 3)
    with compiling("pairs"):
        for g in range(3):
            start(games, g, np.uint64(g))

    def others() -> list[bytes]:
        return [games.games[g : g + 1].tobytes() + games.seats[g].tobytes() for g in (0, 2)]

    before = others()
    key, codes = np.uint64(start_key(np.uint64(1), BOT)), np.zeros(MOST_LEGAL, np.int64)
    while games.games[1]["phase"] != ENDED:
        for seat in range(2):
            if legal(games, 1, seat, codes):
                assert act(games, 1, seat, uniform(games, 1, seat, key))
    assert others() == before
    assert not act(games, 1, 0, PASSES)  # it is over
