"""A change plan as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.changes.states import plan_of, renamed
from workbench.changes.plan_file import is_saved_change_plan, load_change_plan, save_change_plan
from workbench.errors import PlanRejected


def test_a_plan_that_was_saved_is_the_same_plan(tmp_path: Path) -> None:
    """An approval of one is an approval of the other."""
    plan = plan_of(renamed(1), renamed(2))
    path = save_change_plan(plan, tmp_path / "plan.json")

    assert load_change_plan(path) == plan
    assert is_saved_change_plan(path)
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "change", [lambda text: text.replace("New", "Mine"), lambda text: text[:-9], lambda text: "[]"]
)
def test_a_plan_that_was_changed_since_is_refused(tmp_path: Path, change: object) -> None:
    """What runs is what was approved."""
    path = save_change_plan(plan_of(renamed(1)), tmp_path / "plan.json")
    path.write_text(change(path.read_text()))  # type: ignore[operator]

    with pytest.raises(PlanRejected):
        load_change_plan(path)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    """In a sentence."""
    with pytest.raises(PlanRejected, match="cannot be read"):
        load_change_plan(tmp_path / "no.json")
    assert not is_saved_change_plan(tmp_path / "no.json")
