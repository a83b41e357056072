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
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOLTBOX = ROOT / "src" / "boltbox"
FILE_MEDIAN, FILE_MOST = 160, 500
FUNCTION_P90, FUNCTION_MOST = 25, 60
DEPTH_MOST = 2
FORBIDDEN = {"base", "common", "core", "handler", "helper", "manager", "match", "misc", "move", "room"}
FORBIDDEN |= {"service", "session", "util"}
INEXCUSABLE = re.compile(r"#\s*noqa\b.*\b(E722|PLC0415|T201)\b")
OPENING = re.compile(r"[A-Z][^\n]*[.?](\n\n|\Z)|[A-Z][^\n]*[.?] [^\n]*(\n|\Z)")
SENTENCE = re.compile(r"[A-Z].*\.(\n|\Z)")
THIRD_PERSON = re.compile(r"[A-Z][a-z]*(?<!s)s\b.*\.(\n|\Z)")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef
Breach = tuple[Path, int, str]


def main() -> int:
    """Measures every source of ours and prints what it finds."""
    boltbox = sorted(BOLTBOX.rglob("*.py"))
    scripts = [*sorted((ROOT / "scripts").glob("*.py")), ROOT / "scripts" / "setup"]
    python = [*boltbox, *scripts, *sorted((ROOT / "tests").rglob("*.py"))]
    web = [
        path
        for path in sorted((ROOT / "web" / "src").rglob("*"))
        if path.suffix in {".css", ".svelte", ".ts"}
    ]
    trees = {path: ast.parse(path.read_text()) for path in python}
    lengths = {path: len(path.read_text().splitlines()) for path in [*python, *web]}
    functions = [
        (path, node) for path, tree in trees.items() for node in ast.walk(tree) if isinstance(node, Function)
    ]
    sizes = sorted(function_length(node) for _, node in functions)
    median = statistics.median(lengths[path] for path in boltbox)
    p90 = sizes[len(sizes) * 9 // 10]

    breaches: list[Breach] = [
        *(
            (path, 1, f"{length} lines, at most {FILE_MOST}")
            for path, length in lengths.items()
            if length > FILE_MOST
        ),
        *(
            (path, node.lineno, f"{node.name} has {function_length(node)} lines, at most {FUNCTION_MOST}")
            for path, node in functions
            if function_length(node) > FUNCTION_MOST
        ),
        *((path, 1, f"lies deeper than {DEPTH_MOST} folders") for path in boltbox if is_too_deep(path)),
        *(
            (path, 1, f"the file's name has the word {word}")
            for path in [*boltbox, *web]
            for word in words(path.stem)
        ),
        *(breach for path, tree in trees.items() for breach in opening(path, tree)),
        *(breach for path in [*boltbox, *scripts] for breach in names(path, trees[path])),
        *(breach for path in python for breach in excuses(path)),
    ]
    if median > FILE_MEDIAN:
        breaches.append(
            (BOLTBOX, 1, f"half of the files are longer than {median:g} lines, at most {FILE_MEDIAN}")
        )
    if p90 > FUNCTION_P90:
        breaches.append(
            (ROOT, 1, f"a tenth of the functions is longer than {p90} lines, at most {FUNCTION_P90}")
        )
    for path, line, what in breaches:
        print(f"{path.relative_to(ROOT)}:{line}: {what}")
    density = 100 * sum(map(comments, boltbox)) / sum(lengths[path] for path in boltbox)
    print(
        f"budgets: {len(lengths)} files, longest {max(lengths.values())} lines, median in boltbox {median:g};"
        f" {len(sizes)} functions, p90 {p90} lines, longest {sizes[-1]};"
        f" {density:.1f} comments in 100 lines; {len(breaches)} breaches"
    )
    return 1 if breaches else 0


def function_length(node: Function) -> int:
    """Counts the lines of a function without its docstring."""
    first = node.body[0]
    has_docstring = ast.get_docstring(node, clean=False) is not None
    docstring = (first.end_lineno or 0) - first.lineno + 1 if has_docstring else 0
    return (node.end_lineno or node.lineno) - node.lineno + 1 - docstring


def is_too_deep(path: Path) -> bool:
    """Tells whether a file lies too many folders below boltbox/; migrations may."""
    folders = path.relative_to(BOLTBOX).parts[:-1]
    return len(folders) > DEPTH_MOST and "migrations" not in folders


def words(name: str) -> Iterator[str]:
    """Yields the words of a snake_case or CamelCase name that the house doesn't use."""
    for word in re.findall(r"[A-Z]?[a-z]+", name):
        if word.lower().removesuffix("s") in FORBIDDEN:
            yield word


def opening(path: Path, tree: ast.Module) -> Iterator[Breach]:
    """Finds a module that doesn't open with a sentence."""
    if not OPENING.match(ast.get_docstring(tree) or ""):
        yield path, 1, "doesn't open with a sentence that says what question it answers"


def names(path: Path, tree: ast.Module) -> Iterator[Breach]:
    """Finds docstrings that don't say what a public name is or does, and words that the house doesn't use."""
    for node in public(tree):
        acts = isinstance(node, Function) and not any(
            "property" in ast.unparse(d) for d in node.decorator_list
        )
        if not (THIRD_PERSON if acts else SENTENCE).match(ast.get_docstring(node) or ""):
            yield path, node.lineno, f"the docstring of {node.name} doesn't open with a third-person sentence"
        if isinstance(node, ast.ClassDef):
            for word in words(node.name):
                yield path, node.lineno, f"the class's name {node.name} has the word {word}"


def public(parent: ast.Module | ast.ClassDef) -> Iterator[Documented]:
    """Yields the public functions and classes of a module or class, and those of its classes."""
    for node in parent.body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node)


def excuses(path: Path) -> Iterator[Breach]:
    """Finds comments that switch off what has its exceptions in pyproject.toml only."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if found := INEXCUSABLE.search(line):
            yield path, number, f"{found[1]} has its exceptions in pyproject.toml"


def comments(path: Path) -> int:
    """Counts the comments of a file."""
    return sum(
        token.type == tokenize.COMMENT
        for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
    )


if __name__ == "__main__":
    sys.exit(main())
