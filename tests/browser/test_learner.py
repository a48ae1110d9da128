"""The learner's pages in a real browser: questions are answered in any way, and it is remembered."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.page_objects import violations
from tests.needs import needs
from tests.service.asking import asking
from tests.service.serving import serving
from tests.service.sharing import EVERY_TYPE, Content, keep, public
from workbench.service.running.server import open_service
from workbench.service.running.settings import Settings

pytestmark = needs("chromium", "npm")

SEVERAL: Content = (
    "quiz",
    {
        "question": "Which pull?",
        "multiple": True,
        "choices": [
            {"text": "The moon", "isCorrect": True, "feedback": "It is near."},
            {"text": "The sun", "isCorrect": True, "feedback": "It is heavy."},
            {"text": "The wind", "isCorrect": False, "feedback": "It pushes."},
        ],
    },
)
MIXED: Content = ("text", {"markdown": "في نهاية كل صف $E=mc^2$.\n\nEnglish, in between.[^1]\n\n[^1]: ملاحظة"})


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a public course of three lessons, each with every type of block, the last in Arabic."""
    database = tmp_path_factory.mktemp("learner") / "x.db"

    async def made() -> str:
        service = await open_service(Settings(f"sqlite:///{database}"))
        owner = await asking(service)
        course_id = await public(owner, *EVERY_TYPE, SEVERAL, MIXED, title="Tides")
        await keep(owner, *EVERY_TYPE, MIXED, title="Waves", of_course=course_id)
        await keep(owner, *EVERY_TYPE, MIXED, title="المد", language="AR", of_course=course_id)
        await owner.http.aclose()
        await service.store.close()
        return course_id

    with ThreadPoolExecutor(1) as beside:  # the browser's driver has this thread's loop
        course_id = beside.submit(lambda: asyncio.run(made())).result()
    with serving(database) as service:
        yield f"{service.base_url}/s/{course_id}"


def question(page: Page, kind: str, at: int = 0) -> Locator:
    """The section of a question."""
    return page.locator(f"section.{kind}").nth(at)


