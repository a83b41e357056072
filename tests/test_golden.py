"""Do whole games go as they went when somebody last read them? `make golden` writes them anew."""

import pytest

from boltbox.rules.game import JUDGE, TABLE, TimeUp
from boltbox.rules.luck import MixerLuck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from boltbox.rules.transcript import read_game
from scripts.golden_races import Race
from scripts.make_golden import GAMES, GOLDEN, Golden


def test_every_game_has_golden_games_and_no_other_lies_there() -> None:
    assert {golden.game.name for golden in GAMES} == set(SHELF)
    assert {path.name for path in GOLDEN.glob("*.txt")} == {f"{golden.name}.txt" for golden in GAMES}


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_golden_game_is_as_it_was(golden: Golden | Race) -> None:
    assert (GOLDEN / f"{golden.name}.txt").read_text("utf-8") == golden.text()


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_golden_game_can_be_played_from_its_text(golden: Golden | Race) -> None:
    """The events fold to an end, and the actions with the same luck give the same events again."""
    game, luck = golden.game, MixerLuck(golden.seed)
    first, *lines = read_game(game, (GOLDEN / f"{golden.name}.txt").read_text("utf-8"))
    assert (first.actor, first.action) == (TABLE, None)
    state = game.fold(None, first.events)
    assert game.start(golden.options, golden.numbers, 0, luck) == first.events
    for line in lines:
        assert line.actor in ((*golden.numbers, TABLE, JUDGE) if line.action is not None else (TABLE,))
        action = TimeUp(TABLE) if line.action is None else line.action
        events = game.act(state, line.actor, action, line.instant, luck)
        assert not isinstance(events, Refusal)
        assert events == line.events
        state = game.fold(state, line.events)
    assert game.outcome(state) is not None
