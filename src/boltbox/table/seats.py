"""Who sits where, who has agreed, and who is host? Pure functions on frozen values."""

from collections.abc import Collection
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
    name: str  # of a bot or a guest; a person's is the person's to change, until the game has ended
    person: str | None = None
    bot: str | None = None
    guest: bool = False  # somebody else on the device of `person`, who has a seat too
    ready: bool = True  # agrees to what is arranged; bots agree to everything (LB-8.4)


class Company(msgspec.Struct, frozen=True):
    """Is everybody at a table: the taken seats in order, and the host."""

    most: int  # how many seats the game has
    host: str  # a person; stays while nobody sits
    chairs: tuple[Chair, ...] = ()

    def chair_of(self, person: str) -> Chair | None:
        """Finds a person's own seat."""
        return next((one for one in self.chairs if one.person == person and not one.guest), None)

    def chairs_of(self, person: str) -> tuple[Chair, ...]:
        """Finds the seats on a person's device: the own one and those of guests."""
        return tuple(chair for chair in self.chairs if chair.person == person)

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


def seat_guest(
    company: Company, person: str, name: str, suit: int | None, seat: Seat | None
) -> Company | Refusal:
    """Sits somebody down on a person's device, at a seat named or the first free one."""
    mine = company.chair_of(person)
    if mine is None:
        return Refusal("not_seated", "seat")
    free = _free(company, seat)
    if isinstance(free, Refusal):
        return free
    suit = _free_suit(company, free - 1 if suit is None else suit)
    return _with(company, Chair(free, suit, name, person=person, guest=True, ready=mine.ready))


def name_guest(company: Company, person: str, seat: Seat, name: str, suit: int | None) -> Company | Refusal:
    """Gives a guest of a person another name, and another suit if one is named that is free."""
    chair = company.chair(seat)
    if chair is None or chair.person != person or not chair.guest:
        return Refusal("no_guest", "seat", {"seat": seat})
    taken = {one.suit for one in company.chairs}
    kept = chair.suit if suit is None or suit in taken else suit
    return _with(company, replace(chair, name=name, suit=kept), without=chair)


def leave(company: Company, person: str, here: Collection[str] = ()) -> Company | Refusal:
    """Lets a person get up, with all guests.

    The host passes on to the next one who is here, or else the next one.
    """
    mine = company.chair_of(person)
    if mine is None:
        return Refusal("not_seated", "seat")
    if person == company.host:
        others = _after(company, mine.seat)
        present = [one for one in others if one in here]
        company = replace(company, host=next(iter(present or others), person))
    return _without(company, mine)


def without(company: Company, gone: Collection[Seat]) -> Company:
    """Leaves out the people who gave up these seats; everybody agrees to play again as before."""
    for chair in company.chairs:
        if chair.seat in gone and chair.person is not None:
            company = _without(company, chair)  # with an own seat go those of guests
    return replace(company, chairs=tuple(_anew(chair) for chair in company.chairs))


def _anew(chair: Chair) -> Chair:
    # People may be called something else than at the end of the game before.
    kept = chair.bot is not None or chair.guest
    return replace(chair, ready=True, name=chair.name if kept else "")


def hand_on(company: Company, here: Collection[str]) -> Company:
    """Passes the host on to the next person by seat who is here; without one the host stays."""
    mine = company.chair_of(company.host)
    others = _after(company, 0 if mine is None else mine.seat)
    return replace(company, host=next((one for one in others if one in here), company.host))


def agree(company: Company, person: str, *, on: bool) -> Company | Refusal:
    """Notes whether a person agrees to what is arranged; guests agree with their person."""
    if company.chair_of(person) is None:
        return Refusal("not_seated", "seat")
    chairs = (replace(one, ready=on) if one.person == person else one for one in company.chairs)
    return replace(company, chairs=tuple(chairs))


def ask_anew(company: Company) -> Company:
    """Withdraws what everybody but the host agreed to: something else is arranged (LB-8.1)."""
    chairs = (
        chair if chair.person in (None, company.host) else replace(chair, ready=False)
        for chair in company.chairs
    )
    return replace(company, chairs=tuple(chairs))


def not_agreed(company: Company) -> Chair | None:
    """Finds who hasn't agreed; the host agrees by starting (LB-8.4)."""
    waiting = (one for one in company.chairs if not one.ready and one.person != company.host)
    return next(waiting, None)


def seat_bot(company: Company, bot: str, seat: Seat | None) -> Company | Refusal:
    """Sits a bot down, at a seat named or the first free one."""
    free = _free(company, seat)
    if isinstance(free, Refusal):
        return free
    suit = _free_suit(company, free - 1)
    return _with(company, Chair(free, suit, BOT_NAMES[suit], bot=bot))


def unseat(
    company: Company, seat: Seat, here: Collection[str] = (), by: str | None = None
) -> Company | Refusal:
    """Takes a bot from its seat, a guest of who asks, or a person who isn't here with all guests.

    Who isn't here would keep the others from starting.
    """
    chair = company.chair(seat)
    if chair is None:
        return Refusal("nobody_there", "seat", {"seat": seat})
    own = chair.guest and chair.person == by
    if chair.person is not None and chair.person in here and not own:
        return Refusal("still_here", "seat", {"seat": seat})
    return _without(company, chair)


def close_gaps(company: Company) -> Company:
    """Moves everybody up, in order, so that seats are 1, 2, 3, ..."""
    chairs = (replace(chair, seat=seat) for seat, chair in enumerate(company.chairs, 1))
    return replace(company, chairs=tuple(chairs))


def _after(company: Company, seat: Seat) -> list[str]:
    """Lists the people at the other seats, in order from the next seat on; guests are none."""
    others = [one for one in company.chairs if one.person is not None and not one.guest and one.seat != seat]
    others.sort(key=lambda chair: (chair.seat < seat, chair.seat))
    return [chair.person for chair in others if chair.person is not None]


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
    """Takes a chair away; guests stay only with their person."""
    gone = (chair,) if chair.guest or chair.person is None else company.chairs_of(chair.person)
    return _hosted(replace(company, chairs=tuple(one for one in company.chairs if one not in gone)))


def _hosted(company: Company) -> Company:
    """Passes the host on to the first person at the table when the host doesn't sit (any more)."""
    if company.chair_of(company.host) is not None:
        return company
    people = (chair.person for chair in company.chairs if chair.person is not None)
    return replace(company, host=next(people, company.host))
