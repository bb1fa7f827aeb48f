"""The mouse alone: every table can be played to its end, every page read and left."""

from __future__ import annotations

import random

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from engine import actions as act
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.renderers.question import Stage
from tui.screens.cover import CoverScreen
from tui.screens.dialog import Dialog
from tui.screens.menu import MenuScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.pages import PageScreen
from tui.screens.result import ResultScreen
from tui.screens.saves import SavesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen
from tui.setup import PERSON
from tui.widgets.choices import Choices
from tui.widgets.form import Form
from tui.widgets.prompt import Hinting, KeyLine


class Mouse(Person):
    """A person who never touches a key."""

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.hint(key)

    async def click(self, widget: Widget, x: int, y: int) -> None:
        """Clicks a cell of a widget's content."""
        region = widget.content_region
        assert 0 <= x < region.width
        assert 0 <= y < region.height
        await self.pilot.click(offset=(region.x + x, region.y + y))

    async def hint(self, key: str) -> None:
        """Clicks the hint for a key, wherever on the screen it stands."""
        await self.until(f"a hint for {key}", lambda: self._hint(key) is not None)
        found = self._hint(key)
        assert found is not None
        await self.click(*found)

    def _hint(self, key: str) -> tuple[Widget, int, int] | None:
        for widget in self.room.screen.query(Hinting):
            for zone in widget.zones:
                if key in zone.press:
                    return widget, zone.left, zone.y
        return None

    async def item(self, id_: str) -> None:
        """Clicks an item of a list."""
        choices = self.room.screen.query_one(Choices)
        await self.until(f"an item {id_}", lambda: id_ in [one.id for one in choices.items])
        at = [one.id for one in choices.items].index(id_)
        row = choices._rows[at]
        if not 0 <= row < choices.content_size.height:
            choices.marked = at
            choices.repaint()
            await self.pilot.pause()
            row = choices._rows[at]
        await self.click(choices, 4, row)

    async def choose_by_mouse(self, action: int) -> None:
        """Clicks cards, seats and hints until the choice is made."""
        table = self.table
        answering = table.answering
        assert answering is not None
        kind = action & 31
        if kind in act_words():
            await self.hint(act_words()[kind])
            return
        if kind == act.BID:
            only = len(answering.question.numbers) == 1
            while not only and (
                not answering.typed or int(answering.typed) < act.number_of(action)
            ):
                await self.hint("up")
            await self.hint("enter")
            return
        if kind == act.CHALLENGE:
            await self._seat(act.target_of(action))
            return
        used: set[int] = set()
        for card in act.cards_of(action):
            hand = answering.question.hand
            index = next(at for at, held in enumerate(hand) if held == card and at not in used)
            used.add(index)
            fan = table.hand.fan()
            await self.click(table.hand, fan.x(index), 2)
        await self.hint("enter")
        if kind == act.ATTACK:
            await self.until("the seats", lambda: answering.stage is Stage.SEAT)
            await self._seat(act.target_of(action))

    async def _seat(self, seat: int) -> None:
        if self.random.randrange(2):
            await self.hint(str(seat + 1))
        else:
            await self.click(self.table.seats[seat], 1, 0)


def act_words() -> dict[int, str]:
    """The keys of plain answers."""
    from tui.screens.keys import ANSWERS

    return {kind: command.key for kind, command in ANSWERS.items()}


GAMES = {
    "battalion-twins": (["recruit", PERSON, "recruit"], {"rounds": 1, "chips": 3}),
    "battalion-cover": (["recruit", PERSON, "recruit"], {"rounds": 1, "chips": 3}),
    "fight-for-the-lead": ([PERSON, "recruit"], {"deals": 1}),
    "generals-war": ([PERSON, "recruit", "recruit", "recruit"], {"target": 30}),
}


