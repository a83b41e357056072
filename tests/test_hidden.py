"""Does anything hidden leave the server before its time? Every byte of whole games is looked through."""

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from boltbox.rules.luck import Luck, MixerLuck
from boltbox.rules.luckybox.state import State
from boltbox.rules.shelf import SHELF
from boltbox.server.mailbox import ClientRequest, Mailbox
from boltbox.server.messages import (
    Arrange,
    Join,
    Leave,
    Pause,
    React,
    Say,
    Start,
    TableSettings,
)
from boltbox.table.deal import Deal
from boltbox.table.table import Table
from boltbox.table.timed import TimedState
from tests.desk import Ear, Hall, act, again, legal, make_hall
from tests.wild_tables import Forked

pytestmark = pytest.mark.anyio
LUCKYBOX = SHELF["luckybox"]
SEATS = ("ann", "bob", "cat")

Json = dict[str, Any]


@pytest.fixture
def hall(anyio_backend: str) -> Hall:
    return make_hall()


async def sit(hall: Hall, luck: Luck | None = None) -> tuple[Mailbox, list[Ear]]:
    """Seats three people, and one of them watches in another browser; with a luck of one's own."""
    mailbox, ears = await hall.open(SEATS, "luckybox", start=False)
    if luck is not None:
        mailbox.live.table = Table(mailbox.live.game, luck)
    spectator = hall.enter(mailbox, ears[0].person, watch=True)
    mailbox.post(ears[0], Start("start"))
    await mailbox.empty()
    return mailbox, [*ears, spectator]


def state_of(mailbox: Mailbox) -> State:
    state = mailbox.live.table.state
    assert isinstance(state, TimedState)
    assert isinstance(state.game, State)
    return state.game


async def play(mailbox: Mailbox, ears: list[Ear], seed: int) -> None:
    """Plays to the end, with mistakes and second thoughts, by what everybody may see."""
    rng = Random(seed)
    while not mailbox.live.table.over:
        seat = rng.choice(LUCKYBOX.to_act(state_of(mailbox)))
        wish: Json = rng.choice(list(legal(mailbox, seat)))
        chance = rng.random()
        if chance < 0.1:
            wish = {"t": "takeBack", "to": rng.randrange(2)}
        elif chance < 0.15:
            wish = {"t": "cross", "box": rng.randrange(60), "cell": rng.randrange(9), "way": "drawn"}
        elif chance < 0.2:
            wish = {"t": "choose", "boxes": [rng.randrange(60)]}
        act(mailbox, ears[seat - 1], wish, id_=f"id{rng.random()}")
        await mailbox.empty()


