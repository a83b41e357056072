"""Does every game on the shelf keep the contract, however wildly it is played?"""

import functools
import operator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boltbox.rules.game import TABLE, Drew, Part, Played, TimeUp, Told
from boltbox.rules.luck import MixerLuck, Sha256Luck
from boltbox.rules.refusals import Refusal
from boltbox.rules.shelf import SHELF, AnyGame
from boltbox.rules.transcript import read_game, write_game
from tests.wild import WILD, Changing, Play, events_of, play, plays

GAMES = pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)


def unite(types: tuple[type, ...]) -> type:
    united: type = functools.reduce(operator.or_, types)
    return united


def test_tests_can_play_every_game() -> None:
    assert WILD.keys() == SHELF.keys()
    assert [game.name for game in SHELF.values()] == list(SHELF)


@settings(max_examples=30)
@given(plays())
def test_replay_is_play(played: Play) -> None:
    """The fold of the events alone, and the same actions with the same luck, give the same positions."""
    game, luck = played.game, MixerLuck(99)
    state = None
    for line, after in zip(played.lines, played.states, strict=True):
        state = game.fold(state, line.events)
        assert state == after
    again = play(game, played.options, played.seats, 99, luck)
    assert play(game, played.options, played.seats, 99, luck).lines == again.lines


@settings(max_examples=20)
@given(plays())
def test_everything_survives_json(played: Play) -> None:
    """Events through the types of a log, told and parts through the types of the wire."""
    game = played.game
    events = msgspec.json.Decoder(tuple[unite(game.event_types), ...])  # type: ignore[misc]
    told: msgspec.json.Decoder[Told] = msgspec.json.Decoder(unite(game.told_types))
    state = None
    for line, after in zip(played.lines, played.states, strict=True):
        decoded = events.decode(msgspec.json.encode(line.events))
        assert decoded == line.events
        state = game.fold(state, decoded)
        assert state == after
        for audience in played.audiences:
            for event in line.events:
                one = game.tell(event, audience)
                assert one is None or told.decode(msgspec.json.encode(one)) == one
    for state in played.states[::7]:
        assert msgspec.json.decode(msgspec.json.encode(state), type=type(state)) == state
        for audience in played.audiences:
            for name, part in game.view(state, audience).items():
                kind = game.part_types[name.rstrip("0123456789")]
                assert msgspec.json.decode(msgspec.json.encode(part), type=kind) == part


@settings(max_examples=20)
@given(plays())
def test_everything_survives_text(played: Play) -> None:
    """Positions in a line, whole games in a line an entry."""
    game = played.game
    for state in played.states[::7]:
        assert game.read(game.write(state)) == state
    assert read_game(game, write_game(game, tuple(played.lines))) == tuple(played.lines)


@settings(max_examples=30)
@given(plays())
def test_totals_add_up_and_places_fit(played: Play) -> None:
    for state in played.states:
        outcome = played.game.outcome(state)
        if outcome is not None:
            assert state is played.states[-1]
            assert outcome.totals == tuple(sum(parts.values()) for parts in outcome.parts)
            assert len(outcome.totals) == len(outcome.places) == len(played.seats)
            assert outcome.reason == "stopped" or 1 in outcome.places
            assert all(place <= len(played.seats) for place in outcome.places)


@settings(max_examples=80)
@given(plays(), st.integers(0, 19))
def test_legal_is_exactly_what_is_accepted(played: Play, offset: int) -> None:
    """Of all answers that one could think of; and only seats with an open ask are awaited."""
    game, luck = played.game, MixerLuck(0)
    for state in played.states[offset::20]:
        for seat in played.seats:
            asked, legal = game.ask(state, seat), game.legal(state, seat)
            assert asked.open == (seat in game.to_act(state)) == bool(legal)
            assert asked.decision == game.decision(state, seat)
            assert game.part(state, seat, "ask") == asked
            answers = set(WILD[game.name].answers(state, seat))
            accepted = {
                answer
                for answer in answers
                if not isinstance(game.act(state, seat, answer, 0, luck), Refusal)
            }
            assert accepted == set(legal)
            assert len(set(legal)) == len(legal)
            assert legal == game.legal(state, seat)


@settings(max_examples=30)
@given(plays())
def test_decisions_change_by_own_things_only(played: Play) -> None:
    """What a seat did is no reason to ask another anew; but a new question has a new number."""
    game = played.game
    for before, line, after in played.steps():
        for seat in played.seats:
            old, new = game.ask(before, seat), game.ask(after, seat)
            assert new.decision >= old.decision
            if seat != line.actor and game.legal(before, seat) != game.legal(after, seat):
                own = isinstance(line.action, TimeUp | Played) and line.action.seat == seat
                own = own or any(getattr(event, "seat", None) == seat for event in line.events)
                assert own or new.decision > old.decision or game.outcome(after) is not None
            if line.actor not in (seat, TABLE) and new.decision != old.decision:
                assert game.part(before, seat, "head") != game.part(after, seat, "head")


