"""The printed page: two tables, and every field with its description."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.meta.source_tree import ROOT
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.printed import page


def part(heading: str) -> str:
    """The page from a heading to the next one of its rank."""
    rank = heading.partition(" ")[0]
    return page().partition(f"\n{heading}\n")[2].partition(f"\n{rank} ")[0]


def test_the_interfaces_procedures_and_ours_stand_apart() -> None:
    """Nobody mistakes our addition for the interface."""
    assert "| ours |" not in part("## The interface's")
    assert "| interface " not in part("## Ours")


def test_every_procedure_has_its_line_and_its_fields() -> None:
    """Once in a table, once as a heading."""
    assert [name for name in CATALOGUE if page().count(f"`{name}` |") != 1 or not part(f"### `{name}`")] == []


def test_a_procedure_says_how_it_is_called() -> None:
    """GET for a read, POST for a write."""
    assert "| `organization.getUserData` | GET |" in page() and "| `lesson.createStarterLesson` | POST |" in page()


def test_an_addition_of_ours_is_marked_in_the_fields() -> None:
    """Field by field, inside an input that the interface shows."""
    said = part("### `lesson.createStarterLesson`")
    assert "- `maxCredits` *(ours)*: " in said and "- `topic`: " in said


def test_an_open_input_says_that_it_is_open() -> None:
    """And a procedure without input that it takes nothing."""
    assert "unknown fields are accepted" in part("### `organization.getUserData`")
    assert "Takes nothing." in part("### `organization.getRateCard`")


def test_it_prints_itself_into_a_file(tmp_path: Path) -> None:
    """`python -m workbench.procedures.printed FILE`, as `make docs` calls it."""
    file = tmp_path / "procedures.md"
    subprocess.run([sys.executable, "-m", "workbench.procedures.printed", str(file)], cwd=ROOT, check=True)
    assert file.read_text(encoding="utf-8") == page()
