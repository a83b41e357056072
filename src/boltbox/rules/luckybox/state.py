"""What is a position of Lucky Box? Frozen structs; events change them (see fold.py), nothing else."""

from typing import Literal

from boltbox.rules import game
from boltbox.rules.game import Outcome, Piece, Seat
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.parts import BonusCode, Deck

Phase = Literal["choice", "draw", "refill", "ended"]


class Box(Piece, frozen=True):
    """Is an unfinished box in front of a seat."""

    id: int
    crossed: int = 0  # bit i is set when cell i is crossed


class Due(Piece, frozen=True):
    """Is a bonus cross that waits, and the line that it came from (LB-4.2)."""

    code: BonusCode
    box: int
    line: int


class Finished(Piece, frozen=True):
    """Is a finished box: the round it was finished in and what it scored (LB-5.1)."""

    box: int
    round: int
    points: int


class Board(Piece, frozen=True):
    """Is everything in front of a seat."""

    boxes: tuple[Box, ...] = ()  # unfinished, in the order they came
    finished: tuple[Finished, ...] = ()
    lightning: int = 0
    stars: int = 0  # taken in this round; in `chengdu` in the whole game (LB-6.1)
    moons: int = 0
    questions: int = 0  # question marks that can be spent from the draw after (`chengdu`, LB-3.6)
    moon_values: tuple[int, ...] = ()  # of the moon tokens that were drawn (`chengdu`, LB-4.8)
    due: tuple[Due, ...] = ()
    answered: bool = False  # whether the draw is answered, by a cross or a pass

    def box(self, box: int) -> Box | None:
        """Finds an unfinished box by its id."""
        for mine in self.boxes:
            if mine.id == box:
                return mine
        return None


class Place(Piece, frozen=True):
    """Is a seat as everybody sees it."""

    seat: Seat
    board: Board  # as the number came
    trail: tuple[Board, ...] = ()  # the board after each own step since (LB-3.5)
    star_points: int = 0  # scored at the ends of rounds (LB-6.1)
    decision: int = 0  # the number of the seat's ask
    ready: bool = False  # the choice of boxes is made
    done: bool = False  # the answer was confirmed
    locked: bool = False  # time ran out: nothing can be taken back (LB-3.8)
    played: bool = True  # somebody plays the seat (LB-7.7)

    @property
    def now(self) -> Board:
        """Is the board after all steps of this draw."""
        return self.trail[-1] if self.trail else self.board


class Refilling(Piece, frozen=True):
    """Is how a seat refills its boxes after a round of `chengdu` (LB-6.5)."""

    discard: tuple[int, ...]  # unfinished boxes that it gives away
    take: tuple[int, ...]  # boxes of its reserve that it lays out
    blind: int  # boxes that it wants from the deck


class Hand(Piece, frozen=True):
    """Is what only the seat itself knows."""

    offer: tuple[int, ...] = ()  # boxes to choose from
    keep: int = 0  # how many of them to keep
    chosen: tuple[int, ...] | None = None
    confirm: bool = False  # asks to confirm answers (LB-3.7)
    reserve: tuple[int, ...] = ()  # dealt at the start and not kept (`chengdu`, LB-1.2)
    refill: Refilling | None = None  # what was chosen in a refill

    @property
    def settled(self) -> bool:
        """Tells whether the choice that is asked for, of boxes or of a refill, is made."""
        return self.chosen is not None or self.refill is not None


class Head(Piece, frozen=True):
    """Is where the game stands, the same for everybody."""

    phase: Phase
    round: int  # 0 during the first choice; in a later choice or a refill the round before it
    draw: int = 0  # 1 to 9; 0 before the first of a round
    drawn: tuple[int, ...] = ()  # the numbers of this round so far; the last one counts now

    @property
    def choosing(self) -> bool:
        """Tells whether boxes are chosen: kept ones, or a refill."""
        return self.phase in ("choice", "refill")


class Supply(Piece, frozen=True):
    """Is what can still come. The bags are sorted: nothing in them tells what comes next."""

    numbers: tuple[int, ...] = ()  # number cards of this round that weren't drawn
    deck: tuple[int, ...] = ()  # boxes that weren't dealt
    pile: tuple[int, ...] = ()  # discarded and finished boxes
    moons: tuple[int, ...] = ()  # values of the moon tokens that are left (`chengdu`, LB-4.6)


class State(game.State, frozen=True):
    """Is a whole position of Lucky Box."""

    options: Options
    deck: Deck
    head: Head
    places: tuple[Place, ...]  # by seat
    hands: tuple[Hand, ...]  # by seat
    supply: Supply
    outcome: Outcome | None = None

    @property
    def number(self) -> int:
        """Is the number that counts now."""
        return self.head.drawn[-1]
