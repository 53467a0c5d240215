"""Which of 400 settings of an auction game is fair? python settings.py [GAMES] [FOLDER] [--ray]: a grid over what each has to spend, how far a
bid may jump, a house rule and the number of players, with random players."""

from __future__ import annotations

import pathlib
import sys

from bidlang import ray as many

RULES = pathlib.Path(__file__).parents[2] / "games" / "do_my_bidding.bid"


def main(games: int, folder: str, local: bool) -> list[dict[str, object]]:
    purse, jump = "set purse of each player to 15", "at most 1 + highest means"
    table = many.sweep(
        RULES,
        games,
        folder,
        options={"start-card": ["counts", "ignored"]},
        counts=[3, 4],
        phrases={
            purse: [f"set purse of each player to {amount}" for amount in range(6, 26, 2)],
            jump: [f"at most {most} + highest means" for most in range(10)],
        },
        local=local,
    )
    # The nearest to fair first: the least difference between seats.
    table.sort(key=lambda row: row["seat_spread"])
    for row in table[:5] + table[-5:]:
        shares = [f"{row[f'win_share_{seat}']:.3f}" for seat in range(1, row["players"] + 1)]
        setting = f"{row[f'phrase:{purse}']}; {row[f'phrase:{jump}']}; start card {row['option:start-card']}"
        print(f"{setting}: {', '.join(shares)}, spread {row['seat_spread']:.3f}")
    return table


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    main(int(words[0]) if words else 200, words[1] if len(words) > 1 else "settings", "--ray" not in sys.argv)
