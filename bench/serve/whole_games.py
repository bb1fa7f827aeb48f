"""Two people and two levels play a rule set to the end, each at an OpenSSH client of their own."""

from __future__ import annotations

import random
import time

from by_screen import LABEL, SHORT, at_a_game
from evening import Evening
from ssh_client import ESCAPE, SIZE, SshClient
from verdicts import Verdict

TWO = ["Ann", "Bea"]
LARGE = (110, 34)
SMALL = (40, 12)
# Nothing in a paste is a key, whatever it holds.
_PASTE = "\x1b[200~{}\x1b[201~"
_TALK = "안녕하세요, 좋은 패 받으세요"


def play(verdict: Verdict, rules: str, levels: list[str], seed: object) -> None:
    """The whole game, with a look at what else a terminal does when it is under way."""
    with Evening(seed=seed) as evening:
        began = time.monotonic()
        for name in TWO:
            evening.comes(name)
        evening.sit(rules, TWO, levels, SHORT[rules])
        made = evening.plays(TWO, most=2)
        manners(verdict, evening)
        made += evening.plays(TWO)
        verdict.seen.append(f"{made} choices of people in {time.monotonic() - began:.0f} s")
        ended(verdict, evening)
        searched(verdict, evening)
        verdict.holds("the server's log is clean", not evening.server.faults(),
                      evening.server.faults())  # fmt: skip


def ended(verdict: Verdict, evening: Evening) -> None:
    """The result stands on both screens, the game is over on the disk, both can leave."""
    saved = evening.table_of("Ann").saved
    assert saved is not None
    verdict.holds("the stored game is over", saved.result is not None)
    for name in TWO:
        client = evening.players[name].client
        verdict.holds(f"{name} sees the result", "Result" in client.text(), client.text())
        client.press("\x11")  # Ctrl+Q
    for name in TWO:
        client = evening.players[name].client
        status = evening.company.ended(client)
        verdict.holds(f"ssh of {name} ends with 0", status == 0, status)
        verdict.holds(f"the terminal of {name} is as it was", client.in_order())


def searched(verdict: Verdict, evening: Evening) -> None:
    """Nobody was sent what only others hold; and the search finds what is there."""
    everybody = list(evening.searched.values())
    for one in everybody:
        verdict.holds("own cards only", not one.found, "; ".join(one.found[:5]))
        verdict.holds("the search finds a person's own cards", one.own > one.points, one.own)
    verdict.seen.append(
        f"{sum(one.bytes for one in everybody) / 1000:.0f} KB searched at "
        f"{sum(one.points for one in everybody)} points for {sum(one.checks for one in everybody)} "
        f"cards of others ({sum(one.own for one in everybody)} of one's own found)"
    )


# What else a terminal does


def manners(verdict: Verdict, evening: Evening) -> None:
    """Resizing, the mouse, pasting and talk in Korean, while a game is under way."""
    if not (name := evening.asked(TWO)):
        return
    client = evening.players[name].client
    if "show all" in client.text():
        client.press("\r")
    evening.company.still(client)
    other = evening.players[next(one for one in TWO if one != name)].client
    resized(verdict, evening, client)
    clicked(verdict, evening, client)
    pasted(verdict, evening, client, other)
    evening.search(TWO)


def resized(verdict: Verdict, evening: Evening, client: SshClient) -> None:
    company = evening.company
    before = client.text()
    client.resize(*LARGE)
    company.until(client, lambda text: len(text.splitlines()[-1]) > 0 and at_a_game(text))
    company.still(client)
    last = client.lines()[-1]
    verdict.holds("a larger screen is filled", "q leave" in last, client.text())
    client.resize(*SMALL)
    company.until(client, "needs")
    rng = random.Random(5)
    for _ in range(12):  # pulled about
        client.resize(rng.randint(30, 120), rng.randint(8, 40))
        company.pump(0.02)
    client.resize(*SIZE)
    company.until(client, at_a_game)
    company.still(client)
    verdict.holds("the screen is the same at its old size", client.text() == before,
                  f"{client.text()}\nbefore:\n{before}")  # fmt: skip


def clicked(verdict: Verdict, evening: Evening, client: SshClient) -> None:
    """A click on a card picks it where cards are picked; else one on ``? keys`` opens the keys."""
    company, lines = evening.company, client.lines()
    before = client.text()
    y = next(at for at, line in enumerate(lines) if line.strip().startswith("? keys"))
    x = lines[y].index("? keys") + 2
    click(client, x, y)
    company.until(client, lambda text: text != before)
    company.still(client)
    verdict.holds("a click on a hint is its key", "Esc" in client.text(), client.text())
    client.press(ESCAPE)
    company.until(client, at_a_game)
    company.still(client)
    label = next(((y, m) for y, line in enumerate(lines) if (m := LABEL.search(line))), None)
    if label is not None:  # under a card that can be picked
        y, found = label
        click(client, found.start() + 1, y - 1)
        company.still(client)
        verdict.holds("a click on a card picks it", client.text() != before, client.text())
        click(client, found.start() + 1, y - 1)
        company.still(client)
    verdict.seen.append("resized, clicked, pasted and talked")


def click(client: SshClient, x: int, y: int) -> None:
    """The left button, in the form without limits."""
    client.press(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")


def pasted(verdict: Verdict, evening: Evening, client: SshClient, other: SshClient) -> None:
    company = evening.company
    before = client.text()
    client.press(_PASTE.format("q\rx\r\x1b[Ap s d 1 2 3\r"))
    company.still(client)
    verdict.holds("nothing in a paste is a key", client.text() == before, client.text())
    client.press("/")
    company.until(client, "Say to the table")
    client.press(_TALK)
    company.until(client, "안녕하세요")
    client.press("\r")
    client.press(_PASTE.format("pasted 한글 \x1b]0;title\x07 line"))
    company.until(client, "pasted 한글")
    client.press("\r")
    company.still(client)
    client.press(ESCAPE)
    company.until(client, "Say to the table", gone=True)
    company.until(other, "안녕하세요")
    verdict.holds("talk in Korean is heard", "pasted 한글" in other.text(), other.text())
    verdict.holds("no title is set by talk", b"\x1b]" not in other.raw)
