"""How is what happened in Lucky Box told in a terminal? In a line, where it is worth one."""

from typing import TYPE_CHECKING

from boltbox.cli.luckybox_seen import MOON, Seen, count, signed

if TYPE_CHECKING:
    from boltbox.rules.game import Told
    from boltbox.rules.luckybox import events as e


def say(told: "Told", seen: Seen) -> str | None:
    """Words what happened; `seen` is what was to be seen before."""
    from boltbox.rules.luckybox import events as e

    if isinstance(told, e.RoundScored):
        return _say_round(told, seen)
    if isinstance(told, e.PileShuffled):
        return "The discard pile is shuffled into a new deck."
    if isinstance(told, e.MoonsShuffled):
        return "A new set of moons is shuffled." if seen.head.round else None
    if isinstance(told, e.MoonDrawn):
        who = f"{_who(seen, told.seat)} {_verb('draw', seen, told.seat)}"
        return f"{who} a moon {MOON} of {signed([told.value])}."
    if isinstance(told, e.RefillBegan):
        return f"Round {told.round} is over."
    if isinstance(told, e.OffersShrank):
        return f"Few boxes are left: everybody chooses from {told.size}."
    if isinstance(told, e.Kept):
        return f"{_who(seen, told.seat)} {_verb('keep', seen, told.seat)} {count(len(told.boxes), 'box')}."
    if isinstance(told, e.BoxFinished):
        what = seen.letter(told.box) if told.seat == seen.you else "a box"
        who = f"{_who(seen, told.seat)} {_verb('finish', seen, told.seat)}"
        return f"{who} {what}: {count(told.points, 'point')}!"
    if isinstance(told, e.WentWithout):
        return f"No box was left for {seen.names[told.seat - 1]}."
    if isinstance(told, e.Refilled | e.BlindTaken):
        return _say_refill(told, seen)
    return _say_own(told, seen)


def _say_refill(told: "e.Refilled | e.BlindTaken", seen: Seen) -> str | None:
    """Words what was given away and what came, if anything."""
    from boltbox.rules.luckybox import events as e

    if isinstance(told, e.BlindTaken):
        served = (
            f"{_who(seen, seat)} {_verb('take', seen, seat)} {count(len(boxes), 'new box')}"
            for seat, boxes in enumerate(told.boxes, 1)
            if boxes
        )
        line = ", ".join(served)
        return f"{line} blind." if line else None
    parts = []
    if told.discarded:
        parts.append(f"{_verb('discard', seen, told.seat)} {count(len(told.discarded), 'box')}")
    if told.taken:
        parts.append(f"{_verb('lay', seen, told.seat)} out {count(len(told.taken), 'box')}")
    return f"{_who(seen, told.seat)} {' and '.join(parts)}." if parts else None


def _say_own(told: "Told", seen: Seen) -> str | None:
    """Words what only the person cares about."""
    from boltbox.rules.luckybox import events as e

    if isinstance(told, e.LineCompleted) and told.seat == seen.you:
        line = f"row {told.line + 1}" if told.line < 3 else f"column {told.line - 2}"
        return f"You fill {line} of {seen.letter(told.box)}: {seen.gain(told.code)}."
    if isinstance(told, e.BonusLost) and told.seat == seen.you:
        return f"No open cell is left for a bonus: {seen.gain(told.code)}. It's lost."
    if isinstance(told, e.TakenBack) and told.seat == seen.you:
        return "Taken back."
    return None


def _say_round(told: "e.RoundScored", seen: Seen) -> str:
    stars = (
        f"{name} {count(number, 'star')}: {points}"
        for name, number, points in zip(seen.names, told.stars, told.points, strict=True)
    )
    return f"Round {told.round} is over. " + ", ".join(stars) + "."


def _who(seen: Seen, seat: int) -> str:
    return "You" if seat == seen.you else seen.names[seat - 1]


def _verb(verb: str, seen: Seen, seat: int) -> str:
    if seat == seen.you:
        return verb
    return f"{verb}es" if verb.endswith("sh") else f"{verb}s"
