"""OpenSpiel: its own tests of a game, and its algorithms on ours."""

from __future__ import annotations

import os
import pathlib
import random

import numpy as np
import pytest

import bidlang

pytestmark = pytest.mark.heavy
pyspiel = pytest.importorskip("pyspiel")

from bidlang import spiel


@pytest.mark.parametrize("name", ["hearts", "varg_bid", "bid_war", "goofspiel", "kuhn_poker", "leduc_poker", "do_my_bidding"])
def test_random_sim_test(name: str) -> None:
    game = pyspiel.load_game(spiel.register(bidlang.load(name), f"sim_{name}"))
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


PLAYTHROUGH = pathlib.Path(__file__).parent / "playthroughs/kuhn_poker.txt"


def test_the_playthrough_is_the_same() -> None:
    """A recorded game with all that OpenSpiel asks of each state, as its own games have one. PLAYTHROUGH=new writes it anew."""
    from open_spiel.python.algorithms import generate_playthrough

    rules = bidlang.load("kuhn_poker", names=["Ann", "Ben"])
    name = spiel.register(rules, "playthrough_kuhn", utility="score", zero_sum=True, history=4)
    played = generate_playthrough.playthrough(name, [4, 3, 0, 1], seed=1) + "\n"
    if os.environ.get("PLAYTHROUGH") == "new":
        PLAYTHROUGH.write_text(played)
    assert played == PLAYTHROUGH.read_text()
    public = [line for line in played.splitlines() if line.startswith("PublicObservationString")]
    assert public and not any(card in line for line in public[:-1] for card in ("Jack", "Queen", "King"))


def test_every_shipped_game_is_registered_and_played() -> None:
    dice = random.Random(1)
    for name in bidlang.shipped():
        game = pyspiel.load_game(spiel.register(bidlang.load(name), f"all_{name}", chance="seeded"))
        state = game.new_initial_state()
        for _ in range(200):
            if state.is_terminal():
                break
            assert len(state.legal_actions()) > 1
            state.apply_action(dice.choice(state.legal_actions()))


def value(name: str, short: str, iterations: int) -> list[float]:
    from open_spiel.python.algorithms import cfr, expected_game_score

    game = pyspiel.load_game(spiel.register(bidlang.load(name), short, utility="score", zero_sum=True))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    return list(expected_game_score.policy_value(game.new_initial_state(), [average] * 2))


def test_cfr_on_kuhn_poker_comes_to_its_value() -> None:
    assert value("kuhn_poker", "cfr_kuhn", 200) == pytest.approx([-1 / 18, 1 / 18], abs=0.002)


def test_cfr_on_leduc_poker_comes_to_the_value_of_open_spiels_own() -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score

    own = cfr.CFRPlusSolver(pyspiel.load_game("leduc_poker"))
    for _ in range(60):
        own.evaluate_and_update_policy()
    root = pyspiel.load_game("leduc_poker").new_initial_state()
    wanted = expected_game_score.policy_value(root, [own.average_policy()] * 2)
    assert value("leduc_poker", "cfr_leduc", 60) == pytest.approx(wanted, abs=0.01)


def test_what_is_registered_is_known_by_what_was_told() -> None:
    with pytest.raises(ValueError, match="history is at least 1"):
        spiel.register(bidlang.load("kuhn_poker"), "no_history", history=0)


def test_a_copy_goes_its_own_way_and_a_world_has_nothing_of_the_seed() -> None:
    game = pyspiel.load_game(spiel.register(bidlang.load("hearts"), "copies"))
    state = game.new_initial_state()
    for way in (1, 2, 3, 4):
        state.apply_action(way)
    twin = state.clone()
    seat = state.current_player()
    one, other = state.legal_actions()[:2]
    state.apply_action(one)
    twin.apply_action(other)
    for each in (state, twin):
        each.resample_from_infostate(each.current_player())
    while state.current_player() != seat:
        state.apply_action(state.legal_actions()[0])
        twin.apply_action(twin.legal_actions()[0])
    for each in (state, twin):
        world = each.resample_from_infostate(seat)
        assert world.observation_string(seat) == each.observation_string(seat)
        assert world.history() == [] and world._seed == []


def test_ismcts_plays_hearts_through_worlds() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(spiel.register(bidlang.load("hearts"), "ismcts_hearts"))
    state, dice = game.new_initial_state(), random.Random(4)
    while state.is_chance_node():
        state.apply_action(dice.randrange(256))
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, 1.5, 12, random_state=np.random.RandomState(2), use_observation_string=True
    )
    for _ in range(16):
        hidden = {str(state.resample_from_infostate(state.current_player())) for _ in range(4)}
        assert len(hidden) > 1, "worlds differ"
        before = state.observation_string(), state.legal_actions()
        world = state.resample_from_infostate(state.current_player())
        assert (world.observation_string(), world.legal_actions()) == before
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
