"""The controls of a browser: which are visible and enabled."""

from __future__ import annotations

from workbench.procedures.organization import Project
from workbench.widgets.browser.controls import WHY_IT_STAYS
from workbench.widgets.browser.dialogs import project_choices
from workbench.widgets.browser.panel import Browser


def in_sight(*widgets: object) -> list[bool]:
    """Which of these are shown."""
    return [widget.layout.display is None for widget in widgets]  # type: ignore[attr-defined]


def test_the_trash_has_nothing_but_restore(browser: Browser, lesson_id: str) -> None:
    """What is in it is neither named nor moved."""
    browser.controls.list.chosen = [f"lesson:{lesson_id}"]
    browser.start(browser.actions.delete, browser.state.chosen_items)
    browser.controls.listing.value = "lesson trash"
    controls = browser.controls

    assert in_sight(controls.restore, controls.open, controls.rename) == [True, False, False]
    assert in_sight(controls.delete, controls.export, controls.new_lesson) == [False, False, False]


def test_recent_items_know_no_project_and_no_search(browser: Browser) -> None:
    """So neither is offered."""
    browser.controls.listing.value = "recent"

    assert in_sight(browser.controls.search, browser.controls.project) == [False, False]


def test_without_a_way_to_share_there_is_no_button(browser: Browser) -> None:
    """A button that does nothing is not shown."""
    assert in_sight(browser.controls.share) == [False]


def test_an_empty_listing_has_no_buttons_for_rows(browser: Browser) -> None:
    """There is nothing to do them with."""
    browser.controls.search.value = "no such title anywhere"

    assert in_sight(browser.controls.open, browser.controls.delete, browser.controls.export) == [
        False,
        False,
        False,
    ]


def test_the_default_project_is_not_put_away(browser: Browser) -> None:
    """The service refuses it; the button says so before anybody tries."""
    browser.controls.project.value = next(
        project.project_id for project in browser.state.projects if project.is_default
    )

    assert browser.controls.archive_project.disabled
    assert browser.controls.archive_project.tooltip == WHY_IT_STAYS


def test_another_choice_takes_the_question_back(browser: Browser) -> None:
    """Yes is about what was chosen when it was asked."""
    browser.controls.list.chosen = [browser.state.items[0].row.id]
    browser.controls.delete.click()

    browser.controls.list.chosen = []

    assert not browser.question.is_open


def test_favorites_come_first() -> None:
    """With a star; a project without an id cannot be chosen."""
    projects = [
        Project(project_id="a", name="Algebra"),
        Project(project_id="z", name="Zoology", is_favorite=True),
        Project(name="?"),
    ]

    assert project_choices(projects) == [("★ Zoology", "z"), ("Algebra", "a")]
