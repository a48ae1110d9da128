"""Imports by people who may not or are not there any more, and of folders that cannot be written to.

Each ends with one sentence that says what to do, loses nothing, and leaves a folder that is imported the next time.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.changes.acme import Acme, organization
from tests.faults.trials import fill
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.changes.running import ChangeRun
from workbench.client.sync import Client
from workbench.errors import NotFound, PlanRejected, SignInNeeded
from workbench.exports.folders.export import export_folder
from workbench.procedures.course import get_course
from workbench.procedures.organization import remove_member, set_member_role
from workbench.service.administration.admin import revoke_sessions

EDITORS = "The role viewer does not allow this. Owners, admins, authors and reviewers may; ask one of them."


@pytest.fixture
def acme(tmp_path: Path) -> Iterator[Acme]:
    """An organization, on SQLite."""
    with organization(f"sqlite:///{tmp_path / 'service.sqlite'}") as made:
        yield made


def edited(acme: Acme, folder: Path) -> str:
    """The course that the folder is of: one file is edited, one is new."""
    course_id, _ = acme.course("Sea", ["Tides", "Waves"])
    export_folder(acme.ana.client, [course_id], folder)
    path = sorted(folder.glob("sea/0*.md"))[0]
    path.write_text(path.read_text("utf-8").replace("Few words.", "Many words."), "utf-8")
    (folder / "sea" / "03-new.md").write_text("# New\n\nWords.\n")
    return course_id


def imported(client: Client, folder: Path, before: Callable[[], object] = lambda: None) -> str:
    """How an import ended; `before` is done between its plan and its run."""
    plan = plan_folder(scan_folder(folder), client)
    before()
    with ChangeRun(plan, client, plan.approve(changes=len(plan.changes))) as run:
        return str(run.start().progress)


def titles(acme: Acme, course_id: str) -> list[str]:
    """The titles of the course's lessons."""
    return [lesson.title for lesson in acme.ana.call(get_course(course_id=course_id)).lessons]


def test_who_may_not_edit_is_told_whom_to_ask(acme: Acme, tmp_path: Path) -> None:
    """A viewer, and somebody who became one between plan and run; an owner imports the same folder afterwards."""
    course_id = edited(acme, tmp_path / "courses")
    vic = acme.person("vic@example.org", role="viewer")
    ben = acme.person("ben@example.org", role="admin")
    member = {"organization_id": ben.added.organization_id, "person_id": ben.added.person_id}
    ends = [
        imported(vic.client, tmp_path / "courses"),
        imported(ben.client, tmp_path / "courses", lambda: acme.ana.call(set_member_role(**member, role="viewer"))),
    ]

    assert all(end.startswith("paused: 0 of 2 done") and EDITORS in end for end in ends)
    assert titles(acme, course_id) == ["Tides", "Waves"]
    assert imported(acme.ana.client, tmp_path / "courses").startswith("finished: 2 of 2 done")
    assert titles(acme, course_id) == ["Tides", "Waves", "New"]


def test_who_was_taken_out_between_plan_and_run_is_told(acme: Acme, tmp_path: Path) -> None:
    """In words for people; who is still there imports the folder."""
    course_id = edited(acme, tmp_path / "courses")
    ben = acme.person("ben@example.org", role="admin")
    member = {"organization_id": ben.added.organization_id, "person_id": ben.added.person_id}

    with pytest.raises(
        NotFound, match="You are not a member of an organization .* Ask one of its owners or admins to add you"
    ):
        imported(ben.client, tmp_path / "courses", lambda: acme.ana.call(remove_member(**member)))

    assert imported(acme.ana.client, tmp_path / "courses").startswith("finished: 2 of 2 done")
    assert titles(acme, course_id) == ["Tides", "Waves", "New"]


def test_a_session_that_ended_between_plan_and_run(acme: Acme, tmp_path: Path) -> None:
    """It is reported to sign in again; signed in, the same folder is imported."""
    course_id = edited(acme, tmp_path / "courses")
    ben = acme.person("ben@example.org", role="admin")
    with pytest.raises(SignInNeeded, match="Run `workbench login`"):
        imported(
            ben.client,
            tmp_path / "courses",
            lambda: acme.portal.call(revoke_sessions, acme.service.store, "ben@example.org"),
        )
    again = acme.person("ben@example.org")

    assert titles(acme, course_id) == ["Tides", "Waves"]
    assert imported(again.client, tmp_path / "courses").startswith("finished: 2 of 2 done")
    assert titles(acme, course_id) == ["Tides", "Waves", "New"]


@pytest.fixture
def disk(two_megabytes: Path | None) -> Iterator[Path]:
    """A small disk, empty."""
    if two_megabytes is None:
        pytest.skip("nobody may mount a disk here")
    yield two_megabytes
    remount(two_megabytes, "rw")
    for path in two_megabytes.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def remount(disk: Path, how: str) -> None:
    """Mount the disk `ro` or `rw`."""
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def test_a_disk_that_is_full_while_ids_are_written(acme: Acme, disk: Path) -> None:
    """No lesson was changed; with room again all is made, once."""
    course_id = edited(acme, disk / "courses")
    contents = {path: path.read_bytes() for path in (disk / "courses").rglob("*.md")}
    with pytest.raises(
        PlanRejected, match=r"No space left.* Free some space, then import again\. No lesson was changed"
    ):
        imported(acme.ana.client, disk / "courses", lambda: fill(disk / "filler", 0))
    kept = {path: path.read_bytes() for path in (disk / "courses").rglob("*.md")}
    (disk / "filler").unlink()

    assert kept == contents
    assert titles(acme, course_id) == ["Tides", "Waves"]
    assert imported(acme.ana.client, disk / "courses").startswith("finished: 2 of 2 done")
    assert titles(acme, course_id) == ["Tides", "Waves", "New"]


def test_a_folder_on_a_disk_for_reading(acme: Acme, disk: Path, tmp_path: Path) -> None:
    """New files need ids, and the message says what to do; edits alone are imported, and files are unchanged."""
    course_id = edited(acme, disk / "courses")
    remount(disk, "ro")
    with pytest.raises(PlanRejected, match="Read-only file system.* copy the folder to a place where you can write"):
        imported(acme.ana.client, disk / "courses")
    remount(disk, "rw")
    shutil.move(disk / "courses" / "sea" / "03-new.md", tmp_path)
    remount(disk, "ro")
    end = imported(acme.ana.client, disk / "courses")
    remount(disk, "rw")
    shutil.move(tmp_path / "03-new.md", disk / "courses" / "sea")

    assert end.startswith("finished: 1 of 1 done") and "The files were not updated" in end
    assert imported(acme.ana.client, disk / "courses").startswith("finished: 1 of 1 done")
    assert titles(acme, course_id) == ["Tides", "Waves", "New"]
