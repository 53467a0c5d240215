"""Games of open_spiel's `euchre`, a line each. Usage: euchre.py [--games N] [--seed S]"""

from common import CHANCE, main

PASS, CLUBS, ALONE, PARTNER = 24, 25, 29, 30
MATE = [3, 2, 1, 0]


def draw(rng):
    return {"stick_the_dealer": rng.random() < 0.5, "allow_lone_defender": rng.random() < 0.5}


def strength(card, trump):
    """How strong a card is, roughly."""
    rank, suit = divmod(card, 4)
    if rank == 2 and suit in (trump, MATE[trump]):
        return 20 + (suit == trump)
    return rank + (10 if suit == trump else 0)


def player(rng, parameters, dealt):
    """Three ways: all at random; mostly passes, so that the second round and stuck dealers are frequent; or the maker's
    side plays high and the others low, so that marches, alone too, are frequent."""
    way, makers = rng.choice(["random", "shy", "led", "led"]), []

    def choose(state, seat, legal):
        if seat == CHANCE:
            return rng.choice(legal)
        if CLUBS <= legal[-1] < ALONE:
            bold = rng.random() < (0.1 if way == "shy" else 0.5)
            action = rng.choice([action for action in legal if action != PASS]) if bold else legal[0]
            if action != PASS:
                makers.extend([seat, action - CLUBS])
            return action
        if legal[-1] >= ALONE or way != "led":
            return rng.choice(legal)
        maker, trump = makers[0], makers[1]
        # The sixth card of the dealer is laid aside: the weakest.
        discards = len(legal) == 6
        high = seat % 2 == maker % 2 and not discards
        return (max if high else min)(legal, key=lambda card: strength(card, trump))

    return choose


if __name__ == "__main__":
    main("euchre", draw, player)
