"""A Gymnasium environment: one seat against bidlang's own players, or against chance.

An observation is the seat's vector; ``info["action_mask"]`` says which actions may be taken, as ``action_masks()`` does. The reward comes at
the end: for a win a share of 1, less the seat's equal part. Needs the package ``gymnasium``.
"""

from __future__ import annotations

import operator
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from bidlang._bidlang import Bot, Game, Match, Numbering
from bidlang.errors import GameOverError

__all__ = ["SeatEnv"]

# So many games that end before the seat is asked are passed over.
_MOST_EMPTY = 1_000


class SeatEnv(gymnasium.Env[NDArray[np.float32], Any]):
    """One seat of a game. ``against`` is ``"random"``, ``"easy"``, ``"normal"``, ``"hard"`` or ``"search:iterations=N"``."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, game: Game, seat: int = 0, against: str = "random", history: int = 32, render_mode: str | None = None
    ) -> None:
        if not 0 <= seat < game.players:
            raise ValueError(f"there is no seat {seat}: seats are counted from 0 to {game.players - 1}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f'a render_mode is "ansi" or none, not {render_mode!r}')
        self.game, self.seat, self.against, self.render_mode = game, seat, against, render_mode
        self.numbering = Numbering(game, history)
        if against != "random":
            # What is no level is said here, not in the middle of a game.
            Bot(Match(self.numbering, 0), seat, against)
        low = np.empty(self.numbering.num_cells, np.float32)
        high = np.empty(self.numbering.num_cells, np.float32)
        for _, _, first, count, least, most in self.numbering.cells():
            low[first : first + count], high[first : first + count] = least, most
        self.observation_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.numbering.num_actions)
        self._low, self._high = low, high
        self._match: Match | None = None
        self._bots: dict[int, Bot] = {}

    @property
    def _now(self) -> Match:
        if self._match is None:
            raise ValueError("reset() begins the game; nothing can be asked before it")
        return self._match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        for _ in range(_MOST_EMPTY):
            self._match = match = Match(self.numbering, int(self.np_random.integers(1 << 63)))
            others = [seat for seat in range(self.game.players) if seat != self.seat]
            self._bots = {}
            if self.against != "random":
                for seat in others:
                    self._bots[seat] = Bot(match, seat, self.against, int(self.np_random.integers(1 << 63)))
            self._others()
            # A game that ends before the seat was ever asked teaches it nothing.
            if not match.is_over():
                return self._seen()
        raise GameOverError(f"{_MOST_EMPTY:,} games in a row ended before seat {self.seat} had a choice")

    def _others(self) -> None:
        """The others choose, up to the seat's turn."""
        match = self._now
        while not match.is_over() and (self.seat not in match.seats_to_act() or match.to_act() != self.seat):
            seat = match.to_act()
            assert seat is not None
            if seat in self._bots:
                self._bots[seat].play(match)
            else:
                legal = match.legal(seat)
                match.take(legal[int(self.np_random.integers(len(legal)))], seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions may be taken now."""
        if self._now.to_act() != self.seat:
            return np.zeros(self.numbering.num_actions, np.bool_)
        return self._now.mask(self.seat)

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        seen = np.clip(self._now.observe(self.seat), self._low, self._high)
        return seen, {"action_mask": self.action_masks().astype(np.int8)}

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        match = self._now
        match.take(operator.index(action), self.seat)
        self._others()
        over = match.is_over()
        reward = float(match.shares()[self.seat]) if over else 0.0
        seen, info = self._seen()
        if over:
            info["scores"], info["winners"] = match.scores(), match.winners()
        return seen, reward, over, False, info

    def render(self) -> str | None:
        """The table as the seat sees it."""
        return None if self.render_mode is None else self._now.view(self.seat)
