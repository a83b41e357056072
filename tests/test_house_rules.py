"""Can what may be agreed be asked for over HTTP, changed by the host, kept and shared? LB-8, LB-9."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest
from litestar import Litestar

from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.luckybox.deck import built_in, read_deck
from boltbox.rules.shelf import AnyGame
from boltbox.server.agreeing import hash_of, options_card
from boltbox.server.limits import HOUR
from tests.asking import asked, browser, problem
from tests.desk import Clock

FACE = "123231789 4,5,6 LL,M,M\n"
TEXT = "name: Mine\nauthor: Me\nlicence: CC0\n" + FACE * 20
GAME = "/api/games/luckybox"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Litestar]:
    async with asked(tmp_path, Clock()) as made:
        yield made


async def person(app: Litestar, name: str) -> httpx.AsyncClient:
    client = browser(app)
    assert (await client.put("/api/me", json={"name": name})).status_code == 200
    return client


async def opened(client: httpx.AsyncClient, **new: Any) -> str:
    answer = await client.post("/api/tables", json={"game": "luckybox", **new})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    return table


async def own_deck(client: httpx.AsyncClient, text: str = TEXT) -> dict[str, Any]:
    card: dict[str, Any] = (await client.post(f"{GAME}/deck", json={"text": text})).json()
    return card


# Asking -----------------------------------------------------------------------------------------------------


async def test_the_shelf_names_rule_sets_and_ranges(app: Litestar) -> None:
    """LB-8.1, LB-8.3."""
    games = (await browser(app).get("/api/games")).json()
    (lucky,) = (game for game in games if game["game"] == "luckybox")
    assert [one["name"] for one in lucky["ruleSets"]] == ["classic", "chengdu"]
    assert lucky["ruleSets"][0]["options"] == lucky["options"]
    assert lucky["ruleSets"][1]["options"]["startingLightning"] == 0
    assert lucky["ranges"]["startingLightning"] == [0, 9]
    assert lucky["ranges"]["moonPoints.solo"] == lucky["ranges"]["boxPoints"] == [-99, 99]


async def test_options_are_filled_from_their_rule_set(app: Litestar) -> None:
    """LB-8.2: what a rule set has by default is no house rule."""
    client = browser(app)
    asking = {"options": {"ruleSet": "chengdu"}}
    card = (await client.post(f"{GAME}/options", json=asking)).json()
    assert (card["houseRules"], card["problem"]) == (False, None)
    assert (card["options"]["passRule"], card["options"]["starPoints"]) == ("always", [2])
    deck = built_in("boltbox")
    assert card["deck"] == {
        "name": deck.name,
        "author": deck.author,
        "licence": deck.licence,
        "faces": 60,
        "deck": "boltbox",
        "hash": hash_of(deck),
    }
    asking["options"]["rounds"] = 2  # type: ignore[assignment]
    assert (await client.post(f"{GAME}/options", json=asking)).json()["houseRules"]


@pytest.mark.parametrize(
    ("options", "seats", "code", "thing"),
    [
        ({"kept": 6}, None, "keep_more_than_dealt", "kept"),
        ({"dealt": 9, "decks": 1}, 7, "too_few_boxes", "dealt"),
        ({"rounds": 9}, 2, "option_range", "rounds"),
        ({"boxPoints": []}, 2, "option_length", "box_points"),
        ({"ruleSet": "chengdu", "offer": 1}, 2, "not_in_rule_set", "offer"),
        ({"deck": "none"}, 2, "unknown_deck", "deck"),
        ({}, 13, "wrong_seats", "seats"),
        ({"rounds": "many"}, 2, "unknown_option", "options"),
        ({"colour": "red"}, 2, "unknown_option", "options"),
        ([], None, "unknown_option", "options"),
    ],
)
async def test_nonsense_is_answered_with_its_reason(
    app: Litestar, options: object, seats: int | None, code: str, thing: str
) -> None:
    """LB-8.3: while editing, so it is no error; and a new table or an open one doesn't take it."""
    client = await person(app, "Ann")
    answer = await client.post(f"{GAME}/options", json={"options": options, "seats": seats})
    assert answer.status_code == 200
    card = answer.json()
    assert (card["problem"]["code"], card["problem"]["thing"]) == (code, thing)
    assert "{" not in card["problem"]["text"]
    assert (card["deck"] is None) == (code == "unknown_deck")
    if seats is None or seats <= 2:
        table = await opened(client, bots=["uniform"])
        changed = await client.put(f"/api/tables/{table}/options", json={"options": options})
        assert problem(changed, 422).code == code
        new = await client.post("/api/tables", json={"game": "luckybox", "options": options})
        assert problem(new, 422).code == code


