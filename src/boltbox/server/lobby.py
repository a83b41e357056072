"""Who sits at the table, what is agreed, who is the host, and what does everybody see of it?"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace

from boltbox.rules.game import Instant, Options, Seat
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import AnyGame
from boltbox.server.agreeing import shown
from boltbox.server.frames import Frame, frame
from boltbox.server.identity import clean_name, clean_suit
from boltbox.server.looks import told_apart
from boltbox.server.messages import (
    Arrange,
    Join,
    Leave,
    Lobby,
    LobbySeat,
    NameGuest,
    ReadyUp,
    SeatBot,
    SeatGuest,
    Status,
    TableSettings,
    Unseat,
)
from boltbox.server.store import Person, TableRow
from boltbox.table import seats
from boltbox.table.clock import PASS, WAIT, Clock, Terms
from boltbox.table.seats import Chair, Company

Seating = Join | Leave | SeatBot | Unseat | SeatGuest | NameGuest | ReadyUp
LobbyRequest = Seating | Arrange
LEAST_SECONDS: Final = 10
MOST_SECONDS: Final = 600


class Next(msgspec.Struct, frozen=True):
    """Is the table that was opened to play again: its id, and its id for watching."""

    table: str
    watch: str


class Standing(msgspec.Struct, frozen=True):
    """Is what changes around a game: company, status, what is agreed on, and the table after it."""

    company: Company
    status: Status
    options: Options  # of the game
    settings: TableSettings = TableSettings()
    next: Next | None = None
    seals: dict[str, str] = {}  # person -> the hash of their page's word
    until: Instant | None = None  # the start was pressed: words are awaited until then

    @property
    def arrangeable(self) -> bool:
        """Tells whether anybody may still come, go or change anything."""
        return self.status == "open" and self.until is None


@dataclass(frozen=True)
class Agreement:
    """Is what a table is from its opening on."""

    row: TableRow  # as it was when it was loaded
    game: AnyGame
    bots: Collection[str]  # which bots the game has


@dataclass(frozen=True)
class Onlooker:
    """Is who a lobby is shown to."""

    you: Seat | None  # the seat of the connection
    yours: Seat | None  # the seat that its person left
    watch: bool  # came by the link for watching
    mine: tuple[Seat, ...] = ()  # the seats on the person's device


class TableLobby:
    """Keeps who sits at one table, as decided and as saved; everybody sees only what is saved."""

    def __init__(
        self, agreed: Agreement, options: Options, people: Mapping[str, Person], after: Next | None = None
    ) -> None:
        row = agreed.row
        company = Company(1 if row.of_day else agreed.game.seats[-1], row.host, row.chairs)
        self.agreed = agreed
        self.people = dict(people)
        self.now = self.saved = Standing(company, status_of(row.status), options, settings_of(row), after)
        self.digest = row.digest
        self._shown = shown(agreed.game, options)

    def change(self, person: Person, request: LobbyRequest, here: Collection[str] = ()) -> Standing | Refusal:
        """Decides how the table stands after a request before the start; `here` is who is there."""
        company = self.now.company
        if self.agreed.row.of_day is not None:
            return Refusal("set_by_day", "table")
        if isinstance(request, SeatBot | Unseat | Arrange) and company.host != person.id:
            guest = company.chair(request.seat) if isinstance(request, Unseat) else None
            if guest is None or guest.person != person.id or not guest.guest:
                return Refusal("not_host", "table")
        if not self.now.arrangeable:
            return Refusal("already_started", "table")
        if isinstance(request, Arrange):
            return self._arrange(request.settings)
        changed = self._sit(person, request, here)
        if isinstance(changed, Refusal):
            return changed
        seals = {one: seal for one, seal in self.now.seals.items() if changed.chair_of(one) is not None}
        return replace(self.now, company=changed, seals=seals)

    def _sit(self, person: Person, request: Seating, here: Collection[str]) -> Company | Refusal:
        company = self.now.company
        if isinstance(request, Join):
            return seats.join(company, person.id, person.suit, request.seat)
        if isinstance(request, Leave):
            return seats.leave(company, person.id, here)
        if isinstance(request, ReadyUp):
            return seats.agree(company, person.id, on=request.on)
        if isinstance(request, Unseat):
            return seats.unseat(company, request.seat, here, person.id)
        if isinstance(request, SeatGuest | NameGuest):
            return guested(company, person, request)
        if request.bot not in self.agreed.bots:
            return Refusal("no_such_bot", "bot", {"bot": request.bot[:40]})
        return seats.seat_bot(company, request.bot, request.seat)

    def _arrange(self, settings: TableSettings) -> Standing | Refusal:
        refusal = check_settings(settings, self.agreed.bots)
        if refusal is not None:
            return refusal
        if settings == self.now.settings:
            return self.now
        return replace(self.now, company=seats.ask_anew(self.now.company), settings=settings)

    def agree_on(self, person: Person, options: Options) -> Standing | Refusal:
        """Decides how the table stands when its host wants these options; all are asked anew (LB-8.1)."""
        company, game = self.now.company, self.agreed.game
        if self.agreed.row.of_day is not None:
            return Refusal("set_by_day", "table")
        if company.host != person.id:
            return Refusal("not_host", "table")
        if not self.now.arrangeable:
            return Refusal("already_started", "table")
        if options == self.now.options:
            return self.now
        refusal = game.check(options, max(len(company.chairs), game.seats[0]))
        if refusal is not None:
            return refusal
        return replace(self.now, company=seats.ask_anew(company), options=options)

    def ready(self, person: Person) -> Standing | Refusal:
        """Decides who sits where when the game starts, if this person may start it."""
        company = self.now.company
        if company.host != person.id:
            return Refusal("not_host", "table")
        if not self.now.arrangeable:
            return Refusal("already_started", "table")
        waiting = seats.not_agreed(company)
        if waiting is not None:
            return Refusal("not_agreed", "seat", {"seat": waiting.seat})
        if not self.agreed.game.gaps:
            company = seats.close_gaps(company)
        return replace(self.now, company=company, status="running")

    def lead_to(self, after: Next) -> None:
        """Notes the table that was opened to play again."""
        self.saved = replace(self.saved, next=after)
        self.now = replace(self.now, next=after)

    def seat_of(self, person: Person | None) -> Seat | None:
        """Finds the saved own seat of a person."""
        chair = None if person is None else self.saved.company.chair_of(person.id)
        return None if chair is None else chair.seat

    def plain_names(self) -> tuple[tuple[Seat, str], ...]:
        """Lists what who sits is called, by seat, whether others look alike or not."""
        return tuple((chair.seat, _name(chair, self.people)) for chair in self.now.company.chairs)

    def names(self) -> tuple[str, ...]:
        """Lists the names of who sits, by seat; those that look alike are told apart."""
        return names_of(self.saved.company.chairs, self.people)

    def frame(
        self, onlooker: Onlooker, present: Collection[Seat], clock: Clock, answers: str | None = None
    ) -> Frame:
        """Makes the frame that shows the lobby to a connection."""
        row, saved, company = self.agreed.row, self.saved, self.saved.company
        host = company.chair_of(company.host)
        game, options, taken = self.agreed.game, saved.options, len(company.chairs)
        if self._shown.of is not options:
            self._shown = shown(game, options)
        startable = saved.arrangeable and seats.not_agreed(company) is None
        follows = None if saved.next is None else saved.next.watch if onlooker.watch else saved.next.table
        return frame(
            Lobby(
                table=None if onlooker.watch else row.id,
                code=None if onlooker.watch else code_of(row, saved.status),
                watch=row.watch or "",
                game=row.game,
                status=saved.status,
                seats=tuple(
                    _seat(chair, name, clock, present, saved.seals.get(chair.person or ""))
                    for chair, name in zip(company.chairs, self.names(), strict=True)
                ),
                host=None if host is None else host.seat,
                you=onlooker.you,
                yours=onlooker.yours,
                options=self._shown.options,
                house_rules=game.house_rules(options, taken),
                commitment=row.commitment,
                settings=saved.settings,
                paused=clock.paused is not None,
                may_start=startable and game.check(options, taken) is None,
                next=follows,
                mine=onlooker.mine,
                sealed=saved.until is not None,
                digest=self.digest,
                day=row.of_day,
                practice=row.practice is not None,
                deck=self._shown.deck,
                for_=answers,
            )
        )


def _seat(chair: Chair, name: str, clock: Clock, present: Collection[Seat], seal: str | None) -> LobbySeat:
    known = clock.seat(chair.seat)
    return LobbySeat(
        seat=chair.seat,
        name=name,
        suit=chair.suit,
        bot=chair.bot,
        present=chair.bot is not None or chair.seat in present,
        ready=chair.ready,
        away=known.away,
        left=known.left,
        played_by=None if known.by == PASS else known.by,
        guest=chair.guest,
        seal=None if chair.guest else seal,
    )


def guested(company: Company, person: Person, asked: SeatGuest | NameGuest) -> Company | Refusal:
    """Sits a guest down on a person's device or renames one; the name is checked as a person's is."""
    name = clean_name(asked.name)
    if isinstance(name, Refusal):
        return name
    suit = None if asked.suit is None else clean_suit(asked.suit)
    if isinstance(suit, Refusal):
        return suit
    if isinstance(asked, NameGuest):
        return seats.name_guest(company, person.id, asked.seat, name, suit)
    return seats.seat_guest(company, person.id, name, suit, asked.seat)


def names_of(chairs: tuple[Chair, ...], people: Mapping[str, Person]) -> tuple[str, ...]:
    """Lists the names of who sits, by seat; those that look alike are told apart."""
    return told_apart([(chair.seat, _name(chair, people)) for chair in chairs])


def _name(chair: Chair, people: Mapping[str, Person]) -> str:
    person = None if chair.person is None else people.get(chair.person)
    return chair.name if chair.name or person is None else person.name


def terms_of(standing: Standing) -> Terms:
    """Says how a table is kept during its game."""
    people = tuple(chair.seat for chair in standing.company.chairs if chair.person is not None)
    return Terms(people, standing.settings.act_seconds, standing.settings.absent)


def code_of(row: TableRow, status: str) -> str | None:
    """Names the code by which one comes to a table; that of an ended one leads nowhere any more."""
    return row.code if status in ("open", "running") else None


def status_of(text: str) -> Status:
    """Reads the status of a stored table."""
    status: Status = msgspec.convert(text, Status)
    return status


def settings_of(row: TableRow) -> TableSettings:
    """Reads how a stored table is kept."""
    return TableSettings(row.listed, row.act_seconds, row.absent, row.chat, row.even_lines)


def check_settings(settings: TableSettings, bots: Collection[str]) -> Refusal | None:
    """Tells why a table can't be kept like this, or None."""
    given = settings.act_seconds
    if given is not None and not LEAST_SECONDS <= given <= MOST_SECONDS:
        params: dict[str, int | str] = {"option": "actSeconds", "given": given}
        return Refusal("option_range", "actSeconds", params | {"least": LEAST_SECONDS, "most": MOST_SECONDS})
    if settings.absent not in (WAIT, PASS, *bots):
        return Refusal("no_such_bot", "absent", {"bot": settings.absent[:40]})
    return None
