"""Are decks of Lucky Box read as the rules say, and is the built-in one what it should be? LB-9."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boltbox.rules.decks.reading import DeckError
from boltbox.rules.luckybox.deck import built_in, names, read_deck
from boltbox.rules.luckybox.parts import CODES, Deck, Face
from scripts import make_deck

HEAD = "name: Mine\nauthor: Me\nlicence: CC0\n"
FACE = "123231789 4,5,6 LL,M,M\n"

# The faces that public transcriptions of the published deck agree on (LB-9.2).
KNOWN = """
123231456 ?,-,? L,L,S
123231789 4,5,6 LL,M,M
456789897 1,2,3 M,LL,M
123789897 4,5,6 LL,M,M
456654789 3,2,1 M,9,7
123231789 6,5,4 9,M,8
123456564 7,9,8 2,1,LL
123231456 7,8,9 M,S,S
456645789 3,2,1 M,S,M
123789978 6,4,5 3,S,1
456789978 3,2,1 LL,M,LL
123231789 4,6,5 9,7,8
123312456 9,?,L S,S,L
456645789 3,2,1 8,9,7
456789897 1,2,3 6,4,5
123456564 L,?,7 M,M,L
123789978 L,6,? S,L,LL
"""

# How often the built-in deck gives what the published one is not known for: chosen, see docs/decisions.
FREE = {"?": 28, "L": 64, "LL": 46, "S": 26, "M": 35}


def test_a_deck_is_a_file_that_a_person_can_write() -> None:
    """LB-9.1, LB-9.3: empty lines and lines that begin with # are skipped, spaces don't matter."""
    text = (
        f"# mine\n\n licence:CC0\nname: A: B\nauthor: Me\n\n{FACE * 4}  # last\n 999999999   -,?,L  S,M,1 \n"
    )
    deck = read_deck(text)
    assert (deck.name, deck.author, deck.licence) == ("A: B", "Me", "CC0")
    assert deck.faces == (Face("123231789", ("4", "5", "6"), ("LL", "M", "M")),) * 4 + (
        Face("999999999", ("-", "?", "L"), ("S", "M", "1")),
    )


def test_a_deck_may_begin_as_some_editors_begin_a_file() -> None:
    """LB-9.3: a mark of the encoding and other ends of lines mean nothing."""
    text = HEAD + FACE * 5
    assert read_deck("\ufeff" + text.replace("\n", "\r\n")) == read_deck(text)


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("", 1, "the header has no line 'name: ...'"),
        ("name: Mine\n" + FACE * 5, 6, "the header has no line 'author: ...'"),
        ("name: Mine\nauthor: Me\n" + FACE * 5, 7, "the header has no line 'licence: ...'"),
        (HEAD + "name: Other\n" + FACE * 5, 4, "'name' stands twice"),
        (HEAD + "colour: red\n" + FACE * 5, 4, "a header line is one of name, author, licence, not 'colour'"),
        ("name:\n", 1, "'name' is empty"),
        (f"name: {'x' * 61}\n", 1, "'name' has 61 characters, 60 at most"),
        ("author: Me\u202e\n", 1, "'author' has signs that can't be seen"),
        ("name: Mine\n" + FACE + "author: Me\n", 3, "'author' must stand before the first face"),
        (HEAD + FACE * 4, 7, "a deck has 5 to 240 faces, this one 4"),
        (HEAD + FACE * 241, 244, "a deck has 5 to 240 faces, this one 241"),
        (HEAD + "# x\n\n123231789 4,5,6\n", 6, "a face is 'grid rows columns', three fields, not 2"),
        (HEAD + "12323178 4,5,6 LL,M,M\n", 4, "a grid is nine digits 1-9, not '12323178'"),
        (HEAD + "123231780 4,5,6 LL,M,M\n", 4, "a grid is nine digits 1-9, not '123231780'"),
        (HEAD + "12323178² 4,5,6 LL,M,M\n", 4, "a grid is nine digits 1-9, not '12323178²'"),
        (HEAD + "123231789 4,5 LL,M,M\n", 4, "a face has three row codes, not 2 in '4,5'"),
        (HEAD + "123231789 4,5,6 LL,M,M,M\n", 4, "a face has three column codes, not 4 in 'LL,M,M,M'"),
        (HEAD + FACE + "123231789 4,0,6 LL,M,M\n", 5, "'0' is no bonus; bonuses are 1-9 ? L LL S M -"),
        (HEAD + FACE + "123231789 4,,6 LL,M,M\n", 5, "'' is no bonus; bonuses are 1-9 ? L LL S M -"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, cause: str) -> None:
    """LB-9.1, LB-9.3."""
    with pytest.raises(DeckError) as error:
        read_deck(text, "mine.deck")
    assert (error.value.line, error.value.cause) == (line, cause)
    assert str(error.value) == f"mine.deck:{line}: {cause}"


def codes() -> st.SearchStrategy[tuple[str, str, str]]:
    code = st.sampled_from(sorted(CODES))
    return st.tuples(code, code, code)


