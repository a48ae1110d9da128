"""Files written again after an import."""

from __future__ import annotations

from tests.changes.folders.conftest import Exported
from workbench.changes.running import ChangeRun


def test_files_follow_what_was_imported(exported: Exported) -> None:
    """New blocks get their ids, the revision is the new one, and the next edit is not a conflict."""
    exported.edit(0, lambda text: text + "\n<!-- block reflection -->\nWhy?\n")
    run = exported.run(exported.plan())

    assert run.written == ("sea/01-tides.md",)
    assert "revision: 2\n" in exported.file(0).read_text("utf-8")
    assert "<!-- block reflection -->" not in exported.file(0).read_text("utf-8")
    assert f"{exported.lesson_ids[0]} 2\n" in (exported.folder / "sea" / "_course.md").read_text("utf-8")
    exported.edit(0, lambda text: text.replace("Why?", "Why not?"))
    assert [row.field for row in exported.plan().changes] == ["blocks"]


def test_a_file_that_was_edited_meanwhile_stays(exported: Exported) -> None:
    """The edit would be lost."""
    exported.edit(0, lambda text: text.replace("Few", "Many"))
    plan = exported.plan()
    exported.edit(0, lambda text: text.replace("Many", "Most"))

    assert exported.run(plan).written == ()
    assert "Most words." in exported.file(0).read_text("utf-8")


def test_a_file_whose_changes_were_not_made_lost_its_edits(exported: Exported) -> None:
    """Somebody else edited the lesson between the plan and the run: the file stays as its author left it."""
    exported.edit(0, lambda text: text.replace("Few", "Many"))
    plan = exported.plan()
    exported.acme.insert(exported.lesson_ids[0], "text", {"markdown": "Theirs."})
    run = exported.run(plan)

    assert (run.counts().conflict, run.written) == (1, ())
    assert "Many words." in exported.file(0).read_text("utf-8")


def test_a_file_of_an_older_revision_with_the_same_words_gets_the_new_one(exported: Exported) -> None:
    """As it is after a run that was killed before its files were written."""
    exported.edit(0, lambda text: text.replace("Few", "Many"))
    plan = exported.plan()
    with ChangeRun(plan, exported.acme.ana.client) as killed:
        killed._hooks = None
        killed.start()
    assert "revision: 1\n" in exported.file(0).read_text("utf-8")
    again = exported.plan()

    assert again.changes == ()
    assert exported.run(again).written == ("sea/01-tides.md",)
    assert "revision: 2\n" in exported.file(0).read_text("utf-8")
