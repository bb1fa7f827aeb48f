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


def pytest_configure(config: pytest.Config) -> None:
    """End the run if it would test another build than the one it says it tests."""
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


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("compiled") and build.build_name() != "compiled":
        pytest.skip("says something about the compiled build only")
