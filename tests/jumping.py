"""How do tests let time pass without waiting for it? In an event loop that jumps to what is due next."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

THREADS: Final = 10.0  # seconds that something in a thread may really take


class _Jumps(selectors.DefaultSelector):
    """Is a selector that moves its loop's time on where another one would wait."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None:
            self.now += max(0.0, timeout)
            return super().select(0)
        ready = super().select(THREADS)
        if not ready:
            raise RuntimeError("nothing will ever happen any more")
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    """Is an event loop with a time of its own; but for threads nothing from outside can happen in it."""

    def __init__(self) -> None:
        self._jumps = _Jumps()
        super().__init__(self._jumps)

    def time(self) -> float:
        """Is the time of this loop, in seconds; the same each time."""
        return self._jumps.now


def jump(happens: Coroutine[Any, Any, T]) -> T:
    """Runs something to its end in a time of its own. Raises what went wrong in a callback as well."""
    wrong: list[dict[str, Any]] = []
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.get_loop().set_exception_handler(lambda _, context: wrong.append(context))
        found = runner.run(happens)
    for context in wrong:
        raise context.get("exception") or RuntimeError(context["message"])
    return found
