"""Packages in a browser with a third-party run-time: a learner's actions are recorded as the standards require."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.learning_system import LearningSystem
from tests.browser.scorm_course import (
    TIDES,
    TITLE,
    WAVES,
    Hand,
    Keyboard,
    Mouse,
    at_the_end,
    check,
    files,
    learn,
    named,
    results_of,
    status_of,
)
from tests.browser.scorm_fixtures import context as context
from tests.browser.scorm_fixtures import standard as standard
from tests.exports.lessons import lesson
from tests.needs import needs
from workbench.exports.scorm.options import Standard

pytestmark = needs("chromium", "npm")
MOUSE, KEYBOARD = Mouse(), Keyboard()


@pytest.fixture(params=[MOUSE, KEYBOARD], ids=["mouse", "keyboard"])
def hand(request: pytest.FixtureRequest) -> Hand:
    """How the learner answers."""
    made: Hand = request.param
    return made


def test_who_answers_all_passes(context: BrowserContext, standard: Standard, hand: Hand) -> None:
    """Status, score, every interaction by its block's id, one finish, the time; the run-time finds nothing wrong."""
    system = LearningSystem(context, standard, files(standard))
    expect(system.pages.get_by_role("heading", level=1)).to_have_text(TITLE)
    learn(hand, system, rightly=True)
    kept = system.leave()

    is_12 = standard == "scorm12"
    comma, dot, open_type = (",", ".", "fill-in") if is_12 else ("[,]", "[.]", "long-fill-in")
    quiz, fill, order, match, opened = (block.id for block in TIDES.blocks)
    assert status_of(standard, kept) == (("passed", "", "100") if is_12 else ("completed", "passed", "100"))
    assert results_of(kept) == [
        (quiz, "choice", f"a{comma}b", "correct"),
        (fill, "fill-in", "day, {X}[,]y" if is_12 else "day[,]( X}[ , ]y", "correct"),
        (order, "sequencing", f"a{comma}b{comma}c", "correct"),
        (match, "matching", results_of(kept)[3][2], "correct"),
        (opened, open_type, "{Two} bulges" if is_12 else "( Two} bulges", "neutral"),
        (WAVES.blocks[1].id, "choice", "a", "correct"),
    ]
    assert sorted(part.partition(dot)[0] for part in results_of(kept)[3][2].split(comma)) == ["a", "b"]
    assert len(system.calls("Finish") + system.calls("Terminate")) == 1
    assert all(isinstance(value, str) for call in system.calls("SetValue") for value in call)
    assert "not attempted" not in [call[2] for call in system.calls("SetValue")]
    assert (kept["core"] if is_12 else kept)["exit"] == "suspend"
    system.close()


@pytest.mark.parametrize(
    ("standard", "hand"),
    [
        ("scorm12", MOUSE),
        ("scorm2004", KEYBOARD),
        pytest.param("scorm12", KEYBOARD, marks=pytest.mark.slow),
        pytest.param("scorm2004", MOUSE, marks=pytest.mark.slow),
    ],
    ids=["scorm12-mouse", "scorm2004-keyboard", "scorm12-keyboard", "scorm2004-mouse"],
)
def test_who_is_wrong_everywhere_fails(context: BrowserContext, standard: Standard, hand: Hand) -> None:
    """All seen, all answered, nothing right but what nobody grades; it is reported only at the end."""
    system = LearningSystem(context, standard, files(standard))
    learn(hand, system, rightly=False)
    kept = system.leave()
    said = [call[2] for call in system.calls("SetValue") if call[1].endswith(("lesson_status", "success_status"))]
    system.close()

    is_12 = standard == "scorm12"
    wrong = "wrong" if is_12 else "incorrect"
    assert status_of(standard, kept) == (("failed", "", "0") if is_12 else ("completed", "failed", "0"))
    assert [result[3] for result in results_of(kept)] == [*[wrong] * 4, "neutral", wrong]
    assert results_of(kept)[5][2:] == ("b", wrong)
    assert said == (["incomplete", "failed"] if is_12 else ["failed"])


def test_who_failed_may_pass_later(context: BrowserContext, standard: Standard, hand: Hand) -> None:
    """Right answers later pass, and it stays so whatever is answered then."""
    package = files(standard, (WAVES,))
    system = LearningSystem(context, standard, package)
    hand.press(system, system.pages.get_by_role("radio", name="No"))
    check(hand, system, "quiz")
    at_the_end(system, TITLE)
    failed = system.leave()
    system.close()
    assert status_of(standard, failed) == (
        ("failed", "", "0") if standard == "scorm12" else ("completed", "failed", "0")
    )

    again = LearningSystem(context, standard, package, saved=failed)
    expect(again.pages.get_by_role("radio", name="No")).to_be_checked()
    for name in ("Yes", "No"):
        hand.press(again, again.pages.get_by_role("radio", name=name))
        check(hand, again, "quiz")
    passed = again.leave()
    again.close()
    assert status_of(standard, passed)[-1] == "100"
    assert "passed" in status_of(standard, passed)


