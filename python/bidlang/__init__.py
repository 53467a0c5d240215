"""Card games written as rules files: read, played, simulated and learned.

>>> import bidlang
>>> game = bidlang.load("hearts")
>>> state = game.new(seed=1)
>>> while not state.is_over():
...     state.apply(state.legal()[0])
>>> len(state.scores())
4

Seats count from 0, in all calls; only the lines of a record (``events_since``, ``record``) count them from 1, as every record does.
"""

from __future__ import annotations

from bidlang import errors
from bidlang._bidlang import (
    Act,
    Bot,
    Dice,
    Env,
    Game,
    Match,
    Numbering,
    Simulation,
    State,
    View,
    Worlds,
    load,
    read,
    shipped,
    simulate,
)
from bidlang.errors import (
    ActionError,
    BidlangError,
    Clause,
    Diagnostic,
    FileError,
    GameOverError,
    GameStoppedError,
    IllegalActError,
    NotToChooseError,
    OutputError,
    Place,
    RecordError,
    RulesError,
    SetupError,
    WordsError,
)

__all__ = [
    "Act",
    "ActionError",
    "BidlangError",
    "Bot",
    "Clause",
    "Diagnostic",
    "Dice",
    "Env",
    "FileError",
    "Game",
    "GameOverError",
    "GameStoppedError",
    "IllegalActError",
    "Match",
    "NotToChooseError",
    "Numbering",
    "OutputError",
    "Place",
    "RecordError",
    "RulesError",
    "SetupError",
    "Simulation",
    "State",
    "View",
    "WordsError",
    "Worlds",
    "errors",
    "load",
    "read",
    "shipped",
    "simulate",
]
