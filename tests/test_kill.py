"""Is anything lost when the server is killed? 50 times, at random moments, under clients that play on."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from boltbox.rules.shelf import SHELF
from boltbox.server.rows import entries
from boltbox.server.store_sqlite import SqliteStore
from boltbox.table.codec import Codec
from boltbox.table.timed import timed
from tests.life import living
from tests.online import Browser, Player, choose, visitor

pytestmark = pytest.mark.anyio
KILLS = 50
LUCKYBOX = timed(SHELF["luckybox"])


class Company:
    """Plays game after game at one table after another, until told to finish the one they are at."""

    def __init__(self, browsers: list[Browser], table: str, rng: Random, bots: int = 0) -> None:
        self.browsers = browsers
        self.table = table
        self.seats = len(browsers) + bots
        self.rng = rng
        self.last = False
        self.games: list[list[Player]] = []

    @property
    def confirmed(self) -> int:
        return sum(len(player.confirmed) for game in self.games for player in game)

    async def play(self) -> None:
        while True:
            players = [Player(one, self.table, self.rng, starts_with=self.seats) for one in self.browsers]
            for player in players:
                player.wants_again = lambda: not self.last
                player.goes_on = lambda player: (
                    not (player.lobby.get("next") or (self.last and player.lobby.get("status") == "ended"))
                )
            self.games.append(players)
            await asyncio.gather(*(player.play() for player in players))
            if self.last:
                return
            following = {player.lobby["next"] for player in players}
            assert len(following) == 1  # all are led to the same table
            (self.table,) = following


async def test_nothing_confirmed_is_lost_or_done_twice(tmp_path: Path) -> None:
    rng = Random(20)
    database = tmp_path / "boltbox.sqlite"
    async with living(database) as life:
        two = [await visitor(life.base) for _ in range(2)]
        one = [await visitor(life.base)]
        companies = [
            Company(two, await two[0].open_table(), rng),
            Company(one, await one[0].open_table(bots=["greedy"]), rng, bots=1),
        ]
        playing = [asyncio.create_task(company.play()) for company in companies]
        for _ in range(KILLS):
            await confirmed(companies, rng.randrange(16))
            await asyncio.sleep(rng.random() * 0.01)
            life.kill()
            await life.begin()
        for company in companies:
            company.last = True
        async with asyncio.timeout(30):
            await asyncio.gather(*playing)
    await check(database, [player for company in companies for game in company.games for player in game])


async def confirmed(companies: list[Company], more: int) -> None:
    """Waits until so many more actions are confirmed, on a busy machine too."""
    least = sum(company.confirmed for company in companies) + more
    await until(lambda: sum(company.confirmed for company in companies) >= least)


async def check(database: Path, players: list[Player]) -> None:
    """Compares what each client was told with what is in the store."""
    store = SqliteStore(database)
    await store.open()
    total = 0
    for player in players:
        rows = await store.entries(player.table)
        log = list(entries(rows, LUCKYBOX, Codec(LUCKYBOX)))
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))
        mine = Counter(
            row.id for row in rows if row.id and row.id.startswith(str(player.browser.me["person"]))
        )
        assert set(mine.values()) <= {1}
        assert set(player.confirmed) == set(mine)
        assert {one["code"] for one in player.refused} <= {"already_started", "already_decided", "not_over"}
        total += len(mine)
        outcome = LUCKYBOX.outcome(log[-1].after)
        assert outcome is not None
        results = await store.results_of(player.table)
        assert [row.total for row in results] == list(outcome.totals)
        assert tuple(player.view["head"]["outcome"]["totals"]) == outcome.totals
    await store.close()
    assert total >= 300
    # Some were saved, and the server was killed before it could say so.
    assert any('"t":"already"' in text for player in players for text in player.texts)


async def test_a_restart_is_mended_by_itself(tmp_path: Path) -> None:
    """C1: three browsers in round 2, the server killed and started again; then one of them answers."""
    async with living(tmp_path / "boltbox.sqlite") as life:
        people = [await visitor(life.base) for _ in range(3)]
        table = await people[0].open_table()
        players = [Player(one, table, Random(seat), starts_with=3) for seat, one in enumerate(people, 1)]
        done = asyncio.Event()
        for player in players:
            player.goes_on = lambda _: not done.is_set()
            player.pauses = in_round_2
        lines = [asyncio.create_task(player.play()) for player in players]
        await until(lambda: all(in_round_2(player) for player in players))
        views = [player.view for player in players]
        life.kill()
        await life.begin()
        await until(lambda: all(wholes(player) == 2 for player in players))
        assert [player.view for player in players] == views
        one, before = players[0], players[0].version
        id_ = await one.ask(
            {"t": "act", "decision": one.view["ask"]["decision"], "action": choose(one.view, one.rng)}
        )
        await until(lambda: all(player.view["seat1"]["steps"] == 1 for player in players))
        assert one.confirmed[id_] == (before or 0) + 1
        assert all(player.view["seat1"] == one.view["seat1"] for player in players)
        done.set()
        await one.ask({"t": "ping"})
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


def wholes(player: Player) -> int:
    return sum('"t":"whole"' in text for text in player.texts)


def in_round_2(player: Player) -> bool:
    """Tells whether the first number of the second round lies there unanswered."""
    head = player.view.get("head")
    return head is not None and (head["round"], head["phase"]) == (2, "draw")


async def until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not happens():
            await asyncio.sleep(0.01)
