"""Who comes in: names belong to keys, guests are marked, and nobody comes as somebody else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import asyncssh
import pytest

from tests.tui.serve.person import ENTER, WithoutQuestions, come, connect, known, new_key, server_in
from tui.serve.faults import NameFault
from tui.serve.names import checked
from tui.serve.people import folder_id


async def test_the_first_use_of_a_key_takes_a_name_and_the_name_comes_back(tmp_path: Path) -> None:
    key = new_key()
    async with server_in(tmp_path) as server:
        async with come(server, key, user="Ann") as ann:
            await ann.until("Nobody has come here with this key", "Name: Ann")
            assert key.get_fingerprint("sha256") in ann.text()
            ann.type(ENTER)
            await ann.until("New game")
            ann.type("q")
            await ann.until_over()
            assert ann.terminal.status == 0
        async with come(server, key, user="whatever") as ann:
            await ann.until("New game", "Your keys")
            assert [s.name for s in server.sessions] == ["Ann"]
    folder = tmp_path / "people" / folder_id(key.get_fingerprint("sha256"))
    assert folder.stat().st_mode & 0o777 == 0o700


async def test_a_name_of_somebody_else_or_one_that_looks_like_it_is_refused(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server:
        async with known(server, new_key(), "Paul"):
            pass
        async with come(server, new_key(), user="Paul") as other:
            await other.until("Name: Paul")
            other.type(ENTER)
            await other.until("Somebody has that name")
            other.type("\x15Раul" + ENTER)  # with a Cyrillic beginning
            await other.until("Somebody has that name")
            other.type("\x15Pat" + ENTER)
            await other.until("New game")


@pytest.mark.parametrize("user", ["../../x", "..", "/etc/passwd", "$(reboot)", "%s{0}[b]x[/b]"])
async def test_a_login_name_of_any_kind_is_a_proposal_and_nothing_more(
    tmp_path: Path, user: str
) -> None:
    before = set(os.listdir(tmp_path))
    folder = tmp_path / "s"
    async with server_in(folder) as server, come(server, new_key(), user=user) as person:
        await person.until("Name:")
        person.type("\x15Sam" + ENTER)
        await person.until("New game")
    assert set(os.listdir(tmp_path)) == {*before, "s"}


async def test_a_guest_is_marked_and_leaves_nothing_behind(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server:
        async with come(server, user="kim") as guest:
            await guest.until("as a guest", "Name: kim")
            guest.type(ENTER)
            await guest.until("New game")
            assert "Your keys" not in guest.text()
            [session] = server.sessions
            assert session.person is not None
            assert session.person.name == "kim (guest)"
            assert session.person.folder.is_dir()
            folder = session.person.folder
            async with come(server, user="kim") as second:
                await second.until("Name: kim")
                second.type(ENTER)
                await second.until("Somebody has that name")
            guest.type("q")
            await guest.until_over()
        await session.ended.wait()
        assert not folder.exists()


async def test_a_guest_is_not_proposed_a_name_that_nobody_can_have(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server, come(server, user="guest") as guest:
        await guest.until("Name: _")
        guest.type("Kim" + ENTER)
        await guest.until("New game")
        await server.kick("kim (guest)")
        told = await guest.until_over()
        assert "The host has shown you out." in told
        assert "saved" not in told


async def test_without_guests_a_key_is_needed(tmp_path: Path) -> None:
    async with server_in(tmp_path, guests=False) as server:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(server)
        async with known(server, new_key(), "Bea"):
            pass


async def test_whoever_only_knows_a_public_key_does_not_come_in_as_its_owner(
    tmp_path: Path,
) -> None:
    """A client may ask whether a key would do before it signs; and then log in another way."""
    key = new_key()

    async with server_in(tmp_path) as server:
        async with known(server, key, "Ann"):
            pass
        # The signature is that of another key.
        wrong = new_key()
        pair = asyncssh.load_keypairs(key)[0]
        pair.sign = asyncssh.load_keypairs(wrong)[0].sign  # type: ignore[method-assign]
        connection, _ = await asyncssh.create_connection(
            lambda: Forging(pair),
            "127.0.0.1",
            server.port,
            username="Ann",
            known_hosts=None,
            config=None,
            agent_path=None,
            client_keys=None,
            preferred_auth="publickey,keyboard-interactive",
        )
        [door] = server._doors
        assert door.fingerprint == ""
        connection.abort()
        await connection.wait_closed()


class Forging(WithoutQuestions):
    """Offers a key that it cannot sign with, and then comes as a guest."""

    def __init__(self, pair: asyncssh.SSHKeyPair) -> None:
        self.pair = pair
        self.offered = 0

    def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
        self.offered += 1
        return self.pair if self.offered == 1 else None


async def test_a_second_key_is_added_with_a_code_of_the_first(tmp_path: Path) -> None:
    first, second = new_key(), new_key()
    async with server_in(tmp_path) as server:
        async with known(server, first, "Ann") as ann:
            ann.type("y")
            await ann.until("Add a key", "the key that you came with")
            ann.type("a")
            await ann.until("is good once")
            code = next(line for line in ann.lines() if "is good once" in line).split()[0]
            async with come(server, second) as other:
                await other.until("Name:")
                other.type("\x15" + "AAAA-BBBB-CCCC" + ENTER)
                await other.until("not valid")
                other.type("\x15" + code.lower() + ENTER)
                # The end that was open is closed: there is one of her.
                assert "elsewhere" in await ann.until_over()
                await other.until("New game")
                other.type("y")
                await other.until(first.get_fingerprint("sha256"))
        async with come(server, new_key()) as third:
            await third.until("Name:")
            third.type("\x15" + code + ENTER)
            await third.until("not valid")


TYPINGS = (
    str.lower,
    lambda code: code.replace("-", "").lower(),
    lambda code: code.replace("-", " "),
    lambda code: f" {code.replace('-', '–')} ",
    lambda code: "-".join(code.replace("-", "")),
)


@pytest.mark.parametrize("typed", TYPINGS)
async def test_a_code_is_a_code_however_it_is_typed(
    tmp_path: Path, typed: Callable[[str], str]
) -> None:
    first, second = new_key(), new_key()
    async with server_in(tmp_path) as server:
        ann = server.people.claim(first.get_fingerprint("sha256"), "Ann")
        code = server.people.code(ann)
        async with come(server, second) as other:
            await other.until("Name:")
            other.type("\x15" + typed(code) + ENTER)
            await other.until("New game")
        assert server.people.with_key(second.get_fingerprint("sha256")) == ann


@pytest.mark.parametrize(
    "text", ["h8vy6khf4skc", "H8VY 6KHF 4SKC", "h8vy-6khfL4-sk", "AAAA-BBBB-CCCC"]
)
async def test_what_looks_like_a_code_is_never_a_name(tmp_path: Path, text: str) -> None:
    async with server_in(tmp_path) as server:
        async with come(server, new_key()) as person:
            await person.until("Name:")
            person.type("\x15" + text + ENTER)
            await person.until("That code is not valid")
        async with come(server, user="kim") as guest:
            await guest.until("Name: kim")
            guest.type("\x15" + text + ENTER)
            await guest.until("a code for a further key")
        ann = server.people.claim("SHA256:x", "Ann")
        with pytest.raises(NameFault, match="name-code"):
            server.people.rename(ann, text)
        assert [name for name, _, _ in server.people.everybody()] == ["Ann"]
    assert checked("Samantha Webb") == "Samantha Webb"


async def test_a_key_is_taken_away_but_not_the_one_in_use(tmp_path: Path) -> None:
    first, second = new_key(), new_key()
    async with server_in(tmp_path) as server:
        async with known(server, first, "Ann"):
            pass
        person = server.people.with_key(first.get_fingerprint("sha256"))
        assert person is not None
        code = server.people.code(person)
        server.people.add_key(second.get_fingerprint("sha256"), code)
        async with come(server, second) as ann:
            await ann.until("New game")
            ann.type("y")
            await ann.until(first.get_fingerprint("sha256"))
            ann.type("jj" + ENTER)
            await ann.until("This is the key that you came with")
            ann.type("k" + ENTER)
            await ann.until("Take it away")
            ann.type("y")
            await ann.until(first.get_fingerprint("sha256"), gone=True)
        assert server.people.with_key(first.get_fingerprint("sha256")) is None


async def test_a_ban_shows_out_and_keeps_out_every_key_of_the_person(tmp_path: Path) -> None:
    key = new_key()
    async with server_in(tmp_path) as server:
        async with known(server, key, "Ann") as ann:
            person = server.people.named("ann")
            server.people.ban("person", person.key)
            assert await server.enforce() == 1
            assert "You may not come in here" in await ann.until_over()
        async with come(server, key) as ann:
            assert "You may not come in here" in await ann.until_over()
            assert ann.terminal.status == 1
        assert server.people.unban("person", person.key)
        async with known(server, key, "Ann"):
            pass


async def test_a_banned_network_does_not_get_as_far_as_logging_in(tmp_path: Path) -> None:
    async with server_in(tmp_path) as server:
        server.people.ban("address", "127.0.0.0/8")
        with pytest.raises((asyncssh.Error, OSError)):
            await connect(server, new_key())
        assert server.refused == 1


async def test_names_are_given_out_slowly_to_one_address(tmp_path: Path) -> None:
    async with server_in(tmp_path, newcomers=1) as server:
        async with known(server, new_key(), "Ann"):
            pass
        async with come(server, new_key(), user="Bea") as bea:
            await bea.until("Name: Bea")
            bea.type(ENTER)
            await bea.until("Too many people")
