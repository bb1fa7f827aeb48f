"""The key by which people know that this is the server they came to before."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import Final

import asyncssh

from saves.faults import reason_of
from tui.serve.faults import ServerFault

FILE: Final = "host_key"
_MOST_BYTES: Final = 16 * 1024


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The server's key, made if there is none. Raises ServerFault."""
    path = folder / FILE
    try:
        with contextlib.suppress(FileNotFoundError):
            return _read(path)
        _make(path)
        return _read(path)
    except OSError as error:
        raise ServerFault("folder", path=str(path), reason=reason_of(error)) from None


def _make(path: Path) -> None:
    """A new key under a name of its own, then linked to ``path`` unless another one is there."""
    data = asyncssh.generate_private_key("ssh-ed25519", comment="messdeck").export_private_key()
    temporary = path.parent / f"tmp-{secrets.token_hex(8)}"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another server was quicker
            os.link(temporary, path)
    finally:
        os.unlink(temporary)


def _read(path: Path) -> asyncssh.SSHKey:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > _MOST_BYTES:
            raise ServerFault("key-broken", path=str(path))
        if found.st_uid != os.geteuid():
            raise ServerFault("key-foreign", path=str(path))
        if found.st_mode & 0o077:
            raise ServerFault("key-loose", path=str(path))
        data = file.read(_MOST_BYTES)
    try:
        return asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, ValueError):
        raise ServerFault("key-broken", path=str(path)) from None
