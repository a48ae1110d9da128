"""What a package holds, and what never leaves."""

from __future__ import annotations

from typing import Any, get_args
from xml.etree import ElementTree

import pytest

from tests.exports.lessons import EVERY_TYPE, lesson
from tests.exports.scorm.others import schema_problems
from tests.needs import needs
from workbench.client.asset_transfer import StoredAsset
from workbench.exports.scorm.options import PackageOptions, Standard
from workbench.exports.scorm.package import CoursePackage, media_path
from workbench.procedures.lesson import Lesson

PICTURE = StoredAsset("picture1", "image/png", 3, "0" * 64, "ladder & co.png")
SHOWN = ("image", {"asset": "picture1", "alternativeText": "A ladder"})
GONE = ("image", {"asset": "gone2", "alternativeText": "A wall"})


def named(lesson_id: str, made: Lesson) -> Lesson:
    """The lesson under another id."""
    return made.model_copy(update={"lesson_id": lesson_id})


def package(standard: Standard = "scorm12", *lessons: Lesson, **options: Any) -> CoursePackage:
    """A package of these lessons."""
    return CoursePackage(standard, "c1", "Sea", lessons, {"picture1": PICTURE}, PackageOptions(**options))


@needs("npm")
@pytest.mark.parametrize("standard", get_args(Standard))
@pytest.mark.parametrize("items", ["course", "lessons"])
def test_each_file_of_the_manifest_is_there_and_each_other_is_named(standard: Standard, items: str) -> None:
    """Manifest and package agree, and the schema is content."""
    made = package(
        standard, named("l1", lesson("Tides", *EVERY_TYPE, SHOWN)), named("l2", lesson("Waves")), items=items
    )
    files = dict(made.files())
    manifest = files.pop("imsmanifest.xml")
    listed = {element.attrib["href"] for element in ElementTree.fromstring(manifest).iterfind(".//{*}file")}

    assert listed == {*files, *(path for path, _ in made.media())}
    assert schema_problems(standard, manifest) == []


def test_notes_for_authors_never_leave() -> None:
    """Neither shown nor said elsewhere; blocks of unknown makers are their words."""
    text = "".join(text for _, text in package("scorm12", lesson()).files())

    assert "harbour" not in text
    assert "Words of another maker" in text


def test_a_course_has_an_outline_and_a_lesson_alone_has_none() -> None:
    """Pages link to each other as files."""
    several = dict(package("scorm12", named("l1", lesson("Tides")), named("l2", lesson("Waves"))).files())
    alone = dict(package("scorm12", named("l1", lesson("Tides"))).files())

    assert 'href="c1/l2.html"' in several["c1.html"]
    assert 'href="../c1.html"' in several["c1/l2.html"] and 'href="l1.html"' in several["c1/l2.html"]
    assert sorted(alone) == ["c1/l1.html", "imsmanifest.xml", "index.html"]


def test_pictures_are_beside_the_pages_and_missing_ones_are_told() -> None:
    """A page names its files by relative paths; who exports is told of what is gone."""
    made = package("scorm12", named("l1", lesson("Tides", SHOWN, GONE)))
    page = dict(made.files())["c1/l1.html"]

    assert f'src="../{media_path(PICTURE)}"' in page
    assert "A wall" in page
    assert made.notes() == ["1 picture or file is no longer available; text is shown instead."]


def test_answers_that_may_not_fit_are_told() -> None:
    """At export, with what to do; SCORM 2004 keeps more, and an item for each lesson has room for each."""
    gaps = [("fillIn", {"text": "Say ___.", "gaps": [{"answers": ["x"]}]})] * 70
    lessons = [named("l1", lesson("One", *gaps)), named("l2", lesson("Two", *gaps))]

    [sentence] = package("scorm12", *lessons).notes()
    assert "keeps 4,096" in sentence
    assert package("scorm12", *lessons, items="lessons").notes() == package("scorm2004", *lessons).notes() == []


def test_titles_and_texts_are_text_everywhere() -> None:
    """Whatever they hold, also in the address bar's title, the frame's name and the data of scripts."""
    hostile = "</title></script><script>alert(1)</script>&\"'<b>" + "🌊" * 300
    quiz = (
        "quiz",
        {"question": hostile, "choices": [{"text": "a", "isCorrect": True}, {"text": hostile, "isCorrect": False}]},
    )
    made = CoursePackage("scorm2004", "c1", hostile, [lesson(hostile, quiz)])

    for name, text in made.files():
        assert "<script>alert" not in text and "<b>" not in text.replace('<b class="gap">', ""), name
