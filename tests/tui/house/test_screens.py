"""Two people and a watcher at screens of their own: what they see, say, and never see."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.fairness import seal_of
from engine.game import SPECTATOR
from tests.tui.house.people import plan, until
from tests.tui.house.rooms import Guest, guests, sit_together
from tui.house.house import House
from tui.house.seating import Phase
from tui.house.table import SharedTable
from tui.screens.asking import LineDialog
from tui.screens.dialog import Dialog
from tui.screens.house.chat import ChatScreen
from tui.screens.house.lobby import LobbyScreen
from tui.screens.house.opening import OpenTableScreen
from tui.screens.house.result import SharedResultScreen
from tui.screens.house.table import SharedTableScreen
from tui.screens.house.waiting import WaitingScreen
from tui.screens.lines import log_lines
from tui.screens.menu import MenuScreen
from tui.screens.show import Frame
from tui.screens.table import TableScreen


async def opened(house: House, guest: Guest, *given: object, **more: object) -> SharedTable:
    return await house.open_table(guest.room.visit.presence, plan(*given, **more))  # type: ignore[arg-type]


async def test_a_table_is_opened_sat_down_at_and_begun_by_keys_alone(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        await ann.to_lobby()
        await ann.until_shown("No table is open. Press o to open one.")
        await ann.until_shown("2 people in the house")
        await ann.press("o")
        await ann.until("the form", lambda: ann.at(OpenTableScreen))
        await ann.press("right", "right")  # the fourth rule set comes after two more
        await ann.press("up", "enter")
        await ann.until("the waiting room", lambda: ann.at(WaitingScreen))
        [table] = house.tables.values()
        assert table.shuffling.commitment[:60] in ann.shows()
        await bea.to_lobby()
        await bea.until_shown("1 seat free")
        await bea.press("enter")
        await bea.until_shown("Press Enter when you are ready to play.")
        await ann.press("r")
        await bea.until_shown("Ann ready")
        await bea.press("enter")
        for guest in (ann, bea):
            await guest.until("the table", lambda guest=guest: guest.at(SharedTableScreen))  # type: ignore[misc]


async def test_each_sees_their_own_cards_only(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea", "Eve"]) as (house, (ann, bea, eve)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        await eve.to_lobby()
        await eve.press("w")
        await eve.until("the table", lambda: eve.at(SharedTableScreen))
        await eve.until_shown("You watch")
        assert eve.table.viewer == SPECTATOR
        sitting = table.sitting
        assert sitting is not None
        hands = [set(ann.table.renderer.hand(sitting.table.view(seat))) for seat in (0, 1)]
        assert not hands[0] & hands[1]
        words = ann.room.words
        for guest, mine in ((ann, 0), (bea, 1), (eve, SPECTATOR)):
            screen = guest.table
            assert screen.moment.view.seat == mine
            bytes_ = "".join(guest.sent) + guest.shows()
            for seat in (0, 1):
                if seat != mine:
                    for card in hands[seat]:
                        assert words.card(card) not in bytes_, (guest.name, words.card(card))
            if mine != SPECTATOR:
                faces = [words.rank_sign(card % 13) for card in hands[mine]]
                assert all(face in guest.shows() for face in faces)


@pytest.mark.parametrize(
    "rules", ["generals-war", pytest.param("battalion-cover", marks=pytest.mark.soak)]
)
async def test_two_play_by_keys_to_the_end_and_again(rules: str, tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        options = {"chips": 1} if rules == "battalion-cover" else {}
        table = await opened(
            house, ann, rules, 2, 0 if rules == "generals-war" else 2, options=options
        )
        await sit_together(house, [ann, bea], table)
        while table.phase is Phase.PLAYING:
            for guest in (ann, bea):
                if table.phase is Phase.PLAYING and guest.keys.asked():
                    view = guest.table.answering and guest.table.answering.question.view
                    if view:
                        await guest.keys.choose(view)
                await guest.pilot.pause(0)
        for guest in (ann, bea):
            await guest.until(
                "the end",
                lambda guest=guest: guest.table.moment.view.outcome() is not None,  # type: ignore[misc]
            )
            await guest.press("enter")
            await guest.until("the result", lambda guest=guest: guest.at(SharedResultScreen))  # type: ignore[misc]
        assert "export" not in bea.shows()
        await bea.press("p")
        await bea.until_shown(table.shuffling.house.hex()[:60])
        await bea.press("escape")
        await bea.press("a")
        await bea.until("the waiting room", lambda: bea.at(WaitingScreen))
        await ann.until_shown("Bea wants to play again.")
        await ann.press("a")
        await ann.until("the waiting room", lambda: ann.at(WaitingScreen))
        for guest in (ann, bea):
            await guest.press("enter")
        await ann.until("the next game", lambda: ann.at(SharedTableScreen))


async def test_what_is_said_is_heard_cleaned_and_can_be_muted(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        await ann.press("slash")
        await ann.until("the line", lambda: ann.at(ChatScreen))
        await ann.type("hello there")
        await ann.press("enter")
        await ann.until_shown("Ann: hello there")
        await ann.press("escape")
        assert ann.at(SharedTableScreen)
        await bea.until_shown("Ann: hello")
        await bea.press("slash", "tab")
        await bea.until("the question", lambda: bea.at(Dialog))
        await bea.press("1")
        await bea.press("escape")
        table.say(ann.room.visit.presence, "unheard of \x1b]0;evil\x07")
        table.say(bea.room.visit.presence, "last word")
        await bea.until_shown("Bea: last")
        assert "unheard" not in bea.shows()
        await ann.until_shown("unheard of ]0;evil")
        for guest in (ann, bea):
            assert "\x1b]0" not in "".join(guest.sent)


async def test_undo_asks_the_other(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        sitting = table.sitting
        assert sitting is not None
        seat = sitting.table.actors()[0]
        asker, other = (ann, bea) if seat == 0 else (bea, ann)
        for answer, left in (("n", 1), ("y", 0)):
            if sitting.choices_of(seat) == 0:
                await asker.press("r")
            await until("the choice", lambda: sitting.choices_of(seat) == 1)
            await asker.until("to be shown", lambda: not asker.table.sending)
            await asker.press("u")
            await other.until("the question", lambda: other.at(Dialog))
            await other.until_shown(f"{asker.name} asks to take the last choice back.")
            await other.press(answer)
            await until("the answer", lambda: table.undoing.seat == -1)
            await until("the game", lambda left=left: sitting.choices_of(seat) == left)  # type: ignore[misc]
        await asker.until_shown("everybody agreed")


async def test_whoever_is_cut_off_is_shown_as_away_and_comes_back_to_hand_and_log(
    tmp_path: Path,
) -> None:
    async with guests(tmp_path, ["Ann"]) as (house, (ann,)):
        async with guests(tmp_path, ["Bea"], house=house) as (_, (bea,)):
            table = await opened(house, ann, "generals-war", 2, 0)
            await sit_together(house, [ann, bea], table)
            hand = bea.table.hand.cards
            bea.room.hung_up = True
        await ann.until_shown("away 60 s")
        house.clock.go(59.0)  # type: ignore[attr-defined]
        ann.table._count()
        await ann.until_shown("away 1 s")
        async with guests(tmp_path, ["Bea"], house=house) as (_, (bea,)):
            await bea.until("the table", lambda: bea.at(SharedTableScreen))
            assert bea.table.hand.cards == hand
            await ann.until("Bea", lambda: "away" not in ann.shows())


async def test_to_the_lobby_and_back(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        await bea.press("q")
        await bea.until("the question", lambda: bea.at(Dialog))
        await bea.press("m")
        await bea.until("the lobby", lambda: bea.at(LobbyScreen))
        await ann.until_shown("away")
        await bea.press("escape")
        await bea.until("the menu", lambda: bea.at(MenuScreen))
        await bea.to_lobby()
        await bea.press("enter")
        await bea.until("the table", lambda: bea.at(SharedTableScreen))
        await bea.press("q", "g")
        await bea.until_shown("Leave this table for good?")
        await bea.press("y")
        await bea.until("the lobby", lambda: bea.at(LobbyScreen))
        await ann.until_shown("Bea has left the seat.")


async def test_a_listener_that_fails_costs_nobody_else_the_news(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        told: list[object] = []

        def breaks(news: object) -> None:
            told.append(news)
            raise RuntimeError("mine alone")

        table.news._all.insert(0, breaks)
        said: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(context))
        table.say(ann.room.visit.presence, "still here")
        await bea.until_shown("still here")
        assert told
        assert said


async def test_one_persons_crash_is_theirs_alone(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann"]) as (house, (ann,)):
        with pytest.raises(RuntimeError, match="a fault of the program"):  # noqa: PT012
            async with guests(tmp_path, ["Bea"], house=house) as (_, (bea,)):
                table = await opened(house, ann, "generals-war", 2, 0)
                await sit_together(house, [ann, bea], table)

                def breaks(news: object) -> None:
                    raise RuntimeError("a fault of the program")

                bea.table.refreshed = breaks  # type: ignore[method-assign]
                table.say(ann.room.visit.presence, "boo")
                await until("the crash", lambda: bea.room.fault is not None)
        await ann.until_shown("away 60 s")
        assert table.news._all  # those of Ann
        assert len(table.news._all) == 1
        table.say(ann.room.visit.presence, "are you there?")
        await ann.until_shown("are you there?")


async def test_what_is_typed_in_another_script_is_text_where_text_is_asked_for(
    tmp_path: Path,
) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        await ann.press("slash")
        await ann.until("the line", lambda: ann.at(ChatScreen))
        for character in "안녕 привет":
            await ann.press("space" if character == " " else character)
        await ann.press("enter")
        await bea.until_shown("Ann: 안녕 привет")


async def test_numbers_are_typed_once_in_the_form(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann"]) as (_house, (ann,)):
        await ann.to_lobby()
        await ann.press("o")
        await ann.until("the form", lambda: ann.at(OpenTableScreen))
        await ann.press(*["down"] * 5, "4", "2")
        await ann.until_shown("42 chips")
        await ann.press(*["down"] * 4)
        await ann.type("pass me")
        await ann.until_shown("pass me")
        await ann.press("up", *["up"] * 5, "x")
        assert ann.room.screen.draft.names == [""] * 6  # type: ignore[attr-defined]


async def test_a_pass_phrase_is_asked_for_and_not_shown(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        await opened(house, ann, "generals-war", 2, 0, phrase="for us")
        await bea.to_lobby()
        await bea.until_shown("pass phrase")
        await bea.press("enter")
        await bea.until("the question", lambda: bea.at(LineDialog))
        await bea.type("wrong")
        assert "wrong" not in bea.shows()
        await bea.press("enter")
        await bea.until_shown("That is not the pass phrase of this table.")
        await bea.press("escape", "enter")
        await bea.until("the question", lambda: bea.at(LineDialog))
        await bea.type("for us")
        await bea.press("enter")
        await bea.until("the waiting room", lambda: bea.at(WaitingScreen))


async def test_no_choice_plays_itself_and_nobody_is_given_a_hint(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        for guest in (ann, bea):
            guest.room.set({"forced": True})
        assert table.sitting is not None
        seat = table.sitting.table.actors()[0]
        guest = (ann, bea)[seat]
        await guest.until("the question", guest.keys.asked)
        screen = guest.table
        for _ in range(30):  # until there is but one choice, as there is for the last ace
            answering = screen.answering
            if answering is None or answering.question.view.legal_count() == 1:
                break
            await guest.keys.choose(answering.question.view)
        if screen.answering is not None:
            assert TableScreen.plays_itself(screen)  # it would, at home
        assert not screen.plays_itself()
        await guest.press("i")
        await guest.pilot.pause()
        assert guest.room.screen is screen
        assert "hint" not in guest.shows().replace("no hints where", "")
        await guest.until_shown("There are no hints where others play")


async def test_a_sealed_word_is_said_when_all_are_ready(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        table = await opened(house, ann, "generals-war", 2, 0)
        for guest in (ann, bea):
            await guest.to_lobby()
            await guest.press("enter")
            await guest.until("the waiting room", lambda guest=guest: guest.at(WaitingScreen))  # type: ignore[misc]
        await ann.press("t")
        await ann.type(f"sha256:{seal_of('mine')}")
        await ann.press("enter")
        await ann.until_shown("Waiting for the others.")
        await bea.press("enter")
        await ann.until_shown("press t and say the word that you have sealed")
        await ann.until_shown("Your word for it is sealed")
        await ann.press("p")
        await ann.until_shown("Bea: ")
        await ann.press("escape", "t")
        await ann.type("mine")
        await ann.press("enter")
        for guest in (ann, bea):
            await guest.until("the table", lambda guest=guest: guest.at(SharedTableScreen))  # type: ignore[misc]
        assert table.said[0].text == "mine"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)])
async def test_every_screen_of_the_house_fits(size: tuple[int, int], tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann"], size=size) as (house, (ann,)):
        table = await opened(house, ann, "battalion-cover", 2, 4)
        table.say(ann.room.visit.presence, "a long sentence that has to go on in the next row " * 3)
        await ann.to_lobby()
        await ann.until_shown("you sit here")
        await ann.press("o")
        await ann.until_shown("Open a table")
        await ann.press("up")
        await ann.until_shown("you sit down at once")
        await ann.press("escape", "enter")
        await ann.until("the waiting room", lambda: ann.at(WaitingScreen))
        await ann.until_shown(table.shuffling.commitment[:40])
        await ann.until_shown("Press Enter when you are ready")
        await ann.press("slash")
        await ann.until_shown("Tab mute")
        await ann.press("escape")
        await ann.press("p")
        await ann.until_shown("The shuffle")


async def test_enter_confirms_although_another_commits_at_that_moment(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        sitting = table.sitting
        assert sitting is not None
        while len(sitting.table.actors()) < 2:  # to the first battle, of both at once
            for guest in (ann, bea):
                if guest.keys.asked() and len(sitting.table.actors()) < 2:
                    assert guest.table.answering is not None
                    await guest.keys.choose(guest.table.answering.question.view)
                await guest.pilot.pause(0)
        await ann.until("the question", ann.keys.asked)
        await ann.press("1", "2", "3")
        screen = ann.table
        screen.play.add(Frame(screen.moment, ()))  # what the other's commitment looks like
        await ann.press("enter")
        await ann.until("the choice", lambda: sitting.table.committed() == [0])


async def test_a_word_of_ones_own_stays_with_the_seat(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann"]) as (house, (ann,)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await ann.to_lobby()
        await ann.press("enter")
        await ann.until("the waiting room", lambda: ann.at(WaitingScreen))
        await ann.press("t")
        await ann.until("the line", lambda: ann.at(LineDialog))
        await ann.type("walrus")
        await ann.press("enter")
        await ann.until_shown("Your word for it: walrus")
        await ann.press("escape")
        await ann.until("the lobby", lambda: ann.at(LobbyScreen))
        await ann.press("enter")
        await ann.until_shown("Your word for it: walrus")
        await ann.press("r")
        await ann.until("the word", lambda: table.chairs[0].text == "walrus")
        await ann.press("n")
        await ann.until("no word", lambda: table.chairs[0].text == "")
        await ann.until_shown("Your word for it: walrus")


async def test_talk_stays_in_the_log_where_it_was_said(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea"]) as (house, (ann, bea)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        sitting = table.sitting
        assert sitting is not None

        async def choose(times: int) -> None:
            for _ in range(times):
                seat = sitting.table.actors()[0]
                ask = sitting.ask(seat)
                assert ask is not None
                await sitting.choose(seat, ask.token, int(ask.view.legal_nth(0)))

        table.say(bea.room.visit.presence, "early word")
        await choose(4)
        table.say(bea.room.visit.presence, "late word")
        await choose(2)
        screen = ann.table
        await ann.until(
            "the word", lambda: any("late" in one.text for one in screen.log_pane.lines)
        )
        screen._sit(screen.viewer)  # as after a choice was taken back
        lines = [line.text for line in screen.log_pane.lines]
        early, late = lines.index("Bea: early word"), lines.index("Bea: late word")
        assert early > 0
        assert early + 1 < late < len(lines) - 1
        # Without the talk the log is the game's, and nothing is told twice.
        without = [line for line in lines if not line.startswith("Bea: ")]
        history = screen.table.history(screen.viewer)
        assert without == [line.text for line in log_lines(history, screen.words, screen.scene)]


async def test_whoever_is_meant_is_told_so_and_a_watcher_has_made_no_choice(tmp_path: Path) -> None:
    async with guests(tmp_path, ["Ann", "Bea", "Eve"]) as (house, (ann, bea, eve)):
        table = await opened(house, ann, "generals-war", 2, 0)
        await sit_together(house, [ann, bea], table)
        table._late(0)
        await ann.until_shown("Your time is up; a level makes this choice.")
        await bea.until_shown("The time of Ann is up; a level makes this choice.")
        eve.room.visit.come(table)
        await eve.until("the table", lambda: eve.at(SharedTableScreen))
        await eve.press("n")
        await eve.until_shown("What happened last")
