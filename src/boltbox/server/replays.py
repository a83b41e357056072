"""What did each audience see of a game that is over? The frames that it got, numbered by their entries."""

import gzip
from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from boltbox.rules.game import SPECTATOR, Audience
from boltbox.rules.shelf import AnyGame
from boltbox.server.frames import Frames
from boltbox.server.messages import Step
from boltbox.server.past import Replay, ReplayStep
from boltbox.table.log import Entry

MOST_BYTES: Final = 8 * 1024 * 1024  # of all steps; a game of twelve has a tenth of it

_step = msgspec.json.Decoder(Step)


def steps_of(game: AnyGame, log: Iterable[Entry], audience: Audience) -> Iterator[ReplayStep]:
    """Yields what each entry brought an audience; of what it wasn't told it saw nothing.

    They come out of the very frames that go over a line, so nobody sees more afterwards than was seen then.
    Raises ValueError when a made-up game would fill the memory.
    """
    frames, bytes_ = Frames(game), 0
    frames.begin(() if audience == SPECTATOR else (audience,))
    for entry in log:
        frame = frames.steps(entry, (audience,)).get(audience)
        if frame is not None:
            bytes_ += len(frame.text)
            if bytes_ > MOST_BYTES:
                raise ValueError(f"it is too long to be shown: its views have more than {MOST_BYTES} bytes")
            step = _step.decode(frame.text)
            yield ReplayStep(entry.version, entry.instant, step.parts, step.told)


def write_replay(about: Replay, game: AnyGame, log: Iterable[Entry]) -> bytes:
    """Writes a replay as JSON, its steps taken from a log."""
    audience = SPECTATOR if about.audience is None else about.audience
    last = 0

    def counted() -> Iterator[Entry]:
        nonlocal last
        for entry in log:
            last = entry.version
            yield entry

    steps = tuple(steps_of(game, counted(), audience))
    return msgspec.json.encode(replace(about, steps=steps, last=last))


def notice_of(rules: int, mine: int) -> Literal["older", "newer"] | None:
    """Names the rules that a game was played by, when they aren't this server's."""
    return None if rules == mine else "older" if rules < mine else "newer"


def packed(data: bytes) -> bytes:
    """Packs what goes over the network; views repeat themselves, so little is left."""
    return gzip.compress(data, 6, mtime=0)
