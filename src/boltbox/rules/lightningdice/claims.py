"""What is a call worth, whose was first, and when is that sure (LD-3, LD-5.2)?"""

from boltbox.rules.game import Instant, Seat, Timing
from boltbox.rules.lightningdice import scoring
from boltbox.rules.lightningdice.actions import Claim
from boltbox.rules.lightningdice.events import (
    CardsShuffled,
    Claimed,
    ClaimSettled,
    Dated,
    Flipped,
    GameEnded,
    GoalClosed,
    NotYet,
    PickedUp,
)
from boltbox.rules.lightningdice.options import SEATS, cards
from boltbox.rules.lightningdice.parts import MOST_SPAN_MS, Verdict
from boltbox.rules.lightningdice.state import Called, Hand, Place, State, Waiting
from boltbox.rules.lightningdice.turn import Turn
from boltbox.rules.refusals import Refusal

MATCH, BONUS, THUNDER = 2, 1, 1  # points (LD-3.1, LD-3.3, LD-3.4)
PENALTY = 2  # points (LD-3.2)


def span_of(timing: Timing) -> int:
    """Tells how far back a line is trusted (LD-3.6)."""
    return min(max(timing.span, 0), MOST_SPAN_MS)


def moment(timing: Timing, since: Instant, arrival: Instant) -> Instant:
    """Dates what was pressed: within the span of its line, and not before `since` (LD-2.6, LD-3.6)."""
    pressed = arrival if timing.pressed is None else timing.pressed
    return max(min(pressed, arrival), arrival - span_of(timing), since)


def why_not(state: State, place: Place, hand: Hand, action: Claim) -> Refusal | None:
    """Tells why a claim is refused, at no cost, or None (LD-3.7, LD-5.2, LD-5.4)."""
    if action.call != "got" and state.options.mode != "standard":
        return Refusal("no_such_call", "call")
    if action.call == "thunder" and action.number not in SEATS:
        params: dict[str, int | str] = {"least": SEATS[0], "most": SEATS[-1], "given": action.number}
        return Refusal("no_such_number", "number", params)
    if action.call != "thunder" and action.number:
        return Refusal("number_without_thunder", "number")
    if place.rolling is not None:
        return Refusal("still_rolling", "dice")
    if len(place.resting) < len(place.values):
        return Refusal("dice_in_hand", "dice")
    if hand.blocked is not None:
        return Refusal("claim_blocked", "action")
    if any(claim.roll == place.rolls for claim in hand.waiting):
        return Refusal("claim_waits", "action")
    if Called(action.call, action.number) in hand.made:
        return Refusal("called_already", "call")
    return None


def claim(turn: Turn, seat: Seat, action: Claim) -> None:
    """Takes a claim that `why_not` allows: it waits as long as anybody could have been earlier."""
    place, options = turn.place(seat), turn.state.options
    fits = bears_out(turn.state, seat, action.call, action.number, place.values)
    if options.mode != "standard" and not fits:  # LD-5.2
        turn.emit(NotYet(seat, action.call, turn.instant + options.roll_ms))
        return
    timing, arrival = action.timing, turn.instant
    dated = moment(timing, place.since, arrival)
    wait = min(max(timing.wait, 0), MOST_SPAN_MS)
    turn.emit(
        Claimed(
            seat=seat,
            order=turn.state.claims + 1,
            call=action.call,
            number=action.number,
            dice=place.values,
            moment=dated,
            arrival=arrival,
            span=span_of(timing),
            settles=max(arrival, dated + wait),
        )
    )
    if fits and action.call != "got":  # LD-3.9
        turn.emit(PickedUp(seat, arrival))
    while turn.state.outcome is None:
        first = next(iter(turn.state.waiting), None)
        if first is None or first.settles > arrival:
            return
        settle(turn, first)


def bears_out(state: State, seat: Seat, call: str, number: int, dice: tuple[int, ...]) -> bool:
    """Tells whether six dice at rest show what a call says (LD-3.1, LD-3.3, LD-3.4)."""
    if call == "got":
        return state.goal.met(dice)
    shown = seat if call == "bonus" else number
    return set(dice) == {shown} and (call == "bonus" or number in _others(state, seat))


