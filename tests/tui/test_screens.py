"""Menu, new game, saves, rules, keys: what they offer, and a way out of each."""

from __future__ import annotations

import pytest

from engine.registry import rule_sets
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_whole_games import choose_game
from tui.screens.base import RoomScreen
from tui.screens.cover import CoverScreen
from tui.screens.dialog import Dialog
from tui.screens.layout import LOG_FROM
from tui.screens.menu import MenuScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.pages import PageScreen, RulesListScreen
from tui.screens.result import ResultScreen
from tui.screens.saves import SavesScreen
from tui.screens.table import TableScreen
from tui.setup import PERSON, draft_of


@pytest.mark.parametrize(
    ("keys", "kind"),
    [
        (("n",), NewGameScreen),
        (("s",), SavesScreen),
        (("r",), RulesListScreen),
        (("r", "1"), PageScreen),
        (("question_mark",), PageScreen),
    ],
)
async def test_esc_leads_from_every_screen_back_to_the_menu_and_out(
    make_room: MakeRoom, keys: tuple[str, ...], kind: type[RoomScreen]
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.press(*keys)
        await person.until(kind.__name__, lambda: person.sees(kind))
        while not isinstance(room.screen, MenuScreen):
            before = room.screen
            await person.press("escape")
            await person.until("a way back", lambda before=before: room.screen is not before)
        await person.press("escape")
        await person.until("the end", lambda: room._exit)


async def test_the_menu_continues_only_when_there_is_something_to_continue(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        assert "Continue" not in shown(room).replace("Continue or delete", "")
        await choose_game(person, "generals-war")
        await person.wait_for_question()
        await person.press("q", "m")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        await person.until("continue", lambda: "General's War" in shown(room))
        # What one most likely wants is what Enter does.
        rows = shown(room).splitlines()
        assert any("▸" in row and "Continue" in row for row in rows), "\n".join(rows)


async def test_the_form_says_what_is_wrong_with_a_value_and_does_not_begin(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.press("n")
        await person.until("the form", lambda: person.sees(NewGameScreen))
        form = room.screen
        assert isinstance(form, NewGameScreen)
        while form.form.current.id != "option-rounds":
            await person.press("down")
        await person.press("9")
        assert form.foot.wrong
        assert "from 0 to 5, not 9" in form.foot.first
        while form.form.current.id != "begin":
            await person.press("down")
        await person.press("enter")
        assert room.screen is form
        assert form.form.current.id == "option-rounds"
        await person.press("backspace", "2")
        assert not form.foot.wrong
        while form.form.current.id != "begin":
            await person.press("down")
        await person.press("enter")
        table = await person.at_table()
        assert table.table.game.options["rounds"] == 2


async def test_the_form_offers_every_rule_set_player_count_level_and_option(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.press("n")
        await person.until("the form", lambda: person.sees(NewGameScreen))
        form = room.screen
        assert isinstance(form, NewGameScreen)
        seen: set[tuple[str, int]] = set()
        for _ in rule_sets():
            await person.press("down")
            for _ in form.draft.rule_set.seats:
                seen.add((form.draft.rules, form.draft.players))
                rows = {row.id for row in form.form.rows}
                assert rows >= {f"seat-{seat}" for seat in range(form.draft.players)}
                assert rows >= {f"option-{o.name}" for o in form.draft.rule_set.options}
                await person.press("right")
            await person.press("up", "right")
        assert seen == {(id_, n) for id_, rules in rule_sets().items() for n in rules.seats}
        while form.form.current.id != "seat-1":
            await person.press("down")
        offered = set()
        for _ in range(len(form.draft.levels()) + 1):
            offered.add(form.draft.who[1])
            await person.press("right")
        assert offered == {PERSON, *form.draft.levels()}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("rules", sorted(name for name in rule_sets() if name != "test-rules"))
async def test_what_is_wrong_with_an_option_is_said_by_the_name_in_the_form(
    make_room: MakeRoom, rules: str, language: str
) -> None:
    room = make_room(language=language)
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.press("n")
        await person.until("the form", lambda: person.sees(NewGameScreen))
        form = room.screen
        assert isinstance(form, NewGameScreen)
        while form.draft.rules != rules:
            await person.press("right")
        option = next(one for one in form.draft.rule_set.options if one.high is not None)
        form.draft.values[option.name] = 99_999_999
        await form.press_button("begin")
        assert form.foot.wrong
        assert room.words.option(option).label in form.foot.first
        assert "99999999" in form.foot.first.replace(",", "")


async def test_a_typed_name_is_the_seats_name_and_q_and_question_mark_are_letters(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.press("n")
        await person.until("the form", lambda: person.sees(NewGameScreen))
        form = room.screen
        assert isinstance(form, NewGameScreen)
        while form.form.current.id != "seat-0":
            await person.press("down")
        await person.press("Q", "u", "i", "q", "question_mark")
        assert room.screen is form
        assert form.draft.seat_names("Player")[0] == "Quiq?"


async def test_a_saved_game_is_deleted_only_when_asked_twice(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await choose_game(person, "generals-war")
        await person.wait_for_question()
        await person.press("q", "m", "s")
        await person.until("the list", lambda: person.sees(SavesScreen))
        assert "General's War" in shown(room)
        assert "Player and Boyle" in shown(room)
        await person.press("d")
        await person.until("the question", lambda: isinstance(room.screen, Dialog))
        await person.press("enter")
        await person.until("the list", lambda: person.sees(SavesScreen))
        assert len(room.shelf.entries()) == 1
        await person.press("d")
        await person.until("the question", lambda: isinstance(room.screen, Dialog))
        await person.press("y")
        await person.until("the game gone", lambda: not room.shelf.entries())
        assert "No game was saved so far." in shown(room)


async def test_a_damaged_save_is_one_line_and_cannot_be_opened(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await choose_game(person, "generals-war")
        await person.wait_for_question()
        await person.press("q", "m")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        for file in room.shelf.folder.glob("*/*"):
            if file.suffix != ".lock":
                file.write_bytes(b"nothing of ours")
        await person.press("s")
        await person.until("the list", lambda: person.sees(SavesScreen))
        saves = room.screen
        assert isinstance(saves, SavesScreen)
        assert saves.choices.items[0].line
        await person.press("enter")
        assert room.screen is saves
        assert saves.foot.wrong


async def test_that_an_earlier_save_is_used_is_said_in_the_list_and_at_the_table(
    make_room: MakeRoom,
) -> None:
    room = make_room()
    async with room.run_test(size=(120, 40)) as pilot:
        person = Person(pilot)
        await choose_game(person, "generals-war")
        for _ in range(3):
            view = await person.wait_for_question()
            assert view is not None
            await person.choose(view)
        await person.wait_for_question()
        await person.press("q", "m")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        newest = max(room.shelf.folder.glob("*/*.save"), key=lambda file: file.name)
        newest.write_bytes(newest.read_bytes()[:-20])
        said = "An earlier save is used, as the newest one has a fault: The file is damaged"
        await person.press("s")
        await person.until("the list", lambda: person.sees(SavesScreen))
        saves = room.screen
        assert isinstance(saves, SavesScreen)
        assert said in saves.choices.items[0].line
        await person.press("enter")
        table = await person.at_table()
        await person.until("the notice", lambda: said in table.prompt.detail)
        assert said in "\n".join(line.text for line in table.log_pane.lines)


@pytest.mark.parametrize("rules", sorted(rule_sets()))
async def test_the_rules_of_each_game_can_be_read_to_their_end(
    make_room: MakeRoom, rules: str
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await person.until("the menu", lambda: person.sees(MenuScreen))
        room.show_rules(rules)
        await person.until("the rules", lambda: person.sees(PageScreen))
        page = room.screen
        assert isinstance(page, PageScreen)
        assert "In a minute" in shown(room)
        pages = 0
        while page.text.top < page.text.last_top:
            before = page.text.top
            await person.press("space")
            assert page.text.top > before
            pages += 1
        assert pages > 3
        await person.press("home")
        assert page.text.top == 0
        for line in page.text.lines():
            assert line.cell_length <= 76


async def test_the_keys_of_the_table_are_explained(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await choose_game(person, "generals-war")
        await person.wait_for_question()
        table = person.table
        await person.press("question_mark")
        await person.until("the keys", lambda: person.sees(PageScreen))
        page = room.screen
        assert isinstance(page, PageScreen)
        text = "\n".join(line.plain for line in page.text.lines())
        for command in table.usable():
            assert room.words.gettext(command.help or command.label).split()[0] in text
        assert "surrender" not in text.lower()


# Sizes


async def test_below_60_by_20_it_says_the_size_it_needs_and_recovers(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await choose_game(person, "battalion-twins")
        view = await person.wait_for_question()
        assert view is not None
        table = person.table
        await pilot.resize_terminal(59, 24)
        await person.until("the size", lambda: "60 × 20" in shown(room))
        assert "59 × 24" in shown(room)
        assert "10 cards" not in shown(room)
        await person.press("s")
        assert not table.sending
        assert table.answering is not None
        await pilot.resize_terminal(60, 19)
        await person.until("the size", lambda: "60 × 19" in shown(room))
        await pilot.resize_terminal(60, 20)
        await person.until("the table", lambda: "10 cards" in shown(room))
        assert "the size" not in shown(room)
        await pilot.resize_terminal(140, 45)
        await person.until("the table", lambda: "Take the top card" in shown(room))
        await person.choose(view)


async def test_too_small_a_terminal_can_still_be_left(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(40, 10)) as pilot:
        person = Person(pilot)
        await person.until("the size", lambda: "40 × 10" in shown(room))
        await person.press("q")
        await person.until("the end", lambda: room._exit)


SIZES = [(60, 20), (72, 20), (80, 24), (120, 34), (140, 45), (200, 60)]


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        ("battalion-twins", 6),
        ("battalion-cover", 6),
        ("fight-for-the-lead", 5),
        ("generals-war", 4),
    ],
)
async def test_full_tables_fit_every_size(make_room: MakeRoom, rules: str, players: int) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        draft = draft_of(rules, players, [PERSON] + ["random"] * (players - 1), {}, "fit", 0)
        await room.begin(draft.setup("Player"))
        await person.at_table()
        for size in SIZES:
            view = await person.wait_for_question()
            assert view is not None
            await person.choose(view)
            assert await person.wait_for_question() is not None
            await pilot.resize_terminal(*size)
            await person.until("the new size", lambda size=size: person.table.size == size)
            await pilot.pause()
            nothing_overlaps(person.table)
            text = shown(room)
            for name in person.table.cast.names:
                assert name in text
            for card in set(person.table.hand.cards):
                rank = "23456789TJQKA"[card % 13]
                assert rank in text or (rank == "T" and "10" in text)


def nothing_overlaps(table: TableScreen) -> None:
    """Fails if a panel is missing, reaches over the edge, or lies on another one."""
    widgets = [*table.seats, table.board, table.hand, table.prompt]
    if table.size.width >= LOG_FROM:
        widgets.append(table.log_pane)
    regions = [widget.region for widget in widgets]
    for at, one in enumerate(regions):
        assert one.area > 0, widgets[at]
        assert one in table.region, widgets[at]
        for other in regions[at + 1 :]:
            assert not one.overlaps(other), (one, other)


async def test_a_result_can_be_left_without_playing_again(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = Person(pilot)
        await choose_game(person, "generals-war", target=20)
        await person.play_to_the_end()
        result = room.screen
        assert isinstance(result, ResultScreen)
        await person.press("t")
        await person.until("the table", lambda: person.sees(TableScreen))
        await person.press("enter")
        await person.until("the result", lambda: person.sees(ResultScreen))
        await person.press("q")
        await person.until("the menu", lambda: person.sees(MenuScreen))
        assert not isinstance(room.screen, CoverScreen)
        assert room.sitting is None
