#!/usr/bin/env python3
"""How much better one level plays than another, game by game: rows for docs/players.md.

python3 benches/strength.py normal easy --games 40 [FILE ...]

Each deal is played once for every seat (`cargo build --release -p bidlang-players --example duel` first). Shares of games won and
points before the others, with 95 % intervals over the deals, and the median time of an answer of the first level.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
DUEL = ROOT / "target" / "release" / "examples" / "duel"
RESULT = re.compile(r"won (-?\d+) \+-(\d+) %, points before the others (-?[\d.]+) \+-([\d.]+)")
TIME = re.compile(r": ([\d.]+) ms an answer")


def players(file):
    """Four players, or as near to four as the game takes."""
    line = re.search(r"^players\s+(.*)$", file.read_text(), re.M)
    counts = [int(number) for number in re.findall(r"\d+", line.group(1).split("#")[0])]
    return max(min(4, max(counts)), min(counts))


def duel(binary, file, one, other, games):
    count = players(file)
    call = [binary, str(file), str(count), str(games), one, other]
    done = subprocess.run(call, capture_output=True, text=True)
    result, time = RESULT.search(done.stdout), TIME.search(done.stdout)
    if done.returncode or not result or not time:
        return f"| {file.stem}, {count} | {done.stderr.strip().splitlines()[-1:]} | | |"
    won, wide, points, far = result.groups()
    title = done.stdout.split(":")[0]
    return f"| {title}, {count} | {won} ± {wide} % | {points} ± {far} | {time.group(1)} ms |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--duel", default=str(DUEL))
    args = parser.parse_intermixed_args()
    files = args.files or sorted(ROOT.glob("games/*.bid")) + sorted(ROOT.glob("games/classics/*.bid"))
    print(f"| game | `{args.one}` against `{args.other}`: won | points | an answer, median |\n|---|---|---|---|", flush=True)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = [pool.submit(duel, args.duel, file, args.one, args.other, args.games) for file in files]
        for run in concurrent.futures.as_completed(runs):
            print(run.result(), flush=True)


if __name__ == "__main__":
    main()