@settings(max_examples=30)
@given(plays())
def test_a_part_changes_only_with_its_sources(played: Play) -> None:
    """A delta is right: parts over the old view give the new one; told nothing means an unchanged view."""
    game = played.game
    views: dict[int, dict[str, Part]] = {}
    for state in played.states[:1]:
        views = {audience: game.view(state, audience) for audience in played.audiences}
    for before, line, after in played.steps():
        shared: dict[tuple[str, tuple[int, ...]], Part] = {}
        for audience in played.audiences:
            old, new = game.sources(before, audience), game.sources(after, audience)
            view = game.view(after, audience)
            assert view.keys() == new.keys()
            for name, sources in new.items():
                same = name in old and all(map(operator.is_, old[name], sources))
                assert not same or view[name] == views[audience][name]
                key = (name, tuple(map(id, sources)))
                assert shared.setdefault(key, view[name]) == view[name]
            told = [one for event in line.events if (one := game.tell(event, audience)) is not None]
            assert told or view == views[audience]
            assert told or all(
                all(map(operator.is_, old[name], new[name])) for name in new
            )  # nothing to send
            views[audience] = view


@settings(max_examples=20)
@given(plays())
def test_nobody_is_told_a_draw_or_anything_not_named(played: Play) -> None:
    game = played.game
    for event in events_of(played.lines):
        assert type(event) in game.event_types
        for audience in played.audiences:
            told = game.tell(event, audience)
            assert told is None or type(told) in game.told_types
            assert told is None or not isinstance(event, Drew)


@settings(max_examples=30)
@given(plays(), st.integers(0, 60))
def test_no_position_holds_a_future(played: Play, same: int) -> None:
    """With luck that changes at some draw, all is the same up to the entry that draws it."""
    game = played.game
    luck = Changing(MixerLuck(5), same)
    usual = play(game, played.options, played.seats, 5)
    other = play(game, played.options, played.seats, 5, luck)
    drawn = 0
    for line, state, other_line, other_state in zip(
        usual.lines, usual.states, other.lines, other.states, strict=False
    ):
        drawn += sum(len(event.draws) for event in line.events if isinstance(event, Drew))
        if drawn > same:
            break
        assert (line, state) == (other_line, other_state)


@settings(max_examples=20)
@given(plays())
def test_every_draw_is_recorded_and_its_key_used_once(played: Play) -> None:
    """Whoever has the seed can check each draw without the rules."""
    luck = Sha256Luck(b"seed")
    game = play(played.game, played.options, played.seats, 3, luck)
    draws = [draw for event in events_of(game.lines) if isinstance(event, Drew) for draw in event.draws]
    assert draws
    assert len({(draw.stream, draw.a, draw.b, draw.c) for draw in draws}) == len(draws)
    assert all(draw == luck.draw(draw.stream, draw.a, draw.b, draw.c, draw.size) for draw in draws)


@GAMES
def test_nothing_happens_after_the_end(game: AnyGame) -> None:
    """C40f."""
    ended = [play(game, WILD[game.name].short, (1, 2), seed) for seed in range(3)]
    assert any(game.outcome(played.states[-1]) is not None for played in ended)
    for played in ended:
        state = played.states[-1]
        if game.outcome(state) is not None:
            assert game.to_act(state) == ()
            assert game.due(state) is None
            for actor in (TABLE, *played.seats):
                for action in (TimeUp(1), Played(1, played=True), *WILD[game.name].answers(state, 1)):
                    answer = game.act(state, actor, action, 0, MixerLuck(0))
                    assert isinstance(answer, Refusal)
                    assert answer.code == "game_over"


@GAMES
def test_there_is_no_first_event_but_the_start(game: AnyGame) -> None:
    played = play(game, game.options(), (1, 2), 1)
    for event in events_of(played.lines)[1:]:
        with pytest.raises(ValueError, match="begins with"):
            game.apply(None, event)
    with pytest.raises(ValueError, match="no events"):
        game.fold(None, ())


@GAMES
def test_an_audience_sees_its_own_parts_and_no_others(game: AnyGame) -> None:
    """C17."""
    state = play(game, game.options(), (1, 2), 1).states[0]
    names = {audience: set(game.sources(state, audience)) for audience in (1, 2, -2)}
    assert names[1] == names[2] > names[-2]
    for name in (*(names[1] - names[-2]), "seat0", "seat3", "seat99", "other"):
        with pytest.raises(KeyError):
            game.part(state, -2, name)


@GAMES
def test_every_type_is_documented(game: AnyGame) -> None:
    for kind in (*game.action_types, *game.event_types, *game.told_types, *game.part_types.values()):
        assert kind.__doc__
        assert kind.__doc__.partition("\n")[0].endswith(".")
