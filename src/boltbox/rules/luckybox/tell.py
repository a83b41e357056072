"""What is told of an event, and to whom? An allow-list: what isn't named here is told to nobody (LB-2.4)."""

from boltbox.rules.game import Audience, Event, Public, Told
from boltbox.rules.luckybox.events import (
    BlindDealt,
    BlindTaken,
    BoxesOffered,
    ChoiceChanged,
    Chosen,
    ConfirmAsked,
    ConfirmSet,
    Dealt,
    GameStarted,
    Ready,
    RefillChanged,
    RefillChosen,
    Started,
)


def tell(event: Event, audience: Audience) -> Told | None:
    """Tells an audience of an event, or None: public ones as they are, private ones by their public side."""
    if isinstance(event, Public):
        return event
    if isinstance(event, Started):
        return GameStarted(event.seats)
    if isinstance(event, Dealt):
        return BoxesOffered(tuple(map(len, event.offers)), event.keep)
    if isinstance(event, BlindDealt):
        return BlindTaken(event.boxes)
    if isinstance(event, Chosen | RefillChosen):
        return _chosen(event, audience)
    if isinstance(event, ConfirmAsked):
        return ConfirmSet(event.on) if audience == event.seat else None
    return None


def _chosen(event: Chosen | RefillChosen, audience: Audience) -> Told | None:
    """Others learn only that a seat is ready, and nothing when it changes its mind (LB-1.4, LB-6.5)."""
    if audience == event.seat:
        if isinstance(event, Chosen):
            return ChoiceChanged(event.boxes)
        return RefillChanged(event.discard, event.take, event.blind)
    return None if event.again else Ready(event.seat)
