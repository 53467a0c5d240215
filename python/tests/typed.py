"""A user's program that uses all that the package names, as mypy --strict reads it (and `test_typed` runs it)."""

from __future__ import annotations

import copy
import pathlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bidlang


def whole_game(game: bidlang.Game, seed: int) -> list[int]:
    state: bidlang.State = game.new(seed=seed)
    while (seat := state.to_act()) is not None:
        assert seat in state.seats_to_act() and not state.is_over()
        legal: list[bidlang.Act] = state.legal(seat)
        assert state.count(seat) == len(legal) and state.nth(0, seat) == legal[0]
        act, words = legal[0], legal[0].words
        choice: Mapping[str, Any] = act.json()
        reasons: list[dict[str, Any]] = state.why_not(words, seat)
        assert not reasons
        state.clone().apply(words, seat)
        copy.copy(state).apply(choice)
        copy.deepcopy(state).apply(act)
        state.apply(act)
    view: bidlang.View = state.view(0)
    places: dict[str, str] = view.places
    tracks: dict[str, str] = view.tracks
    points: dict[str, int] = view.scores
    lines: list[dict[str, Any]] = state.events_since(1, seat=0)
    told: int | str | None = state.seed
    assert told == seed and len(lines) > 1 and len(points) == game.players and (places or tracks)
    again = game.resume(state.record())
    assert again.winners() == state.winners() and again.decisions == state.decisions and again.names == game.names
    return state.scores()


def numbers(game: bidlang.Game) -> list[float]:
    numbering = bidlang.Numbering(game, history=4)
    assert numbering.game.hash == game.hash and numbering.history == 4
    assert numbering.actions()[0] == numbering.words(0) and len(numbering.actions()) == numbering.num_actions
    name, holds, first, count, low, high = numbering.cells()[-1]
    assert first + count == numbering.num_cells and low <= high and name and holds
    assert sum(cells[3] for cells in numbering.cells_all()) == numbering.num_cells_all
    cells: list[str] = numbering.cell_names()
    assert len(cells) == numbering.num_cells and len(numbering.cell_names_all()) == numbering.num_cells_all
    told: dict[str, list[str]] = numbering.event_words()
    assert "bet" in told["acts"]
    match = bidlang.Match(numbering, seed=2)
    bot, worlds = bidlang.Bot(match, 0, "easy", seed=1), bidlang.Worlds(match, 1, count=4, seed=1)
    while (seat := match.to_act()) is not None:
        seen: NDArray[np.float32] = match.observe(seat)
        mask: NDArray[np.bool_] = match.mask(seat)
        assert len(seen) == numbering.num_cells and mask.sum() == len(match.legal(seat)) and seat in match.seats_to_act()
        if seat == 0:
            bot.play(match)
        else:
            world: bidlang.Match = worlds.sample(match)
            assert world.seed is None and world.view(seat) == match.view(seat)
            match.take(match.legal()[0], seat)
    assert match.is_over() and match.numbering.num_actions == numbering.num_actions and match.seed == 2 and match.decisions > 0
    twin = copy.copy(copy.deepcopy(match.clone()))
    memory: str | None = match.memory(0)
    assert memory == twin.memory(0) and len(match.observe_all(0)) == numbering.num_cells_all
    beginnings: list[tuple[float, bidlang.Match]] | None = bidlang.Match.beginnings(numbering, most=100)
    if beginnings is not None:
        likely, begun = beginnings[0]
        after = begun.branches(begun.legal()[0], most=100)
        assert 0 < likely <= 1 and after
    assert len(match.scores()) == game.players and len(match.winners()) >= 0
    return match.shares()


def many(game: bidlang.Game, folder: pathlib.Path) -> dict[str, Any]:
    env, dice = bidlang.Env(game, n=4, seed=1, history=2, reward="score"), bidlang.Dice(seed=1)
    mask, seats = env.reset(seed=3)
    actions: NDArray[np.int64] = dice.choose(mask, np.zeros(env.n, np.int64))
    mask, seats, rewards, done = env.step(actions)
    shown: NDArray[np.bool_] = env.show()[0]
    assert shown.shape == (env.n, env.num_actions) and seats.shape == done.shape == (4,) and rewards.shape == (4, game.players)
    assert env.observe(np.zeros((4, env.num_cells), np.float32)).shape[1] == env.num_cells
    assert env.observe_all().shape[1] == env.num_cells_all
    played: bidlang.Simulation = bidlang.simulate(game, games=4, seed=1, players="random", threads=1, decisions=1_000)
    played.write_parquet(folder / "games.parquet")
    report: dict[str, Any] = played.report()
    stream: object = played.__arrow_c_stream__()
    assert len(played) == 4 == played.counts()["games"] == report["games"] and stream is not None
    return played.figures()


def problems(text: str) -> list[str]:
    try:
        bidlang.read(text, players=2, options={"deals": 3}, names=["A"], file="wrong.bid")
    except bidlang.RulesError as error:
        first: bidlang.Diagnostic = error.diagnostics[0]
        place: bidlang.Place = first.places[0]
        clauses: tuple[bidlang.Clause, ...] = error.clauses
        start, end = first.span
        assert start <= end and not clauses and place.line > 0 and first.level == "error"
        return [f"{place.file}:{place.line}: {problem.code} {problem.message} {problem.help or ''}" for problem in error.diagnostics]
    return []


def main(folder: pathlib.Path) -> None:
    assert "kuhn_poker" in bidlang.shipped()
    game: bidlang.Game = bidlang.load("kuhn_poker", players=2, options={}, names=["Li"])
    fewest, most = game.players_allowed
    assert fewest <= game.players <= most and game.title and game.file and "hands" in game.options and game.names[0] == "Li"
    assert len(whole_game(game, 1)) == len(numbers(game)) == 2
    assert many(game, folder)["games"] == 4 and problems("game")
    try:
        whole_game(game, -1)
    except ValueError as error:
        assert "-1" in str(error)
