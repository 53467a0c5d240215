"""Varg Bid as a sensible person plays it: never bid more than the lot is worth, and up to that at once; sell what is worth most."""

from seat import Seat, cards


def worth(card):
    """What a card is worth as a bid."""
    return {"Ace": 1}.get(card["rank"], 10) if isinstance(card["rank"], str) else card["rank"]


class VargBid(Seat):
    def answer(self, legal):
        passes = [choice for choice in legal if choice["act"] in ("pass", "decline")]
        offers = [choice for choice in legal if cards(choice)]
        if offers and offers[0]["act"] == "auction":
            return max(offers, key=lambda choice: worth(cards(choice)[0]))
        lot = sum(11 if card["rank"] == "Ace" else worth(card) for card in self.lot)
        own, ahead = self.bids.get(self.seat, 0), max(self.bids.values(), default=0)
        takes = [
            choice for choice in offers if ahead < own + worth(cards(choice)[0]) <= lot
        ]
        if takes:
            return max(takes, key=lambda choice: worth(cards(choice)[0]))
        return (passes or legal)[0]


VargBid().run()
