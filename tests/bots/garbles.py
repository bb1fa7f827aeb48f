"""Says something that is no answer at its third choice of a game that seat 0 began to deal."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from plays import answer, questions

for number, asked in enumerate(questions(), start=1):
    if number == 1:
        goes_wrong = asked["view"]["dealer"] == 0
    if number == 3 and goes_wrong:
        print("well, let me see", flush=True)
    else:
        answer(asked)
