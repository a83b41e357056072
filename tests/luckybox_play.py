"""How do tests of Lucky Box play? Positions, actions and events are words, as in the notation."""

from boltbox.rules.game import TABLE, Event, Played, TimeUp
from boltbox.rules.luck import Draw, Luck, MixerLuck
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import Options
from boltbox.rules.luckybox.state import State
from boltbox.rules.refusals import Refusal
from boltbox.rules.words import read_struct

# Boxes of the tests: few enough to know by heart.
#   0  1 2 3 L    1  1 2 3 1    2  1 1 1 S    3  5 5 5 -    4  9 8 7 5    5 to 19  1 2 3 -
#      4 5 6 LL      4 5 6 5       2 2 2 S       5 5 5 -       6 5 4 5             4 5 6 -
#      7 8 9 S       7 8 9 9       3 3 3 M       5 5 5 -       3 2 1 ?             7 8 9 -
#      M - ?         ? ? ?         S S M         - - -         4 4 4               - - -
FACES = (
    *("123456789/L,LL,S/M,-,?", "123456789/1,5,9/?,?,?", "111222333/S,S,M/S,S,M"),
    *("555555555/-,-,-/-,-,-", "987654321/5,5,?/4,4,4"),
    *["123456789/-,-,-/-,-,-"] * 15,
)
DECK = " | deck " + ":".join(("Tests", "us", "none", *FACES))


class Always:
    """Is luck that always gives the same result, or the last one if there are fewer."""

    def __init__(self, result: int = 0) -> None:
        self.result = result

    def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
        return Draw(stream, a, b, c, size, min(self.result, size - 1))


class Playing:
    """Is a game being played from a position, in words."""

    def __init__(self, position: str | State, luck: Luck | None = None) -> None:
        """Begins at a position; its deck is that of the tests, unless it names another."""
        if isinstance(position, str):
            position = LUCKYBOX.read(position if "| deck" in position else position + DECK)
        self.state = position
        self.luck: Luck = luck or MixerLuck(7)

    def try_to(self, text: str) -> tuple[Event, ...] | Refusal:
        """Lets a seat (`2 x1.3`) or the table (`table timeUp 2`) act, and changes nothing."""
        who, _, words = text.partition(" ")
        if who == "table":
            kind: type[TimeUp | Played] = TimeUp if words.startswith("timeUp") else Played
            return LUCKYBOX.act(self.state, TABLE, read_struct(words, (kind,)), 0, self.luck)
        return LUCKYBOX.act(self.state, int(who), LUCKYBOX.read_action(words), 0, self.luck)

    def do(self, *texts: str) -> list[str]:
        """Does what is allowed, and words what happened, draws of luck left out."""
        happened: list[str] = []
        for text in texts:
            events = self.try_to(text)
            assert not isinstance(events, Refusal), f"{text}: {events.sentence}"
            self.state = LUCKYBOX.fold(self.state, events)
            happened += [word for word in map(LUCKYBOX.write_event, events) if not word.startswith("drew ")]
        return happened

    def refused(self, text: str) -> str:
        """Words why something isn't done: the code, and what was wrong."""
        refusal = self.try_to(text)
        assert isinstance(refusal, Refusal), f"{text} was done"
        assert "{" not in refusal.sentence
        return f"{refusal.code} {refusal.thing}"

    def seat(self, seat: int) -> str:
        """Words what lies before a seat now, without the number of its ask."""
        written = LUCKYBOX.write(self.state).split(" | ")[seat]
        return " ".join(word for word in written.split() if word[0] != "d" or word == "done")

    def pile(self) -> list[int]:
        """Lists the discarded boxes."""
        return list(self.state.supply.pile)

    def legal(self, seat: int) -> list[str]:
        """Words what a seat may do now."""
        return [LUCKYBOX.write_action(action) for action in LUCKYBOX.legal(self.state, seat)]


def begin(seats: int, options: Options | None = None, luck: Luck | None = None) -> tuple[Playing, list[str]]:
    """Begins a whole game with the built-in deck, and words what happened."""
    luck = luck or MixerLuck(7)
    events = LUCKYBOX.start(options or Options(), tuple(range(1, seats + 1)), 0, luck)
    return Playing(LUCKYBOX.fold(None, events), luck), [LUCKYBOX.write_event(event) for event in events]


def play_on(game: Playing, luck: Luck | None = None, until: str = "ended") -> list[str]:
    """Plays legal actions until a phase begins, and words what happened."""
    luck = luck or MixerLuck(1)
    happened: list[str] = []
    while game.state.head.phase != until:
        seat = LUCKYBOX.to_act(game.state)[0]
        actions = game.legal(seat)
        choice = luck.draw("tests", len(happened), seat, 0, len(actions)).result
        happened += game.do(f"{seat} {actions[choice]}")
    return happened
