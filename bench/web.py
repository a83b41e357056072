"""How much must a phone load before the first page shows? Scripts and styles, compressed; fonts apart."""

import gzip
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

DIST: Final = Path(__file__).resolve().parent.parent / "web" / "dist"
TARGET_KB: Final = 120.0
NAMED = re.compile(r"""(?:src|href)="/(assets/[^"]+\.(?:js|css))\"""")  # in the page
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*"\./([^"]+\.js)\"""")  # by a script, before it runs


class Weight(NamedTuple):
    """Is a file's size in bytes, as it is and compressed."""

    name: str
    plain: int
    gzip: int
    brotli: int | None  # None: no Brotli here


def weigh(path: Path) -> Weight:
    """Compresses a file as a web server would do it once for all."""
    data = path.read_bytes()
    try:
        brotli: int | None = len(import_module("brotli").compress(data))
    except ImportError:
        brotli = None
    return Weight(path.name, len(data), len(gzip.compress(data, 9)), brotli)


def first_page(dist: Path) -> list[Path]:
    """Lists the scripts and styles that the page names, and what those import before they run."""
    waiting = [dist / name for name in NAMED.findall((dist / "index.html").read_text())]
    found: list[Path] = []
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.append(path)
        if path.suffix == ".js":
            waiting += [path.parent / name for name in IMPORTED.findall(path.read_text())]
    return sorted(found)


def rows(title: str, weights: list[Weight]) -> Iterator[str]:
    """Words sizes, and their sum."""
    total = Weight(
        title,
        sum(one.plain for one in weights),
        sum(one.gzip for one in weights),
        None if any(one.brotli is None for one in weights) else sum(one.brotli or 0 for one in weights),
    )
    for one in (*weights, total):
        brotli = "-" if one.brotli is None else f"{one.brotli / 1000:.1f}"
        yield f"{one.name:44}{one.plain / 1000:>8.1f}{one.gzip / 1000:>8.1f}{brotli:>8}"


def main() -> int:
    """Runs the bench from a terminal."""
    if not (DIST / "index.html").exists():
        print("the web client isn't built: npm run build in web/")
        return 1
    first = [weigh(path) for path in first_page(DIST)]
    print(f"{'kB':44}{'plain':>8}{'gzip':>8}{'brotli':>8}")
    print(*rows(f"first page (under {TARGET_KB:.0f} kB compressed)", first), sep="\n")
    names = {one.name for one in first}
    later = [path for path in sorted(DIST.glob("assets/*")) if path.name not in names]
    print(*rows("fonts and what comes later", [weigh(path) for path in later]), sep="\n")
    return int(sum(one.gzip for one in first) >= TARGET_KB * 1000)


if __name__ == "__main__":
    sys.exit(main())
