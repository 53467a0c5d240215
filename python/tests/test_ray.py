"""Many machines: the files are those of one machine, whatever happens on the way."""

from __future__ import annotations

import json
import pathlib
import time

import pytest

import bidlang
from bidlang import ray as many

HIGH = pathlib.Path(__file__).parents[2] / "interpreter/bidlang/src/high.bid"


def contents(folder: pathlib.Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_run_is_gone_on_with_and_gives_the_same_files(tmp_path: pathlib.Path) -> None:
    game = bidlang.load("varg_bid", players=3)
    heard: list[tuple[int, int]] = []
    whole = many.simulate(game, 250, tmp_path / "whole", seed=7, chunk=100, local=True, heard=lambda *at: heard.append(at))
    assert whole.replayed == 3 and heard == [(1, 3), (2, 3), (3, 3)] and len(whole.files) == 3
    assert whole.counts == bidlang.simulate(game, 250, seed=7).counts()
    before = contents(tmp_path / "whole")
    # A driver that died: one chunk is not there, of another it is not known that it is whole.
    (tmp_path / "whole/chunk-000001.parquet").unlink()
    (tmp_path / "whole/chunk-000002.json").unlink()
    again = many.simulate(game, 250, tmp_path / "whole", seed=7, chunk=100, local=True)
    assert again.replayed == 2 and again.counts == whole.counts and contents(tmp_path / "whole") == before
    assert many.simulate(game, 250, tmp_path / "whole", seed=7, chunk=100, local=True).replayed == 0
    # Through the driver they are the same.
    many.simulate(game, 250, tmp_path / "sent", seed=7, chunk=100, local=True, shared=False)
    assert contents(tmp_path / "sent") == before


def test_what_the_folder_holds_is_not_mixed_with_other_games(tmp_path: pathlib.Path) -> None:
    game = bidlang.load("varg_bid", players=3)
    many.simulate(game, 20, tmp_path, local=True)
    with pytest.raises(bidlang.OutputError, match="first_seed"):
        many.simulate(game, 20, tmp_path, seed=1, local=True)
    with pytest.raises(bidlang.OutputError, match="hash"):
        many.simulate(bidlang.load("hearts"), 20, tmp_path, local=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(bidlang.OutputError, match="cannot be written"):
        many.simulate(game, 20, tmp_path / "file", local=True)
    for games, chunk, seed in [(0, 1, 0), (1, 0, 0), (5, 1, (1 << 64) - 2), (1, 1, -1)]:
        with pytest.raises(ValueError):
            many.simulate(game, games, tmp_path / "new", seed=seed, chunk=chunk, local=True)


def test_a_grid_of_settings_is_a_table(tmp_path: pathlib.Path) -> None:
    table = many.sweep(
        HIGH, 60, tmp_path, options={"deals": [1, 3]}, counts=[2, 9], phrases={"deal 4 from": ["deal 4 from", "deal 3 from"]}, local=True
    )
    assert len(table) == 8 and sum("refused" in row for row in table) == 4
    row = next(row for row in table if "refused" not in row)
    assert row["players"] == 2 and row["games"] == 60
    assert row["option:deals"] == 1 and row["phrase:deal 4 from"] == "deal 4 from"
    assert row["win_low_1"] <= row["win_share_1"] <= row["win_high_1"] and row["score_half_2"] > 0
    assert json.loads((tmp_path / "table.json").read_text()) == table
    with pytest.raises(ValueError, match="stands 0 times"):
        many.sweep(HIGH, 10, tmp_path / "x", phrases={"ties to everybody": ["a"]}, local=True)
    with pytest.raises(ValueError, match="the same words"):
        many.sweep(HIGH, 10, tmp_path / "x", phrases={"deal 4 from": ["deal 3 from"], "4 from stock": ["2 from stock"]}, local=True)
    with pytest.raises(ValueError, match="no option `dals`; there are: deals"):
        many.sweep(HIGH, 10, tmp_path / "x", options={"dals": [1]}, local=True)
    for call in (many.simulate, many.sweep):
        with pytest.raises(ValueError, match="iterations=N"):
            call(HIGH if call is many.sweep else bidlang.load(HIGH), 10, tmp_path / "x", players=["search:think=5ms"], local=True)  # type: ignore[operator]
    assert not (tmp_path / "x").exists()


def test_what_is_no_list_of_values_is_refused(tmp_path: pathlib.Path) -> None:
    for grid, says in [
        ({"options": {"deals": "3"}}, "options: `deals` wants a list"),
        ({"options": {"deals": []}}, "at least one value"),
        ({"phrases": {"deal 4 from": "deal 3 from"}}, "phrases: `deal 4 from` wants a list"),
        ({"counts": []}, "counts: a list of at least one"),
    ]:
        with pytest.raises(ValueError, match=says):
            many.sweep(HIGH, 10, tmp_path / "x", local=True, **grid)  # type: ignore[arg-type]
    assert not (tmp_path / "x").exists()


def test_a_word_stands_for_all_seats(tmp_path: pathlib.Path) -> None:
    game = bidlang.load("kuhn_poker")
    one = many.simulate(game, 20, tmp_path / "one", players="easy", local=True)
    assert one.counts == many.simulate(game, 20, tmp_path / "two", players=["easy"], local=True).counts
    with pytest.raises(ValueError, match="iterations=N"):
        many.simulate(game, 20, tmp_path / "x", players="search:think=5ms", local=True)


def test_a_setting_in_which_the_rules_stop_a_game_is_a_row(tmp_path: pathlib.Path) -> None:
    told: list[tuple[int, int]] = []
    table = many.sweep(
        HIGH, 8, tmp_path, options={"deals": [1, 9]}, counts=[2], chunk=4, decisions=10, local=True,
        heard=lambda done, of: told.append((done, of)),
    )  # fmt: skip
    assert "refused" not in table[0] and "goes on for more than 10 decisions" in table[1]["refused"]
    assert told == [(1, 4), (2, 4)], "both settings are one run, of which the second stops at its first chunk"


def test_phrases_that_hold_each_others_words_are_changed_where_they_stand(tmp_path: pathlib.Path) -> None:
    phrases = {"deal 4 from": ["deal 3 from"], "1 to 12 of each suit": ["1 to 12 of each suit\n\n# deal 4 from"]}
    table = many.sweep(HIGH, 20, tmp_path, options={"deals": [1]}, counts=[2], phrases=phrases, local=True)
    assert len(table) == 1 and "refused" not in table[0]
    (manifest,) = tmp_path.glob("setting-*/manifest.json")
    text = HIGH.read_text().replace("deal 4 from", "deal 3 from").replace("1 to 12 of each suit", "1 to 12 of each suit\n\n# deal 4 from")
    assert json.loads(manifest.read_text())["hash"] == bidlang.read(text).hash


def test_a_table_of_nothing_but_refused_settings_is_written(tmp_path: pathlib.Path) -> None:
    table = many.sweep(HIGH, 5, tmp_path / "new" / "folder", counts=[9, 10], local=True)
    assert [row["players"] for row in table] == [9, 10] and all("refused" in row for row in table)
    assert json.loads((tmp_path / "new/folder/table.json").read_text()) == table
    (tmp_path / "file").write_text("")
    with pytest.raises(bidlang.OutputError, match="cannot be written to"):
        many.sweep(HIGH, 5, tmp_path / "file", counts=[9], local=True)


@pytest.mark.heavy
def test_settings_are_played_side_by_side(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    waiting: list[int] = []
    wait = ray.wait
    monkeypatch.setattr(ray, "wait", lambda references, **given: waiting.append(len(references)) or wait(references, **given))
    try:
        spread = many.sweep(HIGH, 20, tmp_path / "spread", options={"deals": [1, 2, 3, 4]}, counts=[2])
        alone = many.sweep(HIGH, 20, tmp_path / "alone", options={"deals": [1, 2, 3, 4]}, counts=[2], local=True)
        # What stops in a worker stops here, and leaves the other settings as they are.
        stops = many.sweep(HIGH, 20, tmp_path / "stops", options={"deals": [1, 9]}, counts=[2], decisions=10)
    finally:
        ray.shutdown()
    assert waiting[0] == 4, "a setting has one chunk; all four wait for workers at once"
    assert spread == alone and "refused" not in stops[0] and "10 decisions" in stops[1]["refused"]


@pytest.mark.heavy
def test_a_worker_without_the_package_is_said(tmp_path: pathlib.Path) -> None:
    ray = pytest.importorskip("ray")
    hides = tmp_path / "hides"
    hides.mkdir()
    (hides / "bidlang.py").write_text("raise ModuleNotFoundError(\"No module named 'bidlang'\")\n")
    environment = {"env_vars": {"PYTHONPATH": str(hides)}}
    ray.init(num_cpus=1, log_to_driver=False, include_dashboard=False, runtime_env=environment)
    try:
        with pytest.raises(bidlang.BidlangError, match="a worker has no package bidlang: install the same wheel"):
            many.simulate(bidlang.load("kuhn_poker"), 10, tmp_path / "run")
    finally:
        ray.shutdown()


@pytest.mark.heavy
@pytest.mark.timeout(600)
def test_a_node_is_killed_and_every_seed_is_there_once(tmp_path: pathlib.Path) -> None:
    ray, pq = pytest.importorskip("ray"), pytest.importorskip("pyarrow.parquet")
    from ray.cluster_utils import Cluster

    game = bidlang.load("varg_bid", players=3)
    alone = many.simulate(game, 24_000, tmp_path / "alone", seed=1, chunk=1_000, local=True)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    killed: list[int] = []

    def heard(done: int, of: int) -> None:
        if done >= 5 and not killed:
            killed.append(done)
            cluster.remove_node(nodes[0], allow_graceful=False)

    try:
        assert len([node for node in ray.nodes() if node["Alive"]]) == 3
        began = time.monotonic()
        spread = many.simulate(game, 24_000, tmp_path / "spread", seed=1, chunk=1_000, heard=heard)
        took = time.monotonic() - began
        deadline = time.monotonic() + 60
        while len([node for node in ray.nodes() if node["Alive"]]) > 2 and time.monotonic() < deadline:
            time.sleep(1)
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert killed and spread.counts == alone.counts
    seeds = sorted(seed for path in spread.files for seed in pq.read_table(path)["seed"].to_pylist())
    assert seeds == list(range(1, 24_001)), "every seed exactly once"
    assert contents(tmp_path / "spread") == contents(tmp_path / "alone"), "the same bytes as one machine gives"
    print(f"24,000 games in {took:.1f} s on three nodes, one of which was killed after {killed[0]} chunks")
