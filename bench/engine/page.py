"""docs/performance.md, from the results."""

from __future__ import annotations

from typing import Any

HEAD = """# Performance

Measured on {date} by `make bench` ({machine}; {build} build; {rounds} rounds). The sides
run in processes of their own and take turns. A rate is the median of the rounds, a ratio the
median of the rounds' ratios; ratios say more than rates, which change with the machine.
`bench/results/engine.json` has all figures by name.

## Against OpenSpiel {openspiel}

OpenSpiel is C++ behind a Python API. Through the API both sides run the same loop and choose in
the same way; "inside the core" is our loop in compiled code, as the searches run it, from a
position as they imagine it. Tricks are those of Fight for the Lead with four seats, from a clone
after the exchange, and `oh_hell` is played with four seats and four tricks; `hearts` from a clone
after the deal. The tree search is our information-set search with random playouts against
`ISMCTSBot`, {simulations} simulations a move each.

| what, against what | ratio | aim |
|---|---|---|
| tricks through the API, `oh_hell` through its API | {api_moves_vs_oh_hell} | ≥ 2 |
| tricks inside the core, `oh_hell` through its API | {core_moves_vs_oh_hell} | ≥ 15 |
| simulations a second, `ISMCTSBot` on `oh_hell` | {ismcts_sims_vs_openspiel} | ≥ 2 |
"""

EACH = """
## Each rule set

Four seats, choices a second: random games through the Python API; inside the core; there by rule
of thumb, as a corporal plays; there from a position at a table, for which Battalion keeps a record
of what is certain about unseen cards. The gain is compiled over interpreted, inside the core. A
world is one imagined by a seat twelve choices into a game.

| | API | core | by rule of thumb | at a table | gain | clone, ns | world, ns | bytes |
|---|---|---|---|---|---|---|---|---|
"""


def page_of(found: dict[str, Any]) -> str:
    """The page as Markdown."""
    rates = found["per_second"]
    text = HEAD.format(**{**found, "openspiel": found["openspiel"] or "(not installed)"})
    for rules, ratio in found["core_moves_vs_hearts"].items():
        text += f"| random games of {rules} inside the core, `hearts` through its API |"
        text += f" {ratio} | ≥ 5 |\n"
    text += EACH
    for rules, ratio in found["compiled_vs_interpreted"].items():
        kinds = ("api_moves", "core_moves", "thumb_moves", "table_moves")
        cells = [f"{rates[f'{kind} {rules}']:,}" for kind in kinds]
        cells += [str(ratio), f"{found['clone_ns'][rules]:,}", f"{found['sample_ns'][rules]:,}"]
        text += f"| {rules} | {' | '.join(cells)} | {found['state_bytes'][rules]:,} |\n"
    text += (
        "\n## Exact solving\n\n"
        "Four tricks with all cards known, every first card valued, on one core; the aim with four"
        "\nseats is 1,500 a second.\n\n"
        "| seats | solved a second |\n|---|---|\n"
    )
    for seats, solves in found["exact_solves_per_s"].items():
        text += f"| {seats} | {solves:,} |\n"
    text += (
        "\n## Starting\n\n"
        "Processor time of a fresh process, in milliseconds.\n\n"
        "| | installed | the same sources, interpreted |\n|---|---|---|\n"
    )
    for name, words in (("version", "`messdeck --version`"), ("first_frame", "the first frame")):
        times = found["start_ms"][name]
        text += f"| {words} | {times['installed']:.0f} | {times['sources']:.0f} |\n"
    text += "\n## All rates\n\n| a second | median | lowest | highest |\n|---|---|---|---|\n"
    for name, value in rates.items():
        text += f"| {name} | {value:,} | {found['lowest'][name]:,} | {found['highest'][name]:,} |\n"
    return text
