"""A folder of Markdown files compared with the service, imported and undone."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest

from tests.changes.folders.conftest import Exported
from tests.exports.folders.contents import block_id, blocks, line
from tests.service.assets.media_files import picture
from tests.slow import first_in_gate
from workbench.authoring.block import Block
from workbench.authoring.content import checked_content
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.changes.journal import ChangeState
from workbench.changes.results import find_change_set
from workbench.changes.row import ChangeVerdict
from workbench.changes.undo import undo_changes
from workbench.client.asset_transfer import upload_file
from workbench.errors import InputRejected
from workbench.exports.folders.export import export_folder
from workbench.procedures.course import create_course, list_courses
from workbench.procedures.lesson import create_lesson, delete_lesson
from workbench.procedures.realtime import execute_transactions

GENERATED_COURSES = int(os.environ.get("GENERATED_COURSES", "25"))


def verdicts(exported: Exported) -> list[tuple[int, str, str]]:
    """Line, field and verdict of each row."""
    return [(row.line, row.field, str(row.verdict)) for row in exported.plan().rows]


def without_revisions(contents: dict[str, bytes]) -> dict[str, bytes]:
    """The same, less the lines that count edits."""
    return {path: re.sub(rb"(?m)^(revision:|[0-9a-z]{25}) \d+$", rb"\1", text) for path, text in contents.items()}


def test_what_was_exported_is_nothing_to_do(exported: Exported) -> None:
    """And exported again it is the same, byte for byte."""
    before = exported.contents()

    assert exported.plan().changes == ()
    assert exported.again() == before


def test_a_new_course_of_a_taken_title_is_a_line_in_the_plan(exported: Exported) -> None:
    """Regression: it was made silently. Two new ones of one title are reported, too; the others have no line."""
    for name in ("sea again", "sea twice", "ebb", "ebb again", "land"):
        (exported.folder / name).mkdir()
        (exported.folder / name / "new.md").write_text("---\nlanguage: EN\n---\n# New\n\nWords.\n")
        title = {"s": "SEA", "e": "Ebb", "l": "Land"}[name[0]]
        (exported.folder / name / "_course.md").write_text(f"---\ntitle: {title}\n---\n")
    plan = exported.plan()
    ebb, sea = [note for note in plan.notes if "named “" in note]

    assert [row.field for row in plan.changes].count("new course") == 5
    assert sea.startswith(f"There is a course named “SEA” already: {exported.course_id} (3 lessons in the project ")
    assert "created 20" in sea and sea.endswith("by name alone. This plan creates 2 more.")
    assert ebb == "This plan creates 2 courses named “Ebb”: then none of them can be found by name alone."
    assert sea in str(plan) and "Land" not in "".join(plan.notes)


def test_an_edit_changes_just_that(exported: Exported) -> None:
    """A text, a new block without an id, the order of blocks; undone, everything is as it was."""
    before = exported.contents()
    quiz = "\n<!-- block quiz -->\nWhat pulls?\n\n- [x] The moon\n- [ ] The wind\n"
    exported.edit(1, lambda text: text.replace("Few words.", "Many *words*.") + quiz)
    plan = exported.plan()
    [row] = plan.changes

    assert (row.lesson_id, row.field, row.after_name) == (
        exported.lesson_ids[1],
        "blocks",
        "1 block added, 1 block changed.",
    )
    assert row.reason == "sea/02-waves.md"
    assert exported.plan().digest == plan.digest  # ids of new blocks are the same each time
    exported.run(plan)
    changed = exported.acme.lesson(exported.lesson_ids[1])
    assert [block.type for block in changed.blocks] == ["heading", "text", "quiz"]
    assert changed.blocks[1].content == {"markdown": "Many *words*."}

    result = undo_changes(find_change_set(plan.name), exported.acme.ana.client)
    assert (result.undone, result.left) == (1, ())
    assert without_revisions(exported.again()) == without_revisions(before)


def test_a_title_and_an_order_are_taken(exported: Exported) -> None:
    """The order is that of the files' numbers."""
    exported.edit(2, lambda text: text.replace('title: "Sand"', 'title: "Shore"').replace("# Sand", "# Shore"))
    exported.file(2).rename(exported.folder / "sea" / "00-first.md")
    plan = exported.plan()
    exported.run(plan)

    assert {row.field for row in plan.changes} == {"title", "blocks", "position"}
    first, second, third = exported.lesson_ids
    assert exported.acme.order(exported.course_id) == [third, first, second]
    assert exported.acme.lesson(third).title == "Shore"


