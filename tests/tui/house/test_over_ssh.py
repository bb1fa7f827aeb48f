"""Two people over SSH and two levels at one table, to the end of each game; whose bytes hold whose
cards; a client that is killed, and its person who comes back."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine import actions as act
from tests.tui.serve.person import ENTER, Person, come, known, new_key, server_in
from tui.house.house import House
from tui.house.plan import Plan
from tui.house.seating import Phase
from tui.house.table import SharedTable
from tui.screens.house.result import SharedResultScreen
from tui.screens.house.table import SharedTableScreen
from tui.screens.house.waiting import WaitingScreen
from tui.screens.keys import ANSWERS
from tui.serve.room import ServedRoom
from tui.serve.server import CardServer
from tui.setup import PERSON
from tui.words import Words

SECONDS = 30.0
_CARD = re.compile("(?:10|[2-9JQKA])[♠♥♦♣]")


class AtTable:
    """Somebody over SSH; the server's end of it is looked at only to know which keys to press."""

    def __init__(self, server: CardServer, person: Person, name: str) -> None:
        self.server = server
        self.person = person
        self.name = name

    @property
    def room(self) -> ServedRoom:
        for session in self.server.sessions:
            if session.name == self.name and isinstance(session.app, ServedRoom):
                return session.app
        raise AssertionError(f"{self.name} is not in")

    @property
    def screen(self) -> object:
        return self.room.screen

    async def until(self, kind: type) -> None:
        async with asyncio.timeout(SECONDS):
            while not (isinstance(self.screen, kind) and self.room.screen.is_mounted):  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    def asked(self) -> SharedTableScreen | None:
        screen = self.screen
        if isinstance(screen, SharedTableScreen) and screen.answering and not screen.sending:
            return screen
        return None

    async def choose(self, chance: random.Random) -> bool:
        """Presses the keys of one of the choices there are; False if there is none."""
        screen = self.asked()
        if screen is None or screen.answering is None:
            return False
        view, token = screen.answering.question.view, screen.token
        action = int(view.legal_nth(chance.randrange(int(view.legal_count()))))
        keys = self._keys(screen, action)
        for key in keys:
            self.person.type(key)
        try:
            async with asyncio.timeout(SECONDS):
                while screen.token == token and (screen.sending or screen.answering):  # noqa: ASYNC110
                    await asyncio.sleep(0.002)
        except TimeoutError:
            raise AssertionError(f"{self.name} pressed {keys}:\n{self.person.text()}") from None
        return True

    def _keys(self, screen: SharedTableScreen, action: int) -> list[str]:
        answering = screen.answering
        assert answering is not None
        kind = action & 31
        if kind in ANSWERS:
            return [ANSWERS[kind].key]
        if kind == act.BID:
            return [str(act.number_of(action)), ENTER]
        if kind == act.CHALLENGE:
            return [str(act.target_of(action) + 1)]
        hand, used = list(answering.question.hand), set[int]()
        for card in act.cards_of(action):
            at = next(i for i, held in enumerate(hand) if held == card and i not in used)
            used.add(at)
        keys = [screen.labels()[at] for at in sorted(used)]
        if kind in (act.DEFEND, act.COVER) or len(keys) == 1:
            keys = [screen.labels()[at] for at in used]
        keys.append(ENTER)
        if kind == act.ATTACK:
            keys.append(str(act.target_of(action) + 1))
        return keys


@asynccontextmanager
async def two_at_a_table(
    folder: Path, rules: str, levels: int, options: dict[str, int]
) -> AsyncIterator[tuple[CardServer, SharedTable, list[AtTable]]]:
    """Ann and Bea, who have sat down in the lobby and are ready."""
    async with server_in(folder) as server:
        keys = {name: new_key() for name in ("Ann", "Bea")}
        async with (
            known(server, keys["Ann"], "Ann") as ann,
            known(server, keys["Bea"], "Bea") as bea,
        ):
            people = [AtTable(server, ann, "Ann"), AtTable(server, bea, "Bea")]
            who = (PERSON, PERSON, *["recruit"] * levels)
            plan = Plan(rules, len(who), who, dict(options), minder="recruit")
            yield server, await seated(server, people, plan), people


