"""Hearts as a sensible person plays it: duck, shed high cards, keep spades guarded."""

from seat import Seat, cards, height


class Hearts(Seat):
    def danger(self, card):
        """How gladly a card is given away."""
        spades = [other for other in self.hand if other["suit"] == "Spades"]
        low = sum(height(other) < 12 for other in spades)
        if card["suit"] == "Spades" and height(card) >= 12:
            return 60 - 12 * low if height(card) == 12 else 40 - 10 * low
        if card["suit"] == "Spades":
            return -5 if any(height(other) >= 12 for other in spades) else height(card) / 2
        return height(card) + (6 if card["suit"] == "Hearts" else 0)

    def answer(self, legal):
        if legal[0]["act"] == "pass":
            return max(legal, key=lambda choice: sum(self.danger(card) for card in cards(choice)))
        return min(legal, key=lambda choice: self.cost(cards(choice)[0]))

    def cost(self, card):
        """How unwillingly a card is played: the least is played."""
        if not self.trick:
            high_spade = card["suit"] == "Spades" and height(card) >= 12
            return height(card) + (40 if high_spade else 0)
        led = self.trick[0]["suit"]
        if card["suit"] != led:
            return -self.danger(card)
        ahead = max(height(other) for other in self.trick if other["suit"] == led)
        if height(card) < ahead:
            # What loses: the highest, and the Queen of Spades before all.
            queen = card["card"] == "Queen of Spades"
            return -50 - height(card) - (100 if queen else 0)
        points = any(other["suit"] == "Hearts" or other["card"] == "Queen of Spades" for other in self.trick)
        last = len(self.trick) == self.players - 1
        queen = 100 if card["card"] == "Queen of Spades" else 0
        # What has to be taken is taken high where no one follows, and else as low as may be.
        return queen + (-height(card) if last and not points else height(card))


Hearts().run()