async def test_a_deck_is_read_or_refused_with_line_and_cause(app: Litestar) -> None:
    """LB-9.1, LB-9.3."""
    client = browser(app)
    card = await own_deck(client)
    deck = read_deck(TEXT)
    assert (card["name"], card["author"], card["licence"], card["faces"]) == ("Mine", "Me", "CC0", 20)
    assert card["deck"]["faces"][0] == {
        "grid": "123231789",
        "rows": ["4", "5", "6"],
        "columns": ["LL", "M", "M"],
    }
    assert card["hash"] == hash_of(deck)
    wrong = problem(await client.post(f"{GAME}/deck", json={"text": TEXT + "12 3 4\n"}), 400)
    assert (wrong.code, wrong.params) == (
        "bad_deck",
        {"line": 24, "cause": "a grid is nine digits 1-9, not '12'"},
    )
    long = problem(await client.post(f"{GAME}/deck", json={"text": f"{'x' * 60_000} 1 2"}), 400)
    assert len(str(long.params["cause"])) <= 200


def test_goals_are_a_deck_too() -> None:
    """LD-7.1, LD-7.2: the same cards speak of them."""
    decks = LIGHTNINGDICE.decks
    assert decks is not None
    goals = "".join(f"sum={number}\n" for number in range(10, 20))
    deck = decks.read(f"name: Sums\nauthor: Me\nlicence: CC0\n{goals}", "sums")
    options = msgspec.structs.replace(LIGHTNINGDICE.options(), deck=deck)
    card = options_card(cast(AnyGame, LIGHTNINGDICE), options, 2)
    assert (card.problem, card.house_rules) == (None, True)
    assert card.deck is not None
    assert (card.deck.name, card.deck.faces, bytes(card.deck.deck)) == ("Sums", 10, msgspec.json.encode(deck))
    assert decks.bare(options).deck == msgspec.structs.replace(deck, goals=())


async def test_what_is_not_there_is_named(app: Litestar) -> None:
    client = await person(app, "Ann")
    for path, body in (("options", {"options": {}}), ("deck", {"text": ""})):
        assert problem(await client.post(f"/api/games/none/{path}", json=body), 404).code == "unknown_game"
    for path in ("options", "deck"):
        assert problem(await client.get(f"/api/tables/none/{path}"), 404).code == "unknown_table"
    refused = await client.put("/api/tables/none/options", json={"options": {}})
    assert problem(refused, 404).code == "unknown_table"


# At a table -------------------------------------------------------------------------------------------------


async def test_only_the_host_changes_what_is_agreed_and_only_before_the_start(app: Litestar) -> None:
    """LB-8.1."""
    ann, ben = await person(app, "Ann"), await person(app, "Ben")
    table = await opened(ann, bots=["uniform"])
    body = {"options": {"rounds": 2, "bonusOptional": True}}
    path = f"/api/tables/{table}/options"
    assert problem(await browser(app).put(path, json=body), 401).code == "nobody"
    assert problem(await ben.put(path, json=body), 403).code == "not_host"
    card = (await ann.put(path, json=body)).json()
    assert (card["options"]["rounds"], card["options"]["bonusOptional"], card["houseRules"]) == (
        2,
        True,
        True,
    )
    assert (await ben.get(path)).json() == card
    running = await opened(ann, bots=["uniform"], start=True)
    assert problem(await ann.put(f"/api/tables/{running}/options", json=body), 409).code == "already_started"
    assert not (await ann.get(f"/api/tables/{running}/options")).json()["houseRules"]


async def test_an_own_deck_is_on_the_table_whole(app: Litestar) -> None:
    """LB-8.1, LB-8.2, LB-9.1: before the start and after it, for who watches too."""
    ann = await person(app, "Ann")
    card = await own_deck(ann)
    table = await opened(ann, bots=["uniform"])
    assert (await ann.get(f"/api/tables/{table}/deck")).text == built_in("boltbox").write()
    changed = (await ann.put(f"/api/tables/{table}/options", json={"options": {"deck": card["deck"]}})).json()
    assert changed["houseRules"]
    assert changed["deck"] == card
    deck = await browser(app).get(f"/api/tables/{table}/deck")
    assert deck.headers["content-type"].startswith("text/plain")
    assert read_deck(deck.text) == read_deck(TEXT)
    running = await opened(ann, options={"deck": card["deck"]}, bots=["uniform"], start=True)
    assert (await ann.get(f"/api/tables/{running}/deck")).text == deck.text


