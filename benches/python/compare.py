"""Random decisions a second of one core in one run: bidlang's Env beside open_spiel, PettingZoo's card games and pgx, with what is installed
(pip install open_spiel 'pettingzoo[classic]' pgx).

python benches/python/compare.py [SECONDS]: each is given so many seconds of processor time, of all its threads, in turns, three times; the
median is told, with the lowest and the highest.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator

# Libraries that spin on threads of their own would be measured with them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import numpy as np

import bidlang

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
Counts = Iterator[int]


def env(n: int, name: str = "hearts") -> Counts:
    """A game in Env: each step is a decision of each game."""
    games, dice, actions = bidlang.Env(bidlang.load(name), n, seed=1), bidlang.Dice(1), np.zeros(n, np.int64)
    mask, _ = games.reset()
    while True:
        mask, *_ = games.step(dice.choose(mask, actions))
        yield n


def match() -> Counts:
    """Hearts as one Python object, as PettingZoo and OpenSpiel have it."""
    numbering, seed = bidlang.Numbering(bidlang.load("hearts"), 0), 0
    while True:
        game, seed = bidlang.Match(numbering, seed), seed + 1
        while not game.is_over():
            game.take(random.choice(game.legal()))
            yield 1


def spiel_loop(name: str = "hearts") -> Counts:
    import pyspiel

    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.legal_actions()))
                yield 0
            else:
                state.apply_action(random.choice(state.legal_actions()))
                yield 1


def spiel_bots() -> Counts:
    """Its own uniform bots in C++: decisions of a whole game at a time."""
    import pyspiel

    game, seed = pyspiel.load_game("hearts"), 0
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
    while True:
        seed += 1
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        yield 52


def zoo(name: str) -> Callable[[], Counts]:
    def play() -> Counts:
        import importlib

        game = importlib.import_module(f"pettingzoo.classic.{name}").env()
        while True:
            game.reset()
            for _ in game.agent_iter():
                seen, _, over, cut, info = game.last()
                if over or cut:
                    game.step(None)
                    continue
                mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
                game.step(int(random.choice(np.flatnonzero(mask).tolist())))
                yield 1

    return play


def jitted(name: str, n: int) -> Counts:
    """A game of pgx, so many side by side, choices drawn from the mask within the compiled step."""
    import jax
    import pgx
    import pgx.experimental

    game = pgx.make(name)
    step = jax.vmap(pgx.experimental.auto_reset(game.step, game.init))

    @jax.jit
    def many(state: object, key: object) -> object:
        def one(both: tuple, _: object) -> tuple:
            state, key = both
            key, own, next_deals = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            action = jax.random.categorical(own, logits, axis=-1)
            return (step(state, action, jax.random.split(next_deals, n)), key), None

        return jax.lax.scan(one, (state, key), None, length=16)[0]

    both = (jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(1), n)), jax.random.PRNGKey(2))
    while True:
        both = jax.block_until_ready(many(*both))
        yield 16 * n


def rate(counts: Counts) -> float:
    began, done = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        done += next(counts)
    return done / (time.process_time() - began)


contenders: dict[str, Callable[[], Counts]] = {
    "bidlang.Env, Hearts, N = 4096": lambda: env(4096),
    "bidlang.Env, Hearts, N = 256": lambda: env(256),
    "bidlang.Env, Leduc, N = 4096": lambda: env(4096, "leduc_poker"),
    "bidlang.Env, Kuhn, N = 4096": lambda: env(4096, "kuhn_poker"),
    "pgx, Leduc, N = 4096": lambda: jitted("leduc_holdem", 4096),
    "pgx, Kuhn, N = 4096": lambda: jitted("kuhn_poker", 4096),
    "pgx, Sparrow Mahjong, N = 4096": lambda: jitted("sparrow_mahjong", 4096),
    "bidlang.Match, Hearts, from Python": match,
    "pyspiel, Hearts, from Python": spiel_loop,
    "pyspiel, Leduc, from Python": lambda: spiel_loop("leduc_poker"),
    "pyspiel, Hearts, evaluate_bots in C++": spiel_bots,
    "PettingZoo, Texas Hold'em without limit": zoo("texas_holdem_no_limit_v6"),
    "PettingZoo, Texas Hold'em": zoo("texas_holdem_v4"),
    "PettingZoo, Leduc Hold'em": zoo("leduc_holdem_v4"),
}
warnings.simplefilter("ignore")
running: dict[str, Counts] = {}
for name, begin in contenders.items():
    counts = begin()
    try:
        next(counts)
        running[name] = counts
    except ImportError as error:
        print(f"{name}: not installed ({error})")
print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
rates: dict[str, list[float]] = {name: [] for name in running}
for _ in range(3):
    for name, counts in running.items():
        rates[name].append(rate(counts))
for name, found in rates.items():
    print(f"{name}: {statistics.median(found):,.0f} decisions a second ({min(found):,.0f} to {max(found):,.0f})")
