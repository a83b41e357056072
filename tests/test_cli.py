"""Does every command help in tidy lines, and end in peace when nothing more can be written?"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from boltbox.cli import COMMANDS, main

FULL = Path("/dev/full")
COMMAND = f"{sys.executable} -m boltbox"


def helps(words: list[str], columns: int) -> list[str]:
    done = CliRunner().invoke(main, [*words, "--help"], env={"COLUMNS": str(columns)}, terminal_width=columns)
    assert done.exit_code == 0
    return done.output.splitlines()


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS)], ids=["", *COMMANDS])
def test_a_help_is_tidy(words: list[str], columns: int) -> None:
    lines = helps(words, columns)
    assert [line for line in lines if len(line) > columns or line != line.rstrip()] == []
    # Brackets stay in a line, or break where a new thing begins.
    assert [line for line in lines if line.count("[") > line.count("]") and not line.endswith(";")] == []
    # Texts begin at one column, whether beside their names or under them.
    body = lines[lines.index("Options:") + 1 :]
    beside = {found.end() for line in body if (found := re.match(r"  -.*?\S  +(?=\S)", line))}
    under = {len(line) - len(line.lstrip()) for line in body if line.startswith("    ")} - {7}
    assert len(beside | under) == 1


@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS)], ids=["", *COMMANDS])
def test_no_name_or_address_is_broken(words: list[str]) -> None:
    words_at = [set(" ".join(helps(words, columns)).split()) for columns in (60, 120)]
    assert words_at[0] == words_at[1]


@pytest.mark.skipif(not FULL.exists(), reason="there is no full disk here")
@pytest.mark.parametrize("words", ["play luckybox --seed 1", "--help", "play --help", "--version"])
def test_a_full_disk_is_one_sentence(words: str) -> None:
    done = shell(f"{COMMAND} {words} >/dev/full")
    assert done.returncode == 1
    assert done.stderr == "Error: nothing more can be written: No space left on device.\n"


@pytest.mark.skipif(not FULL.exists(), reason="there is no full disk here")
def test_a_slip_on_a_full_disk_is_silent() -> None:
    done = shell(f"{COMMAND} play luckybox --seats 99 2>/dev/full")
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.parametrize("words", ["play luckybox --seed 1", "--help", "play --help"])
def test_a_closed_pipe_is_silent(words: str) -> None:
    done = shell(f"yes a1 | {{ {COMMAND} {words}; echo $? >&2; }} | head -0")
    assert done.stderr.splitlines()[-1:] == ["1"]
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_ends_the_game(closed: str) -> None:
    done = shell(f"{COMMAND} play luckybox --seed 1 {closed}")
    assert (done.returncode, done.stderr) == (0, "")


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, env=os.environ, timeout=60
    )
