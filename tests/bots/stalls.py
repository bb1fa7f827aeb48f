"""Says nothing at its third choice of a game that seat 0 began to deal.

A child, on Linux of a session of its own, waits with it.
"""

import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from plays import answer, questions

for number, asked in enumerate(questions(), start=1):
    if number == 1:
        goes_wrong = asked["view"]["dealer"] == 0
    if number == 3 and goes_wrong:
        child = subprocess.Popen(
            [sys.executable, "-c", "import time; time.sleep(600)"],
            start_new_session=sys.platform == "linux",
        )
        (Path(sys.argv[1]) / f"{child.pid}.bot").touch()
        time.sleep(600)
    else:
        answer(asked)
