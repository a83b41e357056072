"""What is told over HTTP of a day's deal, and of what somebody did alone?"""

from boltbox.server.messages import Value


class DayTry(Value, frozen=True):
    """Is the asker's counted try of a day's deal."""

    table: str
    watch: str
    status: str  # as in `lobby`
    counted: bool  # ended before its day did
    total: int | None
    title: int | None  # 0 the lowest to 4
    parts: dict[str, int]
    place: int | None  # among all that are counted; level ones share


class DayRank(Value, frozen=True):
    """Is somebody's counted result on a day's table."""

    place: int
    name: str
    suit: int
    total: int
    title: int  # 0 the lowest to 4
    parts: dict[str, int]
    watch: str  # the id by which one looks back through it
    you: bool


class Day(Value, frozen=True):
    """Is a day's deal, one for everybody: GET /api/today, and once it is over GET /api/days/{day}."""

    day: str  # by UTC, as 2026-11-30
    now: int  # milliseconds since 1970 on the server's clock
    closes: int  # the first instant after the day
    commitment: str  # SHA-256 of the deal's secret, hexadecimal
    secret: str | None  # hexadecimal; None until the day is over
    tries: int  # how many are counted
    mine: DayTry | None
    board: tuple[DayRank, ...] | None  # the best, and the asker; None until the own try has ended


class SoloGame(Value, frozen=True):
    """Is one of the asker's games alone."""

    watch: str  # the id by which one looks back through it
    total: int
    title: int | None  # 0 the lowest to 4; None where the rule set has no titles
    parts: dict[str, int]
    ended: int
    day: str | None  # it was the counted try of this day's deal
    before: int | None  # the best of all games before this one


class Trial(Value, frozen=True):
    """Is one of the asker's time trials of Lightning Dice."""

    watch: str  # the id by which one looks back through it
    time: int  # milliseconds (LD-5.5)
    ended: int
    before: int | None  # the best time of all trials before this one


class Trials(Value, frozen=True):
    """Is what the asker did in time trials of so many cards and no house rules: GET /api/solo/trials."""

    cards: int
    count: int
    sum: int  # of all times
    best: int  # the shortest time
    games: tuple[Trial, ...]  # the newest 200


class Solo(Value, frozen=True):
    """Is what the asker did alone by one rule set and no house rules, newest first: GET /api/solo."""

    rule_set: str
    count: int
    sum: int  # of all totals
    best: int
    titles: tuple[int, ...]  # the total from which each one above the lowest is earned, if there are any
    games: tuple[SoloGame, ...]  # the newest 200
