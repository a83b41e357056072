"""Is a printed deck whole: every box, card, moon and sheet, on either paper, in words that can be read?"""

import re
import sys
import zlib
from collections import Counter
from pathlib import Path

import pytest
import typst
from click.testing import CliRunner

from boltbox.cli import main, press
from boltbox.cli.press import Paper
from boltbox.rules.luckybox.deck import built_in, read_deck

BOX = "123231789 4,-,6 LL,M,?\n"
OWN = "name: Nor *bold* nor #huge 乐\nauthor: Me $x$\nlicence: CC0\n" + BOX * 7


def objects(pdf: bytes) -> dict[int, bytes]:
    return {int(one[1]): one[2] for one in re.finditer(rb"(?s)(\d+) 0 obj\s(.*?)\sendobj", pdf)}


def unpacked(body: bytes) -> str:
    data = body.partition(b"stream\n")[2].rpartition(b"\nendstream")[0]
    return (zlib.decompress(data) if b"/FlateDecode" in body else data).decode("latin-1")


def letters(found: dict[int, bytes], font: bytes) -> dict[int, str]:
    """Reads which glyph of a font is which text."""
    link = re.search(rb"/ToUnicode (\d+) 0 R", found[int(font)])
    assert link is not None
    table = unpacked(found[int(link[1])])
    pairs = re.findall(r"<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>", table)
    return {int(glyph, 16): bytes.fromhex(text).decode("utf-16-be") for glyph, text in pairs}


SHOWN = re.compile(r"/(f\d+) [\d.]+ Tf|<([0-9a-fA-F]+)>|\(((?:\\.|[^\\()])*)\)", re.DOTALL)
ESCAPED = re.compile(r"\\([0-7]{1,3}|.)", re.DOTALL)
SHORT = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}


def plain(literal: str) -> bytes:
    """Reads a string of a PDF."""
    text = ESCAPED.sub(lambda m: chr(int(m[1], 8)) if m[1].isdigit() else SHORT.get(m[1], m[1]), literal)
    return text.encode("latin-1")


def pages(pdf: bytes) -> list[str]:
    """Reads the text of each page, without its blanks, which typst leaves to the reader."""
    found = objects(pdf)
    return [page_text(found, body) for body in found.values() if re.search(rb"/Type ?/Page\b", body)]


def page_text(found: dict[int, bytes], page: bytes) -> str:
    resources, contents = (re.search(rb"/%s (\d+) 0 R" % key, page) for key in (b"Resources", b"Contents"))
    assert resources is not None
    assert contents is not None
    listed = re.search(rb"/Font<<(.*?)>>", found[int(resources[1])])
    fonts = re.findall(rb"/(f\d+) (\d+) 0 R", listed[1]) if listed else []
    known = {name.decode(): letters(found, font) for name, font in fonts}
    text, font = "", ""
    for name, hexadecimal, literal in SHOWN.findall(unpacked(found[int(contents[1])])):
        font = name or font
        glyphs = bytes.fromhex(hexadecimal) if hexadecimal else plain(literal)
        pairs = zip(glyphs[::2], glyphs[1::2], strict=False)
        text += "".join(known[font].get(high << 8 | low, "") for high, low in pairs)
    return text.replace(" ", "").replace("\xa0", "")


def made(deck: str, paper: Paper = "a4", seats: int = 6) -> tuple[list[str], dict[str, Counter[str]]]:
    """Prints a deck; gives the text of its pages, and what lies on them."""
    chosen = built_in("boltbox") if deck == "boltbox" else read_deck(deck)
    given = press.inputs(chosen, paper, seats)
    lying = {}
    for label in ("box", "number", "moon", "sheet"):
        query = typst.query(
            press.PAGE, f"<{label}>", field="value", sys_inputs=given, font_paths=[press.HERE]
        )
        lying[label] = Counter[str](re.findall(r'"([^"]+)"', query))
    return pages(press.pdf(chosen, paper, seats)), lying


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_built_in_deck_is_printed_whole(paper: Paper) -> None:
    """Five pages of twelve boxes, 18 number cards, 24 moons (LB-4.6), for everybody a sheet of each kind."""
    texts, lying = made("boltbox", paper)
    assert len(texts) == 1 + 5 + 1 + 1 + 2 + 2
    assert lying["box"] == Counter(map(str, range(1, 61)))
    assert lying["number"] == dict.fromkeys("123456789", 2)
    assert lying["moon"] == {"3": 3, "2": 6, "1": 9, "−1": 4, "−2": 2}
    assert lying["sheet"] == {"classic": 6, "chengdu": 6}
    assert "boxesof63×63mm" in texts[0]
    assert all("CC0-1.0.Boltboxisnotconnectedwiththepublishersofthegame." in text for text in texts)
    assert "Crossesonunfinishedboxes" in texts[-1]


def test_above_six_players_every_box_comes_twice() -> None:
    """LB-1.1: the copies are told apart, as LB-9.3 does."""
    texts, lying = made("boltbox", seats=7)
    assert len(texts) == 1 + 10 + 1 + 1 + 2 + 2
    assert lying["box"] == Counter([*map(str, range(1, 61)), *(f"{place}b" for place in range(1, 61))])


def test_an_own_deck_is_printed_as_it_is_written() -> None:
    """LB-9.3: equal faces too; a header is text and never markup."""
    texts, lying = made(OWN, seats=1)
    assert len(texts) == 1 + 1 + 1 + 1 + 1 + 1
    assert lying["box"] == Counter(map(str, range(1, 8)))
    assert "Nor*bold*nor#huge乐,byMe$x$,CC0." in texts[0]
    assert Counter(texts[1])["2"] >= 2 * 7
    assert Counter(texts[1])["?"] == 7


def test_a_box_is_as_large_on_either_paper() -> None:
    source = press.PAGE.read_text()
    assert "(189mm, 252mm)" in source
    assert source.count("width: 63mm, height: 63mm") == 1


def test_the_command_writes_a_pdf_and_says_so(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    done = CliRunner().invoke(main, ["deck", "print", "-o", str(out), "--paper", "letter", "--seats", "2"])
    assert (done.exit_code, done.output) == (0, f"Boltbox: 60 boxes, written to {out}.\n")
    assert out.read_bytes().startswith(b"%PDF-")


def test_without_typst_the_command_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    monkeypatch.delitem(sys.modules, "boltbox.cli.press")
    monkeypatch.delattr("boltbox.cli.press")
    done = CliRunner().invoke(main, ["deck", "print", "-o", str(tmp_path / "cards.pdf")])
    assert done.exit_code == 1
    assert done.stderr == "Error: Printing needs typst, which comes with pip install 'boltbox[print]'\n"
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "cards.pdf"
    done = CliRunner().invoke(main, ["deck", "print", "-o", str(out)])
    assert (done.exit_code, done.stderr) == (1, f"{out}: No such file or directory\n")
