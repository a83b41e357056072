"""Who has won, in which order do the others follow, and when is there no result (LD-4, LD-5)?"""

from boltbox.rules.game import Outcome, Seat
from boltbox.rules.lightningdice.state import Place, State


def final(state: State, reason: str, winner: Seat | None = None) -> Outcome:
    """Ranks the players: who reached the target, who stayed, then by points or cards; level ones share."""
    keys = [(place.seat == winner, not place.out, place.tally.points) for place in state.places]
    places = tuple(1 + sum(other > mine for other in keys) for mine in keys)
    parts = tuple(_parts(state, place) for place in state.places)
    totals = tuple(sum(one.values()) for one in parts)
    return Outcome(reason, totals, parts, places, counts=tuple(map(_counts, state.places)))


def time_trial(state: State) -> Outcome:
    """Is the time of who played alone, in milliseconds (LD-5.5)."""
    (place,) = state.places
    counts = {"cards": place.tally.matches} | _counts(place)
    return Outcome("time", (place.time,), ({"time": place.time},), (1,), counts=(counts,))


def stopped(state: State) -> Outcome:
    """Ends a game that no person plays any more: no result (LD-4.3)."""
    seats = len(state.places)
    return Outcome("stopped", (0,) * seats, ({},) * seats, (0,) * seats)


def _parts(state: State, place: Place) -> dict[str, int]:
    tally = place.tally
    if state.options.mode != "standard":
        return {"cards": tally.matches}
    return {
        "matches": tally.matches,
        "bonuses": tally.bonuses,
        "penalties": tally.penalties,
        "thunders": tally.thunders,
    }


def _counts(place: Place) -> dict[str, int]:
    return {"rolls": place.rolls}
