"""What do whole games look like, line by line? Writes the golden games to `tests/golden/`.

They change only when the rules, the luck or the deck do: read the diff. With `--check` it only names those
that would change.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from boltbox.rules.game import TABLE, Action, Actor, Options, Played, Seat, State, TimeUp
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox import options as luckybox
from boltbox.rules.luckybox.actions import Confirm, Decline, Refill, TakeBack
from boltbox.rules.luckybox.view import AskPart
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.rules.transcript import Line, write_game
from scripts.golden_races import RACES, Race

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"

Asked = tuple[Actor, Action]
Interruption = Callable[["Golden", State, int], Iterator[Asked]]


@dataclass(frozen=True)
class Golden:
    """Is one golden game: what it shows, and how it is played."""

    name: str
    shows: str
    seats: int
    seed: int
    options: Options = field(default_factory=luckybox.Options)
    interrupt: Interruption = lambda *_: iter(())  # what is tried before an entry, besides answers

    @property
    def game(self) -> AnyGame:
        """Is the game that is played."""
        return SHELF[self.name.partition("-")[0]]

    @property
    def numbers(self) -> tuple[Seat, ...]:
        """Lists the seats."""
        return tuple(range(1, self.seats + 1))

    def text(self) -> str:
        """Plays the game, and writes it with a few words before it."""
        head = f"# {self.shows}\n# Drawn by the mixer with seed {self.seed}, see docs/luck.md.\n"
        return head + write_game(self.game, tuple(self.play()))

    def play(self) -> Iterator[Line]:
        """Plays the game to its end, and yields its entries."""
        game, luck, count = self.game, MixerLuck(self.seed), 0
        events = game.start(self.options, self.numbers, 0, luck)
        state = game.fold(None, events)
        yield Line(TABLE, None, events)
        while game.outcome(state) is None:
            count += 1
            for actor, action in (*self.interrupt(self, state, count), self.answer(state, count)):
                done = game.act(state, actor, action, 0, luck)
                if not isinstance(done, Refusal):
                    state = game.fold(state, done)
                    yield Line(actor, action, done)

    def answer(self, state: State, count: int) -> Asked:
        """Picks the seat that answers next, and what: what completes most for least, else anything."""
        awaited = self.game.to_act(state)
        seat = awaited[self.luck(count, 1, len(awaited))]
        best = self.game.legal(state, seat)
        asked = self.game.ask(state, seat)
        if isinstance(asked, AskPart) and asked.choices:
            worth = [(choice.finishes, len(choice.lines), -choice.price) for choice in asked.choices]
            best = tuple(
                one.action for one, value in zip(asked.choices, worth, strict=True) if value == max(worth)
            )
        return seat, best[self.luck(count, 2, len(best))]

    def luck(self, count: int, which: int, size: int) -> int:
        """Draws what players do, by another seed than the game's."""
        return MixerLuck(self.seed + 1).draw("golden", count, which, 0, size).result


def confirm_and_take_back(golden: Golden, state: State, count: int) -> Iterator[Asked]:
    """Lets seats 1 and 3 confirm, and every seat take something back now and then."""
    if count == 5:
        yield from ((1, Confirm(on=True)), (3, Confirm(on=True)))
    if count == 120:
        yield 3, Confirm(on=False)
    if golden.luck(count, 3, 3) == 0:
        yield golden.luck(count, 4, golden.seats) + 1, TakeBack(golden.luck(count, 5, 2))


def decline(golden: Golden, state: State, count: int) -> Iterator[Asked]:
    """Declines every fourth bonus."""
    for seat in golden.game.to_act(state):
        for action in golden.game.legal(state, seat):
            if isinstance(action, Decline) and golden.luck(count, 3, 4) == 0:
                yield seat, action


def run_out_and_leave(golden: Golden, state: State, count: int) -> Iterator[Asked]:
    """Lets time run out now and then, seat 2 leave and come back, and seat 3 leave for good."""
    leaves: dict[int, tuple[Seat, bool]] = {30: (2, False), 45: (2, True), 60: (3, False)}
    if golden.luck(count, 3, 12) == 0:
        yield TABLE, TimeUp(golden.luck(count, 4, golden.seats) + 1)
    if count in leaves:
        yield TABLE, Played(*leaves[count])


def all_leave(golden: Golden, state: State, count: int) -> Iterator[Asked]:
    """Lets both seats leave in the second draw."""
    if count == 6:
        yield from ((TABLE, Played(1, played=False)), (TABLE, Played(2, played=False)))


def run_out_and_take_blind(golden: Golden, state: State, count: int) -> Iterator[Asked]:
    """Lets time run out and seats leave, and most of them take as many new boxes as they can."""
    yield from run_out_and_leave(golden, state, count)
    for seat in golden.game.to_act(state):
        wishes = [one for one in golden.game.legal(state, seat) if isinstance(one, Refill)]
        if wishes and golden.luck(count, 6, 4) > 0:
            yield seat, max(wishes, key=lambda wish: wish.blind)


HOUSE = luckybox.Options(
    rounds=3,
    dealt=4,
    offer=1,
    starting_lightning=2,
    box_points=(20, 10),
    bonus_optional=True,
    pass_rule="always",
)
CHENGDU = luckybox.defaults("chengdu")
GAMES: tuple[Golden | Race, ...] = (
    Golden("luckybox-solo", "Alone: the moons score by their number, and there is a title.", 1, 11),
    Golden("luckybox-two", "Two: nobody loses points for the fewest moons.", 2, 12),
    Golden(
        *("luckybox-four", "Four: two confirm their answers, all take something back now and then.", 4, 13),
        interrupt=confirm_and_take_back,
    ),
    Golden("luckybox-twelve", "Twelve: two decks, and the pile shuffled in after round 2.", 12, 14),
    Golden(
        *("luckybox-house-rules", "House rules: boxes are gained unseen, bonuses may be declined.", 2, 15),
        options=HOUSE,
        interrupt=decline,
    ),
    Golden(
        *("luckybox-out-of-time", "Three: time runs out; one leaves and comes back, one for good.", 3, 16),
        interrupt=run_out_and_leave,
    ),
    Golden(
        *("luckybox-chengdu-two", "Two by chengdu: question marks, moons with values, refills.", 2, 18),
        options=CHENGDU,
        interrupt=confirm_and_take_back,
    ),
    Golden(
        *("luckybox-chengdu-six", "Six by chengdu: time runs out, and the pile becomes the deck.", 6, 29),
        options=CHENGDU,
        interrupt=run_out_and_take_blind,
    ),
    Golden("luckybox-stopped", "Two who both leave: no result.", 2, 17, interrupt=all_leave),
    *RACES,
)


def main() -> None:
    """Rewrites the golden games, or with `--check` names those that differ and fails."""
    made = {GOLDEN / f"{golden.name}.txt": golden.text() for golden in GAMES}
    stale = [path for path, text in made.items() if not path.exists() or path.read_text("utf-8") != text]
    stale += [path for path in GOLDEN.glob("*.txt") if path not in made]
    if sys.argv[1:] == ["--check"]:
        if stale:
            sys.exit(
                f"changed, run `make golden` and read the diff: {', '.join(path.name for path in stale)}"
            )
        return
    GOLDEN.mkdir(exist_ok=True)
    for path in stale:
        if path in made:
            path.write_text(made[path], "utf-8")
        else:
            path.unlink()
        print(f"{'wrote' if path in made else 'removed'} {path.relative_to(GOLDEN.parent.parent)}")


if __name__ == "__main__":
    main()
