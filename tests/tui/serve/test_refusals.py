"""What is asked for besides a terminal is refused, and the limits hold."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import socket
import stat
from pathlib import Path

import asyncssh
import pytest

from tests.tui.serve.person import (
    ENTER,
    come,
    connect,
    known,
    new_key,
    options,
    server_in,
    until,
)
from tui.serve import host_key as host_keys
from tui.serve.control import status
from tui.serve.faults import ServerFault
from tui.serve.guard import LOG
from tui.serve.refusing import BURST, SECONDS_A_LINE, Refusals
from tui.serve.server import CardServer
from tui.words import Words

REFUSED = (asyncssh.ChannelOpenError, asyncssh.Error, OSError)


async def test_only_a_shell_with_a_terminal_is_given(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server:
        connection = await connect(server, new_key())
        async with connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.run("id", check=True)
        async with await connect(server, new_key()) as connection:
            process = await connection.create_process(term_type=None)
            assert (await process.wait()).exit_status == 1
        async with await connect(server, new_key()) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_process(subsystem="netconf")
        async with await connect(server, new_key()) as connection:
            with pytest.raises(asyncssh.Error):
                await connection.start_sftp_client()
        async with await connect(server, new_key()) as connection:
            with pytest.raises((asyncssh.Error, OSError)):
                await asyncssh.scp(str(tmp_path / "host_key"), (connection, "x"))
        assert not server.sessions


@pytest.mark.skipif(shutil.which("ssh") is None, reason="no OpenSSH here")
async def test_without_a_terminal_a_line_says_that_one_is_needed(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(new_key().export_private_key("openssh"))
    key.chmod(0o600)
    given = ("BatchMode=yes", "IdentitiesOnly=yes", "StrictHostKeyChecking=no",
             "UserKnownHostsFile=/dev/null", "IdentityAgent=none")  # fmt: skip
    async with server_in(tmp_path / "s") as server:
        ssh = await asyncio.create_subprocess_exec(
            "ssh", "-T", "-F", "none", "-i", str(key), "-p", str(server.port),
            *[part for option in given for part in ("-o", option)], "ann@127.0.0.1",
            stdin=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        async with asyncio.timeout(15):
            _, said = await ssh.communicate()
    assert ssh.returncode
    assert b"A terminal is needed here" in said, said


async def test_nothing_is_forwarded_in_any_direction(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, await connect(server, new_key()) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", server.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection(str(tmp_path / "control"))
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.start_server(lambda *_: True, "", 0)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.start_unix_server(lambda *_: True, str(tmp_path / "listen"))
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_tun(lambda: None, 0)  # type: ignore[arg-type, return-value]
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_tap(lambda: None, 0)  # type: ignore[arg-type, return-value]
        assert not (tmp_path / "listen").exists()


async def test_neither_agent_nor_x11_are_taken_over(tmp_path: Path) -> None:
    key = new_key()
    async with server_in(tmp_path) as server, known(server, key, "Ann") as ann:
        channel = ann.channel
        assert not await channel._make_request(b"auth-agent-req@openssh.com")
        x11 = [b"\0", *(len(x).to_bytes(4, "big") + x for x in (b"MIT-MAGIC-COOKIE-1", b"00"))]
        assert not await channel._make_request(b"x11-req", *x11, b"\0\0\0\0")
        # Neither a second terminal nor a second program in the one there is.
        assert not await channel._make_request(b"shell")
        ann.type("r")
        await ann.until("Rules")


async def test_a_connection_has_one_session(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann") as ann:
        with pytest.raises(asyncssh.ChannelOpenError):
            await ann.connection.create_process(term_type="xterm")
        ann.type("r")
        await ann.until("Rules")


async def test_passwords_are_refused(tmp_path: Path) -> None:
    async with server_in(tmp_path, guests=False) as server:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(server, password="secret", preferred_auth="password")
    async with server_in(tmp_path / "2") as server:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(server, password="secret", preferred_auth="password")


@pytest.mark.parametrize("term", ["dumb", "unknown"])
async def test_a_terminal_that_cannot_draw_is_told_so_in_one_line(
    tmp_path: Path, term: str
) -> None:
    async with server_in(tmp_path) as server, come(server, new_key(), term=term) as person:
        text = await person.until_over()
        assert "cannot be drawn on this terminal" in text
        assert b"\x1b" not in person.terminal.raw
        assert person.terminal.status == 1


async def test_sizes_are_clamped(tmp_path: Path) -> None:
    async with (
        server_in(tmp_path) as server,
        come(server, new_key(), columns=100, rows=30, user="Ann") as ann,
    ):
        await ann.until("Name: Ann")
        ann.type(ENTER)
        await ann.until("New game")
        [session] = server.sessions
        for asked, given in [
            ((2**31, 2**31), (240, 80)),
            ((0, 0), (80, 24)),
            ((1, 1), (10, 4)),
            ((100, 30), (100, 30)),
        ]:
            ann.channel.change_terminal_size(*asked)
            await until(lambda want=given: session._window.size == want)  # type: ignore[misc]
        ann.type("r")
        await ann.until("Rules")


async def test_what_a_client_sends_of_variables_is_not_kept(tmp_path: Path) -> None:
    env = {f"X{n}": "y" * 1000 for n in range(50)} | {"LANG": "ko_KR.UTF-8", "LC_ALL": "z" * 500}
    async with server_in(tmp_path) as server, come(server, new_key(), env=env) as person:
        await person.until("messdeck")
        [session] = server.sessions
        assert session._environment.texts() == {"LANG": "ko_KR.UTF-8"}


async def test_connections_of_one_address_are_counted(tmp_path: Path) -> None:
    async with server_in(tmp_path, max_per_address=2) as server:
        async with await connect(server, new_key()), await connect(server, new_key()) as second:
            with pytest.raises(REFUSED):
                await connect(server, new_key())
            assert server.refused == 1
            second.abort()
            await second.wait_closed()
            await until(lambda: server._addresses["127.0.0.1"] == 1)
            async with await connect(server, new_key()):
                pass
        await until(lambda: not server._addresses)


async def test_a_full_house_says_so(tmp_path: Path) -> None:
    async with (
        server_in(tmp_path, max_sessions=1) as server,
        known(server, new_key(), "Ann"),
        come(server, new_key()) as bea,
    ):
        assert "no room for one more" in await bea.until_over()


async def test_those_who_never_log_in_are_limited_and_cut_off(tmp_path: Path) -> None:
    async with server_in(tmp_path, max_waiting=5, login=1.0, max_per_address=100) as server:
        lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(20)]
        await until(lambda: server.refused == 15)
        assert server.strangers == 5
        async with asyncio.timeout(5):
            for reader, _ in lines:
                with contextlib.suppress(ConnectionError):
                    await reader.read()
        await until(lambda: server.strangers == 0)
        for _, writer in lines:
            writer.close()
        async with known(server, new_key(), "Ann"):
            pass


async def test_those_who_never_log_in_keep_nobody_else_out(tmp_path: Path) -> None:
    async with server_in(tmp_path, max_waiting=12, max_per_address=6) as server:
        lines = [
            await asyncio.open_connection(
                "127.0.0.1", server.port, local_addr=(f"127.0.3.{number % 4 + 1}", 0)
            )
            for number in range(24)
        ]
        await until(lambda: server.refused == 12)
        assert server.strangers == 12
        for name in ("Ann", "Bea"):
            async with known(server, new_key(), name):
                # One of those who have waited longest has given way to each.
                assert server.strangers < 12
        assert server.refused > 12
        for _, writer in lines:
            writer.close()


async def test_every_refused_connection_is_counted_and_in_the_log_with_its_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    LOG.propagate = True
    caplog.set_level(logging.INFO, "messdeck.serve")

    async def refused(server: CardServer, count: int, why: str) -> None:
        await until(lambda: server.refused == count)
        assert status(server)["refused"] == count
        assert caplog.messages[-1] == f"refused 127.0.0.1: {why}"

    async with server_in(tmp_path, login=0.3) as server:
        for said in (b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n" + b"\xff" * 100):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(said)
            await until(lambda: server.refused)
            assert caplog.messages[-1] == "refused 127.0.0.1: speaks no SSH that is known here"
            writer.close()
            server.refusals.count = 0
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        await refused(server, 1, "did not log in in time")
        writer.close()
        with pytest.raises(REFUSED):
            await connect(server, password="secret", preferred_auth="password")
        await refused(server, 2, "did not log in")
    key = new_key()
    async with server_in(tmp_path / "2", max_per_address=1) as server:
        async with await connect(server, key):
            with pytest.raises(REFUSED):
                await connect(server, key)
            await refused(server, 1, "too many connections of this address")
        server.people.ban("key", key.get_fingerprint("sha256"))
        await until(lambda: not server._doors)
        async with come(server, key) as person:
            await person.until_over()
        await refused(server, 2, "banned")


def test_a_flood_of_refusals_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    LOG.propagate = True
    caplog.set_level(logging.INFO, "messdeck.serve")
    now = [0.0]
    refusals = Refusals(lambda: now[0])
    for _ in range(1000):
        refusals.connection("203.0.113.7", "banned")
    assert refusals.count == 1000
    assert len(caplog.messages) == BURST
    refusals.connection("203.0.113.8", "banned")
    assert caplog.messages[-1] == "refused 203.0.113.8: banned"
    now[0] = SECONDS_A_LINE
    refusals.connection("203.0.113.7", "banned")
    said = "refused 203.0.113.7: banned (and 990 more since the last line)"
    assert caplog.messages[-1] == said


async def test_a_login_without_a_session_does_not_last(tmp_path: Path) -> None:
    async with server_in(tmp_path, login=0.5) as server:
        connection = await connect(server, new_key())
        async with asyncio.timeout(5):
            await connection.wait_closed()


async def test_whoever_is_idle_is_shown_out(tmp_path: Path) -> None:
    async with server_in(tmp_path, idle=3.0) as server, known(server, new_key(), "Ann") as ann:
        assert "nothing happened for a long time" in await ann.until_over()


async def test_a_silent_connection_is_given_up_within_fifteen_seconds(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server:
        assert server.options.keepalive * 3 < 15
    async with server_in(tmp_path / "2", keepalive=0.2) as server:
        connection = await connect(server, new_key())
        channel, _ = await connection.create_session(
            asyncssh.SSHClientSession, term_type="xterm", encoding=None
        )
        await until(lambda: len(server.sessions) == 1)
        # The cable is cut: nothing is read any more, and nothing is said.
        connection._transport.pause_reading()  # type: ignore[union-attr]
        await until(lambda: not server.sessions)
        connection.abort()
        del channel


def test_a_host_key_is_private_and_stays(tmp_path: Path) -> None:
    first = host_keys.host_key(tmp_path)
    path = tmp_path / host_keys.FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert first.get_algorithm() == "ssh-ed25519"
    assert host_keys.host_key(tmp_path).public_data == first.public_data
    assert [file.name for file in tmp_path.iterdir()] == [host_keys.FILE]
    path.chmod(0o640)
    with pytest.raises(ServerFault) as refused:
        host_keys.host_key(tmp_path)
    assert refused.value.code == "key-loose"
    path.chmod(0o600)
    path.write_text("no key")
    with pytest.raises(ServerFault) as refused:
        host_keys.host_key(tmp_path)
    assert refused.value.code == "key-broken"
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ServerFault) as refused:
        host_keys.host_key(tmp_path)
    assert not (tmp_path / "elsewhere").exists()


ADDRESSES = [
    ("127.0.0.1", "another program listens there"),
    ("203.0.113.7", "no address of this machine"),
    ("nowhere.invalid", "no machine of that name"),
]


@pytest.mark.parametrize(("host", "why"), ADDRESSES)
async def test_why_nobody_can_listen_there_is_said(tmp_path: Path, host: str, why: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        there = options(host=host, port=taken.getsockname()[1])
        with pytest.raises(ServerFault) as refused:
            await CardServer(tmp_path, there).open()
    assert why in Words("en", "symbols").error(refused.value)


async def test_one_server_a_folder(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server:
        second = CardServer(tmp_path, server.options)
        with pytest.raises(ServerFault) as refused:
            await second.open()
        assert refused.value.code == "running"
        async with known(server, new_key(), "Ann"):
            pass


async def test_an_address_connects_no_more_often_than_it_may(tmp_path: Path) -> None:
    async with server_in(tmp_path, knocks=2, knock_rate=5.0) as server:
        for _ in range(2):
            async with await connect(server, new_key()):
                pass
        with pytest.raises(REFUSED):
            await connect(server, new_key())
        await asyncio.sleep(0.3)
        async with await connect(server, new_key()):
            pass
