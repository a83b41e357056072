"""Does the house keep its own laws: who imports whom, what the files name, what the README promises?"""

import ast
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"

# The law of imports: which other rooms a room may import, and which libraries beside the standard one.
ROOMS = {
    "rules": set(),
    "table": {"rules"},
    "sim": {"rules"},
    "bots": {"rules", "sim"},
    "env": {"rules", "sim", "bots"},
    "contest": {"rules", "table"},
    "server": {"rules", "table", "bots", "contest"},
    "cli": {"rules", "table", "sim", "bots", "env", "contest", "server"},
}
LIBRARIES = {
    "rules": {"msgspec"},
    "table": {"msgspec"},
    "sim": {"dask", "distributed", "msgspec", "numba", "numpy", "pandas"},
    "bots": {"msgspec", "numpy"},
    "env": {"gymnasium", "msgspec", "numpy", "pettingzoo"},
    "contest": {"msgspec", "openskill"},
    "server": {
        *("alembic", "asyncpg", "httptools", "litestar", "msgspec", "prometheus_client"),
        *("redis", "segno", "sqlalchemy", "uvicorn", "uvloop", "websockets"),
    },
    "cli": {"click", "jinja2", "matplotlib", "msgspec", "rich", "segno", "typst"},
}


class Import(NamedTuple):
    """One import in a module of ours: of what, and where."""

    importer: str
    imported: str
    where: str


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in sorted(SRC.rglob("*.py"))}
GAMES = {found[1] for module in MODULES if (found := re.fullmatch(r"boltbox\.rules\.(\w+)\.game", module))}


def imports(module: str) -> Iterator[Import]:
    path = MODULES[module]
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: say the whole name of what you import"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            targets = [name if name in MODULES else str(node.module) for name in inner]
        else:
            continue
        for target in targets:
            yield Import(module, target, f"{path.relative_to(ROOT)}:{node.lineno}")


IMPORTS = [found for module in MODULES for found in imports(module)]


def room(module: str) -> str:
    """Names the room of a module of ours, or "" for the two files at the door."""
    name = f"{module}..".split(".")[1]
    return "" if name == "__main__" else name


def test_every_room_is_in_the_law() -> None:
    assert {room(module) for module in MODULES} - {""} <= ROOMS.keys()


def test_rooms_import_only_the_rooms_they_may() -> None:
    assert [
        f"{found.where}: {room(found.importer)} may not import {found.imported}"
        for found in IMPORTS
        if found.imported in MODULES and room(found.importer)
        if room(found.imported) not in ROOMS[room(found.importer)] | {room(found.importer)}
    ] == []


def test_rooms_import_only_the_libraries_they_may() -> None:
    known = sys.stdlib_module_names | {"boltbox"}
    assert [
        f"{found.where}: {room(found.importer) or 'the door'} may not import {found.imported}"
        for found in IMPORTS
        if (library := found.imported.split(".")[0]) not in known
        if library not in LIBRARIES.get(room(found.importer), set())
    ] == []


def test_games_do_not_know_each_other() -> None:
    assert [
        f"{found.where}: {found.imported}"
        for found in IMPORTS
        for game in GAMES & set(found.importer.split("."))
        if (GAMES - {game}) & set(found.imported.split("."))
    ] == []


def test_bots_use_the_simulator_only_to_train_and_to_study() -> None:
    assert [
        found.where
        for found in IMPORTS
        if room(found.importer) == "bots" and room(found.imported) == "sim"
        if not re.search(r"train|study", found.importer)
    ] == []


def test_each_command_is_imported_when_it_runs() -> None:
    assert [found for found in imports("boltbox.cli") if found.imported in MODULES] == []


def test_no_import_cycle() -> None:
    graph: dict[str, set[str]] = {module: set() for module in MODULES}
    for found in IMPORTS:
        if found.imported in MODULES and found.imported != found.importer:
            graph[found.importer].add(found.imported)
    TopologicalSorter(graph).prepare()  # raises CycleError and names the cycle


@pytest.mark.parametrize("wanted", ["rules", "table"])
def test_importable_with_nothing_but_the_struct_library(wanted: str) -> None:
    script = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in sys.stdlib_module_names | {"boltbox", "msgspec"}:
            raise ModuleNotFoundError(f"{name} is not to be had here")

sys.meta_path.insert(0, Nothing())
for name in sys.argv[1:]:
    __import__(name)
"""
    modules = [module for module in MODULES if room(module) == wanted]
    done = subprocess.run(
        [sys.executable, "-c", script, *modules], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def own_files() -> list[Path]:
    """Lists the files of the repository, those not yet committed too."""
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return [path for name in listed.stdout.split("\0") if (path := ROOT / name).is_file()]


def test_lock_files_name_no_host() -> None:
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        assert "://" not in path.read_text(), path
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert all("integrity" in package for name, package in packages.items() if name)


def test_no_file_names_a_registry() -> None:
    registry = re.compile(rb"\b(debian|npmjs|pypi|pythonhosted)\.(com|io|org)\b")
    assert [path for path in own_files() if registry.search(path.read_bytes())] == []


def readme_blocks(language: str) -> Iterator[tuple[int, str]]:
    """Yields the code blocks of the README in a language, each with the number of its last line."""
    text = (ROOT / "README.md").read_text()
    for found in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield text.count("\n", 0, found.end()) + 1, found[1]


def test_readme_needs_two_commands() -> None:
    commands = "".join(block for _, block in readme_blocks("sh"))
    assert [line.split("#")[0].strip() for line in commands.splitlines()] == ["make play", "make test"]


def test_readme_example_plays_a_game() -> None:
    last_line, example = next(readme_blocks("python"))
    assert last_line <= 25
    done = run(sys.executable, "-c", example)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_readme_shows_a_game() -> None:
    assert "](docs/pictures/game.png)" in (ROOT / "README.md").read_text()


def test_links_lead_somewhere() -> None:
    pages = {path: path.read_text() for path in own_files() if path.suffix == ".md"}
    links = {path: re.findall(r"\]\(([^)#:]+)[^):]*\)", text) for path, text in pages.items()}
    assert [
        (path, link) for path, found in links.items() for link in found if not (path.parent / link).exists()
    ] == []
    decisions = ROOT / "docs" / "decisions"
    assert {path.name for path in decisions.glob("0*.md")} <= set(links[decisions / "README.md"])


def test_readme_leads_to_every_page() -> None:
    text = (ROOT / "README.md").read_text()
    assert [page.name for page in (ROOT / "docs").glob("*.md") if f"](docs/{page.name})" not in text] == []


def test_changelog_tells_what_is_unreleased() -> None:
    assert re.search(r"^## Unreleased\n\n(?!## )\S", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert version("boltbox") == project["version"]
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text())
    assert [module for module, path in MODULES.items() if "__version__ =" in path.read_text()] == []


def test_the_types_of_the_web_client_are_up_to_date() -> None:
    done = run(sys.executable, "scripts/make_types.py", "--check")
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\n`make types` writes them"


def test_a_wheel_brings_the_web_client(tmp_path: Path) -> None:
    done = run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path)
    assert done.returncode == 0, done.stderr
    names = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    dist = ROOT / "web" / "dist"
    client = {f"boltbox/server/static/{path.relative_to(dist)}" for path in dist.rglob("*.*")}
    sources = {str(path.relative_to(SRC)) for path in SRC.rglob("*.*") if path.suffix != ".pyc"}
    assert "boltbox/server/static/index.html" in client
    assert client | sources <= names
