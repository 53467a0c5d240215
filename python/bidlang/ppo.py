"""A small learner in numpy: proximal policy optimisation (PPO) with action masks, for every rules file, by self-play in ``Env``.

Policy and value are one network of two hidden layers; actions that may not be taken have no probability. It is an example that works, not
a library: for more, put ``Env`` under a learner of your own.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bidlang._bidlang import Dice, Env, Game, Numbering

__all__ = ["Learner", "Versus", "train", "versus_random"]

Array = NDArray[np.float32]


@dataclass
class Learner:
    """A network: what a seat knows to a score of each action, and to what the seat may hope for."""

    cells: int
    actions: int
    hidden: int = 128
    rate: float = 1e-3
    seed: int = 0
    weights: list[Array] = field(default_factory=list)

    def __post_init__(self) -> None:
        dice = np.random.default_rng(self.seed)

        def layer(rows: int, columns: int, scale: float) -> Array:
            return np.asarray(dice.standard_normal((rows, columns)) * scale / np.sqrt(rows), np.float32)

        wide = self.hidden
        self.weights = [
            layer(self.cells, wide, 1.4), np.zeros(wide, np.float32),
            layer(wide, wide, 1.4), np.zeros(wide, np.float32),
            layer(wide, self.actions, 0.01), np.zeros(self.actions, np.float32),
            layer(wide, 1, 0.1), np.zeros(1, np.float32),
        ]  # fmt: skip
        self._first = [np.zeros_like(weight) for weight in self.weights]
        self._second = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    @staticmethod
    def scaled(seen: Array) -> Array:
        """Numbers of any size brought near to nought; what is 0 or 1 stays."""
        far = np.abs(seen) > 1
        return np.where(far, np.sign(seen) * (1 + np.log(np.maximum(np.abs(seen), 1))), seen).astype(np.float32)

    def forward(self, seen: Array, mask: NDArray[np.bool_]) -> tuple[Array, Array, tuple[Array, Array]]:
        """Probabilities of the actions, values, and the hidden layers."""
        a, b, c, d, e, f, g, h = self.weights
        one = np.maximum(seen @ a + b, 0)
        two = np.maximum(one @ c + d, 0)
        scores = np.where(mask, two @ e + f, np.float32(-1e9))
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        return likely, (two @ g + h)[:, 0], (one, two)

    def slopes(
        self, seen: Array, mask: NDArray[np.bool_], taken: NDArray[np.int64], before: Array, gains: Array, hoped: Array,
        clip: float = 0.2, spread: float = 0.01,
    ) -> list[Array]:  # fmt: skip
        """The gradient of the clipped objective of PPO (Schulman et al. 2017) for each of the weights."""
        rows = np.arange(len(taken))
        likely, values, (one, two) = self.forward(seen, mask)
        ratio = likely[rows, taken] / before
        # Where the ratio has gone far enough in its direction, nothing is learnt of it.
        open_ = np.where(gains > 0, ratio < 1 + clip, ratio > 1 - clip)
        push = -(gains * ratio * open_)[:, None] / len(taken)
        on_scores = -push * likely
        on_scores[rows, taken] += push[:, 0]
        logs = np.log(np.maximum(likely, 1e-12))
        entropy = -(likely * logs).sum(axis=1, keepdims=True)
        on_scores += spread * likely * (logs + entropy) / len(taken)
        on_values = ((values - hoped) / len(taken))[:, None]
        _, _, c, _, e, _, g, _ = self.weights
        on_two = (on_scores @ e.T + on_values @ g.T) * (two > 0)
        on_one = (on_two @ c.T) * (one > 0)
        return [
            seen.T @ on_one, on_one.sum(0), one.T @ on_two, on_two.sum(0),
            two.T @ on_scores, on_scores.sum(0), two.T @ on_values, on_values.sum(0),
        ]  # fmt: skip

    def learn(
        self, seen: Array, mask: NDArray[np.bool_], taken: NDArray[np.int64], before: Array, gains: Array, hoped: Array
    ) -> None:
        """One step down the objective, with Adam."""
        slopes = self.slopes(seen, mask, taken, before, gains, hoped)
        length = np.sqrt(sum(float((slope**2).sum()) for slope in slopes))
        scale = min(1.0, 0.5 / (length + 1e-8))
        self._steps += 1
        for weight, slope, first, second in zip(self.weights, slopes, self._first, self._second):
            slope = slope * scale
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            step = first / (1 - 0.9**self._steps) / (np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8)
            weight -= (self.rate * step).astype(np.float32)

    def choose(self, seen: Array, mask: NDArray[np.bool_], dice: np.random.Generator) -> tuple[NDArray[np.int64], Array, Array]:
        """An action for each row, how likely it was, and what is hoped for."""
        likely, values, _ = self.forward(self.scaled(seen), mask)
        sums = likely.cumsum(axis=1)
        taken = (sums < dice.random((len(sums), 1)) * sums[:, -1:]).sum(axis=1).astype(np.int64)
        taken = np.minimum(taken, likely.shape[1] - 1)
        # What is drawn at the rim of a sum may lie beside it.
        beside = ~mask[np.arange(len(taken)), taken]
        taken[beside] = likely[beside].argmax(axis=1)
        return taken, likely[np.arange(len(taken)), taken].astype(np.float32), values.astype(np.float32)


def train(
    game: Game,
    seconds: float,
    n: int = 256,
    steps: int = 64,
    history: int = 4,
    seed: int = 1,
    fade: float = 0.95,
    rounds: int | None = None,
    **network: Any,
) -> tuple[Learner, list[tuple[float, float]]]:
    """Learns a game by playing all its seats, for so long. Gives the network, and how the entropy of its choices went.

    ``n`` games are played side by side, ``steps`` decisions of each between two updates; ``fade`` is lambda of the generalised advantage.
    It ends after ``rounds`` updates where that is said, whatever the time.
    """
    if steps < 2 or n < 1:
        raise ValueError(f"something is learnt of at least one game and two steps, not of {n} games and {steps} steps")
    numbering = Numbering(game, history)
    learner = Learner(numbering.num_cells, numbering.num_actions, seed=seed, **network)
    env, dice = Env(game, n, seed=seed << 32, history=history), np.random.default_rng(seed)
    mask, seats = env.reset()
    players, rows = game.players, np.arange(n)
    went: list[tuple[float, float]] = []
    began = time.monotonic()
    while time.monotonic() - began < seconds and (rounds is None or len(went) < rounds):
        # A seat's story goes from one of its decisions to the next: rewards come when the game ends.
        stories: list[list[tuple[int, int]]] = [[] for _ in range(n * players)]
        gathered: list[tuple[Array, NDArray[np.bool_], NDArray[np.int64], Array, Array]] = []
        gains, hoped = np.zeros((steps, n), np.float32), np.zeros((steps, n), np.float32)
        whole = np.zeros((steps, n), bool)
        for step in range(steps):
            seen, open_ = env.observe(), mask.copy()
            taken, likely, values = learner.choose(seen, open_, dice)
            gathered.append((learner.scaled(seen), open_, taken, likely, values))
            for row, seat in zip(rows.tolist(), seats.tolist()):
                stories[row * players + seat].append((step, row))
            mask, seats, rewards, done = env.step(taken)
            for row in np.flatnonzero(done).tolist():
                for seat in range(players):
                    story = stories[row * players + seat]
                    _settle(story, float(rewards[row, seat]), gathered, gains, hoped, whole, fade)
                    story.clear()
        for story in stories:
            if len(story) > 1:
                # The game goes on: what is hoped for at the last decision stands for what comes.
                _settle(story[:-1], float(gathered[story[-1][0]][4][story[-1][1]]), gathered, gains, hoped, whole, fade)
        keep = whole.ravel()
        if keep.sum() < 2:
            raise ValueError(f"in {steps} steps no seat came to its next decision, nor to the end: say more steps, or more games")
        known = np.concatenate([batch[0] for batch in gathered])[keep]
        legal = np.concatenate([batch[1] for batch in gathered])[keep]
        chosen = np.concatenate([batch[2] for batch in gathered])[keep]
        before = np.concatenate([batch[3] for batch in gathered])[keep]
        gain, hope = gains.ravel()[keep], hoped.ravel()[keep]
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        for _ in range(3):
            for some in np.array_split(dice.permutation(len(gain)), max(1, len(gain) // 1024)):
                learner.learn(known[some], legal[some], chosen[some], before[some], gain[some], hope[some])
        likely_ = learner.forward(known[:2048], legal[:2048])[0]
        went.append((time.monotonic() - began, float(-(likely_ * np.log(np.maximum(likely_, 1e-12))).sum(axis=1).mean())))
    return learner, went


def _settle(
    story: list[tuple[int, int]], end: float, gathered: list[Any], gains: Array, hoped: Array, whole: NDArray[np.bool_], fade: float
) -> None:
    """Generalised advantages of a seat's decisions, from the last to the first (Schulman et al. 2016); nothing is discounted."""
    after, gain = end, 0.0
    for step, row in reversed(story):
        value = float(gathered[step][4][row])
        gain = after - value + fade * gain
        gains[step, row], hoped[step, row], whole[step, row] = gain, gain + value, True
        after = value


