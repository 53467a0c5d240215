"""Games of open_spiel's `goofspiel`, a line each. Usage: goofspiel.py [--games N] [--seed S]"""

from common import CHANCE, main


def draw(rng):
    numbers = rng.randint(2, 13)
    # Not num_cards - 1: open_spiel 2.0.2 then plays the last card by itself, and the game never ends.
    turns = rng.choice([-1, -1, *range(1, numbers - 1)])
    return {
        "players": rng.randint(2, 8),
        "num_cards": numbers,
        "num_turns": turns,
        "points_order": rng.choice(["random", "ascending", "descending"]),
        "returns_type": rng.choice(["win_loss", "total_points", "point_difference"]),
        "imp_info": rng.random() < 0.5,
    }


def player(rng, parameters, dealt):
    """In some games all are greedy or all bid low, so that many bids tie."""
    way = rng.choice([rng.choice, rng.choice, min, max])

    def choose(state, seat, legal):
        return way(legal) if seat != CHANCE and rng.random() < 0.8 else rng.choice(legal)

    return choose


if __name__ == "__main__":
    main("goofspiel", draw, player)
