"""Do simulated bots race as the real ones do? Press for press at the same instants; and what comes of it."""

import random
from functools import cache
from itertools import count

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from boltbox.bots import BUDGET, bots_of
from boltbox.bots.lightningdice import habit, players, seen, uniform
from boltbox.bots.lightningdice.solve import solve
from boltbox.bots.pacer import Pacer
from boltbox.rules.game import TABLE, Instant, TimeUp
from boltbox.rules.lightningdice.actions import Claim, DiceAction
from boltbox.rules.lightningdice.deck import built_in
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.lightningdice.goals import ROLLS, parse
from boltbox.rules.lightningdice.options import Mode, Options
from boltbox.rules.lightningdice.parts import GoalDeck
from boltbox.rules.lightningdice.state import Place, State
from boltbox.rules.luck import MixerLuck, mix
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from boltbox.sim import luck
from boltbox.sim.compiled import kernel
from boltbox.sim.lightningdice import arrays, bots, codes, dice, play, playing, positions, race, tables, tray
from boltbox.sim.lightningdice.playing import GameColumn, PieceColumn, SeatColumn
from boltbox.sim.played import WHOLE
from tests.dice_both import ANY, EASY, in_the_race, near_the_end

GAME = SHELF["lightningdice"]
REAL = bots_of("lightningdice")
SEED = 11


@kernel
def thought(
    rules: arrays.Records, games: arrays.Records, seat: int, racers: arrays.Records, keeps: race.Keeps
) -> int:
    return bots.think(rules[0], games[0], seat, racers[seat - 1], keeps)


@kernel
def seeds(seed: np.uint64, game: int) -> tuple[np.uint64, np.uint64]:
    return luck.game_seed(seed, game), luck.bot_seed(seed, game)


@cache
def kept(deck: str | GoalDeck, goal: str) -> tables.Ints:
    mode: Mode = "practice" if goal else "standard"
    return tables.kept_by(arrays.rules_of(Options(mode=mode, deck=deck, goal=goal)), exact=True)


class Twice:
    """Is one game of a study between bots: the real ones at the rules, and those of the kernels, in step."""

    def __init__(self, options: Options, names: tuple[str, ...], number: int) -> None:
        deal, drawn = map(int, seeds(np.uint64(SEED), number))
        self.luck = MixerLuck(deal)
        seats = range(1, len(names) + 1)
        self.state: State = LIGHTNINGDICE.fold(None, LIGHTNINGDICE.start(options, tuple(seats), 0, self.luck))
        real = {seat: REAL[name] for seat, name in zip(seats, names, strict=True)}
        self.drawn = MixerLuck(drawn)
        self.pacer = Pacer(GAME, real, self.drawn)
        self.now: Instant = 0
        self.sim_now: Instant = 0
        ready = playing.prepared(options, names)
        self.rules, self.games = arrays.rules_of(options), arrays.new_games(1)
        self.keeps = kept(options.deck, options.goal)
        self.racers = np.zeros(arrays.MOST_SEATS, bots.RACER)
        play.start(self.rules, self.games, 0, (1 << len(names)) - 1, 0, np.uint64(deal))
        kinds = np.array([bots.BOTS.index(name) for name in ready.bots])
        race.seat_bots(self.racers, kinds, (1 << len(names)) - 1, np.uint64(drawn))

    def step(self) -> None:
        """Lets the next thing happen in both."""
        self.pacer.look(self.state, self.now)
        press, due = self.pacer.next, LIGHTNINGDICE.due(self.state)
        if press is None or (due is not None and due <= press.instant):
            assert due is not None
            self.now, seat = max(self.now, due), TABLE
            done = LIGHTNINGDICE.act(self.state, TABLE, TimeUp(TABLE), self.now, self.luck)
        else:
            self.now, seat = press.instant, press.seat
            self.pacer.take(press)
            action = msgspec.json.decode(press.action, type=DiceAction)
            done = LIGHTNINGDICE.act(self.state, seat, action, self.now, self.luck)
        assert not isinstance(done, Refusal), done.sentence
        self.state = LIGHTNINGDICE.fold(self.state, done)
        found = race.step(self.rules, self.games, 0, self.racers, self.keeps, self.sim_now)
        assert found == (self.now, seat)
        self.sim_now = found[0]
        assert positions.differences(self.state, self.games[0]) == []


