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
# Nodes of a game whose chance is listed that are kept: some kilobytes each.
_MOST_KEPT = 50_000
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

    rules = _Rules(numbering, utility, beginnings)

    class Registered(BidlangGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, info, params or {})
            self.rules = rules

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

    rules: _Rules

    def new_initial_state(self) -> BidlangState:
        return BidlangState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self, iig_obs_type)


class _Rules:
    """What all states of a game share: the numbering, what it is played for, and where chance is listed the nodes that were met."""

    def __init__(self, numbering: Numbering, utility: Utility, beginnings: list[tuple[float, Match]] | None) -> None:
        self.numbering, self.utility, self.listed = numbering, utility, beginnings is not None
        self.root, self._nodes = _Node(None, beginnings), 0
        if beginnings is not None and len(beginnings) == 1:
            self.root = _Node(beginnings[0][1])

    def __deepcopy__(self, memo: Any) -> _Rules:
        return self

    def after(self, node: _Node, action: int) -> _Node:
        """The node behind an action or an outcome of chance; so many are kept that no memory is filled."""
        if (known := node.children.get(action)) is not None:
            return known
        found = node.after(action)
        if self._nodes < _MOST_KEPT:
            node.children[action], self._nodes = found, self._nodes + 1
        return found


class _Node:
    """What copies of a state share (pyspiel copies a state with all that it holds): what was worked out of it. Where chance is listed it is a
    node of the game's tree, with the match, which never changes; a match of a seed is each state's own."""

    def __init__(self, match: Match | None = None, open_: list[tuple[float, Match]] | None = None) -> None:
        self.match, self.open = match, open_
        self.worlds: dict[int, Worlds] = {}
        self.children: dict[int, _Node] = {}
        self._legal: list[int] | None = None
        self._told: dict[int, str] = {}

    def __deepcopy__(self, memo: Any) -> _Node:
        return self

    def legal(self, match: Match, player: int) -> list[int]:
        if self._legal is None:
            self._legal = match.legal()
        return self._legal if player == match.to_act() else []

    def told(self, match: Match, player: int) -> str:
        """All that a player was told and has chosen."""
        if player not in self._told:
            # In a world of somebody's what others were told is not known.
            self._told[player] = f"{player} {match.memory(player) or match.view(player)}"
        return self._told[player]

    def after(self, action: int) -> _Node:
        """The node behind an action or an outcome of chance, where chance is listed."""
        if self.open is not None:
            return _Node(self.open[action][1])
        assert self.match is not None
        found = self.match.branches(action, most=_MOST_LISTED)
        if found is None:
            raise ValueError(f"more than {_MOST_LISTED:,} outcomes of chance: register the game with chance=\"seeded\"")
        return _Node(found[0][1]) if len(found) == 1 else _Node(self.match, found)


class BidlangState(pyspiel.State):  # type: ignore[misc]
    """A game, or a node of chance before it."""

    def __init__(self, game: BidlangGame) -> None:
        super().__init__(game)
        self._seed: list[int] = []
        self._rules, self._node = game.rules, game.rules.root
        # The match of a seed, which is the state's own; where chance is listed, matches are those of the nodes.
        self._own: Match | None = None

    @property
    def match(self) -> Match | None:
        return self._own if self._own is not None else self._node.match

    def _is_chance(self) -> bool:
        return self.match is None or self._node.open is not None

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self._is_chance():
            return int(pyspiel.PlayerId.CHANCE)
        assert self.match is not None
        seat = self.match.to_act()
        assert seat is not None
        return seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._node.open is not None:
            return [(number, likely) for number, (likely, _) in enumerate(self._node.open)]
        return [(way, 1 / _SEED_WAYS) for way in range(_SEED_WAYS)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None
        return self._node.legal(self.match, player)

    def _apply_action(self, action: int) -> None:
        if self._rules.listed:
            self._node = self._rules.after(self._node, action)
        elif self._own is not None:
            self._own.take(action)
            # A copy that was made before goes its own way, with other worlds.
            self._node = _Node()
        else:
            self._seed.append(action)
            if len(self._seed) == _SEED_NODES:
                self._plays(Match(self._rules.numbering, sum(way * _SEED_WAYS**place for place, way in enumerate(self._seed))))

    def _plays(self, match: Match) -> None:
        self._own, self._node = match, _Node()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else self._rules.numbering.words(action)

    def is_terminal(self) -> bool:
        return not self._is_chance() and self.match is not None and self.match.is_over()

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self._rules.numbering.game.players
        assert self.match is not None
        return [float(number) for number in (self.match.shares() if self._rules.utility == "win" else self.match.scores())]

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player was told and has chosen, as one word."""
        seat = self.current_player() if player is None else player
        return "before the deal" if self.match is None else self._node.told(self.match, seat)

    def resample_from_infostate(self, player: int, probability_sampler: Any = None) -> BidlangState:
        """The state as it may be for all that the player knows, for information set search; its history begins there. What others were told in it is not known: so
        nodes are told apart by ``observation_string`` (``ISMCTSBot(..., use_observation_string=True)``)."""
        assert self.match is not None
        if self.match.seed is None:
            raise ValueError('worlds are made of a match with a seed: register the game with chance="seeded"')
        worlds = self._node.worlds
        if player not in worlds:
            worlds[player] = Worlds(self.match, player)
        # A new state, not a copy: the history of this one has the seed of the true deal.
        sampled = BidlangState(self.get_game())
        sampled._plays(worlds[player].sample(self.match))
        return sampled

    def observation_string(self, player: int | None = None) -> str:
        """What the player sees, and may do: of an act that is said in steps the view tells nothing before it is whole."""
        seat = self.current_player() if player is None else player
        if self.match is None:
            return "before the deal"
        return f"{self.match.view(seat)}\n{self._node.legal(self.match, seat)}"

    def __str__(self) -> str:
        if self.match is None:
            return f"chance {self._seed}"
        return f"{self.history()}\n" + "\n".join(self.match.view(seat) for seat in range(self._rules.numbering.game.players))


class _Observer:
    """What a player knows, as OpenSpiel asks for it; or of what the player sees only what all see alike, or only what they do not. Of these
    two there are words and no cells."""

    def __init__(self, game: BidlangGame, kind: Any) -> None:
        self._perfect = bool(kind and kind.perfect_recall)
        self._public = kind is None or kind.public_info
        self._private = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind is not None and kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("what all players know each is no observation of one of them")
        whole = self._public and self._private
        self.tensor = np.zeros(game.rules.numbering.num_cells, np.float32) if whole else None
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: BidlangState, player: int) -> None:
        if self.tensor is None:
            raise ValueError("there are cells for what is public and private together, and for nothing else")
        if state.match is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.match.observe(player)

    def string_from(self, state: BidlangState, player: int) -> str:
        if self._public and self._private:
            return state.information_state_string(player) if self._perfect else state.observation_string(player)
        if state.match is None:
            return "before the deal"
        seats = range(state.match.numbering.game.players)
        alike = set.intersection(*(set(state.match.view(seat).splitlines()) for seat in seats))
        own = state.match.view(player).splitlines()
        return "\n".join(line for line in own if (line in alike and self._public) or (line not in alike and self._private))
