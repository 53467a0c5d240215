#!/usr/bin/env python3
"""How strength grows with thought: each number of tries against half as many, game by game, in Elo.

python3 benches/growth.py --games 40 [--least 64] [--most 8192] [FILE ...] >> growth.csv
python3 benches/growth.py --plot growth.csv > docs/growth.svg

Each deal is played once for every seat (`cargo build --release -p bidlang-players --example duel` first). Where one of n sides has a share s of the
wins, it is 400 log10(s (n - 1) / (1 - s)) Elo ahead of each other; the interval is that of the share, 95 % over the deals.
"""

import argparse
import collections
import csv
import math
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DUEL = ROOT / "target" / "release" / "examples" / "duel"
RESULT = re.compile(r"won (-?\d+) \+-(\d+) %")
COLOURS = ["#1b6ca8", "#c2452d", "#3b8746", "#7c4d9e", "#a06a00"]


def sides(file, count):
    """How many sides there are: two where partners sit across."""
    return 2 if re.search(r"^teams\b", file.read_text(), re.M) and count == 4 else count


def elo(share, count):
    share = min(max(share, 0.01), 0.99)
    return 400 * math.log10(share * (count - 1) / (1 - share))


def measure(args):
    for file in args.files or sorted(ROOT.glob("games/*.bid")):
        numbers = [int(number) for number in re.findall(r"\d+", re.search(r"^players(.*)$", file.read_text(), re.M).group(1).split("#")[0])]
        count = max(min(4, max(numbers)), min(numbers))
        tries = args.least * 2
        while tries <= args.most:
            levels = [f"search:iterations={tries}", f"search:iterations={tries // 2}"]
            done = subprocess.run([args.duel, str(file), str(count), str(args.games), *levels], capture_output=True, text=True)
            result = RESULT.search(done.stdout)
            if done.returncode or not result:
                sys.exit(done.stderr)
            share, wide = (int(number) / 100 for number in result.groups())
            print(f"{file.stem},{sides(file, count)},{tries},{share},{wide}", flush=True)
            tries *= 2


def curves(rows):
    """For each game its points: tries, Elo above the least, and the bounds of the step that leads there."""
    found = collections.OrderedDict()
    for game, count, tries, share, wide in rows:
        count, tries, share, wide = int(count), int(tries), float(share), float(wide)
        points = found.setdefault(game, [(tries // 2, 0.0, 0.0, 0.0)])
        before = points[-1][1]
        low, high = (before + elo(share + sign * wide, count) for sign in (-1, 1))
        points.append((tries, before + elo(share, count), low, high))
    return found


def plot(path):
    with open(path, newline="", encoding="utf-8") as file:
        found = curves(csv.reader(file))
    tries = sorted({point[0] for points in found.values() for point in points})
    values = [value for points in found.values() for point in points for value in point[1:]]
    low, high = math.floor(min(values) / 100) * 100, math.ceil(max(values) / 100) * 100
    x = lambda number: 60 + 560 * math.log2(number / tries[0]) / max(1, math.log2(tries[-1] / tries[0]))
    y = lambda value: 340 - 310 * (value - low) / (high - low)
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 390" font-family="sans-serif" font-size="12">')
    print('<rect width="760" height="390" fill="white"/>')
    for value in range(low, high + 1, 100):
        print(f'<path d="M60 {y(value):.0f}H620" stroke="#ddd"/><text x="52" y="{y(value) + 4:.0f}" text-anchor="end">{value}</text>')
    for number in tries:
        print(f'<text x="{x(number):.0f}" y="360" text-anchor="middle">{number}</text>')
    print('<text x="340" y="382" text-anchor="middle">tries for each answer</text><text x="60" y="16">Elo above 64 tries</text>')
    for (game, points), colour in zip(found.items(), COLOURS):
        path = " ".join(f"{x(number):.0f},{y(value):.0f}" for number, value, _, _ in points)
        print(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for number, value, least, most in points:
            print(f'<path d="M{x(number):.0f} {y(least):.0f}V{y(most):.0f}" stroke="{colour}"/><circle cx="{x(number):.0f}" cy="{y(value):.0f}" r="3" fill="{colour}"/>')
        number, value, _, _ = points[-1]
        print(f'<text x="{x(number) + 8:.0f}" y="{y(value) + 4:.0f}" fill="{colour}">{game.replace("_", " ")}</text>')
    print("</svg>")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--least", type=int, default=64)
    parser.add_argument("--most", type=int, default=8192)
    parser.add_argument("--duel", default=str(DUEL))
    parser.add_argument("--plot", metavar="CSV")
    args = parser.parse_intermixed_args()
    if args.plot:
        plot(args.plot)
    else:
        measure(args)


if __name__ == "__main__":
    main()
