"""Can the rule set `chengdu` be played in a terminal: question marks, refills, moons, by short words?"""

from boltbox.cli.luckybox import GameTerminal
from boltbox.cli.luckybox_seen import gain
from boltbox.rules.luckybox.actions import Bonus, Cross, Refill
from boltbox.rules.luckybox.game import LUCKYBOX
from tests.luckybox_play import Playing
from tests.test_cli_play import TRIES, play

SET = " | options rule_set=chengdu"
REFILL = f"refill 1 123456789 | 1: r3,4 5:8 6:01{SET}"


def read(position: str, text: str) -> object:
    """Reads what a person types in a position."""
    return GameTerminal(("You",)).read(text, LUCKYBOX.view(Playing(position).state, 1))


def prompt(position: str) -> str:
    return GameTerminal(("You",)).prompt(LUCKYBOX.view(Playing(position).state, 1))


def test_a_whole_game_by_chengdu() -> None:
    tries = ["a b c", "", *(f"{box}?{cell}" for box in "ab" for cell in range(1, 10)), *TRIES[4:]]
    done = play("--rules", "chengdu", "--seed", "1", "--bots", "greedy", typed=[*tries * 60])
    assert done.exit_code == 0, done.output
    for words in (
        "After round 1 of 4: refill your boxes",
        "Your reserve, which only you see:",
        "Round 4 of 4, number 9 of 9",
        "Ampère draws a moon ☾ of ",
        "Score sheet",
    ):
        assert words in done.output
    assert "house rules" not in done.output
    assert "--rules chengdu" in done.output


def test_help_tells_of_chengdu() -> None:
    done = play("--rules", "chengdu", typed=["help"])
    for words in ("a?3", "-b d 1", "question mark", "reserve"):
        assert words in done.output


def test_a_refill_is_typed_by_letters() -> None:
    """LB-6.5: own boxes first, then those of the reserve."""
    assert read(REFILL, "-b d 1") == Refill((6,), (4,), 1)
    assert read(REFILL, "c, - a") == Refill((5,), (3,), 0)
    assert read(REFILL, "cd") == Refill((), (3, 4), 0)
    assert read(REFILL, "0") == Refill()
    assert read(REFILL, "2") == Refill(blind=2)
    assert read(REFILL, "") == Refill((), (3,), 0)
    assert "reserve" not in prompt(REFILL)
    assert prompt(REFILL).startswith("Refill")


def test_a_refill_that_cannot_be_read_gets_a_sentence() -> None:
    assert read(REFILL, "-z") == "There is no box z."
    for text in ("1 2", "a!", "-b d 1 2", "--"):
        assert read(REFILL, text) == "Type letters and one number, as -b d 1; help tells more."


def test_a_question_mark_is_spent_by_its_sign() -> None:
    """LB-3.6."""
    position = f"draw 1 5 | 1: Q1 5:4{SET}"
    assert read(position, "a?9") == Cross(5, 8, "question")
    assert read(position, "a4") == Cross(5, 3, "lightning")
    assert prompt(position) == "No 5 is open; a?3 spends ?, or pass: "
    assert prompt(position.replace("Q1", "Q1 L1")) == "No 5 is open; pay bolts, a?3 spends ?, or pass: "
    assert prompt(position.replace("Q1 5:4", "")) == "No 5 to cross; Enter passes: "


def test_a_mark_crosses_any_cell() -> None:
    """LB-4.3."""
    position = f"draw 1 5 | 1: b2@1r0 answered 5:4{SET}"
    assert read(position, "a9") == Bonus("2", 5, 8)
    assert prompt(position) == "Bonus! Cross any cell: "


def test_what_lines_pay_has_other_words() -> None:
    """LB-4.3."""
    assert gain("7", "chengdu") == gain("8", "chengdu") == "cross any cell"
    assert gain("?", "chengdu") == "a question mark ?"
    assert gain("LL", "chengdu") == gain("LL")


def test_a_hint_is_written_as_one_types_it() -> None:
    assert str(read(REFILL, "hint")).startswith("A greedy bot would say: ")
    position = f"draw 2 12 | 1: Q1 5:01234567 6{SET}"
    assert read(position, "hint") == "A greedy bot would say: a?9"
