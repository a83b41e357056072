"""Do bots of Lightning Dice play as well as they say, and never quicker than people?"""

from collections.abc import Iterator
from statistics import mean

import msgspec
import pytest

from boltbox.bots import BUDGET, bots_of
from boltbox.bots.bot import PACE, Bot, Paced
from boltbox.bots.lightningdice import habit
from boltbox.bots.lightningdice.solve import solve
from boltbox.bots.pacer import Pacer, Press
from boltbox.rules.game import TABLE, Instant, Outcome, Seat, TimeUp
from boltbox.rules.lightningdice.actions import Claim, DiceAction, Keep, Roll
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.lightningdice.goals import ROLLS, parse
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.state import State
from boltbox.rules.luck import Draw, MixerLuck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from tests.dice_play import Racing

GAME = SHELF["lightningdice"]
BOTS = bots_of("lightningdice")
every_bot = pytest.mark.parametrize("name", BOTS)


class Race:
    """Is one game between bots; what they press, and when, is kept."""

    def __init__(self, names: tuple[str, ...], options: Options, seed: int) -> None:
        self.bots: dict[Seat, Bot] = {seat: BOTS[name] for seat, name in enumerate(names, 1)}
        self.options, self.seed = options, seed
        self.presses: list[tuple[Instant, Press]] = []  # when it was seen, what was pressed

    def play(self, most: int = 100_000) -> Outcome | None:
        for _ in self.states(most):
            pass
        return LIGHTNINGDICE.outcome(self.state)

    def states(self, most: int) -> Iterator[State]:
        luck, now = MixerLuck(self.seed), 0
        state = LIGHTNINGDICE.fold(None, LIGHTNINGDICE.start(self.options, tuple(self.bots), 0, luck))
        pacer = Pacer(GAME, self.bots, MixerLuck(~self.seed))
        seen: dict[Press, Instant] = {}
        for _ in range(most):
            self.state = state
            if LIGHTNINGDICE.outcome(state) is not None:
                return
            yield state
            pacer.look(state, now)
            press, due = pacer.next, LIGHTNINGDICE.due(state)
            for one in pacer.presses:
                seen.setdefault(one, now)
            if press is None or (due is not None and due <= press.instant):
                assert due is not None
                now = max(now, due)
                done = LIGHTNINGDICE.act(state, TABLE, TimeUp(TABLE), now, luck)
            else:
                now = press.instant
                pacer.take(press)
                self.presses.append((seen[press], press))
                action = msgspec.json.decode(press.action, type=DiceAction)
                done = LIGHTNINGDICE.act(state, press.seat, action, now, luck)
            assert not isinstance(done, Refusal), done.sentence
            state = LIGHTNINGDICE.fold(state, done)


def answers(name: str, position: str, seat: int = 1) -> tuple[DiceAction, int]:
    """Lets a bot answer, and tells how long it takes."""
    state = Racing(position).state
    bot, luck = BOTS[name], MixerLuck(4)
    view = msgspec.json.encode(LIGHTNINGDICE.view(state, seat))
    action = bot.choose(view, seat, luck, BUDGET)
    assert isinstance(bot, Paced)
    return msgspec.json.decode(action, type=DiceAction), bot.pace(view, seat, luck, action)


@every_bot
def test_every_bot_has_a_pace(name: str) -> None:
    assert isinstance(BOTS[name], Paced)


@every_bot
def test_no_press_comes_sooner_than_people_can_react(name: str) -> None:
    race = Race((name, name, name), Options(mode="quick", cards=10), 3)
    race.play(6000)
    assert min(press.instant - seen for seen, press in race.presses) >= 180
    assert len(race.presses) > 200


def test_the_levels_differ_in_their_pace() -> None:
    """From seeing to pressing, on average: an expert is quick, and no machine."""
    paces = {}
    for name in ("expert", "greedy", "novice"):
        race = Race((name, name), Options(mode="quick", cards=10), 5)
        race.play(4000)
        paces[name] = mean(press.instant - seen for seen, press in race.presses)
    assert 250 < paces["expert"] < paces["greedy"] < paces["novice"] < 1600


@pytest.mark.parametrize(("strong", "weak"), [("expert", "greedy"), ("greedy", "novice")])
def test_a_higher_level_wins_more(strong: str, weak: str) -> None:
    won = 0
    for seed in range(12):
        names = (strong, weak) if seed % 2 else (weak, strong)
        outcome = Race(names, Options(target=10), seed).play()
        assert outcome is not None
        won += outcome.places[names.index(strong)] == 1
    assert won >= 9


