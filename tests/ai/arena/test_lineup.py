"""Line-ups and the seatings in which a deal is played."""

from __future__ import annotations

from itertools import permutations

import pytest

from ai.arena.lineup import MOST_SEATINGS, ArenaFault, fill, parse_lineup, seatings
from ai.player import UnknownPlayer


def test_the_last_name_is_repeated() -> None:
    assert fill(("a", "b"), 4) == ("a", "b", "b", "b")
    assert fill(("a",), 3) == ("a", "a", "a")
    assert fill(("a", "b", "c"), 3) == ("a", "b", "c")


def test_more_names_than_seats_are_a_fault() -> None:
    with pytest.raises(ArenaFault) as caught:
        fill(("a", "b", "c"), 2)
    assert (caught.value.code, caught.value.values) == (
        "too-many-players",
        {"players": 3, "seats": 2},
    )


def test_one_in_a_field_takes_every_seat() -> None:
    assert seatings(("a", "b", "b", "b")) == [
        ("a", "b", "b", "b"),
        ("b", "a", "b", "b"),
        ("b", "b", "a", "b"),
        ("b", "b", "b", "a"),
    ]


@pytest.mark.parametrize(
    "lineup", ["aa", "ab", "aab", "abc", "abca", "aabb", "abcd", "aabbbb", "abbbbb", "aaabbb"]
)
def test_every_distinct_seating_is_there_once(lineup: str) -> None:
    found = seatings(tuple(lineup))
    assert found[0] == tuple(lineup)
    assert len(found) == len(set(found)) <= MOST_SEATINGS
    assert set(found) == set(permutations(lineup))


@pytest.mark.parametrize(
    ("lineup", "number"), [("abcde", 5), ("abcdef", 6), ("aabbcc", 6), ("abcabd", 6), ("aabbc", 5)]
)
def test_more_than_24_seatings_are_cut_to_the_distinct_rotations(lineup: str, number: int) -> None:
    assert len(set(permutations(lineup))) > MOST_SEATINGS
    found = seatings(tuple(lineup))
    assert len(found) == len(set(found)) == number
    doubled = lineup + lineup
    assert set(found) == {tuple(doubled[at : at + len(lineup)]) for at in range(len(lineup))}


def test_rotations_that_are_equal_count_once() -> None:
    assert len(seatings(tuple("abcabc"))) == 3  # 90 seatings, 3 rotations


def test_a_lineup_is_read_as_written() -> None:
    assert parse_lineup("corporal, recruit") == ("corporal", "recruit")
    assert parse_lineup("random") == ("random",)


@pytest.mark.parametrize("text", ["", "corporal,", ",corporal", "corporal,,recruit"])
def test_a_gap_in_a_lineup_is_a_fault(text: str) -> None:
    with pytest.raises(ArenaFault) as caught:
        parse_lineup(text)
    assert caught.value.code == "empty-player"


def test_an_unknown_player_in_a_lineup_is_named() -> None:
    with pytest.raises(UnknownPlayer) as caught:
        parse_lineup("corporal,colonel")
    assert caught.value.values["name"] == "colonel"
