"""Files without ids make lessons, folders without one make courses; undone, they are gone."""

from __future__ import annotations

from pathlib import Path

from tests.changes.folders.conftest import Exported
from workbench.changes.folders.archive import scan_archive
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.changes.results import find_change_set
from workbench.changes.row import ChangeVerdict
from workbench.changes.running import ChangeRun
from workbench.changes.undo import undo_changes
from workbench.exports.folders.export import export_folder
from workbench.procedures.course import get_course, list_courses
from workbench.procedures.lesson import list_lessons

PLAIN = "# Ebb\n\nIt falls.\n\n```\n# no heading\n```\n\n## Twice\n\nA day.\n"


def test_a_file_without_an_id_makes_a_lesson(exported: Exported) -> None:
    """At the place of its file, of headings and text, free; then it has its ids, and is nothing to do."""
    before = exported.titles()
    (exported.folder / "sea" / "02-a-new-one.md").write_text(PLAIN)
    plan = exported.plan()
    run = exported.run(plan)
    [row] = [row for row in plan.changes if row.field == "new lesson"]
    made = exported.acme.lesson(row.lesson_id)

    assert row.reason == "sea/02-a-new-one.md: a new lesson of 4 blocks"
    assert exported.titles() == ["Tides", "Ebb", "Waves", "Sand"]
    assert [block.type for block in made.blocks] == ["heading", "text", "heading", "text"]
    assert (made.title, made.language, made.revision) == ("Ebb", "EN", 1)
    assert "# no heading" in str(made.blocks[1].content)
    assert "sea/02-a-new-one.md" in run.written
    text = (exported.folder / "sea" / "02-a-new-one.md").read_text()
    assert f"lesson: {row.lesson_id}\nlanguage: EN\nrevision: 1\n" in text
    assert exported.plan().changes == ()

    undo_changes(find_change_set(plan.name), exported.acme.ana.client)
    assert exported.titles() == before
    assert exported.plan().rows[1].verdict is ChangeVerdict.UNKNOWN_LESSON


def test_a_lesson_with_marks_keeps_its_blocks_and_says_its_language(exported: Exported) -> None:
    """Title and language are in the head; without a language that of the course's lessons is taken."""
    text = '---\ntitle: "Ebbe"\nlanguage: de\n---\n\n<!-- block reflection -->\nWarum?\n'
    (exported.folder / "sea" / "99-x.md").write_text(text)
    plan = exported.plan()
    exported.run(plan)
    made = exported.acme.lesson(plan.changes[0].lesson_id)

    assert (made.title, made.language, [block.type for block in made.blocks]) == ("Ebbe", "DE", ["reflection"])
    assert exported.titles()[-1] == "Ebbe"


def test_a_title_that_is_taken_from_a_heading_is_one_that_a_lesson_can_have(exported: Exported) -> None:
    """The heading stays as it is; in the title a space stands for what titles cannot hold."""
    (exported.folder / "sea" / "99-x.md").write_text("# Ebb\x7fand\u202eflow\n\nIt falls.\n")
    plan = exported.plan()
    exported.run(plan)

    assert exported.acme.lesson(plan.changes[0].lesson_id).title == "Ebb and flow"


def test_a_folder_without_a_course_makes_one(exported: Exported, tmp_path: Path) -> None:
    """Of its name, with its lessons in the order of their numbers; it is approved by number."""
    place = tmp_path / "Rock pools"
    place.mkdir()
    for number, name in enumerate(("b", "a", "c"), 1):
        (place / f"{number:02}-{name}.md").write_text(f"---\nlanguage: EN\n---\n# {name.upper()}\n\nWords.\n")
    (place / "README.md").write_text("About this folder.")
    client = exported.acme.ana.client
    plan = plan_folder(scan_folder(place), client)
    with ChangeRun(plan, client, plan.approve(changes=4)) as run:
        run.start()
    course_id = plan.changes[0].course_id
    made = client.call(get_course(course_id=course_id))
    again = plan_folder(scan_folder(place), client)

    assert plan.needs_approval
    assert (made.title, [lesson.title for lesson in made.lessons]) == ("Rock pools", ["B", "A", "C"])
    assert (again.changes, len(again.rows), again.name.startswith("Rock pools")) == ((), 3, True)
    assert f"course: {course_id}\n" in (place / "_course.md").read_text()
    other = tmp_path / "other"
    export_folder(client, [course_id], other)
    assert {path.name: path.read_bytes() for path in place.glob("[0-9]*.md")} == {
        path.name: path.read_bytes()
        for path, name in zip(sorted((other / "rock-pools").glob("[0-9]*.md")), "bac", strict=True)
    }

    undo_changes(find_change_set(plan.name), client)
    assert course_id not in {course.course_id for course in client.call(list_courses()).courses}


