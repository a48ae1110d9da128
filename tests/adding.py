"""A copy of the package to which something is added: how many files that takes, and what runs there afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tests.meta.source_tree import MADE, ROOT

_COPIED = ("workbench", "tests", "docs", "notebooks", "pyproject.toml", "CHANGELOG.md")
_LEFT_OUT = MADE - {"__pycache__"}  # what is compiled stays valid: a copy keeps the times of files


def copied(folder: Path) -> Path:
    """The folder with a copy of the package, its tests and its docs."""
    for name in _COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*_LEFT_OUT, "screenshots"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


class Addition(NamedTuple):
    """One of a kind that a test adds: new files, and texts that are inserted before a text that is there once.

    Files of `tests/` and `docs/` are among them, but do not count.
    """

    kind: str
    files: Mapping[str, str]
    insertions: Mapping[str, Sequence[tuple[str, str]]]

    @property
    def touched(self) -> int:
        """How many files of the package it touches."""
        return sum(name.startswith("workbench/") for name in {*self.files, *self.insertions})

    def add_to(self, folder: Path) -> None:
        """Write the new files, and insert the texts."""
        add(folder, self.files, {})
        for name, pairs in self.insertions.items():
            for pair in pairs:
                add(folder, {}, {name: pair})


def files_touched() -> dict[str, int]:
    """How many files of the package adding one of each kind touches, by kind, as the tests that add them declare it."""
    return {addition.kind: addition.touched for addition in additions()}


def additions() -> list[Addition]:
    """What the tests add, one of each kind."""
    modules = ("authoring.blocks", "reports", "exports", "cli", "procedures")
    return [addition for name in modules for addition in import_module(f"tests.{name}.test_adding").ADDITIONS]


def add(folder: Path, files: Mapping[str, str], insertions: Mapping[str, tuple[str, str]]) -> int:
    """Write new files, and insert text before a text that is there once; how many files of the package it touched."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, (before, inserted) in insertions.items():
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{name} has {before!r} {text.count(before)} times"
        (folder / name).write_text(text.replace(before, inserted + before), encoding="utf-8")
    return sum(name.startswith("workbench/") for name in (*files, *insertions))


def run(folder: Path, *words: str, seconds: int = 240) -> str:
    """What `python WORDS` prints in the copy. Raises `AssertionError` with its output where it fails."""
    ended = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTEST_ADDOPTS": ""},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert ended.returncode == 0, f"{ended.stdout[-6_000:]}\n{ended.stderr[-2_000:]}"
    return ended.stdout
