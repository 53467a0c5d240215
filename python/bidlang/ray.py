"""Many games on many machines, by Ray: chunks of seeds are its tasks, and each chunk becomes one Parquet file.

A chunk is a function of the rules, the setup, who plays and its seeds, so that one that is lost with its machine is played again and comes
out the same, byte for byte. Workers need this package and nothing else. With ``local=True`` everything is played in this process, without
Ray: the same files.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import pathlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bidlang import _bidlang
from bidlang.errors import BidlangError, GameStoppedError, OutputError

__all__ = ["Played", "simulate", "sweep"]

Players = str | Sequence[str]
"""Who plays: a word for all seats, or one for each."""

_FORMAT = 1
# Tasks that wait, for each processor of the cluster.
_AHEAD = 3


@dataclass(frozen=True)
class _Chunk:
    """What a task plays, and where its file lies. It is plain data: a worker needs nothing that the driver holds."""

    game: _bidlang.Game
    seats: tuple[str, ...] | None
    first: int
    games: int
    decisions: int
    path: str
    shared: bool


@dataclass(frozen=True)
class Played:
    """Games that were played: where their files lie, and what they come to."""

    folder: pathlib.Path
    files: tuple[pathlib.Path, ...]
    counts: dict[str, Any]
    """As ``Simulation.counts``: whole numbers, over all chunks."""
    replayed: int
    """How many chunks were played in this run; the others were there."""


def _play(chunk: _Chunk) -> tuple[dict[str, Any], bytes | None]:
    """Plays a chunk, on whatever machine; where the folder is not shared the file is given back."""
    played = _bidlang.simulate(chunk.game, chunk.games, chunk.first, chunk.seats, decisions=chunk.decisions)
    path = pathlib.Path(chunk.path)
    if chunk.shared:
        played.write_parquet(path)
        return played.counts(), None
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        played.write_parquet(pathlib.Path(folder) / path.name)
        return played.counts(), (pathlib.Path(folder) / path.name).read_bytes()


def _write(path: pathlib.Path, data: bytes) -> None:
    """Writes under another name, and renames."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from error


def _as_json(value: object) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True) + "\n").encode()


def _add(total: dict[str, Any], part: Mapping[str, Any]) -> None:
    for name, value in part.items():
        if isinstance(value, list):
            total[name] = [one + other for one, other in zip(total.get(name, [0] * len(value)), value)]
        else:
            total[name] = total.get(name, 0) + value


_Came = tuple[dict[str, Any], "bytes | None"]
"""What comes of a chunk: what was counted, and its file where that is not written yet."""


def _on_cluster(chunks: Iterator[_Chunk]) -> Iterator[tuple[_Chunk, _Came | GameStoppedError]]:
    """Chunks as tasks of Ray, as they come; so many wait at a time that the driver stays small."""
    try:
        import ray
    except ImportError as error:
        raise BidlangError("Ray is not installed here: pip install ray, or say local=True") from error
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    # Ray plays a task again when its machine is lost; an error of the rules is none of those.
    task = ray.remote(max_retries=-1, num_cpus=1)(_play)
    ahead = max(1, int(ray.cluster_resources().get("CPU", 1))) * _AHEAD
    waiting: dict[Any, _Chunk] = {}
    try:
        while True:
            for chunk in itertools.islice(chunks, ahead - len(waiting)):
                waiting[task.remote(chunk)] = chunk
            if not waiting:
                return
            done, _ = ray.wait(list(waiting), num_returns=1)
            for reference in done:
                yield waiting.pop(reference), _got(ray, reference)
    finally:
        for reference in waiting:
            ray.cancel(reference, force=False)


