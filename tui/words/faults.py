"""What can be wrong with saves, with players and with an arena, in sentences.

``{why}`` stands for the sentence of the fault that a fault holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tui.words.marks import N_, Text

Sentences = Mapping[str, Text]

SAVES: Final[Sentences] = {
    "missing": N_("There is no saved game {id}."),
    "nothing-there": N_("There is no game in it."),
    "bad-id": N_("“{id}” is not how a saved game is called; messdeck saves lists them."),
    "no-such-seat": N_("There is no seat {seat_number}; seats are numbered from 0 to {last}."),
    "exists": N_("{id} exists already; it is not replaced."),
    "unreadable": N_("It could not be read or written: {reason}."),
    "too-big": N_("The file is too big for a save."),
    "too-deep": N_("The file is nested too deeply for a save."),
    "too-many": N_("The file holds more than {most} things, too many."),
    "not-a-save": N_("This is no saved game of messdeck."),
    "damaged": N_("The file is damaged: its {what} is not right."),
    "newer-format": N_("A newer messdeck wrote this save (format {version}); update to open it."),
    "unknown-format": N_("This save has a format that is not known ({version})."),
    "unknown-rules": N_("The save is of the rule set {rules}, which is not installed here."),
    "newer-rules": N_(
        "The save was played by version {version} of the rules; this program knows {known}. "
        "Update to open it."
    ),
    "unknown-rules-version": N_(
        "The save was played by version {version} of the rules, which was never released; this "
        "program knows {known}."
    ),
    "bad-body": N_("The file is damaged: what is in it cannot be read ({why})."),
    "bad-field": N_("The file is damaged: there is a fault in {field} ({why})."),
    "bad-option": N_("The save has an option that the rule set does not take: {fault}"),
    "bad-position": N_("The save holds a position that cannot be: {fault}"),
    "bad-log": N_("The save holds a choice that the rules do not allow: entry {number}, “{text}”."),
    "bad-commitment": N_("The save holds a waiting choice that is not allowed: “{text}”."),
    "shuffle-differs": N_("The save is not genuine: shuffle {number} does not fit its seed."),
    "position-differs": N_("The save contradicts itself: its moves lead to another {field}."),
    "engine-fault": N_("The save cannot be played on: the rules failed on it ({cause})."),
    "replay-not-available": N_(
        "The game was begun under version {version} of the rules, and its first part cannot be "
        "replayed under version {known}."
    ),
}
IN_USE: Final[Sentences] = {
    "in-use": N_(
        "This game is open elsewhere ({who}, since {since}). Leave it there first; messdeck saves "
        "show lets you look at it."
    ),
}
STATISTICS: Final[Sentences] = {
    "set-aside": N_(
        "The statistics were damaged. They are kept as {path}, and counting begins anew."
    ),
    "newer-statistics": N_(
        "A newer messdeck wrote the statistics (version {version}); update to use them."
    ),
    "statistics-unusable": N_("The statistics cannot be read or written: {reason}."),
}
SETTINGS: Final[Sentences] = {
    "not-a-choice": N_("The setting {name} must be {choices}, not {value}; it is ignored."),
    "out-of-range": N_(
        "The setting {name} must be from {low} to {high}, not {value}; it is ignored."
    ),
    "not-a-switch": N_("The setting {name} must be true or false, not {value}; it is ignored."),
    "not-a-text": N_(
        "The setting {name} must be a text of at most {most} characters, not {value}; it is "
        "ignored."
    ),
    "not-a-table": N_("The setting {name} must name keys by command, not {value}; it is ignored."),
    "unknown-command": N_("The setting {name} is for no command that there is; it is ignored."),
    "no-such-key": N_("The setting {name} asks for {value}, which is no key; it is ignored."),
    "key-taken": N_(
        "The setting {name} asks for {value}, which {other} has already; it is ignored."
    ),
    "settings-broken": N_("{path} is no TOML, and none of it is used: {why}."),
    "settings-unreadable": N_("The settings in {path} cannot be read: {reason}."),
    "settings-unwritable": N_("The settings cannot be written to {path}: {reason}."),
    "settings-aside": N_(
        "The file of settings was no TOML. It is kept as {path}, and there is a new one."
    ),
}
PLAYERS: Final[Sentences] = {
    "unknown-player": N_(
        "There is no player {name}; there are {known}, and bot:COMMAND for a program of your own."
    ),
    "malformed-player": N_("“{part}” in “{text}” must be written name=value, each name once."),
    "player-too-long": N_("A player is written with at most {most} characters."),
    "malformed-bot": N_("A bot is written bot:COMMAND, such as bot:python3 bot.py, not {text}."),
    "no-such-program": N_("There is no program {program} to start the bot {text} with."),
    "no-options": N_("{name} takes no options."),
    "cannot-play": N_("{name} does not know how to play {rules}; those who do are {known}."),
    "no-heuristic": N_("The levels do not know how to play {rules}."),
}
ARENA: Final[Sentences] = {
    "empty-player": N_(
        "--players must name players, separated by commas, such as corporal,recruit."
    ),
    "too-many-players": N_("There are {players} players for only {seats} seats."),
    "out-of-range": N_("{name} must be from {low} to {high}, not {value}."),
    "process-died": N_("A process of the arena ended before its games were played."),
    "player-failed": N_("{player} at seat {seat_number} failed in deal {deal} ({fault})."),
    "illegal-choice": N_(
        "{player} at seat {seat_number} made a choice in deal {deal} that is not allowed: {choice}."
    ),
    "sprt-players": N_("--sprt tests one of two players; here are {players}."),
    "sprt-shares": N_(
        "The two shares of --sprt must rise, above 0 and below {top}; these are {low} and {high}."
    ),
    "no-cluster-library": N_("--scheduler needs more software: pip install 'messdeck[cluster]'."),
    "no-scheduler": N_("No scheduler answers at {address}; see that it runs and can be reached."),
    "no-workers": N_("The scheduler at {address} has no workers; start some (docs/scale.md)."),
    "other-version": N_(
        "A worker has messdeck {there}, and here it is {here}; install the same everywhere."
    ),
    "cluster-failed": N_("The cluster gave the games up ({fault})."),
}
STORES: Final[Sentences] = {
    "store-missing": N_("There is no database {path}; messdeck arena --store makes one."),
    "store-foreign": N_("{path} is no database of the arena; name another file."),
    "store-newer": N_("A newer messdeck made {path} (version {version}); update to use it."),
    "store-damaged": N_("The database {path} is damaged ({detail}); name another file."),
    "store-busy": N_("Another program is writing to {path}; try again when it is done."),
    "store-unusable": N_("The database {path} cannot be used ({detail})."),
}
BOTS: Final[Sentences] = {
    "bot-not-started": N_("The bot could not be started ({detail})."),
    "bot-crashed": N_("The bot ended by itself ({detail})."),
    "bot-stalled": N_("The bot was too slow ({detail})."),
    "bot-garbage": N_("The bot gave no answer that can be read ({detail})."),
    "bot-illegal": N_("The bot made a choice that the rules do not allow ({detail})."),
}
THINKING: Final[Sentences] = {
    "thinker-stopped": N_("The opponents have stopped thinking, as the table is being left."),
    "worker-not-started": N_("The opponents cannot think: no process could be started for them."),
    "worker-died": N_("The process in which the opponents think ended twice."),
    "worker-stuck": N_("The opponent needs far too long and was stopped."),
    "worker-garbled": N_("The process in which the opponents think gave no sensible answer."),
    "player-failed": N_("The player {level} failed."),
    "illegal-choice": N_("The player {level} made a choice that the rules do not allow."),
}

# By the names of the classes, so that speaking imports neither saves nor players.
FAULTS: Final[Mapping[str, Sentences]] = {
    "SaveFault": SAVES,
    "InUse": IN_USE,
    "StatisticsFault": STATISTICS,
    "SettingFault": SETTINGS,
    "UnknownPlayer": PLAYERS,
    "ArenaFault": ARENA,
    "StoreFault": STORES,
    "BotFault": BOTS,
    "ThinkingFailed": THINKING,
}

# Why the system refused to read or write (``saves.faults.reason_of``).
REASONS: Final[Mapping[str, str]] = {
    "disk-full": N_("the disk is full"),
    "quota": N_("your share of the disk is used up"),
    "file-limit": N_("the file would be larger than is allowed"),
    "read-only": N_("this disk can only be read"),
    "not-allowed": N_("you have no permission for that"),
    "gone": N_("the file or its folder is gone"),
    "device": N_("the disk reports a fault"),
    "too-many-files": N_("too many files are open"),
    "name-too-long": N_("its name is too long"),
    "link": N_("its links lead round in a circle"),
    "folder": N_("it is a folder"),
    "busy": N_("another program is using the file"),
    # Of listening to the network.
    "port-taken": N_("another program listens there; --port names another port"),
    "not-this-machine": N_("that is no address of this machine"),
    "no-such-host": N_("no machine of that name is known"),
    "no-file": N_("it is not an ordinary file"),
    # Not the system's: codes of faults that keep a save from being written.
    "too-big": N_("the game has grown too big for a save"),
    "bad-field": N_("something in the game is not what a save may hold"),
    "in-use": N_("somebody else has opened the game meanwhile"),
    "program": N_("the program failed while saving"),
    "other": N_("the system gives no reason that is known here"),
}
DAMAGES: Final[Mapping[str, str]] = {
    "length": N_("length"),
    "checksum": N_("checksum"),
}
