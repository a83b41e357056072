"""Can a whole game be played in a terminal, by forgiving words, with a sentence for every slip?"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from boltbox.cli import main
from boltbox.cli.luckybox_seen import TITLES, gain
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
    assert "This deal again: boltbox play luckybox --seed 2 --bots greedy,uniform\n" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--seed", "-5", "--seats", "3"),
        ("--bots", "greedy, uniform", "--set", "rounds=2", "--set", "box_points=9, 8"),
        ("--rules", "classic", "--set", "moonPoints.solo=[1, 2]", "--set", "decks=2", "--seats", "12"),
    ],
)
def test_the_printed_command_deals_the_same(words: tuple[str, ...]) -> None:
    """Bots that think of the same seed answer the same, too."""
    typed = ["abc", *TRIES[4:40]]
    first = play(*words, typed=typed)
    command = again(first.output)
    assert command[:3] == ["boltbox", "play", "luckybox"]
    second = play(*command[3:], typed=typed)
    assert second.exit_code == 0
    assert second.output == first.output


def test_a_shell_reads_the_printed_command() -> None:
    first = play("--set", "star_points=[1, 4]", "--bots", "greedy uniform", typed=["abc"])
    folder = Path(sys.executable).parent
    done = subprocess.run(
        ["sh", "-c", first.output.splitlines()[-1].partition(": ")[2]],
        input="abc\n",
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "COLUMNS": "80"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == first.output


def again(output: str) -> list[str]:
    """Reads the command that is printed at the end, as a shell would."""
    found = re.search(r"^This deal again: (.*)\n\Z", output, re.MULTILINE)
    assert found is not None
    return shlex.split(found[1])


def test_piped_input_is_shown_without_doing_anything() -> None:
    wild = b"\x1b[31mred\x07\n[/red] :smile:\n\xff\xfe\nback \xe2\x80\xae\n\xc2\x9b2J\n"
    done = subprocess.run(
        [sys.executable, "-m", "boltbox", "play", "luckybox", "--seed", "1"],
        input=wild,
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    for shown in (r"\x1b[31mred\x07", "[/red] :smile:", r"\xff\xfe", r"back \u202e", r"\x9b2j"):
        assert shown in done.stdout.decode()
    assert [sign for sign in done.stdout.decode() if not sign.isprintable() and sign != "\n"] == []


def test_a_name_has_no_hidden_signs() -> None:
    done = play("--name", "\x1b[31mAnn")
    assert done.exit_code == 2
    assert "A name can't have invisible or control characters." in " ".join(done.output.split())
    assert "[bold]Ann" in play("--name", "[bold]Ann", typed=["abc"]).output


def test_numbers_have_their_words() -> None:
    assert [gain(str(number)) for number in (1, 7, 8, 9)] == [
        "cross a 1",
        "cross a 7",
        "cross an 8",
        "cross a 9",
    ]
    done = play("--seed", "1", "--set", "box_points=1", "--bots", "uniform", typed=TRIES * 60)
    assert "Cross an 8: " in done.output
    assert re.search(r"\b1 (points|boxes|stars|bolts)\b", done.output) is None
    assert re.search(r"\ba 8\b", done.output, re.IGNORECASE) is None
    assert re.search(r"\b1 point\b", done.output)


def test_a_slip_gets_a_sentence_and_can_be_mended() -> None:
    typed = ["abc", "pass", "a9z", "z1", "a1", "a2", "back", "hint", "a 1", "1a", "help", "Quit"]
    done = play("--seed", "12", typed=typed)
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
        (["--bots", "nobody"], "there is no bot 'nobody'; there are greedy, lookahead, uniform."),
        (["--set", "rounds=9"], "rounds must be 1 to 8, not 9."),
        (["--seats", "13"], "Lucky Box is for 1 to 12 players, not 13."),
        (["--seats", "0"], "Lucky Box is for 1 to 12 players, not 0."),
        (["--seats", "-1"], "Lucky Box is for 1 to 12 players, not -1."),
        (["--seats", "2", "--bots", "greedy,greedy"], "You and these bots need 3 seats, not 2."),
    ],
)
def test_what_cannot_be_played_says_why(words: list[str], sentence: str) -> None:
    done = play(*words)
    assert done.exit_code == 2
    assert sentence in " ".join(done.output.split())


def test_a_race_for_one_word_has_a_bot_in_it() -> None:
    done = CliRunner().invoke(main, ["play", "lightningdice", "--seed", "1"], input="quit\n")
    assert done.exit_code == 0, done.output
    assert "Ampère" in done.output


def test_other_slips_are_named_where_a_game_needs_more_than_one() -> None:
    done = CliRunner().invoke(main, ["play", "lightningdice", "--set", "target=3"])
    assert "target must be 5 to 50, not 3." in " ".join(done.output.split())


def test_who_may_pass_always_is_told_so() -> None:
    done = play("--seed", "1", "--set", "pass_rule=always", "--no-confirm", typed=["abc", "quit"])
    assert re.search(r"Cross an? \d, or pass: ", done.output)


def test_an_unknown_game_says_which_there_are() -> None:
    done = CliRunner().invoke(main, ["play", "chess"])
    assert done.exit_code == 2
    assert "luckybox" in done.output


def test_titles_are_those_of_the_web_client() -> None:
    texts = json.loads((Path(__file__).parent.parent / "web/src/texts/en.json").read_text())
    assert [texts[f"title.{number}"] for number in range(5)] == list(TITLES)
