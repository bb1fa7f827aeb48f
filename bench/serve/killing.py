"""The server is killed in mid-game, again and again; every table stands where it stood."""

from __future__ import annotations

import time

from by_screen import at_a_game, hand
from evening import Evening
from hosted import Stored
from searching import hands_of
from ssh_client import ENTER, SshClient
from verdicts import Verdict

TABLES = {
    "fight-for-the-lead": (["Ann", "Bea"], ["corporal", "corporal"]),
    "battalion-cover": (["Cleo", "Dora"], ["corporal", "corporal"]),
}
NAMES = [name for names, _ in TABLES.values() for name in names]


def kills(verdict: Verdict, times: int, seed: object) -> None:
    """Two tables, ``times`` kills: every other one while all is still, else in the middle of it."""
    with Evening(seed=seed) as evening:
        for names, _ in TABLES.values():
            for name in names:
                evening.comes(name)
        for rules, (names, levels) in TABLES.items():
            evening.sit(rules, names, levels, {})
        done = still = choices = restarted = 0.0
        for kill in range(times):
            for names, _ in TABLES.values():
                choices += evening.plays(names, most=evening.chance.randint(1, 3))
                if evening.over(names):
                    evening.again(names)
            quiet = kill % 2 == 0
            known = evening.server.stored()
            before = stands_still(evening) if quiet else in_the_middle(evening)
            if quiet:
                known = evening.server.stored()
            evening.server.kill()
            left = evening.server.stored()
            nothing_lost(verdict, kill, known, left, same=quiet)
            began = time.monotonic()
            evening.server.start()
            restarted = max(restarted, time.monotonic() - began)
            now = evening.server.stored()
            nothing_lost(verdict, kill, left, now, same=True)
            come_back(verdict, kill, evening)
            nothing_changed(verdict, kill, evening, before)
            done += 1
            still += bool(before)
        verdict.seen.append(
            f"{done:.0f} kills, {still:.0f} of them at still screens, {choices:.0f} choices of "
            f"people at {len(TABLES)} tables, up again in {restarted:.1f} s at most"
        )
        faults = evening.server.faults()
        verdict.holds("the server's log is clean", not faults, faults[:3])


def stands_still(evening: Evening) -> dict[str, list[str]]:
    """What everybody sees once people are asked and nothing moves."""
    for names, _ in TABLES.values():
        while (name := evening.asked(names)) and "show all" in evening.players[name].client.text():
            evening.players[name].client.press(ENTER)
            evening.company.still()
    evening.company.still(seconds=1.0)
    return {name: shown(evening.players[name].client) for name in NAMES}


def in_the_middle(evening: Evening) -> dict[str, list[str]]:
    """Keys are pressed of which nobody waits for what comes; nothing is to be compared."""
    for names, _ in TABLES.values():
        if name := evening.asked(names):
            player = evening.players[name]
            for key in player.draw():
                player.client.press(key)
    end = time.monotonic() + evening.chance.random() * 0.15
    while time.monotonic() < end:
        evening.company.pump(0.01)
    return {}


def shown(client: SshClient) -> list[str]:
    """The screen but for the log, and for what is said once only: what is new in a hand, and what
    was wrong with the last key."""
    rows = []
    for y, line in enumerate(client.lines()):
        bar = line.rfind("│", 49) if 5 <= y <= 15 else -1
        kept = line[:bar] if 0 < bar < 62 else line
        rows.append("" if "New in your hand" in kept else kept.rstrip())
    at = next((y for y, row in enumerate(rows) if row.strip().startswith("? keys")), 0)
    return [*rows[: max(0, at - 3)], *rows[at - 1 :]]


def nothing_lost(
    verdict: Verdict, kill: int, before: dict[str, Stored], after: dict[str, Stored], *, same: bool
) -> None:
    """All tables are there, with their seats and with all that was on the disk."""
    verdict.holds(f"kill {kill}: all tables are there", set(before) == set(after))
    for id_, was in before.items():
        if id_ not in after:
            continue
        now = after[id_]
        verdict.holds(f"kill {kill}: the seats are the same", was.seats() == now.seats())
        if same:
            verdict.holds(f"kill {kill}: the same choice", was.choices() == now.choices(),
                          (was.choices(), now.choices()))  # fmt: skip
        elif was.saved is not None:
            there = now.saved.log[: len(was.saved.log)] if now.saved is not None else ()
            verdict.holds(f"kill {kill}: no choice is lost", there == was.saved.log)


def come_back(verdict: Verdict, kill: int, evening: Evening) -> None:
    """Everybody's ssh has ended by itself; all come again, to their games at once."""
    for name in NAMES:
        client = evening.players[name].client
        evening.company.ended(client)
        evening.company.part(client)
    stored = {name: evening.table_of(name) for name in NAMES}
    for name in NAMES:
        saved = stored[name].saved
        assert saved is not None
        client = evening.comes_back(name)
        verdict.holds(f"kill {kill}: {name} is at the game", at_a_game(client.text()))
    evening.company.still(seconds=0.8)


def nothing_changed(
    verdict: Verdict, kill: int, evening: Evening, before: dict[str, list[str]]
) -> None:
    """Everybody has the cards of the seat and, after a still screen, sees the same."""
    for name in NAMES:
        client = evening.players[name].client
        held = hands_of(evening.table_of(name))[name]
        verdict.holds(f"kill {kill}: {name} has the seat's cards", sorted(hand(client)) == held,
                      (sorted(hand(client)), held, client.text()))  # fmt: skip
        if before:
            was, now = "\n".join(before[name]), "\n".join(shown(client))
            verdict.holds(f"kill {kill}: {name} sees the same", was == now,
                          f"\n{now}\nbefore it:\n{was}")  # fmt: skip
