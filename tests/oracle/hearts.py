"""Games of open_spiel's `hearts`, a line each. Usage: hearts.py [--games N] [--seed S]"""

from common import CHANCE, main


def draw(rng):
    return {
        "pass_cards": rng.random() < 0.8,
        "no_pts_on_first_trick": rng.random() < 0.5,
        "can_lead_any_club": rng.random() < 0.5,
        "jd_bonus": rng.random() < 0.5,
        "avoid_all_tricks_bonus": rng.random() < 0.5,
        "must_break_hearts": rng.random() < 0.8,
        "qs_breaks_hearts": rng.random() < 0.5,
        "can_lead_hearts_instead_of_qs": rng.random() < 0.5,
    }


def player(rng, parameters, dealt):
    """In half of the games one seat gets high cards and plays high, and the others low, so that the moon is shot. In some
    of them it gets hearts and the Queen of Spades before all others, so that it has nothing else to lead."""
    shooter = rng.randrange(4) if rng.random() < 0.5 else None
    red = rng.random() < 0.3

    def choose(state, seat, legal):
        if seat == CHANCE:
            if not dealt or (len(dealt) - 1) % 4 != shooter:
                return rng.choice(legal)
            return max(rng.choices(legal, k=4), key=lambda card: (red and (card % 4 == 2 or card == 42), card))
        if shooter is None or rng.random() < 0.05:
            return rng.choice(legal)
        passing = len(state.history()) < 53 + 12 and dealt[0] != 0
        high = (seat == shooter) != passing
        return (max if high else min)(legal, key=lambda card: (card // 4, rng.random()))

    return choose


if __name__ == "__main__":
    main("hearts", draw, player)
