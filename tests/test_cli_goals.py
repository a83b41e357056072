"""Can goals of Lightning Dice be listed, solved and raced for in a terminal?"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from boltbox.cli import main
from boltbox.rules.shelf import SHELF
from boltbox.table.record import read_record, write_record
from boltbox.table.verify import verify
from scripts.golden_races import RACES
from tests.recorded import Wildly
from tests.wild import WILD

HEAD = "name: Mine\nauthor: Me\nlicence: CC0\n"


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, [*words], input=typed, env={"COLUMNS": "100"}, terminal_width=100)


def test_goals_are_listed_from_the_easiest_to_the_hardest() -> None:
    """LD-7.3."""
    done = run("goals")
    assert done.exit_code == 0, done.output
    assert "Boltbox: 50 goals" in done.output
    rolls = [float(found) for found in re.findall(r"^ \S+ +(\d+\.\d\d) +[\d.]+ %", done.output, re.MULTILINE)]
    assert len(rolls) == 50
    assert rolls == sorted(rolls)


def test_an_own_deck_is_listed_too_or_what_is_wrong_with_it(tmp_path: Path) -> None:
    """LD-7.2."""
    mine = tmp_path / "mine.goals"
    mine.write_text(HEAD + "112233\n" * 10)
    done = run("goals", "--deck", str(mine))
    assert done.exit_code == 0, done.output
    assert done.output.count("112233") == 10
    mine.write_text(HEAD + "112233\neven&odd\n")
    done = run("goals", "--deck", str(mine))
    assert done.exit_code == 1
    assert done.output == f"{mine}:5: no six dice can meet 'even&odd'\n"
    assert run("goals", "--deck", str(tmp_path / "none")).exit_code == 1


def test_a_goal_is_explained() -> None:
    """LD-7.3."""
    done = run("goals", "solve", "AABBCC")
    assert done.exit_code == 0, done.output
    assert "AABBCC takes 7.23 rolls under the best keeping." in done.output
    assert "3.9 % within 1" in done.output
    assert re.search(r"^ 112233 +all +met", done.output, re.MULTILINE)
    assert len(re.findall(r"^ [1-6]{6} ", done.output, re.MULTILINE)) == 11


def test_the_best_keep_of_a_roll_is_told_with_those_after_it() -> None:
    done = run("goals", "solve", "112233", "5 3 2 1 1 4")
    assert done.exit_code == 0, done.output
    assert "Of 112345 keep 1123: then " in done.output
    assert len(re.findall(r"^ [1-6]+ +\d+\.\d\d +\d\.\d\d", done.output, re.MULTILINE)) == 5
    assert "meets 112233: Got it!" in run("goals", "solve", "112233", "332211").output


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (("even & odd",), "no six dice can meet 'even & odd'."),
        (("11223",), "a set or shape has 6 characters, '11223' has 5."),
        (("even", "12345"), "a roll is six numbers 1 to 6, as 114556."),
        (("even", "123457"), "a roll is six numbers 1 to 6, as 114556."),
    ],
)
def test_a_slip_is_a_sentence(words: tuple[str, ...], cause: str) -> None:
    done = run("goals", "solve", *words)
    assert done.exit_code == 2
    assert cause in done.output


# Racing -----------------------------------------------------------------------------------------------------

TRIES = "\n\ng\n0\nhint\nk 1\nt 2\nb\nxyz\n12\nhelp\n"


def race(*words: str, typed: str = TRIES * 300) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boltbox", "play", "lightningdice", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_race_against_bots_by_a_pipe_and_its_record(tmp_path: Path) -> None:
    """The clock of a pipe jumps to what comes next, so a whole game is played at once."""
    file = tmp_path / "race.jsonl"
    words = ("--bots", "expert,novice", "--seed", "4", "--set", "target=5")
    done = race(*words, "--record", str(file))
    assert done.returncode == 0, done.stderr
    for said in ("Count-in", "Goal 1: ", "You roll ", "Got it!", "The end", "Place", "Keep "):
        assert said in done.stdout
    assert "Type what to keep, as 5544" in done.stdout
    assert verify(read_record(file.read_bytes())).clean
    shown = run("replay", str(file), "--all")
    assert shown.exit_code == 0
    assert "The end" in shown.output


def test_a_time_trial_and_practice_are_played_alone() -> None:
    """LD-5.5."""
    done = race("--seed", "5", "--set", "mode=practice", "--set", "goal=1*****", typed="\ng\n0\n" * 30)
    assert done.returncode == 0, done.stderr
    assert "Goal 5: 1*****" in done.stdout
    assert "You get up from the table." in done.stdout
    done = race("--seed", "5", "--set", "mode=quick", "--set", "cards=10", typed="\nhint\nquit\n")
    assert "10 cards" not in done.stdout.splitlines()[0]
    assert "You get up from the table." in done.stdout


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (("--seats", "1"), "Lightning Dice is for 2 to 6 players, not 1."),
        (("--set", "mode=practice", "--seats", "1"), "Choose a goal to practise."),
        (("--set", "target=4", "--seats", "2"), "target must be 5 to 50, not 4."),
        (("--set", "deck=none", "--seats", "2"), "There is no deck none."),
        (("--bots", "nobody"), "there is no bot 'nobody'"),
        (("--rules", "classic", "--seats", "2"), "lightningdice has no rule sets"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(words: tuple[str, ...], cause: str) -> None:
    done = run("play", "lightningdice", *words)
    assert done.exit_code == 2
    assert cause in done.output


def test_a_record_with_gaps_in_its_numbers_is_shown_from_any_seat(tmp_path: Path) -> None:
    """LD-1.3."""
    record = Wildly(SHELF["lightningdice"], WILD["lightningdice"].short, (2, 3, 5), 11).record()
    file = tmp_path / "wild.jsonl"
    file.write_bytes(write_record(record))
    done = run("replay", str(file), "--seat", "5", "--all")
    assert done.exit_code == 0, done.output
    assert re.search(r"^ 5 +Zo. 5 ", done.output, re.MULTILINE)
    assert "seen by Seat 2" in run("replay", str(file), "--all").output
    assert "it has seats 2, 3, 5, not 4." in run("replay", str(file), "--seat", "4").output


def test_golden_races_name_every_way_to_play() -> None:
    assert {getattr(one.options, "mode", "") for one in RACES} == {"standard", "quick", "practice"}
