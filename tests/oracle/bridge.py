"""Compares games/classics/bridge.bid with the game `bridge` of the package open_spiel.

    python tests/oracle/bridge.py BIDLANG [--games N] [--first-seed S]

Each board of a record is played again in open_spiel with the same cards and the same choices. At every decision the
legal choices and the player whose turn it is are compared, at the end of the board its score.

Two ways of making records:
- followed: bidlang plays at random, open_spiel follows (bids end high, nearly every contract is doubled and fails);
- led: open_spiel's legal actions are chosen from so that auctions end low and contracts are made; bidlang replays them.
open_spiel deals one board with dealer 0; here its player is (seat - dealer) mod 4.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

import pyspiel

RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "games", "classics", "bridge.bid")
SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]
STRAINS = SUITS + ["No-trump"]
RANKS = [2, 3, 4, 5, 6, 7, 8, 9, 10, "Jack", "Queen", "King", "Ace"]
PASS, DOUBLE, REDOUBLE, FIRST_BID = 52, 53, 54, 55
VULNERABILITY = ["by-board", "neither", "dealer-side", "other-side", "both"]
# Who is vulnerable on boards 1 to 16: o nobody, n North and South (seats 1, 3), e East and West, b both.
BOARDS = "o n e b n e b o e b o n b o n e".split()


def card_number(card):
    return RANKS.index(card["rank"]) * 4 + SUITS.index(card["suit"])


def card_object(number):
    rank, suit = RANKS[number // 4], SUITS[number % 4]
    return {"card": f"{rank} of {suit}", "suit": suit, "rank": rank}


def action_of(choice):
    act, picks = choice["act"], choice["picks"]
    if act == "play":
        return card_number(picks[0]["cards"][0])
    if act == "bid":
        return FIRST_BID + (picks[0]["value"] - 1) * 5 + STRAINS.index(picks[1]["value"])
    return {"pass": PASS, "double": DOUBLE, "redouble": REDOUBLE}[act]


def choice_of(action):
    if action < PASS:
        return {"act": "play", "picks": [{"cards": [card_object(action)]}]}
    if action >= FIRST_BID:
        level, strain = divmod(action - FIRST_BID, 5)
        return {"act": "bid", "picks": [{"value": level + 1, "kind": "level"}, {"value": STRAINS[strain], "kind": "strain"}]}
    return {"act": {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble"}[action], "picks": []}


def vulnerable(options, number, dealer):
    """Whether the dealer's side and the other side are vulnerable."""
    how = options["vulnerability"]
    if how == "by-board":
        who = BOARDS[(number - 1) % 16]
        mine = "n" if dealer in (1, 3) else "e"
        return who in (mine, "b"), who in ("en"[mine == "e"], "b")
    return how in ("dealer-side", "both"), how in ("other-side", "both")


