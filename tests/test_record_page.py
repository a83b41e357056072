"""Does docs/records.md say enough to read and check a record in another language?"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import inspect

from boltbox.rules.game import Piece
from boltbox.table import record
from boltbox.table.record import FORMAT, Sitter, Word, outcome_of, read_record
from boltbox.table.verify import verify

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "records.md").read_text("utf-8")
GOLDEN = ROOT / "tests" / "golden" / "records"


def block(language: str) -> bytes:
    found = re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1].encode()


def test_the_game_of_the_page_is_a_record() -> None:
    read = read_record(block("json"), "records.md")
    verdict = verify(read)
    assert verdict.clean
    assert (verdict.draws, verdict.entries) == (12, 13)
    outcome = outcome_of(read)
    assert outcome is not None
    assert (outcome.reason, outcome.totals) == ("rounds", (15,))
    assert "| 1; a reader refuses any other |" in PAGE
    assert FORMAT == 1


@pytest.mark.parametrize(
    "kind", [record._Head, record.Revealed, record._Entry], ids=["head", "luck", "entry"]
)
def test_every_field_is_on_the_page(kind: type[Piece]) -> None:
    names = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    wanted = [field.encode_name for field in info.fields]
    assert [name for name in names if name in wanted] == wanted


def test_what_lies_in_lists_is_on_the_page() -> None:
    for kind in (Sitter, Word):
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        assert {field.encode_name for field in info.fields} <= set(re.findall(r"`(\w+)`", PAGE))


def test_the_program_of_the_page_checks_records_and_finds_what_was_changed(tmp_path: Path) -> None:
    """C28: the same verdict without a line of ours."""
    program, file = tmp_path / "check.py", tmp_path / "record.txt"
    program.write_bytes(block("python"))
    for data in (block("json"), *(path.read_bytes() for path in sorted(GOLDEN.iterdir()))):
        commitment = read_record(data).luck.commitment
        file.write_bytes(data)
        done = checked(program, file)
        assert done.returncode == 0, done.stderr
        assert (
            done.stdout == f"{verify(read_record(data)).draws} draws follow from the seed of {commitment}\n"
        )
        file.write_bytes(data.replace(b'"version":2', b'"version":3'))
        assert "AssertionError: the digest" in checked(program, file).stderr


def checked(program: Path, file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, program, file], capture_output=True, text=True, check=False)
