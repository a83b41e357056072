"""Who sits at a table before the start, who is the host, and what does everybody see of it?"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from boltbox.rules.game import Options, Seat
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import AnyGame
from boltbox.server.frames import Frame, frame
from boltbox.server.looks import told_apart
from boltbox.server.messages import (
    Join,
    Leave,
    Lobby,
    LobbySeat,
    SeatBot,
    Status,
    TableSettings,
    Unseat,
)
from boltbox.server.store import Person, TableRow
from boltbox.table import seats
from boltbox.table.seats import Chair, Company

LobbyRequest = Join | Leave | SeatBot | Unseat


class Standing(msgspec.Struct, frozen=True):
    """Is what changes around a game: its company, its status, and the table that comes after it."""

    company: Company
    status: Status
    next: str | None = None


@dataclass(frozen=True)
class Agreement:
    """Is what was agreed when a table opened."""

    row: TableRow
    game: AnyGame
    options: Options
    bots: Collection[str]  # which bots the game has


class TableLobby:
    """Keeps who sits at one table, as decided and as saved; everybody sees only what is saved."""

    def __init__(self, agreed: Agreement, people: Mapping[str, Person]) -> None:
        row = agreed.row
        company = Company(agreed.game.seats[-1], row.host, row.chairs)
        self.agreed = agreed
        self.people = dict(people)
        self.now = self.saved = Standing(company, status_of(row.status), row.next)

    def change(self, person: Person, request: LobbyRequest) -> Company | Refusal:
        """Decides who sits where after a request."""
        company = self.now.company
        if isinstance(request, SeatBot | Unseat) and company.host != person.id:
            return Refusal("not_host", "seat")
        if self.now.status != "open":
            return Refusal("already_started", "table")
        if isinstance(request, Join):
            return seats.join(company, person.id, person.suit, request.seat)
        if isinstance(request, Leave):
            return seats.leave(company, person.id)
        if isinstance(request, Unseat):
            return seats.unseat_bot(company, request.seat)
        if request.bot not in self.agreed.bots:
            return Refusal("no_such_bot", "bot", {"bot": request.bot})
        return seats.seat_bot(company, request.bot, request.seat)

    def ready(self, person: Person) -> Standing | Refusal:
        """Decides who sits where when the game starts, if this person may start it."""
        company = self.now.company
        if company.host != person.id:
            return Refusal("not_host", "table")
        if not self.agreed.game.gaps:
            company = seats.close_gaps(company)
        return replace(self.now, company=company, status="running")

    def lead_to(self, table: str) -> None:
        """Notes the table that was opened to play again."""
        self.saved = replace(self.saved, next=table)
        self.now = replace(self.now, next=table)

    def seat_of(self, person: Person | None) -> Seat | None:
        """Finds the saved seat of a person."""
        chair = None if person is None else self.saved.company.chair_of(person.id)
        return None if chair is None else chair.seat

    def names(self) -> tuple[str, ...]:
        """Lists the names of who sits, by seat; those that look alike are told apart."""
        return told_apart([(chair.seat, self._name(chair)) for chair in self.saved.company.chairs])

    def frame(self, you: Seat | None, present: Collection[Seat], answers: str | None = None) -> Frame:
        """Makes the frame that shows the lobby to a connection."""
        row, company = self.agreed.row, self.saved.company
        host = company.chair_of(company.host)
        game, options, taken = self.agreed.game, self.agreed.options, len(company.chairs)
        return frame(
            Lobby(
                table=row.id,
                code=None,
                watch="",
                game=row.game,
                status=self.saved.status,
                seats=tuple(
                    self._seat(chair, name, present)
                    for chair, name in zip(company.chairs, self.names(), strict=True)
                ),
                host=None if host is None else host.seat,
                you=you,
                yours=None,
                options=msgspec.Raw(row.options),
                house_rules=game.house_rules(options, taken),
                commitment=row.commitment,
                settings=TableSettings(),
                paused=False,
                may_start=self.saved.status == "open" and game.check(options, taken) is None,
                next=self.saved.next,
                for_=answers,
            )
        )

    def _seat(self, chair: Chair, name: str, present: Collection[Seat]) -> LobbySeat:
        here = chair.bot is not None or chair.seat in present
        return LobbySeat(chair.seat, name, chair.suit, chair.bot, here)

    def _name(self, chair: Chair) -> str:
        person = None if chair.person is None else self.people.get(chair.person)
        return chair.name if person is None else person.name


def status_of(text: str) -> Status:
    """Reads the status of a stored table."""
    status: Status = msgspec.convert(text, Status)
    return status