def _got(ray: Any, reference: Any) -> _Came | GameStoppedError:
    try:
        found: _Came = ray.get(reference)
        return found
    except ray.exceptions.RayTaskError as error:
        cause = getattr(error, "cause", None)
        if isinstance(cause, GameStoppedError):
            return cause
        if isinstance(cause, BidlangError):
            raise cause from error
        if isinstance(cause, ImportError) or "No module named 'bidlang'" in str(error):
            message = "a worker has no package bidlang: install the same wheel on each machine, or give it to ray.init by runtime_env"
            raise BidlangError(message) from error
        raise
    except ray.exceptions.RaySystemError as error:
        if "No module named 'bidlang'" in str(error):
            message = "a worker has no package bidlang: install the same wheel on each machine, or give it to ray.init by runtime_env"
            raise BidlangError(message) from error
        raise


def _here(chunks: Iterator[_Chunk]) -> Iterator[tuple[_Chunk, _Came | GameStoppedError]]:
    for chunk in chunks:
        try:
            yield chunk, _play(chunk)
        except GameStoppedError as error:
            yield chunk, error


class _Run:
    """The games of one setup, in a folder of their own: what is there, and what is to be played."""

    def __init__(
        self, game: _bidlang.Game, games: int, out: str | os.PathLike[str], seed: int, players: Players | None, chunk: int,
        decisions: int, shared: bool,
    ) -> None:  # fmt: skip
        if games < 1 or chunk < 1:
            raise ValueError(f"at least one game is played, and a chunk has at least one: {games} games in chunks of {chunk}")
        if not 0 <= seed < 1 << 64 or seed + games > 1 << 64:
            raise ValueError("seeds are from 0 to 2**64 - 1")
        seats = _seats(players)
        self.folder = pathlib.Path(out)
        self.stopped: GameStoppedError | None = None
        manifest = {
            "format": _FORMAT,
            "game": game.title,
            "hash": game.hash,
            "players": game.players,
            "options": game.options,
            "seats_are": list(seats or ["random"]),
            "first_seed": seed,
            "games": games,
            "chunk": chunk,
            "decisions": decisions,
        }
        _begin(self.folder, manifest)
        self.paths = [self.folder / f"chunk-{number:06}.parquet" for number in range(math.ceil(games / chunk))]
        self._totals: dict[str, dict[str, Any]] = {}
        self.missing: list[_Chunk] = []
        for number, path in enumerate(self.paths):
            known = path.with_suffix(".json")
            if path.exists() and known.exists():
                self._totals[path.name] = json.loads(known.read_text())
            else:
                first, count = seed + number * chunk, min(chunk, games - number * chunk)
                self.missing.append(_Chunk(game, seats, first, count, decisions, str(path.resolve()), shared))

    def came(self, chunk: _Chunk, counts: dict[str, Any], data: bytes | None) -> None:
        """A chunk was played."""
        path = self.folder / pathlib.Path(chunk.path).name
        if data is not None:
            _write(path, data)
        # What is counted lies beside the games, and says that they are whole.
        _write(path.with_suffix(".json"), _as_json(counts))
        self._totals[path.name] = counts

    def counts(self) -> dict[str, Any]:
        whole: dict[str, Any] = {}
        for path in self.paths:
            _add(whole, self._totals[path.name])
        return whole


def _play_all(runs: Sequence[_Run], local: bool, heard: Callable[[int, int], None] | None) -> None:
    """Plays what is missing of all runs, so that no machine waits for the last chunk of one. A run whose rules stop a game goes no further."""
    of = {chunk.path: run for run in runs for chunk in run.missing}
    whole = sum(len(run.paths) for run in runs)
    done = whole - len(of)
    left = (chunk for run in runs for chunk in run.missing if run.stopped is None)
    for chunk, came in (_here if local else _on_cluster)(left):
        run = of[chunk.path]
        if isinstance(came, GameStoppedError):
            run.stopped = came
            continue
        run.came(chunk, *came)
        done += 1
        if heard is not None:
            heard(done, whole)


