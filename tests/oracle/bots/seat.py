"""What a player written by hand keeps of what its seat is told, and how it answers: see docs/players.md, "A bot"."""

import json
import sys

COURT = {"Jack": 11, "Queen": 12, "King": 13, "Ace": 14}


def height(card):
    """The rank of a card as a number: 2 to 10 as they are, Jack 11 to Ace 14."""
    rank = card["rank"]
    return rank if isinstance(rank, int) else COURT[rank]


class Seat:
    """One seat of a game: its hand, the trick, the bids, the lot, and what tracks say."""

    def __init__(self):
        self.seat, self.players = None, 0
        self.hand, self.trick, self.lot = [], [], []
        self.tracks, self.bids, self.leader = {}, {}, None

    def hear(self, line):
        """A line of the record of the seat."""
        what = line["line"]
        if what == "game":
            self.seat, self.players = line["view"], line["players"]
        elif what == "phase":
            self.tracks.clear()
        elif what == "move":
            self.moved(line)
        elif what == "set":
            self.tracks[(line["track"], *line.get("of", []))] = line["value"]
        elif what == "bid":
            self.bids[line["seat"]], self.leader = line["worth"], line["leader"]
        elif what in ("sold", "unsold"):
            self.bids, self.leader = {}, None
        elif what == "trick":
            self.trick = []

    def moved(self, line):
        """Cards come to a place and leave another."""
        own = {"place": "hand", "of": self.seat}
        cards = [card for card in line["cards"] or [] if card is not None]
        names = [card["card"] for card in cards]
        if line["from"] == own:
            self.hand = [card for card in self.hand if card["card"] not in names]
        if line["to"] == own:
            self.hand += cards
        if line["to"] == {"place": "trick"}:
            self.trick += cards
        if line["to"] == {"place": "lot"}:
            self.lot = cards

    def answer(self, legal):
        """One of the legal choices."""
        raise NotImplementedError

    def run(self):
        """Hears and answers until the game is over."""
        for text in sys.stdin:
            line = json.loads(text)
            if line["line"] != "question":
                self.hear(line)
            elif line["legal"] is None:
                print(json.dumps({"nth": 0}), flush=True)
            else:
                print(json.dumps({"choice": self.answer(line["legal"])}), flush=True)


def cards(choice):
    """The cards of a choice."""
    return [card for pick in choice["picks"] for card in pick.get("cards") or []]
