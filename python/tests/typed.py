"""A user's program, as mypy --strict reads it."""

from __future__ import annotations

import bidlang


def whole_game(name: str, seed: int) -> list[int]:
    game = bidlang.load(name, players=4)
    state = game.new(seed=seed)
    while (seat := state.to_act()) is not None:
        act: bidlang.Act = state.legal(seat)[0]
        state.apply(act)
    try:
        state.apply("pass")
    except bidlang.GameOverError as error:
        codes: list[str] = [problem.code for problem in error.diagnostics]
        assert codes == []
    return state.scores()
