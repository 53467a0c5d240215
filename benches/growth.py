#!/usr/bin/env python3
"""How strength grows with thought: each number of tries against half as many, in Elo.

    python3 benches/growth.py --games 240s [--least 64] [--most 8192] [--to growth.csv] [FILE ...]
    python3 benches/growth.py --plot docs/growth.svg benches/growth.csv       # needs matplotlib

Each deal is played once for every seat (`cargo build --release -p bidlang-players --example duel` first). Where one of n sides has a share s of the wins,
it is 400 log10(s (n - 1) / (1 - s)) Elo ahead of each other; the interval is that of the share, 95 % over the deals. Rows are added to the file that is
named as soon as they are known: title, sides, tries, games, and Elo with its lower and upper bound. `--games` is a number of games, or as many deals as are
begun in so many seconds.
"""

import argparse
import csv
import itertools
import math
import pathlib
import subprocess
import sys

from strength import DUEL, RESULT, ROOT, players


def elo(share, count):
    share = min(max(share, 0.01), 0.99)
    return 400 * math.log10(share * (count - 1) / (1 - share))


def step(binary, file, games, tries):
    """The better of two numbers of tries: the title, how many sides, how many games, how far it is ahead, and the bounds of that."""
    count = players(file)
    levels = [f"search:iterations={tries}", f"search:iterations={tries // 2}"]
    done = subprocess.run([binary, str(file), str(count), games, *levels], capture_output=True, text=True)
    result = RESULT.search(done.stdout)
    if done.returncode or not result:
        sys.exit(done.stderr)
    played, share, wide = (int(number) for number in result.groups()[:3])
    share, wide = share / 100, wide / 100
    return done.stdout.split(":")[0], count, played, [round(elo(share + by, count)) for by in (0, -wide, wide)]


def plot(source, to):
    """The steps of each game added up from the least number of tries, with their intervals, as if steps were independent."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "growth", "svg.fonttype": "none"})
    from matplotlib import pyplot

    with open(source, newline="") as file:
        rows = list(csv.reader(file))
    _, axes = pyplot.subplots(figsize=(7, 4.5))
    for title, of in itertools.groupby(rows, key=lambda row: row[0]):
        tries, heights, below, above = [], [], [], []
        height = lower = upper = 0.0
        for row in of:
            count, middle, low, high = int(row[2]), *map(int, row[4:7])
            if not tries:
                tries, heights, below, above = [count // 2], [0.0], [0.0], [0.0]
            height, lower, upper = height + middle, lower + (middle - low) ** 2, upper + (high - middle) ** 2
            tries.append(count)
            heights.append(height)
            below.append(math.sqrt(lower))
            above.append(math.sqrt(upper))
        axes.errorbar(tries, heights, (below, above), marker="o", markersize=3, capsize=3, linewidth=1.2, elinewidth=0.7, label=title)
    axes.set_xscale("log", base=2)
    axes.set_xticks(sorted({64, *(int(row[2]) for row in rows)}), minor=False)
    axes.xaxis.set_major_formatter(lambda number, _: f"{number:.0f}")
    axes.set_xlabel("tries for each question")
    axes.set_ylabel("Elo above 64 tries")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize=8)
    pyplot.tight_layout()
    pyplot.savefig(to, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--games", default="40")
    parser.add_argument("--least", type=int, default=64)
    parser.add_argument("--most", type=int, default=8192)
    parser.add_argument("--to", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path)
    parser.add_argument("--duel", default=str(DUEL))
    args = parser.parse_intermixed_args()
    if args.plot:
        if len(args.files) != 1:
            parser.error("--plot draws the steps of one file: benches/growth.csv")
        return plot(args.files[0], args.plot)
    for file in args.files or sorted(ROOT.glob("games/*.bid")):
        tries = args.least * 2
        while tries <= args.most:
            title, count, played, (ahead, low, high) = step(args.duel, file, args.games, tries)
            print(f"{title}: {tries} tries, {played} games, {ahead:+d} ({low:+d} to {high:+d})", flush=True)
            if args.to:
                with args.to.open("a", newline="") as rows:
                    csv.writer(rows, lineterminator="\n").writerow([title, count, tries, played, ahead, low, high])
            tries *= 2


if __name__ == "__main__":
    main()
