"""What may happen in a game of Lucky Box, and when? The kernels `start`, `act` and what goes on by itself.

`games` is a `Games`, `g` the number of a game in it, `seat` that of a seat from 0.
"""

import numpy as np

from boltbox.rules.luckybox.parts import DRAWS
from boltbox.sim.bits import count
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.luck import number_of, start_key
from boltbox.sim.luckybox.answer import (
    answer,
    bonus_cells,
    cross,
    due_codes,
    fitting,
    has_open,
    open_cells,
    reach,
    spend_due,
)
from boltbox.sim.luckybox.arrays import CHOICE, DRAW, ENDED, REFILL, Games, Record, Records, lent
from boltbox.sim.luckybox.codes import (
    BONUS,
    BY_LIGHTNING,
    BY_QUESTION,
    CHOOSE,
    CROSS,
    DECLINE,
    DRAWN,
    FIELD,
    KIND_SHIFT,
    PASS,
    REFILLS,
)
from boltbox.sim.luckybox.dealing import (
    deal,
    deal_offers,
    discard_box,
    draw_moons,
    draw_number,
    keep_chosen,
    refill_all,
)
from boltbox.sim.luckybox.scoring import score, score_stars

BOXES = number_of("boxes")
NUMBERS = number_of("numbers")
MOONS = number_of("moons")
LAST_WORD = (1 << 32) - 1


@kernel
def start(games: Games, g: int, seed: np.uint64) -> None:
    """Repeats `play.start` with `MixerLuck(seed)`: begins a game and deals the first boxes (LB-1)."""
    games = lent(games)
    rules, game, seats = games.rules[0], games.games[g], games.seats[g]
    game["boxes_key"] = start_key(seed, BOXES)
    game["numbers_key"] = start_key(seed, NUMBERS)
    game["moons_key"] = start_key(seed, MOONS)
    game["round"] = game["draw"] = game["number"] = game["numbers"] = 0
    game["title"] = -1
    game["moons"] = rules["moon_tokens"]
    left = int(rules["boxes"])
    for word in range(rules["words"]):
        game["deck"][word] = LAST_WORD if left >= 32 else (1 << left) - 1
        game["pile"][word] = 0
        left = max(0, left - 32)
    game["deck_left"] = rules["boxes"]
    game["pile_left"] = 0
    for one in seats:
        _clear(one)
        one["lightning"] = rules["starting_lightning"]
    deal(rules, game, seats, rules["dealt"], rules["kept"])
    go_on(rules, game, seats)


@inlined
def _clear(seat: Record) -> None:
    """Takes everything from a seat; what its lists held is left behind their ends."""
    seat["boxes"] = seat["dues"] = seat["answered"] = seat["questions"] = seat["stars"] = seat["moons"] = 0
    seat["moons_drawn"] = seat["done"] = seat["piled"] = seat["decision"] = seat["star_points"] = 0
    seat["box_points"] = seat["moon_points"] = seat["settled"] = seat["offered"] = seat["keep"] = 0
    seat["chosen"] = seat["discard"] = seat["take"] = seat["blind"] = seat["reserved"] = 0
    seat["total"] = seat["stars_scored"] = seat["moons_scored"] = seat["cells_scored"] = seat["place"] = 0


@inlined
def is_open(game: Record, seat: Record) -> bool:
    """Repeats `play.complete` the other way round: tells whether an answer is awaited (LB-3.7)."""
    if game["phase"] == DRAW:
        return bool(seat["answered"] == 0 or seat["dues"] > 0)
    return bool(game["phase"] != ENDED and seat["settled"] == 0)


@kernel
def act(games: Games, g: int, seat: int, code: int) -> bool:
    """Repeats `play.act`: does what `legal` lists for the seat; all else is refused, and changes nothing."""
    games = lent(games)
    rules, faces, game, mine = games.rules[0], games.faces, games.games[g], games.seats[g, seat]
    if not allowed(rules, faces, game, mine, code):
        return False
    take(games, g, seat, code)
    return True


@inlined
def take(games: Games, g: int, seat: int, code: int) -> None:
    """Does what is allowed, and goes on when nobody is awaited any more."""
    rules, faces, game, mine = games.rules[0], games.faces, games.games[g], games.seats[g, seat]
    kind = code >> KIND_SHIFT
    if kind == CROSS:
        mine["decision"] += 1
        answer(rules, faces, game, mine, code)
    elif kind == PASS:
        mine["decision"] += 1
        mine["answered"] = 1
    elif kind == BONUS:
        mine["decision"] += 1
        spend_due(mine, code >> 8 & 15)
        cross(rules, faces, game, mine, code >> 4 & 15, code & 15)
    elif kind == DECLINE:
        mine["decision"] += 1
        spend_due(mine, code >> 8 & 15)
    else:
        _settle(mine, code)
    if not is_open(game, mine):
        game["awaited"] -= 1
        if game["awaited"] == 0:
            go_on(rules, game, games.seats[g])


