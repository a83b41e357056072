"""Are goals read, met and told apart as the rules say, and is the built-in deck what it should be? LD-7."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boltbox.bots.lightningdice.solve import solve
from boltbox.rules.decks.reading import DeckError
from boltbox.rules.lightningdice.deck import built_in, names, read_deck, wrong_deck
from boltbox.rules.lightningdice.goals import ROLLS, Goal, GoalError, Side, parse
from boltbox.rules.lightningdice.parts import GoalDeck
from scripts import make_goals

HEAD = "name: Mine\nauthor: Me\nlicence: CC0\n"


def met(text: str, dice: str) -> bool:
    return parse(text).met(tuple(map(int, dice)))


@pytest.mark.parametrize(
    ("text", "by", "not_by"),
    [
        ("112233", "332211 123123", "112234 112333 111223"),
        ("5555**", "555512 555555 155556", "555123 444455"),
        ("1*****", "123456 111111", "234565"),
        ("AABBCC", "112233 665544 424266", "112234 111122 222222 111223"),
        ("AAABBB", "111222 323232", "111122 111111 111223"),
        ("AAAABB", "222233 332222", "222222 222223 222333"),
        ("ABCDEF", "123456 654321", "112345"),
        ("AAAAAA", "444444", "444445"),
        ("AABB**", "222266 226611 122255", "222222 222225 123456"),
        ("AAA***", "222345 222222 222333", "223344"),
        ("AB****", "111112 123456", "111111"),
        ("even", "246246 222222", "246245"),
        ("odd", "135135", "135136"),
        ("low", "123123", "123124"),
        ("high", "456456", "456453"),
        ("sum=21", "123456 333444", "123455"),
        ("sum<=9", "111222 111111 111114", "112222"),
        ("sum>=33", "666654 666555", "666644"),
        ("even&high", "446644 444444", "446642 555555"),
        ("even & sum>=30", "666444 666666", "664442 555555"),
        ("AABB**&AAA***", "111225 222255", "112233 111111"),
    ],
)
def test_dice_meet_a_goal_or_not(text: str, by: str, not_by: str) -> None:
    """LD-7.1, LD-7.4, LD-7.5: the order of the dice never matters."""
    for dice in by.split():
        shuffled = "".join(random.Random(1).sample(dice, 6))
        assert met(text, dice), f"{dice} should meet {text}"
        assert met(text, shuffled)
    for dice in not_by.split():
        assert not met(text, dice), f"{dice} shouldn't meet {text}"


def test_without_stars_counts_are_exact_and_with_stars_at_least() -> None:
    """LD-7.4."""
    assert not met("AAAABB", "222222")
    assert met("AABB**", "222266")
    assert not met("AABB**", "222222")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("BBAA**", "AABB**"),
        ("ABCDEF", "123456"),
        ("FEDCBA", "654321"),
        ("low", "low&sum<=18"),
        ("DDEEFF", "AABBCC"),
        ("3*3*1*", "133***"),
        ("even&low", "222222"),
        ("even&high&"[:-1], "high & even"),
        ("sum=6", "111111"),
    ],
)
def test_goals_that_the_same_rolls_meet_are_equal(one: str, other: str) -> None:
    """LD-7.6."""
    assert parse(one) == parse(other)
    assert hash(parse(one)) == hash(parse(other))
    assert parse(one) != parse("AAAAAB")
    assert parse(one) != one


def test_a_goal_keeps_its_text_and_says_how_to_draw_it() -> None:
    assert parse(" even  &   sum>=30 ").text == "even&sum>=30"
    assert parse("even & sum>=30").sides == (Side("word", "even"), Side("sum", ">=", 30))
    assert parse("5555**").sides == (Side("set", "5555**"),)
    assert parse("BBAA**").sides == (Side("shape", "BBAA**"),)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "one side of '&' is empty"),
        ("even&", "one side of '&' is empty"),
        ("even&odd&low", "'&' joins two things, but 'even&odd&low' has 3"),
        ("11223", "a set or shape has 6 characters, '11223' has 5"),
        ("1122334", "a set or shape has 6 characters, '1122334' has 7"),
        ("112237", "a number in a set or shape is 1 to 6, not '7'"),
        ("112230", "a number in a set or shape is 1 to 6, not '0'"),
        ("AABBCG", "a letter in a set or shape is A to F, not 'G'"),
        ("aabbcc", "'aabbcc' is no goal; goals look like"),
        ("AABBCc", "a letter in a set or shape is A to F, not 'c'"),
        ("AABB12", "a goal has digits or letters, never both, as 'AABB12' has"),
        ("******", "at most five of the six can be '*'"),
        ("11 22 33", "'11 22 33' is no goal; goals look like"),
        ("Even", "'Even' is written in small letters: even"),
        ("SUM=21", "'SUM=21' is written in small letters: sum=21"),
        ("sum", "'sum' is no sum; sums look like sum=21, sum<=9, sum>=33"),
        ("sum = 21", "'sum = 21' is no sum; sums look like sum=21, sum<=9, sum>=33"),
        ("sum<21", "'sum<21' is no sum; sums look like sum=21, sum<=9, sum>=33"),
        ("sum=021", "'sum=021' is no sum; sums look like sum=21, sum<=9, sum>=33"),
        ("sum=5", "the sum of six dice is 6 to 36, not 5"),
        ("sum=37", "the sum of six dice is 6 to 36, not 37"),
        ("even&odd", "no six dice can meet 'even&odd'"),
        ("111111&even", "no six dice can meet '111111&even'"),
        ("ABCDEF&low", "no six dice can meet 'ABCDEF&low'"),
        ("A*****", "every six dice meet 'A*****'"),
        ("sum>=6", "every six dice meet 'sum>=6'"),
        ("sum<=36", "every six dice meet 'sum<=36'"),
        ("prime", "'prime' is no goal; goals look like"),
        ("1" * 41, "a goal has at most 40 characters, this one 41"),
        ("١١٢٢٣٣", "'١١٢٢٣٣' is no goal; goals look like"),
    ],
)
def test_what_is_no_goal_is_an_error_that_says_why(text: str, cause: str) -> None:
    """LD-7.2, LD-7.4, LD-7.5."""
    with pytest.raises(GoalError) as found:
        parse(text)
    assert str(found.value).startswith(cause)


@given(st.text(alphabet="123456ABCDEF*&<>=sumevodlwhigh 07gG", max_size=20))
def test_any_text_is_a_goal_that_some_rolls_meet_and_some_do_not_or_an_error(text: str) -> None:
    """LD-7.2."""
    try:
        goal = parse(text)
    except GoalError:
        return
    assert 0 < sum(map(goal.met, ROLLS)) < len(ROLLS)
    assert parse(goal.text) == goal


@given(st.permutations("AABBC*"), st.permutations("ABCDEF"))
def test_order_and_choice_of_letters_say_nothing(signs: list[str], letters: list[str]) -> None:
    """LD-7.4."""
    other = dict(zip("ABCDEF", letters, strict=True)) | {"*": "*"}
    assert parse("".join(other[sign] for sign in signs)) == parse("AABBC*")


# Difficulty -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rolls"),
    [
        ("111111", 13.94),
        ("112233", 9.44),
        ("123456", 7.93),
        ("111222", 10.65),
        ("AABBCC", 7.23),
        ("AAABBB", 8.33),
        ("AAAABB", 7.91),
        ("AAAAAA", 12.22),
        ("even", 4.03),
        ("sum=21", 6.50),
        ("5555**", 5.71),
    ],
)
def test_difficulties_are_the_known_ones(text: str, rolls: float) -> None:
    """LD-7.3."""
    assert round(solve(parse(text)).expected, 2) == rolls


# The built-in deck ------------------------------------------------------------------------------------------


def built_in_goals() -> list[Goal]:
    return list(map(parse, built_in("boltbox").goals))


def test_the_built_in_deck_has_fifty_goals_none_equal_to_another() -> None:
    """LD-7.1, LD-7.6."""
    assert names() == ("boltbox",)
    assert len(built_in_goals()) == len(set(built_in_goals())) == 50
    assert built_in("boltbox").size == 50


def test_its_goals_are_evenly_spread_from_about_two_to_about_fourteen_rolls() -> None:
    """LD-7.3."""
    rolls = sorted(solve(goal).expected for goal in built_in_goals())
    assert rolls[0] == pytest.approx(2, abs=0.3)
    assert rolls[-1] == pytest.approx(14, abs=0.3)
    for place, found in enumerate(rolls):
        assert found == pytest.approx(2 + 12 * place / 49, abs=0.5)


def test_at_least_thirty_are_exact_sets_or_shapes_and_every_form_is_there() -> None:
    """LD-7.1, LD-7.3."""
    sides = [goal.sides for goal in built_in_goals()]
    plain = [one[0] for one in sides if len(one) == 1]
    exact = [side for side in plain if side.form == "shape" or (side.form == "set" and "*" not in side.text)]
    assert len(exact) >= 30
    assert {side.form for side in plain} == {"set", "shape", "word", "sum"}
    assert any("*" in side.text for side in plain)
    assert any(len(one) == 2 for one in sides)


def test_the_script_that_made_it_makes_it_again() -> None:
    assert make_goals.PATH.read_text("utf-8") == make_goals.deck()


# Own decks --------------------------------------------------------------------------------------------------


def test_a_deck_of_goals_is_a_file_that_a_person_can_write() -> None:
    """LD-7.2, LD-7.6: comments, spaces round `&`; an own deck may repeat a goal."""
    text = HEAD + "# mine\n\n even & low\n" + "112233\n" * 9
    deck = read_deck(text)
    assert deck == GoalDeck("Mine", "Me", "CC0", ("even&low", *["112233"] * 9))
    assert read_deck(deck.write()) == deck
    assert wrong_deck(deck) is None


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("112233\n" * 10, 10, "the header has no line 'name: ...'"),
        (HEAD + "112233\n" * 9, 12, "a deck has 10 to 200 goals, this one 9"),
        (HEAD + "112233\n" * 201, 204, "a deck has 10 to 200 goals, this one 201"),
        (HEAD + "112233\n# a slip\neven&odd\n" + "even\n" * 9, 6, "no six dice can meet 'even&odd'"),
        (HEAD + "112233\n11223\n" + "even\n" * 9, 5, "a set or shape has 6 characters, '11223' has 5"),
    ],
)
def test_an_error_names_file_line_and_cause(text: str, line: int, cause: str) -> None:
    """LD-7.2."""
    with pytest.raises(DeckError) as found:
        read_deck(text, "mine.goals")
    assert (found.value.file, found.value.line, found.value.cause) == ("mine.goals", line, cause)


@pytest.mark.parametrize(
    ("deck", "cause"),
    [
        (GoalDeck("", "Me", "CC0", ("even",) * 10), "'name' is empty"),
        (GoalDeck("Mine", "Me", "CC0", ("even",) * 9), "a deck has 10 to 200 goals, this one 9"),
        (GoalDeck("Mine", "Me", "CC0", ("even",) * 9 + ("even&odd",)), "no six dice can meet 'even&odd'"),
        (
            GoalDeck("Mine", "Me", "CC0", ("even & low",) * 10),
            "'even & low' is written without spaces: even&low",
        ),
    ],
)
def test_a_deck_that_was_no_text_is_looked_at_as_closely(deck: GoalDeck, cause: str) -> None:
    assert wrong_deck(deck) == cause


def test_the_page_has_words_for_whatever_can_be_wrong_with_a_goal() -> None:
    """LD-7.2: the web tells causes apart by patterns, which have to keep up with them."""
    source = (Path(__file__).parent.parent / "web" / "src" / "house" / "causes.ts").read_text()
    found = re.findall(r'\["goal\.(\w+)", /(\^.*)/\],', source)
    patterns = {name: re.compile(pattern.replace("(?<", "(?P<")) for name, pattern in found}
    wrong = ("x" * 41, "even&odd", "sum>=6", "odd&low&even", "even&", "EVEN", "sum21", "??????", "sum=40")
    more = ("AABBCX", "112237", "11223", "******", "11AABB")
    matched = []
    for text in (*wrong, *more):
        with pytest.raises(GoalError) as raised:
            parse(text)
        matched.append([name for name, pattern in patterns.items() if pattern.match(str(raised.value))])
    matched.append([name for name, pattern in patterns.items() if pattern.match(_size())])
    assert [len(names) for names in matched] == [1] * 15
    assert {name for names in matched for name in names} == set(patterns)


def _size() -> str:
    with pytest.raises(DeckError) as raised:
        read_deck("name: a\nauthor: b\nlicence: c\neven\n")
    return raised.value.cause
