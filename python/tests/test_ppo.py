"""The learner learns, and its notebook runs."""

from __future__ import annotations

import pathlib
import re

import numpy as np
import pytest

import bidlang
from bidlang import ppo

NOTEBOOK = pathlib.Path(__file__).parents[1] / "examples/ppo.ipynb"


def test_slopes_are_those_of_the_objective() -> None:
    """Held to differences of the objective, at every kind of weight."""
    dice = np.random.default_rng(3)
    learner = ppo.Learner(6, 5, hidden=8)
    learner.weights = [np.asarray(dice.standard_normal(weight.shape), np.float64) for weight in learner.weights]  # type: ignore[misc]
    seen = dice.standard_normal((32, 6))
    mask = dice.random((32, 5)) < 0.7
    mask[:, 0] = True
    taken = np.array([int(dice.choice(np.flatnonzero(row))) for row in mask])
    gains, hoped = dice.standard_normal(32), dice.standard_normal(32)
    # Some ratios lie beyond the clip on either side.
    before = learner.forward(seen, mask)[0][np.arange(32), taken] * dice.uniform(0.6, 1.6, 32)

    def objective() -> float:
        likely, values, _ = learner.forward(seen, mask)
        ratio = likely[np.arange(32), taken] / before
        gain = np.minimum(ratio * gains, np.clip(ratio, 0.8, 1.2) * gains).mean()
        entropy = -(likely * np.log(np.maximum(likely, 1e-12))).sum(axis=1).mean()
        return float(-gain + 0.5 * ((values - hoped) ** 2).mean() - 0.01 * entropy)

    slopes = learner.slopes(seen, mask, taken, before, gains, hoped)  # type: ignore[arg-type]
    for weight, slope in zip(learner.weights, slopes):
        for at in [tuple(dice.integers(size) for size in weight.shape) for _ in range(6)]:
            here, step = weight[at], 1e-6
            weight[at] = here + step
            above = objective()
            weight[at] = here - step
            below = objective()
            weight[at] = here
            assert slope[at] == pytest.approx((above - below) / (2 * step), rel=1e-3, abs=1e-6)


def test_what_is_good_becomes_likely() -> None:
    """Of what is learnt often enough, the probability of a good action goes up and that of a bad one down."""
    dice = np.random.default_rng(1)
    learner = ppo.Learner(6, 5, hidden=16, rate=1e-2)
    seen = dice.standard_normal((64, 6)).astype(np.float32)
    mask = dice.random((64, 5)) < 0.7
    mask[:, 0] = True
    taken = np.array([int(dice.choice(np.flatnonzero(row))) for row in mask])
    gains = np.where(taken == 0, 1, -1).astype(np.float32)
    first, hoped, _ = learner.forward(seen, mask)
    assert not first[~mask].any() and np.allclose(first.sum(axis=1), 1, atol=1e-5)
    for _ in range(30):
        now = learner.forward(seen, mask)[0][np.arange(64), taken]
        learner.learn(seen, mask, taken, now, gains, np.ones(64, np.float32))
    after, values, _ = learner.forward(seen, mask)
    assert after[:, 0].mean() > first[:, 0].mean() + 0.1 and values.mean() > hoped.mean() + 0.05


def test_it_learns_a_small_game() -> None:
    game = bidlang.load("goofspiel", options={"numbers": 4})
    learner, went = ppo.train(game, 240, n=64, steps=32, hidden=64, rounds=40)
    assert len(went) == 40
    result = ppo.versus_random(game, learner, 600)
    assert result.games >= 600 and result.low > result.fair, result


def test_too_little_to_learn_from_is_refused() -> None:
    game = bidlang.load("hearts")
    for n, steps, says in [(0, 8, "at least one game"), (4, 1, "two steps"), (1, 2, "more steps")]:
        with pytest.raises(ValueError, match=says):
            ppo.train(game, 1, n=n, steps=steps)


def test_the_notebook_runs_at_small_size(monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    monkeypatch.setenv("PPO_SECONDS", "3")
    monkeypatch.setenv("PPO_GAMES", "64")
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(bidlang.__file__).parents[1]))
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(book, timeout=200, kernel_name="python3").execute()
    said = "".join(output.get("text", "") for cell in book.cells for output in cell.get("outputs", []))
    found = re.search(r"([\d.]+)% of (\d+) games won, 95 % interval ([\d.]+)% to ([\d.]+)%; a random player: 33.3%", said)
    assert found, said
    share, games, low, high = (float(part) for part in found.groups())
    assert games >= 64 and 0 < low < share < high < 100, said
    assert "entropy" in said