def found(value: object, key: str) -> Iterator[Any]:
    """Finds all that stands under a key, however deep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key:
                yield inner
            yield from found(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from found(inner, key)


async def test_no_byte_names_a_secret_a_draw_or_what_is_to_come(hall: Hall) -> None:
    """C16: the secret, the seed, draws of luck and bags, in all that anybody was sent."""
    mailbox, ears = await sit(hall)
    await play(mailbox, ears, 3)
    secret = mailbox.live.lobby.agreed.row.secret
    seed = Deal(secret).seed
    hidden = [form for one in (secret, seed) for form in (one.hex(), b64encode(one).decode(), str(list(one)))]
    hidden += ['"drew"', '"draws"', '"supply"', '"pile"', '"deck":[', '"faces":[{', '"started"']
    for ear in ears:
        everything = "".join(ear.texts)
        assert len(everything) > 20_000
        for secret_text in hidden:
            assert secret_text not in everything
    assert hashlib.sha256(secret).hexdigest() in ears[3].texts[1]


async def test_boxes_are_seen_by_whom_they_are_offered_to_and_by_all_once_kept(hall: Hall) -> None:
    """C16: no frame names a box before its audience may see it."""
    mailbox, ears = await sit(hall)
    public: set[int] = set()
    allowed: list[set[int]] = [set() for _ in ears]
    heard = [0] * len(ears)

    def look() -> None:
        for event in (event for ear in ears for frame in ear.frames for event in frame.get("told") or ()):
            if event["t"] == "kept":
                public.update(event["boxes"], event["discarded"])
        for seat, hand in enumerate(state_of(mailbox).hands):
            allowed[seat].update(hand.offer)
        for index, ear in enumerate(ears):
            for frame in ear.frames[heard[index] :]:
                # A refusal may name the number that was asked for, which says nothing.
                shown = [] if frame["t"] == "refused" else frame
                lists = [boxes for boxes in found(shown, "boxes") if isinstance(boxes, list)]
                ids = {box["id"] if isinstance(box, dict) else box for boxes in lists for box in boxes}
                ids |= {box["id"] for own in found(shown, "own") for box in own["offer"]}
                ids |= {box for chosen in found(shown, "chosen") for box in chosen or ()}
                assert ids <= public | allowed[index]
            heard[index] = len(ear.frames)

    look()
    rng = Random(5)
    while not mailbox.live.table.over:
        seat = rng.choice(LUCKYBOX.to_act(state_of(mailbox)))
        act(mailbox, ears[seat - 1], rng.choice(list(legal(mailbox, seat))))
        await mailbox.empty()
        look()
    assert len(public) > 20


async def sent(hall: Hall, luck: Luck, seed: int = 11) -> list[list[str]]:
    """Lists what each was sent of a whole game, but for what differs from table to table."""
    mailbox, ears = await sit(hall, luck)
    await play(mailbox, ears, seed)
    return [[text for text in ear.texts if not text.startswith('{"t":"lobby"')] for ear in ears]


def until(texts: list[str], mark: str) -> list[str]:
    return texts[: next(index for index, text in enumerate(texts) if mark in text)]


@pytest.mark.parametrize(("round_", "draw"), [(1, 2), (2, 1), (3, 9), (4, 5)])
async def test_another_future_number_changes_no_byte_before_it_comes(
    hall: Hall, round_: int, draw: int
) -> None:
    """C16: undrawn numbers can't be told from anything that was sent."""
    here = await sent(hall, MixerLuck(8))

    def differs(stream: str, at: int, count: int) -> bool:
        return stream == "numbers" and (at, count) >= (round_, draw)

    mark = f'"t":"numberDrawn","round":{round_},"draw":{draw},'
    changed = 0
    for other in range(3):
        there = await sent(hall, Forked(MixerLuck(8), MixerLuck(100 + other), differs))
        for mine, theirs in zip(here, there, strict=True):
            assert until(mine, mark) == until(theirs, mark)
            changed += mine != theirs
    assert changed


async def test_another_offer_changes_no_byte_for_others_before_it_is_kept(hall: Hall) -> None:
    """C16, C17, C20: the last box dealt to the last seat is another one; only that seat can know."""
    here = await sent(hall, MixerLuck(8))
    last = 3 * 5 - 1

    def differs(stream: str, at: int, count: int) -> bool:
        return stream == "boxes" and (at, count) == (0, last)

    changed = 0
    for other in range(3):
        there = await sent(hall, Forked(MixerLuck(8), MixerLuck(200 + other), differs))
        for index in (0, 1, 3):
            assert until(here[index], '"t":"kept"') == until(there[index], '"t":"kept"')
        changed += here[2] != there[2]
    assert changed


async def test_who_has_chosen_is_known_and_what_isnt(hall: Hall) -> None:
    """C20, C17: whichever boxes a seat chose, the others and spectators are sent the same bytes."""
    told: list[list[list[str]]] = []
    for wish in (0, 5):
        mailbox, ears = await sit(hall, MixerLuck(4))
        before = [len(ear.texts) for ear in ears]
        act(mailbox, ears[0], list(legal(mailbox, 1))[wish], id_="choice")
        await mailbox.empty()
        act(
            mailbox, ears[0], list(legal(mailbox, 2))[wish], decision=1, id_="second thoughts"
        )  # not one's own
        await mailbox.empty()
        late = hall.enter(mailbox, None)
        told.append([ear.texts[count:] for ear, count in zip([*ears, late], [*before, 1], strict=True)])
        others = [json.loads(text) for text in told[-1][1]]
        assert [event["t"] for frame in others for event in frame["told"]] == ["ready"]
    assert told[0][0] != told[1][0]
    for index in (1, 2, 3):
        assert told[0][index] == told[1][index]
    assert told[0][4][-1] == told[1][4][-1]


