"""How do tests of Lightning Dice play? Positions, actions and events are words; time goes where they say."""

from boltbox.rules.game import TABLE, Event, Instant, TableAction, TimeUp
from boltbox.rules.lightningdice.game import LIGHTNINGDICE
from boltbox.rules.lightningdice.options import Options
from boltbox.rules.lightningdice.state import Place, State
from boltbox.rules.luck import Draw, Luck, MixerLuck
from boltbox.rules.refusals import Refusal

GOALS = ("123456", "111222", "AABBCC", "5555**", "even", "odd", "low", "high", "sum=21", "AAAAAA")
DECK = " | deck " + ":".join(("Tests", "us", "none", *GOALS))


class Loaded:
    """Is luck that lets some rolls show what a test wants: (seat, roll) -> six digits, a dot for any."""

    def __init__(self, rolls: dict[tuple[int, int], str], card: int = 0) -> None:
        self.rolls = rolls
        self.card = card

    def draw(self, stream: str, a: int, b: int, c: int, size: int) -> Draw:
        if stream == "dice":
            sign = self.rolls.get((a, b), "......")[c]
            return Draw(stream, a, b, c, size, int(sign) - 1 if sign != "." else 0)
        if stream == "goals":
            return Draw(stream, a, b, c, size, min(self.card, size - 1))
        return MixerLuck(1).draw(stream, a, b, c, size)


class Racing:
    """Is a game being played from a position, in words."""

    def __init__(self, position: str | State, luck: Luck | None = None, *, now: Instant = 0) -> None:
        """Begins at a position; its deck is that of the tests, unless it names another."""
        if isinstance(position, str):
            position = LIGHTNINGDICE.read(position if "| deck" in position else position + DECK)
        self.state = position
        self.luck: Luck = luck or MixerLuck(7)
        self.now = now

    @classmethod
    def begin(
        cls, options: Options | None = None, seats: tuple[int, ...] = (1, 2), luck: Luck | None = None
    ) -> "Racing":
        """Begins a whole game at instant 0."""
        luck = luck or MixerLuck(7)
        options = options or Options()
        assert LIGHTNINGDICE.check(options, len(seats)) is None
        events = LIGHTNINGDICE.start(options, seats, 0, luck)
        return cls(LIGHTNINGDICE.fold(None, events), luck)

    def to(self, instant: Instant) -> list[str]:
        """Lets time pass, and words what happened by itself, draws left out."""
        happened: list[str] = []
        while (due := LIGHTNINGDICE.due(self.state)) is not None and due <= instant:
            self.now = max(due, self.now)  # as at a table, where no entry is older than the one before
            happened += self._take(LIGHTNINGDICE.act(self.state, TABLE, TimeUp(TABLE), self.now, self.luck))
        self.now = max(instant, self.now)
        return happened

    def do(self, *texts: str) -> list[str]:
        """Does what is allowed, as in `@5000 2 roll 1`, and words all that happened, ticks too."""
        happened: list[str] = []
        for text in texts:
            done, answer = self.try_to(text)
            assert not isinstance(answer, Refusal), f"{text}: {answer.sentence}"
            happened += done + self._take(answer)
        return happened

    def refused(self, text: str) -> str:
        """Words why something isn't done."""
        _, refusal = self.try_to(text)
        assert isinstance(refusal, Refusal), f"{text} was done"
        assert "{" not in refusal.sentence
        return refusal.code

    def ask_of_table(self, action: TableAction) -> list[str]:
        """Lets the table itself act now."""
        return self._take(LIGHTNINGDICE.act(self.state, TABLE, action, self.now, self.luck))

    def try_to(self, text: str) -> tuple[list[str], tuple[Event, ...] | Refusal]:
        """Lets time pass to where a text says, and answers what it asks."""
        done: list[str] = []
        if text.startswith("@"):
            when, _, text = text[1:].partition(" ")
            done = self.to(int(when))
        seat, _, words = text.partition(" ")
        action = LIGHTNINGDICE.read_action(words)
        return done, LIGHTNINGDICE.act(self.state, int(seat), action, self.now, self.luck)

    def _take(self, events: tuple[Event, ...] | Refusal) -> list[str]:
        assert not isinstance(events, Refusal), events.sentence
        self.state = LIGHTNINGDICE.fold(self.state, events)
        words = map(LIGHTNINGDICE.write_event, events)
        return [word for word in words if not word.startswith("drew ")]

    def place(self, seat: int) -> Place:
        return self.state.places[self.state.index(seat)]

    def dice(self, seat: int) -> str:
        """Words six dice; a dot is one without a value."""
        return "".join(str(value or ".") for value in self.place(seat).values)

    def points(self, seat: int) -> int:
        return self.place(seat).tally.points

    def legal(self, seat: int) -> list[str]:
        """Words what a seat may do now."""
        return [LIGHTNINGDICE.write_action(action) for action in LIGHTNINGDICE.legal(self.state, seat)]


def tags(happened: list[str]) -> list[str]:
    """Keeps of each event only what it is called."""
    return [event.partition(" ")[0] for event in happened]
