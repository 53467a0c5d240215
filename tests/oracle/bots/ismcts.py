"""Hearts as open_spiel's own `ISMCTSBot` (C++) plays it: python ismcts.py iterations=N, or think=SECONDS; C=NUMBER is its exploration constant.

It knows what its seat was told and no more: a state of open_spiel's game is made in which all of that has happened, what is hidden lying anywhere
it may; the bot draws its worlds from what the seat knows of that state (`ResampleFromInfostate`). Deals without passing: in the pass of open_spiel 2.0.2 it
stops with a segmentation fault for all seats but the first."""

import random
import sys

import pyspiel
from seat import Seat, cards, height

RULES = {"pass_cards": True, "qs_breaks_hearts": False}
SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]
ALL = set(range(52))
# So many ways to lay what is hidden are tried; a lead that only some hands allow is seldom.
TRIES = 2_000


def number(card):
    """A card as open_spiel numbers it."""
    return 4 * (height(card) - 2) + SUITS.index(card["suit"])


class Ismcts(Seat):
    def __init__(self, iterations, think, explores):
        super().__init__()
        self.game, self.dice = pyspiel.load_game("hearts", RULES), random.Random(1)
        self.bot = pyspiel.ISMCTSBot(
            self.dice.randrange(1 << 30),
            pyspiel.RandomRolloutEvaluator(1, self.dice.randrange(1 << 30)),
            explores,
            iterations,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
            think,
        )
        # The cards that were dealt to the seat, and every card that was played, with who played it.
        self.dealt, self.played = [], []

    def moved(self, line):
        super().moved(line)
        known = [number(card) for card in line["cards"] or [] if card is not None]
        if line["to"] == {"place": "trick"}:
            self.played.append((line["from"]["of"] - 1, known[0]))
        elif line["to"] == {"place": "hand", "of": self.seat}:
            self.dealt = known

    def hands(self):
        """What each may have been dealt: what is hidden lies where it may."""
        me = self.seat - 1
        hands = [{card for who, card in self.played if who == seat} for seat in range(4)]
        hands[me] = set(self.dealt)
        hidden, void = list(ALL - set().union(*hands)), self.voids()
        for _ in range(TRIES):
            self.dice.shuffle(hidden)
            found = [set(hand) for hand in hands]
            # Cards that fewest may have come first.
            for card in sorted(hidden, key=lambda card: sum(card % 4 not in void[seat] for seat in range(4))):
                free = [seat for seat in range(4) if len(found[seat]) < 13 and card % 4 not in void[seat]]
                if not free:
                    break
                # In proportion to the room that each has.
                found[self.dice.choices(free, [13 - len(found[seat]) for seat in free])[0]].add(card)
            else:
                yield found

    def voids(self):
        """The suits that each has shown that it has no more of."""
        void = [set() for _ in range(4)]
        for first in range(0, len(self.played), 4):
            trick = self.played[first : first + 4]
            for who, card in trick[1:]:
                if card % 4 != trick[0][1] % 4:
                    void[who].add(trick[0][1] % 4)
        return void

    def state(self, hands):
        """The state in which these hands were played; none where somebody could not have played so."""
        state, order = self.game.new_initial_state(), [sorted(hand) for hand in hands]
        dealt = [order[place % 4][place // 4] for place in range(52)]
        for action in [0, *dealt, *(card for _, card in self.played)]:
            if action not in state.legal_actions():
                return None
            state.apply_action(action)
        return state

    def answer(self, legal):
        for hands in self.hands():
            state = self.state(hands)
            if state is not None:
                assert state.current_player() == self.seat - 1
                wanted = self.bot.step(state)
                return next(choice for choice in legal if number(cards(choice)[0]) == wanted)
        # As where somebody leads a heart too early, having nothing else: few deals are such.
        print("no deal was found in which all of this happened: any card", file=sys.stderr)
        return self.dice.choice(legal)


def main():
    words = dict(word.split("=") for word in sys.argv[1:])
    think = float(words.get("think", -1))
    iterations = int(words.get("iterations", 1 << 30 if think > 0 else 1_000))
    Ismcts(iterations, think, float(words.get("C", 10))).run()


main()
