"""Does every bot of every game play legally, by its view alone, the same again, and within its budget?"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boltbox.bots import BOTS, BUDGET, STREAM, answer, bot, bots_of
from boltbox.bots.pacer import Pacer
from boltbox.rules.game import TABLE, Drew, Event, Options, Outcome, Seat, State, TimeUp
from boltbox.rules.lightningdice.actions import DiceAction
from boltbox.rules.lightningdice.options import Options as DiceOptions
from boltbox.rules.luck import Draw, Luck, MixerLuck
from boltbox.rules.luckybox.options import Options as LuckyOptions
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from tests.wild import EASY_GOALS, WILD

ALL = [(game, name) for game, bots in BOTS.items() for name in bots]
every_bot = pytest.mark.parametrize(("game_name", "name"), ALL)
quick = settings(
    max_examples=12,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@st.composite
def lucky_options(draw: Callable[..., int]) -> LuckyOptions:
    dealt = draw(st.integers(1, 9))
    found = LuckyOptions(
        rounds=draw(st.integers(1, 3)),
        dealt=dealt,
        kept=draw(st.integers(1, dealt)),
        offer=draw(st.integers(0, 5)),
        starting_lightning=draw(st.integers(0, 9)),
        star_points=tuple(range(draw(st.integers(1, 9)))),
        pass_rule="always" if draw(st.booleans()) else "no_match",
        bonus_optional=bool(draw(st.booleans())),
    )
    if draw(st.booleans()):
        return replace(found, rule_set="chengdu", offer=0, star_points=found.star_points[:1])
    return found


@st.composite
def dice_options(draw: Callable[..., int]) -> DiceOptions:
    return DiceOptions(
        mode="quick" if draw(st.booleans()) else "standard",
        target=5,
        cards=10,
        roll_ms=draw(st.sampled_from([300, 700])),
        off_table=draw(st.sampled_from([0, 6])),
        deck=EASY_GOALS,
    )


OPTIONS: dict[str, st.SearchStrategy[Options]] = {
    "luckybox": lucky_options(),
    "lightningdice": dice_options(),
}
ENDS = ("rounds", "target", "cards", "time")


@dataclass
class Asked:
    """One decision of a game, as a bot met it."""

    state: State
    seat: Seat


class Keys:
    """A luck that notes the keys of its draws."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck
        self.keys: list[tuple[str, int, int, int]] = []

    def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
        self.keys.append((stream, a, b, c))
        return self.luck.draw(stream, a, b, c, size)


@dataclass
class Playing:
    """One game between bots; `seed` deals, `bot_seed` is for the bots."""

    game: AnyGame
    names: tuple[str, ...]
    seed: int = 0
    bot_seed: int = 0
    options: Options | None = None
    budget: int = BUDGET

    def events(self) -> Iterator[Event | Asked]:
        """Yields every decision before it is taken, and every event."""
        luck, bot_luck = MixerLuck(self.seed), MixerLuck(~self.bot_seed)
        seats = tuple(range(1, len(self.names) + 1))
        events = self.game.start(self.options or WILD[self.game.name].short, seats, 0, luck)
        state = self.game.fold(None, events)
        yield from events
        if self.game.real_time:
            yield from self._race(state, luck, bot_luck)
            return
        while self.game.outcome(state) is None:
            for seat in self.game.to_act(state):
                yield Asked(state, seat)
                one = bots_of(self.game.name)[self.names[seat - 1]]
                action = answer(one, self.game, state, seat, bot_luck, self.budget)
                done = self.game.act(state, seat, action, 0, luck)
                assert not isinstance(done, Refusal), done.sentence
                state = self.game.fold(state, done)
                yield from done
        self.state = state

    def _race(self, state: State, luck: Luck, bot_luck: Luck) -> Iterator[Event | Asked]:
        """Plays a game in real time: each bot presses at its pace, each tick comes when it is due."""
        bots = {seat: bots_of(self.game.name)[name] for seat, name in enumerate(self.names, 1)}
        pacer = Pacer(self.game, bots, bot_luck, self.budget)
        now = 0
        for _ in range(200_000):
            if self.game.outcome(state) is not None:
                self.state = state
                return
            pacer.look(state, now)
            due, press = self.game.due(state), pacer.next
            if press is None or (due is not None and due <= press.instant):
                assert due is not None, "nothing would ever happen again"
                now = max(now, due)
                done = self.game.act(state, TABLE, TimeUp(TABLE), now, luck)
            else:
                now = press.instant
                pacer.take(press)
                assert press.decision == self.game.decision(state, press.seat)
                yield Asked(state, press.seat)
                action = msgspec.json.decode(press.action, type=DiceAction)
                done = self.game.act(state, press.seat, action, now, luck)
            assert not isinstance(done, Refusal), done.sentence
            state = self.game.fold(state, done)
            yield from done
        raise AssertionError("the game doesn't end")

    def outcome(self) -> Outcome:
        """Plays on to the end."""
        for _ in self.events():
            pass
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        return outcome


