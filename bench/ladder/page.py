"""The figures in docs/strength.md; what people wrote around them stays."""

from __future__ import annotations

from typing import Any

from cells import ABOVE_FAIR, MEASURE, NOT_WORSE, TABLES, Cell, cells

BEGIN = "<!-- figures: made by `python bench/run.py ladder` -->"
END = "<!-- end of figures -->"

NAMES = {
    "battalion-twins": "Battalion: twins",
    "battalion-cover": "Battalion: cover",
    "fight-for-the-lead": "Fight for the Lead",
    "generals-war": "General's War",
}
VERDICTS = {"yes": "reached", "no": "**not reached**", "undecided": "undecided"}


def renewed(text: str, results: dict[str, Any]) -> str:
    """The page with the figures of ``results``."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{figures(results)}{END}{tail}"


def figures(results: dict[str, Any]) -> str:
    text = ""
    for rules in TABLES:
        text += f"\n### {NAMES[rules]}\n\n"
        text += (
            "| seats | one | in a field of | first places, % | bar | | deals |"
            " ms a choice | date |\n"
            "|---|---|---|---|---|---|---|---|---|\n"
        )
        for cell in cells():
            if cell.rules == rules:
                text += line(cell, results.get(cell.key))
        text += way(rules, results)
    return text + "\n"


def line(cell: Cell, found: dict[str, Any] | None) -> str:
    names = f"| {cell.seats} | {said(cell.a)} | {said(cell.b)} |"
    if found is None:
        return f"{names} not played yet | {bar_of(cell)} | | | | |\n"
    ms = " / ".join(f"{value:.3g}" for value in found["ms"])
    verdict = "" if cell.bar == MEASURE else VERDICTS[found["tally"]["verdict"]]
    if cell.b.startswith("openspiel") and cell.rules != "generals-war":
        ms += f" ({found['simulations']:.0f} playouts a searched choice)"
    if found["build"] != "compiled":
        ms += f" ({found['build']})"
    return (
        f"{names} {found['share']:.1f} ({found['low']:.1f}–{found['high']:.1f}) | {bar_of(cell)} |"
        f" {verdict} | {found['tally']['sets']:,} | {ms} | {found['date']} |\n"
    )


def said(player: str) -> str:
    return f"`{player}`"


def bar_of(cell: Cell) -> str:
    if cell.bar == MEASURE:
        return ""
    if cell.bar == ABOVE_FAIR:
        return f"> {cell.fair:.1f}"
    if cell.bar == NOT_WORSE:
        return f"reaches {cell.fair:.1f}"
    return f"≥ {cell.bar:g}"


def way(rules: str, results: dict[str, Any]) -> str:
    """How much of the way from the sergeant to the all-seeing player the general covers."""
    parts: list[str] = []
    for seats in TABLES[rules]:
        general = results.get(f"{rules} {seats} general sergeant")
        seeing = results.get(f"{rules} {seats} all-seeing sergeant")
        if general is None or seeing is None:
            continue
        fair = 100 / seats
        mine = [general[name] - fair for name in ("share", "low", "high")]
        whole = [seeing[name] - fair for name in ("share", "low", "high")]
        if min(whole) <= 0:
            continue
        parts.append(
            f"with {seats} seats {100 * mine[0] / whole[0]:.0f} %"
            f" ({100 * mine[1] / whole[2]:.0f}–{100 * mine[2] / whole[1]:.0f})"
        )
    if not parts:
        return ""
    return (
        "\nOf the way from the sergeant to the all-seeing player the general covers "
        f"{', '.join(parts)}.\n"
    )
