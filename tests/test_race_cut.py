"""What becomes of presses in a race when the network is cut, or when somebody wants them back?"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.online import serving
from tests.racers import Racer, until
from tests.test_race_online import ANY, running, sit, start

pytestmark = pytest.mark.anyio
Json = dict[str, Any]

ROLL: Json = {"t": "roll", "goal": 1}
GOT: Json = {"t": "claim", "call": "got"}
BACK: Json = {"t": "takeBack", "to": 0}


@asynccontextmanager
async def racing(database: Path) -> AsyncIterator[tuple[Racer, Racer]]:
    """Lets two race who press nothing by themselves, for goals that nearly every roll meets."""
    async with serving(database) as base:
        table, people = await sit(base, ANY)
        ann, bob = (Racer(one, table, presses=False) for one in people)
        async with running(ann, bob):
            await until(lambda: ann.wholes > 0 and bob.wholes > 0)
            await start(base, table, people[0])
            await until(
                lambda: all("head" in one.view and one.view["head"]["phase"] == "race" for one in (ann, bob))
            )
            yield ann, bob


def rests(racer: Racer) -> bool:
    return 0 not in racer.place["values"]


async def back(racer: Racer) -> None:
    """Cuts the line, and waits until all that was pressed is answered over another one."""
    wholes = racer.wholes
    racer.cut()
    await until(lambda: racer.wholes > wholes and not racer.waiting)


async def test_what_was_sent_before_a_cut_counts_once_and_keeps_its_first_answer(tmp_path: Path) -> None:
    """C2: the answers to a roll and to a claim are lost; more is pressed before the network is back."""
    async with racing(tmp_path / "boltbox.sqlite") as (ann, bob):
        ann.deaf = True
        roll = await ann.act(ROLL)
        await until(lambda: bob.events("rolled") != [])
        assert not ann.events("rolled")
        twice, other = await ann.act(ROLL), await ann.act({"t": "keep", "dice": [0]})
        await back(ann)
        assert [answer["t"] for answer in ann.answers[roll]] == ["already"]
        assert [ann.answers[one][0]["code"] for one in (twice, other)] == ["already_decided"] * 2
        await until(lambda: rests(ann))
        assert ann.place == bob.view["seat1"]
        assert ann.place["rolls"] == 1

        ann.deaf = True
        got = await ann.act(GOT)
        await until(lambda: bob.events("goalClosed") != [])
        again = await ann.act(GOT)
        await back(ann)
        assert [answer["t"] for answer in ann.answers[got]] == ["already"]
        assert ann.answers[again][0]["code"] == "already_decided"
        for racer in (ann, bob):
            assert [event["scored"] for event in racer.events("claimSettled")] == [2]
            assert len(racer.events("rolled")) == len(racer.events("cameToRest")) == 1
            assert racer.view["seat1"]["score"] == 2


async def check_no_way_back(racer: Racer) -> None:
    """Asks for the last press back, and sees that nothing has changed."""
    before = racer.place, racer.view["ask"], len(racer.told)
    id_ = await racer.act(BACK)
    await until(lambda: id_ in racer.answers)
    (answer,) = racer.answers[id_]
    assert (answer["t"], answer["code"]) == ("refused", "unknown_action")
    assert answer["text"]
    assert (racer.place, racer.view["ask"], len(racer.told)) == before


async def test_a_roll_and_a_claim_cant_be_taken_back(tmp_path: Path) -> None:
    """C21: refused with a code, before and after the dice are seen; what lies, lies."""
    async with racing(tmp_path / "boltbox.sqlite") as (ann, bob):
        await ann.act(ROLL)
        await until(lambda: ann.place["rolling"] is not None)
        await check_no_way_back(ann)
        await until(lambda: rests(ann))
        await check_no_way_back(ann)
        await ann.act(GOT)
        await until(lambda: ann.events("claimSettled") != [] and ann.place["values"] == [0] * 6)
        await check_no_way_back(ann)
        assert [event["roll"] for event in bob.events("cameToRest")] == [1]
        assert [event["verdict"] for event in bob.events("claimSettled")] == ["valid"]
