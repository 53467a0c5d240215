"""Hearts: every deal of games of bidlang, followed in open_spiel. Usage: hearts.py [GAMES]"""

import itertools
import random
import sys

import pyspiel

from common import Tally, cards_of, record, word

SUITS = {"Clubs": "C", "Diamonds": "D", "Hearts": "H", "Spades": "S"}
# open_spiel numbers the directions by the seats that cards go to the left.
DISTANCE = {1: 1, 2: 3, 3: 2, 0: 0}


def compare(tally, seed, rng):
    parameters = {
        "pass_cards": rng.random() < 0.8,
        "no_pts_on_first_trick": rng.random() < 0.5,
        "can_lead_any_club": rng.random() < 0.5,
        "jd_bonus": rng.random() < 0.5,
        "avoid_all_tricks_bonus": rng.random() < 0.5,
        "must_break_hearts": rng.random() < 0.8,
        "qs_breaks_hearts": rng.random() < 0.5,
        "can_lead_hearts_instead_of_qs": rng.random() < 0.5,
    }
    options = {
        "passing": word(parameters["pass_cards"]),
        "points-in-first-trick": word(not parameters["no_pts_on_first_trick"]),
        "any-club-leads": word(parameters["can_lead_any_club"]),
        "jack-bonus": word(parameters["jd_bonus"]),
        "no-trick-bonus": word(parameters["avoid_all_tricks_bonus"]),
        "hearts-must-be-broken": word(parameters["must_break_hearts"]),
        "queen-breaks-hearts": word(parameters["qs_breaks_hearts"]),
        "hearts-in-place-of-queen": word(parameters["can_lead_hearts_instead_of_qs"]),
    }
    # Low cards from three seats and any from the fourth: so the moon is shot now and then.
    low = rng.sample([1, 2, 3, 4], rng.choice([0, 0, 3]))
    lines = record("hearts", seed, 4, options, [f"{seat}=first" for seat in low])
    game = pyspiel.load_game("hearts", parameters)
    sample = game.new_initial_state()
    sample.apply_action(0)
    number = {sample.action_to_string(pyspiel.PlayerId.CHANCE, action): action for action in range(52)}

    def action(card):
        rank = str(card["rank"])
        return number[("T" if rank == "10" else rank[0]) + SUITS[card["suit"]]]

    state, passing, before, totals = None, [], [0] * 4, [0] * 4
    deal = 0

    def finish():
        tally.same("ends of deals", True, state.is_terminal())
        points = [26 - value for value in state.returns()]
        tally.same("scores of deals", [now - then for now, then in zip(totals, before)], points)
        if any(reason == "the shot of another" for reason in reasons):
            tally.count("(of these: moons shot)")

    for line in lines:
        if line["line"] == "phase":
            if state is not None:
                finish()
            deal, before, passing, reasons = line["pass"], list(totals), [], []
            tally.context = f"seed {seed} deal {deal} {options}"
        elif line["line"] == "shuffle":
            state = game.new_initial_state()
            state.apply_action(DISTANCE[deal % 4] if parameters["pass_cards"] else 0)
            hands = []
        elif line["line"] == "move" and line["from"]["place"] == "stock":
            hands.append([action(card) for card in line["cards"]])
            if len(hands) == 4:
                for card in itertools.chain.from_iterable(zip(*hands)):
                    state.apply_action(card)
        elif line["line"] == "decision" and line["at_once"]:
            legal = {tuple(sorted(action(card) for card in cards_of(choice))) for choice in line["legal"]}
            tally.same("seats", line["seat"] - 1, state.current_player())
            tally.same("legal passes", legal, set(itertools.combinations(state.legal_actions(), 3)))
            for card in cards_of(line["choice"]):
                state.apply_action(action(card))
        elif line["line"] == "decision":
            legal = sorted(action(cards_of(choice)[0]) for choice in line["legal"])
            tally.same("seats", line["seat"] - 1, state.current_player())
            if not tally.same("legal plays", legal, state.legal_actions()):
                chosen = action(cards_of(line["choice"])[0])
                if chosen not in state.legal_actions():
                    return
            state.apply_action(action(cards_of(line["choice"])[0]))
        elif line["line"] == "score":
            totals = line["totals"]
            reasons.append(line["for"])
            if line["points"] < 0:
                tally.count(f"(of these: {line['for']})")
    finish()


def main():
    tally = Tally("hearts")
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 200):
        compare(tally, seed, random.Random(seed))
        tally.count("games")
    tally.finish()


main()