async def seated(server: CardServer, people: list[AtTable], plan: Plan) -> SharedTable:
    """Opens a table, to which everybody goes by the lobby; the game has begun."""
    house = server.house
    assert isinstance(house, House)
    house.pace = 0.0
    table = await house.open_table(people[0].room.visit.presence, plan)
    for one in people:
        one.person.type("p")
        await one.person.until("Here: Ann and Bea")
        one.person.type(ENTER)
        await one.until(WaitingScreen)
        one.person.terminal.raw.clear()  # the menu shows the four aces
        one.person.type("r")
    for one in people:
        await one.until(SharedTableScreen)
        screen = one.screen
        assert isinstance(screen, SharedTableScreen)
        screen.play.pace = 0.0
    return table


def holds_no_others_cards(table: SharedTable, people: list[AtTable]) -> None:
    """What stands on a screen are cards that its person knows: in the hand, or told to them."""
    sitting = table.sitting
    assert sitting is not None
    words = Words("en")
    for seat, one in enumerate(people):
        screen = one.screen
        if not isinstance(screen, SharedTableScreen):
            continue
        view = sitting.table.view(seat)
        known_cards = {words.card(card) for card in screen.renderer.hand(view)}
        for event in sitting.table.history(seat):
            known_cards |= set(_CARD.findall(words.event(event, screen.scene) or ""))
        other = sitting.table.view(1 - seat)
        theirs = {words.card(card) for card in screen.renderer.hand(other)} - known_cards
        bytes_ = one.person.terminal.raw.decode(errors="replace")
        for card in theirs:
            assert card not in one.person.text(), (one.name, card)
            assert card not in bytes_, (one.name, card)


GAMES = [
    ("generals-war", 0, {}),
    pytest.param("generals-war", 2, {}, marks=pytest.mark.soak),
    pytest.param("battalion-twins", 2, {}, marks=pytest.mark.soak),
    pytest.param("battalion-cover", 2, {}, marks=pytest.mark.soak),
    pytest.param("fight-for-the-lead", 2, {}, marks=pytest.mark.soak),
]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("rules", "levels", "options"), GAMES)
async def test_two_people_over_ssh_play_to_the_end_and_see_their_own_cards_only(
    rules: str, levels: int, options: dict[str, int], tmp_path: Path
) -> None:
    chance = random.Random(rules)
    async with two_at_a_table(tmp_path, rules, levels, options) as (_server, table, people):
        chose = [False] * len(people)
        while table.phase is Phase.PLAYING:
            moved = [await one.choose(chance) for one in people]
            chose = [before or now for before, now in zip(chose, moved, strict=True)]
            if any(moved):
                holds_no_others_cards(table, people)
            else:
                await asyncio.sleep(0.005)
        # No more than that: a game of General's War may end in its first battle.
        assert all(chose)
        for one in people:
            async with asyncio.timeout(SECONDS):
                while not isinstance(one.screen, SharedResultScreen):
                    one.person.type(ENTER)
                    await asyncio.sleep(0.1)
            await one.person.until("again")
            one.person.type("p")
            await one.person.until(table.shuffling.house.hex()[:40])


async def test_a_client_that_is_killed_on_its_own_turn_is_away_and_comes_back(
    tmp_path: Path,
) -> None:
    chance = random.Random(4)
    key = new_key()
    async with server_in(tmp_path) as server, known(server, new_key(), "Ann") as ann:
        ann_there = AtTable(server, ann, "Ann")
        async with known(server, key, "Bea") as bea:
            plan = Plan("generals-war", 2, (PERSON, PERSON), {}, minder="recruit")
            table = await seated(server, [ann_there, AtTable(server, bea, "Bea")], plan)
            bea.connection.abort()
            await ann.until("away")
        assert table.sitting is not None
        hand = table.sitting.table.view(1).dump()
        async with come(server, key, user="Bea") as back:
            there = AtTable(server, back, "Bea")
            await ann.until("away", gone=True)
            await there.until(SharedTableScreen)
            assert table.sitting.table.view(1).dump() == hand
            made = 0
            while made < 4 and table.phase is Phase.PLAYING:
                made += sum([await one.choose(chance) for one in (ann_there, there)])
                await asyncio.sleep(0.005)
