"""The installed command in a real terminal of 80×24: played, left, resumed."""

from __future__ import annotations

import os
import signal
import time

from tests.support.terminal import Terminal
from tests.tui.conftest import OpenTerminal

# Seconds in which a program ends that was told to.
SOON = 5.0


def hand_on(terminal: Terminal) -> list[str]:
    """The rows that show one's cards; what changes on a screen comes in parts."""
    return [row for row in terminal.screen.display[-10:] if "│" in row]


def test_a_game_is_begun_left_and_resumed_from_the_shell(
    terminals: OpenTerminal,
) -> None:
    first = terminals()
    first.until("the menu", lambda text: "New game" in text and "Quit" in text)
    first.press("n")
    first.until("the form", lambda text: "Rounds of acquisition" in text)
    first.press("\x1b[A\r")  # up to the last row, and begin
    text = first.until("a question", lambda text: "Take the top card" in text)
    assert "Battalion: twins" in text
    first.press("s")
    first.until("the next question", lambda text: "Choose a card to discard" in text)
    first.until("eleven cards", lambda _: any(row.count("│") == 22 for row in hand_on(first)))
    hand = hand_on(first)
    first.press("q")
    first.until("the question", lambda text: "Leave the table?" in text)
    began = time.monotonic()
    first.press("x")
    assert first.end() == 0
    assert time.monotonic() - began < SOON
    # The terminal is as it was: no alternate screen, no mouse reports, a cursor.
    for code in (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h"):
        assert first.seen.rindex(code) > 0

    again = terminals("resume")
    again.until("the same question", lambda text: "Choose a card to discard" in text)
    again.until("the same hand", lambda _: hand_on(again) == hand)
    again.press("q")
    again.until("the question", lambda text: "Leave the table?" in text)
    again.press("x")
    assert again.end() == 0


def test_a_hang_up_ends_it_with_the_terminal_in_order(
    terminals: OpenTerminal,
) -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        terminal = terminals("play", "war")
        terminal.until("a question", lambda text: "be ready" in text or "you are ready" in text)
        began = time.monotonic()
        os.kill(terminal.process.pid, number)
        terminal.end()
        assert time.monotonic() - began < SOON
        assert b"\x1b[?1049l" in terminal.seen


def test_without_utf_8_the_screen_is_plain(terminals: OpenTerminal) -> None:
    terminal = terminals("play", "war", encoding="C")
    text = terminal.until("a question and cards", lambda text: "ready" in text and "+---+" in text)
    assert text.isascii()
    terminal.press("q")
    terminal.until("the question", lambda text: "Leave the table?" in text)
    terminal.press("x")
    assert terminal.end() == 0
    assert terminal.seen.isascii()
