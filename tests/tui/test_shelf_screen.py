"""The shelf by keys: titles, the bin, files in and out, the table, orders, damaged saves."""

from __future__ import annotations

import json
from pathlib import Path

from textual.pilot import Pilot

from saves.shelf import Shelf
from tests.support.saving import some_save
from tests.tui.conftest import MakeRoom
from tests.tui.person import Person
from tests.tui.screen_text import shown
from tests.tui.test_table import sit_down
from tui.screens.asking import LineDialog
from tui.screens.bin import BinScreen
from tui.screens.dialog import Dialog
from tui.screens.menu import MenuScreen
from tui.screens.pages import PageScreen
from tui.screens.plates import Foot
from tui.screens.saves import SavesScreen
from tui.screens.seating import SeatingScreen
from tui.screens.shelf_files import completed
from tui.screens.table import TableScreen
from tui.setup import PERSON


def filled(folder: Path) -> list[str]:
    """A shelf with three games; their ids, the newest first."""
    shelf = Shelf(folder)
    saves = [
        some_save("battalion-twins", 3),
        some_save("generals-war", 2),
        some_save("fight-for-the-lead", 4),
    ]
    ids = [shelf.put(saved) for saved in saves]
    return ids[::-1]


async def at_shelf(pilot: Pilot[None]) -> Person:
    person = Person(pilot)
    await person.until("the menu", lambda: person.sees(MenuScreen))
    await person.press("s")
    await person.until("the list", lambda: person.sees(SavesScreen))
    return person


def dialog(person: Person, kind: type) -> bool:
    return isinstance(person.room.screen, kind) and person.room.screen.is_mounted


def listed(person: Person) -> list[str]:
    screen = person.room.screen
    assert isinstance(screen, (SavesScreen, BinScreen))
    return [choice.id for choice in screen.choices.items]


async def test_a_title_is_given_and_taken_away(make_room: MakeRoom, tmp_path: Path) -> None:
    ids = filled(tmp_path)
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await at_shelf(pilot)
        assert listed(person) == ids
        await person.press("down", "t")
        await person.until("the line", lambda: dialog(person, LineDialog))
        await person.press(*"Cup", "space", *"final", "enter")
        await person.until("the title", lambda: "Cup final" in shown(room))
        assert listed(person)[0] == ids[1]  # what was saved last stands first
        await person.press("t")
        await person.until("the line", lambda: dialog(person, LineDialog))
        await person.press("delete", "enter")
        await person.until("no title", lambda: "Cup final" not in shown(room))
        await person.press("t")
        await person.until("the line", lambda: dialog(person, LineDialog))
        await person.press(*"no", "escape")
        await person.until("the list", lambda: person.sees(SavesScreen))
        assert "no ·" not in shown(room)


async def test_what_is_deleted_comes_back_from_the_bin_or_goes_for_good(
    make_room: MakeRoom, tmp_path: Path
) -> None:
    ids = filled(tmp_path)
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await at_shelf(pilot)
        for left in (2, 1):
            await person.press("d")
            await person.until("the question", lambda: dialog(person, Dialog))
            assert "bin" in shown(room)
            await person.press("y")
            await person.until(
                "one game less",
                lambda left=left: person.sees(SavesScreen) and len(listed(person)) == left,  # type: ignore[misc]
            )
        await person.press("b")
        await person.until("the bin", lambda: person.sees(BinScreen))
        await person.until("two games", lambda: len(listed(person)) == 2)
        gone, back = listed(person)
        await person.press("x")
        await person.until("the question", lambda: dialog(person, Dialog))
        await person.press("y")
        await person.until("one", lambda: person.sees(BinScreen) and listed(person) == [back])
        await person.press("enter")
        await person.until("none", lambda: "The bin is empty" in shown(room) or not listed(person))
        assert "back among the saved games" in shown(room)
        await person.press("escape")
        await person.until("the list", lambda: person.sees(SavesScreen))
        assert sorted(listed(person)) == sorted(set(ids) - {gone})


async def test_a_game_that_is_open_is_not_deleted(make_room: MakeRoom) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await sit_down(room, pilot, "battalion-twins", ["recruit", "recruit", PERSON])
        await person.wait_for_question()
        room.show_saves()
        await person.until("the list", lambda: person.sees(SavesScreen))
        await person.press("d")
        await person.until("the question", lambda: dialog(person, Dialog))
        await person.press("y")
        await person.until("the reason", lambda: "open elsewhere" in shown(room))
        # A title it may have.
        await person.press("t")
        await person.until("the line", lambda: dialog(person, LineDialog))
        await person.press(*"mine", "enter")
        assert room.sitting is not None
        await person.until("the title", lambda: room.sitting.title == "mine")  # type: ignore[union-attr]


