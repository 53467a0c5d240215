"""Games of open_spiel's `cribbage`, a line each. Usage: cribbage.py [--games N] [--seed S]"""

from common import CHANCE, main

CARDS = 52


def draw(rng):
    return {"players": rng.choice([2, 2, 3, 4])}


def suits(action):
    """The suits of what is laid away."""
    cards = [action] if action < CARDS else divmod(action - CARDS, CARDS)
    return sorted(card // 13 for card in cards)


def player(rng, parameters, dealt):
    """At random, or cards of one suit are laid away, so that the crib has a flush, and a pair or a neighbour is laid."""
    suited, near, wanted, laid = rng.random() < 0.5, rng.random() < 0.5, rng.randrange(4), [0]

    def choose(state, seat, legal):
        if seat == CHANCE or len(legal) == 1:
            return rng.choice(legal)
        if "Phase: Card" in str(state):
            return min(legal, key=lambda action: (sum(suit != wanted for suit in suits(action)), rng.random())) if suited else rng.choice(legal)
        # Aces are 0: the card that is next to the one laid last.
        card = min(legal, key=lambda card: (abs(card % 13 - laid[0]), rng.random())) if near else rng.choice(legal)
        laid[0] = card % 13
        return card

    return choose


if __name__ == "__main__":
    main("cribbage", draw, player)