def test_who_leaves_goes_on_where_they_were(context: BrowserContext, standard: Standard) -> None:
    """By keyboard alone: the page, the answers and the score are there again, and it counts as begun."""
    package = files(standard)
    system = LearningSystem(context, standard, package)
    system.pages.get_by_role("link", name="Tides").press("Enter")
    system.pages.get_by_role("checkbox", name="Moon").press("Space")
    system.pages.get_by_role("checkbox", name="Moon").press("Enter")
    system.pages.get_by_label("Gap 1").press_sequentially("Día, . %")
    system.pages.get_by_label("Gap 1").press("Enter")
    expect(system.pages.locator(".verdict")).to_have_count(2)
    kept = system.leave()
    system.close()
    assert status_of(standard, kept)[0] == "incomplete"
    assert kept["suspend_data"].isascii()

    again = LearningSystem(context, standard, package, saved=kept)
    expect(again.pages.get_by_role("heading", level=1)).to_have_text("Tides")
    expect(again.pages.get_by_role("checkbox", name="Moon")).to_be_checked()
    expect(again.pages.get_by_label("Gap 1")).to_have_value("Día, . %")
    expect(again.pages.locator(".verdict")).to_have_text(["✗ Not right yet."] * 2)
    again.leave()
    again.close()


@pytest.mark.parametrize("mode", ["review", "browse"])
def test_a_review_records_nothing(context: BrowserContext, standard: Standard, mode: str) -> None:
    """The pages work, and nothing is set or committed."""
    system = LearningSystem(context, standard, files(standard, (WAVES,)), mode=mode)
    system.pages.get_by_role("radio", name="Yes").check()
    check(MOUSE, system, "quiz")
    expect(system.pages.locator(".verdict")).to_have_text("✓ That is right.")
    at_the_end(system, TITLE)
    system.leave()

    assert [call[0] for call in system.calls() if call[0] != "GetValue"] in (
        ["Initialize", "Finish"],
        ["Initialize", "Terminate"],
    )
    assert system.page.evaluate("localStorage.length") == 0
    system.close()


def test_without_a_learning_system_the_pages_stand_alone(context: BrowserContext, tmp_path: Path) -> None:
    """From a folder on the disk, with no server: questions are answered, and the browser remembers."""
    for name, text in files("scorm12").items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((tmp_path / "index.html").as_uri())
    pages = page.frame_locator("iframe")
    pages.get_by_role("link", name="Waves").click()
    pages.get_by_role("radio", name="Yes").check()
    pages.locator("section.quiz .check").click()
    expect(pages.locator(".verdict")).to_have_text("✓ That is right.")
    page.reload()
    pages.get_by_role("link", name="Waves").click()

    expect(pages.get_by_role("radio", name="Yes")).to_be_checked()
    expect(page.locator("p")).to_be_empty()
    assert wrong == []
    page.evaluate("localStorage.clear()")
    page.close()


def test_what_does_not_fit_goes_and_it_is_said(context: BrowserContext) -> None:
    """Answers of many questions need more than 4,096 characters: the place and the results stay, the page says so."""
    gaps = [("fillIn", {"text": "Say ___.", "gaps": [{"answers": ["x"]}]}) for _ in range(12)]
    package = files("scorm12", (named("long", lesson("Long", *gaps)),))
    system = LearningSystem(context, "scorm12", package)
    for index in range(12):
        system.pages.get_by_label("Gap 1").nth(index).fill("é" * 80 if index else "x")
        system.pages.get_by_label("Gap 1").nth(index).press("Enter")
    expect(system.sco.get_by_role("status")).to_contain_text("has no room for all your answers")
    kept = system.leave()
    system.close()
    assert kept["suspend_data"].endswith("1" + ",0" * 11)
    assert len(kept["interactions"]) == 12

    again = LearningSystem(context, "scorm12", package, saved=kept)
    expect(again.pages.locator(".score > p")).to_have_text("1 of 12 right")
    again.leave()
    again.close()


def test_each_lesson_may_be_an_item(context: BrowserContext, standard: Standard) -> None:
    """Launched alone, with a status of its own and no way to the others, which are the learning system's to open."""
    package = files(standard, items="lessons", pass_mark=None)
    system = LearningSystem(context, standard, package, launch="waves.html")
    expect(system.pages.get_by_role("heading", level=1)).to_have_text("Waves")
    assert system.pages.locator("nav a").count() == 0
    assert system.pages.get_by_role("link", name="why").get_attribute("target") == "_blank"
    at_the_end(system, "Waves")
    kept = system.leave()
    assert "completed" in (kept["core"]["lesson_status"] if standard == "scorm12" else kept["completion_status"])
    system.close()