DECKS: tuple[str | GoalDeck, ...] = tuple(
    GoalDeck("Tests", "us", "none", (*EASY[at : at + 7], *ANY[3 * at :][:3])) for at in range(3)
)


def small(chance: random.Random, mode: Mode) -> Options:
    """Draws options of a game that is soon over."""
    return Options(
        mode=mode,
        target=5,
        cards=10,
        roll_ms=chance.choice((300, 700, 2000)),
        allow_negative=chance.random() < 0.3,
        off_table=chance.choice((0, 0, 6, 20)),
        deck=chance.choice(DECKS) if chance.random() < 0.8 else "boltbox",
        goal=chance.choice(ANY) if mode == "practice" else "",
    )


@pytest.mark.parametrize("part", range(4))
def test_bots_of_the_simulator_race_as_the_real_ones(part: int) -> None:
    """Every press and every tick at the same instant, and the same position after it; 300 races."""
    ended = 0
    for number in range(75 * part, 75 * part + 75):
        chance = random.Random(number)
        mode: Mode = chance.choice(("standard", "standard", "quick", "practice"))
        seats = 1 if mode == "practice" else chance.randint(2 if mode == "standard" else 1, 4)
        names = tuple(chance.choices(bots.BOTS, k=seats))
        both = Twice(small(chance, mode), names, number)
        for _ in range(150 if chance.random() < 0.9 else 1500):
            if both.state.outcome is not None:
                ended += 1
                break
            both.step()
    assert ended > 5


def test_bots_answer_alike_however_dice_lie() -> None:
    """Bonus and thunder too, and dice in hand (LD-1.4, LD-3.3, LD-3.4)."""
    called: set[tuple[str, str]] = set()
    for number in range(250):
        chance = random.Random(number)
        mode: Mode = chance.choice(("standard", "standard", "quick"))
        both = Twice(small(chance, mode), bots.BOTS, number)
        state = in_the_race(near_the_end(both.state, chance), chance.choice(both.state.cards), chance)
        places = [some_in_hand(place, chance) for place in state.places]
        both.state = state = replace(state, places=tuple(places))
        positions.put(state, state.deck.goals.index(state.head.text), both.games[0])
        for seat, name in enumerate(bots.BOTS, 1):
            if not LIGHTNINGDICE.ask(state, seat).open:
                continue
            code = thought(both.rules, both.games, seat, both.racers, both.keeps)
            action = codes.action_of(code, 0)
            view = msgspec.json.encode(LIGHTNINGDICE.view(state, seat))
            answer = REAL[name].choose(view, seat, both.drawn, BUDGET)
            assert msgspec.json.decode(answer, type=DiceAction) == action
            called |= {(name, action.call)} if isinstance(action, Claim) else set()
    assert called == {
        *((name, "got") for name in bots.BOTS),
        *((name, "bonus") for name in ("uniform", "greedy", "expert")),
        *((name, "thunder") for name in ("uniform", "expert")),
    }


def some_in_hand(place: Place, chance: random.Random) -> Place:
    """Is a player of whom some dice that aren't kept left the tray."""
    if chance.random() < 0.6:
        return place
    gone = {die for die in range(6) if die not in place.kept and chance.random() < 0.4}
    values = tuple(0 if die in gone else value for die, value in enumerate(place.values))
    return replace(place, values=values)


GOALS = (*built_in("boltbox").goals, *EASY, *ANY)


