"""Two players that think against two of open_spiel's `ISMCTSBot` (C++) at one table of Hearts, without passing: each deal twice, the sides in each other's seats.

    python tests/oracle/ismcts.py target/release/bidlang DEALS iterations=1000 [C=10]     the same number of tries for both
    python tests/oracle/ismcts.py target/release/bidlang DEALS think=0.1 [C=10]           the same time for both, each on one core
    python tests/oracle/ismcts.py target/release/bidlang DEALS think=0.1 from=81          other deals: the first has this seed, 1 where nothing is said

How many points a seat of open_spiel takes more than one of bidlang in a deal, with the 95 % interval over the deals.
"""

import json
import os
import shlex
import subprocess
import sys
import time

from sensible import mean

HERE = os.path.dirname(os.path.abspath(__file__))
# bidlang's own threads would have more than one core.
ONE = {**os.environ, "RAYON_NUM_THREADS": "1"}


def play(command, seed, level, bot, first):
    """The scores of a deal in which bidlang has the seats `first` and `first + 2`."""
    call = [command, "run", "hearts", "--players", "4", "--seed", str(seed), "--format", "jsonl", "--bot-time", "600s"]
    call += ["--option", "target=1", "--option", "passing=no"]
    for seat in range(1, 5):
        call += ["--seat", f"{seat}={level if seat % 2 == first % 2 else 'cmd:' + bot}"]
    done = subprocess.run(call, capture_output=True, text=True, check=False, env=ONE)
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(call)}\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])["scores"]


def main():
    command, deals, budget, *more = sys.argv[1:]
    begins = [word for word in more if word.startswith("from=")]
    first_seed = int(begins[-1].removeprefix("from=")) if begins else 1
    more = [word for word in more if word not in begins]
    kind, amount = budget.split("=")
    level = f"search:iterations={amount}" if kind == "iterations" else f"search:think={round(1000 * float(amount))}ms"
    bot = shlex.join([sys.executable, os.path.join(HERE, "bots", "ismcts.py"), budget, *more])
    better, began = [], time.monotonic()
    for seed in range(first_seed, first_seed + int(deals)):
        points = 0.0
        for first in (1, 2):
            scores = play(command, seed, level, bot, first)
            own = scores[first - 1] + scores[first + 1]
            points += (sum(scores) - 2 * own) / 4
        better.append(points)
    points, far = mean(better)
    print(f"{level} against ISMCTSBot {budget} {' '.join(more)}: {points:.2f} +-{far:.2f} points a deal better, {deals} deals, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