def simulate(
    game: _bidlang.Game,
    games: int,
    out: str | os.PathLike[str],
    seed: int = 0,
    players: Players | None = None,
    chunk: int = 10_000,
    decisions: int = 1_000_000,
    shared: bool = True,
    local: bool = False,
    heard: Callable[[int, int], None] | None = None,
) -> Played:
    """Plays the games of the seeds from ``seed`` on, ``chunk`` to a file ``chunk-000000.parquet`` of the folder ``out``.

    A run that was left is gone on with by the same call: chunks that are there are not played again. ``manifest.json`` says what the
    folder holds, and another game or setup is refused. ``shared`` says that ``out`` is the same folder on all machines; else files come
    through the driver. ``heard`` is told how many chunks are done, and of how many. Raises ``OutputError``, ``GameStoppedError``,
    ``BidlangError`` (a worker without the package).
    """
    run = _Run(game, games, out, seed, players, chunk, decisions, shared)
    _play_all([run], local, heard)
    if run.stopped is not None:
        raise run.stopped
    return Played(run.folder, tuple(run.paths), run.counts(), len(run.missing))


def _begin(folder: pathlib.Path, manifest: dict[str, Any]) -> None:
    path = folder / "manifest.json"
    _folder(folder)
    try:
        there = json.loads(path.read_text()) if path.exists() else None
    except (OSError, ValueError) as error:
        raise OutputError(f"{folder}: cannot be written to: {error}") from error
    if there is None:
        _write(path, _as_json(manifest))
    elif there != manifest:
        other = sorted(name for name in manifest if not isinstance(there, dict) or there.get(name) != manifest[name])
        raise OutputError(f"{folder}: it holds other games ({', '.join(other)} differ); take an empty folder, or the same call")


