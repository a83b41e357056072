"""What does a bot do that wants nothing? It keeps any dice, then rolls or calls, whatever they show."""

from typing import Final

from boltbox.bots.bot import STREAM
from boltbox.bots.lightningdice.seen import Seen, Speed, decode, encode
from boltbox.rules.game import Seat
from boltbox.rules.lightningdice.actions import Claim, DiceAction
from boltbox.rules.lightningdice.options import SEATS
from boltbox.rules.luck import Luck

_CALLS: Final = (Claim("got"), Claim("bonus"), *(Claim("thunder", number) for number in SEATS))


class Uniform:
    """Draws once a decision which dice it keeps and whether it calls and what, each equally likely."""

    _speed = Speed(least=180, keep=300, roll=300, call=300)

    def choose(self, view: bytes, seat: Seat, luck: Luck, budget: int) -> bytes:
        """Does the next of what it has drawn. Raises ValueError when nothing is asked."""
        seen = Seen(view, seat)
        return encode(self._action(seen, luck))

    def _action(self, seen: Seen, luck: Luck) -> DiceAction:
        key = (STREAM, seen.seat, seen.ask.decision)
        dice = seen.ask.keep
        mask = luck.draw(*key, 0, 1 << len(dice)).result
        keep = tuple(die for place, die in enumerate(dice) if mask >> place & 1)
        calls = [call for call in _CALLS if seen.can_call(call.call, call.number)]
        if calls and luck.draw(*key, 1, 2).result:
            call = calls[luck.draw(*key, 2, len(calls)).result]
            if not seen.own.made:  # one call is enough for dice as they lie
                return call
        return seen.rolls(keep if len(keep) < len(seen.values) else keep[1:])

    def pace(self, view: bytes, seat: Seat, luck: Luck, action: bytes) -> int:
        """Draws how long it takes; it sees no sense in anything, so all alike."""
        return self._speed.draw(Seen(view, seat), luck, decode(action))
