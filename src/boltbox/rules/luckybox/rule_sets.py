"""In what do the rule sets of Lucky Box differ, where no option says it? A row of facts for each."""

from collections.abc import Mapping
from typing import Final

import msgspec

from boltbox.rules.luckybox.options import Options, RuleSetName


class Tokens(msgspec.Struct, frozen=True, gc=False):
    """Is what a line gives at once (LB-4.3)."""

    lightning: int = 0
    stars: int = 0
    moons: int = 0
    questions: int = 0


class RuleSet(msgspec.Struct, frozen=True):
    """Is what a rules text says otherwise than another."""

    numbers: tuple[int, ...]  # number cards of a round, sorted (LB-2.2)
    reach: int  # steps that lightning can go in a draw, a token each (LB-3.2)
    waiting: frozenset[str]  # bonuses that wait for a cross (LB-4.3)
    anywhere: frozenset[str]  # those of them that cross any open cell (LB-4.3)
    tokens: Mapping[str, Tokens]  # what the other bonuses give (LB-4.3)
    moon_tokens: tuple[int, ...]  # values of a full supply, sorted; none: moons are only counted (LB-4.6)
    keeps_stars: bool  # stars stay to the end, where rounds don't score them (LB-6.1)
    has_reserve: bool  # boxes not kept stay with the seat, to refill from after a round (LB-1.2, LB-6.2)
    has_titles: bool  # a solo game earns a title (LB-7.5)


_NUMBERS: Final = tuple(range(1, 10))
_TOKENS: Final = {
    "L": Tokens(lightning=1),
    "LL": Tokens(lightning=2),
    "S": Tokens(stars=1),
    "M": Tokens(moons=1),
}
_DIGITS: Final = frozenset("123456789")

RULE_SETS: Final[Mapping[RuleSetName, RuleSet]] = {
    "classic": RuleSet(
        numbers=tuple(sorted((*_NUMBERS, *_NUMBERS))),
        reach=4,
        waiting=_DIGITS | {"?"},
        anywhere=frozenset("?"),
        tokens=_TOKENS,
        moon_tokens=(),
        keeps_stars=False,
        has_reserve=False,
        has_titles=True,
    ),
    "chengdu": RuleSet(
        numbers=_NUMBERS,
        reach=1,
        waiting=_DIGITS,
        anywhere=_DIGITS,
        tokens={**_TOKENS, "?": Tokens(questions=1)},
        moon_tokens=(*(-2,) * 2, *(-1,) * 4, *(1,) * 9, *(2,) * 6, *(3,) * 3),
        keeps_stars=True,
        has_reserve=True,
        has_titles=False,
    ),
}


def rule_set(options: Options) -> RuleSet:
    """Is the row of facts that a game is played by."""
    return RULE_SETS[options.rule_set]
