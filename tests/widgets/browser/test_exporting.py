"""What is chosen in a browser is exported: made whole, offered, handed over; stopped, it leaves what is whole."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from tests.browser.lessons import Writing
from tests.full_disk import small_disk
from workbench.client.sync import Client
from workbench.procedures.course import CourseWithLessons, create_course, publish_course
from workbench.procedures.lesson import create_starter_lesson
from workbench.widgets.browser.exporting import Exporting
from workbench.widgets.browser.panel import Browser


@pytest.fixture
def files(browser: Browser) -> list[tuple[str, bytes]]:
    """What is handed to the person's browser from now on."""
    found: list[tuple[str, bytes]] = []

    def send(said: dict[str, Any], buffers: list[bytes]) -> None:
        found.append((said["download"], buffers[0]))

    browser.header.send = send
    return found


def export(browser: Browser, form: str, **chosen: object) -> None:
    """Export what is chosen, by the buttons."""
    browser.controls.export.click()
    browser.controls.export_form.form.value = form
    for name, value in chosen.items():
        browser.controls.export_form.options[name].value = value
    browser.controls.export_form.start_button.click()


def choose_courses(browser: Browser, *course_ids: str) -> None:
    """Choose the courses of these ids."""
    browser.controls.listing.value = "courses"
    browser.start(browser.refresh)
    browser.controls.list.chosen = [f"course:{course_id}" for course_id in course_ids]


def result(browser: Browser) -> str:
    """What the form says was made."""
    return str(browser.controls.export_form.result.value)


def offered(browser: Browser) -> list[Any]:
    """The buttons that hand a file over again."""
    return [row.children[0].children[0] for row in browser.controls.export_form.links.children]


def names(content: bytes) -> list[str]:
    """What is in an archive."""
    return zipfile.ZipFile(io.BytesIO(content)).namelist()


def test_one_is_handed_over_as_a_file(browser: Browser, files: list[tuple[str, bytes]]) -> None:
    """IdOrName after its title, and again by its button."""
    export(browser, "markdown")

    assert [name for name, _ in files] == ["how-bees-find-flowers.md"]
    assert files[0][1].startswith(b"# How bees find flowers")
    [save] = offered(browser)
    save.click()
    assert (save.description, files[1]) == ("Download how-bees-find-flowers.md", files[0])


def test_several_are_handed_over_as_an_archive(
    browser: Browser, client: Client, files: list[tuple[str, bytes]]
) -> None:
    """A file for each."""
    client.call(create_starter_lesson(topic="Wasps", language="EN"))
    browser.start(browser.refresh)
    browser.controls.list.chosen = [row["id"] for row in browser.controls.list.rows[:2]]
    export(browser, "html")

    assert (files[0][0], len(names(files[0][1]))) == ("lessons.zip", 2)


@pytest.mark.parametrize("standard", ["scorm12", "scorm2004"])
def test_a_package_behaves_as_the_form_says(opened: Browser, course: CourseWithLessons, standard: str) -> None:
    """Pass mark, completion and items are in it."""
    files: list[tuple[str, bytes]] = []
    opened.header.send = lambda said, buffers: files.append((said["download"], buffers[0]))
    opened.open_course(None)
    choose_courses(opened, course.course_id)
    export(opened, standard, pass_mark=" 65 %", complete="passed", items="lessons")
    [(name, content)] = files
    manifest = zipfile.ZipFile(io.BytesIO(content)).read("imsmanifest.xml").decode()
    frame = zipfile.ZipFile(io.BytesIO(content)).read(f"{course.lessons[0].lesson_id}.html").decode()

    assert (name, manifest.count("<resource ")) == ("seamanship.zip", 3)
    assert "&quot;complete&quot;:&quot;passed&quot;" in frame and "&quot;pass&quot;:0.65" in frame
    assert "1 file exported." in result(opened)


