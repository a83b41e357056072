"""Do the kernels of Lightning Dice play by the rules? The same answers and positions, step for step."""

import os
import subprocess
import sys

import pytest

from tests.dice_both import MODES, by_bots, play_both

GAMES, PARTS = 20_000, 4
FEW = 500

# What has to happen in a part of the games for its test to say something.
EVERYWHERE = {
    *("Flipped", "Rolled", "CameToRest", "off table", "Kept", "got valid", "GoalClosed", "CountBegan"),
    *("GoalReopened", "PlayedSet", "GameEnded", "game_over", "still_rolling", "goal_closed", "count_in"),
    *("all_kept", "no_die_rests", "not_at_rest", "claim_waits", "called_already", "not_seated"),
    *("no_such_seat", "already_decided", "dice_in_hand"),
}
BLOCKS = {"NotYet", "BlockEnded", "claim_blocked", "no_such_call"}
HAPPENS = {
    "standard": {
        *("got false", "got late", "penalty", "bonus valid", "bonus false", "bonus late", "thunder valid"),
        *("thunder false", "thunder late", "thunder nobody", "lost", "PickedUp", "CardsShuffled"),
        *("no_such_number", "number_without_thunder"),
    },
    "quick": {"got late", *BLOCKS},
    "time trial": BLOCKS,
    "practice": BLOCKS,
}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("mode", MODES)
def test_kernels_play_by_the_rules(mode: str, part: int) -> None:
    """All that LD-1 to LD-5 say of one table."""
    each = GAMES // PARTS
    happened = play_both(mode, part * each, each)
    assert happened["games"] == each
    assert happened["ended"] > each // (50 if mode == "practice" else 20)  # which ends when its player leaves
    assert [what for what in sorted(EVERYWHERE | HAPPENS[mode]) if not happened[what]] == []


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_kernels_play_by_the_rules_uncompiled_and_with_bounds_checked(setting: str) -> None:
    each = FEW // len(MODES)
    says = "from tests.dice_both import MODES, by_bots, play_both\n"
    says += f"for mode in MODES: assert play_both(mode, 0, {each})['games'] == {each}\n"
    says += f"assert by_bots() == {by_bots()!r}"
    command = [sys.executable, "-W", "ignore:overflow encountered in scalar:RuntimeWarning", "-c", says]
    done = subprocess.run(
        command, env=os.environ | {setting: "1"}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