def draw_playing(data: st.DataObject, game_name: str, name: str) -> Playing:
    """Draws a table that can start, where the bot sits everywhere."""
    game = SHELF[game_name]
    options = data.draw(OPTIONS[game_name])
    seats = data.draw(st.sampled_from([1, 2, 3, 7]))
    while game.check(options, seats) is not None:
        seats = (seats or 7) - 1
    seed = data.draw(st.integers(0, 1 << 64))
    return Playing(
        game, (name,) * seats, seed, seed + 1, options, data.draw(st.sampled_from([0, 1, 9, BUDGET]))
    )


def test_every_game_has_bots() -> None:
    assert BOTS.keys() == SHELF.keys() == OPTIONS.keys()
    assert all({"uniform", "greedy"} <= bots.keys() for bots in BOTS.values())
    assert bots_of("no such game") == {}


@every_bot
@quick
@given(data=st.data())
def test_every_answer_is_legal_and_every_game_ends(game_name: str, name: str, data: st.DataObject) -> None:
    playing = draw_playing(data, game_name, name)
    one, luck = bots_of(game_name)[name], MixerLuck(~playing.bot_seed)
    for event in playing.events():
        if isinstance(event, Asked):
            legal = playing.game.legal(event.state, event.seat)
            assert answer(one, playing.game, event.state, event.seat, luck, playing.budget) in legal
    assert playing.outcome().reason in ENDS


@every_bot
def test_the_same_view_and_luck_give_the_same_answer(game_name: str, name: str) -> None:
    """A view that went through other hands is the same view: order and spaces say nothing."""
    playing = Playing(SHELF[game_name], (name, name), seed=5)
    one = bots_of(game_name)[name]
    for event in playing.events():
        if isinstance(event, Asked):
            view = msgspec.json.encode(playing.game.view(event.state, event.seat))
            again = json.dumps(dict(reversed(json.loads(view).items())), indent=1).encode()
            first, *others = (
                json.loads(one.choose(seen, event.seat, MixerLuck(3), BUDGET)) for seen in (view, view, again)
            )
            assert others == [first, first]


@every_bot
@pytest.mark.parametrize("budget", [0, 1, 10, 100, 1000])
def test_a_budget_is_kept(game_name: str, name: str, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    works: list[bot.Work] = []
    made = bot.Work.__init__

    def note(work: bot.Work, budget: int) -> None:
        made(work, budget)
        works.append(work)

    monkeypatch.setattr(bot.Work, "__init__", note)
    Playing(SHELF[game_name], (name, name), seed=6, budget=budget).outcome()
    assert all(work.budget == budget and work.done <= budget for work in works)


@every_bot
def test_bots_draw_by_seat_and_decision_from_their_own_stream(game_name: str, name: str) -> None:
    game = SHELF[game_name]
    for event in Playing(game, (name,) * 3, seed=7).events():
        if isinstance(event, Asked):
            luck = Keys(MixerLuck(1))
            answer(bots_of(game_name)[name], game, event.state, event.seat, luck)
            decision = game.decision(event.state, event.seat)
            expected = [(STREAM, event.seat, decision, count) for count in range(len(luck.keys))]
            assert luck.keys == expected


@every_bot
def test_an_answer_that_nobody_awaits_is_an_error(game_name: str, name: str) -> None:
    playing = Playing(SHELF[game_name], (name, name))
    playing.outcome()
    with pytest.raises(ValueError, match="no answer is awaited from seat 1"):
        answer(bots_of(game_name)[name], playing.game, playing.state, 1, MixerLuck(0))


@pytest.mark.parametrize("game_name", BOTS)
def test_deals_are_the_same_whatever_bots_draw(game_name: str) -> None:
    """C24: bots swapped under one seed."""
    names = tuple(BOTS[game_name])

    def deals(seats: tuple[str, ...], bot_seed: int) -> list[Draw]:
        events = Playing(SHELF[game_name], seats, seed=9, bot_seed=bot_seed).events()
        return [draw for event in events if isinstance(event, Drew) for draw in event.draws]

    first = deals((names[0], names[1]), 1)
    for others in (deals((names[1], names[0]), 1), deals((names[0], names[0]), 2)):
        # Who rolls more often draws more; but what two games both draw is the same.
        known = {(draw.stream, draw.a, draw.b, draw.c): draw for draw in first}
        common = [draw for draw in others if (draw.stream, draw.a, draw.b, draw.c) in known]
        assert common
        if SHELF[game_name].real_time:
            common = [draw for draw in common if draw.stream != "goals"]  # out of what is left by then
            assert common
        else:
            assert len(common) == len(others) == len(first)
        assert all(known[draw.stream, draw.a, draw.b, draw.c] == draw for draw in common)
    assert all(draw.stream != STREAM for draw in first)


@pytest.mark.parametrize("game_name", BOTS)
def test_greedy_beats_uniform(game_name: str) -> None:
    won = 0
    for seed in range(20):
        names = ("greedy", "uniform") if seed % 2 else ("uniform", "greedy")
        places = Playing(SHELF[game_name], names, seed=seed, bot_seed=seed).outcome().places
        won += places[names.index("greedy")] < places[names.index("uniform")]
    assert won >= 18
