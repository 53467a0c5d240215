"""How much quicker two workers of Ray are than one, on this machine: python benches/python/workers.py [GAMES] [CHUNK], in turns, three times."""

from __future__ import annotations

import os
import pathlib
import statistics
import sys
import tempfile
import time

import ray

import bidlang
from bidlang import ray as many

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 400_000
CHUNK = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000


def run(workers: int) -> float:
    """Seconds for all games; workers have been started and have read the package before."""
    game = bidlang.load("varg_bid", players=3)
    ray.init(num_cpus=workers, log_to_driver=False, include_dashboard=False)
    try:
        with tempfile.TemporaryDirectory() as folder:
            many.simulate(game, 2_000 * workers, pathlib.Path(folder) / "warm", chunk=2_000)
            began = time.monotonic()
            many.simulate(game, GAMES, pathlib.Path(folder) / "games", chunk=CHUNK)
            return time.monotonic() - began
    finally:
        ray.shutdown()


print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
taken: dict[int, list[float]] = {1: [], 2: []}
for _ in range(3):
    for workers, seconds in taken.items():
        seconds.append(run(workers))
for workers, seconds in taken.items():
    print(f"{workers}: {', '.join(f'{took:.2f}' for took in seconds)} s, median {statistics.median(seconds):.2f} s")
one, two = (statistics.median(seconds) for seconds in taken.values())
print(f"{one / two:.2f} times as quick, {one / two / 2:.0%} of what two could be")
