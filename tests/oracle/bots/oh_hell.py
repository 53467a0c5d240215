"""Oh Hell as a sensible person plays it: count sure tricks, then take as many and no more."""

from seat import Seat, cards, height


class OhHell(Seat):
    def hear(self, line):
        super().hear(line)
        if line["line"] == "phase":
            self.hand, self.trick = [], []

    def strength(self, card):
        """A trump above all others."""
        return height(card) + (20 if card["suit"] == self.tracks.get(("trump",)) else 0)

    def sure(self, card):
        """How likely a card is to take a trick."""
        if card["suit"] == self.tracks.get(("trump",)):
            return 1.0 if height(card) >= 12 else 0.6 if height(card) >= 9 else 0.35
        return {14: 0.85, 13: 0.55, 12: 0.25}.get(height(card), 0.0)

    def answer(self, legal):
        if legal[0]["act"] == "predict":
            wanted = sum(self.sure(card) for card in self.hand)
            return min(legal, key=lambda choice: abs(choice["picks"][0]["number"] - wanted))
        missing = self.tracks.get(("prediction", self.seat), 0) - self.tracks.get(("taken", self.seat), 0)
        return min(legal, key=lambda choice: self.cost(cards(choice)[0], missing > 0))

    def cost(self, card, wants):
        """How unwillingly a card is played: the least is played."""
        strength = self.strength(card)
        if not self.trick:
            return -strength if wants else strength
        led = self.trick[0]["suit"]
        trump = self.tracks.get(("trump",))
        ahead = max(self.strength(other) for other in self.trick if other["suit"] in (led, trump))
        takes = card["suit"] in (led, trump) and strength > ahead
        last = len(self.trick) == self.players - 1
        if wants:
            return (strength if last else -strength) if takes else 100 + strength
        return 100 + strength if takes else -strength


OhHell().run()
