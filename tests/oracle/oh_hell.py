"""Games of open_spiel's `oh_hell`, a line each. Usage: oh_hell.py [--games N] [--seed S]"""

from common import CHANCE, main

# Short packs, so that few different setups have to be compiled: suits and cards of each.
PACKS = [(4, 13), (4, 13), (4, 13), (4, 8), (4, 2), (3, 13), (3, 5), (2, 7), (2, 13), (1, 13), (1, 9)]


def draw(rng):
    players = rng.randint(3, 7)
    suits, length = rng.choice([pack for pack in PACKS if pack[0] * pack[1] > players])
    most = (suits * length - 1) // players
    return {
        "players": players,
        "num_suits": suits,
        "num_cards_per_suit": length,
        "num_tricks_fixed": rng.choice([-1, rng.randint(1, most)]),
        "off_bid_penalty": rng.random() < 0.5,
        "points_per_trick": rng.choice([1, 1, 3, 10]),
    }


def player(rng, parameters, dealt):
    """In half of the games predictions are near to the fair share, so that many are met."""
    cards = parameters["num_suits"] * parameters["num_cards_per_suit"]
    modest = rng.random() < 0.5

    def choose(state, seat, legal):
        if modest and seat != CHANCE and legal[0] >= cards:
            share = dealt[0] / parameters["players"]
            return min(legal, key=lambda action: (abs(action - cards - share), rng.random()))
        return rng.choice(legal)

    return choose


if __name__ == "__main__":
    main("oh_hell", draw, player)
