"""Is everybody limited as the settings say, by a clock that stands still unless told?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boltbox.server import limits
from boltbox.server.limits import Crowd, Limits, Pace, Tempo, Tempos, far
from boltbox.server.settings import Settings
from tests.desk import Clock


def taken(tempo: Tempo, now: int, tries: int = 1000) -> int:
    return sum(tempo.take(now) == 0 for _ in range(tries))


def test_so_many_at_once_and_then_so_many_a_second() -> None:
    tempo = Tempo(Pace(20, 1000, 60))
    assert taken(tempo, 5000) == 60
    assert taken(tempo, 5049) == 0
    assert taken(tempo, 5050) == 1
    assert taken(tempo, 6050) == 20
    assert taken(tempo, 100_000) == 60


def test_who_is_too_early_is_told_how_long_to_wait() -> None:
    tempo = Tempo(Pace(20, 1000, 60))
    taken(tempo, 5000)
    assert tempo.take(5010) == 40
    assert tempo.take(5050) == 0


@given(st.lists(st.integers(0, 3000), max_size=300), st.integers(1, 50), st.integers(1, 100))
def test_no_pattern_gets_more_than_the_pace_allows(gaps: list[int], count: int, at_once: int) -> None:
    tempo, now, granted = Tempo(Pace(count, 1000, at_once)), 1_000_000, 0
    start = now
    for gap in gaps:
        now += gap
        granted += tempo.take(now) == 0
    assert granted <= at_once + (now - start) * count / 1000 + 1e-6


def test_each_has_a_pace_of_their_own() -> None:
    clock = Clock()
    tempos = Tempos(Pace(2, limits.HOUR, 2), clock)
    assert [tempos.take("ann") for _ in range(3)] == [0, 0, 1800]
    assert tempos.take("bob") == 0
    assert tempos.take(None) == 0
    clock.now += 1_800_000
    assert tempos.take("ann") == 0


def test_nothing_is_limited_when_the_setting_says_so() -> None:
    tempos = Tempos(Pace(0, 1000, 0), Clock())
    assert {tempos.take("ann") for _ in range(1000)} == {0}
    assert Pace(0, 1000, 0).step == 0
    crowd = Crowd(0, 0)
    assert all(crowd.enter("ann", "192.0.2.1") for _ in range(1000))


def test_strangers_can_t_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 10)
    clock = Clock()
    tempos = Tempos(Pace(1, limits.HOUR, 1), clock)
    for number in range(100):
        tempos.take(str(number))
        assert len(tempos._tempos) <= 10
    clock.now += limits.HOUR
    tempos.take("new")
    assert set(tempos._tempos) == {"new"}


def test_connections_are_counted_by_person_and_by_address() -> None:
    crowd = Crowd(2, 3)
    assert crowd.enter("ann", "a")
    assert crowd.enter("ann", "b")
    assert not crowd.enter("ann", "c")
    assert crowd.enter(None, "a")
    assert crowd.enter("bob", "a")
    assert not crowd.enter("cat", "a")
    assert crowd.enter("cat", None)
    assert crowd.size == 5
    crowd.leave("ann", "b")
    assert crowd.enter("ann", "b")
    for person, address in (("ann", "a"), ("ann", "b"), (None, "a"), ("bob", "a"), ("cat", None)):
        crowd.leave(person, address)
    assert crowd.size == 0
    assert crowd._counts == ({}, {})


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:2", "2001:db8::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", None),
        ("127.8.8.8", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("/run/boltbox.socket", None),
        ("", None),
        (None, None),
    ],
)
def test_limits_by_address_are_for_other_machines(host: str | None, key: str | None) -> None:
    assert far(host) == key


def test_the_settings_say_how_much() -> None:
    clock = Clock()
    made = Limits(Settings(tables_per_hour=3, people_per_hour=0, requests_per_second=1), clock)
    assert [made.tables.take("ann") for _ in range(4)] == [0, 0, 0, 1200]
    assert {made.people.take("a") for _ in range(5000)} == {0}
    assert [made.requests.take("a") for _ in range(11)] == [0] * 10 + [1]
    assert (made.messages.count, made.messages.at_once, made.open_tables) == (20, 60, 100)
