"""Playing by the screen alone: what stands there says what may be pressed.

The keys that answer stand in the row above ``? keys``; what is asked, and what was wrong with the
last answer, above that. One of the answers is given by lot; one that is refused is taken back, and
another is tried.
"""

from __future__ import annotations

import random
import re

from ssh_client import DOWN, ENTER, RIGHT, Company, NotSeen, SshClient

BACKSPACE = "\x7f"
# Chances to find an answer that is allowed.
TRIES = 60
# Rows from the hand to the line of keys, at most.
_PROMPT = 6
_HINT = re.compile(r"(?:^|\s{2,})(\S+) (\S(?:\S| (?! ))*)")
_NUMBERS = re.compile(r"from (\d+) to (\d+)|(\d+) is the only number")
LABEL = re.compile(r"╰─(\w)[─╯]")
_PICKS = re.compile(r"^(\S(?:\S| (?! ))*) pick(?:\s{2,}|$)")
CARD = re.compile("(?:10|[2-9JQKA])[♠♥♦♣]")
GAMES = {
    "battalion-twins": "Battalion: twins",
    "battalion-cover": "Battalion: cover",
    "fight-for-the-lead": "Fight for the Lead",
    "generals-war": "General's War",
}
# Rows of the form that make a game of its kind a short one, and what is typed there.
SHORT = {
    "battalion-twins": {"Chips": "2", "Rounds of acquisition": "1"},
    "battalion-cover": {"Chips": "2", "Rounds of acquisition": "1"},
    "fight-for-the-lead": {"Deals": "3"},
    "generals-war": {"Points": "20"},
}


# Coming in


def come_in(company: Company, client: SshClient) -> None:
    """To the menu; at the first visit a name is taken."""
    company.until(client, _menu_or_name)
    if "Name:" in client.text():
        client.press(ENTER)
    company.until(client, "New game")


def _menu_or_name(text: str) -> bool:
    return "Name:" in text or "New game" in text


def to_lobby(company: Company, client: SshClient) -> None:
    """From the menu to the tables."""
    client.press("p")
    company.until(client, "in the house")


def open_table(
    company: Company, client: SshClient, rules: str, who: tuple[str, ...], options: dict[str, str]
) -> None:
    """From the lobby to a table of one's own. who: ``person`` or a level, seat by seat."""
    client.press("o")
    company.until(client, "Open a table")
    _set(company, client, "Game", GAMES[rules])
    _set(company, client, "Players", f"{len(who)} players")
    for seat, level in enumerate(who, 1):
        _set(company, client, f"Seat {seat}", level)
    for label, value in options.items():
        _go(company, client, label)
        client.press(BACKSPACE * 5 + value)
        company.still(client)
        company.until(client, f"< {value} ")
    _go(company, client, "Open the table")
    client.press(ENTER)
    company.until(client, "The house is bound")


def _go(company: Company, client: SshClient, label: str) -> None:
    mark = re.compile(rf"▸\s+{re.escape(label)}")
    for _ in range(40):
        if mark.search(client.text()):
            return
        before = client.text()
        client.press(DOWN)
        company.until(client, lambda text, before=before: text != before)
    raise NotSeen(f"{client.name}: no row {label!r}\n{client.text()}")


def _set(company: Company, client: SshClient, label: str, value: str) -> None:
    _go(company, client, label)
    for _ in range(12):
        row = next(line for line in client.lines() if "▸" in line)
        if value in row:
            return
        client.press(RIGHT)
        company.until(client, lambda text, row=row: row not in text)
    raise NotSeen(f"{client.name}: {label!r} is never {value!r}\n{client.text()}")


def sit_down(company: Company, client: SshClient, opener: str) -> None:
    """From the lobby to the table that ``opener`` has opened."""
    company.until(client, re.compile(rf"^ +{opener}, .*\(free\)", re.MULTILINE).search)
    for _ in range(20):
        lines = client.lines()
        at = next(y for y, line in enumerate(lines) if "▸" in line)
        if lines[at + 1].strip().startswith(f"{opener},"):
            break
        before = client.text()
        client.press(DOWN)
        company.until(client, lambda text, before=before: text != before)
    client.press(ENTER)
    company.until(client, "The house is bound")


def begin(company: Company, clients: list[SshClient]) -> None:
    """Everybody is ready; returns when everybody sees the game."""
    for client in clients:
        client.press("r")
    for client in clients:
        company.until(client, at_a_game)


# At a game


