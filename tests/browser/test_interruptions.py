"""What breaks off in the middle: the kernel, the service, a cell that keeps the kernel busy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.desk import BlockView, Notebook
from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.needs import needs
from workbench.embedded import life

pytestmark = needs("chromium")

LessonOf = Callable[..., BlockView]


def test_after_a_restart_of_the_kernel_the_cell_runs_again(
    lesson_of: LessonOf, notebook: Notebook, writing: Writing
) -> None:
    """What was done before is there, and the next move is stored."""
    pages = lesson_of("one", "two", "three")
    pages.row("one").click()
    pages.press("Alt+End")
    pages.is_saved()

    notebook.restart()
    again = notebook.show_lesson(pages.lesson_id)
    again.shows(["two", "three", "one"])
    again.row("one").click()
    again.press("Alt+Home")

    again.shows(["one", "two", "three"])
    again.is_saved()
    assert writing.texts(pages.lesson_id) == ["one", "two", "three"]


def test_a_list_whose_kernel_is_gone_says_so(lesson_of: LessonOf, notebook: Notebook) -> None:
    """The gesture is shown, and after a while what to do."""
    pages = lesson_of("one", "two")
    notebook.restart()
    pages.row("one").click()
    pages.press("Alt+ArrowDown")

    expect(pages.root.locator(".bl-quiet")).to_contain_text("run the cell again")


def test_a_busy_cell_does_not_stop_the_hands(lesson_of: LessonOf, notebook: Notebook, writing: Writing) -> None:
    """What is done while a cell runs is shown at once and stored when the kernel hears it."""
    pages = lesson_of("one", "two", "three")
    notebook.put(1, "import time\ntime.sleep(4)")
    notebook.begin(1)
    pages.row("one").click()

    pages.press("Alt+ArrowDown")
    pages.press("Alt+ArrowDown")
    pages.shows(["two", "three", "one"])

    pages.is_saved()
    assert writing.texts(pages.lesson_id) == ["two", "three", "one"]


def test_a_service_that_stops_and_starts_again_loses_nothing(
    lesson_of: LessonOf, lab: Lab, shared_folder: Path, writing: Writing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was done meanwhile waits, is seen to wait, and is stored by itself when the service answers again."""
    monkeypatch.setenv("WORKBENCH_HOME", str(shared_folder))
    pages = lesson_of("one", "two", "three")
    life.stop(now=True)
    pages.row("three").click()
    pages.press("Alt+Home")

    pages.stands("unsaved")
    expect(pages.root.locator(".bl-standing")).to_contain_text("1 change is not saved yet")
    assert lab.forgotten_failures().count("Pages of a lesson:") == 1
    pages.shows(["three", "one", "two"])
    life.start()

    pages.is_saved()
    assert writing.texts(pages.lesson_id) == ["three", "one", "two"]
