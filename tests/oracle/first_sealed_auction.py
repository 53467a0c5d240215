"""Games of open_spiel's `first_sealed_auction`, a line each. Usage: first_sealed_auction.py [--games N] [--seed S]"""

from common import CHANCE, main


def draw(rng):
    return {"players": rng.randint(2, 10), "max_value": rng.choice([2, 3, 5, 10, 10, 30, 100])}


def player(rng, parameters, dealt):
    """In some games all bid as much or as little as they can, so that bids tie."""
    way = rng.choice([rng.choice, rng.choice, min, max])

    def choose(state, seat, legal):
        return rng.choice(legal) if seat == CHANCE else way(legal)

    return choose


if __name__ == "__main__":
    main("first_sealed_auction", draw, player)
