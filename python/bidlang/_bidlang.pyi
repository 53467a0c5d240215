"""What the package is made of. Seats count from 0.

Wherever a number is wanted, one out of bounds is a ``ValueError`` and what is no whole number a ``TypeError``. What changes (``State``, ``Match``,
``Env``, ``Dice``, ``Bot``, ``Worlds``) is one thread's at a time: another that uses it meanwhile gets a ``RuntimeError``.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

def load(
    path: str | os.PathLike[str],
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    names: Sequence[str] | None = None,
) -> Game:
    """Reads a rules file, with its base and libraries, and makes it ready for one setup.

    ``path`` is a file, or the name of a game that comes with bidlang (``shipped()``). ``players`` is as few as the game takes where it
    is not said; ``options`` are words or numbers by their names, the others as usual; ``names`` those of the first seats.

    Raises ``FileError`` where there is no such file, ``RulesError`` with all problems of it, ``SetupError`` where the rules refuse the setup.
    """

def read(
    text: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    names: Sequence[str] | None = None,
    file: str = "rules.bid",
) -> Game:
    """The same from a text; ``file`` is what errors call it, and beside which its base would lie."""

def shipped() -> list[str]:
    """The names of the games that come with bidlang: all can be given to ``load``."""

@final
class Game:
    """A rules file made ready for a player count and options. It never changes, and serves any number of threads. It can be pickled, with all
    its texts: where it is read again no files are needed, but the same version of bidlang (``FileError``)."""

    @property
    def title(self) -> str:
        """What the rules file calls it."""
    @property
    def file(self) -> str:
        """The name of its file."""
    @property
    def hash(self) -> str:
        """SHA-256 of its text or texts, in hex, as records have it."""
    @property
    def players(self) -> int:
        """How many play."""
    @property
    def players_allowed(self) -> tuple[int, int]:
        """The fewest and the most that the rules take."""
    @property
    def names(self) -> list[str]:
        """The names of the seats."""
    @property
    def options(self) -> dict[str, str]:
        """Each option with its value in this setup."""
    def new(self, seed: int = 0) -> State:
        """A game at its first turn. ``seed`` is from 0 to 2**64 - 1; the same seed and acts give the same game on any machine."""
    def resume(self, record: str) -> State:
        """The game of a record for all (``State.record``), as far as it goes. Raises ``RecordError`` where a line does not fit."""

@final
class Act:
    """Something that a seat may do."""

    @property
    def words(self) -> str:
        """In the words of the rules."""
    def json(self) -> Any:
        """As a record has it: a dictionary of ``act`` and ``picks``."""

@final
class View:
    """The table as a seat may see it, and nothing else. ``str()`` prints it."""

    @property
    def places(self) -> dict[str, str]:
        """Each place of which something is seen, with its cards or how many there are."""
    @property
    def tracks(self) -> dict[str, str]:
        """Each track of which something is seen, with its value."""
    @property
    def scores(self) -> dict[str, int]:
        """The score of each seat or team, by its name."""

@final
class State:
    """One game being played. Where there is only one legal act it is made without asking, so whoever is to act has at least two."""

    def to_act(self) -> int | None:
        """The seat that is to choose, the lowest where several choose at once; none when the game is over."""
    def seats_to_act(self) -> list[int]:
        """All seats that have to choose before the game goes on: several where they choose at once, unseen by each other."""
    def count(self, seat: int | None = None) -> int:
        """How many legal acts the seat has; 0 when the game is over."""
    def legal(self, seat: int | None = None) -> list[Act]:
        """The legal acts in their order; none when the game is over. Raises ``ValueError`` where there are more than 20,000."""
    def nth(self, n: int, seat: int | None = None) -> Act:
        """The ``n``-th legal act, from 0, without a list of them."""
    def apply(self, act: Act | str | Mapping[str, Any], seat: int | None = None) -> None:
        """Acts for the seat, which is that of ``to_act()`` where it is not said: by one of ``legal()``, its words, or a choice as a record
        has it. Nothing happens where it raises ``NotToChooseError``, ``IllegalActError``, ``WordsError`` or ``GameOverError``.
        After ``GameStoppedError`` the game cannot go on."""
    def why_not(self, words: str, seat: int | None = None) -> list[dict[str, Any]]:
        """What forbids an act, as far as the seat can work it out; empty if it is legal."""
    def view(self, seat: int | None = None) -> View:
        """What a seat sees; without a seat the whole table, hidden cards too."""
    def events_since(self, since: int = 0, seat: int | None = None) -> list[dict[str, Any]]:
        """What the seat was told, from the ``since``-th line on, as lines of its record; without a seat everything."""
    def record(self, seat: int | None = None) -> str:
        """The record of the game so far, as lines of JSON: for a seat what it may know, else everything."""
    def is_over(self) -> bool:
        """Whether nobody has anything to choose any more."""
    def scores(self) -> list[int]:
        """The score of each seat."""
    def winners(self) -> list[int]:
        """The seats that have won; none before the end, or where the rules name nobody."""
    def clone(self) -> State:
        """A snapshot: both go their own way from there. It has the true hidden cards and the same chance."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    @property
    def decisions(self) -> int:
        """How many decisions were made, forced ones too."""
    @property
    def seed(self) -> int | str | None:
        """The seed of the game, a text of hexadecimal digits where it is one of 256 bits, as servers draw them; none where its chance comes from elsewhere."""
    @property
    def names(self) -> list[str]:
        """The names of the seats."""

