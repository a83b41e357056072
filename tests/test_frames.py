"""Do the frames of an entry bring each audience exactly what it may see now, without doing work twice?"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from boltbox.rules.game import SPECTATOR, Audience, Part, Public, State, Told
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.server.frames import RECENT, Frames
from boltbox.table.log import Entry, told
from tests.tiny import TINY
from tests.wild_tables import playing

LUCKYBOX = SHELF["luckybox"]
games = pytest.mark.parametrize(
    ("game", "seats", "seed"),
    [(LUCKYBOX, seats, seed) for seats, seed in ((1, 1), (2, 2), (3, 3), (6, 4))]
    + [(TINY, 3, 5), (TINY, 4, 6)],
)

Json = dict[str, Any]


class Client:
    """Follows one audience as the web does, and checks that nothing is lost."""

    def __init__(self, whole: str) -> None:
        self.version = 0
        self.parts: Json = {}
        self.told: list[Json] = []
        self.hear(whole)

    def hear(self, text: str) -> None:
        message = json.loads(text)
        if message["t"] == "whole":
            self.parts = {}
        else:
            assert message["version"] == self.version + 1
        self.version = message["version"]
        self.parts |= message["parts"]
        self.told += message["told"] or []


def plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def audiences(seats: int) -> list[Audience]:
    return [*range(1, seats + 1), SPECTATOR]


def log_of(game: AnyGame, seats: int, seed: int) -> Iterator[Entry]:
    return (entry for _, entry in playing(game, seats, seed))


@games
def test_parts_over_the_old_view_equal_the_new_one(game: AnyGame, seats: int, seed: int) -> None:
    """At every entry, for every audience; and told nothing means that the view is unchanged."""
    frames = Frames(game)
    frames.begin(range(1, seats + 1))
    everybody = audiences(seats)
    clients = {audience: Client(frames.whole(audience, None).text) for audience in everybody}
    for entry in log_of(game, seats, seed):
        before = {audience: clients[audience].parts.copy() for audience in everybody}
        made = frames.steps(entry, everybody)
        for audience in everybody:
            view = plain(game.view(entry.after, audience))
            heard = told(game, entry, audience)
            assert (audience in made) == bool(heard)
            if audience in made:
                clients[audience].hear(made[audience].text)
            else:
                assert view == before[audience]
            assert clients[audience].parts == view
            assert clients[audience].told[len(clients[audience].told) - len(heard) :] == plain(heard)
            assert clients[audience].version == frames.version(audience)


@games
def test_only_what_changed_is_sent(game: AnyGame, seats: int, seed: int) -> None:
    frames = Frames(game)
    frames.begin(range(1, seats + 1))
    sent = changed = 0
    old: dict[Audience, Json] = {audience: {} for audience in audiences(seats)}
    for entry in log_of(game, seats, seed):
        for audience, made in frames.steps(entry, audiences(seats)).items():
            parts = json.loads(made.text)["parts"]
            sent += len(parts)
            changed += sum(old[audience].get(name) != part for name, part in parts.items())
            old[audience] |= parts
    assert changed <= sent <= changed * 1.5  # a changed source needn't change the part


@games
def test_each_thing_is_encoded_once_for_all_who_see_the_same(game: AnyGame, seats: int, seed: int) -> None:
    asked: Counter[tuple[str, tuple[int, ...]]] = Counter()
    kept: list[State] = []  # so that no id comes back

    def part(state: State, audience: Audience, name: str) -> Part:
        kept.append(state)
        asked[name, tuple(map(id, game.sources(state, audience)[name]))] += 1
        return game.part(state, audience, name)

    frames = Frames(replace(game, part=part))
    frames.begin(range(1, seats + 1))
    for entry in log_of(game, seats, seed):
        asked.clear()
        made = frames.steps(entry, audiences(seats))
        assert set(asked.values()) <= {1}
        texts = [one.text for one in made.values()]
        assert len(set(texts)) == len({id(one) for one in made.values()})


def test_a_step_answers_its_actor_alone() -> None:
    frames = Frames(TINY)
    frames.begin((1, 2))
    for entry in log_of(TINY, 2, 1):
        for audience, made in frames.steps(entry, (1, 2, SPECTATOR)).items():
            answers = entry.id if audience == entry.actor else None
            assert (made.answers, json.loads(made.text)["for"]) == (answers, answers)


@games
def test_who_comes_and_goes_misses_nothing(game: AnyGame, seats: int, seed: int) -> None:
    rng = Random(seed)
    frames = Frames(game)
    frames.begin(range(1, seats + 1))
    clients = {audience: Client(frames.whole(audience, None).text) for audience in audiences(seats)}
    here = set(clients)
    all_told: dict[Audience, list[Json]] = {audience: [] for audience in clients}
    for entry in log_of(game, seats, seed):
        for audience, made in frames.steps(entry, here).items():
            clients[audience].hear(made.text)
        for audience in clients:
            all_told[audience] += plain(told(game, entry, audience))
        for audience, client in clients.items():
            if audience in here and rng.random() < 0.1:
                here.discard(audience)
            elif audience not in here and rng.random() < 0.2:
                here.add(audience)
                client.hear(frames.whole(audience, client.version).text)
    for audience in here:
        assert clients[audience].told == all_told[audience]
        assert clients[audience].version == frames.version(audience)


@games
def test_versions_come_from_the_log(game: AnyGame, seats: int, seed: int) -> None:
    live, loaded = Frames(game), Frames(game)
    live.begin(range(1, seats + 1))
    accepted: dict[tuple[int, str], int] = {}
    log = list(log_of(game, seats, seed))
    for entry in log:
        live.steps(entry, ())
        if entry.id is not None:
            accepted[entry.actor, entry.id] = live.version(entry.actor)
    assert loaded.load(log, range(1, seats + 1)) == accepted
    for audience in audiences(seats):
        assert loaded.version(audience) == live.version(audience)
        assert loaded.whole(audience, 3).text == live.whole(audience, 3).text


def test_what_is_not_at_hand_is_not_told() -> None:
    frames = Frames(LUCKYBOX)
    log = list(log_of(LUCKYBOX, 6, 7))
    frames.load(log, range(1, 7))
    version = frames.version(SPECTATOR)
    assert version > RECENT

    def since(seen: int | None) -> Any:
        return json.loads(frames.whole(SPECTATOR, seen).text)["told"]

    assert since(version) == []
    assert since(version - 1) == plain(told(LUCKYBOX, log[-1], SPECTATOR))
    assert since(version - RECENT - 1) is None
    assert since(None) is None
    assert since(version + 1) is None
    assert since(-(10**30)) is None


def test_before_the_start_there_is_an_empty_view() -> None:
    empty = {"t": "whole", "version": 0, "parts": {}, "told": None, "for": None}
    assert json.loads(Frames(TINY).whole(1, None).text) == empty


@pytest.mark.parametrize("game", [LUCKYBOX, TINY])
def test_public_events_are_told_as_they_are_and_draws_to_nobody(game: AnyGame) -> None:
    """What frames take for granted of every game."""
    for entry in log_of(game, 3, 9):
        for event in entry.events:
            heard: list[Told | None] = [game.tell(event, audience) for audience in audiences(3)]
            if isinstance(event, Public):
                assert all(one is event for one in heard)
            elif type(event).__name__ == "Drew":
                assert heard == [None] * 4
