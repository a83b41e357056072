"""How does a kernel get compiled? Once for each version of the sources, into a folder of its own.

Numba's own cache doesn't notice a change in another file, nor that bounds are checked now; here the folder is
named after all that matters.
"""

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import numba
from numba.core.types import unliteral
from numba.extending import intrinsic

_of_values: Callable[[Any], Any] = unliteral  # the type of a constant -> that of any value

_Array = TypeVar("_Array")
_Function = TypeVar("_Function", bound=Callable[..., Any])

BOUNDS_CHECKED: Final = bool(int(os.environ.get("NUMBA_BOUNDSCHECK") or 0))
COMPILED: Final = not int(os.environ.get("NUMBA_DISABLE_JIT") or 0)  # False: kernels are plain Python


def cache_folder() -> Path | None:
    """Is where compiled kernels are kept, or None where no folder can be written."""
    hashed = hashlib.sha256(f"{numba.__version__} {BOUNDS_CHECKED}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        hashed.update(path.read_bytes())
    base = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base, "boltbox", f"kernels-{hashed.hexdigest()[:16]}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


FOLDER: Final = cache_folder()
if FOLDER is not None:
    numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]


def kernel(function: _Function) -> _Function:
    """Compiles a function at its first call; it must not touch Python objects, and frees the interpreter."""
    return _compiled(function)


def inlined(function: _Function) -> _Function:
    """Compiles a small function into the kernels that call it."""
    return _compiled(function, inline="never", forceinline=True)


def woven(function: _Function) -> _Function:
    """Writes a function into each kernel that calls it before that is compiled: for what few places call.

    An `inlined` one is compiled by itself first, with all that it calls; a tower of those takes minutes.
    """
    return _compiled(function, inline="always")


def _compiled(function: _Function, **how: Any) -> _Function:
    made: Any = numba.njit(cache=FOLDER is not None, nogil=True, **how)(function)
    if COMPILED:
        template = made.get_call_template

        def any_value(args: tuple[Any, ...], named: dict[str, Any]) -> Any:
            # Numba would compile a function once more for each constant that somebody calls it with.
            plain = {name: _of_values(arg) for name, arg in named.items()}
            return template(tuple(map(_of_values, args)), plain)

        made.get_call_template = any_value
    return cast("_Function", made)


if COMPILED and not TYPE_CHECKING:

    @intrinsic
    def borrowed(_typing_context: Any, array: Any) -> Any:
        """Is the same array, which somebody else keeps alive: in a kernel its references aren't counted."""

        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            lent = context.make_array(signature.args[0])(context, builder, given[0])
            lent.meminfo = lent.meminfo.type(None)
            lent.parent = lent.parent.type(None)
            return lent._getvalue()

        return array(array), generate

else:

    def borrowed(array: _Array) -> _Array:
        """Is the same array."""
        return array


@contextmanager
def compiling(what: str, tell: Callable[[str], None] | None = None) -> Iterator[None]:
    """Goes around the first calls of the kernels of something, which may have to be compiled.

    Says so first where they have never been. Other processes that come here meanwhile wait, and then find
    them in the folder: compiling twice at once would take both of them longer.
    """
    if FOLDER is None or not COMPILED:
        yield
        return
    done = FOLDER / f"{what}.done"
    with (FOLDER / f"{what}.lock").open("w") as lock:
        if not done.exists():
            fcntl.flock(lock, fcntl.LOCK_EX)
            if tell is not None and not done.exists():
                tell(f"{what}: compiling, once for this version; later starts take this from {FOLDER}")
        yield
    done.touch()
