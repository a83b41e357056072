"""What may happen at a Lucky Box table, and when? Start, actions, the course of rounds (LB-1 to LB-7)."""

from boltbox.rules.game import (
    OF_TABLE,
    TABLE,
    Action,
    Actor,
    Event,
    Instant,
    Played,
    Seat,
    TableAction,
    TimeUp,
)
from boltbox.rules.luck import Luck
from boltbox.rules.luckybox import answer, dealing, refill
from boltbox.rules.luckybox.actions import (
    Choose,
    Confirm,
    Done,
    LuckyAction,
    Refill,
    TakeBack,
)
from boltbox.rules.luckybox.events import (
    ChoiceTakenBack,
    ConfirmAsked,
    DoneSaid,
    DrawClosed,
    GameEnded,
    NumberDrawn,
    Passed,
    PlayedSet,
    RefillBegan,
    RoundBegan,
    RoundScored,
    Started,
    TakenBack,
    TimeRanOut,
)
from boltbox.rules.luckybox.fold import apply
from boltbox.rules.luckybox.options import Options, copies, deck_of
from boltbox.rules.luckybox.parts import DRAWS
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.scoring import final, star_points, stopped
from boltbox.rules.luckybox.state import State
from boltbox.rules.luckybox.turn import Turn
from boltbox.rules.refusals import Refusal


def start(options: Options, seats: tuple[Seat, ...], _: Instant, luck: Luck) -> tuple[Event, ...]:
    """Begins a game whose options `check` allows, with seats 1, 2, ...: deals the first boxes (LB-1)."""
    deck = deck_of(options)
    boxes = tuple(range(len(deck.faces) * copies(options, len(seats))))
    started = Started(options, len(seats), deck, boxes)
    turn = Turn(apply(None, started), luck)
    dealing.shuffle_moons(turn)
    dealing.deal_start(turn)
    dealing.choose_forced(turn)
    _go_on(turn)
    return (started, *turn.events)


def act(
    state: State, actor: Actor, action: LuckyAction | TableAction, _: Instant, luck: Luck
) -> tuple[Event, ...] | Refusal:
    """Decides what an action of an actor does now: its events, or why it isn't done."""
    turn = Turn(state, luck)
    refusal = decide(turn, actor, action)
    return tuple(turn.events) if refusal is None else refusal


def decide(turn: Turn, actor: Actor, action: LuckyAction | TableAction) -> Refusal | None:
    """Does an action and what it sets off, or tells why not; `turn.state` is the position after it."""
    if turn.state.outcome is not None:
        return Refusal("game_over", "action")
    if isinstance(action, OF_TABLE):
        refusal = _act_for_table(turn, actor, action)
    elif not 1 <= actor <= len(turn.state.places) or not turn.state.places[actor - 1].played:  # LB-7.7
        refusal = Refusal("not_seated", "seat")
    else:
        refusal = _act_for_seat(turn, actor, action)
    if refusal is None:
        _go_on(turn)
    return refusal


def _act_for_seat(turn: Turn, seat: Seat, action: LuckyAction) -> Refusal | None:
    if isinstance(action, Confirm):
        turn.emit(ConfirmAsked(seat, action.on))
        return None
    if isinstance(action, TakeBack):
        return _take_back(turn, seat, action)
    if turn.state.head.phase == "choice":
        return _choose(turn, seat, action)
    if turn.state.head.phase == "refill":
        return _refill(turn, seat, action)
    if isinstance(action, Choose | Refill):
        return Refusal("nothing_to_choose" if isinstance(action, Choose) else "nothing_to_refill", "action")
    if isinstance(action, Done):
        return _say_done(turn, seat)
    refusal = answer.why_not(turn.state, turn.place(seat), action)
    if refusal is None:
        answer.take(turn, seat, action)
    return refusal


def _choose(turn: Turn, seat: Seat, action: Action) -> Refusal | None:
    if not isinstance(action, Choose):
        return Refusal("choose_first", "action")
    if turn.place(seat).locked:
        return Refusal("time_ran_out", "action")
    refusal = dealing.why_not_choose(turn.state.hands[seat - 1], action)
    if refusal is None:
        dealing.choose(turn, seat, action.boxes)
    return refusal


def _refill(turn: Turn, seat: Seat, action: Action) -> Refusal | None:
    place, hand = turn.place(seat), turn.state.hands[seat - 1]
    if not isinstance(action, Refill):
        return Refusal("refill_first", "action")
    if place.locked:
        return Refusal("time_ran_out", "action")
    refusal = refill.why_not(turn.state.options, place.now, hand, action)
    if refusal is None:
        refill.choose(turn, seat, action)
    return refusal


def _take_back(turn: Turn, seat: Seat, action: TakeBack) -> Refusal | None:
    place = turn.place(seat)
    if place.locked:
        return Refusal("time_ran_out", "action")
    if turn.state.head.choosing:
        if not turn.state.hands[seat - 1].settled:
            return Refusal("nothing_to_take_back", "action")
        if action.to != 0:  # a choice of boxes is one step
            return Refusal("no_such_step", "to", {"to": action.to, "steps": 1})
        turn.emit(ChoiceTakenBack(seat))
        return None
    if not place.trail:
        return Refusal("nothing_to_take_back", "action")
    if not 0 <= action.to < len(place.trail):
        return Refusal("no_such_step", "to", {"to": action.to, "steps": len(place.trail)})
    turn.emit(TakenBack(seat, action.to))
    return None


