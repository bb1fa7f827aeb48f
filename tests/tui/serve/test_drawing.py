"""What is drawn the short way is what Textual would have drawn."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.tui.serve.person import ENTER, UP, Person, come, known, new_key, server_in, until
from tui.serve.room import ServedRoom
from tui.serve.server import CardServer


def cells(person: Person) -> list[tuple[int, int, str, str, str, bool]]:
    """Every cell of the screen as it looks; a blank has no colour of its own."""
    screen = person.terminal.screen
    found = []
    for y in range(screen.lines):
        for x in range(screen.columns):
            char = screen.buffer[y][x]
            if char.data.strip():
                found.append((y, x, char.data, char.fg, char.bg, char.bold))
            else:
                found.append((y, x, char.data, "", char.bg, False))
    return found


def room_of(server: CardServer) -> ServedRoom:
    """The room of the only person inside."""
    [session] = server.sessions
    assert isinstance(session.app, ServedRoom)
    return session.app


async def test_rows_sent_at_once_are_those_of_a_whole_picture(tmp_path: Path) -> None:
    async with (
        server_in(tmp_path) as server,
        known(server, new_key(), "Ann", columns=100, rows=30) as ann,
    ):
        room = room_of(server)
        sent: list[bool] = []
        plain = room.send_rows

        def watched(panel: object, rows: object) -> bool:
            sent.append(plain(panel, rows))  # type: ignore[arg-type]
            return sent[-1]

        room.send_rows = watched  # type: ignore[method-assign]
        ann.type("n")
        await ann.until("Begin the game")
        ann.type(UP + ENTER)
        await ann.until("Take the top card")
        steps = (("s", "11 cards"), ("1", "Discard"), ("\x1b[C", "Discard"), ("g", "Log"))
        for keys, seen in (*steps, ("\x1b", "11 cards")):
            ann.type(keys)
            await ann.until(seen)
            await settled(ann)
            shown = cells(ann)
            await drawn_anew(server, ann)
            assert cells(ann) == shown
        assert sent.count(True) > 3


async def settled(person: Person) -> None:
    """Waits until nothing has come for a while: there is no other sign of a last picture."""
    count = -1
    while count != len(person.terminal.raw):
        count = len(person.terminal.raw)
        await asyncio.sleep(0.2)


async def drawn_anew(server: CardServer, person: Person) -> None:
    """All of the screen once more, as Textual composes it."""
    [session] = server.sessions
    assert session.line is not None
    assert session.app is not None
    count = len(person.terminal.raw)
    session.line.resize(*session._window.size)
    session.app.call_later(session.app.refresh, layout=True)
    await until(lambda: len(person.terminal.raw) > count)
    await settled(person)


async def test_without_colours_there_are_none(tmp_path: Path) -> None:
    async with (
        server_in(tmp_path) as server,
        come(server, new_key(), user="Ann", env={"NO_COLOR": "1"}) as ann,
    ):
        await ann.until("Name: Ann")
        ann.type(ENTER)
        await ann.until("New game")
        used = {fg for _, _, _, fg, _, _ in cells(ann)} | {cell[4] for cell in cells(ann)}
        for colour in used - {"", "default", "black", "white"}:
            assert colour[:2] == colour[2:4] == colour[4:], colour


async def test_each_terminal_gets_the_colours_it_has(tmp_path: Path) -> None:
    """Also when somebody with another kind of terminal was here first."""
    async with server_in(tmp_path) as server:
        for term, code in (("xterm-kitty", b";2;"), ("xterm-256color", b";5;"), ("xterm", b"")):
            async with come(server, new_key(), term=term) as person:
                await person.until("Name:")
                raw = bytes(person.terminal.raw)
                assert {part for part in (b";2;", b";5;") if part in raw} == {code} - {b""}


async def test_a_plain_locale_gets_plain_characters_and_english(tmp_path: Path) -> None:
    for env, term in (
        ({"LC_ALL": "C"}, "xterm"),
        ({"LANG": "ko_KR.eucKR"}, "xterm"),
        ({}, "vt100"),
    ):
        async with server_in(tmp_path) as server, come(server, env=env, term=term) as person:
            await person.until("Name:")
            assert person.text().isascii()


async def test_the_language_of_the_client_is_spoken(tmp_path: Path) -> None:
    env = {"LANG": "ru_RU.UTF-8"}
    async with (
        server_in(tmp_path) as server,
        known(server, new_key(), "Ann"),
        come(server, new_key(), user="Bea", env=env) as bea,
    ):
        await bea.until("Bea")
        bea.type(ENTER)
        await bea.until("Новая игра")


async def test_a_session_at_rest_is_sent_nothing(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann") as ann:
        await settled(ann)
        count = len(ann.terminal.raw)
        await asyncio.sleep(1.0)
        assert len(ann.terminal.raw) == count


async def test_textuals_eager_tasks_are_undone(tmp_path: Path) -> None:
    """From Python 3.12 on; later connections hang otherwise."""
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann"):
        assert asyncio.get_running_loop().get_task_factory() is None


async def test_nothing_of_the_server_can_be_reached_from_a_screen(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann") as ann:
        room = room_of(server)
        assert not list(room.get_system_commands(room.screen))
        assert room.save_screenshot() == ""
        assert room.deliver_screenshot() is None
        assert not room.can_export
        assert room.spare_folder() is None
        room.open_url("http://example.invalid/")
        ann.type("s")
        await ann.until("No game was saved")
        assert "import" not in ann.text()
        assert "export" not in ann.text()
