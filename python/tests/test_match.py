"""One game by numbers: the conventions of PettingZoo and Gymnasium, players that think, many games as tables."""

from __future__ import annotations

import os
import pathlib
import signal
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import bidlang

pettingzoo = pytest.importorskip("pettingzoo")
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test

from bidlang import gym, zoo


@pytest.mark.parametrize("name", bidlang.shipped())
def test_pettingzoo_turn_by_turn(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(zoo.env(bidlang.load(name), history=4), num_cycles=60)


@pytest.mark.parametrize("name", bidlang.shipped())
def test_pettingzoo_at_once(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(zoo.parallel_env(bidlang.load(name), history=4), num_cycles=60)


@pytest.mark.parametrize("name", ["hearts", "bid_war"])
def test_pettingzoo_seeds(name: str) -> None:
    game = bidlang.load(name)
    seed_test(lambda: zoo.env(game, history=4), num_cycles=20)
    parallel_seed_test(lambda: zoo.parallel_env(game, history=4, illegal="random"), num_cycles=20)


def test_ansi_shows_what_the_seat_sees() -> None:
    env = zoo.env(bidlang.load("hearts", names=["Li"]), render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None and shown.startswith(env.agent_selection) and "13 cards" in shown and "hand of" in shown


def test_rewards_of_a_whole_game() -> None:
    for reward in ("win", "score"):
        env = zoo.env(bidlang.load("varg_bid", players=3), reward=reward)  # type: ignore[arg-type]
        env.reset(seed=4)
        dice, totals = np.random.default_rng(1), dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, given, over, cut, _ = env.last()
            totals[agent] += given
            env.step(None if over or cut else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
        match = env._now
        expected = match.shares() if reward == "win" else match.scores()
        assert list(totals.values()) == pytest.approx(expected)


@pytest.mark.parametrize("against", ["random", "search:iterations=5"])
def test_gymnasium(against: str) -> None:
    env = gym.SeatEnv(bidlang.load("varg_bid", players=3), seat=1, against=against, render_mode="ansi")
    dice = np.random.default_rng(3)
    for seed in (1, 2):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            assert env.observation_space.contains(seen) and info["action_mask"].any()
            seen, reward, over, _, info = env.step(dice.choice(np.flatnonzero(info["action_mask"])))
        assert reward == pytest.approx(2 / 3 if info["winners"] == [1] else -1 / 3) or len(info["winners"]) > 1
    assert "scores" in str(env.render())


# Whatever is named may be named: the checker of Gymnasium takes any action of the space.
PENNIES = """
game Pennies
players 2

cards
  rank  1 to 4
  1 to 4

places
  stock  seen by nobody

track
  named  each player  number

play
  do naming
  won by players with highest score

phase naming repeats 5 times
  for each player
    ask player
      act name a number from 0 to 3
        set named of player to number
  if named of seat 1 is named of seat 2
    score 1 to seat 1 for the same
  if named of seat 1 is not named of seat 2
    score 1 to seat 2 for another
"""


def test_gymnasium_checks_a_game_in_which_all_actions_are_legal() -> None:
    env = gym.SeatEnv(bidlang.read(PENNIES), render_mode="ansi")
    check_env(env)
    # In another game the action that it takes may not be taken, which is said by name.
    with pytest.raises(bidlang.ActionError, match="may not be taken now"):
        check_env(gym.SeatEnv(bidlang.load("goofspiel")), skip_render_check=True)


def test_a_bot_plays_a_whole_game_and_only_its_own_seat() -> None:
    match = bidlang.Match(bidlang.Numbering(bidlang.load("hearts")), 7)
    bots = [bidlang.Bot(match, seat, "search:iterations=4", seed=seat) for seat in range(4)]
    while (seat := match.to_act()) is not None and match.decisions < 60:
        for other in set(range(4)) - set(match.seats_to_act()):
            with pytest.raises(bidlang.NotToChooseError):
                bots[other].play(match)
        bots[seat].play(match)
    with pytest.raises(ValueError, match="level"):
        bidlang.Bot(match, 0, "genius")


def test_a_bot_and_worlds_refuse_another_match() -> None:
    numbering = bidlang.Numbering(bidlang.load("varg_bid", players=3))
    match = bidlang.Match(numbering, 7)
    seat = match.to_act()
    assert seat is not None
    bot, worlds = bidlang.Bot(match, seat, "search:iterations=4"), bidlang.Worlds(match, seat, 4)
    fork = match.clone()
    bot.play(match)
    worlds.sample(fork)
    # The same seed, and another choice than the one that was heard of: by turns, until the seat is to choose again.
    own, legal = match.clone(), fork.legal()
    first = next(action for action in legal if not same_after(fork, action, own))
    fork.take(first)
    for other in (match, fork):
        while other.to_act() not in (seat, None):
            other.take(other.legal()[0])
    assert fork.to_act() == match.to_act() == seat
    worlds.sample(match)
    bot.play(match)
    with pytest.raises(ValueError, match="this is another"):
        bot.play(fork)
    with pytest.raises(ValueError, match="this is another"):
        worlds.sample(fork)
    setups = [(8, 3, "discarded"), (7, 4, "discarded"), (7, 3, "returned")]
    for seed, players, bids in setups:
        other_game = bidlang.load("varg_bid", players=players, options={"losers-bids": bids})
        stranger = bidlang.Match(bidlang.Numbering(other_game), seed)
        while stranger.to_act() not in (seat, None):
            stranger.take(stranger.legal()[0])
        with pytest.raises(ValueError, match="this is another"):
            bidlang.Bot(bidlang.Match(numbering, 7), seat, "easy").play(stranger)


def same_after(match: bidlang.Match, action: int, other: bidlang.Match) -> bool:
    twin = match.clone()
    twin.take(action)
    return bool((twin.observe_all() == other.observe_all()).all())


def test_what_may_come_of_a_seed_is_not_told() -> None:
    match = bidlang.Match(bidlang.Numbering(bidlang.load("kuhn_poker")), 3)
    with pytest.raises(ValueError, match="beginnings"):
        match.branches(match.legal()[0])


def test_what_a_seat_knows_is_asked_of_a_seat_when_the_game_is_over() -> None:
    match = bidlang.Match(bidlang.Numbering(bidlang.load("kuhn_poker")), 3)
    while not match.is_over():
        match.take(match.legal()[0])
    for ask in (match.observe, match.view, match.memory):
        assert ask(0) is not None
        with pytest.raises(bidlang.GameOverError, match="for which seat"):
            ask()


def test_nothing_happens_where_an_agents_action_is_refused() -> None:
    game = bidlang.load("goofspiel")
    aec, parallel = zoo.env(game), zoo.parallel_env(game)
    for env in (aec, parallel):
        env.reset(seed=1)
    before = parallel._now.observe_all()
    legal = parallel._now.legal(0)[0]
    for wrong in ({"seat_0": legal}, {"seat_0": legal, "seat_1": parallel.numbering.num_actions}, {"seat_0": legal, "seat_1": -1}):
        with pytest.raises((ValueError, bidlang.ActionError)):
            parallel.step(wrong)
        assert (parallel._now.observe_all() == before).all() and parallel._now.seats_to_act() == [0, 1]
        assert parallel._now.legal(0) == parallel._now.legal(1) != []
    aec._cumulative_rewards = dict.fromkeys(aec.agents, 0.5)
    with pytest.raises(bidlang.ActionError):
        aec.step(aec.numbering.num_actions - 1 if aec.numbering.num_actions - 1 not in aec._now.legal() else -1)
    assert set(aec._cumulative_rewards.values()) == {0.5}


def test_worlds_fit_what_the_seat_was_told() -> None:
    match = bidlang.Match(bidlang.Numbering(bidlang.load("oh_hell", players=4)), 3)
    worlds = {seat: bidlang.Worlds(match, seat, 8) for seat in range(4)}
    dice, others = np.random.default_rng(1), 0
    for _ in range(40):
        seat = match.to_act()
        if seat is None:
            break
        world = worlds[seat].sample(match)
        assert world.view(seat) == match.view(seat) and world.legal(seat) == match.legal(seat) and world.to_act() == seat
        others += (world.observe_all() != match.observe_all()).any()
        assert world.memory(seat) is None
        match.take(int(dice.choice(match.legal())))
    assert others > 20
    with pytest.raises(ValueError, match="worlds are kept"):
        bidlang.Worlds(match, 0, 0)


def test_numbers_have_words_and_a_match_is_the_game_of_its_seed() -> None:
    game = bidlang.load("hearts")
    numbering = bidlang.Numbering(game)
    assert len(numbering.actions()) == numbering.num_actions and "play Queen of Spades" in numbering.actions()
    last = numbering.cells()[-1]
    assert last[2] + last[3] == numbering.num_cells
    match, state = bidlang.Match(numbering, 3), game.new(3)
    match.take(match.legal()[0])
    assert match.view(1).splitlines()[0] == str(state.view(1)).splitlines()[0]
    twin = match.clone()
    twin.take(twin.legal()[0])
    assert (twin.observe() != match.observe(twin.to_act())).any()


@pytest.mark.parametrize("name", bidlang.shipped())
def test_each_cell_has_a_name_of_its_own(name: str) -> None:
    numbering = bidlang.Numbering(bidlang.load(name), history=3)
    for names, cells in [(numbering.cell_names(), numbering.cells()), (numbering.cell_names_all(), numbering.cells_all())]:
        assert len(set(names)) == len(names) == cells[-1][2] + cells[-1][3]
        for section, _, first, count, _, _ in cells:
            assert all(cell == section or cell.startswith(f"{section}: ") for cell in names[first : first + count])


def test_names_of_cells_say_what_is_in_them() -> None:
    """What the vector of Hearts says is what the seat's view and the score say, cell by cell."""
    game = bidlang.load("hearts")
    numbering = bidlang.Numbering(game, history=4)
    match, names = bidlang.Match(numbering, 5), numbering.cell_names()
    dice = np.random.default_rng(2)
    for _ in range(60):
        seat = match.to_act()
        assert seat is not None
        told = dict(zip(names, match.observe(seat)))
        hand = {cell.split(": ")[1] for cell, value in told.items() if cell.startswith("hand of own seat: ") and value}
        assert told["hand of own seat, how many"] == len(hand) > 0
        playable = {words.split(" ", 1)[1] for words in map(numbering.words, match.legal()) if words.startswith("play ")}
        assert playable <= hand and told["is to choose"] == 1
        scores = match.scores()
        for far, cell in enumerate(["own seat", "seat +1", "seat +2", "seat +3"]):
            assert told[f"scores: {cell}"] == scores[(seat + far) % 4]
        match.take(int(dice.choice(match.legal())))


def test_events_are_read_by_their_words() -> None:
    numbering = bidlang.Numbering(bidlang.load("hearts", options={"passing": "no"}), history=8)
    match, names, words = bidlang.Match(numbering, 5), numbering.cell_names(), numbering.event_words()
    action = match.legal()[0]
    who, played = match.to_act(), numbering.words(action).removeprefix("play ")
    assert who is not None
    match.take(action)
    for seat in range(4):
        told = dict(zip(names, match.observe(seat)))
        rows = [[int(told[f"events: {age} before the last, {part}"]) for part in ("sort", "seat", "what", "where to", "card")] for age in range(8)]
        moved = next(row for row in rows if row[0] and words["sorts"][row[0] - 1] == "move" and row[4])
        far = (who - seat) % 4
        assert words["places"][moved[2] - 1] == ("hand of own seat" if far == 0 else f"hand of seat +{far}")
        assert words["places"][moved[3] - 1] == "trick" and words["cards"][moved[4] - 1] == played
        acted = next(row for row in rows if row[0] and words["sorts"][row[0] - 1] == "act")
        assert acted[1] == far + 1 and words["acts"][acted[2] - 1] == "play"


def test_all_that_may_come_of_chance_adds_up() -> None:
    for name, ways in [("kuhn_poker", 6), ("leduc_poker", 30)]:
        found = bidlang.Match.beginnings(bidlang.Numbering(bidlang.load(name)))
        assert found is not None and len(found) == ways
        assert sum(likely for likely, _ in found) == pytest.approx(1)
        memories = {match.memory() for _, match in found}
        assert len(memories) == {"kuhn_poker": 3, "leduc_poker": 6}[name], "who is first to act knows its own card and no more"
    assert bidlang.Match.beginnings(bidlang.Numbering(bidlang.load("hearts")), most=20) is None


def test_simulate_is_a_table_and_gives_what_sim_gives(tmp_path: pathlib.Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    game = bidlang.load("varg_bid", players=3)
    one, two = bidlang.simulate(game, 300, seed=5), bidlang.simulate(game, 300, seed=5, threads=2)
    table = pa.table(one)
    assert table.num_rows == len(one) == 300 and table.equals(pa.table(two))
    assert table["seed"].to_pylist() == list(range(5, 305))
    figures, counts = one.figures(), one.counts()
    assert figures == two.figures() and counts == two.counts()
    wins = [sum(str(seat) in row.split() for row in table["winners"].to_pylist()) for seat in (1, 2, 3)]
    assert wins == counts["wins"] and figures["win_share"] == pytest.approx([won / 300 for won in wins])
    scores = table["score_1"].to_pylist()
    assert counts["scores"][0] == sum(scores) and counts["scores_squared"][0] == sum(score * score for score in scores)
    one.write_parquet(tmp_path / "a.parquet")
    two.write_parquet(tmp_path / "b.parquet")
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.parquet", "b.parquet"]
    read = pq.read_table(tmp_path / "a.parquet")
    assert read["score_1"].to_pylist() == scores and read["seed"].to_pylist() == table["seed"].to_pylist()


def test_the_report_has_all_figures_and_they_agree_with_the_rows() -> None:
    pa = pytest.importorskip("pyarrow")
    played = bidlang.simulate(bidlang.load("varg_bid", players=3), 200, seed=2)
    report, figures, table = played.report(), played.figures(), pa.table(played)
    assert report["game"] == "Varg Bid" and report["players"] == 3 and report["first_seed"] == 2 and report["games"] == 200
    assert report["options"]["deck"] == "basic" and report["seats_are"] == ["random"] * 3
    for seat, told in enumerate(report["seats"]):
        scores = table[f"score_{seat + 1}"].to_pylist()
        assert told["wins"] == played.counts()["wins"][seat] and told["scores"]["mean"] == pytest.approx(np.mean(scores), abs=1e-6)
        assert sum(count for _, count in told["scores"]["histogram"]) == 200
        assert told["interval"] == pytest.approx(figures["win_interval"][seat], abs=1e-6)
    assert report["decisions"]["mean"] == pytest.approx(np.mean(table["decisions"].to_pylist()), abs=1e-6)
    (auction,) = report["auctions"]
    assert auction["bids"]["mean"] == pytest.approx(figures["mean_bids"], abs=1e-6) and auction["closed"] > 200
    assert {act["act"] for ask in report["asks"] for act in ask["acts"]} >= {"bid", "pass"} and report["points"]
    assert bidlang.simulate(bidlang.load("hearts"), 5).figures()["mean_bids"] is None


def test_thinking_players_win_against_random_ones() -> None:
    played = bidlang.simulate(bidlang.load("oh_hell", players=4), 12, players=["search:iterations=10", "random", "random", "random"], threads=2)
    assert played.figures()["win_share"][0] > 0.4


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda game: bidlang.simulate(game, 0), "1 to"),
        (lambda game: bidlang.simulate(game, 10, threads=0), "threads"),
        (lambda game: bidlang.simulate(game, -1), "not -1"),
        (lambda game: bidlang.simulate(game, 10, seed=2**64 - 3), "beyond the last seed"),
        (lambda game: bidlang.simulate(game, 10, players=["genius"]), "`genius` is no player: random, or a level"),
        (lambda game: bidlang.simulate(game, 10, players="genius"), "`genius` is no player"),
        (lambda game: bidlang.Bot(bidlang.Match(bidlang.Numbering(game)), 0, "genius"), "`genius` is no level"),
        (lambda game: bidlang.Match(bidlang.Numbering(game), -1), "not -1"),
        (lambda game: bidlang.Match(bidlang.Numbering(game)).observe(-1), "no seat -1"),
        (lambda game: bidlang.Match(bidlang.Numbering(game)).take(10**30), "9223372036854775807 is no action"),
        (lambda game: bidlang.simulate(game, 10, players=["random"] * 3), "4 seats"),
        (lambda game: zoo.env(game, render_mode="human"), "ansi"),
        (lambda game: zoo.env(game, reward="luck"), '"win" or "score"'),
        (lambda game: zoo.env(game).state(), "reset()"),
        (lambda game: zoo.env(game).step(0), "reset()"),
        (lambda game: zoo.env(game).last(), "reset()"),
        (lambda game: zoo.env(game, render_mode="ansi").render(), "reset()"),
        (lambda game: gym.SeatEnv(game, seat=4), "no seat 4"),
        (lambda game: gym.SeatEnv(game, against="genius"), "level"),
    ],
)
def test_bad_calls(call: object, says: str) -> None:
    with pytest.raises(ValueError) as caught:
        call(bidlang.load("hearts"))  # type: ignore[operator]
    assert says in str(caught.value)


def test_a_word_stands_for_all_seats() -> None:
    game = bidlang.load("kuhn_poker")
    played = [bidlang.simulate(game, 20, players=players).counts() for players in ("easy", ["easy"], ["easy", "easy"], None)]
    assert played[0] == played[1] == played[2] != played[3]


def test_a_number_that_is_not_whole_is_no_action() -> None:
    game = bidlang.load("kuhn_poker")
    one, aec, parallel = gym.SeatEnv(game), zoo.env(game), zoo.parallel_env(game)
    one.reset(seed=1)
    aec.reset(seed=1)
    parallel.reset(seed=1)
    for wrong in (0.7, float("nan"), None, "0"):
        for step in (one.step, aec.step, lambda action: parallel.step({"seat_0": action, "seat_1": action})):
            with pytest.raises((TypeError, ValueError)):
                step(wrong)
    assert aec._now.decisions == 0 and parallel._now.decisions == 0


class Interrupted(Exception):
    """What the handler of a signal raises."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no such signals")
def test_long_work_ends_when_somebody_interrupts_it() -> None:
    def interrupt(number: int, frame: object) -> None:
        raise Interrupted

    game, slow = bidlang.load("varg_bid", players=3), bidlang.load("hearts")
    match = bidlang.Match(bidlang.Numbering(slow), 1)
    bot = bidlang.Bot(match, 0, "search:think=100s")
    before, decisions = signal.signal(signal.SIGALRM, interrupt), match.decisions
    try:
        for work in (lambda: bidlang.simulate(game, 50_000_000), lambda: bot.play(match)):
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            began = time.monotonic()
            with pytest.raises(Interrupted):
                work()
            assert time.monotonic() - began < 20
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert match.decisions == decisions, "nothing was chosen"


def test_threads_play_side_by_side_and_share_nothing() -> None:
    game = bidlang.load("varg_bid", players=3)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: bidlang.simulate(game, 200, seed=1, threads=2).counts(), range(8)))
    assert all(counts == found[0] for counts in found)


def test_a_device_is_not_taken_away(tmp_path: pathlib.Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(bidlang.OutputError, match="no file"):
        bidlang.simulate(bidlang.load("kuhn_poker"), 2).write_parquet(pipe)
    assert pipe.is_fifo()


def test_what_cannot_be_written_is_said(tmp_path: pathlib.Path) -> None:
    played = bidlang.simulate(bidlang.load("hearts"), 2)
    with pytest.raises(bidlang.OutputError, match="cannot be written"):
        played.write_parquet(tmp_path / "no" / "such.parquet")
    (tmp_path / "folder.parquet").mkdir()
    with pytest.raises(bidlang.OutputError):
        played.write_parquet(tmp_path / "folder.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.parquet"]
