"""Files written again after an import."""

from __future__ import annotations

from tests.changes.folders.conftest import Exported
from workbench.changes.folders.refresh import refresh_files
from workbench.changes.folders.scan import scan_folder


def test_files_follow_what_was_imported(exported: Exported) -> None:
    """New blocks get their ids, the revision is the new one, and the next edit is no conflict."""
    exported.edit(0, lambda text: text + "\n<!-- block reflection -->\nWhy?\n")
    folder, plan = scan_folder(exported.folder), exported.plan()
    exported.run(plan)

    assert refresh_files(folder, exported.acme.ana.client, exported.lesson_ids) == ["sea/01-tides.md"]
    assert "revision: 2\n" in exported.file(0).read_text("utf-8")
    assert "<!-- block reflection -->" not in exported.file(0).read_text("utf-8")
    exported.edit(0, lambda text: text.replace("Why?", "Why not?"))
    assert [row.field for row in exported.plan().changes] == ["blocks"]


def test_a_file_that_was_edited_meanwhile_stays(exported: Exported) -> None:
    """The edit would be lost."""
    exported.edit(0, lambda text: text.replace("Few", "Many"))
    folder, plan = scan_folder(exported.folder), exported.plan()
    exported.run(plan)
    exported.edit(0, lambda text: text.replace("Many", "Most"))

    assert refresh_files(folder, exported.acme.ana.client, exported.lesson_ids) == []
    assert "Most words." in exported.file(0).read_text("utf-8")
