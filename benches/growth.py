#!/usr/bin/env python3
"""How strength grows with thought: each number of tries against half as many, in Elo, for games in which each seat plays for itself.

python3 benches/growth.py --games 40 [--least 64] [--most 8192] [FILE ...]

Each deal is played once for every seat (`cargo build --release -p bidlang-players --example duel` first). Where one of n has a share s of the wins,
it is 400 log10(s (n - 1) / (1 - s)) Elo ahead of each other; the interval is that of the share, 95 % over the deals.
"""

import argparse
import math
import pathlib
import subprocess
import sys

from strength import DUEL, RESULT, ROOT, players


def elo(share, count):
    share = min(max(share, 0.01), 0.99)
    return 400 * math.log10(share * (count - 1) / (1 - share))


def step(binary, file, games, tries):
    """The better of two numbers of tries: how far it is ahead, and the bounds of that."""
    count = players(file)
    levels = [f"search:iterations={tries}", f"search:iterations={tries // 2}"]
    done = subprocess.run([binary, str(file), str(count), str(games), *levels], capture_output=True, text=True)
    result = RESULT.search(done.stdout)
    if done.returncode or not result:
        sys.exit(done.stderr)
    share, wide = (int(number) / 100 for number in result.groups()[:2])
    return tuple(round(elo(share + by, count)) for by in (0, -wide, wide))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--least", type=int, default=64)
    parser.add_argument("--most", type=int, default=8192)
    parser.add_argument("--duel", default=str(DUEL))
    args = parser.parse_intermixed_args()
    for file in args.files or sorted(ROOT.glob("games/*.bid")):
        tries = args.least * 2
        while tries <= args.most:
            ahead, low, high = step(args.duel, file, args.games, tries)
            print(f"{file.stem}: {tries} tries {ahead:+d} ({low:+d} to {high:+d})", flush=True)
            tries *= 2


if __name__ == "__main__":
    main()
