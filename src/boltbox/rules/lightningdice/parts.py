"""What lies on the table in Lightning Dice? Decks of goals, and the three calls."""

from typing import Final, Literal

from boltbox.rules.game import Deck
from boltbox.rules.lightningdice.goals import DICE

Call = Literal["got", "bonus", "thunder"]  # "Got it!", "Bonus n!", "Thunder n!" (LD-3)
Verdict = Literal["valid", "false", "late", "nobody"]  # nobody: it named no other player in the game (LD-3.5)

NONE: Final = 0  # the value of a die that is in hand or rolling
IN_HAND: Final = (NONE,) * DICE
COUNT_IN_MS: Final = 3000  # before the first flip, and after time stood still (LD-2.7)
MOST_SPAN_MS: Final = 250  # however slow a line is (LD-3.6)


class GoalDeck(Deck, frozen=True):
    """Is a set of goal cards (LD-1.2)."""

    goals: tuple[str, ...]  # each as its line in a deck

    @property
    def size(self) -> int:
        """Counts its goals."""
        return len(self.goals)

    def write(self) -> str:
        """Writes it as text that `read_deck` reads back."""
        header = f"name: {self.name}\nauthor: {self.author}\nlicence: {self.licence}\n"
        return header + "".join(f"{goal}\n" for goal in self.goals)
