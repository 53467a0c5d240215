"""A user's program that uses all that the package names."""

from __future__ import annotations

import ast
import inspect
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


def test_help_says_what_the_stubs_say() -> None:
    """What has a docstring in the stubs has the same where it runs, and all that is not special to Python has one."""
    stubs = ast.parse(pathlib.Path(bidlang.__file__).with_name("_bidlang.pyi").read_text())
    told = 0
    for outer in stubs.body:
        if not isinstance(outer, (ast.FunctionDef, ast.ClassDef)):
            continue
        inner = [node for node in getattr(outer, "body", []) if isinstance(node, ast.FunctionDef)]
        found = [(outer, getattr(bidlang, outer.name))]
        found += [(node, getattr(found[0][1], node.name)) for node in inner if not node.name.startswith("__")]
        for node, thing in found:
            doc = ast.get_docstring(node)
            assert doc and inspect.getdoc(thing) == doc, f"{outer.name}, {node.name}"
            told += 1
    assert told > 80
