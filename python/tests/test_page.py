"""The examples of docs/python.md, one after the other; those that need a heavy package where it is installed."""

from __future__ import annotations

import importlib.util
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]


def test_the_examples_of_the_page(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/python.md").read_text(), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 9
    names: dict[str, object] = {"RULES": ROOT / "games"}
    for number, block in enumerate(blocks):
        needs = re.match(r"# needs (\w+)", block)
        if needs and importlib.util.find_spec("pyspiel" if needs[1] == "open_spiel" else needs[1]) is None:
            continue
        exec(compile(block, f"docs/python.md, example {number + 1}", "exec"), names)


@pytest.mark.heavy
def test_the_example_of_400_settings(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("settings", ROOT / "python/examples/settings.py")
    assert spec and spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    table = example.main(2, str(tmp_path / "settings"), True)
    assert len(table) == 400 and not any("refused" in row for row in table)