def rules_with(goals: tuple[str, ...]) -> arrays.Records:
    return arrays.rules_of(Options(deck=GoalDeck("Tests", "us", "none", goals)))


def numbers(counts: int) -> tuple[int, ...]:
    """Spells out numbers that are packed by how many there are of each."""
    return tuple(number for number in range(1, 7) for _ in range(int(counts) >> 4 * (number - 1) & 15))


def test_tables_keep_by_habit_as_bots_do() -> None:
    keeps = tables.kept_by(rules_with(GOALS), exact=False)
    for index, text in enumerate(GOALS):
        goal = parse(text)
        for place in range(index % 7, len(dice.HEAPS), 7):  # each seventh, others for each goal
            assert numbers(keeps[0, index, place]) == habit.keep(goal, dice.HEAPS[place])


def test_tables_keep_exactly_as_the_solver_of_bots() -> None:
    """LD-7.3: of all 462 rolls, by value iteration here and by policy iteration there."""
    keeps = tables.kept_by(rules_with(GOALS), exact=True)
    for index, text in enumerate(GOALS):
        solution = solve(parse(text))
        for place, roll in enumerate(ROLLS):
            if not parse(text).met(roll):
                assert numbers(keeps[1, index, place]) == solution.keep(roll)


def unmixed(value: int) -> int:
    """Is what `mix` scrambles into a value."""
    value ^= value >> 31 ^ value >> 62
    value = value * pow(0x94D049BB133111EB, -1, 1 << 64) % (1 << 64)
    value ^= value >> 27 ^ value >> 54
    value = value * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) % (1 << 64)
    value ^= value >> 30 ^ value >> 60
    return (value - 0x9E3779B97F4A7C15) % (1 << 64)


@kernel
def shown(seat_key: np.uint64, roll: int, thrown: int) -> int:
    return tray.thrown(seat_key, roll, thrown)


@pytest.mark.parametrize("die", range(6))
@pytest.mark.parametrize("below_top", range(1, 8))
def test_a_value_too_high_for_six_sides_is_drawn_again(die: int, below_top: int) -> None:
    """Of 2**64 values the highest four: so seldom that only a key made for it shows it."""
    key = unmixed(unmixed(2**64 - below_top)) ^ die  # of the roll, so that this die's first value is that
    seat_key = unmixed(key) ^ 5
    for thrown in (0b111111, 1 << die, 0b010101):
        values = dice.unpacked(shown(np.uint64(seat_key), 5, thrown))
        for each, value in enumerate(values):
            first = mix(key ^ each)
            blocks = (mix((first + block) % 2**64) for block in count())
            drawn = next(one for one in blocks if one < 2**64 - 4) % 6 + 1
            assert value == (drawn if thrown >> each & 1 else 0)


def test_bots_of_the_simulator_have_the_speed_of_the_real_ones() -> None:
    real = [uniform.Uniform._speed, players.Novice.speed, players.Greedy.speed, players.Expert.speed]
    assert bots.BOTS == ("uniform", "novice", "greedy", "expert")
    assert [(speed.keep, speed.roll, speed.call) for speed in real] == list(map(tuple, bots.LONGER.tolist()))
    assert [speed.least for speed in real] == bots.LEAST.tolist()
    assert (bots.MISTAKE, bots.FALSE_CALL) == (players.MISTAKE, players.FALSE_CALL)
    assert bots.PATIENCE == seen.PATIENCE


