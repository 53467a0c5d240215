"""Many games side by side."""

from __future__ import annotations

import numpy as np
import pytest

import bidlang


@pytest.mark.parametrize("name", ["hearts", "varg_bid", "bid_war", "do_my_bidding", "goofspiel"])
def test_random_games_are_played_and_rewards_add_up_to_nought(name: str) -> None:
    env, dice = bidlang.Env(bidlang.load(name), 16, seed=3, history=8), bidlang.Dice(5)
    mask, seats = env.reset()
    assert mask.shape == (16, env.num_actions) and mask.dtype == np.bool_
    ended = 0
    for _ in range(3_000):
        assert (mask.sum(axis=1) > 1).all(), "nobody is asked where only one action is left"
        seen = env.observe()
        assert seen.shape == (16, env.num_cells) and np.isfinite(seen).all()
        assert (seen[:, 0] == 1).all(), "who is asked is to choose"
        mask, seats, rewards, done = env.step(dice.choose(mask))
        assert np.allclose(rewards.sum(axis=1), 0, atol=1e-5)
        assert not rewards[~done].any()
        ended += int(done.sum())
        if ended > 8:
            break
    assert ended > 8


def test_the_same_seed_gives_the_same_games_and_reset_begins_anew() -> None:
    game = bidlang.load("varg_bid")

    def played(env: bidlang.Env) -> list[bytes]:
        dice, rows = bidlang.Dice(2), []
        mask, seats = env.reset(9)
        for _ in range(200):
            mask, seats, rewards, done = env.step(dice.choose(mask))
            rows.append(mask.tobytes() + seats.tobytes() + rewards.tobytes() + done.tobytes())
        return rows

    env = bidlang.Env(game, 8, seed=1)
    assert played(env) == played(env) == played(bidlang.Env(game, 8, seed=4))


def test_scores_as_rewards_add_up_to_the_score() -> None:
    env, dice = bidlang.Env(bidlang.load("hearts"), 1, seed=5, reward="score"), bidlang.Dice(1)
    total, done = np.zeros(4), np.zeros(1, bool)
    mask, _ = env.reset()
    while not done.any():
        mask, _, rewards, done = env.step(dice.choose(mask))
        total += rewards[0]
    assert total.max() >= 100 and total.sum() % 26 == 0


@pytest.mark.parametrize(
    ("actions", "error", "says"),
    [
        (np.zeros(3, np.int64), ValueError, "4 numbers are wanted"),
        (np.zeros(4), TypeError, "whole numbers"),
        (np.zeros((2, 2), np.int64), TypeError, "shape (2, 2)"),
        (np.full(4, 10**9), bidlang.ActionError, "is no action"),
        (np.full(4, -1), bidlang.ActionError, "is no action"),
        (np.full(4, 122), bidlang.ActionError, "may not be taken now"),
        (np.full(4, 2**63, np.uint64), bidlang.ActionError, "9223372036854775807 is no action"),
        (np.full(4, np.nan), TypeError, "whole numbers"),
        (None, TypeError, "whole numbers"),
        ("abcd", TypeError, "whole numbers"),
    ],
)
def test_bad_arrays_are_refused_and_nothing_happens(actions: object, error: type[Exception], says: str) -> None:
    env = bidlang.Env(bidlang.load("hearts"), 4)
    before = env.reset()[0].copy()
    with pytest.raises(error) as caught:
        env.step(actions)  # type: ignore[arg-type]
    assert says in str(caught.value)
    assert (env.show()[0] == before).all()


def test_actions_are_read_however_they_lie() -> None:
    plain, env = bidlang.Env(bidlang.load("hearts"), 4), bidlang.Env(bidlang.load("hearts"), 4)
    for number in range(5):
        actions = bidlang.Dice(number).choose(plain.show()[0])
        fixed = actions.copy()
        fixed.flags.writeable = False
        given = [actions.tolist(), np.repeat(actions, 2)[::2], fixed, actions.astype(">i8"), actions.astype(np.uint8)][number]
        expected, found = plain.step(actions), env.step(given)  # type: ignore[arg-type]
        assert all((one == other).all() for one, other in zip(expected, found))


def test_arrays_that_cannot_be_written_to_are_refused() -> None:
    env, dice = bidlang.Env(bidlang.load("hearts"), 2), bidlang.Dice(1)
    mask, out = np.ones((2, 8), bool), np.zeros((2, env.num_cells), np.float32)
    fixed, chosen = out.copy(), np.zeros(2, np.int64)
    fixed.flags.writeable = chosen.flags.writeable = False
    for call, error, says in [
        (lambda: env.observe(fixed), ValueError, "observations: The given array is not writeable"),
        (lambda: env.observe(out.astype(float)), TypeError, "float32 with two axes is wanted, not one of float64"),  # type: ignore[arg-type]
        (lambda: env.observe([1.0]), TypeError, "float32 with two axes is wanted, not list"),  # type: ignore[arg-type]
        (lambda: env.observe(np.zeros((4, env.num_cells), np.float32)[::2]), ValueError, "one piece"),
        (lambda: dice.choose(mask, chosen), ValueError, "not writeable"),
        (lambda: dice.choose(mask, np.zeros(2)), TypeError, "int64 with one axis is wanted"),  # type: ignore[arg-type]
        (lambda: dice.choose(mask, np.zeros(3, np.int64)), ValueError, "2 are wanted"),
        (lambda: dice.choose(mask[0]), TypeError, "bool with two axes is wanted, not one of bool of the shape (8,)"),
        (lambda: dice.choose(mask.astype(np.uint8)), TypeError, "not one of uint8"),  # type: ignore[arg-type]
        (lambda: dice.choose(mask[:, ::2]), ValueError, "one piece"),
    ]:
        with pytest.raises(error) as caught:
            call()
        assert says in str(caught.value)
    shown = env.show()[0]
    shown.flags.writeable = False
    with pytest.raises(ValueError, match="mask: The given array is not writeable"):
        env.step(np.zeros(2, np.int64))


def test_bad_environments_are_refused() -> None:
    game = bidlang.load("hearts")
    for make, says in [
        (lambda: bidlang.Env(game, 0), "1 to"),
        (lambda: bidlang.Env(game, -1), "not -1"),
        (lambda: bidlang.Env(game, 1, seed=-1), "not -1"),
        (lambda: bidlang.Env(game, 1 << 40), "1 to"),
        (lambda: bidlang.Env(game, 1, history=10**9), "at most"),
        (lambda: bidlang.Env(bidlang.load("french_tarot"), 1 << 20, history=4096), "take fewer games"),
        (lambda: bidlang.Env(game, 1, reward="luck"), '"win" or "score"'),  # type: ignore[arg-type]
        (lambda: bidlang.Env(game, 2).observe(np.zeros((2, 3), np.float32)), "shape"),
        (lambda: bidlang.Env(game, 2).observe(np.zeros((bidlang.Env(game, 1).num_cells, 2), np.float32).T), "one piece"),
    ]:
        with pytest.raises(ValueError) as caught:
            make()
        assert says in str(caught.value)
    with pytest.raises(bidlang.ActionError):
        bidlang.Dice().choose(np.zeros((2, 5), bool))
    with pytest.raises(TypeError):
        bidlang.Dice().choose(np.zeros((2, 5)))  # type: ignore[arg-type]
