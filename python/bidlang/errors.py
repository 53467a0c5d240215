"""What goes wrong, as exceptions: each prints the letter that its reader needs, and holds every diagnostic behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "ActionError",
    "BidlangError",
    "Clause",
    "Diagnostic",
    "FileError",
    "GameOverError",
    "GameStoppedError",
    "IllegalActError",
    "NotToChooseError",
    "OutputError",
    "Place",
    "RecordError",
    "RulesError",
    "SetupError",
    "WordsError",
]


@dataclass(frozen=True)
class Place:
    """Where something lies in a text. Lines and columns count from 1, the end is one past the last letter; a place in no file has line 0."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    """Its first byte in the file, from 0."""
    end: int
    """The byte behind its last."""
    text: str
    """What is said of this place; may be empty."""


@dataclass(frozen=True)
class Diagnostic:
    """One problem: what is wrong, where, and what to do."""

    code: str
    """A word that never changes: ``bidlang explain CODE`` tells more."""
    level: str
    """``error`` or ``warning``."""
    message: str
    help: str | None
    """What to do about it, where that is known."""
    places: tuple[Place, ...]
    """Where it lies, the place itself first; then those that it points at."""

    @property
    def span(self) -> tuple[int, int]:
        """First byte and the byte behind the last, in the file of its first place; ``(0, 0)`` where it lies in none."""
        return (self.places[0].start, self.places[0].end) if self.places else (0, 0)


@dataclass(frozen=True)
class Clause:
    """A clause of the rules that forbids something."""

    words: str
    file: str
    line: int
    why: str = field(default="")
    """What it has against it, in one word, such as ``where`` or ``must``."""


class BidlangError(Exception):
    """What bidlang refuses. ``str()`` is a letter to who is to mend it."""

    diagnostics: tuple[Diagnostic, ...] = ()
    """Every problem; none where there is no rules file, record or word behind it."""
    clauses: tuple[Clause, ...] = ()
    """The clauses that forbid an act."""

    @classmethod
    def _of(cls, message: str, problems: Sequence[Mapping[str, Any]], clauses: Sequence[Mapping[str, Any]]) -> BidlangError:
        error = cls(message)
        error.diagnostics = tuple(
            Diagnostic(**{**problem, "places": tuple(Place(**place) for place in problem["places"])}) for problem in problems
        )
        error.clauses = tuple(Clause(**clause) for clause in clauses)
        return error


class FileError(BidlangError, OSError):
    """A rules file that is not there or cannot be read."""


class OutputError(BidlangError, OSError):
    """Something that cannot be written where it was to be."""


class RulesError(BidlangError, ValueError):
    """The rules file has problems: all of them are in ``diagnostics``."""


class SetupError(BidlangError, ValueError):
    """The rules refuse this player count, these options or these names."""


class RecordError(BidlangError, ValueError):
    """A record that does not fit: to the rules, to the game, or in itself."""


class WordsError(BidlangError, ValueError):
    """Words that tell no legal act, or more than one."""


class NotToChooseError(BidlangError, ValueError):
    """A seat acts that is not to choose now."""


class IllegalActError(BidlangError, ValueError):
    """An act that is not legal; ``clauses`` are those that forbid it."""


class ActionError(BidlangError, ValueError):
    """A number that is no action, or none that may be taken now."""


class GameOverError(BidlangError):
    """The game is over: nobody is to choose."""


class GameStoppedError(BidlangError, RuntimeError):
    """The rules ask for what cannot be done, or a limit was reached: the game cannot go on."""
