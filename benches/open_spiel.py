#!/usr/bin/env python3
"""Decisions a second of the engine against open_spiel, where its C++ plays with its own C++ uniform bots: both in one run, in turns.

    pip install open_spiel==2.0.2
    cargo build --release -p bidlang-benches --bin work
    python3 benches/open_spiel.py [ROUNDS [SECONDS]]

Both play whole games with random players; every decision counts, forced ones too. Time is that of the processor. What the engine needs to
read the file is taken off: a run of few decisions is subtracted. Chance that open_spiel draws card by card belongs to its games, as dealing does to
ours. Bridge is played out, not decided by double dummy.
"""

import pathlib
import resource
import statistics
import subprocess
import sys
import time

import pyspiel

WORK = pathlib.Path(__file__).resolve().parent.parent / "target" / "release" / "work"
# Our file, how many play, theirs, and how many times as quick is wanted.
GAMES = [
    ("classics/hearts", 4, "hearts", 10),
    ("classics/euchre", 4, "euchre", 8),
    ("classics/oh_hell", 3, "oh_hell(players=3)", 8),
    ("classics/bridge", 4, "bridge(use_double_dummy_result=false)", 5),
    ("classics/skat", 3, "skat_game" if "skat_game" in pyspiel.registered_names() else "skat", 4),
    ("classics/goofspiel", 2, "goofspiel", 5),
]
FEW = 1_000


def theirs(name: str, seconds: float) -> float:
    """Decisions a second of open_spiel."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(game.num_players())]
    states, begin = [], time.process_time()
    while time.process_time() - begin < seconds:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, len(states))
        states.append(state)
    spent = time.process_time() - begin
    return sum(sum(action.player >= 0 for action in state.full_history()) for state in states) / spent


def played(name: str, players: int, decisions: int) -> tuple[int, float]:
    """Decisions that were played, and the processor time for them."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([WORK, name, str(players), str(decisions)], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return int(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(name: str, players: int, seconds: float) -> float:
    """Decisions a second of the engine."""
    few, many = played(name, players, FEW), played(name, players, int(4_000_000 * seconds))
    return (many[0] - few[0]) / (many[1] - few[1])


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    print(f"{'game':22} {'open_spiel':>12} {'bidlang':>14} {'times':>7} {'least':>7} {'wanted':>7}")
    for name, players, other, wanted in GAMES:
        rates = [(theirs(other, seconds), ours(name, players, seconds)) for _ in range(rounds)]
        times = [our / their for their, our in rates]
        their, our = (statistics.median(rate) for rate in zip(*rates))
        print(f"{name:22} {their:>12,.0f} {our:>14,.0f} {statistics.median(times):>7.1f} {min(times):>7.1f} {wanted:>7}", flush=True)


if __name__ == "__main__":
    main()
