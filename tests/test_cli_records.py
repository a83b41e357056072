"""Can a finished game be shown and checked in a terminal, with file, line and cause for all that is wrong?"""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from rich.console import Console

from boltbox.cli import main
from boltbox.cli.luckybox import GameTerminal
from boltbox.cli.replay import Showing
from boltbox.rules.shelf import SHELF
from boltbox.table.record import Record, Sitter, entries, played, read_record, write_record
from tests.recorded import resealed
from tests.test_cli_play import TRIES, play

GOLDEN = Path(__file__).parent / "golden" / "records"
FOUR = GOLDEN / "luckybox-1-four.txt"
PAUSED = GOLDEN / "luckybox-1-paused.txt"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


# Checking ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(GOLDEN.iterdir()), ids=lambda file: file.name)
def test_a_right_record_is_right(file: Path) -> None:
    done = run("verify", file)
    assert done.exit_code == 0
    record = read_record(file.read_bytes())
    for check in ("digest", "commitment", "words", "draws", "times", "end"):
        assert f"right  {check}: " in done.output
    assert record.luck.commitment in done.output
    assert "wrong" not in done.output


def test_a_changed_record_is_wrong_by_file_line_and_cause(tmp_path: Path) -> None:
    """C28."""
    file = tmp_path / "night.txt"
    data = FOUR.read_bytes()
    file.write_bytes(data.replace(b'"name":"Zo', b'"name":"Jo'))
    done = run("verify", file)
    assert done.exit_code == 1
    last = data.count(b"\n")
    assert f"{file}:{last}: digest: the digest isn't that of the lines above" in done.output
    assert "wrong  digest" in done.output
    assert "right  draws" in done.output
    above = data[: data.rindex(b"\n", 0, -1) + 1]
    luck = read_record(data).luck
    file.write_bytes(resealed(above.replace(luck.secret.encode(), b"00" * 32)))
    done = run("verify", file)
    assert done.exit_code == 1
    assert f"{file}:1: commitment: the secret isn't the one of the commitment" in done.output
    assert f"{file}:2: draws: the draw boxes 0 0 0 gives " in done.output
    assert "This record is wrong." in done.output


def test_what_cannot_be_checked_is_said(tmp_path: Path) -> None:
    file = tmp_path / "old.txt"
    file.write_bytes(write_record(replace(read_record(FOUR.read_bytes()), rules=0)))
    for command in ("verify", "replay"):
        done = run(command, file)
        assert done.exit_code == 0
        assert "It was played by rules 0 and is shown by its own events" in " ".join(done.output.split())
    assert "rules: all" not in run("verify", file).output


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_record_is_refused_by_file_line_and_cause(command: str, tmp_path: Path) -> None:
    file = tmp_path / "no.txt"
    file.write_bytes(FOUR.read_bytes().replace(b'"version":3,', b'"version":4,'))
    done = run(command, file)
    assert done.exit_code == 2
    assert f"Error: {file}:4: entry 3 is missing: this is entry 4" in done.output
    file.write_bytes(b'{"format":1,"game":"\x1b[31m"}\n')
    assert "\x1b" not in run(command, file).output
    for nothing, cause in ((tmp_path / "none.txt", "No such file"), (tmp_path, "is a directory")):
        done = run(command, nothing)
        assert done.exit_code == 2
        assert cause in done.output


# Showing ----------------------------------------------------------------------------------------------------


def test_a_game_is_shown_draw_by_draw() -> None:
    done = run("replay", FOUR)
    assert done.exit_code == 0
    for round_ in range(1, 5):
        for draw in range(1, 10):
            assert f"Round {round_} of 4, number {draw} of 9" in done.output
    assert "Entry 1 of 214, 0:00:00, seen by Zoë 1" in done.output
    assert "Score sheet" in done.output
    assert done.output == run("replay", FOUR, "--all").output


