"""PettingZoo environments for every rules file: turn by turn (``env``) and with choices at once (``parallel_env``).

Agents are ``seat_0``, ``seat_1`` and so on. An observation is ``{"observation": vector, "action_mask": mask}``; what their cells are, a
``Numbering`` lists. At the end winners share 1, and each agent is given that less its equal part; or, with ``reward="score"``, the change
of its score. Needs the package ``pettingzoo``.
"""

from __future__ import annotations

import operator
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from bidlang._bidlang import Game, Match, Numbering
from bidlang.errors import ActionError

__all__ = ["BidlangAEC", "BidlangParallel", "env", "parallel_env"]

Observation = dict[str, NDArray[Any]]
Reward = Literal["win", "score"]


class _Seats:
    """What both kinds of environment share: agents, spaces, the game."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "bidlang_v0", "is_parallelizable": False}

    def _begin(self, game: Game, history: int, reward: Reward, render_mode: str | None, waits: int) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f'a render_mode is "ansi" or none, not {render_mode!r}')
        if reward not in ("win", "score"):
            raise ValueError(f'a reward is "win" or "score", not {reward!r}')
        self.game, self.render_mode = game, render_mode
        self.numbering = Numbering(game, history)
        self._reward: Reward = reward
        self._actions = self.numbering.num_actions + waits
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._match: Match | None = None
        self._dice = np.random.default_rng()
        low = np.empty(self.numbering.num_cells, np.float32)
        high = np.empty(self.numbering.num_cells, np.float32)
        for _, _, first, count, least, most in self.numbering.cells():
            low[first : first + count], high[first : first + count] = least, most
        cells = gymnasium.spaces.Box(low, high, dtype=np.float32)
        mask = gymnasium.spaces.Box(0, 1, (self._actions,), np.int8)
        self._low, self._high = low, high
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": cells, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def _new(self, seed: int | None) -> Match:
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self._match = Match(self.numbering, int(self._dice.integers(1 << 63)))
        self._scores = self._match.scores()
        return self._match

    @property
    def _now(self) -> Match:
        if self._match is None:
            raise ValueError("reset() begins the game; nothing can be asked before it")
        return self._match

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _given(self) -> list[float]:
        """What each seat is given since this was last asked."""
        match = self._now
        if self._reward == "win":
            return [float(share) for share in match.shares()]
        before, self._scores = self._scores, match.scores()
        return [float(now - then) for now, then in zip(self._scores, before)]

    def _seen(self, seat: int) -> NDArray[np.float32]:
        return np.clip(self._now.observe(seat), self._low, self._high)

    def render(self) -> str | None:
        """The table as whoever is to act sees it; when the game is over, as the first agent does."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows something where the environment was made with render_mode=\"ansi\"")
            return None
        seat = self._now.to_act() or 0
        return f"{self.possible_agents[seat]} sees\n{self._now.view(seat)}"

    def close(self) -> None:
        """Nothing is held open."""

    def state(self) -> NDArray[np.float32]:
        """The whole table, with all that is hidden."""
        return self._now.observe_all()


class BidlangAEC(_Seats, AECEnv):  # type: ignore[misc]
    """Turn by turn: where several choose at once, they are asked one after the other, and none hears of another's choice before all have chosen."""

    def __init__(self, game: Game, history: int = 32, reward: Reward = "win", render_mode: str | None = None) -> None:
        super().__init__()
        self._begin(game, history, reward, render_mode, waits=0)
        self.agent_selection = self.possible_agents[0]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        match = self._new(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, match.is_over())
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[match.to_act() or 0]

    def observe(self, agent: str) -> Observation:
        seat = self._seat(agent)
        mask = np.zeros(self._actions, np.int8)
        if self._now.to_act() == seat:
            mask[self._now.legal(seat)] = 1
        return {"observation": self._seen(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        match, agent = self._now, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to choose: an action is wanted")
        match.take(operator.index(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self._given()))
        if match.is_over():
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[match.to_act() or 0]
        self._accumulate_rewards()
        if match.is_over():
            self._deads_step_first()


class BidlangParallel(_Seats, ParallelEnv):  # type: ignore[misc]
    """All at once: each agent gives an action in each step. Who is not to choose has one action, to wait, which is the last."""

    def __init__(
        self,
        game: Game,
        history: int = 32,
        reward: Reward = "win",
        render_mode: str | None = None,
        illegal: Literal["raise", "random"] = "raise",
    ) -> None:
        if illegal not in ("raise", "random"):
            raise ValueError(f'what is done with an illegal action is "raise" or "random", not {illegal!r}')
        self._begin(game, history, reward, render_mode, waits=1)
        self._illegal = illegal

    def _observations(self) -> dict[str, Observation]:
        waiting = self._now.seats_to_act()
        found: dict[str, Observation] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self._actions, np.int8)
            mask[self._now.legal(seat) if seat in waiting else [self._actions - 1]] = 1
            found[agent] = {"observation": self._seen(seat), "action_mask": mask}
        return found

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._new(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        match = self._now
        if not self.agents:
            return {}, {}, {}, {}, {}
        # Who has only one choice makes it when its turn comes. All actions are looked at before one is taken.
        taken: list[tuple[int, int]] = []
        for seat in match.seats_to_act():
            agent, legal = self.possible_agents[seat], match.legal(seat)
            if len(legal) < 2:
                continue
            if agent not in actions:
                raise ValueError(f"{agent} is to choose: an action is wanted")
            action = operator.index(actions[agent])
            if action not in legal:
                if self._illegal == "raise":
                    raise ActionError(f"{agent}: action {action} may not be taken now; take one that its mask allows")
                action = legal[int(self._dice.integers(len(legal)))]
            taken.append((action, seat))
        for action, seat in taken:
            match.take(action, seat)
        over, given = match.is_over(), dict(zip(self.possible_agents, self._given()))
        seen, agents = self._observations(), list(self.agents)
        if over:
            self.agents = []
        return (
            seen,
            given,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )


def env(game: Game, history: int = 32, reward: Reward = "win", render_mode: str | None = None) -> BidlangAEC:
    """A game turn by turn. An illegal action raises ``ActionError``, and nothing has happened."""
    return BidlangAEC(game, history, reward, render_mode)


def parallel_env(
    game: Game,
    history: int = 32,
    reward: Reward = "win",
    render_mode: str | None = None,
    illegal: Literal["raise", "random"] = "raise",
) -> BidlangParallel:
    """A game in which all give an action in each step. With ``illegal="random"`` a legal one is drawn in place of an illegal one, for who
    samples without the mask (PettingZoo's ``parallel_seed_test``)."""
    return BidlangParallel(game, history, reward, render_mode, illegal)