async def test_a_seated_person_who_watches_sees_what_spectators_see(hall: Hall) -> None:
    """C17."""
    mailbox, ears = await sit(hall)
    stranger, spectator = hall.enter(mailbox, None), hall.enter(mailbox, ears[1].person, watch=True)
    assert stranger.of("whole") == spectator.of("whole")
    assert set(spectator.of("whole")[0]["parts"]) == {"head", "rules", "clock", "seat1", "seat2", "seat3"}
    assert spectator.of("lobby")[0]["you"] is None
    assert spectator.of("welcome")[0]["seat"] is None


async def test_who_left_sees_what_spectators_see_until_the_seat_is_taken_back(hall: Hall) -> None:
    """C16, C17: nothing that was dealt meanwhile, and of others nothing ever."""
    mailbox, ears = await sit(hall)
    stranger, (ann, bob, cat, _) = hall.enter(mailbox, None), ears
    mailbox.post(bob, Leave("l"))
    await mailbox.empty()
    left = bob.frames.index(bob.of("whole")[-1])
    for seat, ear in ((1, ann), (3, cat)):
        act(mailbox, ear, next(legal(mailbox, seat)))
    mailbox.post(ann, Arrange("a", TableSettings(absent="pass")))
    mailbox.post(cat, React("r", "wow"))
    await mailbox.empty()
    unseen = [frame for frame in bob.frames[left:] if frame["t"] in ("whole", "step")]
    assert [frame["parts"] for frame in unseen[1:]] == [frame["parts"] for frame in stranger.of("step")[1:]]
    assert not {"own", "ask"} & {name for frame in unseen for name in frame["parts"]}
    mailbox.post(bob, Join("j"))
    await mailbox.empty()
    back = bob.of("whole")[-1]["parts"]
    assert set(back) == {"head", "rules", "clock", "seat1", "seat2", "seat3", "own", "ask"}
    assert back == json.loads(mailbox.live.frames.view(2))


async def test_watchers_learn_nothing_that_lets_one_join(hall: Hall) -> None:
    """C17: in a whole game with all that can happen around it."""
    mailbox, ears = await sit(hall)
    row = mailbox.live.lobby.agreed.row
    requests: tuple[ClientRequest, ...] = (
        Arrange("1", TableSettings(absent="wait", listed=True)),
        Pause("2", on=True),
        Pause("3", on=False),
        Say("4", "only for those who came by the link"),
        React("5", "bolt"),
    )
    for request in requests:
        mailbox.post(ears[0], request)
        await mailbox.empty()
        assert ears[0].answer(request.id)["t"] != "refused"
    await play(mailbox, ears, 5)
    again(mailbox, ears[0], "again")
    await mailbox.empty()
    following = await hall.tables.find(ears[0].answer("again")["next"])
    assert following is not None
    after = following.live.lobby.agreed.row
    heard = "".join(ears[3].texts)
    for secret in (row.id, row.code, after.id, after.code, "only for those"):
        assert secret
        assert secret not in heard
        assert secret in "".join(ears[1].texts) or secret == after.code
    assert f'"next":"{after.watch}"' in heard


async def choose_first(mailbox: Mailbox, ears: list[Ear]) -> None:
    for seat in (1, 2, 3):
        act(mailbox, ears[seat - 1], next(legal(mailbox, seat)))
    await mailbox.empty()


def plain_answer(mailbox: Mailbox, seat: int) -> Json:
    """Names an answer that sets off no bonus."""
    choices = LUCKYBOX.ask(state_of(mailbox), seat).choices  # type: ignore[attr-defined]
    quiet = [choice for choice in choices if not choice.lines]
    state = state_of(mailbox)
    actions = list(LUCKYBOX.legal(state, seat))
    return list(legal(mailbox, seat))[actions.index(quiet[0].action)]


