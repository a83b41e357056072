"""Does whatever may be agreed on come to an end, and is everything else refused? LB-8, LB-9."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boltbox.bots import Bot, bots_of
from boltbox.bots.luckybox.uniform import Uniform
from boltbox.rules.game import TABLE, Played
from boltbox.rules.luck import MixerLuck
from boltbox.rules.luckybox.game import LUCKYBOX
from boltbox.rules.luckybox.options import (
    RANGES,
    MoonPoints,
    Options,
    RuleSetName,
    check,
    defaults,
    house_rules,
)
from boltbox.rules.luckybox.parts import CODES, Deck, Face
from boltbox.rules.luckybox.state import State
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF
from boltbox.table.codec import Codec
from boltbox.table.record import read_record, write_record
from boltbox.table.verify import verify
from tests.recorded import played_wildly

CODEC = Codec(SHELF["luckybox"])
POINTS = st.integers(-99, 99)
WRONG_TEXTS = st.sampled_from(["", " x", "x\n", "x" * 61, "\u202e"])


def within(option: str) -> st.SearchStrategy[int]:
    return st.integers(*RANGES[option])


def points(most: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(POINTS, min_size=1, max_size=most).map(tuple)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    code = st.sampled_from(sorted(CODES))
    three = st.tuples(code, code, code)
    face = st.builds(Face, st.text("123456789", min_size=9, max_size=9), three, three)
    faces = draw(st.lists(face, min_size=5, max_size=8))
    return Deck("Any", "Anybody", "CC0", tuple(faces * draw(st.integers(1, 240 // len(faces)))))


@st.composite
def agreed(draw: st.DrawFn) -> tuple[Options, int]:
    """Draws options that any table may agree on, and for how many seats."""
    plain = defaults(draw(st.sampled_from(["classic", "chengdu"])))
    classic = plain.rule_set == "classic"
    dealt = draw(within("dealt"))
    options = replace(
        plain,
        rounds=draw(within("rounds")),
        dealt=dealt,
        kept=draw(st.integers(1, dealt)),
        offer=draw(within("offer")) if classic else plain.offer,
        starting_lightning=draw(within("starting_lightning")),
        box_points=draw(points(8)),
        star_points=draw(points(9 if classic else 1)),
        moon_points=MoonPoints(draw(POINTS), draw(POINTS), draw(points(9))) if classic else plain.moon_points,
        pass_rule=draw(st.sampled_from(["no_match", "always"])),
        bonus_optional=draw(st.booleans()),
        deck=draw(st.just("boltbox") | decks()),
        decks=draw(st.sampled_from([None, 1, 2])),
    )
    seats = draw(st.integers(1, 12))
    while seats > 1 and check(options, seats) is not None:
        seats //= 2
    if check(options, seats) is not None:  # even alone there are fewer boxes than are dealt
        options = replace(options, dealt=5, kept=min(options.kept, 5))
    return options, seats


def play(options: Options, seats: int, seed: int, bot: Bot | None = None) -> State:
    """Lets bots play to the end, uniform ones unless told."""
    luck, bot = MixerLuck(seed), bot or Uniform()
    state = LUCKYBOX.fold(None, LUCKYBOX.start(options, tuple(range(1, seats + 1)), 0, luck))
    for _ in range(40 * seats * options.rounds * 9):
        if state.outcome is not None:
            return state
        seat = LUCKYBOX.to_act(state)[-1]
        view = CODEC.write(LUCKYBOX.view(state, seat))
        action = bot.choose(view, seat, luck, 50)
        asked = CODEC.action(action)
        assert not isinstance(asked, Refusal)
        events = LUCKYBOX.act(state, seat, asked, 0, luck)  # type: ignore[arg-type]
        assert not isinstance(events, Refusal), events
        state = LUCKYBOX.fold(state, events)
    raise AssertionError("it never ends")


@given(agreed(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_whatever_may_be_agreed_on_comes_to_an_end(given: tuple[Options, int], seed: int) -> None:
    """LB-8.1, LB-8.3, LB-9.3: by either rule set, with any deck, for 1 to 12; every part adds up."""
    options, seats = given
    assert check(options, seats) is None
    state = play(options, seats, seed)
    assert state.outcome is not None
    assert state.outcome.reason == "rounds"
    totals = tuple(sum(parts.values()) for parts in state.outcome.parts)
    assert totals == state.outcome.totals
    assert len(totals) == seats
    assert LUCKYBOX.read(LUCKYBOX.write(state)) == state
    assert CODEC.options(CODEC.write(options)) == options
    if isinstance(options.deck, Deck):
        assert house_rules(options, seats)


@pytest.mark.parametrize("name", bots_of("luckybox"))
@pytest.mark.parametrize("rule_set", ["classic", "chengdu"])
def test_every_bot_plays_with_decks_that_it_never_saw(name: str, rule_set: RuleSetName) -> None:
    """LB-9.3: faces alike, lines without a bonus, numbers that are nowhere."""
    faces = (
        Face("111111112", ("-", "-", "-"), ("9", "?", "LL")),
        Face("999999998", ("1", "S", "M"), ("-",) * 3),
    )
    options = replace(defaults(rule_set), rounds=2, deck=Deck("Odd", "Me", "CC0", faces * 5))
    state = play(options, 2, 1, bots_of("luckybox")[name])
    assert state.outcome is not None
    assert state.outcome.reason == "rounds"


@given(agreed(), st.sampled_from(sorted(RANGES)), st.integers(-(10**12), 10**12), st.integers(1, 12))
def test_what_lies_outside_its_range_never_starts(
    given: tuple[Options, int], option: str, value: int, seats: int
) -> None:
    """LB-8.3: whatever else is agreed, and nothing that lies inside is refused for its range."""
    least, most = RANGES[option]
    outer, _, inner = option.partition(".")
    held: object = value
    if option in ("box_points", "star_points") or inner == "solo":
        held = (value,)
    base = replace(given[0], **{outer: getattr(defaults(given[0].rule_set), outer)})
    changed = (
        replace(base, moon_points=replace(base.moon_points, **{inner: held}))
        if inner
        else replace(base, **{outer: held})
    )
    refusal = check(changed, seats)
    if not least <= value <= most:
        assert refusal is not None
        assert refusal.code in ("option_range", "not_in_rule_set")
        assert "{" not in refusal.sentence
    elif refusal is not None:
        assert refusal.code in ("keep_more_than_dealt", "too_few_boxes", "not_in_rule_set")


@given(
    decks(),
    st.sampled_from(["name", "author", "licence"]),
    st.sampled_from(["", " x", "x\n", "x" * 61, "\u202e"]),
)
def test_a_header_that_no_file_could_have_is_refused(deck: Deck, key: str, text: str) -> None:
    """LB-9.3."""
    refusal = check(Options(deck=replace(deck, **{key: text}), dealt=1, kept=1), 1)
    assert refusal is not None
    assert (refusal.code, refusal.thing) == ("wrong_deck", "deck")


def test_a_game_with_an_own_deck_stops_like_any_other() -> None:
    """LB-7.7, LB-9."""
    face = Face("123456789", ("1", "?", "L"), ("S", "M", "-"))
    luck = MixerLuck(1)
    options = Options(deck=Deck("Any", "Me", "CC0", (face,) * 5))
    state = LUCKYBOX.fold(None, LUCKYBOX.start(options, (1,), 0, luck))
    events = LUCKYBOX.act(state, TABLE, Played(1, played=False), 0, luck)
    assert not isinstance(events, Refusal)
    state = LUCKYBOX.fold(state, events)
    assert state.outcome is not None
    assert state.outcome.reason == "stopped"


def test_the_record_of_a_game_has_its_own_deck_in_it() -> None:
    """LB-9.1: nothing else is needed to read it, to check every draw, and to write its events as words."""
    face = Face("123456789", ("1", "?", "L"), ("S", "M", "-"))
    deck = Deck("A: b", "Me %", "CC0", (face, Face("111222333", face.rows, face.columns)) * 6)
    record = played_wildly(SHELF["luckybox"], 2, 5, Options(rounds=1, deck=deck))
    assert record.options == Options(rounds=1, deck=deck)
    read = read_record(write_record(record))
    assert read.options == record.options
    assert verify(read).findings == ()
    started = read.lines[0].events[0]
    words = LUCKYBOX.write_event(started)
    assert "deck=own" in words
    assert LUCKYBOX.read_event(words) == started
