"""One connection over SSH: who may knock, and with what key."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import TYPE_CHECKING, Final

import asyncssh

from tui.serve.guard import LOG
from tui.serve.refusing import for_log
from tui.serve.session import CardSession

if TYPE_CHECKING:
    from tui.serve.server import CardServer

# Whoever logs in by that name comes as a guest, whatever keys there are.
GUEST: Final = "guest"
_MOST_KEYS_TRIED: Final = 20
_BY_THE_CLIENT: Final = 11  # SSH_DISCONNECT_BY_APPLICATION
# Until what is said last has gone out.
_PARTING: Final = 1.0


class Door(asyncssh.SSHServer):
    """What asyncssh asks about a connection. Everything that is not a session with a terminal is
    refused, as it would be by ``asyncssh.SSHServer`` itself; here it is written down once more.

    fingerprint: of the key that was proved, "" for a guest. proposed_name: the login name.
    """

    def __init__(self, server: CardServer) -> None:
        self.server = server
        self.address = "?"
        self.fingerprint = ""
        self.proposed_name = ""
        self._conn: asyncssh.SSHServerConnection | None = None
        self._probed = ""
        self._tried = 0
        self._began = False
        self._counted = False
        self._inside = False
        self._told = False
        self._session: CardSession | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        peer = conn.get_extra_info("peername")
        self.address = str(address_of(peer[0])) if peer else "?"
        if not self.server.knock(self):
            conn.abort()
            return
        self._counted = True

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._counted:
            self.server.gone(self)
            if not (self._inside or self._told or self.server.closing.is_set()):
                self._say_why_not(exc)
        self._conn = None

    def _say_why_not(self, exc: Exception | None) -> None:
        """Who has knocked did not get in; whoever has only knocked and gone was not refused."""
        refusals = self.server.refusals
        lost = isinstance(exc, asyncssh.ConnectionLost)
        if lost and "timeout" in str(exc).lower():
            refusals.connection(self.address, for_log("did not log in in time"))
        elif self._tried > _MOST_KEYS_TRIED:
            refusals.connection(self.address, for_log("too many keys tried"))
        elif self._began:
            refusals.connection(self.address, for_log("did not log in"))
        elif exc is not None and not lost and getattr(exc, "code", 0) != _BY_THE_CLIENT:
            refusals.connection(self.address, for_log("speaks no SSH that is known here"))
        else:
            LOG.info("%s knocked and went", self.address)

    def give_way(self) -> None:
        """Somebody else is to have this one's place before the login."""
        self._told = True
        too_many = for_log("too many connections that have not logged in")
        self.server.refusals.connection(self.address, too_many)
        self.abort()

    # Logging in

    def begin_auth(self, username: str) -> bool:
        self._began = True
        self.proposed_name = username[:64]
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # Also called for keys that the client only asks about, and may not have.
        self._tried += 1
        if self._tried > _MOST_KEYS_TRIED and self._conn is not None:
            self._conn.abort()
            return False
        if username == GUEST and self.server.options.guests:
            return False
        self._probed = key.get_fingerprint("sha256")
        return True

    def password_auth_supported(self) -> bool:
        return False

    def kbdint_auth_supported(self) -> bool:
        # A form without questions: OpenSSH fills it in by itself when no key was taken.
        return self.server.options.guests

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        self._probed = ""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        self._probed = ""
        return self.server.options.guests

    def auth_completed(self) -> None:
        self.fingerprint = self._probed
        self._inside = True
        self.server.logged_in(self)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self.server.options.login, self.abort)

    # What may be asked for

    def session_requested(self) -> CardSession | bool:
        if self._session is not None:
            self._refused("a second session")
            return False
        self._session = CardSession(self.server, self)
        return self._session

    def connection_requested(self, *given: object) -> bool:
        return self._refused("a connection to elsewhere")

    def server_requested(self, *given: object) -> bool:
        return self._refused("a port to listen at")

    def unix_connection_requested(self, *given: object) -> bool:
        return self._refused("a connection to a socket")

    def unix_server_requested(self, *given: object) -> bool:
        return self._refused("a socket to listen at")

    def tun_requested(self, *given: object) -> bool:
        return self._refused("a tunnel")

    def tap_requested(self, *given: object) -> bool:
        return self._refused("a tunnel")

    def _refused(self, what: str) -> bool:
        self.server.refusals.note(self.address, f"asked for {what}")
        return False

    # For the session

    def session_started(self) -> None:
        """The session has its terminal."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def session_over(self) -> None:
        """Nothing will come any more: the client has a moment to take its leave."""
        if self._conn is not None and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(_PARTING, self.abort)

    @property
    def has_session(self) -> bool:
        """Whether a session was asked for."""
        return self._session is not None

    def on_the_way(self) -> int:
        """Bytes that the system has not taken yet."""
        transport = self._conn._transport if self._conn is not None else None
        return transport.get_write_buffer_size() if transport is not None else 0

    def abort(self) -> None:
        """Ends the connection without another word."""
        if self._conn is not None:
            self._conn.abort()


def address_of(peer: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | str:
    """An address as it is counted and banned: IPv4 also where it comes dressed up as IPv6."""
    try:
        found = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return peer[:64]
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


def household(address: str) -> str:
    """Whom an address stands for in counts: with IPv6 one line has a whole /64."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))
