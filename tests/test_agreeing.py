"""Does everybody agree to the exact set of options, and is it kept as they agreed? LB-8.1, LB-8.2, LB-8.4."""

import asyncio
import hashlib
import json
from typing import Any

import msgspec
import pytest

from boltbox.rules.luckybox.deck import read_deck
from boltbox.rules.luckybox.options import Options
from boltbox.server.mailbox import Mailbox
from boltbox.server.messages import Join, ReadyUp, Start
from boltbox.server.store import Person
from tests.desk import Ear, Hall, act, again, legal, make_hall

DECK = read_deck("name: Mine\nauthor: Me\nlicence: CC0\n" + "123231789 4,5,6 LL,M,M\n" * 240)

pytestmark = pytest.mark.anyio


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    return make_hall()


def host(ear: Ear) -> Person:
    assert ear.person is not None
    return ear.person


def ready(ear: Ear) -> list[bool]:
    return [seat["ready"] for seat in ear.of("lobby")[-1]["seats"]]


async def ask(mailbox: Mailbox, ear: Ear, request: Any) -> None:
    mailbox.post(ear, request)
    await mailbox.empty()


async def test_a_change_withdraws_what_was_agreed(hall: Hall) -> None:
    """LB-8.1, LB-8.4: setting is the host's agreement; all others are asked anew."""
    mailbox, (ann, ben) = await hall.open(game="luckybox", start=False)
    assert ready(ben) == [True, True]
    assert await mailbox.agree_on(host(ann), Options(rounds=2)) is None
    for ear in (ann, ben):
        lobby = ear.of("lobby")[-1]
        assert (lobby["options"]["rounds"], lobby["houseRules"], lobby["mayStart"]) == (2, True, False)
        assert ready(ear) == [True, False]
    await ask(mailbox, ann, Start("early"))
    assert ann.answer("early")["code"] == "not_agreed"
    await ask(mailbox, ben, ReadyUp("yes", on=True))
    await ask(mailbox, ann, Start("now"))
    assert ann.of("lobby")[-1]["status"] == "running"
    assert ben.of("step")[-1]["parts"]["rules"]["options"]["rounds"] == 2


async def test_who_sits_down_later_agrees_to_what_is_there(hall: Hall) -> None:
    """LB-8.4: and to nothing that comes after it."""
    mailbox, (ann, _) = await hall.open(game="luckybox", start=False)
    await mailbox.agree_on(host(ann), Options(rounds=2))
    late = hall.enter(mailbox, hall.person("cleo"))
    assert late.of("lobby")[-1]["options"]["rounds"] == 2
    await ask(mailbox, late, Join("sit"))
    assert ready(late) == [True, False, True]
    await mailbox.agree_on(host(ann), Options(rounds=3))
    assert ready(late) == [True, False, False]


async def test_the_same_set_again_asks_nobody(hall: Hall) -> None:
    """LB-8.1: only a change does."""
    mailbox, (ann, ben) = await hall.open(game="luckybox", start=False)
    frames = len(ben.frames)
    assert await mailbox.agree_on(host(ann), Options()) is None
    assert (len(ben.frames), ready(ben)) == (frames, [True, True])


async def test_only_the_host_and_only_before_the_start(hall: Hall) -> None:
    """LB-8.1."""
    mailbox, (ann, ben) = await hall.open(game="luckybox", start=False)
    refusal = await mailbox.agree_on(host(ben), Options(rounds=2))
    assert refusal is not None
    assert refusal.code == "not_host"
    await ask(mailbox, ann, Start("now"))
    refusal = await mailbox.agree_on(host(ann), Options(rounds=2))
    assert refusal is not None
    assert refusal.code == "already_started"


async def test_what_who_sits_here_cannot_play_is_refused(hall: Hall) -> None:
    """LB-8.3: more boxes than the deck holds, for those who sit."""
    mailbox, (ann, _, _) = await hall.open(("ann", "ben", "cleo"), game="luckybox", start=False)
    few = msgspec.structs.replace(DECK, faces=DECK.faces[:14])
    refusal = await mailbox.agree_on(host(ann), Options(deck=few, decks=1))
    assert refusal is not None
    assert (refusal.code, refusal.params) == ("too_few_boxes", {"need": 15, "have": 14})
    assert await mailbox.agree_on(host(ann), Options(deck=few, decks=2)) is None


