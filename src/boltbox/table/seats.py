"""Who sits where before the start? Pure functions on frozen values."""

from typing import Final

import msgspec
from msgspec.structs import replace

from boltbox.rules.game import Seat
from boltbox.rules.refusals import Refusal

SUITS: Final = 12  # colours with shapes, so that twelve seats differ
# Bots are called after people of electricity, one for each suit.
BOT_NAMES: Final = (
    *("Ampère", "Volta", "Faraday", "Hertz", "Joule", "Tesla"),
    *("Ohm", "Watt", "Galvani", "Kelvin", "Ayrton", "Franklin"),
)


class Chair(msgspec.Struct, frozen=True):
    """Is a taken seat; exactly one of `person` and `bot` is set."""

    seat: Seat
    suit: int
    name: str  # of a bot; a person's name is the person's to change
    person: str | None = None
    bot: str | None = None


class Company(msgspec.Struct, frozen=True):
    """Is everybody at a table: the taken seats in order, and the host."""

    most: int  # how many seats the game has
    host: str  # a person; stays while nobody sits
    chairs: tuple[Chair, ...] = ()

    def chair_of(self, person: str) -> Chair | None:
        """Finds the seat of a person."""
        return next((chair for chair in self.chairs if chair.person == person), None)

    def chair(self, seat: Seat) -> Chair | None:
        """Finds who sits at a seat."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)


def join(company: Company, person: str, suit: int, seat: Seat | None) -> Company | Refusal:
    """Sits a person down, at a seat named or the first free one; who sits already moves there, or stays."""
    mine = company.chair_of(person)
    if mine is not None and seat in (None, mine.seat):
        return company
    free = _free(company, seat)
    if isinstance(free, Refusal):
        return free
    if mine is not None:
        return _with(company, replace(mine, seat=free), without=mine)
    return _with(company, Chair(free, _free_suit(company, suit), "", person=person))


def leave(company: Company, person: str) -> Company | Refusal:
    """Lets a person get up."""
    mine = company.chair_of(person)
    if mine is None:
        return Refusal("not_seated", "seat")
    return _without(company, mine)


def seat_bot(company: Company, bot: str, seat: Seat | None) -> Company | Refusal:
    """Sits a bot down, at a seat named or the first free one."""
    free = _free(company, seat)
    if isinstance(free, Refusal):
        return free
    suit = _free_suit(company, free - 1)
    return _with(company, Chair(free, suit, BOT_NAMES[suit], bot=bot))


def unseat_bot(company: Company, seat: Seat) -> Company | Refusal:
    """Takes a bot from its seat."""
    chair = company.chair(seat)
    if chair is None or chair.bot is None:
        return Refusal("no_bot_there", "seat", {"seat": seat})
    return _without(company, chair)


def close_gaps(company: Company) -> Company:
    """Moves everybody up, in order, so that seats are 1, 2, 3, ..."""
    chairs = (replace(chair, seat=seat) for seat, chair in enumerate(company.chairs, 1))
    return replace(company, chairs=tuple(chairs))


def _free(company: Company, seat: Seat | None) -> Seat | Refusal:
    taken = {chair.seat for chair in company.chairs}
    if seat is None:
        first = next((one for one in range(1, company.most + 1) if one not in taken), None)
        return Refusal("table_full", "seat", {"most": company.most}) if first is None else first
    if not 1 <= seat <= company.most:
        return Refusal("no_such_seat", "seat", {"seat": seat})
    return Refusal("seat_taken", "seat", {"seat": seat}) if seat in taken else seat


def _free_suit(company: Company, favourite: int) -> int:
    taken = {chair.suit for chair in company.chairs}
    wishes: tuple[int, ...] = (favourite % SUITS, *range(SUITS))
    return next(suit for suit in wishes if suit not in taken)


def _with(company: Company, chair: Chair, without: Chair | None = None) -> Company:
    chairs = (*(one for one in company.chairs if one != without), chair)
    return _hosted(replace(company, chairs=tuple(sorted(chairs, key=lambda one: one.seat))))


def _without(company: Company, chair: Chair) -> Company:
    return _hosted(replace(company, chairs=tuple(one for one in company.chairs if one != chair)))


def _hosted(company: Company) -> Company:
    """Passes the host on to the first person at the table when the host doesn't sit (any more)."""
    if company.chair_of(company.host) is not None:
        return company
    people = (chair.person for chair in company.chairs if chair.person is not None)
    return replace(company, host=next(people, company.host))
