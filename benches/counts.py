#!/usr/bin/env python3
"""Instructions per decision of whole games with random players, held to the figures in counts.json.

    cargo build --release -p bidlang-benches --bin work
    python3 benches/counts.py            # exit code 1 if a figure is more than 3 % above the one that is kept
    python3 benches/counts.py --update   # keeps the figures as they are now

Needs valgrind. A figure is the difference between a run of many games and one of few, so that reading, checking and compiling the
file do not count. Instructions do not depend on what else the machine does; with another compiler the figures change.
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
KEPT = HERE / "counts.json"
WORK = HERE.parent / "target" / "release" / "work"
TOLERANCE = 0.03
FEW, MANY = 20, 220
GAMES = [
    ("classics/hearts", 4),
    ("auction_house", 4),
    ("varg_bid", 4),
    ("bid_fair", 2),
    ("bid_war", 4),
    ("do_my_bidding", 4),
]


def run(name: str, players: int, games: int) -> tuple[int, int]:
    """Decisions and instructions of so many games."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(WORK), name, str(players), str(games)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    collected = [line for line in done.stderr.splitlines() if "Collected" in line]
    if done.returncode or not collected or not done.stdout.strip().isdigit():
        sys.exit(f"{name}: no figure\n{done.stderr}")
    return int(done.stdout), int(collected[0].split(":")[1])


def per_decision(name: str, players: int) -> float:
    few, many = run(name, players, FEW), run(name, players, MANY)
    return (many[1] - few[1]) / (many[0] - few[0])


def main() -> None:
    if not WORK.exists():
        print(f"{WORK} is not there: cargo build --release -p bidlang-benches --bin work", file=sys.stderr)
        sys.exit(2)
    try:
        found = {name: round(per_decision(name, players), 1) for name, players in GAMES}
    except FileNotFoundError:
        print("valgrind is not there", file=sys.stderr)
        sys.exit(2)
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    slower = False
    print(f"{'game':20} {'kept':>8} {'now':>8}")
    for name, now in found.items():
        before = kept.get(name)
        worse = before is not None and now > before * (1 + TOLERANCE)
        slower = slower or worse
        print(f"{name:20} {before or '-':>8} {now:>8} {'more than 3 % slower' if worse else ''}".rstrip())
    if "--update" in sys.argv[1:]:
        KEPT.write_text(json.dumps(found, indent=2) + "\n")
    elif slower:
        sys.exit(1)


main()
