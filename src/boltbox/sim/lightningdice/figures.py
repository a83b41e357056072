"""What is told of a study of Lightning Dice? Points, wins, rolls, times, and how hard each goal was."""

from typing import Final, cast

from boltbox.rules import game
from boltbox.rules.lightningdice.options import Options, deck_of
from boltbox.sim.figures import Figure, Figures, PieceFigure, Told
from boltbox.sim.played import WHOLE

SECOND: Final = 1000

POINTS: Final = Figure("points", "Points", "points")
CARDS: Final = Figure("points", "Cards", "cards")
CALLS: Final = (  # what the points come from
    Figure("matches", "Matches", "points"),
    Figure("bonuses", "Bonuses", "points"),
    Figure("penalties", "False calls", "points"),
    Figure("thunders", "Thunder of others", "points"),
)
WINS: Final = (
    Figure("win", "Win share", "%", WHOLE, spread=False, of_all=False),
    Figure("place", "Place", of_all=False),
)
ROLLS: Final = Figure("rolls", "Rolls", "rolls")
TIME: Final = Figure("time", "Time", "s", SECOND)
GAMES: Final = (
    Figure("length", "Length", "s", SECOND),
    Figure("goals", "Goals of a game", "goals"),
    Figure("winners", "Winners", "seats"),
)


def _told(options: game.Options, seats: int) -> Told:
    own = cast(Options, options)
    alone = seats == 1
    score = POINTS if own.mode == "standard" else CARDS
    calls = CALLS if own.mode == "standard" else ()
    return Told(
        score="time" if alone else "points",
        parts=tuple(call.name for call in calls),
        seats=(TIME, ROLLS) if alone else (score, *calls, *WINS, ROLLS),
        games=GAMES[:2] if alone else GAMES,
        pieces=(
            PieceFigure("rolls", "Rolls of who took it", ("rolls", "played"), unit="rolls"),
            PieceFigure("time", "Time until taken", ("time", "played"), unit="s", one=SECOND),
        ),
        ranked="time",
    )


def _pieces(options: game.Options) -> tuple[str, ...]:
    return deck_of(cast(Options, options)).goals


FIGURES: Final = Figures(_told, _pieces)
