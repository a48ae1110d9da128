"""What of a folder is read, and what is not."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from tests.slow_texts import SLOW, searches_give_up
from workbench.authoring.block import Block
from workbench.changes.folders.scan import TAKES_TOO_LONG, scan_folder
from workbench.errors import PlanRejected
from workbench.exports.folders.lesson_file import lesson_text


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with one course and one lesson."""
    place = tmp_path / "courses" / "sea"
    place.mkdir(parents=True)
    (place / "_course.md").write_text("---\ncourse: c1\n---\n")
    (place / "01-tides.md").write_text("---\nlesson: l1\nrevision: 3\n---\n\n<!-- block reflection -->\nWhy?\n")
    return place.parent


def test_files_stand_in_the_order_of_their_numbers(root: Path) -> None:
    """`10` behind `9`; the course's own file and hidden ones are none."""
    for name in ("10-c.md", "9-b.md", ".draft.md", "_notes.md", "picture.png"):
        (root / "sea" / name).write_text("text")

    found = scan_folder(root)
    assert [file.path for file in found.files] == ["sea/01-tides.md", "sea/9-b.md", "sea/10-c.md"]
    assert found.files[0].lesson is not None and found.files[0].lesson.revision == 3


def test_a_course_folder_is_a_folder_too(root: Path) -> None:
    """A part of an export is imported by its path."""
    found = scan_folder(root / "sea")

    assert ([file.path for file in found.files], found.course_ids) == (["01-tides.md"], ("c1",))


def test_a_file_that_cannot_be_searched_in_time_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a reason in its row; the other files are read."""
    (root / "sea" / "02-slow.md").write_text(f"---\nlesson: l2\nrevision: 3\n---\n\n<!-- block {SLOW} -->\n")
    searches_give_up(monkeypatch)
    first, second = scan_folder(root).files

    assert first.lesson is not None
    assert (second.lesson, second.problem) == (None, TAKES_TOO_LONG)


def test_no_link_is_followed(root: Path, tmp_path: Path) -> None:
    """Neither of a file nor of a folder."""
    secret = tmp_path / "secret.md"
    secret.write_text("SECRET")
    (root / "sea" / "02-link.md").symlink_to(secret)
    (root / "linked").symlink_to(root / "sea")
    found = scan_folder(root)

    assert [file.path for file in found.files] == ["sea/01-tides.md"]
    assert found.notes == ("1 link not followed: 02-link.md.",)


def test_keys_that_mean_nothing_are_told(root: Path) -> None:
    """A generator of sites has others in the heads of its files; they were left out silently."""
    (root / "sea" / "_course.md").write_text("---\ncourse: c1\nweight: 3\n---\n")
    for number in (2, 3):
        (root / "sea" / f"0{number}.md").write_text("---\ntitle: A\ntags: [a]\nTitle: B\n---\nText\n")

    [note] = scan_folder(root).notes
    assert note == (
        "Keys in the headers of files that mean nothing here were left out: tags (2 files), Title (2 files), "
        "weight (1 file)."
    )


@pytest.mark.parametrize(
    ("content", "problem"),
    [(b"\xff\xfe\x00", "it is not UTF-8 text"), (b"---\nlesson", "line 2 of the header")],
)
def test_a_file_that_cannot_be_read_is_told(root: Path, content: bytes, problem: str) -> None:
    """The others are read."""
    (root / "sea" / "02-odd.md").write_bytes(content)

    assert scan_folder(root).files[1].problem.startswith(problem)


def test_a_file_of_gigabytes_is_not_read(root: Path) -> None:
    """It says so immediately."""
    with (root / "sea" / "02-large.md").open("wb") as file:
        file.truncate(3_000_000_000)

    assert scan_folder(root).files[1].problem == "it is larger than 8 MB"


def test_what_is_no_export_is_refused(root: Path, tmp_path: Path) -> None:
    """With what writes one."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(PlanRejected, match="is not a folder"):
        scan_folder(tmp_path / "nowhere")
    with pytest.raises(PlanRejected, match="workbench export COURSE --editable"):
        scan_folder(tmp_path / "empty")
    (root / "copy").mkdir()
    (root / "copy" / "_course.md").write_text("---\ncourse: c1\n---\n")
    with pytest.raises(PlanRejected, match="Two folders are the course c1"):
        scan_folder(root)


def test_too_many_files_are_refused(root: Path) -> None:
    """Before they are all read."""
    with pytest.raises(PlanRejected, match="more than 0 files"):
        scan_folder(root, most_files=0)


CONFLICT = "<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> theirs\n"


def test_a_merge_conflict_of_git_is_told(root: Path) -> None:
    """In the head and in the text; both versions would be imported otherwise. A lesson about git may show the signs."""
    path = root / "sea" / "01-tides.md"
    whole = lesson_text("l1", "Git", "EN", 1, [Block(id=str(UUID(int=1)), type="text", content={"markdown": CONFLICT})])
    heads = CONFLICT.replace("One.", "revision: 3").replace("Two.", "revision: 4")
    texts = [f"---\nlesson: l1\n{heads}---\n", f"---\nlesson: l1\n---\n{CONFLICT}", whole, f"# Git\n {CONFLICT}"]
    found = []
    for text in texts:
        path.write_text(text)
        found.append(scan_folder(root).files[0].problem)

    assert [problem.partition(":")[0] for problem in found] == [
        "git has two versions in it from line 3 on (<<<<<<<)",
        "git has two versions in it from line 4 on (<<<<<<<)",
        "",
        "",
    ]


def test_a_course_file_that_cannot_be_read_keeps_its_lessons_from_becoming_another_course(root: Path) -> None:
    """The course is not known then; other courses are taken."""
    (root / "other").mkdir()
    (root / "other" / "01-fog.md").write_text("# Fog\n")
    (root / "sea" / "_course.md").write_text(f"---\ncourse: c1\n{CONFLICT}---\n")
    found = scan_folder(root)

    assert {file.path: bool(file.problem) for file in found.files} == {
        "other/01-fog.md": False,
        "sea/01-tides.md": True,
    }
    assert "the _course.md beside it cannot be taken: git has two versions" in found.files[1].problem
    assert found.unread == {"sea"}


def test_a_course_file_in_capitals_is_one(root: Path) -> None:
    """As it may be after it was on another system."""
    path = root / "sea" / "_course.md"
    path.rename(path.with_name("_COURSE.MD"))

    assert scan_folder(root).course_ids == ("c1",)
