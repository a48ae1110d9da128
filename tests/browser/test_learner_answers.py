"""What a learner answers: what is said of it, what is kept in the browser, and who may keep it instead."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.learner_course import LESSONS
from tests.browser.learner_course import context as context
from tests.browser.learner_page import answered, lesson, question, said, score
from tests.exports.lessons import lesson as exported_lesson
from tests.needs import needs
from workbench.exports.page import course_page

pytestmark = needs("chromium", "npm")

FIRST, SECOND, _ = (title for title, _, _ in LESSONS)


def test_a_quiz_of_several_answers_says_of_each_what_its_author_wrote(context: BrowserContext, course: str) -> None:
    """Check boxes, also where only one choice is right; each choice is marked."""
    page = context.new_page()
    lesson(page, course, SECOND)
    answered(question(page, "quiz"), "The moon", "The wind")
    expect(said(page, "quiz")).to_have_text("✗ Not right yet.The moon: It is near.The wind: It pushes.")
    marks = [row.get_attribute("data-state") for row in question(page, "quiz").locator("label").all()]
    assert marks == ["right", None, "wrong"]
    answered(question(page, "quiz", 1), "Times", "Winds")
    expect(said(page, "quiz", 1)).to_have_text("✗ Not right yet.")
    expect(question(page, "quiz", 1).get_by_text("Choose all that are right.")).to_be_visible()


def test_a_question_without_an_answer_asks_for_one(context: BrowserContext, course: str) -> None:
    """Nothing is judged, and the focus is where the answer goes."""
    page = context.new_page()
    lesson(page, course, FIRST)
    for kind in ("quiz", "matching", "fillIn"):
        question(page, kind).locator(".check").click()
        expect(said(page, kind)).to_have_text("Answer first.")
        expect(question(page, kind).locator("input, select").first).to_be_focused()


def test_what_was_answered_is_there_again_until_it_is_deleted(context: BrowserContext, course: str) -> None:
    """Right or wrong, as it was left; a lesson begins again, and the outline forgets the course."""
    page = context.new_page()
    lesson(page, course, FIRST)
    answered(question(page, "quiz"), "In winter only")
    page.get_by_role("button", name="Move up: High water").click()
    question(page, "ordering").locator(".check").click()
    page.get_by_role("combobox", name="Half moon").select_option("small")
    question(page, "matching").locator(".check").click()
    page.get_by_label("Gap 1").fill("twice")
    page.get_by_label("Gap 1").press("Enter")
    order = question(page, "ordering").locator("li span").all_inner_texts()
    page.reload()

    expect(page.get_by_label("In winter only")).to_be_checked()
    expect(question(page, "ordering").locator("li span")).to_have_text(order)
    expect(page.get_by_role("combobox", name="Half moon")).to_have_value("small")
    expect(page.get_by_label("Gap 1")).to_have_value("twice")
    expect(page.locator(".verdict")).to_have_text([*["✗ Not right yet."] * 3, "✓ That is right."])
    page.get_by_text("Your progress").click()
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".verdict")).to_have_count(0)
    expect(score(page)).to_have_text("0 of 4 right")
    page.reload()
    expect(page.get_by_label("In winter only")).not_to_be_checked()
    page.goto(course)
    page.get_by_text("Your progress").click()
    page.get_by_role("button", name="Delete my progress").click()
    expect(page.get_by_role("link", name="Start")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0


def test_what_happens_is_told_as_events(browser: Browser, course: str) -> None:
    """Who listens can keep progress elsewhere, give it back, and learn of each answer; the browser then keeps none."""
    context = browser.new_context(bypass_csp=True)
    context.add_init_script(
        """window.told = []; window.learnerHost = true;
        for (const name of ["checked", "seen", "done"]) addEventListener(`learner:${name}`, (event) => told.push({ name, ...event.detail }));
        addEventListener("learner:kept", (event) => event.preventDefault());
        addEventListener("learner:progress", (event) => { event.detail.progress = { [event.detail.lesson]: window.name ? JSON.parse(window.name) : undefined }; });"""  # noqa: E501
    )
    page = context.new_page()
    lesson(page, course, FIRST)
    answered(question(page, "quiz"), "At new and full moon")
    page.get_by_label("Gap 1").fill("once")
    page.get_by_label("Gap 1").press("Enter")
    page.locator("article > .score").scroll_into_view_if_needed()
    page.wait_for_function("told.length === 3")
    told = page.evaluate("told")

    assert [(event["name"], event.get("type"), event.get("isRight")) for event in told] == [
        ("checked", "quiz", True),
        ("checked", "fillIn", False),
        ("seen", None, None),
    ]
    assert [(event["response"], event["right"]) for event in told[:2]] == [([1], [1]), (["once"], ["twice"])]
    assert told[1]["prompt"] == "High water comes about (1) _____ a day."
    assert told[0]["seconds"] > 0
    assert page.evaluate("localStorage.length") == 0
    quiz = told[0]["id"]
    page.evaluate("state => { window.name = JSON.stringify(state); }", {"right": [quiz], "of": 4, "answers": {}})
    page.reload()
    expect(score(page)).to_have_text("1 of 4 right")
    context.close()


def test_storage_that_is_full_or_refused_breaks_nothing(browser: Browser, course: str) -> None:
    """Questions are answered and counted; only what was answered is not there the next time."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    lesson(page, course, FIRST)
    wrong = list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.evaluate(
        "for (let size = 2 ** 22; size >= 1; size /= 2) try { localStorage.setItem(size, 'x'.repeat(size)); } catch {}"
    )
    answered(question(page, "quiz"), "At new and full moon")
    expect(score(page)).to_have_text("1 of 4 right")
    address = page.url
    page.evaluate("localStorage.clear()")
    page.evaluate(
        "address => { const frame = document.createElement('iframe'); frame.sandbox = 'allow-scripts';"
        " frame.src = address; document.body.replaceChildren(frame); }",
        address,
    )
    frame = page.frame_locator("iframe")
    frame.get_by_label("At new and full moon").check()
    frame.locator("section.quiz .check").click()
    expect(frame.locator(".score > p")).to_have_text("1 of 4 right")
    context.close()

    assert wrong == []


