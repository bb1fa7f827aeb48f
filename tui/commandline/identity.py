"""What is running: version and build, for ``--version`` and for the reports of faults."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError

from engine import build
from tui.words import Words
from tui.words.marks import N_

_BUILDS = {
    "compiled": N_("compiled build"),
    "interpreted": N_("interpreted build"),
    "mixed": N_("mixed build"),
}


def version() -> str:
    """The installed version; ``0`` when it runs from a folder without being installed."""
    try:
        return build.version()
    except PackageNotFoundError:
        return "0"


def version_line(words: Words) -> str:
    """``messdeck 0.1.0 (compiled build)``."""
    return f"messdeck {version()} ({words.gettext(_BUILDS[build.build_name()])})"


def build_warnings(words: Words) -> list[str]:
    """What is not as it should be with the build, one sentence each; empty if all is well."""
    found: list[str] = []
    stale = build.stale()
    if stale:
        text = N_("Compiled from older sources: {modules}. Install messdeck again.")
        found.append(words.fill(text, {"modules": words.said(words.both(stale))}))
    if build.build_name() == "mixed":
        text = N_("Only a part of the compiled modules is there. Install messdeck again.")
        found.append(words.gettext(text))
    failure = build.compile_failure()
    if failure:
        text = N_("The install could not compile ({fault}); it plays the same games, but slower.")
        found.append(words.fill(text, {"fault": failure}))
    return found
