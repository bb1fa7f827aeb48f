"""A bot for messdeck that plays every rule set: messdeck arena cover --players "bot:python3 bot.py"

One question a line on standard input, one answer a line on standard output (docs/bots.md).
It lays few cards, keeps high ones, and else follows its luck.
"""

import json
import random
import sys

RANKS = "23456789TJQKA"


def weight(action: str) -> int:
    """What a choice costs: the ranks of the cards that it names."""
    words = action.split(" ")
    cards = [word for word in words if len(word) == 2 and word[0] in RANKS and word[1] in "SHDC"]
    return sum(RANKS.index(card[0]) + 2 for card in cards)


def choose(question: dict) -> str:
    """One of the texts in ``actions``."""
    luck = random.Random(question["random"])
    actions = question["actions"]
    if question["rules"] == "generals-war":
        return luck.choice(actions)
    # Giving up is for when nothing else is left.
    others = [action for action in actions if action not in ("surrender", "pass", "leave")]
    return min(others or actions, key=lambda action: (weight(action), luck.random()))


def main() -> None:
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({"action": choose(question)}), flush=True)


if __name__ == "__main__":
    main()
