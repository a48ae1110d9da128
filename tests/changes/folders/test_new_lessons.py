"""Files that become lessons, and those that cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.changes.folders.conftest import Exported
from tests.service.assets.media_files import picture
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.changes.journal import ChangeState
from workbench.changes.row import ChangeVerdict
from workbench.procedures.course import list_courses
from workbench.procedures.lesson import create_lesson


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


def test_a_picture_that_the_service_refuses_keeps_no_other_lesson(exported: Exported) -> None:
    """What refers to it is left out and told, the others are made and stand in order; put right, it is made."""
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

    assert str(run.progress).startswith("finished: ") and "Left out, with what refers to it: pier.png: " in str(
        run.progress
    )
    assert first == ["Tides", "C", "Waves", "Sand"]
    assert exported.titles() == ["A", *first]
    assert len(exported.acme.ana.call(list_courses()).courses) == courses + 1
    assert exported.plan().changes == ()


def test_a_new_lesson_whose_id_is_another_ones_keeps_no_other_out_of_order(exported: Exported) -> None:
    """The service refuses it, whoever has the id; its course is put in order without it."""
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
    for place in range(3):
        path = exported.file(place)
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
