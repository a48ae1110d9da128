"""The share page in a real browser: its one style applies under its policy, and nothing that is in a lesson acts."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.hostile import HOSTILE
from tests.needs import needs
from tests.service.asking import open_for_test, signed_in
from tests.service.serving import serving
from tests.service.shared_courses import EVERY_TYPE, Content, public, with_everywhere
from workbench.service.kernel.settings import Settings

pytestmark = needs("chromium")


@dataclass
class Seen:
    """A page, and all that it did beside being read."""

    page: Page
    requests: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


def shared(database: Path, title: str, *contents: Content, language: str = "EN") -> str:
    """The id of a public course in a fresh database."""

    async def made() -> str:
        async with open_for_test(Settings(f"sqlite:///{database}")) as service, signed_in(service) as owner:
            return await public(owner, *contents, title=title, language=language)

    with ThreadPoolExecutor(1) as beside:  # the browser's driver has this thread's loop
        return beside.submit(lambda: asyncio.run(made())).result()


def opened(browser: Browser, url: str, scheme: str = "light", width: int = 900) -> Seen:
    """The page, loaded; what it asks for, says and pops up is noted."""
    page = browser.new_page(viewport={"width": width, "height": 700}, color_scheme=scheme)  # type: ignore[arg-type]
    seen = Seen(page)
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("console", lambda message: seen.said.append(message.text))
    page.on("dialog", lambda dialog: seen.said.append(dialog.message))
    page.on("pageerror", lambda error: seen.said.append(str(error)))
    page.goto(url)
    return seen


def test_forty_hostile_texts_in_every_field_do_nothing(browser: Browser, tmp_path: Path) -> None:
    """
    No dialog, no request but the page's own, nothing that the policy had to stop.
    """
    contents = [content for payload in HOSTILE for content in with_everywhere(payload)]
    course_id = shared(tmp_path / "x.db", HOSTILE[0], *contents)
    with serving(tmp_path / "x.db") as service:
        url = f"{service.base_url}/s/{course_id}"
        seen = opened(browser, url)
        seen.page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        seen.page.wait_for_timeout(200)

    assert ([request for request in seen.requests if not request.endswith("/favicon.ico")], seen.said) == ([url], [])
    assert seen.page.evaluate("document.querySelectorAll('form,iframe,img,svg,[onerror],[onload]').length") == 0
    assert seen.page.evaluate("document.querySelectorAll('script').length") == 1  # the page's own


@pytest.mark.parametrize(("scheme", "paper"), [("light", "rgb(251, 250, 247)"), ("dark", "rgb(21, 23, 26)")])
def test_the_style_applies_under_the_policy(browser: Browser, tmp_path: Path, scheme: str, paper: str) -> None:
    """
    In the light and in the dark.
    """
    course_id = shared(tmp_path / "x.db", "Tides", *EVERY_TYPE)
    with serving(tmp_path / "x.db") as service:
        seen = opened(browser, f"{service.base_url}/s/{course_id}", scheme)
        assert seen.page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
        seen.page.wait_for_timeout(200)
        assert seen.said == []  # while the service is there: the browser asks it for an icon


@pytest.mark.parametrize("language", ["EN", "AR"])
def test_a_narrow_screen_is_not_scrolled_sideways(browser: Browser, tmp_path: Path, language: str) -> None:
    """
    Long words, code and tables stay within a telephone's width, in either direction.
    """
    wide = f"{'x' * 300}\n\n```\n{'y ' * 200}\n```\n\n| {' | '.join('abcdefgh')} |\n|{'---|' * 8}\n"
    course_id = shared(tmp_path / "x.db", "z" * 200, *EVERY_TYPE, ("text", {"markdown": wide}), language=language)
    with serving(tmp_path / "x.db") as service:
        seen = opened(browser, f"{service.base_url}/s/{course_id}", width=360)

    assert seen.page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_answer_of_a_quiz_opens_by_the_keyboard(browser: Browser, tmp_path: Path) -> None:
    """
    No script and no mouse: Tab to it, Enter opens it.
    """
    course_id = shared(tmp_path / "x.db", "Tides", *EVERY_TYPE)
    with serving(tmp_path / "x.db") as service:
        page = opened(browser, f"{service.base_url}/s/{course_id}").page
        page.locator("section.quiz summary").focus()
        page.keyboard.press("Enter")

        assert page.get_by_text("In one line.").is_visible()
