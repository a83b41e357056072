"""What never happens in Lucky Box, however wildly it is played? LB-1 to LB-7, under any options."""

import random
from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boltbox.rules.game import JUDGE, SPECTATOR, Event
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox import events as e
from boltbox.rules.luckybox.actions import LuckyAction
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import Options, copies
from boltbox.rules.luckybox.parts import FULL, LINE_MASKS
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.scoring import box_points, star_points
from boltbox.rules.luckybox.state import Board, Hand, Refilling, State
from boltbox.rules.refusals import Refusal
from tests.wild import Play, luckybox_options, plays


def states(played: Play) -> list[State]:
    return [state for state in played.states if isinstance(state, State)]


@settings(max_examples=40)
@given(plays("luckybox"))
def test_no_cell_is_crossed_twice_and_each_line_pays_once(played: Play) -> None:
    """LB-3.1, LB-4.1: counted from the events of the steps that stood when their draw closed."""
    standing: dict[int, list[list[Event]]] = {}
    crossed, lines = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for line in played.lines:
        for event in line.events:
            if isinstance(event, e.Crossed | e.Passed | e.BonusDeclined):
                standing.setdefault(event.seat, []).append([event])
            elif isinstance(event, e.LineCompleted):
                standing[event.seat][-1].append(event)
            elif isinstance(event, e.TakenBack):
                del standing[event.seat][event.to :]
            elif isinstance(event, e.DrawClosed):
                stood = [one for steps in standing.values() for step in steps for one in step]
                crossed.update((one.box, one.cell) for one in stood if isinstance(one, e.Crossed))
                lines.update((one.box, one.line) for one in stood if isinstance(one, e.LineCompleted))
                standing.clear()
            elif isinstance(event, e.PileShuffled):  # boxes may come back with a clean face (LB-6.3)
                crossed.clear()
                lines.clear()
    assert set(crossed.values()) | set(lines.values()) <= {1}


@settings(max_examples=40)
@given(plays("luckybox"))
def test_lines_pay_exactly_when_they_are_whole(played: Play) -> None:
    """LB-4.1, LB-5.1: every cross of the log against the masks of its box."""
    for before, line, _ in played.steps():
        state = before
        for event in line.events:
            after = LUCKYBOX.apply(state if isinstance(state, State) else None, event)
            if isinstance(event, e.Crossed) and isinstance(state, State):
                old = next(b for b in state.places[event.seat - 1].now.boxes if b.id == event.box).crossed
                new = old | 1 << event.cell
                assert old != new
                whole = {i for i in range(6) if new & LINE_MASKS[i] == LINE_MASKS[i] != old & LINE_MASKS[i]}
                own = [one for one in line.events if getattr(one, "box", None) == event.box]
                assert {one.line for one in own if isinstance(one, e.LineCompleted)} == whole
                assert any(isinstance(one, e.BoxFinished) for one in own) == (new == FULL)
            state = after


@settings(max_examples=40)
@given(plays("luckybox"))
def test_every_box_lies_in_one_place(played: Play) -> None:
    """LB-1.2, LB-6.3: deck, pile, offers, reserves and unfinished boxes are the whole deck, always."""
    for state in states(played):
        everywhere = [*state.supply.deck, *state.supply.pile]
        for place, hand in zip(state.places, state.hands, strict=True):
            everywhere += [*(box.id for box in place.board.boxes), *hand.offer, *hand.reserve]
        count = len(state.deck.faces) * copies(state.options, len(state.places))
        assert sorted(everywhere) == list(range(count))


@settings(max_examples=40)
@given(plays("luckybox"))
def test_bags_are_sorted(played: Play) -> None:
    """LB-2.4, LB-6.4: nothing in a position tells what comes next."""
    for state in states(played):
        for bag in (state.supply.deck, state.supply.pile, state.supply.numbers, state.supply.moons):
            assert bag == tuple(sorted(bag))


@settings(max_examples=40)
@given(plays("luckybox"))
def test_boards_make_sense(played: Play) -> None:
    """LB-3.2, LB-4.5, LB-5.1: no debts, no full box in play, no waiting bonus without a cell."""
    for state in states(played):
        anywhere = rule_set(state.options).anywhere
        for place in state.places:
            board = place.now
            assert min(board.lightning, board.stars, board.moons, board.questions) >= 0
            assert all(box.crossed != FULL for box in board.boxes)
            assert all(
                one.points == box_points(state.options, one.round) and one.round <= state.head.round
                for one in board.finished
            )
            for due in board.due:
                cells = [
                    cell
                    for box in board.boxes
                    for cell in range(9)
                    if not box.crossed >> cell & 1
                    if due.code in anywhere or due.code == state.deck.face(box.id).grid[cell]
                ]
                assert cells
            assert board.answered or not board.due
            assert place.board.due == ()
            assert not place.board.answered


