"""How is Lucky Box played in a terminal? What can be typed, what it means, and how it is told."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from boltbox.cli.luckybox_draw import draw_board, draw_sheet
from boltbox.cli.luckybox_say import say
from boltbox.cli.luckybox_seen import LETTERS, Seen, a_number

if TYPE_CHECKING:
    from rich.console import RenderableType

    from boltbox.rules.game import Action, Part, Told

HELP: Final = """\
  a3          cross cell 3 of box a; cells are counted 1 to 9, row by row
  pass        cross nothing, when no box of yours has the number
  Enter       the only thing that there is to do, or go on
  back        take back your last step; back all takes back all of this number
  a c e       while boxes are chosen: keep these
  a?3         by chengdu: spend a question mark to cross cell 3 of box a, whatever came
  -b d 1      by chengdu, after a round: give box b away, lay box d out of your reserve, take 1 blind;
              Enter fills every gap, from your reserve first; 0 leaves all as it is
  hint        ask a bot what it would do
  leave       decline a bonus, where the rules allow it
  help, quit

  Cross the number that came, or pay bolts (ϟ) to reach another: one for a step on the ring 1-2-...-9-1.
  Two cards of each number lie in a round: 8: may still come twice, 8 once.
  Full rows and columns pay what stands at their end: 1-9 and ? are crosses at once, ϟ bolts, ★ stars (1, 4, 9
  points for 1, 2, 3 of a round), ☾ moons (they count at the end). A box full of crosses pays most of all.

  By the rule set chengdu each number comes once a round, one bolt goes one step, and you may always pass.
  1-9 at the end of a line cross any cell, ? is kept and spent from the next number on, each ★ scores at the
  end, and each ☾ turns out to be worth -2 to 3. The boxes that you don't keep stay with you as a reserve."""


class GameTerminal:
    """Draws Lucky Box for the person at a seat, and reads what is typed."""

    help = HELP

    def __init__(self, names: tuple[str, ...], you: int = 1) -> None:
        self._names = names
        self._you = you

    def before(self, confirm: bool) -> "tuple[Action, ...]":
        """Asks to confirm answers, so that slips can be mended (LB-3.7)."""
        from boltbox.rules.luckybox.actions import Confirm

        return (Confirm(True),) if confirm else ()

    def board(self, view: "Mapping[str, Part]") -> "RenderableType":
        """Draws the table as the person sees it."""
        return draw_board(Seen.of(view, self._names, self._you))

    def sheet(self, view: "Mapping[str, Part]") -> "RenderableType":
        """Draws the score sheet."""
        return draw_sheet(Seen.of(view, self._names, self._you))

    def prompt(self, view: "Mapping[str, Part]") -> str:
        """Words what is asked."""
        seen = Seen.of(view, self._names, self._you)
        if seen.ask.kind == "choose":
            return f"Keep {seen.own.keep} of them, by their letters: "
        if seen.ask.kind == "refill":
            return "Refill (-a gives a away, letters lay out, a number is how many blind; Enter fills up): "
        if seen.ask.kind == "confirm":
            return "Enter goes on, back takes back: "
        if len(seen.ask.choices) == 1 and seen.ask.kind == "answer":
            return f"No {seen.number} to cross; Enter passes: "
        if seen.ask.kind == "bonus":
            waiting = " and ".join(seen.gain(due.code) for due in seen.mine.due)
            return f"Bonus! {waiting.capitalize()}: "
        if all(choice.price for choice in seen.reach.values()):
            ways = (["pay bolts"] if seen.reach else []) + (["a?3 spends ?"] if seen.mine.questions else [])
            return f"No {seen.number} is open; {', '.join(ways)}, or pass: "
        return f"Cross {a_number(seen.number)}{', or pass' if seen.may_pass else ''}: "

    def read(self, text: str, view: "Mapping[str, Part]") -> "Action | str":
        """Reads an answer; the game itself says what is wrong with one that can be read."""
        from boltbox.rules.luckybox.actions import Done, Pass, TakeBack

        seen = Seen.of(view, self._names, self._you)
        if text in ("b", "back", "undo"):
            return TakeBack(max(seen.mine.steps - 1, 0))
        if text in ("back all", "all back"):
            return TakeBack(0)
        if text == "hint":
            return _hint(view, seen)
        if seen.ask.kind == "choose":
            return _read_choice(text, seen)
        if seen.ask.kind == "refill":
            return _read_refill(text, seen)
        if not text and len(seen.ask.choices) == 1:
            return seen.ask.choices[0].action
        if text in ("d", "done"):
            return Done()
        if text in ("p", "pass"):
            return Pass()
        if text in ("l", "leave", "decline"):
            return _decline(seen)
        return _read_cell(text, seen)

    def say(self, told: "Told", view: "Mapping[str, Part]") -> str | None:
        """Words what happened, if it's worth a line."""
        return say(told, Seen.of(view, self._names, self._you))


