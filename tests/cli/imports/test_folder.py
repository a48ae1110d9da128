"""`workbench import`: a folder of Markdown files is planned, approved and carried out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.changes.conftest import new_lesson
from tests.own_service import command
from workbench.api.connect import connect


@pytest.fixture
def lesson_id(own_service: object, tmp_path: Path) -> str:
    """A lesson that was just made."""
    return new_lesson(f"Tides {tmp_path.name}")


def test_an_edit_is_imported_and_undone(lesson_id: str, tmp_path: Path) -> None:
    """Exported, edited, shown, made, written again, restored."""
    folder = tmp_path / "courses"
    exported = command("export", lesson_id, "--editable", "--to", str(folder))
    [path] = folder.glob("*/01-*.md")
    path.write_text(path.read_text("utf-8") + "\n<!-- block reflection -->\nWhy?\n", "utf-8")

    shown = json.loads(command("import", str(folder), "--plan", "--json").stdout)
    made = command("import", str(folder), "--name", path.parent.name)
    again = json.loads(command("import", str(folder), "--plan", "--json").stdout)

    assert "1 course, 1 lesson." in exported.stdout
    assert [row["field"] for row in shown["rows"]] == ["blocks"]
    assert (made.returncode, "1 file was updated" in made.stderr) == (0, True)
    assert again["changes"] == 0
    assert shown["rows"][0]["before"].endswith(" blocks")
    assert command("changes", "undo", path.parent.name, "--yes").returncode == 0
    with connect() as workbench:
        assert "reflection" not in [block.type for block in workbench.lessons.get(lesson_id).blocks]


def test_editable_goes_with_markdown(lesson_id: str, tmp_path: Path) -> None:
    """And with nothing else."""
    refused = command("export", lesson_id, "--editable", "--format", "gift", "--to", str(tmp_path / "x"))

    assert (refused.returncode, "--editable works with Markdown" in refused.stderr) == (2, True)


def test_what_is_no_export_is_refused(own_service: object, tmp_path: Path) -> None:
    """With the command that writes one."""
    refused = command("import", str(tmp_path))

    assert refused.returncode != 0
    assert "workbench export COURSE --editable" in refused.stderr


def test_a_new_file_and_a_missing_one(lesson_id: str, tmp_path: Path) -> None:
    """Made and put into the trash by one command, without a question where both were requested."""
    folder = tmp_path / "courses"
    command("export", lesson_id, "--format", "markdown", str(folder))
    [path] = folder.glob("*/01-*.md")
    path.rename(path.with_name("notes.txt"))
    path.with_name("01-new.md").write_text("---\nlanguage: EN\n---\n\nNew words.\n")

    kept = command("import", str(folder), "--plan")
    unasked = command("import", str(folder), "--delete")
    made = command("import", str(folder), "--delete", "--yes", "--name", path.parent.name)

    assert "has no file and stays" in kept.stdout
    assert (unasked.returncode, "1 of which moves a lesson to the trash" in unasked.stderr) == (2, True)
    assert (made.returncode, "1 file was updated" in made.stderr) == (0, True)
    with connect() as workbench:
        assert lesson_id in workbench.lessons.list(in_trash=True)["lesson_id"].to_list()
    assert command("changes", "undo", path.parent.name, "--yes").returncode == 0


def test_an_archive_is_exported_and_imported(lesson_id: str, tmp_path: Path) -> None:
    """The same lesson, nothing to do; an archive that is there stays."""
    packed = tmp_path / "course.zip"
    first = command("export", lesson_id, "--format", "markdown", str(packed))
    second = command("export", lesson_id, "--format", "markdown", str(packed))
    plan = json.loads(command("import", str(packed), "--plan", "--json").stdout)

    assert (first.returncode, second.returncode, plan["changes"]) == (0, 2, 0)
    assert "already exists" in second.stderr


def test_what_cannot_be_taken_is_told_whole(own_service: object, tmp_path: Path) -> None:
    """With its file and what to do, before the others are made; the command ends as one that did not do all."""
    folder = tmp_path / tmp_path.name
    (folder / "pools").mkdir(parents=True)
    (folder / "pools" / "01-a.md").write_text("---\nlanguage: EN\n---\n# A\n\nWords.\n")
    (folder / "pools" / "02-b.md").write_text("# B\n<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> theirs\n")
    made = command("import", str(folder), "--yes")
    again = command("import", str(folder), "--yes")
    planned = command("import", str(folder), "--plan")

    for process in (made, again, planned):
        assert "Skipped: pools/02-b.md: git has two versions in it from line 2 on" in process.stderr
    assert [process.returncode for process in (made, again, planned)] == [1, 1, 0]
    assert "2 of 2 done" in made.stdout and "Nothing to change" not in again.stderr
