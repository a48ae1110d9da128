"""A file of what is published says what the service's own page says: theme, makers, passages, letter for letter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.exports.published_course import NAME, PublishedCourse, in_theme, published_course
from workbench.client.lookups.targets import Target
from workbench.client.sync import Client
from workbench.exports.documents import export_courses, export_lessons
from workbench.exports.scorm.options import PackageOptions
from workbench.exports.scorm.writing import WrittenPackage, export_packages
from workbench.exports.written import ExportedFile

PLACES = (
    (r'<meta http-equiv="Content-Security-Policy"[^>]*>\n', ""),
    (r' (data-block|target|width|height)="[^"]*"', ""),
    (r'"(?:/s/\w+/a/\w+|(?:\.\./)?media/[\w-]+)\.(\w+)"', r'"MEDIA.\1"'),
    (r'(href="[^":]*?)\.html"', r'\1"'),
)
MADE = re.compile(r'<footer class="made">.*?</footer>')
SECTIONS = re.compile(r'<section class="block.*</section>', re.DOTALL)


@pytest.fixture
def course(client: Client, tmp_path: Path) -> Iterator[PublishedCourse]:
    """The course, while the theme is set."""
    with in_theme(client, tmp_path):
        yield published_course(client, tmp_path)


def placeless(page: str) -> str:
    """The page without what says where it lies."""
    for pattern, instead in PLACES:
        page = re.sub(pattern, instead, page)
    return page


def packaged(client: Client, course: PublishedCourse, folder: Path, **more: bool) -> tuple[WrittenPackage, ZipFile]:
    """The course's package, and what is in it."""
    target = Target("course", course.course_id, "Sea & air")
    [made] = export_packages(client, [target], "scorm2004", folder / "packages", PackageOptions(), **more)
    return made, ZipFile(made.path)


def test_a_package_of_the_publication_has_the_learners_pages(
    client: Client, course: PublishedCourse, tmp_path: Path
) -> None:
    """Outline and lessons, letter for letter but for where things lie; the logo is in it."""
    made, archive = packaged(client, course, tmp_path, is_published=True)
    pages = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".html")}

    assert placeless(pages[f"{course.course_id}.html"]) == placeless(course.page())
    for lesson_id in course.lesson_ids:
        assert placeless(pages[f"{course.course_id}/{lesson_id}.html"]) == placeless(course.page(lesson_id))
    first = pages[f"{course.course_id}/{course.lesson_ids[0]}.html"]
    assert "Yeast &lt;feeds&gt; on sugar." in first and "Harbour &amp; &lt;Quay&gt; 🌊</bdi> on" in first
    logo, shown = (
        re.findall(r'src="(?:\.\./)?(media/[^"]+)', text)[0] for text in (pages[f"{course.course_id}.html"], first)
    )
    assert logo == shown and archive.read(logo).startswith(b"\x89PNG")
    assert made.notes == ("1 of 2 lessons are not approved in this version.",)


def test_a_package_of_the_present_says_what_learners_do_not_see_yet(
    client: Client, course: PublishedCourse, tmp_path: Path
) -> None:
    """It has the edit, the new title and the theme."""
    made, archive = packaged(client, course, tmp_path)
    text = archive.read(f"{course.course_id}/{course.lesson_ids[1]}.html").decode()

    assert "Quite other words." in text and "Wind waves" in text and "Harbour &amp;" in text
    assert made.notes[0].startswith("2 changes in it that learners of the public page don't see yet.")


def test_a_package_without_pictures_has_their_words(client: Client, course: PublishedCourse, tmp_path: Path) -> None:
    """And the theme without its logo; nothing is reported as missing."""
    made, archive = packaged(client, course, tmp_path, is_published=True, has_media=False)
    text = archive.read(f"{course.course_id}/{course.lesson_ids[0]}.html").decode()

    assert not [name for name in archive.namelist() if name.startswith("media/")]
    assert "A ladder" in text and "<img" not in text and "Harbour &amp;" in text
    assert len(made.notes) == 1


def test_a_file_of_the_publication_has_the_learners_page(client: Client, course: PublishedCourse) -> None:
    """Theme, makers and passages; Markdown says who wrote and approved each lesson."""
    [page] = export_courses(client, [course.course_id], "html", is_published=True)
    [text] = export_courses(client, [course.course_id], "markdown", is_published=True)
    seen = [course.page(lesson_id) for lesson_id in course.lesson_ids]

    theirs, ours = re.compile(r'<header class="brand">.*?</header>', re.DOTALL), page.text
    assert re.sub('src="[^"]*"', "", theirs.findall(ours)[0]) == re.sub('src="[^"]*"', "", theirs.findall(seen[0])[0])
    assert 'src="data:image/png;base64,' in theirs.findall(ours)[0]
    assert MADE.findall(ours) == [MADE.findall(seen_page)[0] for seen_page in seen]
    assert "<blockquote><p>Yeast &lt;feeds&gt; on sugar." in ours and "Old words." in ours
    assert '<footer class="brand"><p dir="auto">Quay 4\nRing twice</p></footer>' in ours
    assert text.text.count("*Written by people of Harbour") == 2
    assert re.search(r"· Approved by Harbour \\& \\<Quay\\> 🌊 on \d{4}-\d\d-\d\d\*", text.text)
    assert "Old words." in text.text and "other words" not in text.text


def test_files_of_lessons_have_the_theme_of_their_organization(client: Client, course: PublishedCourse) -> None:
    """Each with its makers as it is now; Markdown of a draft is text alone."""
    files: list[ExportedFile] = export_lessons(client, list(course.lesson_ids), "html", has_media=False)
    text = export_lessons(client, list(course.lesson_ids), "markdown")[0].text

    assert ["<bdi>Harbour &amp; &lt;Quay&gt; 🌊</bdi></span></header>" in file.text for file in files] == [True, True]
    assert ["Approved by" in file.text for file in files] == [True, False]
    assert NAME.partition(" ")[0] not in text