@final
class Env:
    """``n`` games side by side: arrays go in and come out, and no game has a Python object.

    The games have the seeds ``seed``, ``seed + 1`` and so on. A game that ends is followed at once by another, with the next seed that no
    game has had; one in which nobody ever has a choice is passed over. In each game one seat is to choose, and says one action: a number from 0 to ``num_actions - 1``, as
    ``Numbering`` lists them; an act of several cards is said in several steps. Where only one is left it is taken without asking.

    ``history`` is how many of the last events a vector tells; with none (the usual) nobody listens, which is quicker.
    ``reward`` is ``"win"`` (at the end the winners share 1, less what each would have if all were alike; it adds up to nought) or
    ``"score"`` (how each score has changed).

    The arrays that ``reset`` and ``step`` give are those of the environment: the next step writes over them. Copy what is to be kept.
    """

    def __init__(
        self, game: Game, n: int, seed: int = 0, history: int = 0, reward: Literal["win", "score"] = "win"
    ) -> None: ...
    @property
    def n(self) -> int:
        """How many games there are."""
    @property
    def num_actions(self) -> int:
        """How many actions there are: a column of the mask each."""
    @property
    def num_cells(self) -> int:
        """How many cells a seat's vector has."""
    @property
    def num_cells_all(self) -> int:
        """How many cells the vector of the whole table has."""
    def reset(self, seed: int | None = None) -> tuple[NDArray[np.bool_], NDArray[np.uint8]]:
        """Begins all games anew with the seeds from ``seed`` on; with none it only shows where they stand. Gives the mask (n, actions) and
        who is to choose in each game (n)."""
    def show(self) -> tuple[NDArray[np.bool_], NDArray[np.uint8]]:
        """The mask, and who is to choose."""
    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.bool_], NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_]]:
        """Takes one action in each game. Gives the mask (n, actions), who is to choose (n), what each seat is given (n, seats), and which
        games have ended (n). Nothing has happened where it raises ``ActionError`` (a number that may not be taken), ``TypeError`` or
        ``ValueError`` (another shape, or no whole numbers)."""
    def observe(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What the seat that is to choose knows, in each game: (n, num_cells), as ``Numbering.cells`` lists them."""
    def observe_all(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """The whole table of each game, with all that is hidden, seats counted from the one that is to choose: (n, num_cells_all)."""

@final
class Dice:
    """Chance for who chooses at random: ChaCha8 from a seed."""

    def __init__(self, seed: int = 0) -> None: ...
    def choose(self, mask: NDArray[np.bool_], out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Of each row of the mask one action that it allows, each as likely as the others. Raises ``ActionError`` where a row allows none."""

@final
class Numbering:
    """What the numbers of a game's actions and the cells of its vectors mean. It stays the same as long as the file's hash, the player count
    and the options do. ``history`` is how many of the last events a vector tells."""

    def __init__(self, game: Game, history: int = 32) -> None: ...
    @property
    def game(self) -> Game:
        """The game whose numbers they are."""
    @property
    def history(self) -> int:
        """How many of the last events a vector tells."""
    @property
    def num_actions(self) -> int:
        """How many actions there are, numbered from 0."""
    @property
    def num_cells(self) -> int:
        """How many cells a seat's vector has."""
    @property
    def num_cells_all(self) -> int:
        """How many cells the vector of the whole table has."""
    def actions(self) -> list[str]:
        """Each action in words, by its number."""
    def words(self, action: int) -> str:
        """One action in words; empty where there is no such number."""
    def cells(self) -> list[tuple[str, str, int, int, float, float]]:
        """What the cells of a seat's vector are, section by section: its name, what it holds, its first cell, how many cells it has, the
        lowest and the highest number in them."""
    def cells_all(self) -> list[tuple[str, str, int, int, float, float]]:
        """The same of the vector of the whole table."""
    def cell_names(self) -> list[str]:
        """A name for each cell of a seat's vector, in their order, each another: its section, and what it is in it
        (``hand of own seat: Queen of Spades``)."""
    def event_words(self) -> dict[str, list[str]]:
        """What the numbers in the cells of events mean, which count from 1: ``sorts``, ``places`` (seats counted from the one that looks),
        ``tracks``, ``auctions``, ``acts``, ``phases``, ``reasons``, ``cards``; so ``words["cards"][int(cell) - 1]``."""
    def cell_names_all(self) -> list[str]:
        """The same of the vector of the whole table."""

@final
class Match:
    """One game played by numbers: the same actions and vectors as in ``Env``, for one game, with clones and with words."""

    def __init__(self, numbering: Numbering, seed: int = 0) -> None: ...
    @staticmethod
    def beginnings(numbering: Numbering, most: int = 10_000) -> list[tuple[float, Match]] | None:
        """All games at their first turn, by what comes of chance, each with how likely it is (they add up to 1); none where there are more
        than ``most``. What comes by chance later is gone through by ``branches``."""
    def branches(self, action: int, seat: int | None = None, most: int = 10_000) -> list[tuple[float, Match]] | None:
        """All games that may come of this one when the seat takes an action; this one stays. Raises ``ValueError`` where it does not come from
        ``beginnings``: of a seed nothing is told but what came."""
    @property
    def numbering(self) -> Numbering:
        """What its numbers mean."""
    @property
    def seed(self) -> int | None:
        """Its seed; none where it comes from ``beginnings``."""
    @property
    def decisions(self) -> int:
        """How many decisions were made, forced ones too."""
    def to_act(self) -> int | None:
        """The seat that is to choose, the lowest of several; none when the game is over."""
    def seats_to_act(self) -> list[int]:
        """All seats that have to choose before the game goes on."""
    def legal(self, seat: int | None = None) -> list[int]:
        """The actions that the seat may take, lowest first; none where it is not to choose."""
    def mask(self, seat: int | None = None) -> NDArray[np.bool_]:
        """Which actions the seat may take: a cell for each."""
    def take(self, action: int, seat: int | None = None) -> None:
        """The seat takes an action. Nothing has happened where it raises ``ActionError``, ``NotToChooseError`` or ``GameOverError``."""
    def observe(self, seat: int | None = None) -> NDArray[np.float32]:
        """What the seat knows: num_cells numbers. Here, in ``memory`` and in ``view`` the seat is the one that is to choose where none is said;
        when the game is over, one has to be (``GameOverError``)."""
    def observe_all(self, seat: int = 0) -> NDArray[np.float32]:
        """The whole table, with all that is hidden, seats counted from this one."""
    def memory(self, seat: int | None = None) -> str | None:
        """A word that stands for all that the seat was told, has chosen and has said so far (perfect recall); none with a history of 0."""
    def view(self, seat: int | None = None) -> str:
        """The table as the seat sees it, in words."""
    def is_over(self) -> bool:
        """Whether nobody has anything to choose any more."""
    def scores(self) -> list[int]:
        """The score of each seat."""
    def winners(self) -> list[int]:
        """The seats that have won; none before the end, or where the rules name nobody."""
    def shares(self) -> list[float]:
        """What each seat has for winning: winners share 1, less what each would have if all were alike. Nought before the end."""
    def clone(self) -> Match:
        """A snapshot: both go their own way from there, with the same chance."""
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, memo: Any) -> Match: ...