def test_an_expert_needs_as_many_rolls_as_the_exact_policy() -> None:
    """LD-7.3."""
    for goal in ("AABBCC", "even"):
        done, rolls = 0, 0
        for state in Race(("expert",), Options(mode="practice", goal=goal), 8).states(7000):
            (place,) = state.places
            if place.tally.matches > done:
                done, rolls = place.tally.matches, place.rolls
        assert done > 150
        assert rolls / done == pytest.approx(solve(parse(goal)).expected, rel=0.12)


def test_only_novices_call_in_vain() -> None:
    for name in ("expert", "greedy", "novice"):
        race = Race((name, name), Options(allow_negative=True, target=10), 6)
        race.play()
        penalties = sum(place.tally.penalties for place in race.state.places)
        assert (penalties < 0) == (name == "novice")


@pytest.mark.parametrize("name", ["expert", "greedy", "novice"])
def test_what_the_dice_bear_out_is_called(name: str) -> None:
    action, _ = answers(name, "race 1 even o1000 | 1: 246246 s1500 n1 d3 | 2: ......")
    assert action == Claim("got")


@pytest.mark.parametrize("name", ["expert", "greedy", "novice"])
def test_a_right_call_that_waits_is_not_rolled_away(name: str) -> None:
    position = (
        "race 1 even o1000 | 1: 246246 k0 s1500 n1 d3 Mgot:0 W1:got:0:246246:2000:2000:0:2200:1"
        " | 2: ...... | claims 1"
    )
    action, pace = answers(name, position)
    assert action == Keep((0,))
    assert pace > 250  # a verdict comes sooner


def test_bonus_and_thunder_are_called_where_they_pay() -> None:
    """LD-3.3, LD-3.4."""
    rest = "| 2: ...... m4,0,0,0 | 3: ......"
    assert answers("expert", f"race 1 123456 o1000 | 1: 111111 s1500 n1 d3 {rest}")[0] == Claim("bonus")
    assert answers("expert", f"race 1 123456 o1000 | 1: 222222 s1500 n1 d3 {rest}")[0] == Claim("thunder", 2)
    assert answers("greedy", f"race 1 123456 o1000 | 1: 111111 s1500 n1 d3 {rest}")[0] == Claim("bonus")
    nothing = answers("expert", f"race 1 123456 o1000 | 1: 333333 s1500 n1 d3 {rest}")[0]
    assert not isinstance(nothing, Claim)


def test_dice_are_kept_then_the_others_are_rolled() -> None:
    first, _ = answers("expert", "race 1 112233 o1000 | 1: 114235 s1500 n1 d3 | 2: ......")
    assert first == Keep((0, 1, 3, 4))
    then, _ = answers("expert", "race 1 112233 o1000 | 1: 114235 k0,1,3,4 s1500 n1 d3 | 2: ......")
    assert then == Roll(1)


def test_dice_that_left_the_tray_are_rolled_again() -> None:
    """LD-1.4, T4."""
    for name in BOTS:
        action, _ = answers(name, "race 1 111111 o1000 | 1: 11.11. k0,1,3,4 s1500 n1 d3 | 2: ......")
        assert isinstance(action, Keep | Roll)


def test_paces_are_drawn_from_a_stream_of_their_own() -> None:
    keys: list[tuple[str, int, int, int]] = []

    class Keys(MixerLuck):
        def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
            keys.append((stream, a, b, c))
            return super().draw(stream, a, b, c, size)

    state = Racing("race 1 AABBCC o1000 | 1: 114556 s1500 n1 d3 | 2: ......").state
    view = msgspec.json.encode(LIGHTNINGDICE.view(state, 1))
    bot = BOTS["expert"]
    assert isinstance(bot, Paced)
    luck = Keys(1)
    bot.pace(view, 1, luck, bot.choose(view, 1, luck, BUDGET))
    assert keys
    assert all(key[:3] == (PACE, 1, 3) for key in keys)


@pytest.mark.parametrize("text", ["112233", "AABBCC", "even", "sum<=9", "5555**", "AAAAAA&even"])
def test_habit_is_sensible(text: str) -> None:
    """It keeps part of what lies, never all six, and is not much worse than the best."""
    goal, solution = parse(text), solve(parse(text))
    worse = []
    for roll in ROLLS:
        if goal.met(roll):
            continue
        keep = habit.keep(goal, roll)
        assert len(keep) < 6
        assert all(keep.count(number) <= roll.count(number) for number in keep)
        worse.append(solution.after(keep) / solution.left(roll))
    assert mean(worse) < 1.35
