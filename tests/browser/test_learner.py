"""The learner's pages in a real browser: a course of every block type is learned in any way, and it is remembered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.learner_course import LESSONS
from tests.browser.learner_course import context as context
from tests.browser.learner_page import lesson, put_in_order, question, said, score, tab_to
from tests.browser.page_objects import violations
from tests.needs import needs

pytestmark = needs("chromium", "npm")

FIRST, SECOND, ARABIC = (title for title, _, _ in LESSONS)
ARABIC_ORDER = ["الجزر", "الفيض", "المد"]
ARABIC_PAIRS = [("البدر", "كبير"), ("نصف", "صغير")]


def test_a_course_is_learned_with_the_keyboard_alone(context: BrowserContext, course: str) -> None:
    """From the outline to the end: choose, be wrong, hear the author's feedback, try again, move, match, type."""
    page = context.new_page()
    page.goto(course)
    expect(score(page)).to_have_text("0 of 3 lessons done")
    tab_to(page, page.get_by_role("link", name="Start"))
    page.keyboard.press("Enter")
    tab_to(page, question(page, "quiz").get_by_role("radio").first)
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(said(page, "quiz")).to_have_text("✗ Not right yet.They pull at right angles: a neap tide.")
    tab_to(page, page.get_by_role("button", name="Try again").first)
    page.keyboard.press("Enter")
    expect(said(page, "quiz")).to_have_text("")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(said(page, "quiz")).to_have_text("✓ That is right.Sun and moon pull along one line.")

    ordering = question(page, "ordering")
    up = ordering.get_by_role("button", name="Move up: High water")
    tab_to(page, up)
    page.keyboard.press("Enter")
    expect(up).to_be_focused()
    expect(said(page, "ordering")).to_have_text("Place 2 of 4")
    order = ["Low water", "Flood: the sea rises", "High water", "Ebb: the sea falls"]
    put_in_order(ordering, order, lambda button: button.press("Enter"))
    tab_to(page, ordering.get_by_role("button", name="Check"))
    page.keyboard.press("Enter")
    expect(said(page, "ordering")).to_contain_text("✓ That is right.From low to high")
    for left, key in (("Half moon", "small"), ("Full moon", "large")):
        tab_to(page, page.get_by_role("combobox", name=left))
        page.keyboard.type(key)
    tab_to(page, question(page, "matching").get_by_role("button", name="Check"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("Gap 1"))
    page.keyboard.type("  TWICE ")
    page.keyboard.press("Enter")
    expect(said(page, "fillIn")).to_have_text("✓ That is right.Two bulges.")
    expect(score(page)).to_have_text("4 of 4 right")

    tab_to(page, page.get_by_role("link", name="Next"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(SECOND)
    for index, names in enumerate((["The moon", "The sun"], ["Times"])):
        for name in names:
            tab_to(page, page.get_by_role("checkbox", name=name))
            page.keyboard.press("Space")
        page.keyboard.press("Enter")
        expect(said(page, "quiz", index)).to_contain_text("✓ That is right.")
    tab_to(page, page.get_by_label("Your answer"))
    page.keyboard.type("Two bulges.")
    tab_to(page, page.locator("section.shortAnswer summary"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("There are two bulges of water.").first).to_be_visible()
    tab_to(page, page.get_by_role("link", name="Next"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(ARABIC)

    page.goto(course)
    expect(score(page)).to_have_text("2 of 3 lessons done")
    expect(page.locator(".outline .state")).to_have_text(
        ["✓ done · 4 of 4 right", "✓ done · 2 of 2 right", "0 of 4 right"]
    )
    tab_to(page, page.get_by_role("link", name="Continue"))
    page.keyboard.press("Enter")
    tab_to(page, question(page, "quiz").get_by_role("radio").first)
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    put_in_order(question(page, "ordering"), ARABIC_ORDER, lambda button: button.press("Enter"))
    tab_to(page, question(page, "ordering").locator(".check"))
    page.keyboard.press("Enter")
    for left, right in ARABIC_PAIRS:
        tab_to(page, page.get_by_role("combobox", name=left))
        while page.get_by_role("combobox", name=left).input_value() != right:
            page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("الفراغ 1"))
    page.keyboard.type("مرتين")
    page.keyboard.press("Enter")
    expect(score(page)).to_have_text("4 من 4 صحيحة")
    tab_to(page, page.get_by_role("link", name=SECOND))
    page.wait_for_function("Object.values(JSON.parse(Object.values(localStorage)[0])).every(each => each.seen)")
    page.goto(course)
    expect(score(page)).to_have_text("3 of 3 lessons done")


def test_a_lesson_in_arabic_is_learned_by_touch_on_a_small_telephone(browser: Browser, course: str) -> None:
    """320 pixels, as is a desk's window at 400%: nothing is scrolled sideways, what is tapped is 24 pixels and more."""
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    page = context.new_page()
    for title in (FIRST, SECOND, ARABIC):
        page.goto(course)
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        page.get_by_role("link", name=title).tap()
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        assert page.evaluate("document.documentElement.scrollWidth") == 320
    quiz = question(page, "quiz")
    quiz.locator("label", has_text="في الشتاء فقط").tap()
    quiz.get_by_role("button", name="تحقق").tap()
    expect(said(page, "quiz")).to_have_text("✗ ليست صحيحة بعد.الفصل لا يغير شيئا.")
    quiz.locator("label", has_text="عند البدر").tap()
    quiz.get_by_role("button", name="تحقق").tap()
    put_in_order(question(page, "ordering"), ARABIC_ORDER, lambda button: button.tap())
    question(page, "ordering").get_by_role("button", name="تحقق").tap()
    for left, right in ARABIC_PAIRS:
        page.get_by_role("combobox", name=left).select_option(right)
    question(page, "matching").get_by_role("button", name="تحقق").tap()
    page.get_by_label("الفراغ 1").tap()
    page.keyboard.type("مرتين")
    question(page, "fillIn").get_by_role("button", name="تحقق").tap()
    expect(score(page)).to_have_text("4 من 4 صحيحة")
    small = page.evaluate(
        "[...document.querySelectorAll('a,summary,button,select,input[type=text],label')].filter(each => {"
        " const { width, height } = each.getBoundingClientRect();"
        " return each.checkVisibility() && Math.min(width, height) < 24; }).map(each => each.outerHTML)"
    )
    assert small == []
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_rules_of_accessibility_find_nothing(browser: Browser, course: str, axe: Path, scheme: str) -> None:
    """On each page, before and after answers that are right, wrong and missing, all that opens open."""
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(course)
    found = violations(page, axe, "html", also=["target-size"])
    for title in (FIRST, SECOND, ARABIC):
        page.get_by_role("link", name=title).click()
        found += violations(page, axe, "html", also=["target-size"]) if title == FIRST else []
        for index, row in enumerate(page.locator(".choices").all()):
            row.locator("label").nth(index).click()
        for row in page.locator(".pairs select").all():
            row.select_option(index=1)
        for row in page.locator(".check").all():
            row.click()
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        found += violations(page, axe, "html", also=["target-size"])
        page.goto(course)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found += violations(page, axe, "html", also=["target-size"])
    context.close()

    assert found == []


def test_without_a_script_all_can_be_read_and_opened(browser: Browser, course: str) -> None:
    """Each lesson, each question and each answer, with no control that does nothing."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(course)
    page.get_by_role("link", name=FIRST).click()
    shown = ["What comes first after low water?", "High water comes about (1) _____ a day.", "Full moon"]
    opened = ["Sun and moon pull along one line.", "From low to high", "large", "twice", "Two bulges."]
    for texts, answers in ((shown, opened), (["What pulls at the water?"], ["It is near.", "two bulges of water"])):
        assert page.locator("button, select, input, textarea").count() == 0
        for text in texts:
            expect(page.get_by_text(text).first).to_be_visible()
        for row in page.locator("section > details > summary").all():
            row.press("Enter")
        for text in answers:
            expect(page.locator("section > details").get_by_text(text).first).to_be_visible()
        page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(ARABIC)
    context.close()


def test_a_printed_lesson_has_its_answers_at_the_end(context: BrowserContext, course: str) -> None:
    """Questions as they are without a script, numbered; answers below, in the same order; nothing to press."""
    page = context.new_page()
    lesson(page, course, SECOND)
    expect(page.locator(".answers")).not_to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".answers > ol > li")).to_have_count(3)
    expect(page.locator(".answers")).to_contain_text("There are two bulges of water.")
    assert page.locator("button, select, nav, details, .ask, .score").filter(visible=True).count() == 0
    expect(question(page, "quiz").locator("ol").first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.pdf().startswith(b"%PDF")


def test_nothing_is_sent_or_stored_elsewhere(context: BrowserContext, course: str) -> None:
    """No cookie, no request but the pages' and their pictures', and nothing that the policy had to stop."""
    page = context.new_page()
    requests, wrong = list[str](), list[str]()
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for title in (FIRST, SECOND, ARABIC):
        lesson(page, course, title)
        page.locator(".check").first.click()
        page.locator(".score").scroll_into_view_if_needed()

    assert (context.cookies(), wrong) == ([], [])
    own = re.compile(rf"{re.escape(course)}(/\w+|/a/\w+\.\w+)?$|.*/favicon.ico$")
    assert [request for request in requests if not own.match(request)] == []


def test_a_text_of_the_other_direction_is_set_in_its_own(context: BrowserContext, course: str) -> None:
    """Arabic in an English lesson, and English in an Arabic one; their full stops are at their ends."""
    page = context.new_page()
    lesson(page, course, SECOND)
    arabic = page.locator("section.text p", has_text="في نهاية")
    assert arabic.evaluate("each => getComputedStyle(each).direction") == "rtl"
    lesson(page, course, ARABIC)
    english = page.locator("section.text p", has_text="English, in between")
    assert english.evaluate("each => getComputedStyle(each).direction") == "ltr"
    assert page.locator("article").evaluate("each => getComputedStyle(each).direction") == "rtl"


def test_nothing_moves_for_who_wants_less_motion(browser: Browser, course: str) -> None:
    """No transition and no animation on any element."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    lesson(page, course, FIRST)
    moving = page.evaluate(
        "[...document.querySelectorAll('*')].filter(each => ['', '::before'].some(part => {"
        " const style = getComputedStyle(each, part || null);"
        " return style.transitionDuration !== '0s' || style.animationName !== 'none'; })).length"
    )
    context.close()

    assert moving == 0