def test_a_file_in_another_folder_is_moved(exported: Exported) -> None:
    """Its lesson goes into that course."""
    land = exported.acme.ana.call(create_course(title="Land")).course_id
    (exported.folder / "land").mkdir()
    (exported.folder / "land" / "_course.md").write_text(f"---\ncourse: {land}\n---\n")
    exported.file(0).rename(exported.folder / "land" / "01-tides.md")
    plan = exported.plan()
    exported.run(plan)

    assert [(row.field, row.after_name) for row in plan.changes] == [("course", "Land")]
    assert exported.acme.order(land) == [exported.lesson_ids[0]]


def test_an_edit_on_both_sides_is_a_conflict(exported: Exported) -> None:
    """The file's and the service's; the other lessons are imported."""
    exported.edit(0, lambda text: text.replace("Few words.", "Mine."))
    exported.edit(1, lambda text: text.replace("Few words.", "Mine."))
    exported.acme.insert(exported.lesson_ids[0], "text", {"markdown": "Theirs."})
    rows = exported.plan().rows

    assert [(row.line, row.verdict) for row in rows] == [
        (1, ChangeVerdict.CONFLICT), (2, ChangeVerdict.CHANGE), (3, ChangeVerdict.UNCHANGED)
    ]  # fmt: skip
    assert rows[0].reason == "sea/01-tides.md: the file is of revision 1, the lesson at 2: export it again"


def test_the_same_edit_on_both_sides_is_none(exported: Exported) -> None:
    """Whatever the revision: there is nothing to change."""
    exported.edit(0, lambda text: text.replace("Few words.", "Both."))
    exported.run(exported.plan())

    assert exported.plan().changes == ()
    assert exported.plan().counts == {ChangeVerdict.UNCHANGED: 3}


def test_foreign_doubled_and_missing_ids_are_told(exported: Exported) -> None:
    """Two files of one id, one of another organization; nothing of theirs is changed."""
    stranger = exported.acme.person("eve@example.org", organization="Other")
    place = exported.folder / "sea"
    (place / "04-twice.md").write_bytes(exported.file(0).read_bytes())
    exported.edit(1, lambda text: re.sub(r"lesson: \w+", f"lesson: {'0' * 25}", text))
    found = {(line, verdict) for line, _, verdict in verdicts(exported)}

    assert {(1, "doubled"), (2, "unknown lesson"), (4, "doubled")} <= found
    assert exported.plan().changes == ()
    assert "1 lesson of “Sea” has no file and stays: “Waves”" in " ".join(exported.plan().notes)
    mine = exported.folder / "theirs"
    with pytest.raises(InputRejected, match="or you don't have access"):
        export_folder(stranger.client, [exported.course_id], mine)


def test_a_lesson_in_the_trash_is_told(exported: Exported) -> None:
    """It is not taken out for a file."""
    exported.acme.ana.call(delete_lesson(lesson_id=exported.lesson_ids[0]))
    exported.edit(0, lambda text: text.replace("Few", "Many"))

    row = exported.plan().rows[0]
    assert (row.verdict, row.reason) == (ChangeVerdict.UNKNOWN_LESSON, "sea/01-tides.md: it is in the trash")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("# Tides", "Tides", "line 9, heading: a heading is one line that begins with #, ## or ###"),
        ("Few words.", "[x](javascript:a)", "text: The link “javascript:a” is neither https nor mailto."),
        ("Few words.", "a\n\n<!-- block quizz -->\nb", "line 15, quizz: a block of this type is a fenced part"),
        (
            "Few words.",
            "a\n\n<!-- block quizz toml -->\n```toml\na = 1\n```",
            "quizz is not a block type; did you mean quiz?",
        ),
        (
            "Few words.",
            "a\n\n<!-- block quiz -->\nWhich?\n\n- [ ] a\n- [ ] b",
            "No choice of the quiz is marked as correct.",
        ),
    ],
)
def test_what_no_lesson_can_hold_is_told(exported: Exported, old: str, new: str, reason: str) -> None:
    """By file and line; the other files are imported."""
    exported.edit(0, lambda text: text.replace(old, new))
    row = exported.plan().rows[0]

    assert row.verdict is ChangeVerdict.NOT_ALLOWED
    assert row.reason.startswith("sea/01-tides.md: line ") and reason in row.reason


