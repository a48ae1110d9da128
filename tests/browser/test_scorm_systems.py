"""Packages in learning systems that refuse, fail or go away, in ten languages, and under titles that mean something."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.learning_system import LearningSystem
from tests.browser.scorm_course import (
    ONE,
    TITLE,
    WAVES,
    Mouse,
    at_the_end,
    check,
    files,
    named,
    results_of,
    status_of,
)
from tests.browser.scorm_fixtures import context as context
from tests.browser.scorm_fixtures import standard as standard
from tests.exports.lessons import lesson
from tests.needs import needs
from workbench.exports.scorm.options import Standard
from workbench.exports.scorm.words import package_words
from workbench.languages.reader import direction, language_codes
from workbench.learner_pages.words import learner_words

pytestmark = needs("chromium", "npm")
MOUSE = Mouse()
HOSTILE = "</title><script>alert(1)</script> &<>\"' &amp; 🌊 البحر " + "🧭 long " * 60


def answer(system: LearningSystem, name: str) -> None:
    """Answer the one question."""
    system.pages.get_by_role("radio", name=name).check()
    check(MOUSE, system, "quiz")


def test_one_that_refuses_everything_breaks_nothing(context: BrowserContext, standard: Standard) -> None:
    """Every call answers "false": the pages work, and say that nothing is recorded."""
    system = LearningSystem(context, standard, files(standard, (WAVES,)), mode="broken")
    answer(system, "Yes")

    expect(system.pages.locator(".verdict")).to_have_text("✓ That is right.")
    expect(system.sco.get_by_role("status")).to_contain_text("is not recording this course")
    assert [call[0] for call in system.calls()] == ["Initialize"]
    assert system.wrong == []
    system.close()


@pytest.mark.parametrize("how", ["false", "throws"])
def test_one_that_goes_away_is_told_and_may_come_back(context: BrowserContext, standard: Standard, how: str) -> None:
    """A session that ends in the meantime: the pages continue, and say so; what is answered later arrives, with all
    before.
    """
    system = LearningSystem(context, standard, files(standard, (WAVES,)))
    answer(system, "No")
    system.go_away(how)
    answer(system, "Yes")
    notice = system.sco.locator("p")
    expect(notice).to_contain_text("is not recording this course")
    expect(system.pages.locator(".verdict")).to_have_text("✓ That is right.")
    system.go_away("")
    answer(system, "Yes")
    at_the_end(system, TITLE)
    expect(notice).to_be_empty()
    kept = system.leave()
    system.close()

    assert status_of(standard, kept)[-1] == "100"
    assert "passed" in status_of(standard, kept)
    assert kept["suspend_data"].partition(";")[2].startswith("11")


def test_one_that_tells_nothing_is_recorded_in(context: BrowserContext, standard: Standard) -> None:
    """Neither mode nor entry nor number of interactions, as in Open edX: it counts as a first, ordinary attempt."""
    system = LearningSystem(context, standard, files(standard, (WAVES,)), mode="sparse")
    answer(system, "Yes")
    at_the_end(system, TITLE)
    kept = system.leave()
    system.close()

    assert "passed" in status_of(standard, kept)
    assert [result[3] for result in results_of(kept)] == ["correct"]


def test_one_that_is_missing_leaves_the_pages_alone(context: BrowserContext, standard: Standard) -> None:
    """No run-time object in any window: the browser remembers, and nothing is reported."""
    system = LearningSystem(context, standard, files(standard, (WAVES,)), mode="absent")
    answer(system, "Yes")
    expect(system.pages.locator(".verdict")).to_have_text("✓ That is right.")
    expect(system.sco.locator("p")).to_be_empty()
    assert system.page.evaluate("localStorage.length") == 1
    assert system.wrong == []
    system.page.evaluate("localStorage.clear()")
    system.close()


IN_THE_GATE = {"DE", "AR"}
LANGUAGES = [
    pytest.param(language_code, marks=() if language_code in IN_THE_GATE else pytest.mark.slow)
    for language_code in language_codes()
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_frame_and_pages_speak_the_courses_language(context: BrowserContext, language: str) -> None:
    """What the frame says, the button and the verdict; the answer is heard."""
    standard: Standard = get_args(Standard)[len(language) % 2]
    made = named("one", lesson("🌊", ONE, language=language))
    words = learner_words(language)
    system = LearningSystem(context, standard, files(standard, (made,)), mode="broken")
    frame = system.sco.locator("html")
    expect(system.sco.get_by_role("status")).to_have_text(package_words(language)["notKept"])
    system.pages.get_by_role("radio", name="Yes").check()
    system.pages.get_by_role("button", name=words["check"]).click()

    expect(system.pages.locator(".verdict")).to_have_text(f"✓ {words['right']}")
    assert (frame.get_attribute("lang"), frame.get_attribute("dir")) == (language.lower(), direction(language))
    system.close()


def test_a_course_from_right_to_left_is_learned_the_same(context: BrowserContext, standard: Standard) -> None:
    """The frame and the pages are Arabic, and the answer arrives."""
    made = named("madd", lesson("المد", ONE, language="AR"))
    system = LearningSystem(context, standard, files(standard, (made,)))
    assert system.sco.locator("html").get_attribute("dir") == "rtl"
    assert system.pages.locator("article").evaluate("each => getComputedStyle(each).direction") == "rtl"
    system.pages.get_by_role("radio", name="Yes").check()
    system.pages.get_by_role("button", name="تحقق").click()
    at_the_end(system, TITLE)
    kept = system.leave()
    system.close()
    assert status_of(standard, kept)[-1] == "100" and "passed" in status_of(standard, kept)


def test_titles_are_text_in_every_place(context: BrowserContext, standard: Standard) -> None:
    """300 characters with signs, pictures and two directions: heading, window's title, frame's name, interaction."""
    title = HOSTILE[:300]
    question: tuple[str, dict[str, Any]] = (
        "quiz",
        {
            "question": title,
            "choices": [{"text": title[:200], "isCorrect": True}, {"text": "No", "isCorrect": False}],
        },
    )
    lessons = (named("one", lesson(title, question)), named("two", lesson(f"{title[:299]}2", ONE)))
    system = LearningSystem(context, standard, files(standard, lessons, title=title))
    expect(system.pages.get_by_role("heading", level=1)).to_have_text(title)
    assert system.sco.locator("iframe").get_attribute("title") == title
    assert system.sco.locator("html").evaluate("() => document.title") == " ".join(title.split())
    system.pages.locator("nav.outline a").first.click()
    system.pages.get_by_role("radio").first.check()
    check(MOUSE, system, "quiz")
    expect(system.pages.locator(".verdict")).to_have_text("✓ That is right.")
    kept = system.leave()
    system.close()

    assert [result[3] for result in results_of(kept)] == ["correct"]
