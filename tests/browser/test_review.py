"""The review queue in a real JupyterLab: many lessons by keys alone, two concurrent reviewers, and no access."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import Notebook, Watched, opened, violations
from tests.colleague import token_of_colleague
from tests.needs import needs
from tests.slow import first_in_gate
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.gesture import insert_blocks
from workbench.embedded.record import EmbeddedService
from workbench.procedures.lesson import create_lesson, list_reviews, request_review
from workbench.procedures.project import create_project
from workbench.procedures.realtime import execute_transactions

pytestmark = needs("chromium")

SHOW = "from workbench import connect\nwb = connect()\nwb.widgets.review()"
SHOW_AS_BO = "from workbench import connect\nwb = connect({url!r}, token={token!r})\nwb.widgets.review()"
SENT_BACK = 5
"""Each fifth lesson is sent back."""
PART = 50


@dataclass(frozen=True)
class Queue:
    """Lessons of a project of their own that wait for a review, in the order in which it was requested."""

    writing: Writing
    project: str
    lesson_ids: list[str]

    def verdicts(self) -> list[list[str]]:
        """The verdicts about each lesson, newest first."""
        answers = self.writing.client.batch(*(list_reviews(lesson_id=lesson_id) for lesson_id in self.lesson_ids))
        return [[review.verdict for review in answer.reviews] for answer in answers]


def waiting(writing: Writing, count: int) -> Queue:
    """So many lessons, `Lesson 1` and on."""
    project, client = f"Review {uuid4().hex[:6]}", writing.client
    project_id = client.call(create_project(name=project)).project_id
    lesson_ids: list[str] = []
    for first in range(0, count, PART):
        titles = [f"Lesson {number + 1}" for number in range(first, min(first + PART, count))]
        made = client.batch(*(create_lesson(title=title, language="EN", project_id=project_id) for title in titles))
        ids = [lesson.lesson_id for lesson in made]
        blocks = [Block(id=new_block_id(), type="text", content={"markdown": f"About {title}."}) for title in titles]
        client.batch(
            *(
                execute_transactions(lesson_id=id_, language="EN", transactions=[insert_blocks((), [block])])
                for id_, block in zip(ids, blocks, strict=True)
            )
        )
        client.batch(*(request_review(lesson_ids=[id_]) for id_ in ids))
        lesson_ids += ids
    return Queue(writing, project, lesson_ids)


class Reviewer:
    """A panel that a person has in front of them, with the lessons of one project."""

    def __init__(self, notebook: Notebook, source: str, queue: Queue) -> None:
        notebook.put(0, source)
        self.page = notebook.page
        self.panel: Locator = notebook.run(0).locator(".wb-review-panel").first
        self.title = self.panel.locator(".wb-reader h1")
        self.status = self.panel.locator(".wb-review-list .wb-status")
        self.panel.get_by_label("Project").select_option(label=queue.project)
        expect(self.status).to_contain_text(f"0 of {len(queue.lesson_ids)} reviewed")
        self.list = self.panel.get_by_role("listbox", name="Lessons to review")
        self.list.focus()

    def press(self, key: str) -> None:
        """Press a key and wait until another lesson, or none, is to be read."""
        before = self.title.inner_text()
        self.page.keyboard.press(key)
        self.is_past(before)

    def is_past(self, title: str) -> None:
        """Wait until another lesson than this one, or none, is to be read."""
        self.page.wait_for_function(
            "title => document.querySelector('.jp-Notebook:not(.lm-mod-hidden) .wb-reader h1')?.textContent !== title",
            arg=title,
        )


@pytest.mark.parametrize("count", first_in_gate([20, 200]))
def test_lessons_are_reviewed_by_keys_alone(notebook: Notebook, writing: Writing, count: int) -> None:
    """Approved, or sent back with a note that is typed; the next one opens by itself, and no key reaches a cell."""
    queue = waiting(writing, count)
    cells = notebook.cells.count()
    reviewer = Reviewer(notebook, SHOW, queue)
    for number in range(1, count + 1):
        if number % SENT_BACK == 0:
            title = reviewer.title.inner_text()
            reviewer.page.keyboard.press("s")
            expect(reviewer.panel.get_by_label("What needs to change")).to_be_focused()
            reviewer.page.keyboard.type(f"Mend {number}")
            reviewer.page.keyboard.press("Enter")
            reviewer.is_past(title)
            expect(reviewer.list).to_be_focused()
        else:
            reviewer.press("a")

    expect(reviewer.status).to_contain_text(f"{count} of {count} reviewed")
    verdicts = queue.verdicts()
    assert sorted(verdict[0] for verdict in verdicts) == sorted(
        ["changesRequested"] * (count // SENT_BACK) + ["approved"] * (count - count // SENT_BACK)
    )
    assert {len(verdict) for verdict in verdicts} == {2}
    assert notebook.cells.count() == cells


@pytest.fixture
def elsewhere(browser: Browser, lab: Lab, watched_by_all: Watched) -> Iterator[Notebook]:
    """Somebody else's notebook, in another browser."""
    with browser.new_context(viewport={"width": 1360, "height": 900}) as context:
        watched_by_all.watch(context)
        yield opened(context, lab, lab.write("bo.ipynb", ["'one'"]))


def test_two_reviewers_at_once_decide_nothing_twice(
    notebook: Notebook, elsewhere: Notebook, writing: Writing, own_service: EmbeddedService, shared_folder: Path
) -> None:
    """Both press the key on the same lesson at the same time, again and again: one decision holds, one is reported."""
    queue = waiting(writing, 8)
    token = token_of_colleague(own_service, shared_folder)
    mine = Reviewer(notebook, SHOW, queue)
    theirs = Reviewer(elsewhere, SHOW_AS_BO.format(url=own_service.base_url, token=token), queue)
    told: list[str] = []
    for _ in range(len(queue.lesson_ids)):
        titles = [reviewer.title.inner_text() if reviewer.title.count() else "" for reviewer in (mine, theirs)]
        for reviewer, title in zip((mine, theirs), titles, strict=True):
            if title:
                reviewer.page.keyboard.press("a")
        for reviewer, title in zip((mine, theirs), titles, strict=True):
            if title:
                reviewer.is_past(title)
            told.append(reviewer.status.inner_text())
        if not any(titles):
            break

    assert queue.verdicts() == [["approved", "requested"]] * len(queue.lesson_ids)
    assert any("approved “Lesson" in message and "in the meantime" in message for message in told)


@needs("npm")
@pytest.mark.parametrize("theme", first_in_gate(["JupyterLab Dark", "JupyterLab Light"]))
def test_the_queue_is_for_everybody(notebook: Notebook, writing: Writing, axe: Path, theme: str) -> None:
    """The rules of accessibility find nothing, with the keys listed and a note requested; progress is a live region."""
    notebook.theme(theme)
    reviewer = Reviewer(notebook, SHOW, waiting(writing, 2))
    reviewer.page.keyboard.press("?")
    expect(reviewer.panel.get_by_text("send back, with a note")).to_be_visible()
    found = violations(notebook.page, axe, ".wb-review-panel")
    reviewer.page.keyboard.press("s")
    expect(reviewer.panel.get_by_label("What needs to change")).to_be_focused()
    found += violations(notebook.page, axe, ".wb-review-panel")
    reviewer.page.keyboard.press("Escape")
    expect(reviewer.panel.get_by_role("listbox", name="Lessons to review")).to_be_focused()
    notebook.theme("JupyterLab Light")

    assert found == []
    expect(reviewer.status).to_have_attribute("role", "status")
