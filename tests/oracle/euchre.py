"""Compares games/classics/euchre.bid with the game `euchre` of the package open_spiel.

    python tests/oracle/euchre.py BIDLANG [--games N] [--first-seed S]

Each hand of a record is played again in open_spiel with the same cards and the same choices. At every decision the
legal choices and the player whose turn it is are compared, at the end of the hand its score.

The package asks for playing alone after the discard, keeps the turned card in the dealer's hand and, with lone
defenders, asks for them at every hand; the options `alone-said`, `turned-card` and `lone-defender` say the same. Games
with `alone-said` at its default are compared too: the answer is given to the package after the discard.
"""
import argparse
import itertools
import json
import os
import subprocess
import sys
from collections import Counter

import pyspiel

RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "games", "classics", "euchre.bid")
SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]
RANKS = [9, 10, "Jack", "Queen", "King", "Ace"]
PASS, FIRST_TRUMP, ALONE, PARTNER = 24, 25, 29, 30


def card_number(card):
    return RANKS.index(card["rank"]) * 4 + SUITS.index(card["suit"])


def action_of(choice, turned, step):
    act, picks = choice["act"], choice["picks"]
    if act in ("play", "discard"):
        return card_number(picks[0]["cards"][0])
    if act == "order-up":
        return FIRST_TRUMP + SUITS.index(turned["suit"])
    if act == "name":
        return FIRST_TRUMP + SUITS.index(picks[0]["value"])
    if act == "play-alone":
        return ALONE if picks[0]["answer"] else PARTNER
    if act == "defend-alone":
        return ALONE
    return PARTNER if step == "defence" else PASS


def hands_of(lines):
    """Splits a record: options, then for each hand its dealer, cards, decisions and change of the score."""
    options, hands, dealer, totals = None, [], None, [0] * 4
    for line in lines:
        kind = line["line"]
        if kind == "game":
            options = line["options"]
        elif kind in ("set", "draw") and line["track"] == "dealer":
            dealer = line["value" if kind == "set" else "seat"]
        elif kind == "phase" and line["phase"] == "round":
            hands.append({"number": line["pass"], "dealer": dealer, "cards": [None] * 4, "decisions": [],
                          "before": totals, "after": totals, "reason": "nothing"})
        elif kind == "move" and line["from"]["place"] == "stock" and line["to"]["place"] == "hand":
            hands[-1]["cards"][line["to"]["of"] - 1] = line["cards"]
        elif kind == "move" and line["from"]["place"] == "stock" and line["to"]["place"] == "turned":
            hands[-1]["turned"] = line["cards"][0]
        elif kind == "decision":
            hands[-1]["decisions"].append(line)
        elif kind == "score":
            totals = line["totals"]
            hands[-1]["after"] = totals
            hands[-1]["reason"] = f"{line['points']} for {line['for']}"
        elif kind == "end":
            return options, hands if "winners" in line else None, line.get("stopped")
    return options, None, "no end"


def in_the_order_of_the_package(decisions):
    """The answer about playing alone after the discard."""
    decisions = list(decisions)
    for i in range(len(decisions) - 1):
        if decisions[i]["choice"]["act"] == "play-alone" and decisions[i + 1]["choice"]["act"] == "discard":
            decisions[i], decisions[i + 1] = decisions[i + 1], decisions[i]
    return decisions


def compare(options, hand, counts, differences, where):
    game = pyspiel.load_game("euchre", {"stick_the_dealer": options["stick-the-dealer"] == "yes",
                                        "allow_lone_defender": options["lone-defender"] == "yes"})
    state = game.new_initial_state()
    dealer, turned = hand["dealer"] - 1, hand["turned"]
    state.apply_action(dealer)
    for i in range(20):
        state.apply_action(card_number(hand["cards"][(dealer + i) % 4][i // 4]))
    state.apply_action(card_number(turned))
    step = "call"
    for index, decision in enumerate(in_the_order_of_the_package(hand["decisions"])):
        counts["decisions"] += 1
        if state.is_terminal():
            differences.append(f"{where}: decision {index} after the end")
            return
        if state.current_player() + 1 != decision["seat"]:
            differences.append(f"{where}: decision {index}: seat {decision['seat']}, there {state.current_player() + 1}")
        ours = sorted(action_of(c, turned, step) for c in decision["legal"])
        theirs = sorted(state.legal_actions())
        action = action_of(decision["choice"], turned, step)
        act = decision["choice"]["act"]
        if act == "discard" and options["turned-card"] == "may-be-discarded":
            theirs = sorted(theirs + [card_number(turned)])
            if action == card_number(turned):
                counts["hands not compared (turned card discarded)"] += 1
                return
        if ours != theirs:
            differences.append(f"{where}: decision {index}, {act}: legal {ours}, there {theirs}")
        if action not in state.legal_actions():
            return
        state.apply_action(action)
        if act == "play-alone":
            step = "defence"
        elif act == "play":
            step = "play"
    if not state.is_terminal():
        differences.append(f"{where}: open_spiel goes on")
        return
    gain = [a - b for a, b in zip(hand["after"], hand["before"])]
    ours = [gain[s] - gain[(s + 1) % 4] for s in range(4)]
    if ours != state.returns():
        differences.append(f"{where}: score {ours}, there {state.returns()}")
    counts["hands"] += 1
    counts["hand with " + hand["reason"]] += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--games", type=int, default=50, help="of each combination of options")
    parser.add_argument("--first-seed", type=int, default=1)
    args = parser.parse_args()
    counts, differences = Counter(), []
    choices = {"stick-the-dealer": ["no", "yes"], "alone-said": ["with-the-call", "after-the-discard"],
               "turned-card": ["may-be-discarded", "is-kept"], "lone-defender": ["no", "yes"]}
    for setting in itertools.product(*choices.values()):
        words = [w for name, value in zip(choices, setting) for w in ("--option", f"{name}={value}")]
        for seed in range(args.first_seed, args.first_seed + args.games):
            out = subprocess.run([args.binary, "run", RULES, "--format", "jsonl", "--seed", str(seed), *words],
                                 capture_output=True, text=True)
            options, hands, stopped = hands_of(json.loads(l) for l in out.stdout.splitlines())
            where = f"seed {seed} {' '.join(setting)}"
            if hands is None:
                differences.append(f"{where}: stopped: {stopped} {out.stderr.strip()[:200]}")
                continue
            counts["games"] += 1
            for hand in hands:
                compare(options, hand, counts, differences, f"{where}, hand {hand['number']}")
    for key in sorted(counts):
        print(f"{key:45} {counts[key]}")
    print(f"{'differences':45} {len(differences)}")
    for line in differences[:10]:
        print("  " + line)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
