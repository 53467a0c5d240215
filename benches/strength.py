#!/usr/bin/env python3
"""How much better one level plays than another, game by game: rows for docs/players.md.

python3 benches/strength.py normal easy --games 190s [FILE ...]

Each deal is played once for every seat (`cargo build --release -p bidlang-players --example duel` first). Shares of games won and
points before the others, with 95 % intervals over the deals, how many games, and the median time of an answer of the first level.
`--games` is a number of games, or as many deals as are begun in so many seconds. Long games are played in a short form.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
DUEL = ROOT / "target" / "release" / "examples" / "duel"
RESULT = re.compile(r"(\d+) games: won (-?\d+) \+-(\d+) %, points before the others (-?[\d.]+) \+-([\d.]+)")
# What of a game is played where that is not all of it, and how many play where it is not four, or once more with others.
SHORT = {
    "skat": "rounds=1", "doppelkopf": "rounds=1", "schafkopf": "rounds=1", "hearts": "target=25", "oh_hell": "schedule=one-deal",
    "bridge": "boards=1", "spades": "target=100", "pinochle": "target=500", "french_tarot": "deals=1", "belote": "target=300",
    "cribbage": "target=61",
}
PLAYERS = {"bid_war": [2], "cribbage": [2], "goofspiel": [2, 4], "skitgubbe": [3, 2], "kuhn_poker": [3], "leduc_poker": [2]}
TIME = re.compile(r": ([\d.]+) ms an answer")


def players(file):
    """Four players, or as near to four as the game takes."""
    line = re.search(r"^players\s+(.*)$", file.read_text(), re.M)
    counts = [int(number) for number in re.findall(r"\d+", line.group(1).split("#")[0])]
    return max(min(4, max(counts)), min(counts))


def duel(binary, file, count, one, other, games):
    setup = ",".join([str(count), *([SHORT[file.stem]] if file.stem in SHORT else [])])
    call = [binary, str(file), setup, games, one, other]
    done = subprocess.run(call, capture_output=True, text=True)
    result, time = RESULT.search(done.stdout), TIME.search(done.stdout)
    if done.returncode or not result or not time:
        return f"| {file.stem}, {count} | {done.stderr.strip().splitlines()[-1:]} | | |"
    played, won, wide, points, far = result.groups()
    title = done.stdout.split(":")[0]
    return f"| {title}, {count} | {won} ± {wide} % of {int(played):,} | {points} ± {far} | {time.group(1)} ms |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--games", default="40")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--duel", default=str(DUEL))
    args = parser.parse_intermixed_args()
    files = args.files or sorted(ROOT.glob("games/*.bid")) + sorted(ROOT.glob("games/classics/*.bid"))
    print(f"| game | `{args.one}` against `{args.other}`: won | points | an answer, median |\n|---|---|---|---|", flush=True)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        tables = [(file, count) for file in files for count in PLAYERS.get(file.stem) or [players(file)]]
        runs = [pool.submit(duel, args.duel, file, count, args.one, args.other, args.games) for file, count in tables]
        for run in concurrent.futures.as_completed(runs):
            print(run.result(), flush=True)


if __name__ == "__main__":
    main()
