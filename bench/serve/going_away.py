"""Four people at a table; one is killed on the own turn, another is cut off without a word."""

from __future__ import annotations

import time

from by_screen import at_a_game, hand
from evening import Evening
from searching import hands_of
from ssh_client import NotSeen, SshClient
from verdicts import Verdict
from wires import Wire, new_wire

NAMES = ["Ann", "Bea", "Cleo", "Dora"]
# A dead connection is noticed by then, and a level takes over by then (docs/tables.md).
AWAY_SECONDS = 15.0
MINDED_SECONDS = 60.0
SLACK = 3.0
MINDER = "corpor"  # as much of it as always fits


def away(verdict: Verdict, rules: str, seed: object) -> None:
    """Kills, cuts, plays on, and lets both come back."""
    wire = new_wire()
    try:
        with Evening(seed=seed, host=wire.listen) as evening:
            _away(verdict, rules, evening, wire)
    finally:
        wire.close()


def _away(verdict: Verdict, rules: str, evening: Evening, wire: Wire) -> None:
    evening.server.host = "127.0.0.1"
    for name in NAMES[:3]:
        evening.comes(name)
    port = evening.server.port
    evening.server.port = wire.connect(port)
    evening.comes("Dora", host=wire.host, prefix=wire.prefix)
    evening.server.port = port
    evening.sit(rules, NAMES, [], {})
    evening.plays(NAMES, most=3)
    killed = killed_on_the_own_turn(verdict, evening)
    there = [name for name in NAMES[:3] if name != killed]
    evening.company.still()
    wire.cut()
    cut_at = time.monotonic()
    first = evening.players[there[0]].client
    noticed = seen_away(evening, first, 2)
    verdict.holds(f"away within {AWAY_SECONDS:.0f} s", noticed - cut_at < AWAY_SECONDS + 1,
                  f"{noticed - cut_at:.1f} s")  # fmt: skip
    verdict.seen.append(f"{wire.kind}: away after {noticed - cut_at:.0f} s")
    on_the_disk = evening.table_of("Ann")
    verdict.holds("the seats are still theirs", all(key for key, _ in on_the_disk.seats()))
    minded(verdict, evening, there, noticed)
    made = evening.plays(there, most=4)
    verdict.holds("the others play on", made >= 2, made)
    back(verdict, evening, killed)
    back(verdict, evening, "Dora")
    for name in there:
        evening.company.until(evening.players[name].client, "away", gone=True)
    made = evening.plays(NAMES, most=8)
    verdict.holds("all four play on", made >= 4, made)
    for one in evening.searched.values():
        verdict.holds("own cards only", not one.found, "; ".join(one.found[:5]))
    verdict.holds("the server's log is clean", not evening.server.faults(),
                  evening.server.faults())  # fmt: skip


def killed_on_the_own_turn(verdict: Verdict, evening: Evening) -> str:
    """Somebody of the first three is killed while asked; who, once the others are told."""
    name = evening.asked(NAMES[:3])
    if not name:
        raise NotSeen("the game is over")
    client = evening.players[name].client
    held = hand(client)
    client.kill()
    at = time.monotonic()
    other = next(one for one in NAMES[:3] if one != name)
    seen_away(evening, evening.players[other].client, 1)
    took = time.monotonic() - at
    evening.company.part(client)
    verdict.holds("a killed client is away within 2 s", took < 2, f"{took:.1f} s")
    verdict.holds("it had a hand", held)
    verdict.seen.append(f"killed on the own turn: away after {took:.1f} s")
    return name


def seen_away(evening: Evening, client: SshClient, many: int) -> float:
    """Waits until so many seats are marked as away; when that was."""
    evening.company.until(
        client,
        lambda text: text.count("away") >= many,
        AWAY_SECONDS + SLACK,
    )
    return time.monotonic()


def minded(verdict: Verdict, evening: Evening, there: list[str], since: float) -> None:
    """A level takes both seats over when their minute is up, and the others play on meanwhile."""
    first = evening.players[there[0]].client
    took_over: list[float] = []
    end = since + MINDED_SECONDS + SLACK
    while len(took_over) < 2 and time.monotonic() < end:
        for name in there:
            if evening.players[name].asked():
                evening.players[name].answer()
        evening.company.pump(0.1)
        # No level sits here: the name of one stands where it minds a seat.
        marked = "".join(first.lines()[:5]).count(MINDER)
        while len(took_over) < marked:
            took_over.append(time.monotonic() - since)
    verdict.holds("a level takes both seats over in time", len(took_over) == 2, first.text())
    said = " and ".join(f"{seconds:.0f} s" for seconds in took_over)
    verdict.seen.append(f"levels took over {said} after the second was away")


def back(verdict: Verdict, evening: Evening, name: str) -> None:
    """Somebody comes back, and is at the seat at once, with the seat's cards."""
    client = evening.comes_back(name, host="127.0.0.1")
    verdict.holds(f"{name} is at the game", at_a_game(client.text()), client.text())
    end = time.monotonic() + 10
    held, shown = ["?"], [""]
    while held != shown and time.monotonic() < end:
        evening.company.pump(0.3)
        held, shown = hands_of(evening.table_of(name))[name], sorted(hand(client))
    verdict.holds(f"{name} has the cards of the seat", held == shown, (held, shown))
    verdict.seen.append(f"{name} back with {len(shown)} cards")
