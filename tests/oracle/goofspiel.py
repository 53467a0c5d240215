"""Goofspiel: games of bidlang, followed in open_spiel. Usage: goofspiel.py [GAMES]"""

import random
import sys

import pyspiel

from common import Tally, cards_of, record

ORDERS = {"shuffled": "random", "rising": "ascending", "falling": "descending"}


def returns(kind, end):
    scores, winners, players = end["scores"], end["winners"], len(end["scores"])
    if kind == "total_points":
        return [float(score) for score in scores]
    if kind == "point_difference":
        return [score - sum(scores) / players for score in scores]
    if len(winners) == players:
        return [0.0] * players
    return [1 / len(winners) if seat in winners else -1 / (players - len(winners)) for seat in range(1, players + 1)]


def compare(tally, seed, rng):
    players = rng.randint(2, 8)
    numbers = rng.randint(2, 13)
    # Not 1: open_spiel 2.0.2 plays the last card by itself where num_turns is num_cards - 1 too, and then never ends.
    left_over = rng.choice([0, 0] + list(range(2, numbers)))
    order = rng.choice(list(ORDERS))
    options = {"numbers": numbers, "left-over": left_over, "prize-order": order, "tied-prize": "lost"}
    kind = rng.choice(["win_loss", "total_points", "point_difference"])
    lines = record("goofspiel", seed, players, options)
    parameters = {
        "players": players,
        "num_cards": numbers,
        "num_turns": numbers - left_over if left_over else -1,
        "points_order": ORDERS[order],
        "returns_type": kind,
    }
    tally.context = f"seed {seed} {players} players {options}"
    state = pyspiel.load_game("goofspiel", parameters).new_initial_state()
    pending = []
    for line in lines:
        if line["line"] == "move" and line["to"]["place"] == "lot" and line["from"]["place"] == "prizes":
            prize = line["cards"][0]["rank"]
            if state.is_terminal():
                continue
            if state.is_chance_node():
                tally.same("prizes", prize - 1 in state.legal_actions(), True)
                state.apply_action(prize - 1)
            shown = [int(word) for word in str(state).split("Point card sequence: ")[1].splitlines()[0].split()]
            tally.same("prizes", prize, shown[-1])
        elif line["line"] == "decision":
            bids = sorted(cards_of(choice)[0]["rank"] - 1 for choice in line["legal"])
            seat = line["seat"] - 1
            if state.is_terminal():
                # open_spiel plays the last card of everybody by itself.
                tally.same("last cards", line["forced"], True)
                continue
            tally.same("legal sets", bids, state.legal_actions(seat))
            pending.append(cards_of(line["choice"])[0]["rank"] - 1)
            if len(pending) == players:
                state.apply_actions(pending)
                pending = []
        elif line["line"] == "unsold":
            tally.count("(of these: tied prizes)")
    tally.same("ends", True, state.is_terminal())
    ours = [round(value, 9) for value in returns(kind, lines[-1])]
    tally.same("returns", ours, [round(value, 9) for value in state.returns()])


def main():
    tally = Tally("goofspiel")
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 500):
        compare(tally, seed, random.Random(seed))
        tally.count("games")
    tally.finish()


main()
