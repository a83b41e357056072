"""Can a whole game be played in a terminal, by forgiving words, with a sentence for every slip?"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from boltbox.cli import main
from boltbox.cli.luckybox_seen import TITLES
from boltbox.cli.play import TERMINALS
from boltbox.rules.shelf import SHELF

# Tries everything that could be right; what isn't is refused and costs nothing.
TRIES = ["a b c", "a", "", "pass", *(f"{box}{cell}" for box in "abcdefgh" for cell in range(1, 10))]
COLOUR = re.compile(r"\x1b\[(\d+;)*(3\d|4\d|9\d)[;m]")


def play(*words: str, typed: list[str] | None = None, env: dict[str, str] | None = None) -> Result:
    text = "".join(f"{line}\n" for line in typed or [])
    return CliRunner().invoke(main, ["play", "luckybox", *words], input=text, env=env)


def test_every_game_can_be_played_in_a_terminal() -> None:
    assert TERMINALS.keys() == SHELF.keys()


@pytest.mark.parametrize("confirm", ["--confirm", "--no-confirm"])
def test_a_whole_game_alone(confirm: str) -> None:
    done = play("--seed", "1", "--set", "rounds=2", confirm, typed=TRIES * 60)
    assert done.exit_code == 0, done.output
    assert "Round 2 of 2, number 9 of 9" in done.output
    assert "After round 1 of 2: a new box" in done.output
    for word in ("Score sheet", "Finished boxes", "Stars", "Moons", "Crosses left over", "Total"):
        assert word in done.output
    assert any(title in done.output for title in TITLES)


def test_a_whole_game_against_bots_by_a_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "boltbox", "play", "luckybox", "--bots", "greedy,uniform", "--seed", "2"],
        input="\n".join(TRIES * 120),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Round 4 of 4, number 9 of 9" in done.stdout
    assert "Ampère keeps 3 boxes." in done.stdout
    assert re.search(r"Place +│ +\d │ +\d │ +\d", done.stdout)
    assert "This deal again: boltbox play luckybox --seed 2" in done.stdout


def test_a_slip_gets_a_sentence_and_can_be_mended() -> None:
    typed = ["abc", "pass", "a9z", "z1", "a1", "a2", "back", "hint", "a 1", "1a", "help", "Quit"]
    done = play("--seed", "4", typed=typed)
    assert done.exit_code == 0
    for sentence in (
        "You can't pass: one of your boxes has an open 1.",
        "Type a box and a cell, as a3",
        "There is no box z.",
        "You've answered this number already; take it back to answer anew.",
        "Taken back.",
        "A greedy bot would say: ",
        "cells are counted 1 to 9, row by row",
        "You get up from the table. Bye!",
    ):
        assert sentence in done.output


def test_boxes_are_chosen_by_letter() -> None:
    done = play("--seed", "4", typed=["a b", "a z", "a a b", "c,d,e"])
    assert "Keep exactly 3; you chose 2." in done.output
    assert "Type letters of boxes from a to e" in done.output
    assert "You named box" in done.output
    assert "You keep 3 boxes." in done.output


def test_the_end_of_the_input_ends_politely() -> None:
    done = play("--seed", "4")
    assert done.exit_code == 0
    assert "You get up from the table. Bye!" in done.output


def test_the_same_seed_deals_the_same() -> None:
    first, again, other = (play("--seed", seed, typed=["abc", "a1"]).output for seed in ("7", "7", "8"))
    assert first == again != other


def test_without_a_seed_the_deal_can_be_had_again() -> None:
    first = play()
    seed = re.search(r"--seed (\d+)", first.output)
    assert seed is not None
    assert play("--seed", seed[1]).output == first.output


def test_colours_can_be_switched_off() -> None:
    forced = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": ""}
    assert COLOUR.search(play(typed=["abc"], env=forced).output)
    assert not COLOUR.search(play("--no-color", typed=["abc"], env=forced).output)
    assert not COLOUR.search(play(typed=["abc"], env=forced | {"NO_COLOR": "1"}).output)


def test_house_rules_are_marked_and_lists_can_be_set() -> None:
    done = play("--set", "box_points=9,8", "--set", "moon_points.most=3", "--rules", "classic", typed=["abc"])
    assert "a box pays 9, house rules" in done.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bots", "nobody"], "there is no bot 'nobody'; there are greedy, uniform."),
        (["--set", "rounds=9"], "rounds must be 1 to 8, not 9."),
        (["--set", "colour=red"], "These options can't be read"),
        (["--set", "rounds=many"], "These options can't be read"),
        (["--set", "rounds=1", "--set", "rounds.x=1"], "changes 'rounds' twice"),
        (["--rules", "none"], "These options can't be read"),
        (["--seats", "13"], "Lucky Box is for 1 to 12 players, not 13."),
    ],
)
def test_what_cannot_be_played_says_why(words: list[str], sentence: str) -> None:
    done = play(*words)
    assert done.exit_code == 2
    assert sentence in " ".join(done.output.split())


def test_an_unknown_game_says_which_there_are() -> None:
    done = CliRunner().invoke(main, ["play", "chess"])
    assert done.exit_code == 2
    assert "luckybox" in done.output


def test_titles_are_those_of_the_web_client() -> None:
    texts = json.loads((Path(__file__).parent.parent / "web/src/texts/en.json").read_text())
    assert [texts[f"title.{number}"] for number in range(5)] == list(TITLES)
