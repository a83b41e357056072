"""What is told of an event, and to whom? An allow-list: what isn't named here is told to nobody."""

from boltbox.rules.game import Audience, Event, Public, Told
from boltbox.rules.lightningdice.events import (
    BlockEnded,
    ClaimBlocked,
    Claimed,
    ClaimFreed,
    ClaimWaits,
    Flipped,
    GameStarted,
    GoalFlipped,
    NotYet,
    Started,
)
from boltbox.rules.lightningdice.goals import parse


def tell(event: Event, audience: Audience) -> Told | None:
    """Tells an audience of an event, or None: public ones as they are, private ones to their seat alone."""
    if isinstance(event, Public):
        return event
    if isinstance(event, Started):
        return GameStarted(event.seats, event.flips)
    if isinstance(event, Flipped):
        return GoalFlipped(event.goal, event.card, event.text, parse(event.text).sides, event.instant)
    if isinstance(event, Claimed | NotYet | BlockEnded) and audience == event.seat:
        if isinstance(event, Claimed):
            return ClaimWaits(
                *(event.call, event.number, event.dice, event.moment, event.arrival, event.settles)
            )
        return ClaimBlocked(event.until) if isinstance(event, NotYet) else ClaimFreed()
    return None
