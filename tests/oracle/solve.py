"""What `bidlang solve` finds, held against open_spiel: its strategies are put into open_spiel's own games, whose best responses say
what they are worth; and open_spiel's own CFR+ solves the same games. Usage: solve.py [--bidlang PATH] [--iterations N] [GAME ...]"""

import argparse
import importlib.metadata
import json
import subprocess
import sys

import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import expected_game_score, exploitability

SEATS = ["Ann", "Ben"]


class Kuhn:
    file, options, game = "games/classics/kuhn_poker.bid", [], "kuhn_poker"
    actions = {"pass": 0, "fold": 0, "bet": 1, "call": 1}

    @staticmethod
    def situation(history, seat):
        parts = ["with " + ["Jack", "Queen", "King"][history[seat]]]
        bet = False
        for number, action in enumerate(history[2:]):
            word = "calls" if bet and action else "folds" if bet else "bets" if action else "passes"
            bet = bet or word == "bets"
            parts.append(f"{SEATS[number % 2]} {word}")
        return parts if len(parts) > 1 else parts + ["first to act"]


class Leduc:
    file, options, game = "games/classics/leduc_poker.bid", [], "leduc_poker"
    actions = {"fold": 0, "call": 1, "pass": 1, "raise": 2}

    @staticmethod
    def situation(history, seat):
        def card(number):
            return ["Jack", "Queen", "King"][number // 2] + " of " + ["Hearts", "Spades"][number % 2]

        parts = ["with " + card(history[seat])]
        stakes, turn, passed, table = [1, 1], 0, 0, False
        for action in history[2:]:
            if passed == 2:
                parts.append(f"table: {card(action)}")
                turn, passed, table = 0, 0, True
                continue
            due = max(stakes) > stakes[turn]
            parts.append(f"{SEATS[turn]} " + ("raises" if action == 2 else "folds" if action == 0 else "calls" if due else "passes"))
            stakes[turn] = max(stakes) + (4 if table else 2) * (action == 2)
            passed = 1 if action == 2 else passed + 1
            turn = 1 - turn
        return parts if len(parts) > 1 else parts + ["first to act"]


class Goofspiel:
    """With secret bids: of open ones the package's states leave out who bid what for which prize."""

    file = "games/classics/goofspiel.bid"
    options = ["--option", "numbers=4", "--option", "tied-prize=lost", "--option", "hidden-bids=yes"]
    game = (
        "turn_based_simultaneous_game(game=goofspiel(num_cards=4,imp_info=true,points_order=random,"
        "returns_type=point_difference))"
    )
    actions = {f"bid {card} of Bid": card - 1 for card in range(1, 5)}

    @staticmethod
    def found(at):
        """Of all that was told the prizes, one's own bids and who won."""
        told = [line for line in at["told"] if line.startswith(("prizes to lot: ", f"{at['name']} bids ")) or " wins" in line]
        return [line.removeprefix("prizes to ") for line in told]

    @staticmethod
    def situation(history, seat):
        parts = []
        for at in range(0, len(history), 3):
            prize, bids = history[at], history[at + 1 : at + 3]
            parts.append(f"lot: {prize + 1} of Prize")
            if len(bids) == 2:
                parts.append(f"{SEATS[seat]} bids {bids[seat] + 1} of Bid")
                best = [name for name, bid in zip(SEATS, bids) if bid == max(bids)]
                parts.append("nobody wins" if len(best) == 2 else f"{best[0]} wins the auction")
        return parts


class Auction:
    file, options = "games/classics/first_sealed_auction.bid", ["--option", "limit=6"]
    game = "zerosum(game=first_sealed_auction(max_value=6))"
    actions = {f"bid {bid}": bid for bid in range(0, 6)}

    @staticmethod
    def situation(history, seat):
        return [f"estimate of {SEATS[seat]} is {history[seat]}"]


GAMES = {"kuhn": Kuhn, "leduc": Leduc, "goofspiel": Goofspiel, "auction": Auction}


def solved(bidlang, about, iterations):
    """What the command says."""
    call = [bidlang, "solve", about.file, *about.options, "--iterations", str(iterations), "--until", "1e-12"]
    return json.loads(subprocess.run([*call, "--quiet", "--format", "json"], check=True, capture_output=True).stdout)


def taken_over(game, about, found):
    """Its strategies as a policy of open_spiel; decisions with one choice are no situations there."""
    words = getattr(about, "found", lambda at: at["situation"].split(", "))
    known = {(at["seat"] - 1, ", ".join(words(at))): at["choices"] for at in found["strategy"]}
    assert len(known) == len(found["strategy"])
    policy, used = policies.TabularPolicy(game), set()
    for state in policy.states:
        seat, legal = state.current_player(), state.legal_actions()
        row = policy.policy_for_key(state.information_state_string())
        row[:] = 0
        if len(legal) == 1:
            row[legal[0]] = 1
            continue
        key = (seat, ", ".join(about.situation(state.history(), seat)))
        choices = known[key]
        used.add(key)
        assert sorted(about.actions[choice["words"]] for choice in choices) == sorted(legal), key
        shares = [choice["share"] for choice in choices]
        for choice, share in zip(choices, shares):
            row[about.actions[choice["words"]]] = 1 / len(shares) if share is None else share
    assert used == set(known), f"{len(set(known) - used)} situations are none of open_spiel's"
    return policy


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bidlang", default="target/release/bidlang")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    args = parser.parse_args()
    print(f"open_spiel {importlib.metadata.version('open_spiel')}, {args.iterations} iterations")
    print("game | value | by open_spiel | exploitability | by open_spiel | CFR+ of open_spiel: value | exploitability")
    apart = 0.0
    for name in args.games:
        about = GAMES[name]
        game = pyspiel.load_game(about.game)
        found = solved(args.bidlang, about, args.iterations)
        last = found["course"][-1]
        policy = taken_over(game, about, found)
        value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
        exploited = exploitability.exploitability(game, policy)
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(args.iterations):
            solver.evaluate_and_update_policy()
        theirs = solver.average_policy()
        their_value = pyspiel.expected_returns(game.new_initial_state(), theirs, -1, False)[0]
        their_exploited = pyspiel.exploitability(game, theirs)
        row = [last["value"], value, last["exploitability"], exploited, their_value, their_exploited]
        print(" | ".join([name, *(f"{number:.9f}" for number in row)]), flush=True)
        apart = max(apart, abs(row[0] - row[1]), abs(row[2] - row[3]))
    print(f"largest difference of the same strategies: {apart:.1e}")
    return 1 if apart > 1e-6 else 0


if __name__ == "__main__":
    sys.exit(main())
