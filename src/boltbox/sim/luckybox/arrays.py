"""How does a game of Lucky Box lie in memory? Options, faces, games and seats as records of small numbers.

Whole numbers are signed unless they are sets of bits: unsigned ones would spread in a kernel's arithmetic.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from boltbox.rules.luckybox.options import Options, check, copies, deck_of
from boltbox.rules.luckybox.parts import CODES, Deck
from boltbox.rules.luckybox.rule_sets import Tokens, rule_set
from boltbox.sim.compiled import borrowed, inlined
from boltbox.sim.luckybox.tables import PRICES

Records = npt.NDArray[np.void]
Record = Any  # one of them; mypy knows no fields

# Bonus codes as numbers; a number is itself.
NOTHING, ANY, LIGHTNING, LIGHTNINGS, STAR, MOON = 0, 10, 11, 12, 13, 14
CODE_NAMES: Final = ("-", *"123456789?", "L", "LL", "S", "M")
CODE_COUNT: Final = len(CODES)

# The most that the options allow (LB-8.3).
MOST_SEATS: Final = 12
MOST_HELD: Final = 16  # unfinished boxes of a seat: 9 kept, then one after each of 7 rounds
MOST_DONE: Final = 72  # finished boxes of a seat: 9 kept, then 9 refilled after each of 7 rounds
MOST_DUE: Final = 6 * MOST_HELD  # waiting bonuses: each line pays once
MOST_OFFERED: Final = 9
MOST_RESERVE: Final = 8
MOST_MOONS: Final = 6 * MOST_DONE
MOST_BOXES: Final = 480  # two copies of 240 faces
WORD_BITS: Final = 32
WORDS: Final = MOST_BOXES // WORD_BITS

CHOICE, DRAW, REFILL, ENDED = range(4)
PHASES: Final = ("choice", "draw", "refill", "ended")

# What is agreed, and what the rule set says: no kernel asks for a rule set's name.
RULES: Final = np.dtype(
    [
        ("seats", "i2"),
        ("rounds", "i2"),
        ("dealt", "i2"),
        ("kept", "i2"),
        ("offer", "i2"),
        ("starting_lightning", "i2"),
        ("box_points", "i2", 9),  # by round; the last value repeats, as in all lists here
        ("star_points", "i2", 10),  # for 0, 1, ... stars of a round
        ("star_value", "i2"),  # of each star, where they are kept; else 0
        ("moons_most", "i2"),
        ("moons_fewest", "i2"),
        ("moons_solo", "i2", 10),  # for 0, 1, ... moons
        ("may_pass", "i2"),  # 1: always; 0: only when no number fits (LB-3.4)
        ("optional", "i2"),  # 1: a bonus cross may be declined
        ("faces", "i2"),  # of the deck
        ("boxes", "i2"),  # in play
        ("words", "i2"),  # that hold a set of these
        ("reach", "i2"),  # steps that lightning goes
        ("waits", "i4"),  # bit c is set when the bonus with code c waits for a cross
        ("anywhere", "i4"),  # and when that cross may be any
        ("gives", "i2", (CODE_COUNT, 4)),  # what others give: lightning, stars, moons, question marks
        ("cards", "i4"),  # the bag of a round's number cards, as `numbers` below
        ("moon_tokens", "i4"),  # a full bag of moon tokens, as `moons` below; 0: moons are only counted
        ("moon_value", "i2", 24),  # what is printed on them, sorted
        ("keeps_stars", "i2"),
        ("has_reserve", "i2"),
        ("has_titles", "i2"),
    ],
    align=True,
)

FACE: Final = np.dtype(
    [
        ("number", "u1", 9),  # on each cell
        ("code", "u1", 6),  # of each line
        # The cells within so many steps of a number: near[n, 0] are those with the number n itself.
        ("near", "i2", (10, 5)),
    ],
    align=True,
)

# A game without its seats. A bag is a set of bits, and the n-th thing in it the n-th bit that is set, as in
# the sorted tuples of the rules.
GAME: Final = np.dtype(
    [
        ("phase", "i2"),
        ("round", "i2"),
        ("draw", "i2"),
        ("number", "i2"),  # that counts now; only while phase is DRAW
        ("awaited", "i2"),  # how many seats have to act
        ("drawn", "i2", 9),
        ("numbers", "i4"),  # cards left: bits 2n - 2 and 2n - 1 are those with the number n
        ("deck_left", "i2"),
        ("pile_left", "i2"),
        ("title", "i2"),  # of a solo game that ended; else -1
        ("deck", "u4", WORDS),  # bit b is set when box b is in it
        ("pile", "u4", WORDS),
        ("moons", "i4"),  # bit i is set when the i-th moon token is left
        ("boxes_key", "u8"),  # what the draws of a stream start from
        ("numbers_key", "u8"),
        ("moons_key", "u8"),
    ],
    align=True,
)

SEAT: Final = np.dtype(
    [
        ("boxes", "i2"),  # how many unfinished ones
        ("dues", "i2"),  # how many bonuses wait
        ("answered", "i2"),  # 1: the draw is answered, by a cross or a pass
        ("lightning", "i2"),
        ("questions", "i2"),
        ("stars", "i2"),  # in this round, or in the game where they are kept
        ("moons", "i2"),
        ("moons_drawn", "i2"),  # how many of them have their value
        ("done", "i2"),  # how many boxes are finished
        ("piled", "i2"),  # how many of these went to the pile: when the draw closed
        ("decision", "i4"),  # the number of its ask, as in the rules
        ("crossed", "i2", MOST_HELD),  # by slot, as the boxes came: bit i is set when cell i is crossed
        ("face", "u1", MOST_HELD),
        ("box", "i2", MOST_HELD),  # its id
        ("due", "u2", MOST_DUE),  # code << 12 | line << 9 | box, as they came
        ("star_points", "i4"),  # scored at the ends of rounds
        ("box_points", "i4"),  # of its finished boxes
        ("moon_points", "i4"),  # printed on its moons
        ("settled", "i2"),  # 1: the choice of boxes, or of a refill, is made
        ("offered", "i2"),  # how many boxes it has to choose from
        ("keep", "i2"),  # how many of them to keep
        ("chosen", "i2"),  # bit i is set when box i of the offer is chosen
        ("discard", "i2"),  # a refill: bit i is set for slot i,
        ("take", "i2"),  # for box i of the reserve,
        ("blind", "i2"),  # and how many from the deck
        ("reserved", "i2"),  # how many boxes its reserve has
        ("offer", "i2", MOST_OFFERED),
        ("reserve", "i2", MOST_RESERVE),
        # When the game has ended: the score by part, and the place.
        ("total", "i4"),
        ("stars_scored", "i4"),
        ("moons_scored", "i4"),
        ("cells_scored", "i4"),
        ("place", "i2"),  # 1 is first; 0: the game goes on
        ("done_box", "i2", MOST_DONE),
        ("done_round", "i1", MOST_DONE),
        ("moon", "i1", MOST_MOONS),  # what is printed on each, in the order drawn
    ],
    align=True,
)


class Games(NamedTuple):
    """Is what kernels work on: games that are played by the same rules, by the same number of seats."""

    rules: Records  # RULES, one
    faces: Records  # FACE, in the order of the deck
    games: Records  # GAME
    seats: Records  # SEAT, a row for each game


@inlined
def lent(games: Games) -> Games:
    """Is the same games, borrowed from whoever called the kernel: a kernel opens with this."""
    return Games(borrowed(games.rules), borrowed(games.faces), borrowed(games.games), borrowed(games.seats))


def games_of(options: Options, seats: int, count: int = 1) -> Games:
    """Makes room for some games; `start` begins one. Raises ValueError for options that the rules refuse."""
    refusal = check(options, seats)
    if refusal is not None:
        raise ValueError(refusal.sentence)
    return Games(
        rules_of(options, seats),
        faces_of(deck_of(options)),
        np.zeros(count, GAME),
        np.zeros((count, seats), SEAT),
    )


def rules_of(options: Options, seats: int) -> Records:
    """Writes options that `check` allows, and their rule set, as numbers."""
    rules = np.zeros(1, RULES)
    row, facts, moons = rules[0], rule_set(options), options.moon_points
    for name in ("rounds", "dealt", "kept", "offer", "starting_lightning"):
        row[name] = getattr(options, name)
    row["seats"] = seats
    row["box_points"] = _scale((0, *options.box_points), 9)
    row["star_points"] = 0 if facts.keeps_stars else _scale((0, *options.star_points), 10)
    row["star_value"] = options.star_points[0] if facts.keeps_stars else 0
    row["moons_most"], row["moons_fewest"] = moons.most, moons.fewest
    row["moons_solo"] = _scale(moons.solo, 10)
    row["may_pass"] = options.pass_rule == "always"
    row["optional"] = options.bonus_optional
    row["faces"] = deck_of(options).size
    row["boxes"] = int(row["faces"]) * copies(options, seats)
    row["words"] = -(-int(row["boxes"]) // WORD_BITS)
    row["reach"] = facts.reach
    row["waits"] = _codes(facts.waiting)
    row["anywhere"] = _codes(facts.anywhere)
    row["gives"] = [_gift(facts.tokens.get(code, Tokens())) for code in CODE_NAMES]
    row["cards"] = _cards(facts.numbers)
    row["moon_tokens"] = (1 << len(facts.moon_tokens)) - 1
    row["moon_value"][: len(facts.moon_tokens)] = facts.moon_tokens
    row["keeps_stars"] = facts.keeps_stars
    row["has_reserve"] = facts.has_reserve
    row["has_titles"] = facts.has_titles
    return rules


def faces_of(deck: Deck) -> Records:
    """Writes the faces of a deck as numbers and sets of cells."""
    faces = np.zeros(deck.size, FACE)
    faces["number"] = [[face.number(cell) for cell in range(9)] for face in deck.faces]
    faces["code"] = [[CODE_NAMES.index(face.code(line)) for line in range(6)] for face in deck.faces]
    prices = PRICES[faces["number"]]  # by face, cell and the number drawn
    for most in range(5):
        near = np.packbits(prices <= most, axis=1, bitorder="little").astype("i2")  # 9 cells: two bytes
        faces["near"][:, :, most] = near[:, 0] | near[:, 1] << 8
    return faces


def _scale(values: tuple[int, ...], length: int) -> tuple[int, ...]:
    """Repeats the last value of a list of points, where it's shorter."""
    return (*values, *(values[-1:] * (length - len(values))))


def _codes(codes: frozenset[str]) -> int:
    return sum(1 << CODE_NAMES.index(code) for code in codes)


def _gift(tokens: Tokens) -> tuple[int, int, int, int]:
    return tokens.lightning, tokens.stars, tokens.moons, tokens.questions


def _cards(numbers: tuple[int, ...]) -> int:
    """Sets a bit for each number card, the second one of a number beside the first."""
    cards = 0
    for number in numbers:
        bit = 1 << 2 * (number - 1)
        cards |= bit << 1 if cards & bit else bit
    return cards
