#!/usr/bin/env python3
"""Instructions per decision of whole games with random players, held to the figures in counts.json.

    cargo build --release -p bidlang-benches --bin work
    python3 benches/counts.py            # exit code 1 if a figure is more than 3 % above the one that is kept
    python3 benches/counts.py --update   # keeps the figures as they are now
    python3 benches/counts.py skat euchre   # only games whose names have one of these words in them
    python3 benches/counts.py constructs    # what single constructs cost: those files are counted only when they are asked for
    python3 benches/counts.py --steps    # by steps, against whole games

All shipped games and variants are counted, each with its default options. Needs valgrind; two games are counted at a time, in some
three minutes. A figure is the difference between a run of many decisions and one of few, so that reading, checking and compiling
the file do not count. Instructions do not depend on what else the machine does; with another compiler the figures change.
"""

import concurrent.futures
import json
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
GAMES = HERE.parent / "games"
KEPT = HERE / "counts.json"
WORK = HERE.parent / "target" / "release" / "work"
TOLERANCE = 0.03
FEW, MANY = 1_000, 31_000
# How many play where it is not four.
PLAYERS = {
    "auction_house_three": 3, "bid_fair": 2, "bid_fair_long": 2, "classics/goofspiel": 2, "classics/skat": 3,
    "classics/cribbage": 2, "classics/dou_dizhu": 3, "classics/kuhn_poker": 2, "classics/leduc_poker": 2,
    "../benches/games/climbing": 3, "../benches/games/combinations": 2, "../benches/games/shown_hands": 2,
    "../tests/corpus/sound/pairs-by-what-tracks-say": 2, "../tests/corpus/sound/wild-cards": 2,
}
USUALLY = 4
# Files of our own, played for their shapes: whole games, and games that say one thing more than another.
CONSTRUCTS = [f"../benches/games/constructs/{path.stem}" for path in sorted((HERE / "games" / "constructs").glob("*.bid"))]
# Games written from the documents alone, as users write them.
WRITTEN = [f"../tests/corpus/sound/{name}" for name in ("big-two", "claims-of-cards", "pairs-by-what-tracks-say", "president", "rows-of-suits", "wild-cards")]
OTHERS = CONSTRUCTS + WRITTEN + [f"../benches/games/{name}" for name in ("climbing", "combinations", "great_deck", "notes", "purses", "raises", "shown_hands")]


def games() -> list[str]:
    """The shipped games and variants, by their paths without ending; behind them the other files."""
    found = [path for folder in (".", "classics", "variants") for path in sorted((GAMES / folder).glob("*.bid"))]
    return [str(path.relative_to(GAMES).with_suffix("")) for path in found] + OTHERS


def run(name: str, decisions: int, *how: str) -> tuple[int, int]:
    """Decisions and instructions of games with so many decisions."""
    players = PLAYERS.get(name, PLAYERS.get(name.removeprefix("variants/"), USUALLY))
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(WORK), name, str(players), str(decisions), *how]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    collected = [line for line in done.stderr.splitlines() if "Collected" in line]
    if done.returncode or not collected or not done.stdout.strip().isdigit():
        raise RuntimeError(f"{name}: no figure\n{done.stderr}")
    return int(done.stdout), int(collected[0].split(":")[1])


def per_decision(name: str, *how: str) -> float:
    few, many = run(name, FEW, *how), run(name, MANY, *how)
    return round((many[1] - few[1]) / (many[0] - few[0]), 1)


def counted(names: list[str]) -> dict[str, float]:
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip(names, pool.map(per_decision, names)))


def by_steps(names: list[str]) -> None:
    print(f"{'game':32} {'whole':>8} {'steps':>8} {'ratio':>6}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        figures = pool.map(lambda name: (per_decision(name), per_decision(name, "steps")), names)
        for name, (whole, steps) in zip(names, figures):
            print(f"{name:32} {whole:>8} {steps:>8} {steps / whole:>6.2f}", flush=True)


def main() -> None:
    if not WORK.exists():
        print(f"{WORK} is not there: cargo build --release -p bidlang-benches --bin work", file=sys.stderr)
        sys.exit(2)
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    names = [name for name in games() if any(word in name for word in words) or not words and name not in CONSTRUCTS]
    try:
        if "--steps" in sys.argv[1:]:
            return by_steps(names)
        found = counted(names)
    except (RuntimeError, FileNotFoundError) as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    slower = False
    print(f"{'game':32} {'kept':>8} {'now':>8}")
    for name, now in found.items():
        before = kept.get(name)
        worse = before is not None and now > before * (1 + TOLERANCE)
        slower = slower or worse
        print(f"{name:32} {before or '-':>8} {now:>8} {'more than 3 % slower' if worse else ''}".rstrip())
    shipped = [now for name, now in found.items() if name not in OTHERS]
    if shipped:
        print(f"{'median of the shipped ones':32} {'':>8} {statistics.median(shipped):>8.1f}")
    if "--update" in sys.argv[1:]:
        KEPT.write_text(json.dumps({**(kept if words else {}), **found}, indent=2) + "\n")
    elif slower:
        sys.exit(1)


main()