def test_a_doubled_block_is_told(exported: Exported) -> None:
    """Copied with its mark: which of the two is meant cannot be known."""
    exported.edit(0, lambda text: text + "\n" + text[text.index("<!-- block") :])

    assert "are the same block; take the id out of the new one" in exported.plan().rows[0].reason


def test_an_empty_lesson_takes_blocks(exported: Exported) -> None:
    """And one whose blocks were all deleted loses them."""
    exported.edit(0, lambda text: text[: text.index("<!-- block")])
    exported.run(exported.plan())
    assert exported.acme.lesson(exported.lesson_ids[0]).blocks == []

    exported.again()
    exported.edit(0, lambda text: text + "\nSome words.\n")
    exported.run(exported.plan())
    [block] = exported.acme.lesson(exported.lesson_ids[0]).blocks
    assert block.content == {"markdown": "Some words."}


@pytest.mark.parametrize("seed", first_in_gate(range(GENERATED_COURSES)))
def test_generated_lessons_go_round(exported: Exported, seed: int) -> None:
    """Every type of block and a picture: nothing to do, then a shuffle, a block, a file: just that; and back."""
    random = Random(seed)
    photo = exported.folder / "pier.png"
    photo.write_bytes(picture(size=(20 + seed, 10)))
    asset = upload_file(exported.acme.ana.client, photo, organization_id=None, alternative_text=None)
    for lesson_id in exported.lesson_ids:
        shown = {"asset": asset.asset_id, "alternativeText": line(random), "decorative": random.random() < 0.3}
        shown_block = Block(id=block_id(random), type="image", content=checked_content("image", shown))
        inserts = [LessonBlockInsert(block=block) for block in [*blocks(random), shown_block]]
        transaction = Transaction(label="insertPages", mutations=[*inserts])
        exported.acme.ana.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[transaction]))
    before = exported.again()
    assert exported.plan().changes == ()
    assert exported.again() == before

    head, *parts = exported.file(0).read_text("utf-8").split("\n<!-- block ")
    random.shuffle(parts)
    exported.file(0).write_text("\n<!-- block ".join([head, *parts[1:]]), "utf-8")
    exported.edit(1, lambda text: f"{text}\n<!-- block text -->\nSome words.\n")
    new = "\n<!-- block ".join(
        ["", *(re.sub(r"^[0-9a-f-]{36} ", "", part) for part in parts if "ofAnotherMaker" not in part)]
    )
    (exported.folder / "sea" / "99-new.md").write_text(f"---\nlanguage: EN\n---\n{new}", "utf-8")
    plan = exported.plan()
    assert [(row.line, row.field) for row in plan.changes] == [(1, "blocks"), (2, "blocks"), (4, "new lesson")]
    exported.run(plan)
    assert set(map(str, exported.plan().counts)) == {"unchanged"}
    undo_changes(find_change_set(plan.name), exported.acme.ana.client)
    assert without_revisions(exported.again()) == without_revisions(before)


def test_a_folder_is_taken_again_after_its_import_was_undone(exported: Exported) -> None:
    """
    Regression: the undo raised revisions, and the same files were said to be older, although nothing differed.
    """
    exported.edit(1, lambda text: text.replace("Few words.", "Many words."))
    edited = exported.file(1).read_text("utf-8")
    plan = exported.plan()
    exported.run(plan)
    undo_changes(find_change_set(plan.name), exported.acme.ana.client)
    exported.edit(1, lambda text: edited)
    [row] = exported.plan().changes

    assert (row.verdict, row.field) == (ChangeVerdict.CHANGE, "blocks")
    assert exported.run(exported.plan()).counts().planned == 0
    assert "Many words." in str(exported.acme.lesson(exported.lesson_ids[1]).blocks)