async def test_an_own_deck_that_no_file_could_be_is_refused(app: Litestar) -> None:
    """LB-9.3: however it comes."""
    ann = await person(app, "Ann")
    deck = (await own_deck(ann))["deck"]
    for change, cause in (
        ({"name": " Mine"}, "'name' begins or ends with a blank"),
        ({"author": "A\nB"}, "'author' has signs that can't be seen"),
        ({"licence": "x" * 61}, "'licence' has 61 characters, 60 at most"),
        ({"faces": deck["faces"][:4]}, "a deck has 5 to 240 faces, this one 4"),
        (
            {"faces": [{**deck["faces"][0], "grid": "12323178x"}] * 5},
            "a grid is nine digits 1-9, not '12323178x'",
        ),
    ):
        asking = {"options": {"deck": {**deck, **change}}}
        found = (await ann.post(f"{GAME}/options", json=asking)).json()["problem"]
        assert (found["code"], found["params"]) == ("wrong_deck", {"cause": cause})


# Presets ----------------------------------------------------------------------------------------------------


async def test_house_rules_are_kept_and_shown_by_a_link(app: Litestar) -> None:
    """LB-8.1: whoever has the link can open a table by them; only who keeps them lets go of them."""
    ann, ben = await person(app, "Ann"), await person(app, "Ben")
    deck = (await own_deck(ann))["deck"]
    new = {"game": "luckybox", "name": "  Short   game ", "options": {"rounds": 1, "deck": deck}}
    made = await ann.post("/api/presets", json=new)
    assert made.status_code == 201
    card = made.json()
    assert len(card["preset"]) == 12
    assert (card["name"], card["by"], card["own"], card["houseRules"]) == ("Short game", "Ann", True, True)
    assert (await ann.get("/api/presets")).json() == [card]
    assert (await ben.get("/api/presets")).json() == (await browser(app).get("/api/presets")).json() == []
    seen = (await ben.get(f"/api/presets/{card['preset']}")).json()
    assert seen == card | {"own": False}
    table = await opened(ben, options=seen["options"], bots=["uniform"])
    assert (await ben.get(f"/api/tables/{table}/options")).json()["options"] == card["options"]
    path = f"/api/presets/{card['preset']}"
    assert problem(await ben.delete(path), 404).code == "unknown_preset"
    assert problem(await browser(app).delete(path), 401).code == "nobody"
    assert (await ann.delete(path)).status_code == 204
    assert problem(await ben.get(path), 404).code == "unknown_preset"


async def test_rules_of_a_race_are_kept_though_nobody_can_race_alone(app: Litestar) -> None:
    """LD-1.1, LD-1.4: a preset is for tables to come, with whoever sits down there."""
    ann = await person(app, "Ann")
    options = {"mode": "standard", "target": 30, "offTable": 20}
    made = await ann.post("/api/presets", json={"game": "lightningdice", "name": "Long", "options": options})
    card = made.json()
    assert (made.status_code, card["houseRules"], card["options"]["offTable"]) == (201, True, 20)
    wrong = {"game": "lightningdice", "name": "Long", "options": options | {"offTable": 5}}
    assert problem(await ann.post("/api/presets", json=wrong), 422).code == "option_range"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": ""}, "name_empty"),
        ({"name": "x" * 41}, "name_long"),
        ({"name": "a\u202eb"}, "name_hidden"),
        ({"options": {"kept": 9}}, "keep_more_than_dealt"),
        ({"options": 7}, "unknown_option"),
    ],
)
async def test_a_preset_that_says_nothing_is_refused(
    app: Litestar, change: dict[str, Any], code: str
) -> None:
    ann = await person(app, "Ann")
    new = {"game": "luckybox", "name": "Ours", "options": {}, **change}
    assert problem(await ann.post("/api/presets", json=new), 422).code == code
    assert problem(await ann.post("/api/presets", json={**new, "game": "none"}), 404).code == "unknown_game"
    assert problem(await browser(app).post("/api/presets", json=new), 401).code == "nobody"


async def test_one_person_keeps_fifty_and_not_all_at_once(tmp_path: Path) -> None:
    clock = Clock()
    async with asked(tmp_path, clock) as app:
        ann = await person(app, "Ann")
        new = {"game": "luckybox", "name": "Ours", "options": {}}
        for number in range(50):
            made = await ann.post("/api/presets", json={**new, "name": f"Ours {number}"})
            if made.status_code == 429:
                assert int(made.headers["Retry-After"]) > 0
                clock.now += HOUR
                made = await ann.post("/api/presets", json={**new, "name": f"Ours {number}"})
            assert made.status_code == 201
        clock.now += HOUR
        assert problem(await ann.post("/api/presets", json=new), 409).params == {"most": 50}
        names = [card["name"] for card in (await ann.get("/api/presets")).json()]
        assert len(names) == 50
        assert names[0] in {f"Ours {number}" for number in range(40, 50)}
        assert json.dumps(names)
