"""Sentences about the server: why it does not start, and what is wrong with a name or a key."""

from __future__ import annotations

from typing import Final

from tui.words.marks import N_

SERVER: Final = {
    "no-asyncssh": N_("Serving needs asyncssh: pip install 'messdeck[serve]'."),
    "address": N_("Nobody can listen at {host} port {port}: {reason}."),
    "key-loose": N_(
        "Others may read the host key {path}. If nobody has, make it private with chmod 600; "
        "otherwise remove it: there will be a new one."
    ),
    "key-broken": N_(
        "There is no key in {path} that can be read. Put the right one there, or remove it: there "
        "will be a new one."
    ),
    "key-foreign": N_("The host key {path} belongs to another user than the server runs as."),
    "folder": N_("The server cannot use {path}: {reason}."),
    "running": N_("A server of {path} runs already; --data-dir names another folder."),
    "not-running": N_("No server of {path} is running."),
    "path-long": N_("{path} is too long a path for a socket; --data-dir names a shorter one."),
    "no-answer": N_("The server of {path} does not answer."),
    "nobody": N_("Nobody here is called {name}."),
    "bad-key": N_(
        "{text} is no fingerprint of a key; those begin with SHA256: and have 43 signs after it."
    ),
    "bad-address": N_("{text} is no address, such as 203.0.113.7 or 2001:db8::/64."),
}
NAMES: Final = {
    "name-empty": N_("A name is needed."),
    "name-letters": N_("A name is made of letters and digits; not of {text}."),
    "name-no-letter": N_("There must be a letter in a name."),
    "name-long": N_("That name is too long; there is room for {most} characters."),
    "name-kept": N_("Nobody can be called that here; choose another name."),
    "name-code": N_(
        "That looks like a code for a further key, which is no name. Come with the key that it is "
        "for, or choose another name."
    ),
    "name-taken": N_("Somebody has that name, or one that looks like it; choose another."),
    "code-unknown": N_(
        "That code is not valid, or not any more; ask for a new one with your other key."
    ),
    "too-many-keys": N_("You have {most} keys, which is as many as can be; remove one first."),
    "last-key": N_("This is your only key; without it you could not come back."),
    "key-in-use": N_("This is the key that you came with; come with another one to remove it."),
    "too-many-names": N_("Too many people came from your address lately; try again in an hour."),
}
