"""Mutants are found, are the same each time, and change what the functions of this process do."""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.modules import EQUIVALENT, units
from tests.mutants.mutate import apply, mutants_of
from tests.mutants.plugin import NOT_REACHED, SURVIVED

SOURCE = '''"""A module."""


def total(numbers: list[int], least: int = 0) -> int:
    """The sum of those that are large enough."""
    return sum(number for number in numbers if number >= least)
'''


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A module that is imported."""
    path = tmp_path / "summing.py"
    path.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("summing", path)
    assert spec is not None and spec.loader is not None
    sys.modules["summing"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["summing"])
    return path


def test_mutants_are_of_the_code_and_not_of_what_people_read(module: Path) -> None:
    """
    Neither the docstrings nor the annotations and defaults.
    """
    assert {(mutant.before, mutant.after) for mutant in mutants_of(module)} == {
        ("for number in numbers if number >= least", "for number in numbers"),
        ("number >= least", "number > least"),
    }


def test_a_mutant_is_what_the_function_does(module: Path) -> None:
    """
    In a process of its own: nothing takes it back.
    """
    mutant = next(mutant for mutant in mutants_of(module) if mutant.after == "number > least")
    child = os.fork()
    if child == 0:
        gc.freeze()  # as tests/conftest.py does
        apply(mutant)
        os._exit(sys.modules["summing"].total([1, 2], 1))

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
    assert sys.modules["summing"].total([1, 2], 1) == 3


@pytest.mark.parametrize("name", units())
def test_a_sample_is_the_same_each_time(name: str) -> None:
    """
    And its unit's tests are there.
    """
    first, second = (units()[name].sample(25) for _ in range(2))

    assert [mutant.key for mutant in first] == [mutant.key for mutant in second]
    assert [test for test in units()[name].tests if not Path(test).exists()] == []


def test_every_equivalent_mutant_is_one_still() -> None:
    """
    The list of reasons names no mutant that went with its code.
    """
    every = {mutant.key for unit in units().values() for path in unit.paths for mutant in mutants_of(path)}

    assert EQUIVALENT.keys() - every == set()


@pytest.mark.parametrize(
    ("test", "said", "outcomes"),
    [
        ("def test(): pass", "spreadsheet_text: no test reaches it", set()),
        ("def test(): assert restore('a') == 'a'", "", {SURVIVED, NOT_REACHED}),
    ],
)
def test_what_no_test_reaches_is_neither_killed_nor_a_survivor(
    test: str, said: str, outcomes: set[str], tmp_path: Path
) -> None:
    """
    A unit is an error, and a mutant has an outcome of its own.
    """
    module, page = tmp_path / "test_it.py", tmp_path / "outcomes.json"
    module.write_text(f"from workbench.spreadsheet_text import restore\n\n\n{test}\n", encoding="utf-8")
    options = ["--mutants-of=spreadsheet_text", "--mutants=25", f"--outcomes={page}", str(module)]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.plugin", "-p", "no:cacheprovider"]
    ended = subprocess.run([*command, *options], capture_output=True, text=True, check=False, timeout=120)
    found = json.loads(page.read_text(encoding="utf-8")) if page.exists() else []

    assert said in ended.stderr
    assert (ended.returncode == 0) == (not said)
    assert set(found) == outcomes
