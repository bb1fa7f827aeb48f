"""What a terminal sends: keys are keys, and nothing in a paste is one, wherever it is cut."""

from __future__ import annotations

import pytest
from textual import events

from tui.terminal.reading import LOST_SECONDS, MOST_PASTE, Reader

BEGIN, END = "\x1b[200~", "\x1b[201~"
CASES = [
    (f"{BEGIN}abc \x1b[2Jdef {END}", ["<abc [2Jdef >"]),
    (f"x{BEGIN}one\ntwo q\x03\x1b\x1b[A{BEGIN}\x9b{END}y\x1b[A",
     ["x", "<one\ntwo q[A[200~>", "y", "up"]),
    (f"{BEGIN}{END}{BEGIN}a{END}{END}b", ["<>", "<a>", "b"]),
    (f"{BEGIN}\x1b[20{END}q", ["<[20>", "q"]),
]  # fmt: skip


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


def read(reader: Reader, *pieces: str) -> list[str]:
    found: list[str] = []
    for piece in pieces:
        for message in reader.feed(piece):
            if isinstance(message, events.Paste):
                found.append(f"<{message.text}>")
            elif isinstance(message, events.Key):
                found.append(message.key)
    return found


@pytest.mark.parametrize(("sent", "want"), CASES)
def test_nothing_in_a_paste_is_a_key_wherever_it_is_cut(sent: str, want: list[str]) -> None:
    for cut in range(len(sent)):
        assert read(Reader(), sent[:cut], sent[cut:]) == want, cut
    assert read(Reader(), *sent) == want


def test_a_long_paste_is_cut_off_and_none_of_it_is_a_key() -> None:
    long = "a line\n" * 100_000
    pieces = [long[at : at + 256] for at in range(0, len(long), 256)]
    assert read(Reader(), BEGIN, *pieces, END, "q") == [f"<{long[:MOST_PASTE]}>", "q"]


def test_a_paste_that_lost_its_end_does_not_take_the_keys_for_ever() -> None:
    clock = Clock()
    reader = Reader(clock)
    assert read(reader, BEGIN + "abc") == []
    clock.time += LOST_SECONDS / 2
    assert read(reader, "q") == []
    clock.time += LOST_SECONDS + 1
    assert read(reader, "q") == ["<abcq>", "q"]


def test_an_escape_alone_is_the_key() -> None:
    reader = Reader()
    assert read(reader, "\x1b") == []
    reader._parser._timeout_time = 0.0
    assert [message.key for message in reader.tick() if isinstance(message, events.Key)] == [
        "escape"
    ]