def test_an_exported_course_is_answered_from_its_file(context: BrowserContext, tmp_path: Path) -> None:
    """Under the policy that is written in it; its lessons have one score, and it asks for nothing."""
    made = tmp_path / "sea.html"
    made.write_text(course_page("The sea", [exported_lesson(), exported_lesson("Waves")]), encoding="utf-8")
    page = context.new_page()
    wrong = list[str]()
    page.on("console", lambda message: wrong.append(message.text))
    page.goto(made.as_uri())
    answered(question(page, "quiz", 1), "The moon")

    expect(said(page, "quiz", 1)).to_have_text("✓ That is right.Mostly.")
    expect(said(page, "quiz", 0)).to_have_text("")
    expect(score(page)).to_have_text("1 of 8 right")
    assert wrong == []


def test_free_text_is_kept_while_it_is_typed(context: BrowserContext, course: str) -> None:
    """
    Regression: it was kept when the field lost focus, and lost when the tab closed before.
    """
    page = context.new_page()
    lesson(page, course, SECOND)
    text = page.locator("section.shortAnswer textarea").first
    text.press_sequentially("The moon pulls")
    expect(text).to_be_focused()
    for _ in range(600):
        if "The moon pulls" in page.evaluate("JSON.stringify(localStorage)"):
            break
        page.wait_for_timeout(50)
    another = context.new_page()
    lesson(another, course, SECOND)

    expect(another.locator("section.shortAnswer textarea").first).to_have_value("The moon pulls")


def test_free_text_is_kept_when_the_page_is_left_at_once(context: BrowserContext, course: str) -> None:
    """Without a pause after the last key, and with the focus in the field."""
    page = context.new_page()
    lesson(page, course, SECOND)
    page.clock.install()  # no pause ever ends
    text = page.locator("section.shortAnswer textarea").first
    text.press_sequentially("The moon pulls")
    page.evaluate("location.href = 'about:blank'")
    another = context.new_page()
    lesson(another, course, SECOND)

    expect(another.locator("section.shortAnswer textarea").first).to_have_value("The moon pulls")
