"""What tests do on a learner's page: find its questions, answer them, go from place to place."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page


def question(page: Page, kind: str, at: int = 0) -> Locator:
    """The section of a question."""
    return page.locator(f"section.{kind}").nth(at)


def said(page: Page, kind: str, at: int = 0) -> Locator:
    """What is said of the answer."""
    return question(page, kind, at).get_by_role("status")


def score(page: Page) -> Locator:
    """The sentence at the end of the lesson, or above the outline."""
    return page.locator(".score > p")


def answered(part: Locator, *choices: str) -> None:
    """The choices are made, and checked."""
    for choice in choices:
        part.get_by_label(choice).check()
    part.locator(".check").click()


def lesson(page: Page, course: str, title: str) -> None:
    """Open a lesson from the outline."""
    page.goto(course)
    page.get_by_role("link", name=title).click()


def tab_to(page: Page, wanted: Locator) -> None:
    """Tab until it has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("each => each === document.activeElement"):
            return
    raise AssertionError("Tab does not lead there")


def put_in_order(part: Locator, texts: list[str], press: Callable[[Locator], object]) -> None:
    """Each is moved up until it has its place."""
    for index, text in enumerate(texts):
        now = [text.strip() for text in part.locator("li span").all_inner_texts()]
        for _ in range(now.index(text) - index):
            press(part.locator("li", has_text=text).get_by_role("button").first)