def at_a_game(text: str) -> bool:
    """Whether a game's table is shown."""
    return "q leave" in text and "The house is bound" not in text


def answers(client: SshClient) -> dict[str, str]:
    """The keys that answer now, and what they do; none where nothing is asked."""
    lines = client.lines()
    at = next((y for y, line in enumerate(lines) if line.strip().startswith("? keys")), None)
    if at is None or at == 0:
        return {}
    row = lines[at - 1].strip()
    picks = _PICKS.match(row)
    if picks is None:
        return dict(_HINT.findall(row))
    return {picks[1]: "pick", **dict(_HINT.findall(row[picks.end() :]))}


def is_over(client: SshClient) -> bool:
    """Whether the result is shown."""
    return client.lines()[-1].startswith(" a again  ")


def hand(client: SshClient) -> tuple[str, ...]:
    """The cards of the reader's own hand, from left to right: the last faces on the screen, which
    an empty row parts from the board."""
    lines = client.lines()
    bottom = max((y for y, line in enumerate(lines) if "╰" in line), default=-1)
    keys = next((y for y, line in enumerate(lines) if line.strip().startswith("? keys")), 0)
    if keys - bottom > _PROMPT:
        return ()  # those are the board's
    top = bottom
    while top > 0 and lines[top - 1].strip():
        top -= 1
    found = [(m.start(), m[0]) for line in lines[top : bottom + 1] for m in CARD.finditer(line)]
    return tuple(card for _, card in sorted(found))


class Player:
    """Presses keys for one client."""

    def __init__(self, company: Company, client: SshClient, chance: random.Random) -> None:
        self.company = company
        self.client = client
        self.chance = chance
        self.choices = 0
        self._tries = 0

    def asked(self) -> bool:
        """Whether the screen asks for something."""
        return at_a_game(self.client.text()) and bool(answers(self.client))

    def answer(self) -> None:
        """Presses the keys of one answer, and waits until the screen has taken it in."""
        client = self.client
        before = client.text()
        given = answers(client)
        if given.get("Enter", "").startswith("show all"):
            client.press(ENTER)
            self.company.still(client, seconds=0.12)
            return
        keys = self.draw()
        for key in keys:
            client.press(key)
            self.company.still(client, seconds=0.12)
        after = answers(client)
        if after == given and client.text() != before:
            # Refused, or picked in vain: back to the beginning.
            self._tries += 1
            for _ in range(4):
                client.press(BACKSPACE)
            self.company.still(client, seconds=0.12)
        elif after != given:
            self._tries = 0
            self.choices += 1
        else:
            self._tries += 1
        if self._tries > TRIES:
            raise NotSeen(f"{client.name} finds no answer, last {keys}\n{client.text()}")

    def draw(self) -> list[str]:
        """The keys of an answer, drawn by lot; it may be one that is refused."""
        chance, text, given = self.chance, self.client.text(), answers(self.client)
        words = [key for key in given if len(key) == 1 and key.isalpha() and key.islower()]
        seats = [key.strip("▸▶") for key in given if key.strip("▸▶").isdigit()]
        picks = next((key for key, label in given.items() if label == "pick"), "")
        if picks and (not words or chance.random() < (0.8 if self._tries < 20 else 0.3)):
            return self._cards(picks)
        numbers = _NUMBERS.search(text)
        if numbers and (not words or chance.random() < 0.5):
            low, high = numbers[1] or numbers[3], numbers[2] or numbers[3]
            return [*str(chance.randint(int(low), min(int(high), int(low) + 2))), ENTER]
        if words:
            return [chance.choice(words)]
        if seats and not picks:
            return [chance.choice(seats)]
        return [ENTER]

    def _cards(self, picks: str) -> list[str]:
        labels = _labels(picks, self.client.lines())
        most = min(len(labels), 1 + self._tries // 4)
        count = self.chance.randint(1, max(1, most))
        return [*self.chance.sample(labels, count), ENTER]


def _labels(picks: str, lines: list[str]) -> list[str]:
    """``1–4 a`` as five keys: a span takes what stands between its ends under the cards."""
    under = sorted((m.start(), m[1]) for line in lines for m in LABEL.finditer(line))
    order = "".join([label for _, label in under])
    found: list[str] = []
    for part in re.findall(r"\S–\S|\S", picks):
        first, last = part[0], part[-1]
        if first in order and last in order:
            found += order[order.index(first) : order.index(last) + 1]
        else:
            found += [first, last][: len(part)]
    return found
