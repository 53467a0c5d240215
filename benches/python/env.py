"""Decisions a second of the vectorised environment, with random choices from the mask: python benches/python/env.py [GAME] [N] [SECONDS]."""

from __future__ import annotations

import os
import sys
import time

# Its threads would be measured, too.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import bidlang

name = sys.argv[1] if len(sys.argv) > 1 else "hearts"
n = int(sys.argv[2]) if len(sys.argv) > 2 else 4096
seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 3.0


def rate(history: int, observes: bool) -> float:
    """Decisions a second of processor time."""
    env = bidlang.Env(bidlang.load(name), n, seed=1, history=history)
    dice, actions = bidlang.Dice(1), np.zeros(n, np.int64)
    seen = np.zeros((n, env.num_cells), np.float32)
    mask, _ = env.reset()
    for _ in range(5):
        mask, *_ = env.step(dice.choose(mask, actions))
    began, steps = time.process_time(), 0
    while time.process_time() - began < seconds:
        if observes:
            env.observe(seen)
        mask, *_ = env.step(dice.choose(mask, actions))
        steps += 1
    return steps * n / (time.process_time() - began)


print(f"{name}, N = {n}: {rate(0, False) / 1e6:.2f} M decisions a second")
print(f"  with vectors of what is seen: {rate(0, True) / 1e6:.3f} M")
print(f"  with vectors and the last 32 events: {rate(32, True) / 1e6:.3f} M")
