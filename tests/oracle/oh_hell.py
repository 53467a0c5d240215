"""Oh Hell: every deal of games of bidlang, followed in open_spiel. Usage: oh_hell.py [GAMES]"""

import itertools
import random
import sys

import pyspiel

from common import RANKS, Tally, cards_of, record

SUITS = ["Clubs", "Diamonds", "Spades", "Hearts"]


def compare(tally, seed, rng):
    players = rng.randint(3, 7)
    while True:
        suits, length = rng.choice([(4, 13), (rng.randint(1, 4), rng.randint(2, 13))])
        if suits * length > players:
            break
    points, penalty = rng.choice([1, 1, rng.randint(1, 10)]), rng.random() < 0.5
    options = {
        "suits": suits,
        "cards-per-suit": length,
        "schedule": rng.choice(["there-and-back", "falling", "rising", "one-deal"]),
        "largest-hand": rng.choice([10, rng.randint(1, 17)]),
        "hook": "yes",
        "trick-points": points,
        "missed": "penalty" if penalty else "tricks",
    }
    lines = record("oh_hell", seed, players, options)

    def action(card):
        # A short pack keeps its high cards here, its low ones there.
        rank = RANKS.index(str(card["rank"])) - (len(RANKS) - length)
        return rank * suits + SUITS.index(card["suit"])

    largest = min(options["largest-hand"], (suits * length - 1) // players)
    up = list(range(1, largest + 1))
    sizes = {
        "there-and-back": up[:0:-1] + up,
        "falling": up[::-1],
        "rising": up,
        "one-deal": [largest],
    }[options["schedule"]]

    state, totals, before = None, [0] * players, [0] * players
    dealer, next_dealer, deal = None, None, 0

    def finish():
        tally.same("ends of deals", True, state.is_terminal())
        tally.same("scores of deals", [now - then for now, then in zip(totals, before)], [int(x) for x in state.returns()])

    for line in lines:
        if line["line"] == "draw" and line["track"] == "dealer":
            next_dealer = line["seat"]
        elif line["line"] == "set" and line["track"] == "dealer":
            next_dealer = line["value"]
        elif line["line"] == "phase":
            if state is not None:
                finish()
            deal = line["pass"]
        elif line["line"] == "shuffle":
            size = sizes[deal - 1]
            dealer, before, hands = next_dealer, list(totals), []
            tally.context = f"seed {seed} deal {deal} of {size} {players} players {options}"
            state = pyspiel.load_game("oh_hell", {
                "players": players,
                "num_suits": suits,
                "num_cards_per_suit": length,
                "num_tricks_fixed": size,
                "off_bid_penalty": penalty,
                "points_per_trick": points,
            }).new_initial_state()
            state.apply_action(size)
            state.apply_action(dealer - 1)
        elif line["line"] == "move" and line["to"]["place"] in ("hand", "turn-up"):
            hands.append([action(card) for card in line["cards"]])
            if len(hands) == players:
                for card in itertools.chain.from_iterable(zip(*hands)):
                    state.apply_action(card)
            elif len(hands) > players:
                state.apply_action(hands[-1][0])
        elif line["line"] == "decision":
            tally.same("seats", line["seat"] - 1, state.current_player())
            if line["choice"]["act"] == "predict":
                base = suits * length
                legal = [base + choice["picks"][0]["number"] for choice in line["legal"]]
                chosen = base + line["choice"]["picks"][0]["number"]
                what = "legal predictions"
            else:
                legal = [action(cards_of(choice)[0]) for choice in line["legal"]]
                chosen = action(cards_of(line["choice"])[0])
                what = "legal plays"
            if not tally.same(what, sorted(legal), state.legal_actions()) and chosen not in state.legal_actions():
                return
            state.apply_action(chosen)
        elif line["line"] == "score":
            totals = line["totals"]
            if line["for"] == "the prediction met":
                tally.count("(of these: predictions met)")
    finish()
    tally.same("numbers of deals", deal, len(sizes))


def main():
    tally = Tally("oh_hell")
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 300):
        compare(tally, seed, random.Random(seed))
        tally.count("games")
    tally.finish()


main()
