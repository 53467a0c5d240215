"""A user's program that uses all that the package names."""

from __future__ import annotations

import ast
import pathlib
import re

import bidlang
import typed


def test_the_program_runs(tmp_path: pathlib.Path) -> None:
    typed.main(tmp_path)


def test_it_uses_all_that_the_stubs_name() -> None:
    """mypy --strict reads it: so all that is named there has types that a program can rely on."""
    stubs = pathlib.Path(bidlang.__file__).with_name("_bidlang.pyi").read_text()
    named = {node.name for node in ast.walk(ast.parse(stubs)) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    used = set(re.findall(r"\w+", pathlib.Path(typed.__file__).read_text()))
    copied = {"__init__", "__len__", "__copy__", "__deepcopy__"}
    assert len(named) > 70 and named - used - copied == set()
