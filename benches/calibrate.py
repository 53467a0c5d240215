"""Decisions per second of open_spiel's Hearts, played by random bots of two lines: what the hand-written games are compared with.

    pip install open_spiel==2.0.2
    python benches/calibrate.py [SECONDS]

Every decision counts, also those with one legal action, as in `ratios`. A game is one deal, with or without passing as chance has it.
"""

import random
import statistics
import sys
import time

import pyspiel


class Uniform(pyspiel.Bot):
    """Takes a legal action at random."""

    def restart_at(self, state):
        pass

    def step(self, state):
        return random.choice(state.legal_actions())


def decisions(state) -> int:
    """How many actions of a game were the players', not chance's."""
    return sum(action.player >= 0 for action in state.full_history())


def measure(seconds: float) -> float:
    """Decisions per second of the processor's time, over games played for so long."""
    game = pyspiel.load_game("hearts")
    bots = [Uniform() for _ in range(game.num_players())]
    states, begin = [], time.process_time()
    while time.process_time() - begin < seconds:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, len(states))
        states.append(state)
    spent = time.process_time() - begin
    return sum(map(decisions, states)) / spent


if __name__ == "__main__":
    length = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    rates = [measure(length) for _ in range(5)]
    print(f"open_spiel's hearts: {statistics.median(rates):,.0f} decisions/s")
    print("rounds: " + ", ".join(f"{rate:,.0f}" for rate in rates))