def tab_to(page: Page, wanted: Locator) -> None:
    """Tab until it has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("each => each === document.activeElement"):
            return
    raise AssertionError("Tab does not lead there")


def test_a_lesson_is_learned_with_the_keyboard_alone(browser: Browser, course: str) -> None:
    """From the outline to the score: choose, be wrong, read the author's feedback, try again, move, match, type."""
    page = browser.new_page()
    page.goto(course)
    expect(page.locator("p.score")).to_have_text("0 of 3 lessons done")
    tab_to(page, page.get_by_role("link", name="Tides"))
    page.keyboard.press("Enter")
    quiz = question(page, "quiz")
    tab_to(page, quiz.get_by_role("radio").first)
    page.keyboard.press("ArrowDown")  # the wrong one: "Never"
    page.keyboard.press("Enter")
    expect(quiz.get_by_role("status")).to_have_text("✗ Not right yet.")
    tab_to(page, quiz.get_by_role("button", name="Try again"))
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(quiz.get_by_role("status")).to_have_text("✓ That is right.In one line.")

    ordering = question(page, "ordering")
    expect(ordering.locator("li span")).to_have_text(["Flood", "High water", "Low water"])
    tab_to(page, ordering.get_by_role("button", name="Check"))
    page.keyboard.press("Enter")
    expect(ordering.get_by_role("status")).to_contain_text("Not right yet.")
    up = ordering.get_by_role("button", name="Move up: Low water")
    up.focus()
    page.keyboard.press("Enter")
    expect(up).to_be_focused()
    expect(ordering.get_by_role("status")).to_have_text("Place 2 of 3")
    page.keyboard.press("Enter")
    expect(ordering.locator("li span")).to_have_text(["Low water", "Flood", "High water"])
    ordering.get_by_role("button", name="Check").press("Enter")
    expect(ordering.get_by_role("status")).to_have_text("✓ That is right.Up.")

    for left, key in (("Neap", "small"), ("Spring", "large")):
        tab_to(page, page.get_by_role("combobox", name=left))
        page.keyboard.type(key)
    question(page, "matching").get_by_role("button", name="Check").press("Enter")
    expect(question(page, "matching").get_by_role("status")).to_contain_text("That is right.")

    tab_to(page, page.get_by_label("Gap 1"))
    page.keyboard.type("  DAY ")
    page.keyboard.press("Enter")
    expect(question(page, "fillIn").get_by_role("status")).to_have_text("✓ That is right.Nearly.")

    tab_to(page, page.get_by_label("Your answer"))
    page.keyboard.type("Two bulges.")
    expect(page.locator("article > .score")).to_have_text("4 of 5 right")
    for name in ("The moon", "The sun"):
        tab_to(page, page.get_by_role("checkbox", name=name))
        page.keyboard.press("Space")
    question(page, "quiz", 1).get_by_role("button", name="Check").press("Enter")
    expect(question(page, "quiz", 1).get_by_role("status")).to_have_text("✓ That is right.It is near.It is heavy.")
    expect(page.locator("article > .score")).to_have_text("5 of 5 right")
    tab_to(page, page.get_by_role("link", name="Next: Waves"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Waves")

    page.goto(course)
    expect(page.locator("p.score")).to_have_text("1 of 3 lessons done")
    page.get_by_role("link", name="Tides").click()
    expect(page.locator("article > .score")).to_have_text("5 of 5 right")
    page.close()


def test_a_question_is_answered_by_touch_on_a_small_telephone(browser: Browser, course: str) -> None:
    """320 pixels, in Arabic: nothing is scrolled sideways, what is tapped is 24 pixels and more, and it is answered."""
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(course)
    page.get_by_role("link", name="المد").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("المد")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    quiz = question(page, "quiz")
    quiz.locator("label", has_text="At new moon").tap()
    quiz.get_by_role("button", name="تحقق").tap()
    expect(quiz.get_by_role("status")).to_have_text("✓ إجابة صحيحة.In one line.")
    small = page.evaluate(
        "[...document.querySelectorAll('button:not([hidden]),select,input[type=text],label')].filter(each =>"
        " each.getBoundingClientRect().height < 24 || each.getBoundingClientRect().width < 24).length"
    )
    assert small == 0
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_rules_of_accessibility_find_nothing(browser: Browser, course: str, axe: Path, scheme: str) -> None:
    """On the outline, and on a lesson before and after it was answered wrongly."""
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(course)
    found = violations(page, axe, "html")
    page.get_by_role("link", name="Tides").click()
    found += violations(page, axe, "html")
    for each in page.get_by_role("button", name="Check").all():
        each.click()
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found += violations(page, axe, "html")
    context.close()

    assert found == []


def test_without_a_script_all_can_be_read_and_opened(browser: Browser, course: str) -> None:
    """Each question and each answer, with no control that does nothing."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(course)
    page.get_by_role("link", name="Tides").click()
    assert page.locator("button, select, input, textarea").count() == 0
    for text in ("Which comes first?", "Twice a (1) _____.", "Spring", "Why twice?"):
        expect(page.get_by_text(text).first).to_be_visible()
    for each in page.locator("section > details > summary").all():
        each.press("Enter")
    for text in ("In one line.", "Up.", "large", "Nearly.", "There are two bulges."):
        expect(page.locator("section > details").get_by_text(text).first).to_be_visible()
    context.close()


def test_a_printed_lesson_has_its_answers_at_the_end(browser: Browser, course: str) -> None:
    """Questions as they are without a script, numbered; answers below, in the same order; nothing to press."""
    page = browser.new_page()
    page.goto(course)
    page.get_by_role("link", name="Tides").click()
    expect(page.locator(".answers")).not_to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".answers > ol > li")).to_have_count(6)
    expect(page.locator(".answers")).to_contain_text("There are two bulges.")
    assert page.locator("button, select, nav, details, .ask").filter(visible=True).count() == 0
    expect(question(page, "quiz").locator("ol").first).to_be_visible()
    page.close()


def test_nothing_is_sent_or_stored_elsewhere(browser: Browser, course: str) -> None:
    """No cookie, no request but the pages', and nothing that the policy had to stop."""
    context = browser.new_context()
    page = context.new_page()
    requests, said = list[str](), list[str]()
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(course)
    page.get_by_role("link", name="Waves").click()
    page.get_by_role("button", name="Check").first.click()

    assert (context.cookies(), said) == ([], [])
    assert [each for each in requests if not re.match(rf"{re.escape(course)}(/\w+)?$|.*/favicon.ico$", each)] == []
    context.close()


def test_a_text_of_the_other_direction_is_set_in_its_own(browser: Browser, course: str) -> None:
    """Arabic in an English lesson, and English in an Arabic one; their full stops are at their ends."""
    page = browser.new_page()
    page.goto(course)
    page.get_by_role("link", name="Tides").click()
    arabic = page.locator("section.text p", has_text="في نهاية")
    english = page.locator("section.text p", has_text="English, in between")

    assert arabic.evaluate("each => getComputedStyle(each).direction") == "rtl"
    assert english.evaluate("each => getComputedStyle(each).direction") == "ltr"
    page.close()
