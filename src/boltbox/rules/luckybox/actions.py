"""What may a seat ask for in Lucky Box? A closed set; none of them says who asks."""

from boltbox.rules.game import Action
from boltbox.rules.luckybox.parts import BonusCode, Way


class Choose(Action, frozen=True):
    """Chooses which of the offered boxes to keep; can be sent anew until all have chosen (LB-1.4, LB-6.2)."""

    boxes: tuple[int, ...]


class Refill(Action, frozen=True):
    """Refills own boxes after a round of `chengdu`; can be sent anew until all have chosen (LB-6.5)."""

    discard: tuple[int, ...] = ()  # unfinished boxes to give away
    take: tuple[int, ...] = ()  # boxes of the reserve to lay out
    blind: int = 0  # how many to take from the deck


class Cross(Action, frozen=True):
    """Answers the draw: crosses a cell as drawn, by lightning or by a question mark (LB-3.1 to LB-3.6)."""

    box: int
    cell: int  # 0 to 8, row by row
    way: Way


class Bonus(Action, frozen=True):
    """Takes a waiting bonus: crosses a cell that it allows (LB-4.3)."""

    code: BonusCode  # which of the waiting bonuses
    box: int
    cell: int


class Decline(Action, frozen=True):
    """Declines a waiting bonus, where the options allow it (LB-4.5)."""

    code: BonusCode


class Pass(Action, frozen=True):
    """Answers the draw by crossing nothing (LB-3.4)."""


class TakeBack(Action, frozen=True):
    """Takes back own steps, latest first, until `to` are left, or the choice of boxes (LB-3.5, LB-3.7)."""

    to: int = 0  # how many steps of this draw stay


class Confirm(Action, frozen=True):
    """Asks to confirm own answers by *Done* from now on, or not to (LB-3.7)."""

    on: bool


class Done(Action, frozen=True):
    """Confirms the answer of this draw (LB-3.7)."""


LuckyAction = Choose | Refill | Cross | Bonus | Decline | Pass | TakeBack | Confirm | Done