def _read_choice(text: str, seen: Seen) -> "Action | str":
    from boltbox.rules.luckybox.actions import Choose

    letters = re.sub(r"[\s,]|keep", "", text)
    wanted = [LETTERS.find(letter) for letter in letters]
    if not wanted or not all(0 <= index < len(seen.own.offer) for index in wanted):
        last = LETTERS[len(seen.own.offer) - 1]
        return f"Type letters of boxes from a to {last}, {seen.own.keep} in all; help tells more."
    return Choose(tuple(seen.own.offer[index].id for index in wanted))


def _read_refill(text: str, seen: Seen) -> "Action | str":
    """Reads `-b d 1`: letters with a minus away, others out of the reserve, a number blind."""
    from boltbox.rules.luckybox.actions import Refill
    from boltbox.rules.luckybox.refill import refills

    mine = [box.id for box in seen.mine.boxes]
    reserve = [box.id for box in seen.own.reserve]
    if not text:
        return next(refills(seen.options.kept, mine, reserve))
    boxes = dict(zip(LETTERS, (*mine, *reserve), strict=False))
    words = re.findall(r"-\s*[a-z]|[a-z]|[0-9]+", text)
    letters = [word for word in words if not word.isdigit()]
    if re.sub(r"[\s,]", "", text) != re.sub(r"\s", "", "".join(words)) or len(words) - len(letters) > 1:
        return "Type letters and one number, as -b d 1; help tells more."
    if unknown := next((word[-1] for word in letters if word[-1] not in boxes), None):
        return f"There is no box {unknown}."
    discard = tuple(boxes[word[-1]] for word in letters if word[0] == "-")
    take = tuple(boxes[word] for word in letters if word[0] != "-")
    return Refill(discard, take, next((int(word) for word in words if word.isdigit()), 0))


def _read_cell(text: str, seen: Seen) -> "Action | str":
    from boltbox.rules.luckybox.actions import Bonus, Cross

    found = re.fullmatch(r"(?:cross\s+)?([a-z])\s*(\??)\s*([1-9])|([1-9])\s*([a-z])", text)
    if found is None:
        return "Type a box and a cell, as a3, or pass, back, done, hint, help, quit."
    letter, cell = found[1] or found[5], int(found[3] or found[4]) - 1
    index = LETTERS.index(letter)
    if index >= len(seen.mine.boxes):
        return f"There is no box {letter}."
    box = seen.mine.boxes[index]
    if seen.ask.kind == "bonus":
        codes = [due.code for due in seen.mine.due]
        fitting = [code for code in codes if code == box.grid[cell]]
        fitting += [code for code in codes if code in seen.rules.anywhere]
        return Bonus((fitting or codes)[0], box.id, cell)
    if found[2]:
        return Cross(box.id, cell, "question")
    return Cross(box.id, cell, "drawn" if int(box.grid[cell]) == seen.number else "lightning")


def _decline(seen: Seen) -> "Action | str":
    from boltbox.rules.luckybox.actions import Decline

    return Decline(seen.mine.due[0].code) if seen.mine.due else "No bonus waits."


def _hint(view: "Mapping[str, Part]", seen: Seen) -> str:
    """Asks the best bot what it would do."""
    import msgspec

    from boltbox.bots import BUDGET, bots_of
    from boltbox.rules.luck import MixerLuck
    from boltbox.rules.luckybox.actions import LuckyAction

    if not seen.ask.open:
        return "Nothing is asked of you."
    bot = bots_of("luckybox")["greedy"]
    data = bot.choose(msgspec.json.encode(view), 1, MixerLuck(0), BUDGET)
    return f"A greedy bot would say: {_typed(msgspec.json.decode(data, type=LuckyAction), seen)}"


def _typed(action: "Action", seen: Seen) -> str:
    """Writes an action as one would type it."""
    from boltbox.rules.luckybox.actions import Bonus, Choose, Cross, Refill

    if isinstance(action, Cross) and action.way == "question":
        return f"{seen.letter(action.box)[-1]}?{action.cell + 1}"
    if isinstance(action, Cross | Bonus):
        return seen.key(action.box, action.cell)
    if isinstance(action, Refill):
        boxes = (*seen.mine.boxes, *seen.own.reserve)
        names = {box.id: letter for letter, box in zip(LETTERS, boxes, strict=False)}
        away = (f"-{names[box]}" for box in action.discard)
        return " ".join([*away, *(names[box] for box in action.take), str(action.blind)])
    if isinstance(action, Choose):
        return " ".join(LETTERS[index] for index, box in enumerate(seen.own.offer) if box.id in action.boxes)
    return type(action).__name__.lower()
