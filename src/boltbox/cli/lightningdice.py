"""How is Lightning Dice played in a terminal? What can be typed, what it means, and how it is told."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from boltbox.cli.lightningdice_seen import Seen, draw_board, draw_sheet

if TYPE_CHECKING:
    from rich.console import RenderableType

    from boltbox.rules.game import Action, Part, Told

HELP: Final = """\
  Enter       roll every die that isn't kept
  5544        keep two 5s and two 4s, and roll the others; 0 keeps none and rolls all six
  k 5544      keep them, and roll nothing yet
  g           Got it!  your six dice meet the goal: 2 points, or the card; a false call costs 2 points
  b           Bonus!   six dice show your own number: 1 point
  t 3         Thunder 3!  six dice show the number of player 3, who loses 1 point
  hint        what the best keeping would be
  help, quit

  Everybody rolls at the same time, as often as they like; nobody waits for you. A goal like 112233 asks for
  these six numbers, AABBCC for three pairs of any; * is any die, & joins two things."""


class GameTerminal:
    """Draws Lightning Dice for the person at a seat, and reads what is typed."""

    help = HELP

    def __init__(self, names: tuple[str, ...], you: int = 1) -> None:
        self._names = names
        self._you = you

    def before(self, confirm: bool) -> "tuple[Action, ...]":
        """Asks for nothing: there is nothing to confirm."""
        return ()

    def board(self, view: "Mapping[str, Part]") -> "RenderableType":
        """Draws the table as the person sees it."""
        return draw_board(self._seen(view))

    def prompt(self, view: "Mapping[str, Part]") -> str:
        """Words what is asked."""
        return "> "

    def read(self, text: str, view: "Mapping[str, Part]") -> "Action | str":
        """Reads the first thing that is asked for, or says in a sentence why it can't."""
        actions = self.actions(text, view)
        return actions if isinstance(actions, str) else actions[0]

    def actions(self, text: str, view: "Mapping[str, Part]") -> "tuple[Action, ...] | str":
        """Reads all that is asked for in one line, or says in a sentence why it can't."""
        from boltbox.rules.lightningdice.actions import Claim, Keep, Roll

        seen = self._seen(view)
        text = re.sub(r"\s+", "", text)
        roll = Roll(seen.head.goal)
        if not text or text in ("r", "roll"):
            return (roll,)
        if text in ("g", "got", "gotit", "gotit!"):
            return (Claim("got"),)
        if text in ("b", "bonus"):
            return (Claim("bonus"),)
        if text == "hint":
            return _hint(seen)
        if thunder := re.fullmatch(r"t(?:hunder)?([0-9]{1,3})", text):
            return (Claim("thunder", int(thunder[1])),)
        found = re.fullmatch(r"(k(?:eep)?)?([1-6]{1,6}|0|)", text)
        if found is None:
            return "Type what to keep, as 5544, or Enter, g, b, t 3, hint, help, quit."
        dice = _find(seen, found[2].strip("0"))
        if isinstance(dice, str):
            return dice
        return (Keep(dice),) if found[1] or not seen.ask.roll else (Keep(dice), roll)

    def say(self, told: "Told", view: "Mapping[str, Part]") -> str | None:
        """Words what happened, if it's worth a line."""
        return _say(told, self._seen(view))

    def sheet(self, view: "Mapping[str, Part]") -> "RenderableType":
        """Draws the end of a game."""
        return draw_sheet(self._seen(view))

    def _seen(self, view: "Mapping[str, Part]") -> Seen:
        return Seen.of(view, self._names, self._you)


def _find(seen: Seen, numbers: str) -> tuple[int, ...] | str:
    """Finds dice at rest that show these numbers; kept ones first."""
    values = seen.mine.values
    dice = sorted(seen.ask.keep, key=lambda die: die not in seen.mine.kept)
    wanted = Counter(map(int, numbers))
    lacking = wanted - Counter(values[die] for die in dice)
    if lacking:
        return f"You have no {' '.join(map(str, sorted(lacking.elements())))} lying there to keep."
    found = []
    for die in dice:
        if wanted[values[die]]:
            wanted[values[die]] -= 1
            found.append(die)
    return tuple(sorted(found))


def _hint(seen: Seen) -> str:
    from boltbox.bots.lightningdice.solve import solve
    from boltbox.rules.lightningdice.goals import parse

    values = seen.mine.values
    if not seen.head.text or not all(values):
        return "Roll first: a hint is for six dice that lie."
    goal = parse(seen.head.text)
    if goal.met(values):
        return "Your dice meet the goal: g!"
    solution = solve(goal)
    keep = "".join(map(str, solution.keep(values))) or "0"
    return f"Keep {keep}: then {solution.left(values):.1f} rolls are expected."


def _say(told: "Told", seen: Seen) -> str | None:
    from boltbox.rules.lightningdice import events as e

    if isinstance(told, e.GoalFlipped):
        return f"Goal {told.goal}: {told.text}"
    if isinstance(told, e.GameStarted | e.CountBegan):
        return "Count-in: the race begins in three seconds."
    if isinstance(told, e.GoalReopened):
        return f"Goal {told.goal} goes on."
    if isinstance(told, e.CardsShuffled):
        return "All goals were used; they are shuffled again."
    if isinstance(told, e.CameToRest):
        shown = " ".join(str(value or "gone") for value in told.values)
        return f"You roll {shown}." if told.seat == seen.you else None
    if isinstance(told, e.ClaimBlocked):
        return "Not yet: your dice don't meet the goal."
    if isinstance(told, e.ClaimSettled):
        return _say_claim(told, seen)
    if isinstance(told, e.GoalClosed) and len(told.claims) > 1:
        first, second = told.claims[:2]
        return f"{seen.name(first.seat)} was first by {second.moment - first.moment} ms."
    if isinstance(told, e.PlayedSet):
        return f"{seen.name(told.seat)} {'is back' if told.played else 'has left for good'}."
    return None


def _say_claim(told: "Told", seen: Seen) -> str | None:
    from boltbox.rules.lightningdice.events import ClaimSettled

    if not isinstance(told, ClaimSettled):
        return None
    calls = {"got": "Got it!", "bonus": f"Bonus {told.seat}!", "thunder": f"Thunder {told.number}!"}
    said = f"{seen.name(told.seat)}: {calls[told.call]}"
    if told.verdict == "late":
        return f"{said} Too late."
    if told.verdict != "valid":
        cost = f" {told.scored}" if told.scored else ""
        why = "That number isn't in the game" if told.verdict == "nobody" else "The dice don't show it"
        return f"{said} {why}.{cost}"
    lost = f" {seen.name(told.number)} loses {told.lost}." if told.lost else ""
    return f"{said} {told.scored:+}." if told.scored else f"{said}{lost}"
