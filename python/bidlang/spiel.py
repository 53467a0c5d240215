"""OpenSpiel games for every rules file: ``register`` makes one that ``pyspiel.load_game`` knows, so that its algorithms run unchanged.

Chance comes first, as nodes of its own. Of a small game each outcome is one (``chance="listed"``), wherever it comes; of a large one four
nodes of 256 outcomes make the seed from which all cards follow (``chance="seeded"``: 2**32 deals, each as likely as the others). Needs the
package ``open_spiel``.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import numpy as np
import pyspiel

from bidlang._bidlang import Game, Match, Numbering, Worlds

__all__ = ["BidlangGame", "BidlangState", "register"]

Utility = Literal["win", "score"]

_SEED_NODES = 4
_SEED_WAYS = 256
# Outcomes of one chance node that are listed.
_MOST_LISTED = 10_000
# Later ones may have no more than this for chance to be listed where nothing is said.
_MOST_TRIED = 1_000
# How long a game may be where nothing is said, and how far scores may go.
_LONGEST = 100_000
_FAR = 1_000_000.0


def register(
    game: Game,
    name: str | None = None,
    utility: Utility = "win",
    zero_sum: bool | None = None,
    chance: Literal["listed", "seeded"] | None = None,
    history: int = 32,
    max_length: int = _LONGEST,
) -> str:
    """Registers a game with pyspiel, and gives the name by which ``pyspiel.load_game`` has it.

    ``utility`` is ``"win"`` (winners share 1, less what each would have if all were alike) or ``"score"``; whether scores add up to nought
    ``zero_sum`` says, as the rules file does not. ``chance`` is listed where the first deal has at most 10,000 outcomes.
    """
    if utility not in ("win", "score"):
        raise ValueError(f'a utility is "win" or "score", not {utility!r}')
    if history < 1:
        raise ValueError("what a player was told is known where vectors tell of events: history is at least 1")
    numbering = Numbering(game, history)
    beginnings = None if chance == "seeded" else Match.beginnings(numbering, _MOST_LISTED)
    if chance is None and beginnings is not None and not _stays_small(beginnings):
        beginnings = None
    if chance == "listed" and beginnings is None:
        raise ValueError(f"the first deal has more than {_MOST_LISTED:,} outcomes: they are too many to be listed")
    short = name or "bidlang_" + re.sub("[^a-z0-9]+", "_", game.title.lower()).strip("_")
    zero = utility == "win" if zero_sum is None else zero_sum
    kind = pyspiel.GameType(
        short_name=short,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    # A game as good as one turn has no fewer utility than this.
    reach = 1.0 if utility == "win" else _FAR
    info = pyspiel.GameInfo(
        num_distinct_actions=numbering.num_actions,
        max_chance_outcomes=_SEED_WAYS if beginnings is None else _MOST_LISTED,
        num_players=game.players,
        min_utility=-reach,
        max_utility=reach,
        utility_sum=0.0 if zero else None,
        max_game_length=max_length,
    )

    class Registered(BidlangGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, info, params or {})
            self.numbering, self.utility, self.beginnings = numbering, utility, beginnings

    pyspiel.register_game(kind, Registered)
    return short


def _stays_small(beginnings: list[tuple[float, Match]]) -> bool:
    """Whether what comes of chance can be listed later, too, as far as a few games tell."""
    dice = np.random.default_rng(1)
    for _ in range(3):
        match = beginnings[int(dice.integers(len(beginnings)))][1]
        while not match.is_over():
            legal = match.legal()
            found = match.branches(legal[int(dice.integers(len(legal)))], most=_MOST_TRIED)
            if found is None:
                return False
            match = found[int(dice.integers(len(found)))][1]
    return True


class BidlangGame(pyspiel.Game):  # type: ignore[misc]
    """A rules file as pyspiel knows it."""

    numbering: Numbering
    utility: Utility
    beginnings: list[tuple[float, Match]] | None

    def new_initial_state(self) -> BidlangState:
        return BidlangState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self, iig_obs_type)


class _Fixed:
    """What copies of a state share: pyspiel copies a state with all that it holds."""

    def __init__(self, game: BidlangGame, open_: list[tuple[float, Match]] | None) -> None:
        self.game, self.open = game, open_
        self.worlds: dict[tuple[int, int], Worlds] = {}

    def __deepcopy__(self, memo: Any) -> _Fixed:
        return self


class BidlangState(pyspiel.State):  # type: ignore[misc]
    """A game, or a node of chance before it."""

    def __init__(self, game: BidlangGame) -> None:
        super().__init__(game)
        self.match: Match | None = None
        self._seed: list[int] = []
        self._fixed = _Fixed(game, game.beginnings)
        if self._open is not None and len(self._open) == 1:
            self._go_on(self._open[0][1])

    @property
    def _of(self) -> BidlangGame:
        return self._fixed.game

    @property
    def _open(self) -> list[tuple[float, Match]] | None:
        """What may come of chance now."""
        return self._fixed.open

    def _go_on(self, match: Match | None, open_: list[tuple[float, Match]] | None = None) -> None:
        self.match, self._fixed = match, _Fixed(self._of, open_)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.match is None or self._open is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.match.to_act()
        assert seat is not None
        return seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._open is not None:
            return [(number, likely) for number, (likely, _) in enumerate(self._open)]
        return [(way, 1 / _SEED_WAYS) for way in range(_SEED_WAYS)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None
        return self.match.legal(player) if player == self.match.to_act() else []

    def _apply_action(self, action: int) -> None:
        if self._open is not None:
            self._go_on(self._open[action][1].clone())
        elif self.match is None:
            self._seed.append(action)
            if len(self._seed) == _SEED_NODES:
                seed = sum(way * _SEED_WAYS**place for place, way in enumerate(self._seed))
                self.match = Match(self._of.numbering, seed)
        elif self._of.beginnings is None:
            self.match.take(action)
            # A copy that was made before goes its own way, with other worlds.
            self._go_on(self.match)
        else:
            found = self.match.branches(action, most=_MOST_LISTED)
            if found is None:
                raise ValueError(f"more than {_MOST_LISTED:,} outcomes of chance: register the game with chance=\"seeded\"")
            if len(found) == 1:
                self._go_on(found[0][1])
            else:
                self._go_on(self.match, found)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else self._of.numbering.words(action)

    def is_terminal(self) -> bool:
        return self.match is not None and self._open is None and self.match.is_over()

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self._of.num_players()
        assert self.match is not None
        return [float(number) for number in (self.match.shares() if self._of.utility == "win" else self.match.scores())]

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player was told and has chosen, as one word."""
        seat = self.current_player() if player is None else player
        if self.match is None:
            return "before the deal"
        # In a world of somebody's what others were told is not known.
        return f"{seat} {self.match.memory(seat) or self.match.view(seat)}"

    def resample_from_infostate(self, player: int, probability_sampler: Any = None) -> BidlangState:
        """The state as it may be for all that the player knows, for information set search; its history begins there. What others were told in it is not known: so
        nodes are told apart by ``observation_string`` (``ISMCTSBot(..., use_observation_string=True)``)."""
        assert self.match is not None
        if self.match.seed is None:
            raise ValueError('worlds are made of a match with a seed: register the game with chance="seeded"')
        worlds = self._fixed.worlds
        if (player, self.match.decisions) not in worlds:
            worlds.clear()
            worlds[player, self.match.decisions] = Worlds(self.match, player)
        # A new state, not a copy: the history of this one has the seed of the true deal.
        sampled = self._of.new_initial_state()
        sampled._go_on(worlds[player, self.match.decisions].sample(self.match))
        return sampled

    def observation_string(self, player: int | None = None) -> str:
        """What the player sees, and may do: of an act that is said in steps the view tells nothing before it is whole."""
        seat = self.current_player() if player is None else player
        if self.match is None:
            return "before the deal"
        return f"{self.match.view(seat)}\n{self.match.legal(seat) if self.match.to_act() == seat else []}"

    def __str__(self) -> str:
        if self.match is None:
            return f"chance {self._seed}"
        return f"{self.history()}\n" + "\n".join(self.match.view(seat) for seat in range(self._of.num_players()))


class _Observer:
    """What a player knows, as OpenSpiel asks for it."""

    def __init__(self, game: BidlangGame, kind: Any) -> None:
        self._perfect = bool(kind and kind.perfect_recall)
        self.tensor = np.zeros(game.numbering.num_cells, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BidlangState, player: int) -> None:
        if state.match is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.match.observe(player)

    def string_from(self, state: BidlangState, player: int) -> str:
        return state.information_state_string(player) if self._perfect else state.observation_string(player)