@final
class Bot:
    """A player of bidlang's own at one seat of a match. It is told what its seat may know, from the beginning, and nothing else."""

    def __init__(self, at: Match, seat: int, level: str = "normal", seed: int = 0) -> None:
        """``level`` is ``easy``, ``normal``, ``hard``, ``search:iterations=N`` or ``search:think=TIME`` (which does not choose the same each
        time); the match has to be one of a seed."""
    def play(self, at: Match) -> None:
        """Chooses in the match for which it was made, where its seat is to choose, and does it. Raises ``ValueError`` in another: of another
        game, setup or seed, or one in which others chose than those of which it heard."""

@final
class Worlds:
    """Worlds that fit what a seat of a match was told: ways in which the game may have gone so that the seat was told just that. They are
    made from what the seat may know, and mixed so that each is as likely as the others."""

    def __init__(self, at: Match, seat: int, count: int = 16, seed: int = 0) -> None: ...
    def sample(self, at: Match) -> Match:
        """The match as it may stand for all that the seat knows, where the seat is to choose. It has no ``memory``, as what others were told in
        it is not known. Raises ``BidlangError`` where no world was found, and ``ValueError`` in another match, as ``Bot`` does."""

def simulate(
    game: Game,
    games: int = 1000,
    seed: int = 0,
    players: str | Sequence[str] | None = None,
    threads: int = 1,
    decisions: int = 1_000_000,
) -> Simulation:
    """Plays the games of the seeds ``seed``, ``seed + 1`` and so on, as ``bidlang sim`` does; other Python threads run meanwhile.

    ``players`` is a word for all seats, or one for each: ``random`` (as usual) or a level. A game stops with ``GameStoppedError`` after
    ``decisions``. Ctrl-C ends it. The number of threads changes nothing but the time, where nobody thinks for a time (``search:think=TIME``).
    """

@final
class Simulation:
    """Games that were played. It is a table for whoever reads Arrow (``pyarrow.table(s)``, ``polars.DataFrame(s)``,
    ``pandas.DataFrame.from_arrow(s)``): ``seed``, ``players``, ``option:NAME``, ``score_1`` ..., ``winners`` (seats from 1, ``"1 3"``),
    ``decisions``, ``rounds``."""

    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def counts(self) -> dict[str, Any]:
        """Whole numbers that add up over parts: ``games``, ``wins``, ``scores``, ``scores_squared`` (by seat), ``ties``, ``nobody``,
        ``decisions``, ``forced``."""
    def figures(self) -> dict[str, Any]:
        """The main figures of ``bidlang sim``, by the same names; ``win_interval`` is Wilson's at 95 %."""
    def report(self) -> dict[str, Any]:
        """All that ``bidlang sim --format json`` tells of a setup: scores and lengths with quantiles and histograms, each decision with how
        often each act was taken and what was picked, each auction with its bids and what came of them, points by what they were for."""
    def write_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes the table under another name and renames it when it is whole; the same games are the same bytes. Raises ``OutputError``."""
