"""What may a seat ask for in Lightning Dice? Roll, keep, call; the server adds when it was pressed."""

from msgspec.structs import replace

from boltbox.rules.game import Action, Timing
from boltbox.rules.lightningdice.parts import Call


class Roll(Action, frozen=True):
    """Rolls every die that isn't kept, for a goal by its number (LD-2.2, LD-2.5, LD-2.6)."""

    goal: int  # its number
    timing: Timing = Timing()  # the server's to fill in


class Keep(Action, frozen=True):
    """Sets aside exactly these dice at rest, 0 to 5; all others at rest lie in the tray (LD-2.2)."""

    dice: tuple[int, ...]  # which, 0 to 5


class Claim(Action, frozen=True):
    """Calls out what the own six dice show (LD-3)."""

    call: Call  # which one
    number: int = 0  # whom "Thunder n!" names; 0 for the other calls
    timing: Timing = Timing()  # the server's to fill in


DiceAction = Roll | Keep | Claim


def stamp(action: DiceAction, timing: Timing) -> DiceAction:
    """Dates what was pressed; whatever the client wrote there is gone."""
    return action if isinstance(action, Keep) else replace(action, timing=timing)