def test_a_study_counts_what_its_races_came_to() -> None:
    """By the rules: points, rolls, times, places; goals with the rolls and the time they took."""
    options, names = (
        Options(target=8, deck=GoalDeck("Tests", "us", "none", EASY)),
        ("expert", "novice", "greedy"),
    )
    played = playing.play(playing.prepared(options, names), SEED, 3, 2)
    for nth in range(2):
        both = Twice(options, names, 3 + nth)
        while both.state.outcome is None:
            both.step()
        outcome = both.state.outcome
        for index, place in enumerate(both.state.places):
            tally = place.tally
            assert played.seats[nth, index].tolist() == [
                *(outcome.totals[index], tally.matches, tally.bonuses, tally.penalties, tally.thunders),
                *(place.rolls, place.time, outcome.places[index]),
                WHOLE if outcome.places[index] == 1 else 0,
            ]
        assert played.games[nth].tolist() == [both.now - 3000, both.state.head.goal, 1]
    matches = played.seats[:, :, SeatColumn.MATCHES].sum() // 2
    assert played.pieces[:, PieceColumn.PLAYED].sum() == matches
    assert played.pieces[:, PieceColumn.TIME].sum() == played.seats[:, :, SeatColumn.TIME].sum()
    rolls = played.pieces[:, PieceColumn.ROLLS]
    assert (rolls >= played.pieces[:, PieceColumn.PLAYED]).all()
    assert rolls.sum() <= played.seats[:, :, SeatColumn.ROLLS].sum()


def test_a_goal_takes_an_expert_as_many_rolls_as_it_should() -> None:
    """LD-7.3: within four standard errors, alone."""
    options = Options(mode="practice", goal="AABBCC", cards=50)
    played = playing.play(playing.prepared(options, ("expert",)), 1, 0, 400)
    (row,) = played.pieces
    assert row[PieceColumn.PLAYED] == 400 * 50
    mean = row[PieceColumn.ROLLS] / row[PieceColumn.PLAYED]
    assert mean == pytest.approx(solve(parse("AABBCC")).expected, rel=0.03)
    assert (played.seats[:, :, SeatColumn.PLACE] == 0).all()


@pytest.mark.parametrize("mode", ["standard", "quick"])
def test_a_game_of_a_study_is_the_same_in_any_chunk(mode: Mode) -> None:
    setup = playing.prepared(Options(mode=mode, target=9, cards=10), ("greedy", "expert"))
    whole = playing.play(setup, 5, 0, 12)
    parts = [playing.play(setup, 5, first, count) for first, count in ((0, 5), (5, 1), (6, 6))]
    assert np.array_equal(whole.seats, np.concatenate([part.seats for part in parts]))
    assert np.array_equal(whole.games, np.concatenate([part.games for part in parts]))
    assert np.array_equal(whole.pieces, sum(part.pieces for part in parts))
    assert len({tuple(row) for row in whole.seats.reshape(12, -1).tolist()}) == 12


def test_a_race_that_nobody_wins_is_stopped() -> None:
    goals = tuple(str(number) * 6 for number in range(1, 7)) * 2
    setup = playing.prepared(
        Options(deck=GoalDeck("Tests", "us", "none", goals), target=50), ("uniform",) * 2
    )
    played = playing.play(setup, 5, 0, 1)
    assert played.games[0, GameColumn.LENGTH] >= playing.LONGEST_MS - 3000
    assert played.games[0, GameColumn.WINNERS] == 0
    assert (played.seats[0, :, [SeatColumn.PLACE, SeatColumn.WIN]] == 0).all()


def test_level_players_share_a_win() -> None:
    setup = playing.prepared(Options(mode="quick", cards=10), ("greedy",) * 4)
    played = playing.play(setup, 5, 0, 300)
    winners = played.games[:, GameColumn.WINNERS]
    assert set(winners.tolist()) >= {1, 2}
    assert (played.seats[:, :, SeatColumn.WIN].sum(axis=1) == WHOLE).all()


@pytest.mark.parametrize(
    ("options", "names", "sentence"),
    [
        (Options(), ("greedy", "lookahead"), "'lookahead'"),
        (Options(), ("greedy",), "2 to 6"),
        (Options(target=99), ("greedy", "greedy"), "target"),
        (Options(mode="practice", goal="9"), ("expert",), "9"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    options: Options, names: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        playing.prepared(options, names)