@pytest.mark.parametrize("rules", GAMES)
async def test_a_game_is_played_to_its_end_by_mouse(make_room: MakeRoom, rules: str) -> None:
    room = make_room()
    seats, options = GAMES[rules]
    async with room.run_test(size=(80, 24)) as pilot:
        await sit_down(room, pilot, rules, seats, **options)
        mouse = Mouse(pilot)
        while (view := await mouse.wait_for_question()) is not None:
            table, token = mouse.table, mouse.table.token
            number = random.Random(int(token)).randrange(int(view.legal_count()))
            await mouse.choose_by_mouse(int(view.legal_nth(number)))
            await mouse.until(
                "the choice being taken",
                lambda table=table, token=token: (  # type: ignore[misc]
                    not table.sending and (table.token != token or table.answering is None)
                ),
            )
        await mouse.hint("enter")
        await mouse.until("the result", lambda: mouse.sees(ResultScreen))
        await mouse.hint("q")
        await mouse.until("the menu", lambda: mouse.sees(MenuScreen))


async def test_log_rules_help_and_the_way_back_are_clicks(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        mouse = Mouse(pilot)
        await mouse.wait_for_question()
        table = mouse.table
        await mouse.click(table.log_pane, 2, 2)
        await mouse.until("the log", lambda: mouse.sees(PageScreen))
        await mouse.hint("escape")
        await mouse.until("the table", lambda: mouse.sees(TableScreen))
        await mouse.hint("b")
        await mouse.until("the rules", lambda: mouse.sees(PageScreen))
        page = room.screen
        assert isinstance(page, PageScreen)
        top = page.text.top
        await mouse.hint("pagedown")
        assert page.text.top > top
        before = page.text.top
        await wheel(pilot, page.text, events.MouseScrollUp)
        assert page.text.top < before
        await mouse.hint("escape")
        await mouse.until("the table", lambda: mouse.sees(TableScreen))
        await mouse.hint("q")
        await mouse.until("the question", lambda: mouse.sees(Dialog))  # type: ignore[arg-type]
        await mouse.item("menu")
        await mouse.until("the menu", lambda: mouse.sees(MenuScreen))


async def wheel(pilot: Pilot[None], widget: Widget, kind: type[events.MouseEvent]) -> None:
    """Turns the wheel over a widget."""
    await pilot._post_mouse_events([kind], widget, button=0)  # type: ignore[arg-type]
    await pilot.pause()


async def test_the_log_scrolls_by_the_wheel(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        for _ in range(4):
            view = await person.wait_for_question()
            assert view is not None
            await person.choose(view)
        log = person.table.log_pane
        assert log.back == 0
        await wheel(pilot, log, events.MouseScrollUp)
        assert log.back == 3
        await wheel(pilot, log, events.MouseScrollDown)
        assert log.back == 0


async def test_from_the_menu_to_a_game_and_to_every_page_by_clicks(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        await mouse.until("the menu", lambda: mouse.sees(MenuScreen))
        for id_, kind in (("settings", SettingsScreen), ("saves", SavesScreen)):
            await mouse.item(id_)
            await mouse.until(id_, lambda kind=kind: mouse.sees(kind))  # type: ignore[misc]
            await mouse.hint("escape")
            await mouse.until("the menu", lambda: mouse.sees(MenuScreen))
        await mouse.item("new")
        await mouse.until("the form", lambda: mouse.sees(NewGameScreen))
        form = room.screen.query_one(Form)
        before = form.rows[0].value
        await mouse.click(form, 2 + form.labels + len(before) + 3, 0)
        await mouse.until("another game", lambda: form.rows[0].value != before)
        begin = next(at for at, row in form._at.items() if form.rows[row].id == "begin")
        await mouse.click(form, 4, begin)
        await mouse.until("the table", lambda: mouse.sees(TableScreen, CoverScreen))


async def test_every_line_of_keys_can_be_clicked(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        mouse = Mouse(pilot)
        await mouse.until("the menu", lambda: mouse.sees(MenuScreen))
        line = room.screen.query_one(KeyLine)
        await mouse.until("the keys", lambda: len(line.zones) == len(line.hints) > 2)
        await mouse.hint("colon")
        await mouse.until("the commands", lambda: "Type a part" in shown(room))
