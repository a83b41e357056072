"""What is said over HTTP about what may be agreed: options, decks, and presets of house rules?"""

import msgspec

from boltbox.rules.lightningdice.goals import Side
from boltbox.server.messages import Problem, Value


class OptionsAsked(Value, frozen=True):
    """Is the body of POST /api/games/{game}/options: asks whether a game can be played like this."""

    options: msgspec.Raw  # those that differ from the defaults of their rule set
    seats: int | None = None  # for how many; None: for as few as can play


class OptionsChange(Value, frozen=True):
    """Is the body of PUT /api/tables/{table}/options, for the host before the start."""

    options: msgspec.Raw  # those that differ from the defaults of their rule set; all others become these


class DeckText(Value, frozen=True):
    """Is the body of POST /api/games/{game}/deck: a deck as a person wrote it."""

    text: str


class DeckCard(Value, frozen=True):
    """Is a deck with all that is in it: POST /api/games/{game}/deck."""

    name: str
    author: str
    licence: str
    faces: int  # how many, or how many goals
    deck: msgspec.Raw  # what the option `deck` is: the name of a built-in one, or an own one whole
    hash: str  # SHA-256 of the whole deck as JSON, hexadecimal, as in the head of a record


class OptionsCard(Value, frozen=True):
    """Is what is agreed, or could be: POST /api/games/{game}/options and /api/tables/{table}/options."""

    options: msgspec.Raw  # all of them; the usual ones if those asked for can't be read
    house_rules: bool  # other than the defaults of the rule set
    problem: Problem | None  # why nobody can play like this; None: it can be played
    deck: DeckCard | None  # None: there is none of that name


class GoalWorth(Value, frozen=True):
    """Is a goal of Lightning Dice with how hard it is: GET /api/goals, GET /api/goals/{goal}."""

    goal: str
    rolls: float  # expected under the best keeping, the first one of all six dice included (LD-7.3)
    sides: tuple[Side, ...]  # the goal to draw it by, as in `head`


class NewPreset(Value, frozen=True):
    """Is the body of POST /api/presets: keeps options under a name, for later tables and for others."""

    game: str
    name: str  # 1 to 40 characters
    options: msgspec.Raw  # those that differ from the defaults of their rule set


class PresetCard(Value, frozen=True):
    """Is a preset: POST and GET /api/presets (the asker's own), GET /api/presets/{preset}."""

    preset: str  # its id, which is its link
    game: str
    name: str
    options: msgspec.Raw  # all of them
    house_rules: bool  # other than the defaults of the rule set
    by: str  # the name of who keeps it
    own: bool  # the asker keeps it, and may let go of it
    created: int  # milliseconds since 1970
