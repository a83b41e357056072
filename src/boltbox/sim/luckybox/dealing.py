"""How do boxes, numbers and moons reach the seats, fast? Bags, deals, choices and refills."""

from boltbox.sim.bits import count, nth_of_word
from boltbox.sim.compiled import inlined, kernel
from boltbox.sim.luck import draw
from boltbox.sim.luckybox.arrays import CHOICE, WORD_BITS, Record, Records

WORD_SHIFT = WORD_BITS.bit_length() - 1
IN_WORD = WORD_BITS - 1


@inlined
def draw_box(rules: Record, game: Record, nth: int) -> int:
    """Draws the n-th box of a deal; the pile becomes the deck when that is empty (LB-6.3, LB-6.4)."""
    if game["deck_left"] == 0:
        for word in range(rules["words"]):
            game["deck"][word] = game["pile"][word]
            game["pile"][word] = 0
        game["deck_left"] = game["pile_left"]
        game["pile_left"] = 0
    place = draw(game["boxes_key"], game["round"], nth, 0, game["deck_left"])
    game["deck_left"] -= 1
    word = 0
    bits = int(game["deck"][0])
    here = count(bits)
    while place >= here:
        place -= here
        word += 1
        bits = int(game["deck"][word])
        here = count(bits)
    bit = nth_of_word(bits, place)
    game["deck"][word] = bits & ~(1 << bit)
    return word << WORD_SHIFT | bit


@inlined
def discard_box(game: Record, box: int) -> None:
    """Puts a box on the pile, which has no order (LB-6.4)."""
    word = box >> WORD_SHIFT
    game["pile"][word] = int(game["pile"][word]) | 1 << (box & IN_WORD)
    game["pile_left"] += 1


@inlined
def lay_out(rules: Record, seat: Record, box: int) -> None:
    """Puts a box before a seat, untouched, behind those that lie there."""
    slot = seat["boxes"]
    seat["box"][slot] = box
    seat["face"][slot] = box if box < rules["faces"] else box - int(rules["faces"])
    seat["crossed"][slot] = 0
    seat["boxes"] = slot + 1


@kernel
def deal(rules: Record, game: Record, seats: Records, size: int, keep: int) -> None:
    """Repeats `dealing._deal`, `draw_boxes`, `choose_forced`: boxes to choose from (LB-1.6, LB-6.2)."""
    left = int(game["deck_left"]) + int(game["pile_left"])
    game["phase"] = CHOICE
    awaited = dealt = 0
    for seat in seats:
        seat["offered"] = 0
        seat["decision"] += 1
    for nth in range(size):
        for seat in seats:
            if dealt < left:
                seat["offer"][nth] = draw_box(rules, game, dealt)
                seat["offered"] = nth + 1
                dealt += 1
    for seat in seats:
        offered = int(seat["offered"])
        seat["keep"] = min(keep, offered)
        forced = seat["keep"] == offered
        seat["settled"] = 1 if forced else 0
        seat["chosen"] = (1 << offered) - 1 if forced else 0
        awaited += 0 if forced else 1
    game["awaited"] = awaited


@kernel
def deal_offers(rules: Record, game: Record, seats: Records) -> None:
    """Repeats `dealing.deal_offers`: smaller ones if too few boxes are left (LB-6.2, LB-6.3)."""
    left = int(game["deck_left"]) + int(game["pile_left"])
    size = max(1, min(int(rules["offer"]), left // len(seats)))
    deal(rules, game, seats, size, 1)


@kernel
def keep_chosen(rules: Record, game: Record, seats: Records) -> None:
    """Repeats `dealing.keep_chosen`: what was chosen lies open (LB-1.2, LB-1.4)."""
    for seat in seats:
        for place in range(seat["offered"]):
            box = int(seat["offer"][place])
            if seat["chosen"] >> place & 1:
                lay_out(rules, seat, box)
            elif rules["has_reserve"]:
                seat["reserve"][seat["reserved"]] = box
                seat["reserved"] += 1
            else:
                discard_box(game, box)
        seat["offered"] = 0
        seat["keep"] = 0
        seat["chosen"] = 0
        seat["settled"] = 0
        seat["decision"] += 1


@kernel
def refill_all(rules: Record, game: Record, seats: Records) -> None:
    """Repeats `refill.refill_all`: discards, boxes of reserves, then blind ones round the table (LB-6.5)."""
    most = 0
    for seat in seats:
        _discard(game, seat)
        _take(rules, seat)
        most = max(most, int(seat["blind"]))
        seat["settled"] = 0
        seat["decision"] += 1
    left = int(game["deck_left"]) + int(game["pile_left"])
    dealt = 0
    for nth in range(most):
        for seat in seats:
            if nth < seat["blind"] and dealt < left:
                lay_out(rules, seat, draw_box(rules, game, dealt))
                dealt += 1


@inlined
def _discard(game: Record, seat: Record) -> None:
    """Repeats the discards of `Refilled` (LB-6.5)."""
    kept = 0
    for slot in range(seat["boxes"]):
        if seat["discard"] >> slot & 1:
            discard_box(game, int(seat["box"][slot]))
        else:
            seat["box"][kept] = seat["box"][slot]
            seat["face"][kept] = seat["face"][slot]
            seat["crossed"][kept] = seat["crossed"][slot]
            kept += 1
    seat["boxes"] = kept


@inlined
def _take(rules: Record, seat: Record) -> None:
    """Repeats what `Refilled` takes out of the reserve (LB-6.5)."""
    kept = 0
    for place in range(seat["reserved"]):
        box = int(seat["reserve"][place])
        if seat["take"] >> place & 1:
            lay_out(rules, seat, box)
        else:
            seat["reserve"][kept] = box
            kept += 1
    seat["reserved"] = kept


@inlined
def draw_number(game: Record) -> None:
    """Repeats `play._draw_number`: one card out of those that are left (LB-2.2, LB-2.3)."""
    place = int(game["draw"])
    cards = int(game["numbers"])
    nth = draw(game["numbers_key"], game["round"], place + 1, 0, count(cards))
    bit = nth_of_word(cards, nth)
    number = (bit >> 1) + 1
    game["numbers"] = cards & ~(1 << bit)
    game["number"] = number
    game["drawn"][place] = number
    game["draw"] = place + 1


@inlined
def draw_moons(rules: Record, game: Record, seats: Records) -> None:
    """Repeats `dealing.draw_moons`: which tokens were taken, where they have values (LB-4.6, LB-4.8)."""
    drawn = 0
    for seat in seats:
        while seat["moons_drawn"] < seat["moons"]:
            if game["moons"] == 0:
                game["moons"] = rules["moon_tokens"]
            bag = int(game["moons"])
            nth = draw(game["moons_key"], game["round"], game["draw"], drawn, count(bag))
            bit = nth_of_word(bag, nth)
            game["moons"] = bag & ~(1 << bit)
            seat["moon"][seat["moons_drawn"]] = rules["moon_value"][bit]
            seat["moon_points"] += rules["moon_value"][bit]
            seat["moons_drawn"] += 1
            drawn += 1
