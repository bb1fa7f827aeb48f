"""Runs benchmarks: ``python bench/run.py [engine] [arguments]``; ``engine`` if nothing is named."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# What there is to measure, and the module whose ``main(arguments)`` does it.
KINDS = {
    "engine": ("engine", "measure"),
    "arena": ("arena", "measure"),
    "serve": ("serve", "measure"),
    "ladder": ("ladder", "measure"),
    "wire": ("wire", "measure"),
    "exploit": ("exploit", "measure"),
}


def main() -> int:
    name, *arguments = sys.argv[1:] or ["engine"]
    if name not in KINDS:
        print(f"There is no benchmark {name!r}; there are: {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    folder, module = KINDS[name]
    # Not ``bench.engine``: the packages under test are named engine, ai, saves and tui.
    if sys.flags.safe_path:  # then the script's own folder is not there to be replaced
        sys.path.insert(0, "")
    sys.path[0] = str(HERE / folder)
    return int(importlib.import_module(module).main(arguments))


if __name__ == "__main__":
    sys.exit(main())