async def test_a_record_of_somebody_else_is_taken_in_and_seated(
    make_room: MakeRoom, tmp_path: Path
) -> None:
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        ids = filled(tmp_path)
        person = await at_shelf(pilot)
        # Hand one on as a record …
        await person.press("e")
        await person.until("the question", lambda: dialog(person, Dialog))
        await person.press("r")
        await person.until("the line", lambda: dialog(person, LineDialog))
        await person.press("enter")
        await person.until("where", lambda: "Written to" in " ".join(shown(room).split()))
        path = next((tmp_path / "records").iterdir())
        assert json.loads(path.read_text())["rules"] == "fight-for-the-lead"
        # … which is not replaced …
        await person.press("e", "r", "enter")
        await person.until("the refusal", lambda: "not replaced" in " ".join(shown(room).split()))
        # … and take it in again.
        await person.press("i")
        await person.until("the line", lambda: dialog(person, LineDialog))
        screen = room.screen
        assert isinstance(screen, LineDialog)
        screen.line.text = str(path)[:-3]
        await person.press("tab")
        assert screen.line.text == str(path)
        await person.press("enter")
        await person.until("the seats", lambda: person.sees(SeatingScreen))
        assert "person" in shown(room)
        # The second seat is mine too, the third a recruit's.
        await person.press("down", "left", "left", "left", "left")
        seating = room.screen
        assert isinstance(seating, SeatingScreen)
        seating.who[1] = PERSON
        seating.who[2] = "recruit"
        await person.press("enter", "enter", "enter", "enter")
        await person.until("the list", lambda: person.sees(SavesScreen))
        assert "1 game was taken in." in shown(room)
        (new,) = set(listed(person)) - set(ids)
        kept = room.shelf.load(new).saved
        assert [seat.kind for seat in kept.seats] == ["person", "person", "level", "level"]
        assert kept.seats[2].player == "recruit"
        assert kept.imported


async def test_a_save_and_a_view_are_handed_on(make_room: MakeRoom, tmp_path: Path) -> None:
    ids = filled(tmp_path)
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await at_shelf(pilot)
        for key, ending in (("s", ".messdeck"), ("v", "-view.json")):
            await person.press("e")
            await person.until("the question", lambda: dialog(person, Dialog))
            await person.press(key)
            await person.until("the line", lambda: dialog(person, LineDialog))
            await person.press("enter")
            path = tmp_path / "records" / f"fight-for-the-lead-{ids[0]}{ending}"
            await person.until("the file", path.exists)
            await person.until("the list", lambda: "Written to" in " ".join(shown(room).split()))


async def test_a_file_that_is_no_game_is_told(make_room: MakeRoom, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Bea")
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await at_shelf(pilot)
        for name in ("letter.txt", "missing.jsonl"):
            await person.press("i")
            await person.until("the line", lambda: dialog(person, LineDialog))
            screen = room.screen
            assert isinstance(screen, LineDialog)
            screen.line.text = str(tmp_path / name)
            await person.press("enter")
            await person.until("the list", lambda: person.sees(SavesScreen))
            foot = person.room.screen.query_one(Foot)
            await person.until(
                "the reason",
                lambda name=name, foot=foot: name in foot.first and foot.wrong,  # type: ignore[misc]
            )


async def test_the_table_of_a_game_is_shown_on_a_page_and_beside_the_list(
    make_room: MakeRoom, tmp_path: Path
) -> None:
    filled(tmp_path)
    room = make_room()
    async with room.run_test(size=(140, 45)) as pilot:
        person = await at_shelf(pilot)
        await person.until("the table", lambda: "Pot" in shown(room))
        await person.press("down")
        await person.until("another table", lambda: "Reserve" in shown(room))
        await pilot.resize_terminal(80, 24)
        await person.until("the list alone", lambda: "Reserve" not in shown(room))
        await person.press("v")
        await person.until("the page", lambda: person.sees(PageScreen))
        assert "Reserve" in shown(room)
        await person.press("q")
        await person.until("the list", lambda: person.sees(SavesScreen))


async def test_orders_and_kinds(make_room: MakeRoom, tmp_path: Path) -> None:
    ids = filled(tmp_path)
    (tmp_path / "saves" / "notes.txt").write_text("hm")
    shelf = Shelf(tmp_path)
    shelf.rename(ids[1], "Zebra")
    shelf.rename(ids[2], "Apple")
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await at_shelf(pilot)
        assert listed(person) == [ids[2], ids[1], ids[0], "notes.txt"]
        assert "by title" not in shown(room)
        await person.press("o", "o")
        assert "by title" in shown(room)
        # The first is called "A game" in the saves of tests.
        assert listed(person) == [ids[0], ids[2], ids[1], "notes.txt"]
        await person.press("f")
        assert "notes.txt" not in listed(person)
        await person.press("f", "f", "f")
        assert listed(person) == ["notes.txt"]
        await person.press("enter")
        assert "notes.txt" in shown(room)
        assert person.sees(SavesScreen)
        for key in ("t", "e", "v"):
            await person.press(key)
            await pilot.pause()
            if not person.sees(SavesScreen):
                await person.press("escape")
                await person.until("the list", lambda: person.sees(SavesScreen))


async def test_practice_games_are_marked(make_room: MakeRoom, tmp_path: Path) -> None:
    import msgspec

    Shelf(tmp_path).put(msgspec.structs.replace(some_save("generals-war", 2), practice=True))
    room = make_room()
    async with room.run_test(size=(80, 24)) as pilot:
        person = await at_shelf(pilot)
        assert "practice game" in shown(room)
        await person.press("enter")
        await person.until("the table", lambda: person.sees(TableScreen) or "person" in shown(room))


def test_names_of_files_are_completed_as_far_as_they_agree(tmp_path: Path) -> None:
    for name in ("game-1.jsonl", "game-2.jsonl"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    assert completed(f"{tmp_path}/g") == f"{tmp_path}/game-"
    assert completed(f"{tmp_path}/fo") == f"{tmp_path}/folder/"
    assert completed(f"{tmp_path}/none") == f"{tmp_path}/none"
    assert completed(f"{tmp_path}/missing/x") == f"{tmp_path}/missing/x"
