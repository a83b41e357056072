"""Does every refusal of Lucky Box come when it should, with a sentence that fits? LB-1 to LB-8."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from boltbox.rules import luckybox
from boltbox.rules.game import TimeUp
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import MoonPoints, Options, check, defaults
from boltbox.rules.luckybox.parts import Deck
from boltbox.rules.refusals import SENTENCES, Refusal
from tests.luckybox_play import Playing

CHOICE = "choice 0 | 1: o0,1,2/2 | 2: o3,4,6/2"
DRAW = "draw 1 5 | 1: confirm L1 5:0 | 2: L4 6"
BONUS = "draw 1 3 | 1: b1@1r0 answered 1:012 6 | 2: 6@1=15"
CHENGDU = " | options rule_set=chengdu"
REFILL = f"refill 1 715263849 | 1: r4,6 5 0:8 | 2: r8 7{CHENGDU}"
ENDED = "ended 4 715263849 | 1: | end rounds:0/-6#1:boxes=0,stars=0,moons=-6,cells=0"

# A code, what is wrong, its holes filled, a position and an action.
ACTIONS = [
    ("game_over", "action", {}, ENDED, "1 pass"),
    ("not_seated", "seat", {}, DRAW, "3 pass"),
    ("no_such_seat", "seat", {"seat": 3}, DRAW, "table timeUp 3"),
    ("choose_first", "action", {}, CHOICE, "1 pass"),
    ("nothing_to_choose", "action", {}, DRAW, "1 keep 5"),
    ("refill_first", "action", {}, REFILL, "1 keep 4"),
    ("refill_first", "action", {}, REFILL, "1 pass"),
    ("nothing_to_refill", "action", {}, DRAW, "1 refill - / - / 0"),
    ("nothing_to_refill", "action", {}, f"{DRAW}{CHENGDU}", "1 refill - / - / 0"),
    ("choose_first", "action", {}, CHOICE, "1 refill - / - / 0"),
    ("not_your_box", "discard", {"box": 7}, REFILL, "1 refill 7 / - / 0"),
    ("not_your_box", "discard", {"box": 4}, REFILL, "1 refill 4 / - / 0"),
    ("not_in_reserve", "take", {"box": 8}, REFILL, "1 refill - / 8 / 0"),
    ("not_in_reserve", "take", {"box": 5}, REFILL, "1 refill 5 / 5 / 0"),
    ("chosen_twice", "discard", {"box": 5}, REFILL, "1 refill 5 5 / - / 0"),
    ("chosen_twice", "take", {"box": 4}, REFILL, "1 refill 5 0 / 4 4 / 0"),
    ("wrong_blind", "blind", {"given": -1}, REFILL, "1 refill - / 4 / -1"),
    ("too_many_boxes", "take", {"given": 4, "most": 3}, REFILL, "1 refill - / 4 6 / 0"),
    ("too_many_boxes", "blind", {"given": 4, "most": 3}, REFILL, "1 refill 0 / 4 6 / 1"),
    ("time_ran_out", "action", {}, REFILL.replace("1: r", "1: locked f-/4/0 r"), "1 refill - / - / 0"),
    ("nothing_to_take_back", "action", {}, REFILL, "1 back 0"),
    ("no_such_step", "to", {"to": 1, "steps": 1}, REFILL.replace("1: r", "1: f-/4/0 r"), "1 back 1"),
    ("wrong_count", "boxes", {"keep": 2, "given": 1}, CHOICE, "1 keep 0"),
    ("not_offered", "boxes", {"box": 3}, CHOICE, "1 keep 0 3"),
    ("chosen_twice", "boxes", {"box": 1}, CHOICE, "1 keep 1 1"),
    ("already_answered", "action", {}, "draw 1 5 | 1: answered | 2:", "1 pass"),
    ("not_your_box", "box", {"box": 6}, DRAW, "1 x6.4"),
    ("no_such_cell", "cell", {"cell": 9}, DRAW, "1 x5.9"),
    ("already_crossed", "cell", {"number": 1}, DRAW, "1 x5.0"),
    ("needs_lightning", "cell", {"number": 7, "price": 2, "have": 1, "drawn": 5}, DRAW, "1 x5.6~"),
    ("say_lightning", "way", {"number": 6, "price": 1, "drawn": 5}, DRAW, "1 x5.5"),
    ("no_lightning_needed", "way", {"number": 5}, DRAW, "1 x5.4~"),
    ("too_far", "cell", {"number": 7, "price": 2, "drawn": 5, "most": 1}, f"{DRAW}{CHENGDU}", "1 x5.6~"),
    ("too_far", "cell", {"number": 7, "price": 2, "drawn": 5, "most": 1}, f"{DRAW}{CHENGDU}", "1 x5.6"),
    ("needs_question", "way", {}, f"{DRAW}{CHENGDU}", "1 x5.6?"),
    ("needs_question", "way", {}, DRAW, "1 x5.6?"),
    ("bonus_first", "action", {"code": "1"}, BONUS, "1 x6.0"),
    ("no_such_bonus", "code", {"code": "?"}, BONUS, "1 b?:6.0"),
    ("bonus_differs", "cell", {"code": "1", "number": 2}, BONUS, "1 b1:6.1"),
    ("must_cross", "action", {"number": 5}, DRAW, "1 pass"),
    ("must_take_bonus", "action", {}, BONUS, "1 b1-"),
    ("nothing_to_take_back", "action", {}, DRAW, "1 back 0"),
    ("no_such_step", "to", {"to": 2, "steps": 1}, "draw 1 5 | 1: > answered | 2:", "1 back 2"),
    ("time_ran_out", "action", {}, "draw 1 5 | 1: locked > answered | 2:", "1 back 0"),
    ("answer_first", "action", {}, DRAW, "1 done"),
    ("nothing_to_confirm", "action", {}, "draw 1 5 | 1: answered | 2:", "1 done"),
    ("already_done", "action", {}, "draw 1 5 | 1: confirm done answered | 2:", "1 done"),
]
OPTIONS = [
    ("wrong_seats", "seats", Options(), 13),
    ("option_range", "rounds", Options(rounds=9), 2),
    ("option_length", "box_points", Options(box_points=()), 2),
    ("keep_more_than_dealt", "kept", Options(dealt=1), 2),
    ("not_in_rule_set", "offer", replace(defaults("chengdu"), offer=3), 2),
    ("not_in_rule_set", "moon_points", replace(defaults("chengdu"), moon_points=MoonPoints(most=1)), 2),
    ("option_length", "star_points", replace(defaults("chengdu"), star_points=(2, 3)), 2),
    ("unknown_deck", "deck", Options(deck="none"), 2),
    ("wrong_deck", "deck", Options(deck=Deck("Mine", "Me", "CC0", ())), 2),
    ("too_few_boxes", "dealt", Options(dealt=9, decks=1), 12),
]
HOLES = re.compile(r"{(\w+)}")


def fits(refusal: Refusal) -> bool:
    """Tells whether a sentence has the holes that the refusal fills, and no others."""
    return set(HOLES.findall(SENTENCES[refusal.code])) == set(refusal.params)


@pytest.mark.parametrize(("code", "thing", "params", "position", "action"), ACTIONS)
def test_an_action_is_refused(
    code: str, thing: str, params: dict[str, int | str], position: str, action: str
) -> None:
    refusal = Playing(position).try_to(action)
    assert refusal == Refusal(code, thing, params)
    assert fits(refusal)
    assert HOLES.search(refusal.sentence) is None


def test_a_seat_does_not_do_what_the_table_does() -> None:
    refusal = LUCKYBOX.act(Playing(DRAW).state, 1, TimeUp(2), 0, Playing(DRAW).luck)
    assert refusal == Refusal("not_yours", "action")


@pytest.mark.parametrize(("code", "thing", "options", "seats"), OPTIONS)
def test_a_start_is_refused(code: str, thing: str, options: Options, seats: int) -> None:
    refusal = check(options, seats)
    assert refusal is not None
    assert (refusal.code, refusal.thing) == (code, thing)
    assert fits(refusal)


def test_every_refusal_of_the_rules_is_here() -> None:
    """Every code that stands in the sources, and every sentence of Lucky Box."""
    sources = "".join(path.read_text() for path in Path(luckybox.__path__[0]).glob("*.py"))
    used = {code for code in SENTENCES if f'"{code}"' in sources}
    tested = {row[0] for row in ACTIONS} | {row[0] for row in OPTIONS} | {"not_yours"}
    assert used == tested
    words = Path(luckybox.__path__[0]).parent.joinpath("refusals.py").read_text()
    ours = words.partition("# Lucky Box: choosing")[2].partition("# Lightning Dice")[0]
    assert set(re.findall(r'^    "(\w+)":', ours, re.MULTILINE)) <= tested


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_is_a_sentence(code: str) -> None:
    sentence = SENTENCES[code]
    assert re.fullmatch(r"[A-Z{].*[.?]", sentence)
    assert "  " not in sentence
    assert re.sub(HOLES, "", sentence).count("{") == 0