def _others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Lists the numbers that can be thundered by a player (LD-1.3, LD-4.3)."""
    return tuple(place.seat for place in state.places if place.seat != seat and not place.out)


def settle(turn: Turn, waiting: Waiting, *, flip: bool = True) -> None:
    """Settles the first of the claims that wait, and closes the goal or the game if it does (LD-3.8)."""
    state = turn.state
    verdict = _verdict(state, waiting)
    scored, lost = 0, 0
    if state.options.mode != "standard":
        scored = int(verdict == "valid")
    elif verdict == "valid" and waiting.call == "thunder":
        lost = _loss(state, waiting.number, THUNDER)
    elif verdict == "valid":
        scored = MATCH if waiting.call == "got" else BONUS
    elif waiting.call == "got":
        scored = -_loss(state, waiting.seat, PENALTY)
    turn.emit(_settled(waiting, verdict, scored, lost))
    if verdict != "valid":
        return
    won = turn.place(waiting.seat).tally.points >= state.options.target
    won = won and state.options.mode == "standard" and waiting.call != "thunder"
    if waiting.call == "got" or won:
        late = turn.state.waiting
        for other in late:
            turn.emit(_settled(other, "late", 0, 0))
        if waiting.call == "got":
            _close(turn, (waiting, *late))
        if won:
            turn.emit(GameEnded(scoring.final(turn.state, "target", waiting.seat)))
        elif flip or _last_card(turn.state):
            flip_next(turn)


def _verdict(state: State, waiting: Waiting) -> Verdict:
    if bears_out(state, waiting.seat, waiting.call, waiting.number, waiting.dice):
        return "valid"
    nobody = waiting.call == "thunder" and waiting.number not in _others(state, waiting.seat)
    return "nobody" if nobody else "false"


def _loss(state: State, seat: Seat, points: int) -> int:
    """Tells how much of a loss there is to lose: a pawn stops at Start (LD-3.2)."""
    if state.options.allow_negative:
        return points
    return max(0, min(points, state.places[state.index(seat)].tally.points))


def _settled(waiting: Waiting, verdict: Verdict, scored: int, lost: int) -> ClaimSettled:
    return ClaimSettled(
        seat=waiting.seat,
        call=waiting.call,
        number=waiting.number,
        dice=waiting.dice,
        verdict=verdict,
        scored=scored,
        lost=lost,
        moment=waiting.moment,
        arrival=waiting.arrival,
        span=waiting.span,
    )


def _close(turn: Turn, claims: tuple[Waiting, ...]) -> None:
    """Closes the goal for the first of some claims; the others came too late (LD-3.1)."""
    head, first = turn.state.head, claims[0]
    dated = tuple(Dated(one.seat, one.call, one.number, one.moment, one.arrival, one.span) for one in claims)
    time = max(0, first.moment - head.flipped) + head.spent
    turn.emit(GoalClosed(head.goal, first.seat, turn.instant, time, dated))


def _last_card(state: State) -> bool:
    return state.options.mode == "quick" and state.head.goal == cards(state.options, state.deck)


def flip_next(turn: Turn) -> None:
    """Flips a goal out of the sorted bag of those that are left, or ends a quick game (LD-1.2, LD-5.3)."""
    state = turn.state
    if _last_card(state):
        alone = len(state.places) == 1
        turn.emit(GameEnded(scoring.time_trial(state) if alone else scoring.final(state, "cards")))
        return
    goal = state.head.goal + 1
    if state.options.mode == "practice":  # the same goal again and again
        turn.emit(Flipped(goal, 0, state.deck.goals[0], turn.instant))
        return
    if not state.cards:
        turn.emit(CardsShuffled(state.deck.size))
    bag = turn.state.cards
    draw = turn.draw("goals", (goal, 0, 0), len(bag))
    turn.drew(draw)
    card = bag[draw.result]
    turn.emit(Flipped(goal, card, state.deck.goals[card], turn.instant))
