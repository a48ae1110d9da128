"""A plan as a file: what runs is what was saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bulk.plans import place, plan, row
from workbench.bulk.planning.digested_file import MAX_BYTES
from workbench.bulk.planning.plan import Plan, sha256
from workbench.bulk.planning.plan_file import is_saved_plan, load_plan, save_plan
from workbench.bulk.planning.plan_row import Verdict
from workbench.errors import PlanRejected


@pytest.fixture
def kept() -> Plan:
    """A plan with something in every field."""
    return plan(
        row(1, warning="odd"),
        row(2, topic="\ud800 Ωmega", verdict=Verdict.UNSENDABLE),
        notes=("a note",),
        budget_credits=7,
        place=place(languages=("EN", "DE")),
    )


def test_a_saved_plan_is_the_same_plan(kept: Plan, tmp_path: Path) -> None:
    """Equal in every field, digest included."""
    loaded = load_plan(save_plan(kept, tmp_path / "plan.json"))

    assert loaded == kept
    assert loaded.digest == kept.digest


def test_a_saved_plan_is_private(kept: Plan, tmp_path: Path) -> None:
    """Topics may be nobody else's business."""
    assert save_plan(kept, tmp_path / "plan.json").stat().st_mode & 0o777 == 0o600


def test_a_plan_that_was_changed_is_refused(kept: Plan, tmp_path: Path) -> None:
    """One more row, one other price: it is no longer what was approved."""
    path = save_plan(kept, tmp_path / "plan.json")
    path.write_text(path.read_text(encoding="utf-8").replace("topic 1", "topic 9"), encoding="utf-8")

    with pytest.raises(PlanRejected, match="was changed"):
        load_plan(path)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "not json", '{"digest": "x"}'])
def test_another_file_is_no_plan(text: str, tmp_path: Path) -> None:
    """In plain words."""
    (tmp_path / "plan.json").write_text(text, encoding="utf-8")

    with pytest.raises(PlanRejected, match="no saved plan"):
        load_plan(tmp_path / "plan.json")


def test_a_plan_file_of_any_size_was_read(tmp_path: Path) -> None:
    """A file of holes, larger than any plan, is refused before it takes that much memory."""
    with (tmp_path / "plan.json").open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    with pytest.raises(PlanRejected, match="larger than 200 MB. Nothing was sent"):
        load_plan(tmp_path / "plan.json")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """With the system's words."""
    with pytest.raises(PlanRejected, match="cannot be read"):
        load_plan(tmp_path / "plan.json")


def test_a_saved_plan_is_told_from_other_files(kept: Plan, tmp_path: Path) -> None:
    """By how it begins; a file that is missing is none."""
    (tmp_path / "list.json").write_text('["Bread"]')
    save_plan(kept, tmp_path / "plan.json")

    found = [is_saved_plan(tmp_path / name) for name in ("plan.json", "list.json", "missing")]

    assert found == [True, False, False]


def test_a_plan_that_cannot_be_written_is_one_sentence(kept: Plan, tmp_path: Path) -> None:
    """No trace."""
    with pytest.raises(PlanRejected, match="cannot be written"):
        save_plan(kept, tmp_path / "missing" / "plan.json")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rows", None),
        ("rows", [1]),
        ("rows", [{"row": 1}]),
        ("place", {}),
        ("place", None),
        ("notes", 3),
        ("destination", "p1"),
        ("budget_credits", "all"),
        ("key_rule", 7),
        ("name", ["a"]),
    ],
)
def test_a_plan_that_was_digested_anew_was_a_raw_exception(
    kept: Plan, tmp_path: Path, field: str, value: object
) -> None:
    """Regression: a KeyError or TypeError with its trace, for a file whose digest somebody had made fit."""
    path = save_plan(kept, tmp_path / "plan.json")
    content = {**json.loads(path.read_text()), field: value}
    _digested(path, content)

    with pytest.raises(PlanRejected, match="holds what no plan has"):
        load_plan(path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("row", "one"),
        ("verdict", "perhaps"),
        ("copy", 2**63),
        ("copy", -1),
        ("copy", None),
        ("topic", 3),
        ("topic", "\ud800"),
        ("credits", 1.5),
    ],
)
def test_a_row_that_was_digested_anew_is_refused(kept: Plan, tmp_path: Path, field: str, value: object) -> None:
    """Before the journal meets it."""
    path = save_plan(kept, tmp_path / "plan.json")
    content = json.loads(path.read_text())
    content["rows"][0][field] = value
    _digested(path, content)

    with pytest.raises(PlanRejected, match="holds what no plan has"):
        load_plan(path)


def _digested(path: Path, content: dict[str, object]) -> None:
    content.pop("digest", None)
    path.write_text(json.dumps({**content, "digest": sha256(content)}))
