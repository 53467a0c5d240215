"""A player that thinks against players written by hand: one of it at a table of them, seats turned, the same deals for each seat.

    python tests/oracle/sensible.py target/release/bidlang [DEALS] [LEVEL] [GAME ...]

For each game the share of games that it wins (ties split) and its points in front of the mean of the others, with 95 % intervals over the deals.
"""

import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# The game, its players, and whether fewer points are better.
GAMES = [("hearts", 4, True), ("varg_bid", 4, False), ("oh_hell", 4, False)]


def mean(samples):
    """The mean, and half of its 95 % interval."""
    middle = sum(samples) / len(samples)
    squares = sum((sample - middle) ** 2 for sample in samples)
    return middle, 1.96 * math.sqrt(squares / max(len(samples) - 1, 1) / len(samples))


def play(command, game, players, seat, seed, level):
    """The scores and winners of a game, the level at the seat and bots elsewhere."""
    bot = f"cmd:{sys.executable} {os.path.join(HERE, 'bots', game + '.py')}"
    call = [command, "run", game, "--players", str(players), "--seed", str(seed), "--format", "jsonl"]
    for other in range(1, players + 1):
        call += ["--seat", f"{other}={level if other == seat else bot}"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(call)}\n{done.stderr}")
    end = json.loads(done.stdout.splitlines()[-1])
    return end["scores"], end["winners"]


def main():
    command = sys.argv[1]
    deals = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    level = sys.argv[3] if len(sys.argv) > 3 else "normal"
    named = sys.argv[4:]
    unknown = set(named) - {game for game, _, _ in GAMES}
    if unknown:
        raise SystemExit(f"no player is written for {', '.join(sorted(unknown))}; there are {', '.join(game for game, _, _ in GAMES)}")
    for game, players, fewer in [known for known in GAMES if not named or known[0] in named]:
        shares, margins = [], []
        for seed in range(1, deals + 1):
            won = margin = 0.0
            for seat in range(1, players + 1):
                scores, winners = play(command, game, players, seat, seed, level)
                own = scores[seat - 1]
                others = (sum(scores) - own) / (players - 1)
                margin += (others - own if fewer else own - others) / players
                won += (seat in winners) / max(len(winners), 1) / players
            shares.append(100 * won)
            margins.append(margin)
        share, wide = mean(shares)
        points, far = mean(margins)
        print(f"{game}: {level} wins {share:.0f} +-{wide:.0f} % of {deals * players} games (fair {100 / players:.0f}), {points:.1f} +-{far:.1f} points better", flush=True)


if __name__ == "__main__":
    main()
