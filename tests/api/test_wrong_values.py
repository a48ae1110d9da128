"""No wrong value of any parameter of a public verb raises an error that is not one of ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.wrong_values import OneOfEverything, all_trials
from workbench.api.connect import connect
from workbench.api.workbench import Workbench


@pytest.fixture
def workbench(fresh_folder: Path) -> Iterator[Workbench]:
    """A workbench of a new service: in one with many lessons, thousands of calls take minutes."""
    with connect() as connected:
        yield connected


def test_every_wrong_value_is_answered_by_an_error_of_ours(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows the value, where it is about the input; nothing is spent, changed or deleted.

    Regression: 868 of 7,322 such calls ended in an `AttributeError`, `TypeError`, `KeyError` or the like.
    """
    monkeypatch.chdir(tmp_path)
    made = OneOfEverything(workbench, tmp_path)
    before = workbench.credits(), workbench.lessons.list().to_dict(), workbench.courses.list().to_dict()
    trials = all_trials(made)
    after = workbench.credits(), workbench.lessons.list().to_dict(), workbench.courses.list().to_dict()
    made.run.close()

    assert len(trials) > 7_000
    assert [str(trial) for trial in trials if trial.is_raw] == []
    assert [str(trial) for trial in trials if trial.is_silent] == []
    assert str(after) == str(before)
