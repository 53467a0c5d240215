"""Games of open_spiel's `dou_dizhu`, a line each. Usage: dou_dizhu.py [--games N] [--seed S]"""

from bisect import bisect_right
from collections import Counter

from common import CHANCE, main

DECK, PASS, BOMB, ROCKET = 51, 0, 26043, 26056
# Where the sorts of what may be laid begin.
SORTS = [1, 4, 19, 55, 68, 120, 133, 315, 471, 516, 23104, BOMB, ROCKET]


def draw(rng):
    return {}


def rank(action):
    """What a dealt card is, suits apart."""
    card = action - DECK
    return card % 13 if card < 52 else card - 39


def player(rng, parameters, dealt):
    """Cards of one rank often come to one seat, so that there are bombs and triplets in a row. Choices are made at random,
    or as many cards as can be are laid. The package lets bombs be laid on a rocket, which no rule knows: nobody does."""
    rich, bold, shy = rng.random() < 0.7, rng.random() < 0.5, rng.random() < 0.1
    hands, rocket = [Counter(), Counter(), Counter()], []

    def choose(state, seat, legal):
        if seat == CHANCE:
            if legal[0] < DECK:
                return rng.choice(legal)
            hand = hands[(len(dealt) - 1) % 3]
            action = max(rng.choices(legal, k=4 if rich else 1), key=lambda action: hand[rank(action)])
            hand[rank(action)] += 1
            return action
        if legal[-1] <= PASS + 3:
            return PASS if shy else rng.choice(legal)
        if PASS not in legal:
            rocket.clear()
        elif rocket:
            return PASS
        # One of a sort, each as likely as the others, or the longest; bombs are spared at times.
        some = [action for action in legal if action != PASS and action < BOMB] or legal
        some = some if rng.random() < 0.6 else legal
        sorts = sorted({bisect_right(SORTS, action) for action in some})
        sort = sorts[-1] if bold and rng.random() < 0.6 else rng.choice(sorts)
        action = rng.choice([action for action in some if bisect_right(SORTS, action) == sort])
        if action == ROCKET:
            rocket.append(seat)
        return action

    return choose


if __name__ == "__main__":
    main("dou_dizhu", draw, player)
