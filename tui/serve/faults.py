"""What can go wrong with the server itself, and with what people ask of it."""

from __future__ import annotations

from engine.refusals import MessdeckError


class ServerFault(MessdeckError):
    """The server cannot start, or cannot be reached.

    Codes and their values:

    ``no-asyncssh``: the library is not there.
    ``address`` (host, port, reason): nobody can listen there; reason is a code of
    ``saves.faults.reason_of``, or ``no-such-host``.
    ``key-loose`` (path), ``key-broken`` (path), ``key-foreign`` (path): the host key may be read by
    others, is none, or belongs to another user.
    ``folder`` (path, reason): the server's folder cannot be used.
    ``running`` (path), ``not-running`` (path): a server of this folder runs already, or none does.
    ``path-long`` (path): too long for the socket through which the host is heard.
    ``no-answer`` (path): the server runs, but does not answer.
    ``nobody`` (name): nobody is called that.
    ``bad-address`` (text): no address of the internet. ``bad-key`` (text): no fingerprint.
    """


class NameFault(MessdeckError):
    """A name that cannot be had: ``name-empty``, ``name-letters`` (text: what is no letter),
    ``name-no-letter``, ``name-taken``, ``name-kept`` (nobody may be called that), ``name-code``
    (it is a code for a key), ``name-long`` (most). ``too-many-names``: too many from this address
    took one lately.

    With keys: ``code-unknown``; ``too-many-keys`` (most); ``last-key``; ``key-in-use``.
    """