def test_a_missing_file_after_an_undo_is_no_edit_of_others(exported: Exported) -> None:
    """The lesson is what it was when it was written: it may go."""
    written = exported.folder / "sea" / "_course.md"
    before, file = written.read_text("utf-8"), exported.file(1)
    exported.edit(1, lambda text: text.replace("Few words.", "Many words."))
    plan = exported.plan()
    exported.run(plan)
    undo_changes(find_change_set(plan.name), exported.acme.ana.client)
    written.write_text(before, "utf-8")
    file.unlink()

    assert [row.verdict for row in exported.plan(delete=True).rows if row.line == 0] == [ChangeVerdict.CHANGE]


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
    """The others are made and put in order, and there is nothing left to do but the one that is reported."""
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


def test_a_picture_that_the_service_refuses_keeps_no_other_lesson(exported: Exported) -> None:
    """What refers to it is left out and reported, the others are made and are in order; put right, it is made."""
    place = exported.folder / "sea"
    (place / "pier.png").write_bytes(b"no picture at all")
    (place / "000-a.md").write_text("# A\n\n![A pier](pier.png)\n")
    (place / "02-c.md").write_text("# C\n\nWords.\n")
    (exported.folder / "new").mkdir()
    (exported.folder / "new" / "pier.png").write_bytes(b"no picture at all")
    (exported.folder / "new" / "01-d.md").write_text("---\nlanguage: EN\n---\n# D\n\n![A pier](pier.png)\n")
    run = exported.run(exported.plan())
    courses = len(exported.acme.ana.call(list_courses()).courses)
    (place / "pier.png").write_bytes(picture(size=(4, 3)))
    (exported.folder / "new" / "pier.png").write_bytes(picture(size=(4, 3)))
    first = exported.titles()
    exported.run(exported.plan())

    assert str(run.progress).startswith(
        "finished: "
    ) and "Skipped, with everything that refers to it: pier.png: " in str(run.progress)
    assert first == ["Tides", "C", "Waves", "Sand"]
    assert exported.titles() == ["A", *first]
    assert len(exported.acme.ana.call(list_courses()).courses) == courses + 1
    assert exported.plan().changes == ()


def test_a_new_lesson_whose_id_is_another_ones_keeps_no_other_out_of_order(exported: Exported) -> None:
    """The service refuses it, anyone who has the id; its course is put in order without it."""
    eve = exported.acme.person("eve@example.org", organization="Other")
    theirs = eve.call(create_lesson(title="Hers", language="EN")).lesson_id
    (exported.folder / "sea" / "000-a.md").write_text(f"---\nlesson: {theirs}\nrevision: 0\n---\n# A\n\nWords.\n")
    (exported.folder / "sea" / "02-c.md").write_text("# C\n\nWords.\n")
    run = exported.run(exported.plan())

    assert [(row.field, row.code) for row in run.rows(ChangeState.REFUSED)] == [("new lesson", "EXISTS")]
    assert run.counts().conflict == 0
    assert exported.titles() == ["Tides", "C", "Waves", "Sand"]


def test_files_of_windows_editors_are_files(exported: Exported) -> None:
    """With a mark at their beginning and lines that end in two signs: nothing to do, edits, new ones."""
    for index in range(3):
        path = exported.file(index)
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    course = exported.folder / "sea" / "_course.md"
    course.write_bytes(b"\xef\xbb\xbf" + course.read_bytes().replace(b"\n", b"\r\n"))
    before = exported.plan().changes
    path = exported.file(1)
    path.write_bytes(path.read_bytes().replace(b"Few words.", b"Many words.\r\n\r\nAnd more."))
    (exported.folder / "sea" / "04-d.md").write_bytes(b"\xef\xbb\xbf# D\r\n\r\nWords.\r\n")
    exported.run(exported.plan())

    assert before == ()
    assert exported.titles() == ["Tides", "Waves", "Sand", "D"]
    assert "\r" not in str(exported.acme.lesson(exported.lesson_ids[1]).blocks)
    assert exported.plan().changes == ()


def test_a_picture_of_another_capital_is_named(exported: Exported) -> None:
    """Some systems take one for the other."""
    (exported.folder / "sea" / "Pier.PNG").write_bytes(picture(size=(4, 3)))
    (exported.folder / "sea" / "04-d.md").write_text("# D\n\n![A pier](pier.png)\n")

    assert (
        "there is no file pier.png in the folder, but Pier.PNG: write it like that" in exported.plan().rows[-1].reason
    )
