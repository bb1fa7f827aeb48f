"""Every screen's commands in one place, for those who want to know or change all keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.commands import Command
from tui.screens.arena import ArenaScreen
from tui.screens.arena_games import ArenaGamesScreen
from tui.screens.arena_run import ArenaRunScreen
from tui.screens.asking import LineDialog
from tui.screens.bin import BinScreen
from tui.screens.cover import CoverScreen
from tui.screens.dialog import Dialog
from tui.screens.hint import HintScreen
from tui.screens.house.chat import ChatScreen
from tui.screens.house.lobby import LobbyScreen
from tui.screens.house.opening import OpenTableScreen
from tui.screens.house.result import SharedResultScreen
from tui.screens.house.table import SharedTableScreen
from tui.screens.house.waiting import WaitingScreen
from tui.screens.keys_page import KeysScreen
from tui.screens.lesson import LessonsScreen
from tui.screens.menu import MenuScreen
from tui.screens.motive import MotiveScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.pages import PageScreen, RulesListScreen
from tui.screens.palette import Palette
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.review import ReviewScreen
from tui.screens.saves import SavesScreen
from tui.screens.seating import SeatingScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen
from tui.screens.watch import WatchScreen
from tui.words.marks import N_

# The title of each screen with its commands, the table first. One that is declared on several
# screens has the same key on all of them.
SCREENS: Final[Sequence[tuple[str, Sequence[Command]]]] = (
    (N_("At the table"), TableScreen.KEYS),
    (N_("Between people who share a screen"), CoverScreen.KEYS),
    (N_("Menu"), MenuScreen.KEYS),
    (N_("New game"), NewGameScreen.KEYS),
    (N_("Saved games"), SavesScreen.KEYS),
    (N_("Deleted games"), BinScreen.KEYS),
    (N_("Who plays on?"), SeatingScreen.KEYS),
    (N_("Pages to read"), PageScreen.KEYS),
    (N_("Rules"), RulesListScreen.KEYS),
    (N_("Result"), ResultScreen.KEYS),
    (N_("Lessons"), LessonsScreen.KEYS),
    (N_("Replay"), ReplayScreen.KEYS),
    (N_("Review"), ReviewScreen.KEYS),
    (N_("Hint"), HintScreen.KEYS),
    (N_("Motives"), MotiveScreen.KEYS),
    (N_("Settings"), SettingsScreen.KEYS),
    (N_("Keys"), KeysScreen.KEYS),
    (N_("Arena"), ArenaScreen.KEYS),
    (N_("A tournament"), ArenaRunScreen.KEYS),
    (N_("Games of a tournament"), ArenaGamesScreen.KEYS),
    (N_("A table that is watched"), WatchScreen.KEYS),
    (N_("Lobby"), LobbyScreen.KEYS),
    (N_("A shared table to open"), OpenTableScreen.KEYS),
    (N_("Before a shared game"), WaitingScreen.KEYS),
    (N_("At a shared table"), SharedTableScreen.KEYS),
    (N_("Result of a shared game"), SharedResultScreen.KEYS),
    (N_("Talk"), ChatScreen.KEYS),
    (N_("Questions"), Dialog.KEYS),
    (N_("A line to type"), LineDialog.KEYS),
    (N_("List of commands"), Palette.KEYS),
)
