"""What is done with what a browser shows."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

from workbench.client.sync import Client
from workbench.procedures.course import list_courses
from workbench.procedures.lesson import create_starter_lesson
from workbench.widgets.browser.panel import Browser


def kept(browser: Browser) -> list[tuple[str, bytes]]:
    """What is handed to the person's browser from now on."""
    files: list[tuple[str, bytes]] = []

    def send(said: dict[str, Any], buffers: list[bytes]) -> None:
        files.append((said["download"], buffers[0]))

    browser.header.send = send
    return files


def test_deleting_is_undone(browser: Browser, lesson_id: str, in_trash: Callable[[], list[str]]) -> None:
    """By one click."""
    browser.start(browser.actions.delete, browser.state.chosen)
    browser.controls.undo.click()

    assert lesson_id not in in_trash()
    assert browser.controls.undo.layout.display == "none"


def test_the_trash_gives_back(browser: Browser, lesson_id: str, in_trash: Callable[[], list[str]]) -> None:
    """Also what was deleted long ago."""
    browser.start(browser.actions.delete, browser.state.chosen)
    browser.controls.listing.value = "lesson trash"
    browser.controls.list.chosen = [f"lesson:{lesson_id}"]

    browser.controls.restore.click()

    assert lesson_id not in in_trash()


def test_a_project_is_made_shown_and_marked(browser: Browser) -> None:
    """Favorites come first, with a star."""
    browser.start(browser.actions.create_project, "Zoology")
    browser.controls.favorite.click()

    assert browser.controls.project.options[1][0] == "★ Zoology"
    assert browser.state.project_id == browser.controls.project.options[1][1]


def test_without_a_project_none_is_put_away(browser: Browser, failures: list[str]) -> None:
    """It says what to do."""
    browser.start(browser.actions.archive_project, True)

    assert "Choose a project first" in failures.pop()


def test_a_course_is_made_in_the_project_that_is_shown(browser: Browser, client: Client) -> None:
    """Empty, and private."""
    browser.controls.listing.value = "courses"
    browser.start(browser.actions.create_course, "Insects")

    assert "Insects" in [each.title for each in client.call(list_courses()).courses]


def test_one_is_handed_over_as_a_file(browser: Browser) -> None:
    """Named after its title."""
    files = kept(browser)

    browser.controls.as_markdown.click()

    assert [name for name, _ in files] == ["how-bees-find-flowers.md"]
    assert files[0][1].startswith(b"# How bees find flowers")


def test_several_are_handed_over_as_an_archive(browser: Browser, client: Client) -> None:
    """A file for each."""
    client.call(create_starter_lesson(topic="Wasps", language="EN"))
    browser.start(browser.refresh)
    browser.controls.list.chosen = [each["id"] for each in browser.controls.list.rows[:2]]
    files = kept(browser)

    browser.controls.as_page.click()

    assert files[0][0] == "lessons.zip"
    assert len(zipfile.ZipFile(io.BytesIO(files[0][1])).namelist()) == 2


def test_a_package_for_a_learning_system_is_handed_over(browser: Browser) -> None:
    """Of either standard."""
    files = kept(browser)

    browser.controls.as_scorm12.click()
    browser.controls.as_scorm2004.click()

    assert [name for name, _ in files] == ["how-bees-find-flowers.zip"] * 2
    assert all("imsmanifest.xml" in zipfile.ZipFile(io.BytesIO(content)).namelist() for _, content in files)


def test_a_refusal_is_shown_in_the_panel(browser: Browser, failures: list[str]) -> None:
    """Somebody else may have been quicker."""
    browser.start(browser.actions.move, browser.state.chosen, "0" * 25)

    assert browser.error in failures.pop()