def test_each_seat_sees_its_own() -> None:
    first, second = (run("replay", PAUSED, "--seat", seat).output for seat in (1, 2))
    assert "seen by Seat 2" in second
    assert "Seat 2:  ϟ 4" in second
    assert "Zoë 1:  ϟ 4" in first
    assert "Zoë 1 keeps 3 boxes." in second
    for said in (
        "pauses the game.",
        "The game goes on.",
        "is away.",
        "is back.",
        "has left the table.",
        "The table passes for",
        "plays again.",
    ):
        assert said in second


def test_one_entry_is_shown_alone_or_all_up_to_it() -> None:
    alone = run("replay", PAUSED, "--to", 5).output
    assert alone.count("Entry ") == 1
    assert "Entry 5 of 77" in alone
    until = run("replay", PAUSED, "--to", 5, "--all").output
    assert until.count("Entry ") == 3
    assert until.endswith(alone)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seat", "3"), "it has seats 1 to 2, not 3."),
        (("--seat", "0"), "it has seats 1 to 2, not 0."),
        (("--to", "78"), "it has entries 1 to 77, not 78."),
        (("--to", "0"), "it has entries 1 to 77, not 0."),
    ],
)
def test_a_seat_or_an_entry_that_is_not_there_is_refused(words: tuple[str, ...], sentence: str) -> None:
    done = run("replay", PAUSED, *words)
    assert done.exit_code == 2
    assert sentence in done.output


class Typing(Console):
    """Is a terminal where somebody types."""

    def __init__(self, typed: list[str]) -> None:
        super().__init__(record=True, force_terminal=True, width=100, color_system=None)
        self.typed = typed

    def input(self, *_: object, **__: object) -> str:
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def clear(self, home: bool = True) -> None:
        """Keeps all that was shown."""


def stepped(record: Record, *typed: str, to: int | None = None) -> list[int]:
    """Steps through a game, and lists the entries that were shown."""
    console = Typing(list(typed))
    names = tuple(one.name or "?" for one in record.seats)
    showing = Showing(played(record), tuple(entries(record)), GameTerminal(names), console, names, 1)
    showing.step(to)
    shown = console.export_text().split("Entry ")[1:]
    return [int(one.split(" of ")[0]) for one in shown]


def test_a_person_steps_forth_and_back() -> None:
    record = read_record(PAUSED.read_bytes())
    first = stepped(record, *[""] * 100)
    assert first[:3] == [1, 3, 5]
    assert first[-1] == 77
    assert first == sorted(set(first))
    assert stepped(record, "", "", "b", "B ", "back", "b", "q") == [1, 3, 5, 3, 1, 1, 1]
    assert stepped(record, "10", "what", "999", "", "quit") == [1, 10, 10, 77]
    assert stepped(record, "0", "", to=40)[:2] == [40, 1]
    assert stepped(record) == [1]


# Playing ----------------------------------------------------------------------------------------------------


def test_a_game_that_was_played_here_is_a_record(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    words = ("--seed", "1", "--set", "rounds=1", "--bots", "greedy", "--name", "Zoë", "--record", str(file))
    done = play(*words, typed=TRIES * 30)
    assert done.exit_code == 0, done.output
    assert f"The game is in {file}." in done.output
    checked = run("verify", file)
    assert checked.exit_code == 0, checked.output
    assert "right  rules: all" in checked.output
    record = read_record(file.read_bytes())
    assert record.seats == (Sitter(1, "Zoë"), Sitter(2, "Ampère", "greedy"))
    assert record.options == replace(SHELF["luckybox"].options(), rounds=1)
    assert "Zoë" in run("replay", file).output


def test_a_game_that_was_not_finished_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    done = play("--record", str(file), typed=["abc"])
    assert done.exit_code == 0
    assert not file.exists()
    assert "It isn't over, so it has no record." in done.output
    assert "there is no such folder" in play("--record", str(tmp_path / "no" / "mine.txt")).output
