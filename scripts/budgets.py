"""Which sources outgrow the budgets of the house? Prints a line for each, then the figures, and fails on any.

Ruff and mypy see to imports inside functions, prints, bare excepts, the number of parameters and `Any`, as
pyproject.toml says; here is what they don't measure.
"""

import ast
import io
import re
import statistics
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOLTBOX = ROOT / "src" / "boltbox"
WEB = ROOT / "web" / "src"
FILE_MEDIAN, FILE_MOST = 160, 500
FUNCTION_P90, FUNCTION_MOST = 25, 60
DEPTH_MOST = 2

FORBIDDEN = {"base", "common", "core", "handler", "helper", "manager", "match", "misc", "move", "room"}
FORBIDDEN |= {"service", "session", "util"}
INEXCUSABLE = re.compile(r"#\s*noqa\b.*\b(E722|PLC0415|T201)\b")
OPENING = re.compile(r"[A-Z][^\n]*[.?](\s|\Z)")
SENTENCE = re.compile(r"[A-Z].*\.(\n|\Z)")
THIRD_PERSON = re.compile(r"[A-Z][a-z]*(?<!s)s\b.*\.(\n|\Z)")
NO_FUNCTION = re.compile(r"property|click\.|\.command\b|\.group\b")  # an attribute, or a command and its help

Function = ast.FunctionDef | ast.AsyncFunctionDef
Breach = tuple[Path, int, str]


class Source:
    """Is a file with its text, and what Python makes of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text()
        self.lines = self.text.splitlines()
        self.tree = ast.parse(self.text if path.suffix in {"", ".py"} else "")
        self.functions = [node for node in ast.walk(self.tree) if isinstance(node, Function)]


def main() -> int:
    """Measures every source of ours and prints what it finds."""
    boltbox = read(BOLTBOX.rglob("*.py"))
    folders = ("bench", "examples", "scripts")
    runnable = [path for folder in folders for path in (ROOT / folder).glob("*.py")]
    scripts = read([*runnable, ROOT / "scripts" / "setup"])
    tests = read((ROOT / "tests").rglob("*.py"))
    web = read(path for path in WEB.rglob("*") if path.suffix in {".css", ".svelte", ".ts"})
    python = [*boltbox, *scripts, *tests]

    lengths = sorted(len(source.lines) for source in [*python, *web])
    sizes = sorted(size(function) for source in python for function in source.functions)
    median = statistics.median(len(source.lines) for source in boltbox)
    p90 = sizes[len(sizes) * 9 // 10]
    breaches: list[Breach] = []
    if median > FILE_MEDIAN:
        breaches.append((BOLTBOX, 0, f"half of the files have more than {median:g} lines, not {FILE_MEDIAN}"))
    if p90 > FUNCTION_P90:
        breaches.append((ROOT, 0, f"a tenth of the functions has more than {p90} lines, not {FUNCTION_P90}"))
    for source in [*python, *web]:
        breaches += [*big(source), *named(source)]
    for source in python:
        breaches += [*unopened(source), *excused(source)]
    for source in [*boltbox, *scripts]:
        breaches += undocumented(source)

    for path, line, what in breaches:
        print(f"{path.relative_to(ROOT)}:{line}: {what}")
    density = 100 * sum(map(comments, boltbox)) / sum(len(source.lines) for source in boltbox)
    print(
        f"budgets: {len(lengths)} files, longest {lengths[-1]} lines, median in boltbox {median:g};"
        f" {len(sizes)} functions, longest {sizes[-1]} lines, p90 {p90};"
        f" {density:.1f} comments in 100 lines; {len(breaches)} breaches"
    )
    return 1 if breaches else 0


def read(paths: Iterable[Path]) -> list[Source]:
    """Reads files, in the order of their names."""
    return [Source(path) for path in sorted(paths)]


def size(function: Function) -> int:
    """Counts the lines of a function without its docstring."""
    first = function.body[0]
    documented = ast.get_docstring(function, clean=False) is not None
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def comments(source: Source) -> int:
    """Counts the comments of a file."""
    tokens = tokenize.generate_tokens(io.StringIO(source.text).readline)
    return sum(token.type == tokenize.COMMENT for token in tokens)


def big(source: Source) -> Iterator[Breach]:
    """Finds what is longer or deeper than anything may be; migrations may lie deeper."""
    if len(source.lines) > FILE_MOST:
        yield source.path, FILE_MOST, f"{len(source.lines)} lines, at most {FILE_MOST}"
    for function in source.functions:
        if (lines := size(function)) > FUNCTION_MOST:
            yield source.path, function.lineno, f"{function.name} has {lines} lines, at most {FUNCTION_MOST}"
    if source.path.is_relative_to(BOLTBOX):
        folders = source.path.relative_to(BOLTBOX).parent.parts
        if len(folders) > DEPTH_MOST and "migrations" not in folders:
            yield source.path, 1, f"lies deeper than {DEPTH_MOST} folders"


def named(source: Source) -> Iterator[Breach]:
    """Finds words in the names of files and classes that the house doesn't use."""
    classes = [node for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef)]
    for line, name in [(1, source.path.stem), *((node.lineno, node.name) for node in classes)]:
        for word in re.findall(r"[A-Z]?[a-z]+", name):
            if word.lower().removesuffix("s") in FORBIDDEN:
                yield source.path, line, f"the name {name} has the word {word}"


def unopened(source: Source) -> Iterator[Breach]:
    """Finds a module that doesn't open with a sentence."""
    if not OPENING.match(ast.get_docstring(source.tree) or ""):
        yield source.path, 1, "doesn't open with a sentence that says what question it answers"


def excused(source: Source) -> Iterator[Breach]:
    """Finds comments that switch off what has its exceptions in pyproject.toml only."""
    for number, line in enumerate(source.lines, 1):
        if found := INEXCUSABLE.search(line):
            yield source.path, number, f"{found[1]} has its exceptions in pyproject.toml"


def undocumented(source: Source) -> Iterator[Breach]:
    """Finds public names whose docstring doesn't open with a third-person sentence."""
    for node in public(source.tree):
        decorators = " ".join(map(ast.unparse, node.decorator_list))
        acts = isinstance(node, Function) and not NO_FUNCTION.search(decorators)
        if not (THIRD_PERSON if acts else SENTENCE).match(ast.get_docstring(node) or ""):
            yield (
                source.path,
                node.lineno,
                f"the docstring of {node.name} opens with no third-person sentence",
            )


def public(parent: ast.Module | ast.ClassDef) -> Iterator[Function | ast.ClassDef]:
    """Yields the public functions and classes of a module or class, and those of its classes."""
    for node in parent.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node)


if __name__ == "__main__":
    sys.exit(main())
