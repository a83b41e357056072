"""Which tables are there, and where is each one's mailbox?"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from boltbox.bots import Bot, bots_of
from boltbox.rules.game import Instant
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.server.agreeing import never
from boltbox.server.bot_seats import BotSeats
from boltbox.server.digests import Digests, luck_of
from boltbox.server.live import Desk, LiveTable, Opening, Saver
from boltbox.server.lobby import Agreement, Next, TableLobby, check_settings, code_of, guested, names_of
from boltbox.server.logs import short
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import NewTable, SeatGuest, TableCard
from boltbox.server.rows import entries, kept
from boltbox.server.store import CodeTaken, DayRow, Door, Person, Store, TableRow
from boltbox.server.timers import Timers
from boltbox.server.utc import closes
from boltbox.table import seats
from boltbox.table.codec import Codec
from boltbox.table.deal import SECRET_BYTES, Deal
from boltbox.table.seats import Company, without
from boltbox.table.table import Table
from boltbox.table.timed import clock_of, timed

# No look-alikes: who reads a link aloud or types it shouldn't have to guess. 10 letters are 48 bits.
LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LETTERS: Final = 10
WATCH_LETTERS: Final = 12
CODE: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LETTERS: Final = 6
TRIES: Final = 10  # for a code that no open table has
MOST_CARDS: Final = 50
VISIT_MS: Final = 3_600_000

log = logging.getLogger(__name__)


class Tables:
    """Keeps the mailboxes of all tables that somebody uses; the others lie in the store."""

    def __init__(
        self,
        store: Store,
        committer: Saver,
        clock: Callable[[], Instant],
        *,
        bot_seconds: float = 2.0,
        games: Mapping[str, AnyGame] = SHELF,
        bots: Callable[[str], Mapping[str, Bot]] = bots_of,
    ) -> None:
        self._store = store
        self._desk = Desk(store, committer, clock, self._open_again)
        self._games = {name: timed(game) for name, game in games.items()}
        self._codecs = {name: Codec(game) for name, game in self._games.items()}
        self._bots_of = bots
        self._bot_seats = BotSeats(bots, bot_seconds)
        self._timers = Timers()
        self._digests = Digests(store)
        self._mailboxes: dict[str, Mailbox] = {}
        self._loading: dict[str, asyncio.Task[Mailbox | None]] = {}
        self._resuming: asyncio.Task[None] | None = None

    async def start(self, since: Instant = 0) -> None:
        """Goes on with the running tables that somebody visited since then; the server needn't wait."""
        self._resuming = asyncio.create_task(self._resume(await self._store.running(since)))

    async def close(self) -> None:
        """Sends everybody away when all that was decided is saved."""
        if self._resuming is not None:
            self._resuming.cancel()
        await self._bot_seats.close()
        for mailbox in list(self._mailboxes.values()):
            await mailbox.close()
        await self._digests.close()

    async def open_table(self, person: Person, new: NewTable) -> TableCard | Refusal:
        """Opens a table for a person, with the bots and the options asked for."""
        row = self._new_row(person, new)
        if isinstance(row, Refusal):
            return row
        row = await self._add(row)
        mailbox = self._put(self._mailbox(row, {person.id: person}))
        if new.seal is not None:
            mailbox.seal(person, new.seal)
        if new.start:
            mailbox.start(person)
            await mailbox.empty()
        return _card(mailbox, person.id)

    async def open_day(self, person: Person, day: DayRow, *, practice: bool) -> TableCard:
        """Opens a table on a day's deal for one person alone, and starts. Raises TriedAlready."""
        game = self._games[day.game]
        company = seats.join(Company(1, person.id), person.id, person.suit, None)
        if isinstance(company, Refusal):
            raise ValueError(company.sentence)
        row = self._row(game, self._codecs[day.game].write(game.options()), company)
        dealt = replace(row, commitment=day.commitment, secret=day.secret)
        dealt = replace(dealt, practice=day.day) if practice else replace(dealt, day=day.day)
        await self._store.new_table(dealt)
        return await self.begin(self._put(self._mailbox(dealt, {person.id: person})), person)

    async def begin(self, mailbox: Mailbox, person: Person) -> TableCard:
        """Starts a game that stands ready, if it hasn't started, and shows the table to who started it."""
        if mailbox.status == "open":
            mailbox.start(person)
            await mailbox.empty()
        return _card(mailbox, person.id)

    async def barred(self, row: TableRow, person: Person | None) -> Refusal | None:
        """Tells why somebody can't look at a table: it would spoil their own try of the day's deal."""
        day = row.of_day
        if day is None or self._desk.clock() >= closes(day):
            return None
        if person is not None:
            own = await self._store.attempt(day, row.game, person.id)
            if person.id == row.host or (own is not None and own.counted):
                return None
        return Refusal("try_first", "day", {"day": day})

    async def find(self, table: str) -> Mailbox | None:
        """Finds the mailbox of a table, loading it when need be; None if there is no such table."""
        found = self._mailboxes.get(table)
        if found is not None:
            return found
        if len(table) != ID_LETTERS:
            return None
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def enter(self, door: str) -> tuple[Mailbox | None, bool]:
        """Finds the mailbox that an id leads to, that of a table or one for watching, and which it is."""
        if len(door) != WATCH_LETTERS:
            return await self.find(door), False
        table = await self._store.table_of(Door(watch=door))
        return None if table is None else await self.find(table), True

    async def coded(self, code: str, person: str | None) -> TableCard | None:
        """Shows the open or running table of a code, typed in capitals or not, with blanks or not."""
        letters = "".join(code.split()).upper()
        if len(letters) != CODE_LETTERS:
            return None
        table = await self._store.table_of(Door(code=letters))
        return None if table is None else await self.card(table, person)

    async def open_cards(self, since: Instant) -> list[TableCard]:
        """Shows the listed open tables with free seats that somebody visited since then, newest first."""
        rows = await self._store.open_tables(since, MOST_CARDS)
        ids = {chair.person for row in rows for chair in row.chairs if chair.person is not None}
        people = await self._store.people(tuple(ids))
        cards = [self._row_card(row, people) for row in rows]
        return [card for card in cards if card.free]

    def _row_card(self, row: TableRow, people: Mapping[str, Person]) -> TableCard:
        game = self._games[row.game]
        options = Codec(game).options(row.options)
        return TableCard(
            table=row.id,
            game=row.game,
            status=row.status,
            names=names_of(row.chairs, people),
            created=row.created,
            your_turn=False,
            code=row.code,
            free=game.seats[-1] - len(row.chairs),
            house_rules=isinstance(options, Refusal) or game.house_rules(options, len(row.chairs)),
        )

    async def card(self, table: str, person: str | None) -> TableCard | None:
        """Shows a table in one line, to a person or to anybody."""
        mailbox = await self.find(table)
        return None if mailbox is None else _card(mailbox, person)

    async def cards_of(self, person: str) -> list[TableCard]:
        """Shows the tables where a person sits that are open or running, newest first."""
        rows = await self._store.tables_of(person, MOST_CARDS)
        cards = [await self.card(row.id, person) for row in rows]
        return [card for card in cards if card is not None]

    async def visit(self, mailbox: Mailbox) -> None:
        """Notes that somebody is at a table, if it wasn't noted within the last hour."""
        now = self._desk.clock()
        if now - mailbox.visited >= VISIT_MS:
            mailbox.visited = now
            await self._store.visit(mailbox.live.id, now)

    def lay_away(self, mailbox: Mailbox) -> None:
        """Forgets a table where nobody is; who comes back finds it as it is in the store."""
        mailbox.lay_away()
        self._drop(mailbox)

    @property
    def mailboxes(self) -> tuple[Mailbox, ...]:
        """Are the tables in memory."""
        return tuple(self._mailboxes.values())

    async def renamed(self, person: Person) -> None:
        """Shows a person's new name at every table in use."""
        for mailbox in self._mailboxes.values():
            mailbox.renamed(person)

    def _new_row(self, person: Person, new: NewTable) -> TableRow | Refusal:
        game = self._games.get(new.game)
        if game is None:
            return Refusal("unknown_game", "game", {"game": new.game[:40]})
        options = self._codecs[new.game].options(new.options)
        if isinstance(options, Refusal):
            return options
        refusal = check_settings(new.settings, self._bots_of(new.game).keys())
        if refusal is not None:
            return refusal
        company = self._company(game, person, new)
        if isinstance(company, Refusal):
            return company
        taken = len(company.chairs)
        refusal = game.check(options, taken) if new.start else never(game, options, taken)
        if refusal is not None:
            return refusal
        return kept(self._row(game, self._codecs[new.game].write(options), company), company, new.settings)

    def _company(self, game: AnyGame, person: Person, new: NewTable) -> Company | Refusal:
        company: Company | Refusal = seats.join(
            Company(game.seats[-1], person.id), person.id, person.suit, None
        )
        for guest in new.guests:
            if isinstance(company, Refusal):
                break
            company = guested(company, person, SeatGuest("", guest.name, guest.suit))
        for bot in new.bots:
            if isinstance(company, Refusal):
                break
            if bot not in self._bots_of(game.name):
                return Refusal("no_such_bot", "bots", {"bot": bot[:40]})
            company = seats.seat_bot(company, bot, None)
        return company

    def _row(self, game: AnyGame, options: bytes, company: Company) -> TableRow:
        secret = secrets.token_bytes(SECRET_BYTES)
        return TableRow(
            id=letters(LETTERS, ID_LETTERS),
            game=game.name,
            status="open",
            options=options,
            host=company.host,
            created=self._desk.clock(),
            commitment=Deal(secret).commitment,
            secret=secret,
            chairs=company.chairs,
            watch=letters(LETTERS, WATCH_LETTERS),
        )

    async def _add(self, row: TableRow) -> TableRow:
        """Adds a table to the store, with a code that no other open one has."""
        for _ in range(TRIES):
            coded = replace(row, code=letters(CODE, CODE_LETTERS))
            with suppress(CodeTaken):
                await self._store.new_table(coded)
                return coded
        raise CodeTaken

    async def _open_again(self, live: LiveTable, opening: Opening) -> Next:
        """Opens a table with the same people, bots, options and ways, once for each table.

        Where only guests and bots sit with a person, nobody has to be waited for: it starts at once.
        """
        standing = live.lobby.saved
        company = without(standing.company, clock_of(live.frames.state).gone_for_good)
        row = self._row(live.game, live.codec.write(standing.options), company)
        row = await self._add(kept(row, company, standing.settings))
        await self._store.set_next(live.id, row.id)
        ids = {chair.person for chair in company.chairs if chair.person is not None}
        mailbox = self._put(self._mailbox(row, await self._store.people(tuple(ids))))
        if ids == {opening.person.id}:
            if opening.seal is not None:
                mailbox.seal(opening.person, opening.seal)
            mailbox.start(opening.person)
            await mailbox.empty()
        return Next(row.id, row.watch or "")

    async def _load(self, table: str) -> Mailbox | None:
        row = await self._store.table(table)
        if row is None:
            return None
        people = await self._store.people(tuple(chair.person for chair in row.chairs if chair.person))
        following = None if row.next is None else await self._store.table(row.next)
        after = None if following is None else Next(following.id, following.watch or "")
        mailbox = self._mailbox(row, people, after)
        log_rows = await self._store.entries(table)
        if (other := self._mailboxes.get(table)) is not None:  # who opened it was quicker
            return other
        mailbox.live.load(list(entries(log_rows, mailbox.live.game, mailbox.live.codec)))
        mailbox.go_on()
        return self._put(mailbox)

    def _mailbox(self, row: TableRow, people: Mapping[str, Person], after: Next | None = None) -> Mailbox:
        game, codec, deal = self._games[row.game], self._codecs[row.game], luck_of(row).deal
        options = codec.options(row.options)
        if isinstance(options, Refusal):
            raise ValueError(options.sentence)
        agreed = Agreement(row, game, self._bots_of(row.game).keys())
        live = LiveTable(
            Table(game, deal.luck()), TableLobby(agreed, options, people, after), codec, self._desk
        )
        live.bot_luck = deal.bot_luck()
        return Mailbox(live, (self._bot_seats, self._timers, self._digests), self._drop)

    def _put(self, mailbox: Mailbox) -> Mailbox:
        self._mailboxes[mailbox.live.id] = mailbox
        mailbox.look()
        return mailbox

    def _drop(self, mailbox: Mailbox) -> None:
        """Forgets a table, as when somebody else wrote it; who comes back finds it as it is in the store."""
        if self._mailboxes.get(mailbox.live.id) is mailbox:
            del self._mailboxes[mailbox.live.id]

    async def _resume(self, running: list[str]) -> None:
        for table in running:
            try:
                await self.find(table)
            except Exception:
                log.exception("not resumed table=%s", short(table))


def _card(mailbox: Mailbox, person: str | None) -> TableCard:
    live = mailbox.live
    row, saved = live.lobby.agreed.row, live.lobby.saved
    mine = () if person is None else saved.company.chairs_of(person)
    state = live.frames.state
    to_act = () if state is None or not mine else live.game.to_act(state)
    turn = any(chair.seat in to_act for chair in mine)
    free = saved.company.most - len(saved.company.chairs) if saved.status == "open" else 0
    code = code_of(row, saved.status)
    return TableCard(
        table=row.id,
        game=row.game,
        status=saved.status,
        names=live.lobby.names(),
        created=row.created,
        your_turn=turn,
        code=code,
        free=free,
        house_rules=live.game.house_rules(saved.options, len(saved.company.chairs)),
    )


def letters(alphabet: str, count: int) -> str:
    """Draws letters that nobody guesses."""
    return "".join(secrets.choice(alphabet) for _ in range(count))
