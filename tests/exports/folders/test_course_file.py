"""The file that says which course a folder is."""

from __future__ import annotations

from pathlib import Path

from workbench.exports.folders.course_file import CourseFile, course_text, read_course


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    """Id, title, and the lessons that were written with their revisions; one that is not made yet says so."""
    path = tmp_path / "_course.md"
    for course in (
        CourseFile("c1", 'Sea "1"', written={"a" * 25: 3, "b" * 25: 12}),
        CourseFile("c2", "", "DE", is_made=False),
    ):
        path.write_text(course_text(course), "utf-8")
        found = read_course(path)
        assert (found.course_id, found.title, found.is_made) == (course.course_id, course.title, course.is_made)
        assert (dict(found.written), found.language) == (dict(course.written), course.language)


def test_what_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    """No file, and one whose head does not end."""
    (tmp_path / "_course.md").write_text("---\ncourse: c1\n")

    assert read_course(tmp_path / "none").course_id == read_course(tmp_path / "_course.md").course_id == ""