@settings(max_examples=40)
@given(plays("luckybox"))
def test_stars_are_scored_once_a_round(played: Play) -> None:
    """LB-6.1, LB-7.1: by the events of each round, from the boards as the rounds ended."""
    options = played.options
    assert isinstance(options, Options)
    assume(not rule_set(options).keeps_stars)
    rounds = [event for line in played.lines for event in line.events if isinstance(event, e.RoundScored)]
    assert [event.round for event in rounds] == list(range(1, len(rounds) + 1))
    for event in rounds:
        assert event.points == tuple(star_points(options, stars) for stars in event.stars)
    outcome = states(played)[-1].outcome
    if outcome is not None and outcome.reason == "rounds":
        for seat, parts in enumerate(outcome.parts):
            assert parts["stars"] == sum(event.points[seat] for event in rounds)


@settings(max_examples=100)
@given(luckybox_options(), st.integers(0, 2**32))
def test_a_bonus_chain_ends(options: Options, seed: int) -> None:
    """LB-4.4: every step crosses a cell or gives up a bonus, so a draw has no more steps than open cells."""
    rng, luck = random.Random(seed), MixerLuck(seed)
    state = LUCKYBOX.fold(None, LUCKYBOX.start(options, (1,), 0, luck))
    longest = 0
    while LUCKYBOX.to_act(state):
        steps, draw = 0, (state.head.round, state.head.draw)
        while LUCKYBOX.to_act(state) and (state.head.round, state.head.draw) == draw:
            answer = LUCKYBOX.act(state, 1, rng.choice(LUCKYBOX.legal(state, 1)), 0, luck)
            assert not isinstance(answer, Refusal)
            state = LUCKYBOX.fold(state, answer)
            steps += 1
        longest = max(longest, steps)
    assert longest <= 9 * (options.kept + options.rounds) + 1


def answers(state: State, seat: int, rng: random.Random) -> list[LuckyAction]:
    """Picks a whole answer of a seat, step by step, as if nobody else were there."""
    chain: list[LuckyAction] = []
    while legal := LUCKYBOX.legal(state, seat):
        chain.append(rng.choice(legal))
        answer = LUCKYBOX.act(state, seat, chain[-1], 0, MixerLuck(0))
        assert not isinstance(answer, Refusal)
        after = LUCKYBOX.fold(state, answer)
        if after.head != state.head:
            break
        state = after
    return chain


@settings(max_examples=60)
@given(luckybox_options(), st.integers(2, 6), st.integers(0, 2**32))
def test_the_order_of_seats_never_changes_the_result(options: Options, seats: int, seed: int) -> None:
    """LB-1.1, C40i: draws and choices, steps of the seats mixed in any order."""
    rng, luck = random.Random(seed), MixerLuck(seed)
    state = LUCKYBOX.fold(None, LUCKYBOX.start(options, tuple(range(1, seats + 1)), 0, luck))
    while state.outcome is None:
        chains = {seat: answers(state, seat, rng) for seat in LUCKYBOX.to_act(state)}
        results: list[State] = []
        for _ in range(2):
            order = [seat for seat, chain in chains.items() for _ in chain]
            rng.shuffle(order)
            left = {seat: list(chain) for seat, chain in chains.items()}
            mixed = state
            for seat in order:
                answer = LUCKYBOX.act(mixed, seat, left[seat].pop(0), 0, luck)
                assert not isinstance(answer, Refusal)
                mixed = LUCKYBOX.fold(mixed, answer)
            results.append(mixed)
        assert results[0] == results[1]
        assert results[0].head != state.head or results[0].outcome is not None
        state = results[0]


@settings(max_examples=40)
@given(plays("luckybox"))
def test_moon_tokens_are_whole_sets(played: Play) -> None:
    """LB-4.6, LB-4.8: those drawn and those left; a moon has its value from the close of its draw on."""
    sets = Counter[int]()
    for state, line in zip(states(played), played.lines, strict=True):
        for event in line.events:
            if isinstance(event, e.MoonsShuffled):
                sets.update(event.moons)
        drawn = [value for place in state.places for value in place.board.moon_values]
        assert Counter((*drawn, *state.supply.moons)) == sets
        for place in state.places:
            assert len(place.now.moon_values) == len(place.board.moon_values)
            if rule_set(state.options).moon_tokens:
                assert place.board.moons == len(place.board.moon_values)
            else:
                assert sets == Counter()