async def test_nobody_hears_before_it_is_saved(hall: Hall) -> None:
    mailbox, (ann, ben) = await hall.open(game="luckybox", start=False)
    hall.store.gate.clear()
    changing = asyncio.create_task(mailbox.agree_on(host(ann), Options(rounds=2)))
    await asyncio.sleep(0.01)
    assert not changing.done()
    assert ben.of("lobby")[-1]["options"]["rounds"] == 4
    hall.store.gate.set()
    assert await changing is None
    assert ben.of("lobby")[-1]["options"]["rounds"] == 2


async def test_what_could_not_be_saved_did_not_happen(hall: Hall) -> None:
    mailbox, (ann, ben) = await hall.open(game="luckybox", start=False)
    hall.store.failure = OSError("no space")
    refusal = await mailbox.agree_on(host(ann), Options(rounds=2))
    assert refusal is not None
    assert refusal.code == "not_saved"
    hall.store.failure = None
    assert (ben.of("lobby")[-1]["options"]["rounds"], ready(ben)) == (4, [True, True])
    assert await mailbox.agree_on(host(ann), Options(rounds=3)) is None
    assert ben.of("lobby")[-1]["options"]["rounds"] == 3


async def test_who_asks_no_more_keeps_nothing_from_happening(hall: Hall) -> None:
    mailbox, (ann, ben) = await hall.open(game="luckybox", start=False)
    hall.store.gate.clear()
    changing = asyncio.create_task(mailbox.agree_on(host(ann), Options(rounds=2)))
    await asyncio.sleep(0.01)
    changing.cancel()
    hall.store.gate.set()
    await mailbox.empty()
    assert ben.of("lobby")[-1]["options"]["rounds"] == 2


async def test_a_restart_keeps_what_was_agreed(hall: Hall) -> None:
    """LB-8.1: options, and who has agreed to them; the seal stays that of the opening."""
    mailbox, (ann, _) = await hall.open(game="luckybox", start=False)
    sealed = ann.of("lobby")[-1]["commitment"]
    await mailbox.agree_on(host(ann), Options(rounds=2, deck=DECK))
    await mailbox.close()
    restarted = make_hall(store=hall.store)
    found = await restarted.tables.find(mailbox.live.id)
    assert found is not None
    back = restarted.enter(found, host(ann))
    lobby = back.of("lobby")[-1]
    assert (lobby["options"]["rounds"], lobby["deck"]["name"], lobby["commitment"]) == (2, "Mine", sealed)
    assert ready(back) == [True, False]
    assert found.live.lobby.saved.options == Options(rounds=2, deck=DECK)


async def test_a_lobby_names_an_own_deck_and_does_not_tell_it(hall: Hall) -> None:
    """It is sent whenever somebody comes or goes; 240 faces are 20 KB."""
    mailbox, (ann, ben) = await hall.open(game="luckybox", start=False)
    lobby = ben.of("lobby")[-1]
    assert lobby["deck"] | {"hash": ""} == {
        "name": "Boltbox",
        "author": "Boltbox contributors",
        "licence": "CC0-1.0",
        "faces": 60,
        "builtIn": True,
        "hash": "",
    }
    await mailbox.agree_on(host(ann), Options(deck=DECK))
    lobby = ben.of("lobby")[-1]
    assert lobby["options"]["deck"] == {"name": "Mine", "author": "Me", "licence": "CC0", "faces": []}
    assert (lobby["deck"]["faces"], lobby["deck"]["builtIn"], lobby["houseRules"]) == (240, False, True)
    assert len(json.dumps(lobby)) < 3000


async def test_results_are_marked_and_playing_again_keeps_what_was_agreed(hall: Hall) -> None:
    """LB-8.2: house rules stand beside the result, which doesn't count; the next table has the same."""
    mailbox, ears = await hall.open(game="luckybox", start=False)
    ann, ben = ears
    options = Options(rounds=1, deck=DECK)
    await mailbox.agree_on(host(ann), options)
    await ask(mailbox, ben, ReadyUp("yes", on=True))
    await ask(mailbox, ann, Start("now"))
    while not mailbox.live.table.over:
        state = mailbox.live.table.state
        assert state is not None
        seat = mailbox.live.game.to_act(state)[0]
        act(mailbox, ears[seat - 1], next(legal(mailbox, seat)))
    await mailbox.empty()
    assert [(row.house, row.counted) for row in hall.store.results] == [(True, False)] * 2
    hashed = hashlib.sha256(mailbox.live.codec.write(options)).hexdigest()
    assert {row.options_hash for row in hall.store.results} == {hashed}
    again(mailbox, ann, "once more")
    await mailbox.empty()
    following = hall.store.rows[ann.of("lobby")[-1]["next"]]
    assert mailbox.live.codec.options(following.options) == options
