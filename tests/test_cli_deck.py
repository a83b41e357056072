"""Is a deck of one's own checked, shown and played in a terminal? LB-9."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from boltbox.cli import main
from boltbox.rules.lightningdice import deck as goal_deck
from boltbox.rules.luckybox.deck import built_in, read_deck

HEAD = "name: Mine\nauthor: Me\nlicence: CC0\n"
FACES = "123231789 4,-,6 LL,M,?\n" * 7 + "999999999 1,1,1 S,S,S\n" * 2


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    file = tmp_path / "mine.deck"
    file.write_text(HEAD + FACES, encoding="utf-8")
    return file


def test_a_deck_that_can_be_played_is_described(deck: Path) -> None:
    """LB-9.1, LB-9.3."""
    done = CliRunner().invoke(main, ["deck", "check", str(deck)])
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        "Mine, by Me, CC0: 9 faces.",
        "Numbers on cells: 1:14  2:14  3:14  4:0  5:0  6:0  7:7  8:7  9:25",
        "Bonuses: 1:6  2:0  3:0  4:7  5:0  6:7  7:0  8:0  9:0  ?:7  L:0  LL:7  S:6  M:7  -:7",
        "Faces that stand there again: 7",
    ]


def test_a_slip_is_named_by_file_line_and_cause(deck: Path) -> None:
    """LB-9.1: as a compiler does."""
    deck.write_text(HEAD + FACES + "12323178 4,-,6 LL,M,?\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["deck", "check", str(deck)])
    assert (done.exit_code, done.stderr) == (1, f"{deck}:13: a grid is nine digits 1-9, not '12323178'\n")


def test_a_deck_can_be_piped_in() -> None:
    assert CliRunner().invoke(main, ["deck", "check", "-"], input=HEAD + FACES).exit_code == 0
    done = CliRunner().invoke(main, ["deck", "check", "-"], input="name: Mine\n")
    assert (done.exit_code, done.stderr) == (1, "stdin:1: the header has no line 'author: ...'\n")


GOALS = "AABBCC\nBBAACC\n" + "even\nsum<=9\n" * 4


@pytest.mark.parametrize("words", [[], ["--game", "lightningdice"]])
def test_a_deck_of_goals_is_known_by_what_is_in_it(deck: Path, words: list[str]) -> None:
    """LD-7.2, LD-7.6: two goals are the same one when the same rolls meet them."""
    deck.write_text(HEAD + "# ours\n" + GOALS, encoding="utf-8")
    done = CliRunner().invoke(main, ["deck", "check", str(deck), *words])
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        "Mine, by Me, CC0: 10 goals.",
        "Rolls under the best keeping: 4.0 to 7.2, 5.9 on average",
        "Goals that stand there again: 7",
    ]


@pytest.mark.parametrize(
    ("more", "cause"),
    [
        ("AABBCX\n", ":14: a letter in a set or shape is A to F, not 'X'"),
        ("sum=40\n", ":14: the sum of six dice is 6 to 36, not 40"),
        ("odd&even\n", ":14: no six dice can meet 'odd&even'"),
    ],
)
def test_a_slip_in_a_goal_is_named_by_file_line_and_cause(deck: Path, more: str, cause: str) -> None:
    """LD-7.2."""
    deck.write_text(HEAD + GOALS + more, encoding="utf-8")
    done = CliRunner().invoke(main, ["deck", "check", str(deck)])
    assert (done.exit_code, done.stderr) == (1, f"{deck}{cause}\n")


def test_the_name_of_a_file_or_a_word_says_whose_deck_it_is(tmp_path: Path) -> None:
    few = tmp_path / "few.goals"
    few.write_text(HEAD, encoding="utf-8")
    done = CliRunner().invoke(main, ["deck", "check", str(few)])
    assert (done.exit_code, done.stderr) == (1, f"{few}:3: a deck has 10 to 200 goals, this one 0\n")
    done = CliRunner().invoke(main, ["deck", "check", str(few), "--game", "luckybox"])
    assert (done.exit_code, done.stderr) == (1, f"{few}:3: a deck has 5 to 240 faces, this one 0\n")


def test_goals_are_shown_and_not_printed(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["deck", "show", "--game", "lightningdice"])
    shown = tmp_path / "shown.txt"
    shown.write_text(done.output, encoding="utf-8")
    assert goal_deck.read_deck(done.output) == goal_deck.built_in("boltbox")
    assert CliRunner().invoke(main, ["deck", "show", str(shown)]).output == done.output
    printed = CliRunner().invoke(main, ["deck", "print", str(shown), "-o", str(tmp_path / "cards.pdf")])
    assert printed.exit_code == 1
    assert "has goals of Lightning Dice" in printed.stderr


@pytest.mark.parametrize(
    ("data", "cause"),
    [(b"name: \xff\n", ":1: this is no UTF-8 text"), (b"#" * 2_000_000, ": too large for a deck")],
)
def test_what_is_no_text_of_a_deck_is_named(deck: Path, data: bytes, cause: str) -> None:
    """LB-9.3: UTF-8."""
    deck.write_bytes(data)
    done = CliRunner().invoke(main, ["deck", "check", str(deck)])
    assert (done.exit_code, done.stderr) == (1, f"{deck}{cause}\n")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = tmp_path / "none.deck"
    done = CliRunner().invoke(main, ["deck", "check", str(file)])
    assert (done.exit_code, done.stderr) == (1, f"{file}: No such file or directory\n")


def test_a_cause_does_nothing_to_the_terminal(deck: Path) -> None:
    deck.write_text(HEAD + "\x1b[2J 1 2\n", encoding="utf-8")
    assert "\x1b" not in CliRunner().invoke(main, ["deck", "check", str(deck)]).stderr


def test_the_built_in_deck_is_shown_as_a_start_for_an_own_one() -> None:
    done = CliRunner().invoke(main, ["deck", "show"])
    assert read_deck(done.output) == built_in("boltbox")


@pytest.mark.parametrize("words", [["--deck", "{}"], ["--set", "deck={}"]])
def test_a_game_is_played_with_an_own_deck(deck: Path, words: list[str]) -> None:
    """LB-8.1, LB-9.1."""
    wished = [word.format(deck) for word in words]
    done = CliRunner().invoke(main, ["play", "luckybox", "--seed", "1", *wished], input="quit\n")
    assert done.exit_code == 0
    assert f"--seed 1 {' '.join(wished)}" in done.output


@pytest.mark.parametrize("words", [["--deck", "{}"], ["--set", "deck={}"]])
def test_a_deck_with_a_slip_is_not_played(deck: Path, words: list[str]) -> None:
    deck.write_text(HEAD, encoding="utf-8")
    done = CliRunner().invoke(main, ["play", "luckybox", *(word.format(deck) for word in words)])
    assert (done.exit_code, done.stderr) == (1, f"{deck}:3: a deck has 5 to 240 faces, this one 0\n")


def test_more_boxes_than_an_own_deck_has_are_refused(deck: Path) -> None:
    """LB-8.3."""
    done = CliRunner().invoke(main, ["play", "luckybox", "--seats", "2", "--deck", str(deck)])
    assert done.exit_code == 2
    assert "10 boxes are needed at the start, but the deck has 9." in done.stderr
