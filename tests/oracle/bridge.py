"""Games of open_spiel's `bridge`, a line each. Usage: bridge.py [--games N] [--seed S]"""

from common import CHANCE, main

PASS, FIRST_BID = 52, 55


def draw(rng):
    return {
        "use_double_dummy_result": False,
        "dealer": rng.randrange(4),
        "dealer_vul": rng.random() < 0.5,
        "non_dealer_vul": rng.random() < 0.5,
    }


def aim(rng, dealt, lucky):
    """The stronger side, and what it is to bid: mostly its longest suit, at any level, high with lucky cards."""
    points = [sum(max(0, card // 4 - 8) for card in dealt[side::2]) for side in (0, 1)]
    side = points.index(max(points))
    lengths = [sum(card % 4 == suit for card in dealt[side::2]) for suit in range(4)]
    strain = rng.choice([lengths.index(max(lengths))] * 3 + [4, rng.randrange(4)])
    level = rng.choice([3, 4, 5, 5, 6, 6] if lucky else [0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6])
    return side, FIRST_BID + level * 5 + strain


def player(rng, parameters, dealt):
    """Three ways: all at random; bids no higher than an aim; or one side bids its aim, the others double at times, and
    that side plays high and the others low, so that contracts are made. Now and then one side gets the high cards, so that
    slams are made, and now and then all pass."""
    way, goal, trick = rng.choice(["random", "low", "led", "led", "led"]), [], []
    quiet, lucky = rng.random() < 0.05, rng.randrange(2) if rng.random() < 0.5 else None

    def choose(state, seat, legal):
        if seat == CHANCE:
            return max(rng.choices(legal, k=5)) if len(dealt) % 2 == lucky else rng.choice(legal)
        if not goal:
            goal.extend(aim(rng, dealt, lucky is not None))
        side, bid = goal
        if quiet and PASS in legal:
            return PASS
        if way == "random":
            return rng.choice(legal)
        if way == "low":
            return rng.choice([action for action in legal if action <= bid] or legal)
        if legal[0] < PASS:
            # High cards, but not on those of the partner.
            high = seat % 2 == side and not (len(trick) > 1 and trick[-2] == max(trick))
            card = (max if high else min)(legal)
            trick[:] = [*trick, card] if len(trick) < 3 else []
            return card
        if bid in legal and seat % 2 == side:
            return bid
        return rng.choice([action for action in legal if action < FIRST_BID])

    return choose


if __name__ == "__main__":
    main("bridge", draw, player)
