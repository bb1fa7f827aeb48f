"""What the commands about a server share: its folder, and speaking with it while it runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.commandline.house import Problem, folder_of_saves
from tui.commandline.output import tell
from tui.words import Words
from tui.words.marks import N_, NN_

if TYPE_CHECKING:
    from tui.serve.people import BanKind, People

FOLDER = "server"


def server_folder(words: Words, ctx: click.Context, given: Path | None) -> Path:
    """The folder of the server, within that of saves."""
    return folder_of_saves(words, ctx, given) / FOLDER


def open_people(folder: Path) -> People:
    """The register of people, whether the server runs or not. Raises ServerFault."""
    from tui.serve.faults import ServerFault
    from tui.serve.people import FILE, People

    if not (folder / FILE).is_file():
        raise ServerFault("not-running", path=str(folder))
    return People(folder)


def asked(folder: Path, request: dict[str, Any]) -> dict[str, Any] | None:
    """What a running server answers; None if none runs. Raises ServerFault."""
    from tui.serve.asking import ask
    from tui.serve.faults import ServerFault

    try:
        return ask(folder, request)
    except ServerFault as fault:
        if fault.code == "not-running":
            return None
        raise


def print_status(words: Words, folder: Path, *, as_json: bool) -> int:
    """Says how the server is; the exit status: 0 if it runs, else 1."""
    found = asked(folder, {"do": "status"})
    if as_json:
        tell(json.dumps(found if found is not None else {"ok": False}, ensure_ascii=False))
        return 0 if found is not None else 1
    if found is None:
        path = words.said(str(folder))
        tell(words.fill(N_("No server of {path} is running."), {"path": path}))
        return 1
    values: dict[str, object] = {
        "time": words.said(words.duration(found["seconds"])),
        "port": found["port"],
        "count": found["sessions"],
        "most": found["most"],
        "names": words.said(words.both(found["people"]), 2000),
        "memory": round(found["memory"] / 1024 / 1024),
        "logins": found["logins"],
        "refused": found["refused"],
        "tables": found.get("tables", 0),
    }
    tell(words.fill(N_("The server has been up for {time}, at port {port}."), values))
    inside = NN_("{count} person of {most} is in: {names}", "{count} of {most} are in: {names}")
    if found["sessions"]:
        tell(words.fill(inside, values, by="count"))
    else:
        tell(words.gettext(N_("Nobody is in.")))
    tables = NN_("{tables} shared table stands.", "{tables} shared tables stand.")
    tell(words.fill(tables, values, by="tables"))
    text = N_("Logins: {logins}; connections refused: {refused}; memory: {memory} MB.")
    tell(words.fill(text, values))
    return 0


def whom_arguments(words: Words) -> list[click.Parameter]:
    """A person's name, or an address, or a key."""
    say = words.gettext
    return [
        click.Argument(["name"], metavar=say(N_("[NAME]")), required=False),
        click.Option(
            ["--address"],
            metavar=say(N_("ADDRESS")),
            help=say(N_("An address or a network instead of a person.")),
        ),
        click.Option(
            ["--key"],
            metavar=say(N_("FINGERPRINT")),
            help=say(N_("One key, as the log names it: SHA256:…")),
        ),
    ]


def banned_one(
    words: Words, folder: Path, name: str | None, address: str | None, key: str | None
) -> tuple[BanKind, str, str]:
    """Whom the arguments name: what kind, as bans keep it, and as it is said. Raises Problem,
    ServerFault."""
    from tui.serve.people import network

    if sum(given is not None for given in (name, address, key)) != 1:
        raise Problem(words.gettext(N_("Name one: a person, an --address or a --key.")))
    if address is not None:
        found = network(address)
        return "address", found, found
    if key is not None:
        return "key", key.strip(), key.strip()
    register = open_people(folder)
    try:
        person = register.named(name or "")
    finally:
        register.close()
    return "person", person.key, person.name
