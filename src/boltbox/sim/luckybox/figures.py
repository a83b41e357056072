"""What is told of a study of Lucky Box? Points by part, wins, tokens left, and what each face is worth."""

from typing import Final, cast

from boltbox.rules import game
from boltbox.rules.luckybox.options import Options, deck_of
from boltbox.rules.luckybox.rule_sets import rule_set
from boltbox.rules.luckybox.scoring import TITLES
from boltbox.sim.figures import Figure, Figures, PieceFigure, Told
from boltbox.sim.played import WHOLE

SEATS: Final = (
    Figure("total", "Points", "points"),
    Figure("boxes", "Boxes", "points"),
    Figure("stars", "Stars", "points"),
    Figure("moons", "Moons", "points"),
    Figure("cells", "Cells", "points"),
    Figure("win", "Win share", "%", WHOLE, spread=False, of_all=False),
    Figure("place", "Place", of_all=False),
    Figure("finished", "Finished boxes", "boxes"),
    Figure("lightning", "Lightning left", "tokens"),
    Figure("questions", "Question marks left", "tokens"),
    Figure("passes", "Passes", "passes"),
    Figure("decisions", "Decisions", "decisions"),
)
GAMES: Final = (
    Figure("decisions", "Decisions of a game", "decisions"),
    Figure("steps", "Crosses of a game", "crosses"),
    Figure("winners", "Winners", "seats"),
)
ALONE: Final = ("win", "place")  # says nothing where one seat plays


def _told(options: game.Options, seats: int) -> Told:
    own = cast(Options, options)
    alone = seats == 1
    unit, one = ("points", 1) if alone else ("%", WHOLE)
    worth = "points" if alone else "wins"
    offered, kept = ("offered_win", "offered"), ("kept_win", "kept")
    questions = rule_set(own).tokens["?"].questions if "?" in rule_set(own).tokens else 0
    left_out = {*(ALONE if alone else ()), *(() if questions else ("questions",))}
    return Told(
        score="total",
        parts=("boxes", "stars", "moons", "cells"),
        seats=tuple(figure for figure in SEATS if figure.name not in left_out),
        games=GAMES[:2] if alone else GAMES,
        pieces=(
            PieceFigure("worth", "Worth", kept, offered, unit, one),
            PieceFigure("kept", "Kept when offered", ("kept", "offered"), unit="%"),
            PieceFigure("when_kept", f"{worth} when kept", kept, unit=unit, one=one),
            PieceFigure("when_offered", f"{worth} when offered", offered, unit=unit, one=one),
        ),
        ranked="worth",
        titles=TITLES if alone and rule_set(own).has_titles else (),
    )


def _pieces(options: game.Options) -> tuple[str, ...]:
    return tuple(face.write() for face in deck_of(cast(Options, options)).faces)


FIGURES: Final = Figures(_told, _pieces)