@settings(max_examples=40)
@given(plays("luckybox"))
def test_a_refill_never_makes_more_boxes_than_are_kept(played: Play) -> None:
    """LB-6.2, LB-6.5: and whoever wished for more gets what is left."""
    for before, line, after in played.steps():
        assert isinstance(before, State)
        assert isinstance(after, State)
        if before.head.phase != "refill" or after.head.phase == "refill":
            continue
        wishes = [event for event in line.events if isinstance(event, e.Refilled)]
        assert [event.seat for event in wishes] == list(played.seats)
        short = {event.seat for event in line.events if isinstance(event, e.WentWithout)}
        for place in after.places:
            assert len(place.board.boxes) <= after.options.kept
            if place.seat in short:
                assert not after.supply.deck
                assert not after.supply.pile


def elsewhere(state: State, audience: int) -> State:
    """Changes all that is hidden from an audience: bags, offers, reserves and choices of others."""
    spare = 1000  # boxes that lie nowhere else
    hands: list[Hand] = []
    for seat, hand in enumerate(state.hands, 1):
        offer = tuple(range(spare, spare + len(hand.offer)))
        spare += len(offer)
        chosen = None if hand.chosen is None else offer[len(offer) - hand.keep :]
        reserve = tuple(range(spare, spare + len(hand.reserve) + 1))
        spare += len(reserve)
        wish = None if hand.refill is None else Refilling(reserve, reserve, 7)
        other = Hand(offer, hand.keep, chosen, not hand.confirm, reserve, wish)
        hands.append(hand if seat == audience else other)
    deck = tuple(range(spare, spare + len(state.supply.deck)))
    numbers = tuple(range(len(state.supply.numbers) + 3))
    return replace(
        state, hands=tuple(hands), supply=replace(state.supply, deck=deck, numbers=numbers, pile=(7,))
    )


@settings(max_examples=30)
@given(plays("luckybox"))
def test_hidden_things_change_nothing_that_others_see(played: Play) -> None:
    """LB-1.4, LB-2.4, LB-6.5, C16, C17, C20: offers, reserves, choices, wishes to confirm, bags."""
    for state in states(played)[::5]:
        for audience in (*played.seats, SPECTATOR, JUDGE):
            shown = LUCKYBOX.view(state, audience)
            assert LUCKYBOX.view(elsewhere(state, audience), audience) == shown


@settings(max_examples=30)
@given(plays("luckybox"))
def test_nothing_hidden_is_told(played: Play) -> None:
    """LB-1.4, LB-2.4, C20: others are told what they would be of any other deal or choice."""
    for line in played.lines:
        for event in line.events:
            for audience in (*played.seats, SPECTATOR, JUDGE):
                told = LUCKYBOX.tell(event, audience)
                other: Event = event
                if isinstance(event, e.Dealt):
                    offers = tuple(tuple(box + 500 for box in offer) for offer in event.offers)
                    other = e.Dealt(offers, event.keep, (1,), (2,))
                elif isinstance(event, e.Chosen) and event.seat != audience:
                    other = replace(event, boxes=(1, 2, 3))
                elif isinstance(event, e.RefillChosen) and event.seat != audience:
                    other = replace(event, discard=(1, 2), take=(3,), blind=event.blind + 1)
                elif isinstance(event, e.BlindDealt):
                    other = replace(event, deck=(1,), pile=(2,))
                elif isinstance(event, e.ConfirmAsked) and event.seat != audience:
                    other = replace(event, on=not event.on)
                assert LUCKYBOX.tell(other, audience) == told
                if isinstance(event, e.Chosen | e.RefillChosen | e.ConfirmAsked) and event.seat != audience:
                    assert told is None or told == e.Ready(event.seat)


@settings(max_examples=30)
@given(plays("luckybox"))
def test_taking_back_everything_restores_the_board_as_the_number_came(played: Play) -> None:
    """LB-3.5, LB-3.7, C21, C22: and changes nobody else's."""
    for state in states(played)[::3]:
        for place in state.places:
            action = LUCKYBOX.read_action("back 0")
            answer = LUCKYBOX.act(state, place.seat, action, 0, MixerLuck(0))
            if isinstance(answer, Refusal) or state.head.phase != "draw":
                continue
            after = LUCKYBOX.fold(state, answer)
            assert after.places[place.seat - 1].now == place.board
            others = [one for one in after.places if one.seat != place.seat]
            assert others == [one for one in state.places if one.seat != place.seat]
            assert isinstance(after.places[place.seat - 1].now, Board)
            assert (after.head, after.supply, after.hands) == (state.head, state.supply, state.hands)