def _folder(folder: pathlib.Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written to: {error.strerror or error}") from error


def _wilson(hits: int, of: int, z: float = 1.959964) -> tuple[float, float]:
    share, spread = hits / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return middle - half, middle + half


def _row(setting: Mapping[str, Any], counts: Mapping[str, Any]) -> dict[str, Any]:
    games = counts["games"]
    row: dict[str, Any] = dict(setting)
    row["games"] = games
    shares = [wins / games for wins in counts["wins"]]
    for seat, wins in enumerate(counts["wins"], 1):
        row[f"win_share_{seat}"] = shares[seat - 1]
        row[f"win_low_{seat}"], row[f"win_high_{seat}"] = _wilson(wins, games)
        mean = counts["scores"][seat - 1] / games
        variance = max(counts["scores_squared"][seat - 1] / games - mean * mean, 0.0) * games / max(games - 1, 1)
        row[f"mean_score_{seat}"] = mean
        row[f"score_half_{seat}"] = 1.959964 * math.sqrt(variance / games)
    row["seat_spread"] = max(shares) - min(shares)
    row["ties"], row["nobody"] = counts["ties"] / games, counts["nobody"] / games
    row["mean_decisions"] = counts["decisions"] / games
    row["forced_share"] = counts["forced"] / max(counts["decisions"], 1)
    return row


def _places(text: str, phrases: Mapping[str, object], path: str | os.PathLike[str]) -> dict[str, int]:
    """Where each phrase stands, which is one place, and none in another."""
    found: dict[str, int] = {}
    for phrase in phrases:
        if not phrase or (times := text.count(phrase)) != 1:
            raise ValueError(f"`{phrase}` stands {times if phrase else 0} times in {path}: say as many words around it as make it one place")
        found[phrase] = text.index(phrase)
    order = sorted(found, key=lambda phrase: found[phrase])
    for one, other in itertools.pairwise(order):
        if found[one] + len(one) > found[other]:
            raise ValueError(f"`{one}` and `{other}` are about the same words of {path}: make one phrase of them")
    return found


def _changed(text: str, places: Mapping[str, int], words: Mapping[str, str]) -> str:
    """The text with other words at these places, the last one first: so no place moves before it is changed."""
    for phrase in sorted(places, key=lambda phrase: places[phrase], reverse=True):
        at = places[phrase]
        text = text[:at] + str(words[phrase]) + text[at + len(phrase) :]
    return text


def _seats(players: Players | None) -> tuple[str, ...] | None:
    """Who plays, by words; a chunk that is played again has to come out the same."""
    if players is None:
        return None
    words = (players,) if isinstance(players, str) else tuple(players)
    for word in words:
        if "think=" in word:
            raise ValueError(f"{word}: who thinks for a time plays another game each time; say search:iterations=N")
    return words


def _grid(name: str, of: Mapping[str, Sequence[object]] | None) -> list[dict[str, Any]]:
    """Every combination of one value of each."""
    for key, values in (of or {}).items():
        # The letters of a word are a list, too, and never the one that was meant.
        if isinstance(values, str) or not len(values):
            raise ValueError(f"{name}: `{key}` wants a list of at least one value, not {values!r}")
    return [dict(zip(of or {}, values)) for values in itertools.product(*(of or {}).values())]


def sweep(
    path: str | os.PathLike[str],
    games: int,
    out: str | os.PathLike[str],
    options: Mapping[str, Sequence[object]] | None = None,
    counts: Sequence[int] | None = None,
    phrases: Mapping[str, Sequence[str]] | None = None,
    seed: int = 0,
    players: Players | None = None,
    chunk: int = 10_000,
    local: bool = False,
    shared: bool = True,
    decisions: int = 1_000_000,
    heard: Callable[[int, int], None] | None = None,
) -> list[dict[str, Any]]:
    """Plays a grid of settings, each with the same seeds, and gives a table: a dictionary for each.

    ``options`` are values of options by name, ``counts`` player counts, ``phrases`` words of the rules file (a number with those around
    it, say, which stand there once) with what to write in their place. Every combination is played. A row has the setting (``players``,
    ``option:NAME``, ``phrase:WORDS``), ``games``,
    for each seat from 1 ``win_share_N`` with its 95 % interval ``win_low_N``, ``win_high_N`` (Wilson), ``mean_score_N`` with the half of its
    95 % interval ``score_half_N``; ``seat_spread``, ``ties``, ``nobody``, ``mean_decisions``, ``forced_share``. The rules may refuse a
    setting, or stop a game of it (as one that goes on for more than ``decisions``): its row has ``refused`` in place of figures. Each setting
    has a folder of its own in ``out``. The chunks of all settings are played side by side; ``heard`` is told how many are done, and of how many.
    """
    _seats(players)
    rules = pathlib.Path(path)
    text = rules.read_text(encoding="utf-8") if rules.is_file() else None
    if phrases and text is None:
        raise ValueError(f"{path}: phrases are changed in the text of a file, and there is none")
    known = sorted(_bidlang.load(path).options)
    for name in options or {}:
        if name not in known:
            raise ValueError(f"{path}: there is no option `{name}`; there are: {', '.join(known) or 'none'}")
    of_counts = [{} if counts is None else {"players": count} for count in ([0] if counts is None else counts)]
    of_options, of_phrases = _grid("options", options), _grid("phrases", phrases)
    places = _places(text or "", phrases or {}, path)
    if not of_counts:
        raise ValueError("counts: a list of at least one number of players is wanted")
    _folder(pathlib.Path(out))
    settings: list[tuple[dict[str, Any], _Run | str]] = []
    for number, (count, chosen, words) in enumerate(itertools.product(of_counts, of_options, of_phrases)):
        told = {**count, **{f"option:{name}": value for name, value in chosen.items()}}
        told |= {f"phrase:{name}": value for name, value in words.items()}
        try:
            if text is None:
                game = _bidlang.load(path, count.get("players"), chosen)
            else:
                game = _bidlang.read(_changed(text, places, words), count.get("players"), chosen, file=str(rules.resolve()))
        except BidlangError as error:
            settings.append((told, str(error)))
            continue
        folder = pathlib.Path(out) / f"setting-{number:05}"
        settings.append((told, _Run(game, games, folder, seed, players, chunk, decisions, shared)))
    _play_all([run for _, run in settings if isinstance(run, _Run)], local, heard)
    table = []
    for told, run in settings:
        refused = run if isinstance(run, str) else run.stopped
        table.append({**told, "refused": str(refused)} if isinstance(run, str) or refused else _row(told, run.counts()))
    _write(pathlib.Path(out) / "table.json", _as_json(table))
    return table
