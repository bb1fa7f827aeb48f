"""Plays the first choice there is, and says in files what it was shown.

``plays.py FOLDER``: a file named by this process's number gets every question.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def questions() -> Iterator[dict[str, Any]]:
    """The questions; their process is noted in the folder that is named."""
    folder = Path(sys.argv[1])
    with (folder / f"{os.getpid()}.bot").open("a") as notes:
        for line in sys.stdin:
            notes.write(line)
            notes.flush()
            yield json.loads(line)


def answer(question: dict[str, Any]) -> None:
    """The first choice."""
    print(json.dumps({"action": question["actions"][0]}), flush=True)


if __name__ == "__main__":
    for asked in questions():
        answer(asked)