async def test_nothing_is_taken_back_once_the_next_number_came(hall: Hall) -> None:
    """C21."""
    mailbox, ears = await sit(hall)
    await choose_first(mailbox, ears)
    before = state_of(mailbox).places[0]
    act(mailbox, ears[0], plain_answer(mailbox, 1))
    id_ = act(mailbox, ears[0], {"t": "takeBack"}, decision=before.decision + 1)
    await mailbox.empty()
    assert ears[0].answer(id_)["t"] == "step"
    restored = state_of(mailbox).places[0]
    assert (restored.board, restored.trail) == (before.board, before.trail)
    for seat in (1, 2, 3):
        act(mailbox, ears[seat - 1], plain_answer(mailbox, seat))
    await mailbox.empty()
    position = mailbox.live.table.position
    refused = act(mailbox, ears[0], {"t": "takeBack"})
    stale = act(mailbox, ears[0], {"t": "takeBack"}, decision=1)
    assert ears[0].answer(refused)["code"] == "nothing_to_take_back"
    assert ears[0].answer(stale)["code"] == "already_decided"
    assert mailbox.live.table.position == position


async def test_taking_back_undoes_ones_own_steps_only(hall: Hall) -> None:
    """C22."""
    mailbox, ears = await sit(hall)
    await choose_first(mailbox, ears)
    act(mailbox, ears[0], plain_answer(mailbox, 1))
    await mailbox.empty()
    others = state_of(mailbox).places[0]
    act(mailbox, ears[1], plain_answer(mailbox, 2))
    act(mailbox, ears[1], {"t": "takeBack"})
    await mailbox.empty()
    assert state_of(mailbox).places[0] is others
    assert state_of(mailbox).places[1].trail == ()
    assert set(ears[2].frames[-1]["parts"]) == {"seat2"}


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ('{"t":"cross","box":0,"cell":9,"way":"drawn"}', {"no_such_cell", "not_your_box"}),
        ('{"t":"cross","box":0,"cell":-1,"way":"drawn"}', {"no_such_cell", "not_your_box"}),
        ('{"t":"cross","box":0,"cell":1.5,"way":"drawn"}', {"unknown_action"}),
        ('{"t":"cross","box":0,"cell":"3","way":"drawn"}', {"unknown_action"}),
        ('{"t":"cross","box":0,"cell":1,"way":"drawn","seat":2}', {"unknown_action"}),
        ('{"t":"cross","box":0,"cell":1,"way":"drawn","grid":"111111111"}', {"unknown_action"}),
        ('{"t":"cross","box":99999999999999999999,"cell":1,"way":"drawn"}', {"not_your_box"}),
        ('{"t":"choose","boxes":[0]}', {"nothing_to_choose"}),
        ('{"t":"timeUp","seat":2}', {"unknown_action"}),
        ("[]", {"unknown_action"}),
        ("null", {"unknown_action"}),
    ],
)
async def test_what_can_be_said_for_nobody_else_is_refused(hall: Hall, wish: str, code: set[str]) -> None:
    """C15: another seat, a strange box, an altered face, cells that aren't there; nothing changes."""
    mailbox, ears = await sit(hall)
    await choose_first(mailbox, ears)
    position, counts = mailbox.live.table.position, [len(ear.texts) for ear in ears]
    id_ = act(mailbox, ears[0], wish)
    await mailbox.empty()
    assert ears[0].answer(id_)["code"] in code
    assert mailbox.live.table.position == position
    assert [len(ear.texts) for ear in ears[1:]] == counts[1:]
    strange = next(iter({"t": "cross", "box": box.id, "cell": 0, "way": "drawn"} for box in _others(mailbox)))
    assert ears[0].answer(act(mailbox, ears[0], strange))["code"] == "not_your_box"


def _others(mailbox: Mailbox) -> Iterator[Any]:
    yield from state_of(mailbox).places[1].board.boxes