def new_state(options, number, dealer, hands):
    ours, theirs = vulnerable(options, number, dealer)
    game = pyspiel.load_game("bridge", {"use_double_dummy_result": False, "dealer": 0,
                                        "dealer_vul": ours, "non_dealer_vul": theirs})
    state = game.new_initial_state()
    for i in range(52):
        state.apply_action(card_number(hands[(dealer - 1 + i) % 4][i // 4]))
    return state


def boards_of(lines):
    """Splits a record: options, then for each board its number, dealer, hands, decisions and change of the score."""
    options, boards, dealer, totals, acting = None, [], None, [0] * 4, None
    for line in lines:
        kind = line["line"]
        if kind == "game":
            options = line["options"]
        elif kind == "set" and line["track"] == "dealer":
            dealer = line["value"]
        elif kind == "phase" and line["phase"] == "board":
            boards.append({"number": line["pass"], "dealer": dealer, "hands": [None] * 4, "decisions": [],
                           "before": list(totals), "after": totals, "reasons": []})
        elif kind == "move" and line["to"]["place"] == "hand":
            boards[-1]["hands"][line["to"]["of"] - 1] = line["cards"]
        elif kind == "decision":
            boards[-1]["decisions"].append(line)
        elif kind == "score":
            totals = line["totals"]
            boards[-1]["after"] = totals
            boards[-1]["reasons"].append(line["for"])
        elif kind == "end":
            return options, boards if "winners" in line else None, line.get("stopped")
    return options, None, "no end"


def compare(options, board, counts, differences, where):
    dealer = board["dealer"]
    state = new_state(options, board["number"], dealer, board["hands"])
    for index, decision in enumerate(board["decisions"]):
        counts["decisions"] += 1
        if state.is_terminal():
            differences.append(f"{where}: decision {index} after the end")
            return
        seat = (state.current_player() + dealer - 1) % 4 + 1
        if seat != decision["seat"]:
            differences.append(f"{where}: decision {index}: seat {decision['seat']}, there {seat}")
        ours = sorted(action_of(c) for c in decision["legal"])
        theirs = sorted(state.legal_actions())
        if ours != theirs:
            differences.append(f"{where}: decision {index}: legal {ours}, there {theirs}")
        if decision["forced"] != (len(ours) == 1):
            differences.append(f"{where}: decision {index}: forced {decision['forced']}")
        action = action_of(decision["choice"])
        if action not in theirs:
            differences.append(f"{where}: decision {index}: {action} is not legal there")
            return
        state.apply_action(action)
    if not state.is_terminal():
        differences.append(f"{where}: open_spiel goes on")
        return
    gain = [a - b for a, b in zip(board["after"], board["before"])]
    ours = [gain[s] - gain[(s + 1) % 4] for s in range(4)]
    theirs = [state.returns()[(s + 1 - dealer) % 4] for s in range(4)]
    if ours != theirs:
        differences.append(f"{where}: score {ours}, there {theirs}")
    counts["boards"] += 1
    counts.update("board with " + r for r in board["reasons"] or ["four passes"])


def run(binary, *words):
    out = subprocess.run([binary, "run", RULES, "--format", "jsonl", *words], capture_output=True, text=True)
    return [json.loads(l) for l in out.stdout.splitlines()], out


def led_choices(state, hands, rng):
    """The stronger side bids its longest suit to a chosen level, the others double at times; then that side plays high
    and the others low, so that many contracts are made, slams among them. In one of five boards all is random."""
    points = [sum(max(0, card_number(c) // 4 - 8) for c in hands[p] + hands[(p + 2) % 4]) for p in (0, 1)]
    side = points.index(max(points))
    cards = [card_number(c) for c in hands[side] + hands[side + 2]]
    lengths = [sum(c % 4 == s for c in cards) for s in range(4)]
    strain = rng.choice([lengths.index(max(lengths))] * 3 + [4, rng.randrange(4)])
    goal = FIRST_BID + rng.choice([0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6]) * 5 + strain
    wild, calls = rng.random() < 0.2, []
    while not state.is_terminal():
        legal, player = state.legal_actions(), state.current_player()
        if wild:
            low = [a for a in legal if a <= goal]
            action = rng.choice(low or legal)
        elif legal[0] < PASS:
            better = max if player % 2 == side else min
            action = better(legal, key=lambda a: (a // 4, a % 4))
        elif goal in legal and player % 2 == side:
            action = goal
        else:
            action = rng.choice([a for a in legal if a < FIRST_BID])
        calls.append((player, action, len(legal) == 1))
        state.apply_action(action)
    return calls


def lead(binary, seed, how):
    """One board whose choices are made here; the record that bidlang makes of them."""
    words = ["--seed", str(seed), "--option", "boards=1", "--option", f"vulnerability={how}"]
    lines, out = run(binary, *words)
    options, boards, _ = boards_of(lines)
    if boards is None:
        return lines, out
    dealer, hands = boards[0]["dealer"], boards[0]["hands"]
    turned = hands[dealer - 1:] + hands[:dealer - 1]
    calls = led_choices(new_state(options, 1, dealer, hands), turned, random.Random(seed))
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as file:
        file.write(json.dumps(lines[0]) + "\n")
        for player, action, forced in calls:
            seat = (player + boards[0]["dealer"] - 1) % 4 + 1
            choice = choice_of(action)
            file.write(json.dumps({"line": "decision", "seat": seat, "at_once": False, "forced": forced,
                                   "legal": [choice], "choice": choice}) + "\n")
    lines, out = run(binary, "--replay", file.name)
    os.unlink(file.name)
    return lines, out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first-seed", type=int, default=1)
    args = parser.parse_args()
    counts, differences = Counter(), []
    for seed in range(args.first_seed, args.first_seed + args.games):
        jobs = [("followed", lambda: run(args.binary, "--seed", str(seed), "--option", "boards=16"))]
        jobs += [(f"led, {how}", lambda how=how: lead(args.binary, seed * 5 + i, how)) for i, how in enumerate(VULNERABILITY)]
        for name, job in jobs:
            lines, out = job()
            where = f"seed {seed}, {name}"
            options, boards, stopped = boards_of(lines)
            if boards is None:
                differences.append(f"{where}: stopped: {stopped} {out.stderr.strip()[:200]}")
                continue
            counts["games " + name.split(",")[0]] += 1
            for board in boards:
                compare(options, board, counts, differences, f"{where}, board {board['number']}")
    for key in sorted(counts):
        print(f"{key:40} {counts[key]}")
    print(f"{'differences':40} {len(differences)}")
    for line in differences[:10]:
        print("  " + line)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
