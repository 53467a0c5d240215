"""What the oracle comparisons share: running bidlang, reading its record, counting what agrees.

Needs: pip install open_spiel. The binary is BIDLANG, else target/release/bidlang.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIDLANG = os.environ.get("BIDLANG", str(ROOT / "target" / "release" / "bidlang"))
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"]


def record(name, seed, players, options, seats=()):
    """The lines of one game that random players play."""
    command = [BIDLANG, "run", str(ROOT / "games" / "classics" / f"{name}.bid"), "--format", "jsonl"]
    command += ["--seed", str(seed), "--players", str(players)]
    for option, value in options.items():
        command += ["--option", f"{option}={value}"]
    for seat in seats:
        command += ["--seat", seat]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode or not lines or "winners" not in lines[-1]:
        raise SystemExit(f"{' '.join(command)}\n{done.stderr}")
    return lines


def cards_of(choice):
    """The cards of the only pick of a choice."""
    return choice["picks"][0]["cards"]


def word(condition):
    return "yes" if condition else "no"


class Tally:
    """Counts what was compared, and prints the first differences."""

    def __init__(self, name):
        self.name = name
        self.counts = collections.Counter()
        self.differences = collections.Counter()
        self.context = None

    def count(self, what, times=1):
        self.counts[what] += times

    def same(self, what, ours, theirs):
        self.counts[what] += 1
        if ours != theirs:
            self.differences[what] += 1
            if self.differences[what] <= 3:
                print(f"{self.name}: {what} differ in {self.context}\n  bidlang    {ours}\n  open_spiel {theirs}")
            return False
        return True

    def finish(self):
        print(f"{self.name}: " + ", ".join(f"{number} {what}" for what, number in sorted(self.counts.items())))
        total = sum(self.differences.values())
        print(f"{self.name}: {total} differences" + (f" {dict(self.differences)}" if total else ""))
        sys.exit(1 if total else 0)
