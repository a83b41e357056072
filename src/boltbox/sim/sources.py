"""Do two machines play by the same sources? A digest of all that a result depends on."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
ROOMS: Final = ("rules", "sim")
LIBRARIES: Final = ("numba", "numpy")  # that compile and add


@cache
def digest() -> str:
    """Hashes rules, decks, kernels and the libraries under them, as this process has them."""
    hashed = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                hashed.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
                hashed.update(hashlib.sha256(path.read_bytes()).digest())
    for library in LIBRARIES:
        hashed.update(f"{library} {_version(library)}\n".encode())
    return hashed.hexdigest()[:16]


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "none"