@dataclass(frozen=True)
class Versus:
    """How the learner did at one seat against random players."""

    games: int
    share: float
    """Its share of wins (ties split)."""
    low: float
    """The ends of the 95 % interval of that share."""
    high: float
    fair: float
    """The share of a player like the others."""


def versus_random(game: Game, learner: Learner, games: int, history: int = 4, seed: int = 9, n: int = 256) -> Versus:
    """Plays so many games, the learner at one seat, which turns, and random players at the others."""
    env, dice, chance = Env(game, n, seed=seed << 40, history=history), np.random.default_rng(seed), Dice(seed)
    players = game.players
    own = np.arange(n) % players
    mask, seats = env.reset()
    found: list[float] = []
    # Of each of the games side by side as many are counted, so that short ones do not come more often.
    left = np.full(n, -(-games // n))
    while left.any():
        taken, mine = chance.choose(mask), seats == own
        if mine.any():
            taken[mine] = learner.choose(env.observe()[mine], mask[mine], dice)[0]
        mask, seats, rewards, done = env.step(taken)
        for row in np.flatnonzero(done).tolist():
            if left[row] > 0:
                found.append(float(rewards[row, own[row]]) + 1 / players)
                left[row] -= 1
            own[row] = (own[row] + 1) % players
    share = np.array(found)
    half = 1.959964 * float(share.std(ddof=1)) / float(np.sqrt(len(share)))
    mean = float(share.mean())
    return Versus(len(share), mean, mean - half, mean + half, 1 / players)
