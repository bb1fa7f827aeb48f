"""What every test run needs: the build it is meant for, and how hard hypothesis tries."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from engine import build

ROOT = Path(__file__).resolve().parents[1]

# At the end of the path, so that `from tests... import ...` works everywhere while the packages
# under test come from where the environment has them installed.
sys.path.append(str(ROOT))

# Nobody's own settings decide what a test sees; this folder does not exist.
os.environ["MESSDECK_CONFIG_DIR"] = str(Path(tempfile.gettempdir(), "messdeck-no-settings"))
# Nor does the language of whoever runs them.
os.environ.pop("MESSDECK_LANGUAGE", None)
os.environ["LANGUAGE"] = "en"

# The interpreted build takes some ten times as long; the compiled one draws more.
EXAMPLES = 30 if build.build_name() == "compiled" else 15
settings.register_profile(
    "ci", max_examples=EXAMPLES, derandomize=True, deadline=None, print_blob=True
)
settings.register_profile(
    "soak",
    max_examples=2000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("MESSDECK_PROFILE", "ci"))


# How many cases of large families are run (tests/support/thinning.py): "auto" goes by the machine,
# and becomes a number before the processes that run the tests are started.
THIN = "MESSDECK_THIN"


def pytest_configure(config: pytest.Config) -> None:
    """End the run if it would test another build than the one it says it tests."""
    if os.environ.get(THIN) == "auto":
        from tests.support.thinning import step_for, work

        os.environ[THIN] = str(step_for(work()))
    # A run in the background of a shell has interrupts ignored, and so would all it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    expected = os.environ.get("MESSDECK_EXPECT_BUILD")
    found = build.build_name()
    source = Path(build.__file__).resolve()
    if build.stale():
        pytest.exit(f"compiled from older sources: {', '.join(build.stale())}", returncode=3)
    if expected is None:
        return
    if found != expected:
        pytest.exit(f"expected the {expected} build, found {found} at {source}", returncode=3)
    if expected == "compiled" and source.parent.parent == ROOT:
        pytest.exit(f"the compiled build must be an install, not the checkout {ROOT}", returncode=3)


def pytest_report_header(config: pytest.Config) -> str:
    return f"messdeck: {build.build_name()} build in {Path(build.__file__).resolve().parent}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Thins out large families where that was asked for, never in the soak."""
    step = int(os.environ.get(THIN, "1"))
    if step > 1 and os.environ.get("MESSDECK_PROFILE") != "soak":
        from tests.support.thinning import left_out

        interpreted = os.environ.get("MESSDECK_EXPECT_BUILD") == "interpreted"
        compiled_too = ("tests/engine/", "tests/ai/search/", "tests/contract/")
        out = left_out(
            [item.nodeid for item in items], step, elsewhere=compiled_too if interpreted else ()
        )
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in out])
        items[:] = [item for item in items if item.nodeid not in out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    step = int(os.environ.get(THIN, "1"))
    if step > 1 and os.environ.get("MESSDECK_PROFILE") != "soak":
        terminalreporter.write_line(
            f"This machine is slow: of tests with many cases one in {step} was run, to keep within "
            f"the minutes ({THIN}=1 make test runs all)."
        )


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("compiled") and build.build_name() != "compiled":
        pytest.skip("says something about the compiled build only")
