"""What was accepted at a table, in order? The state is the fold of these entries."""

import msgspec

from boltbox.rules.game import Action, Actor, Audience, Event, Game, Instant, Options, State, Told


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Is one accepted action or tick with every event it caused: the unit of saving, counting and sending."""

    version: int  # 1, 2, ... in its table
    instant: Instant
    actor: Actor
    id: str | None  # the client's
    decision: int | None
    action: Action | None  # None: the start, or a tick
    events: tuple[Event, ...]
    before: State | None
    after: State


def told(game: Game[Options, State, Action], entry: Entry, audience: Audience) -> tuple[Told, ...]:
    """Lists what an audience is told of an entry, in order; nothing means that its view is unchanged."""
    heard = (game.tell(event, audience) for event in entry.events)
    return tuple(one for one in heard if one is not None)