@inlined
def _settle(seat: Record, code: int) -> None:
    """Notes a choice of boxes or of a refill, as `dealing.choose` and `refill.choose` do (LB-1.4, LB-6.5)."""
    field = code & FIELD
    if code >> KIND_SHIFT == CHOOSE:
        seat["chosen"] = field
    else:
        seat["discard"] = field >> 12
        seat["take"] = field >> 4 & 0xFF
        seat["blind"] = field & 15
    seat["settled"] = 1


@inlined
def allowed(rules: Record, faces: Records, game: Record, seat: Record, code: int) -> bool:
    """Tells whether a code is one that `legal` lists (LB-3, LB-4.3, LB-4.5, LB-6.2)."""
    if code < 0 or not is_open(game, seat):
        return False
    kind, field = code >> KIND_SHIFT, code & FIELD
    if game["phase"] == CHOICE:
        return kind == CHOOSE and field < 1 << seat["offered"] and count(field) == seat["keep"]
    if game["phase"] == REFILL:
        return kind == REFILLS and _may_refill(rules, seat, field)
    slot, cell, high = field >> 4 & 15, field & 15, field >> 8
    if kind in (CROSS, BONUS):
        if slot >= seat["boxes"] or cell > 8 or not open_cells(seat, slot) >> cell & 1:
            return False
        if kind == BONUS:
            return _is_due(seat, high) and bonus_cells(rules, faces, seat, slot, high) >> cell & 1 != 0
        return seat["dues"] == 0 and _may_cross(rules, faces, game, seat, field)
    if kind == DECLINE:
        return rules["optional"] != 0 and field & 0xFF == 0 and _is_due(seat, high)
    if kind != PASS or field != 0 or seat["dues"] > 0:
        return False
    return rules["may_pass"] != 0 or not has_open(faces, seat, game["number"])


@inlined
def _is_due(seat: Record, bonus: int) -> bool:
    """Tells whether a bonus with this code waits (LB-4.2)."""
    return bonus < 16 and due_codes(seat) >> bonus & 1 != 0


@inlined
def _may_cross(rules: Record, faces: Records, game: Record, seat: Record, field: int) -> bool:
    """Repeats `answer._why_no_cross` for an open cell (LB-3.1, LB-3.2, LB-3.6)."""
    way, slot, cell = field >> 8, field >> 4 & 15, field & 15
    drawn = fitting(faces, seat, slot, game["number"], 0) >> cell & 1
    if way == DRAWN:
        return drawn != 0
    if way == BY_LIGHTNING:
        near = fitting(faces, seat, slot, game["number"], reach(rules, seat)) >> cell & 1
        return near != 0 and drawn == 0
    return way == BY_QUESTION and seat["questions"] > 0


@inlined
def _may_refill(rules: Record, seat: Record, field: int) -> bool:
    """Repeats `refill.why_not` (LB-6.2, LB-6.5)."""
    discard, taken, blind = field >> 12, field >> 4 & 0xFF, field & 15
    if discard >= 1 << seat["boxes"] or taken >= 1 << seat["reserved"]:
        return False
    more = count(taken) + blind
    return more == 0 or int(seat["boxes"]) - count(discard) + more <= rules["kept"]


@kernel
def go_on(rules: Record, game: Record, seats: Records) -> None:
    """Repeats `play._go_on`: closes draws and choices, begins rounds, ends (LB-2.3, LB-3.7)."""
    while game["awaited"] == 0 and game["phase"] != ENDED:
        if game["phase"] == DRAW:
            close_draw(rules, game, seats)
            if game["draw"] < DRAWS:
                draw_number(game)
            else:
                end_round(rules, game, seats)
        else:
            if game["phase"] == REFILL:
                refill_all(rules, game, seats)
            else:
                keep_chosen(rules, game, seats)
            begin_round(rules, game)
        if game["phase"] == DRAW:
            game["awaited"] = len(seats)


@inlined
def close_draw(rules: Record, game: Record, seats: Records) -> None:
    """Repeats `fold._closed` and `dealing.draw_moons`: finished boxes go to the pile (LB-3.7, LB-5.2)."""
    for seat in seats:
        while seat["piled"] < seat["done"]:
            discard_box(game, int(seat["done_box"][seat["piled"]]))
            seat["piled"] += 1
        seat["answered"] = 0
        seat["decision"] += 1
    if rules["moon_tokens"]:
        draw_moons(rules, game, seats)


@kernel
def end_round(rules: Record, game: Record, seats: Records) -> None:
    """Repeats `play._end_round`: scores, and gives new boxes or ends the game (LB-6.1, LB-6.2)."""
    if rules["keeps_stars"] == 0:
        score_stars(rules, seats)
    if game["round"] == rules["rounds"]:
        score(rules, game, seats)
        game["phase"] = ENDED
    elif rules["has_reserve"]:
        game["phase"] = REFILL
        game["awaited"] = len(seats)
        for seat in seats:
            seat["decision"] += 1
    elif rules["offer"] == 0:
        begin_round(rules, game)
    else:
        deal_offers(rules, game, seats)


@inlined
def begin_round(rules: Record, game: Record) -> None:
    """Repeats `play._begin_round` (LB-2.1, LB-2.2)."""
    game["phase"] = DRAW
    game["round"] += 1
    game["draw"] = 0
    game["numbers"] = rules["cards"]
    draw_number(game)