LINE = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=60)


@given(
    header=st.tuples(LINE, LINE, LINE),
    faces=st.lists(
        st.builds(Face, st.text("123456789", min_size=9, max_size=9), codes(), codes()), min_size=5
    ),
)
def test_what_is_written_is_read_back(header: tuple[str, str, str], faces: list[Face]) -> None:
    """LB-9.3."""
    deck = Deck(*header, tuple(faces))
    assert read_deck(deck.write()) == deck


@given(st.text() | st.text("123456789 ,LSM?-:#\n", max_size=200).map(lambda text: HEAD + text))
def test_any_text_is_a_deck_or_an_error_with_a_line(text: str) -> None:
    """LB-9.1."""
    line = 1
    try:
        read_deck(text)
    except DeckError as error:
        line = error.line
    assert 1 <= line <= text.count("\n") + 1


def test_boxes_of_a_second_copy_have_the_same_faces() -> None:
    """LB-9.3: copies are told apart by their numbers."""
    deck = built_in("boltbox")
    assert all(deck.face(box) == deck.face(box + 60) == deck.faces[box] for box in range(60))


def test_the_built_in_deck_has_the_totals_of_the_published_one() -> None:
    """LB-9.2."""
    faces = built_in("boltbox").faces
    assert len(faces) == len(set(faces)) == 60
    thirds = {"".join(sorted(face.grid[at : at + 3])) for face in faces for at in (0, 3, 6)}
    assert thirds == {"123", "456", "789"}
    assert Counter("".join(face.grid for face in faces)) == dict.fromkeys("123456789", 60)
    bonuses = Counter[str](code for face in faces for code in codes_of(face))
    assert bonuses == dict.fromkeys("123456789", 17) | {"-": 8} | FREE
    assert sum(FREE.values()) == 199


def codes_of(face: Face) -> tuple[str, ...]:
    return (*face.rows, *face.columns)


def kinds(face: Face) -> tuple[str, ...]:
    return tuple("".join(sorted(face.grid[at : at + 3])) for at in (0, 3, 6))


def test_the_built_in_deck_has_the_style_of_the_known_faces() -> None:
    """LB-9.2: what all 17 have in common."""
    faces = built_in("boltbox").faces
    assert set(Counter(map(kinds, faces)).values()) == {10}
    for face in faces:
        rows, (one, two, three) = kinds(face), (face.grid[:3], face.grid[3:6], face.grid[6:])
        assert list(rows) == sorted(rows)
        assert len(set(rows)) == 2
        assert one == rows[0]
        assert (two == rows[1], three == rows[2]) == (rows[0] != rows[1], rows[1] != rows[2])
        single = min(rows, key=rows.count)
        for code in face.rows:
            assert code not in face.grid
        for column, code in enumerate(face.columns):
            if code in "123456789":
                assert code in single
                assert code not in face.grid[column::3]
        assert max(Counter(codes_of(face))[digit] for digit in "123456789") <= 1


def as_good(code: str, other: str, rule_set: str) -> bool:
    """Tells whether a bonus is as good as another or better, whatever happens."""
    if rule_set == "chengdu" and {code, other} <= set("123456789"):
        return True
    better = {("LL", "L")} | ({("?", digit) for digit in "123456789"} if rule_set == "classic" else set())
    return other in (code, "-") or (code, other) in better


@pytest.mark.parametrize("rule_set", ["classic", "chengdu"])
def test_no_face_of_the_built_in_deck_is_dominated(rule_set: str) -> None:
    """Two with the same numbers on their rows: not even when bonuses could change their places."""
    for strong, weak in permutations(built_in("boltbox").faces, 2):
        if kinds(strong) == kinds(weak):
            assert not any(
                all(as_good(good, bad, rule_set) for good, bad in zip(order, codes_of(weak), strict=True))
                for order in permutations(codes_of(strong))
            ), f"{strong.write()} is always as good as {weak.write()}"


def test_every_place_of_the_built_in_deck_gives_every_token_about_as_often() -> None:
    faces = built_in("boltbox").faces
    for code in FREE:
        for side in ("rows", "columns"):
            counts = [sum(getattr(face, side)[at] == code for face in faces) for at in range(3)]
            assert max(counts) - min(counts) <= 2


def test_the_built_in_deck_is_the_one_that_its_script_finds() -> None:
    assert make_deck.text() == make_deck.PATH.read_text("utf-8")
    assert make_deck.FREE == FREE


def test_the_built_in_deck_contains_the_known_faces() -> None:
    """LB-9.2."""
    known = KNOWN.split("\n")[1:-1]
    assert len(known) == 17
    assert set(known) <= {face.write() for face in built_in("boltbox").faces}


def test_only_built_in_decks_have_a_name() -> None:
    """LB-9.1."""
    assert names() == ("boltbox",)
    with pytest.raises(KeyError):
        built_in("../boltbox")