def test_a_run_that_was_killed_before_its_files_were_written_makes_nothing_twice(exported: Exported) -> None:
    """Whether it was edited in the meantime or not: the file had its lesson's id before that was made."""
    path = exported.folder / "sea" / "04-new.md"
    path.write_text(PLAIN)
    (exported.folder / "shore").mkdir()
    (exported.folder / "shore" / "01-sand.md").write_text("---\nlanguage: EN\n---\nSand.\n")
    plan = exported.plan()
    approval = plan.approve(changes=len(plan.changes))
    with ChangeRun(plan, exported.acme.ana.client, approval) as killed:
        killed._hooks = None
        killed.start()
    count = len(exported.acme.ana.call(list_lessons()).lessons)
    path.write_text(path.read_text().replace("It falls.", "It falls and rises."))
    again = exported.plan()
    exported.run(again)

    assert count == len(exported.lesson_ids) + 2 == len(exported.acme.ana.call(list_lessons()).lessons)
    assert len(exported.acme.ana.call(list_courses()).courses) == 2 + len(exported.lesson_ids)
    assert [(row.field, row.verdict) for row in again.changes] == [("blocks", ChangeVerdict.CHANGE)]
    assert set(map(str, exported.plan().counts)) == {"unchanged"}


def test_two_who_import_the_same_files_make_one_lesson(exported: Exported, tmp_path: Path) -> None:
    """Each from a copy of the folder, at once: the one that comes second finds it there."""
    (exported.folder / "sea" / "04-new.md").write_text(PLAIN)
    ben = exported.acme.person("ben@example.org", role="author")
    copy = tmp_path / "copy" / exported.folder.name
    copy.parent.mkdir()
    for path in exported.folder.rglob("*.md"):
        to = copy / path.relative_to(exported.folder)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(path.read_bytes())
    theirs, ours = plan_folder(scan_folder(copy), ben.client), exported.plan()
    with ChangeRun(theirs, ben.client) as run:
        run.start()
    mine = exported.run(ours)

    assert ours.changes[0].lesson_id == theirs.changes[0].lesson_id
    assert {str(row.state) for row in mine.rows()} == {"done"}
    assert exported.titles().count("Ebb") == 1
    assert set(map(str, exported.plan().counts)) == {"unchanged"}
    assert set(map(str, plan_folder(scan_folder(copy), ben.client).counts)) == {"unchanged"}


def test_a_new_file_that_was_edited_before_the_approval_makes_one_lesson(exported: Exported) -> None:
    """It gets its id anyway, so that the edit goes to the lesson that was made of it."""
    path = exported.folder / "sea" / "04-new.md"
    path.write_text(PLAIN)
    plan = exported.plan()
    path.write_text(PLAIN + "\nA last word.\n")
    exported.run(plan)
    second = exported.plan()
    exported.run(second)

    assert [row.field for row in second.changes] == ["blocks"]
    assert exported.titles().count("Ebb") == 1
    assert "A last word." in path.read_text()
    assert exported.plan().changes == ()


def test_two_clones_of_other_names_make_one_course(exported: Exported, tmp_path: Path) -> None:
    """What a clone is called says nothing about what it is."""
    plans = []
    for name in ("one", "another"):
        (tmp_path / name / "new").mkdir(parents=True)
        (tmp_path / name / ".git").mkdir()
        (tmp_path / name / ".git" / "config").write_text('[remote "origin"]\n\turl = git@example.org:acme/sea.git\n')
        (tmp_path / name / "new" / "01-new.md").write_text("---\nlanguage: EN\n---\n" + PLAIN)
        plans.append(plan_folder(scan_folder(tmp_path / name), exported.acme.ana.client))

    assert [row.field for row in plans[0].changes] == ["new course", "new lesson"]
    assert [(row.course_id, row.lesson_id) for row in plans[0].changes] == [
        (row.course_id, row.lesson_id) for row in plans[1].changes
    ]


def test_an_archive_is_imported_again_and_makes_nothing(exported: Exported, tmp_path: Path) -> None:
    """Its files are not written again; what they made is found."""
    client = exported.acme.ana.client
    (exported.folder / "sea" / "04-new.md").write_text(PLAIN)
    packed = tmp_path / "courses.zip"
    export_folder(client, [exported.course_id], packed)
    import zipfile

    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("sea/04-new.md", PLAIN)
    plan = plan_folder(scan_archive(packed), client)
    with ChangeRun(plan, client) as run:
        run.start()
    again = plan_folder(scan_archive(packed), client)

    assert [row.field for row in plan.changes] == ["new lesson"]
    assert (again.changes, exported.titles()[-1]) == ((), "Ebb")
