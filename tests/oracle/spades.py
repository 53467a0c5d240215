"""Games of open_spiel's `spades`, a line each. Usage: spades.py [--games N] [--seed S]"""

from common import CHANCE, main

FIRST_BID = 52


def draw(rng):
    return {}


def player(rng, parameters, dealt):
    """Bids at random, near to the fair share, low, or often nil; who bid nil plays low, and the others high or at random.
    In some games one seat gets low cards, so that a nil is made."""
    way, bids = rng.choice(["random", "fair", "low", "nil", "nil"]), {}
    wild, poor = rng.random() < 0.3, rng.choice([None, 0, 1, 2, 3])

    def choose(state, seat, legal):
        if seat == CHANCE:
            return min(rng.choices(legal, k=5), key=lambda card: card % 13) if len(dealt) % 4 == poor else rng.choice(legal)
        if legal[0] >= FIRST_BID:
            if way == "nil" and (seat == poor or rng.random() < 0.3):
                bid = FIRST_BID
            elif way in ("fair", "nil"):
                bid = min(legal[-1], FIRST_BID + rng.choice([2, 3, 3, 3, 4]))
            elif way == "low":
                bid = min(legal[-1], FIRST_BID + rng.choice([0, 1, 1, 2]))
            else:
                bid = rng.choice(legal)
            bids[seat] = bid - FIRST_BID
            return bid
        if wild:
            return rng.choice(legal)
        return (min if bids[seat] == 0 else max)(legal, key=lambda card: (card % 13, rng.random()))

    return choose


if __name__ == "__main__":
    main("spades", draw, player)
