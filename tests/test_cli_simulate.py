"""Does `boltbox simulate` answer, refuse in a sentence, repeat itself, and keep what is done at Ctrl-C?"""

import shlex
import signal
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from boltbox.cli import main
from boltbox.cli.simulate_words import digits, said, whole
from boltbox.rules.luckybox.deck import built_in
from boltbox.sim.intervals import Estimate
from boltbox.sim.result import read_result

# Who comes first compiles all kernels, where nobody has.
pytestmark = pytest.mark.timeout(600)
FEW = ["--games", "30", "--seed", "7"]
BAD = '<script>alert(1)</script> & "$x$"'


def simulate(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words])


def spoken(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("deck") / "own.deck"
    _, *others = built_in("boltbox").write().splitlines(keepends=True)
    file.write_text("".join([f"name: {BAD}\n", *others]))
    return file


def test_a_question_has_its_answer_in_a_sentence() -> None:
    done = simulate("luckybox", "--against", "starting_lightning=9", *FEW)
    assert done.exit_code == 0
    said = spoken(done.stdout)
    assert "Lucky Box, 4 seats: 4 greedy" in said
    assert "Five more lightning tokens: " in said
    for words in ("Points", "Boxes", "Passes", "seat 4, greedy", "Crosses of a game", "B less A"):
        assert words in said
    assert "100 %: 30 of 30 games, " in done.stderr


@pytest.mark.parametrize(
    ("words", "change"),
    [
        (["--against", "rounds=2"], "Two fewer rounds: "),
        (["--against", "rule_set=chengdu"], "Rule set chengdu instead of classic: "),
        (
            ["--against", "rule_set=chengdu", "--against", "rounds=1"],
            "Rule set chengdu instead of classic and three fewer rounds: ",
        ),
        (["--against", "pass_rule=always"], "Pass rule always instead of no_match: "),
        (["--against", "star_points=2,4"], "Star points 2, 4 instead of 1, 4, 9: "),
        (["--against", "bonus_optional=yes"], "Bonus optional yes instead of no: "),
        (["--against", "moon_points.most=9"], "Moon points most 9 instead of 6: "),
    ],
)
def test_a_change_is_said_in_words(words: list[str], change: str) -> None:
    done = simulate("luckybox", "--bots", "uniform", *words, "--games", "4", "--seed", "1")
    assert change in spoken(done.stdout)


def test_the_command_that_is_told_repeats_the_study() -> None:
    done = simulate("luckybox", "--bots", "greedy,uniform", "--set", "rounds=2", "--games", "20")
    again = done.stdout.partition("Again: ")[2].strip()
    words = shlex.split(again)
    assert words[:2] == ["boltbox", "simulate"]
    first, second = (simulate(*words[2:], "--json").stdout for _ in range(2))
    assert first == second
    result = read_result(first)
    assert result.bots == ("greedy", "uniform")
    assert result.variants[0].changed == {"rounds": 2}


def test_json_is_all_that_is_written() -> None:
    done = simulate("luckybox", "--json", "--bots", "greedy,uniform", "--seats", "3", *FEW)
    result = read_result(done.stdout)
    assert result.bots == ("greedy", "uniform", "greedy")
    assert (result.games, result.seed, result.partial) == (30, 7, False)
    assert done.stdout == result.to_json().decode() + "\n"
    workers = simulate(
        "luckybox", "--json", "--bots", "greedy,uniform", "--seats", "3", "--workers", "1", *FEW
    )
    assert workers.stdout == done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "there is no game 'chess'; there are luckybox, lightningdice."),
        (["luckybox", "--bots", "clever"], "There is no bot 'clever' to simulate; there are "),
        (["luckybox", "--bots", ","], "name at least one bot."),
        (["luckybox", "--seats", "13"], "Lucky Box is for 1 to 12"),
        (["luckybox", "--seats", "1", "--bots", "greedy,greedy"], "2 bots need 2 seats, not 1."),
        (["luckybox", "--games", "1"], "A study has at least 2 games, not 1."),
        (["luckybox", "--seed", "-1"], "A seed is a whole number from 0"),
        (["luckybox", "--rules", "none"], "--rules takes "),
        (["luckybox", "--set", "rounds=9"], "rounds must be 1 to 8, not 9."),
        (["luckybox", "--against", "rounds=9"], "rounds must be 1 to 8, not 9."),
        (["luckybox", "--against", "roundz=2"], "Did you mean rounds?"),
        (["luckybox", "--against", "rounds=4"], "what is compared is the same."),
        (["luckybox", "--report", "/nowhere/at/all.html"], "there is no such folder."),
        (["luckybox", "--workers", "2", "--cluster", "tcp://x:1"], "a --cluster has its own."),
        (["luckybox", "--workers", "0"], "0 is not in the range x>=1."),
        (["lightningdice", "--seats", "1"], "Lightning Dice is for 2 to 6"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_runs(words: list[str], sentence: str) -> None:
    done = simulate(*words)
    assert done.exit_code == 2
    assert sentence in spoken(done.output)
    assert "games" not in done.stdout


def test_a_deck_that_is_wrong_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "wrong.deck"
    file.write_text("name: x\nauthor: x\nlicence: x\n123 4,5,6 7,8,9\n")
    done = simulate("luckybox", "--deck", str(file))
    assert done.exit_code == 1
    assert done.output.startswith(f"{file}:4: ")


def test_an_own_deck_is_played_and_compared(deck: Path) -> None:
    done = simulate("luckybox", "--deck", str(deck), "--against", "rounds=1", "--json", *FEW)
    result = read_result(done.stdout)
    assert result.variants[0].changed["deck"]["name"] == result.variants[1].changed["deck"]["name"] == BAD
    other = simulate("luckybox", "--against", f"deck={deck}", "--json", *FEW)
    assert "deck" not in read_result(other.stdout).variants[0].changed


class Page(HTMLParser):
    """Reads a page: its elements, its text, and whatever it would ask for elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.asked: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href", "data", "action", "poster") and value:
                self.asked.append(value)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_report_asks_nobody_and_believes_no_text(deck: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    words = ["--deck", str(deck), "--against", "rounds=2", "--against", "deck=boltbox"]
    done = simulate("luckybox", *words, "--games", "130", "--seed", "7", "--report", str(file))
    assert done.exit_code == 0, done.output
    text = file.read_text(encoding="utf-8")
    page = Page(text)
    assert "script" not in page.tags
    assert BAD in page.text
    assert [link for link in page.asked if not link.startswith("#")] == []
    styles = text.partition("<style>")[2].partition("</style>")[0]
    assert "@import" not in styles
    assert styles.count("url(") == styles.count("url(data:font/ttf;base64,") == 3
    assert "default-src 'none'" in text
    ids = [part.partition('"')[0] for part in text.split(' id="')[1:]]
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in page.asked} <= set(ids)
    for words_of_it in ("Two fewer rounds", "What each face is worth", "How sure this is", "95 of 100"):
        assert words_of_it in page.text
    assert f"--seats 4 --bots greedy --games 130 --seed 7 --deck {deck} --against rounds=2" in page.text


def test_a_report_of_the_same_study_is_the_same(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        file = tmp_path / name
        simulate("luckybox", "--seats", "1", "--report", str(file), *FEW)
        texts.append(file.read_bytes())
    assert texts[0] == texts[1]
    assert b"How often a game alone earns each." in texts[0]


def test_nothing_is_imported_that_is_not_used() -> None:
    script = """
import sys
from boltbox.cli import main
try:
    main("simulate luckybox --bots uniform --games 4 --json".split())
finally:
    late = {"pandas", "matplotlib", "jinja2", "distributed", "dask"}
    print(sorted(late & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1] == "[]"


def test_ctrl_c_keeps_what_is_done() -> None:
    command = [sys.executable, "-m", "boltbox", "simulate", "luckybox", "--bots", "uniform", "--seats", "2"]
    running = subprocess.Popen(
        [*command, "--games", "400000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    assert any(line.startswith("10 %: ") for line in running.stderr)  # so that a block is whole
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    result = read_result(out)
    assert result.partial
    assert 0 < result.games < result.wanted == 400_000
    assert "Ending with the games that are done" in err
    assert f"Broken off: this is what {result.games} of 400000 games say." in err


def test_numbers_are_as_exact_as_they_are_sure() -> None:
    assert [digits(margin) for margin in (None, 0.0, 12.0, 2.0, 1.5, 0.3, 0.12, 0.04)] == [
        1,
        1,
        0,
        0,
        1,
        1,
        2,
        2,
    ]
    assert said(Estimate(12.3456, 12.3156, 12.3756, "mean"), "points") == ("12.35", "±0.03")
    assert said(Estimate(-0.0021, -0.0041, -0.0001, "paired"), "%", sign=True) == ("−0.2", "±0.2")
    assert said(Estimate(0.001, -0.4, 0.402, "paired"), "points", sign=True) == ("0.0", "±0.4")
    assert whole(1234567).split() == ["1", "234", "567"]


def test_a_space_before_a_unit_is_written_as_one() -> None:
    done = simulate("luckybox", "--bots", "uniform", *FEW)
    assert "the first seat wins" in spoken(done.stdout)
    assert "\\u202f" not in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--against", "roundz=2"], "Invalid value for --against: there is no option 'roundz'"),
        (
            ["--against", "rounds"],
            "Invalid value for --against: rounds has no value; write --against rounds=4.",
        ),
        (["--against", "rounds=x"], "as --against rounds=4, not 'x'."),
        (["--against", "rounds=2", "--against", "rounds=3"], "for --against: rounds is changed twice."),
        (["--set", "rounds=2", "--set", "rounds=3"], "for --set: rounds is changed twice."),
        (["--cluster", ""], "for --cluster: there is no address, as tcp://scheduler:8786."),
        (["--seats", "0"], "for --seats: there are 1 to 12 seats, not 0."),
        (["--bots", "greedy,"], "for --bots: between two commas, or after one, no bot is named."),
        (["--games", "1000000000001"], "A study has at most 1000000000000 games, not 1000000000001."),
        (["--report", ""], "for --report: no file is named."),
        (["--report", "/"], "for --report: that is a folder; name a file in it."),
        (["--report", "/proc/x.html"], "for --report: nothing can be written there."),
    ],
)
def test_what_a_stranger_mistypes_is_refused_before_a_game(words: list[str], sentence: str) -> None:
    done = simulate("luckybox", *words)
    assert done.exit_code == 2
    assert sentence in spoken(done.output.replace("\n", " "))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full is Linux's")
def test_a_report_that_fails_in_the_end_loses_nothing() -> None:
    done = simulate("luckybox", "--bots", "uniform", "--json", "--report", "/dev/full", *FEW)
    assert done.exit_code == 1
    assert read_result(done.stdout).games == 30
    assert "/dev/full: No space left on device." in spoken(done.stderr)