@pytest.mark.parametrize("mark", ["0", "101", "half", "8.5", "٨٠", "-1"])
def test_a_pass_mark_that_is_none_is_refused(browser: Browser, failures: list[str], mark: str) -> None:
    """With what it may be; nothing is made."""
    export(browser, "scorm12", pass_mark=mark)

    assert "from 1 to 100" in failures.pop()
    assert (result(browser), browser.busy) == ("", False)


def test_without_a_pass_mark_nobody_passes(browser: Browser, files: list[tuple[str, bytes]]) -> None:
    """An empty field; complete when passed is then refused with a sentence."""
    export(browser, "scorm12", pass_mark="")

    assert b"&quot;pass&quot;:null" in zipfile.ZipFile(io.BytesIO(files[0][1])).read("index.html")


def test_many_courses_are_told_one_by_one_and_stopped(
    browser: Browser, client: Client, files: list[tuple[str, bytes]]
) -> None:
    """What was whole when it was stopped is offered; nothing else is."""
    ids = [_course(client, f"Course {title}") for title in ("One", "Two", "Three")]
    for id_ in ids:
        client.call(create_starter_lesson(topic="Sails", language="EN", course_id=id_))
    choose_courses(browser, *ids)
    said: list[str] = []

    def on_progress(change: Any) -> None:
        said.append(change.new)
        if "Package 3 of 3" in change.new:
            browser.controls.export_form.stop_button.click()

    browser.controls.export_form.progress.observe(on_progress, "value")
    export(browser, "scorm12")

    assert any("Package 2 of 3" in text and "2 lessons read so far" in text for text in said)
    assert "2 files exported. Stopped: 1 of 3 were not exported." in result(browser)
    assert offered(browser)[0].description == "Download packages.zip"
    assert len(offered(browser)) == 3
    assert [(name, len(names(content))) for name, content in files] == [("packages.zip", 2)]
    offered(browser)[1].click()
    assert "imsmanifest.xml" in names(files[1][1])


def test_a_course_that_cannot_be_made_ends_it_and_keeps_the_others(
    browser: Browser, client: Client, files: list[tuple[str, bytes]], failures: list[str]
) -> None:
    """As learners see them: the one that is not published is told by its title."""
    published, other = (_course(client, title) for title in ("Ashore", "Before the mast"))
    for course_id in (published, other):
        lesson_id = client.call(create_starter_lesson(topic="Sails", language="EN", course_id=course_id)).lesson_id
        Writing(client).put(lesson_id, [("text", {"markdown": "Words."})])
    client.call(publish_course(course_id=published))
    choose_courses(browser, published, other)
    is_first = browser.state.chosen_items[0].id == published
    export(browser, "scorm2004", published=True)

    assert "“Before the mast”: it is not published" in failures.pop()
    assert len(files) == (1 if is_first else 0)
    assert ("1 of 2 were not exported" in result(browser)) is is_first


def test_what_is_too_large_for_a_browser_is_not_handed_over(
    browser: Browser, files: list[tuple[str, bytes]], failures: list[str]
) -> None:
    """The sentence names the command that writes it."""
    browser.exporting._most_bytes = 100
    export(browser, "scorm12")

    assert files == []
    assert "workbench export" in failures.pop()


@pytest.mark.parametrize("form", ["html", "scorm12"])
def test_a_full_disk_is_told(browser: Browser, files: list[tuple[str, bytes]], failures: list[str], form: str) -> None:
    """With what to do; nothing is handed over, and there is room for the next one."""
    with small_disk():
        export(browser, form)
    assert "could not be written" in failures.pop()
    assert files == []
    export(browser, form)
    assert len(files) == 1


def test_what_was_made_is_removed_by_the_next_export(browser: Browser) -> None:
    """Folders of this computer do not pile up."""
    exporting: Exporting = browser.exporting
    export(browser, "html")
    before = list(exporting._paths.values())
    export(browser, "scorm12")

    assert (len(before), before[0].exists(), before[0].parent.exists()) == (1, False, False)


def _course(client: Client, title: str) -> str:
    return client.call(create_course(title=title)).course_id
