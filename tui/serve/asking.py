"""The host's end of the socket through which a running server is asked."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any, Final

from tui.serve.faults import ServerFault

FILE: Final = "control"
SECONDS: Final = 5.0
Reply = dict[str, Any]


def ask(folder: Path, request: Reply) -> Reply:
    """What the server of ``folder`` answers. Raises ServerFault ``not-running``, ``no-answer``;
    what it refuses is raised as ServerFault too."""
    path = folder / FILE
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(SECONDS * 2)
        try:
            line.connect(str(path))
        except OSError:
            raise ServerFault("not-running", path=str(folder)) from None
        try:
            line.sendall(json.dumps(request).encode() + b"\n")
            reply = json.loads(_read(line))
        except (OSError, ValueError):
            raise ServerFault("no-answer", path=str(folder)) from None
    if not isinstance(reply, dict):
        raise ServerFault("no-answer", path=str(folder))
    if not reply.get("ok"):
        raise ServerFault(str(reply.get("code")), **dict(reply.get("values") or {}))
    return reply


def _read(line: socket.socket) -> bytes:
    data = b""
    while not data.endswith(b"\n"):
        part = line.recv(65536)
        if not part:
            break
        data += part
    return data
