"""Games of open_spiel's `leduc_poker`, a line each. Usage: leduc_poker.py [--games N] [--seed S]"""

from common import CHANCE, main

FOLD = 0


def draw(rng):
    return {"players": 2, "starting_player": rng.randrange(2)}


def player(rng, parameters, dealt):
    """All at random, but in most games nobody folds, so that cards are shown."""
    brave = rng.random() < 0.7

    def choose(state, seat, legal):
        return rng.choice([action for action in legal if seat == CHANCE or not brave or action != FOLD])

    return choose


if __name__ == "__main__":
    main("leduc_poker", draw, player)
