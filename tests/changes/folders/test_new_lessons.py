"""Files that become lessons, and those that cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.changes.folders.conftest import Exported
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.changes.row import ChangeVerdict


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("---\nlanguage: Englisch\n---\nText", "a language is a code such as EN"),
        (f'---\ntitle: "{"a" * 400}"\n---\nText', "the title has 400 characters"),
        ("<!-- block quizz -->\nText", "a block of this type is a fenced part"),
        ("\n\n".join("a" * 60_000 for _ in range(1)) * 2, "longer than 20,000"),
    ],
)
def test_what_makes_no_lesson_is_told(exported: Exported, text: str, problem: str) -> None:
    """By its file; the others are taken."""
    (exported.folder / "sea" / "99-x.md").write_text(text)
    row = exported.plan().rows[-1]

    assert (row.verdict, row.reason.startswith("sea/99-x.md: ")) == (ChangeVerdict.NOT_ALLOWED, True)
    assert problem in row.reason


def test_a_lesson_that_cannot_be_made_takes_no_place(exported: Exported) -> None:
    """The others are made and put in order, and there is nothing left to do but the one that is told."""
    (exported.folder / "sea" / "000-a.md").write_text("# A\n\n![A pier](gone.png)\n\nWords.\n")
    (exported.folder / "sea" / "001-b.md").write_text("---\nlanguage: Englisch\n---\nWords.\n")
    (exported.folder / "sea" / "02-c.md").write_text("# C\n\nWords.\n")
    plan = exported.plan()
    run = exported.run(plan)

    assert [row.line for row in plan.rows if row.verdict is ChangeVerdict.NOT_ALLOWED] == [1, 2]
    assert str(run.progress).startswith("finished: 4 of 4 done")
    assert exported.titles() == ["Tides", "C", "Waves", "Sand"]
    assert exported.plan().changes == ()


def test_a_folder_of_which_no_lesson_can_be_made_makes_no_course(exported: Exported, tmp_path: Path) -> None:
    """An empty course would be left behind."""
    place = tmp_path / "Rock pools"
    place.mkdir()
    (place / "a.md").write_text("---\nlanguage: EN\n---\n# A\n\n![A pier](gone.png)\n")
    plan = plan_folder(scan_folder(place), exported.acme.ana.client)

    assert (plan.changes, [str(row.verdict) for row in plan.rows]) == ((), ["not allowed"])
