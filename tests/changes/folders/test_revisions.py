"""A service that was restored to a backup, and titles that were changed on both sides."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.changes.acme import organization
from tests.changes.folders.conftest import Exported
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.changes.row import ChangeVerdict
from workbench.changes.running import ChangeRun
from workbench.exports.folders.export import export_folder


def test_a_service_that_was_put_back_gets_what_the_folder_has(tmp_path: Path) -> None:
    """Files that nobody edited have later revisions than their lessons: they bring the newer texts back."""
    database, backup, folder = (tmp_path / text for text in ("service.sqlite", "backup.sqlite", "courses"))
    with organization(f"sqlite:///{database}") as acme:
        course_id, ids = acme.course("Sea", ["Low", "High", "Spring"])
    shutil.copy(database, backup)
    with organization(f"sqlite:///{database}") as acme:
        for number in range(3):
            acme.insert(ids[0], "reflection", {"prompt": f"Why {number}?"})
        acme.rename(ids[1], "Neap")
        later = [acme.lesson(id_) for id_ in ids]
        export_folder(acme.ana.client, [course_id], folder)
    for path in tmp_path.glob("service.sqlite*"):
        path.unlink()
    shutil.copy(backup, database)
    with organization(f"sqlite:///{database}") as acme:
        client = acme.ana.client
        plan = plan_folder(scan_folder(folder), client)
        with ChangeRun(plan, client) as run:
            run.start()
        now = [acme.lesson(id_) for id_ in ids]
        again = plan_folder(scan_folder(folder), client)

    assert {(row.lesson_id, row.field) for row in plan.changes} >= {(ids[0], "blocks"), (ids[1], "title")}
    assert {row.lesson_id for row in plan.changes} == set(ids[:2])
    assert all("as in a backup" in row.reason for row in plan.changes)
    assert any("2 lessons are older here than in the folder" in note for note in plan.notes)
    assert [lesson.title for lesson in now] == [lesson.title for lesson in later]
    assert [lesson.blocks for lesson in now] == [lesson.blocks for lesson in later]
    assert again.changes == ()


def test_a_title_that_was_changed_on_both_sides_does_not_keep_others_out_of_order(exported: Exported) -> None:
    """It is a conflict of its own; the course is put in order anyway."""
    exported.edit(0, lambda text: text.replace('title: "Tides"', 'title: "Ebb"'))
    exported.acme.rename(exported.lesson_ids[0], "Tide")
    first = exported.file(0)
    first.rename(first.with_name(f"99-{first.name}"))
    plan = exported.plan()
    exported.run(plan)

    conflicts = {row.field: row.after for row in plan.rows if row.verdict is ChangeVerdict.CONFLICT}
    assert conflicts["title"] == "Ebb" and "position" not in conflicts
    assert exported.titles()[-1] == "Tide"
    assert 'title: "Ebb"' in exported.file(len(exported.lesson_ids) - 1).read_text()


def test_a_folder_of_another_organization_says_so(exported: Exported) -> None:
    """Nothing of it is here, and nothing is changed."""
    eve = exported.acme.person("eve@example.org", organization="Other")
    plan = plan_folder(scan_folder(exported.folder), eve.client)

    assert plan.changes == ()
    assert any("another organization or service. Sign in there." in note for note in plan.notes)
    assert all("remove `lesson:` and `revision:` from its header" in row.reason for row in plan.rows)


def test_a_file_that_was_copied_for_a_new_lesson_keeps_no_other_out_of_order(exported: Exported) -> None:
    """Both are told with what to do, the others are made and put in order; done so, the copy is a lesson of its own."""
    first = exported.file(0)
    copy = first.with_name("04-copy.md")
    copy.write_text(first.read_text("utf-8").replace('title: "Tides"', 'title: "Ebb"'), "utf-8")
    exported.file(2).rename(first.with_name("00-sand.md"))
    plan = exported.plan()
    exported.run(plan)
    doubled = [row for row in plan.rows if row.verdict is ChangeVerdict.DUPLICATE]
    order = exported.titles()
    lines = copy.read_text("utf-8").split("\n")
    copy.write_text("\n".join(line for line in lines if not line.startswith(("lesson:", "revision:"))), "utf-8")
    exported.run(exported.plan())

    assert [row.reason.partition(";")[0] for row in doubled] == [
        f"sea/{first.name}: sea/04-copy.md is the same lesson",
        f"sea/04-copy.md: sea/{first.name} is the same lesson",
    ]
    assert order.index("Sand") < order.index("Waves")
    assert exported.titles() == ["Sand", "Tides", "Waves", "Ebb"]
    assert exported.plan().changes == ()