def _say_done(turn: Turn, seat: Seat) -> Refusal | None:
    place = turn.place(seat)
    if place.locked:
        return Refusal("time_ran_out", "action")
    if not place.now.answered or place.now.due:
        return Refusal("answer_first", "action")
    if place.done or not turn.state.hands[seat - 1].confirm:
        return Refusal("already_done" if place.done else "nothing_to_confirm", "action")
    turn.emit(DoneSaid(seat))
    return None


def _act_for_table(turn: Turn, actor: Actor, action: TableAction) -> Refusal | None:
    if actor != TABLE or not isinstance(action, TimeUp | Played):  # the others are of games in real time
        return Refusal("not_yours", "action")
    if not 1 <= action.seat <= len(turn.state.places):
        return Refusal("no_such_seat", "seat", {"seat": action.seat})
    if isinstance(action, Played):
        turn.emit(PlayedSet(action.seat, action.played))
    elif turn.place(action.seat).locked:
        return Refusal("time_ran_out", "seat")
    else:
        _run_out(turn, action.seat)
    return None


def _run_out(turn: Turn, seat: Seat) -> None:
    """Ends a seat's time: a missing answer is a pass, due bonuses are lost, the rest stands (LB-3.8)."""
    turn.emit(TimeRanOut(seat))
    if turn.state.head.choosing:
        _choose_unasked(turn, seat)
        return
    board = turn.place(seat).now
    if not board.answered:
        turn.emit(Passed(seat, late=True))
    for due in board.due:
        answer.lose(turn, seat, due, late=True)


def _choose_unasked(turn: Turn, seat: Seat) -> None:
    """Chooses what falls to a seat that didn't (LB-3.8)."""
    hand = turn.state.hands[seat - 1]
    if hand.settled:
        return
    if turn.state.head.phase == "refill":
        refill.choose(turn, seat, refill.unasked(turn.state.options, turn.place(seat).now, hand))
    else:
        dealing.choose(turn, seat, hand.offer[: hand.keep])


def complete(state: State, seat: Seat) -> bool:
    """Tells whether a seat's answer is complete (LB-3.7)."""
    place = state.places[seat - 1]
    if state.head.choosing:
        return state.hands[seat - 1].settled
    if not place.now.answered or place.now.due:
        return False
    return place.done or place.locked or not state.hands[seat - 1].confirm


def _go_on(turn: Turn) -> None:
    """Goes on while nobody is awaited: closes draws and choices, begins rounds, ends (LB-2.3, LB-3.7)."""
    while turn.state.outcome is None:
        places = turn.state.places
        incomplete = [place for place in places if not complete(turn.state, place.seat)]
        awaited = [place for place in incomplete if place.played]
        if not awaited and not any(place.played for place in places):
            turn.emit(GameEnded(stopped(turn.state)))
            return
        for place in incomplete:
            if not place.played:
                _run_out(turn, place.seat)
        if awaited:
            return
        if not turn.state.head.choosing:
            _close_draw(turn)
            continue
        if turn.state.head.phase == "refill":
            refill.refill_all(turn)
        else:
            dealing.keep_chosen(turn)
        _begin_round(turn, turn.state.head.round + 1)


def _close_draw(turn: Turn) -> None:
    head = turn.state.head
    turn.emit(DrawClosed(head.round, head.draw))
    dealing.draw_moons(turn)
    if head.draw < DRAWS:
        _draw_number(turn)
    else:
        _end_round(turn)


def _end_round(turn: Turn) -> None:
    """Scores the stars, where a round does, and gives new boxes or ends the game (LB-6.1, LB-6.2)."""
    head, options, rules = turn.state.head, turn.state.options, rule_set(turn.state.options)
    if not rules.keeps_stars:
        stars = tuple(place.board.stars for place in turn.state.places)
        turn.emit(RoundScored(head.round, stars, tuple(star_points(options, count) for count in stars)))
    if head.round == options.rounds:
        turn.emit(GameEnded(final(turn.state)))
    elif rules.has_reserve:
        turn.emit(RefillBegan(head.round))
    elif options.offer == 0:
        _begin_round(turn, head.round + 1)
    else:
        dealing.deal_offers(turn)
        dealing.choose_forced(turn)


def _begin_round(turn: Turn, round_: int) -> None:
    turn.emit(RoundBegan(round_, rule_set(turn.state.options).numbers))
    _draw_number(turn)


def _draw_number(turn: Turn) -> None:
    """Shows the next number: one card out of the sorted bag of those that are left (LB-2.2, LB-2.3)."""
    head, bag = turn.state.head, turn.state.supply.numbers
    draw = turn.draw("numbers", head.round, head.draw + 1, len(bag))
    turn.drew(draw)
    turn.emit(NumberDrawn(head.round, head.draw + 1, bag[draw.result]))
