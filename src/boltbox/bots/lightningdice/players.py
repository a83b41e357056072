"""How do bots play Lightning Dice that want to win? By habit or exactly, and never quicker than people."""

from boltbox.bots.bot import STREAM
from boltbox.bots.lightningdice import habit
from boltbox.bots.lightningdice.seen import Seen, Speed, decode, encode
from boltbox.bots.lightningdice.solve import solve
from boltbox.rules.game import Seat
from boltbox.rules.lightningdice.actions import Claim, DiceAction
from boltbox.rules.luck import Luck

MISTAKE, FALSE_CALL = 5, 40  # a novice forgets a die once in so many looks, and calls in vain


class _Player:
    """Calls what the dice bear out, else keeps and rolls; each level says how."""

    speed: Speed

    def choose(self, view: bytes, seat: Seat, luck: Luck, budget: int) -> bytes:
        """Answers by what lies. Raises ValueError when nothing is asked."""
        seen = Seen(view, seat)
        return encode(self._action(seen, luck))

    def pace(self, view: bytes, seat: Seat, luck: Luck, action: bytes) -> int:
        """Draws how long seeing and pressing takes."""
        return self.speed.draw(Seen(view, seat), luck, decode(action))

    def _action(self, seen: Seen, luck: Luck) -> DiceAction:
        if not seen.rests:
            return seen.rolls(()) if seen.ask.roll and not seen.ask.keep else self._partly(seen)
        if seen.goal.met(seen.values):
            # A right call that waits for its verdict is nothing to roll away.
            return Claim("got") if seen.can_call("got") else seen.waits()
        return self._call(seen, luck) or seen.rolls(seen.keep(self._keep(seen, luck)))

    def _partly(self, seen: Seen) -> DiceAction:
        """Answers while some dice roll, or after some left the tray."""
        if not seen.ask.roll:
            return seen.waits()
        lying = tuple(seen.values[die] for die in seen.ask.keep)
        return seen.rolls(seen.keep(habit.keep(seen.goal, lying)))

    def _call(self, seen: Seen, luck: Luck) -> DiceAction | None:
        """Makes another call than "Got it!", or none."""
        return None

    def _keep(self, seen: Seen, luck: Luck) -> tuple[int, ...]:
        """Names the numbers to keep."""
        return habit.keep(seen.goal, seen.values)


class Novice(_Player):
    """Keeps by habit, forgets a die now and then, sometimes calls in vain, and takes its time."""

    speed = Speed(least=350, keep=750, roll=450, call=600)

    def _call(self, seen: Seen, luck: Luck) -> DiceAction | None:
        vain = luck.draw(STREAM, seen.seat, seen.ask.decision, 0, FALSE_CALL).result == 0
        return Claim("got") if vain and seen.can_call("got") else None

    def _keep(self, seen: Seen, luck: Luck) -> tuple[int, ...]:
        keep = habit.keep(seen.goal, seen.values)
        if keep and luck.draw(STREAM, seen.seat, seen.ask.decision, 1, MISTAKE).result == 0:
            forgotten = luck.draw(STREAM, seen.seat, seen.ask.decision, 2, len(keep)).result
            return (*keep[:forgotten], *keep[forgotten + 1 :])
        return keep


class Greedy(_Player):
    """Keeps by habit without slips, and calls a bonus when it happens to lie there."""

    speed = Speed(least=260, keep=450, roll=260, call=330)

    def _call(self, seen: Seen, luck: Luck) -> DiceAction | None:
        mine = set(seen.values) == {seen.seat} and seen.can_call("bonus")
        return Claim("bonus") if mine else None


class Expert(_Player):
    """Keeps by the exact policy, and calls bonus and thunder; quick, but human."""

    speed = Speed(least=180, keep=240, roll=140, call=160)

    def _call(self, seen: Seen, luck: Luck) -> DiceAction | None:
        shown = seen.values[0]
        if set(seen.values) != {shown}:
            return None
        if shown == seen.seat:
            return Claim("bonus") if seen.can_call("bonus") else None
        worth_it = seen.others.get(shown, 0) > 0 and seen.can_call("thunder", shown)
        return Claim("thunder", shown) if worth_it else None

    def _keep(self, seen: Seen, luck: Luck) -> tuple[int, ...]:
        return solve(seen.goal).keep(seen.values)
