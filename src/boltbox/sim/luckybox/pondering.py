"""How does the game stand for a bot that is asked? `Prospects` and `Outlook` of one decision, on records."""

from typing import Final

import numpy as np
import numpy.typing as npt

from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.parts import DRAWS
from boltbox.sim.compiled import kernel, woven
from boltbox.sim.luckybox.arrays import ANY, DRAW, LIGHTNING, LIGHTNINGS, MOON, STAR, Record, Records
from boltbox.sim.luckybox.outlook import MIND
from boltbox.sim.luckybox.prospects import LEADS, MANY, MORE, TOKENS, WEIGHTS, first_star

BUDGET: Final = 500  # what a table gives a bot for one decision (`bots.bot.BUDGET`)


def mind_of(options: Options, rules: Records, budget: int = BUDGET) -> Records:
    """Makes the MIND of bots that play by these options."""
    mind = np.zeros(1, MIND)
    mind[0]["budget"] = budget
    for name in ("rounds", "reach", "may_pass", "waits", "anywhere", "gives", "moons_most", "moons_fewest"):
        mind[0][name] = rules[0][name]
    weights = WEIGHTS[options.rule_set]
    for name in ("cross", "question", "lonely", "chance", "cover"):
        mind[0][name] = getattr(weights, name)
    mind[0]["star"] = first_star(options)
    return mind


@woven
def _weigh_likely(mind: Record, game: Record, total: int) -> None:
    """Tells which numbers come next, and how much likelier than usual (`_coming` and `_numbers`)."""
    cards = 0
    for number in range(1, 10):
        mind["coming"][number] = 0
        if game["phase"] == DRAW and game["draw"] < DRAWS:
            bits = game["numbers"] >> 2 * (number - 1) & 3
            mind["coming"][number] = (bits & 1) + (bits >> 1)
            cards += mind["coming"][number]
    for number in range(1, 10):
        if cards:
            mind["likely"][number] = mind["coming"][number] * 9 / cards - 1
        else:
            mind["likely"][number] = 0.0 if total else -1.0
        mind["last"][number] = mind["line"][2] * (1 + mind["chance"] * mind["likely"][number])


@woven
def _weigh_tokens(mind: Record, rules: Record, game: Record) -> None:
    """Values 0, 1, ... more moon tokens, by those that the supply has left (`Prospects._moons`, LB-7.3)."""
    bag = game["moons"] or rules["moon_tokens"]
    total = 0
    count = 0
    for place in range(24):
        if bag >> place & 1:
            total += rules["moon_value"][place]
            count += 1
    for more in range(MORE):
        mind["moons"][more] = more * (total / count)


@woven
def _weigh_leads(mind: Record, row: Record, seats: Records, seat: int) -> None:
    """Values 0, 1, ... more moons than now, where the most and the fewest count (`_moons`, LB-7.3)."""
    for more in range(MORE):
        most = 1.0
        fewest = 1.0
        for other in range(len(seats)):
            if other != seat:
                lead = seats[seat]["moons"] + more - seats[other]["moons"]
                place = min(max(lead, -LEADS), LEADS) + LEADS
                most *= row["most"][place]
                fewest *= row["fewest"][place]
        points = mind["moons_most"] * most
        if len(seats) > 2:
            points += mind["moons_fewest"] * fewest
        mind["moons"][more] = points


@kernel
def ponder(mind: Record, prospects: Records, rules: Record, game: Record, seats: Records, seat: int) -> None:
    """Reckons what holds at one decision of a seat, whatever boxes it thinks of (`Prospects.__init__`)."""
    left = DRAWS - game["draw"] if game["phase"] == DRAW else 0
    total = left + DRAWS * (mind["rounds"] - game["round"])
    row, mine = prospects[total], seats[seat]
    mind["looked"] = 0
    mind["box_points"] = row["box_points"]
    mind["untouched"] = row["untouched"]
    mind["box"][:] = row["box"]
    mind["line"][:] = row["line"]
    mind["lightning"][:] = row["lightning"]
    mind["questions"][:] = row["questions"]
    mind["stars"][:] = row["stars"]
    mind["covered"][:] = 0
    _weigh_likely(mind, game, total)
    if rules["moon_tokens"]:
        _weigh_tokens(mind, rules, game)
    elif len(seats) == 1:
        mind["moons"][:] = row["solo"][min(mine["moons"], 9)]
    else:
        _weigh_leads(mind, row, seats, seat)
    light = _step(mind["lightning"], mine["lightning"], TOKENS - 1)
    codes = mind["codes"]
    codes[LIGHTNING], codes[LIGHTNINGS] = light, 2 * light
    codes[STAR] = row["now"] * _step(mind["stars"], mine["stars"], MANY - 1) + (1 - row["now"]) * mind["star"]
    codes[MOON] = _step(mind["moons"], 0, MORE - 1)
    codes[ANY] = _step(mind["questions"], mine["questions"], TOKENS - 1)
    for code in range(1, ANY + 1):
        if mind["anywhere"] >> code & 1:
            codes[code] = mind["question"]


@woven
def _step(values: npt.NDArray[np.float64], count: int, last: int) -> float:
    """Tells what one more thing adds (`step`)."""
    return values[min(count + 1, last)] - values[min(count, last)]  # type: ignore[no-any-return]
