"""Games of open_spiel's `kuhn_poker`, a line each. Usage: kuhn_poker.py [--games N] [--seed S]"""

from common import main


def draw(rng):
    return {"players": rng.choice([2, 3])}


def player(rng, parameters, dealt):
    """All at random."""
    return lambda state, seat, legal: rng.choice(legal)


if __name__ == "__main__":
    main("kuhn_poker", draw, player)
