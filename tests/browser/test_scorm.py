"""Packages in a real browser under another maker's run-time: what a learner does arrives as the standards want it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, expect

from tests.browser.learning_system import LearningSystem
from tests.exports.lessons import lesson
from tests.needs import needs
from workbench.exports.scorm.options import STANDARDS, PackageOptions, Standard
from workbench.exports.scorm.package import CoursePackage
from workbench.procedures.lesson import Lesson

pytestmark = needs("chromium", "npm")

TITLE = "“Sea” & <b>air</b> 'n' 🌊 البحر"
QUIZ: tuple[str, dict[str, Any]] = (
    "quiz",
    {
        "question": "Which pull?",
        "multiple": True,
        "choices": [
            {"text": "Moon", "isCorrect": True},
            {"text": "Sun", "isCorrect": True},
            {"text": "Wind", "isCorrect": False},
        ],
    },
)
FILL: tuple[str, dict[str, Any]] = (
    "fillIn",
    {"text": "Twice a ___, ___.", "gaps": [{"answers": ["day"]}, {"answers": ["{x}[,]y"]}]},
)
ORDER: tuple[str, dict[str, Any]] = ("ordering", {"prompt": "Which first?", "items": ["Low", "Flood", "High"]})
MATCH: tuple[str, dict[str, Any]] = (
    "matching",
    {"prompt": "How high?", "pairs": [{"left": "Neap", "right": "small"}, {"left": "Spring", "right": "large"}]},
)
OPEN: tuple[str, dict[str, Any]] = ("shortAnswer", {"question": "Why twice?", "modelAnswer": "Two bulges."})
ONE: tuple[str, dict[str, Any]] = (
    "quiz",
    {"question": "Is it so?", "choices": [{"text": "Yes", "isCorrect": True}, {"text": "No", "isCorrect": False}]},
)


def named(lesson_id: str, made: Lesson) -> Lesson:
    """The lesson under another id."""
    return made.model_copy(update={"lesson_id": lesson_id})


TIDES = named("tides", lesson("Tides", QUIZ, FILL, ORDER, MATCH, OPEN))
WAVES = named("waves", lesson("Waves", ("text", {"markdown": "See [why](https://example.org)."}), ONE))
COURSE = (TIDES, WAVES)


def files(standard: Standard, lessons: tuple[Lesson, ...] = COURSE, **options: Any) -> dict[str, str]:
    """The files of a package."""
    return dict(CoursePackage(standard, "sea", TITLE, lessons, {}, PackageOptions(**options)).files())


@pytest.fixture(params=STANDARDS)
def standard(request: pytest.FixtureRequest) -> Standard:
    """Either standard."""
    made: Standard = request.param
    return made


def status_of(standard: Standard, kept: dict[str, Any]) -> tuple[str, str, str]:
    """Completion, success and score in percent."""
    if standard == "scorm12":
        return kept["core"]["lesson_status"], "", kept["core"]["score"]["raw"]
    return kept["completion_status"], kept["success_status"], kept["score"]["raw"]


def results_of(kept: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Id, type, response and result of each interaction."""
    return [
        (each["id"], each["type"], each.get("student_response", each.get("learner_response")), each["result"])
        for each in kept["interactions"].values()
    ]


def check(pages: FrameLocator, kind: str, at: int = 0) -> None:
    """Press the button of a question."""
    pages.locator(f"section.{kind}").nth(at).get_by_role("button", name="Check").click()


def to_the_end(system: LearningSystem, title: str) -> None:
    """Read the lesson that is open to its end."""
    expect(system.pages.get_by_role("heading", level=1)).to_have_text(title)
    score = system.pages.locator("article > .score")
    score.scroll_into_view_if_needed()
    score.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
    )


def learn_all(system: LearningSystem) -> None:
    """Answer everything in both lessons rightly, with the mouse."""
    pages = system.pages
    pages.get_by_role("link", name="Tides").click()
    for name in ("Moon", "Sun"):
        pages.get_by_role("checkbox", name=name).check()
    check(pages, "quiz")
    pages.get_by_label("Gap 1").fill("day")
    pages.get_by_label("Gap 2").fill("{X}[,]y")
    check(pages, "fillIn")
    order = pages.locator("section.ordering")
    for name in ("Flood", "Low"):  # one after the other to the top
        for _ in range(2):
            order.get_by_role("button", name=f"Move up: {name}").click()
    check(pages, "ordering")
    for left, right in (("Neap", "small"), ("Spring", "large")):
        pages.get_by_role("combobox", name=left).select_option(right)
    check(pages, "matching")
    pages.get_by_label("Your answer").fill("{Two}\nbulges")
    pages.get_by_label("Your answer").press("Tab")
    to_the_end(system, "Tides")
    pages.get_by_role("link", name="Waves").click()
    pages.get_by_role("radio", name="Yes").check()
    check(pages, "quiz")
    to_the_end(system, "Waves")


def test_who_answers_all_passes(browser: Browser, standard: Standard) -> None:
    """Status, score, every interaction by its block's id, one finish, the time; the run-time finds nothing wrong."""
    system = LearningSystem(browser, standard, files(standard))
    expect(system.pages.get_by_role("heading", level=1)).to_have_text(TITLE)
    learn_all(system)
    kept = system.leave()

    is_12 = standard == "scorm12"
    comma, dot, open_type = (",", ".", "fill-in") if is_12 else ("[,]", "[.]", "long-fill-in")
    quiz, fill, order, match, opened = (each.id for each in TIDES.blocks)
    assert status_of(standard, kept) == (("passed", "", "100") if is_12 else ("completed", "passed", "100"))
    assert results_of(kept) == [
        (quiz, "choice", f"a{comma}b", "correct"),
        (fill, "fill-in", "day, {X}[,]y" if is_12 else "day[,]( X}[ , ]y", "correct"),
        (order, "sequencing", f"a{comma}b{comma}c", "correct"),
        (match, "matching", results_of(kept)[3][2], "correct"),
        (opened, open_type, "{Two} bulges" if is_12 else "( Two} bulges", "neutral"),
        (WAVES.blocks[1].id, "choice", "a", "correct"),
    ]
    assert sorted(each.partition(dot)[0] for each in results_of(kept)[3][2].split(comma)) == ["a", "b"]
    assert len(system.calls("Finish") + system.calls("Terminate")) == 1
    assert all(isinstance(value, str) for each in system.calls("SetValue") for value in each)
    assert "not attempted" not in [each[2] for each in system.calls("SetValue")]
    assert (kept["core"] if is_12 else kept)["exit"] == "suspend"
    system.close()


def test_who_is_often_wrong_fails_and_may_pass_later(browser: Browser, standard: Standard) -> None:
    """Below the pass mark, with everything seen and answered; right answers later pass, and it stays so."""
    package = files(standard, (WAVES,))
    system = LearningSystem(browser, standard, package)
    system.pages.get_by_role("radio", name="No").check()
    check(system.pages, "quiz")
    to_the_end(system, TITLE)
    failed = system.leave()
    system.close()
    assert status_of(standard, failed) == (
        ("failed", "", "0") if standard == "scorm12" else ("completed", "failed", "0")
    )

    again = LearningSystem(browser, standard, package, saved=failed)
    expect(again.pages.get_by_role("radio", name="No")).to_be_checked()
    again.pages.get_by_role("radio", name="Yes").check()
    check(again.pages, "quiz")
    again.pages.get_by_role("radio", name="No").check()
    check(again.pages, "quiz")
    passed = again.leave()
    again.close()
    assert status_of(standard, passed)[-1] == "100"
    assert "passed" in status_of(standard, passed)


def test_who_leaves_goes_on_where_they_were(browser: Browser, standard: Standard) -> None:
    """By keyboard alone: the page, the answers and the score are there again, and it counts as begun."""
    package = files(standard)
    system = LearningSystem(browser, standard, package)
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

    again = LearningSystem(browser, standard, package, saved=kept)
    expect(again.pages.get_by_role("heading", level=1)).to_have_text("Tides")
    expect(again.pages.get_by_role("checkbox", name="Moon")).to_be_checked()
    expect(again.pages.get_by_label("Gap 1")).to_have_value("Día, . %")
    expect(again.pages.locator(".verdict")).to_have_text(["✗ Not right yet."] * 2)
    again.leave()
    again.close()


@pytest.mark.parametrize(
    ("standard", "mode"), [("scorm12", "review"), ("scorm2004", "review"), ("scorm2004", "browse")]
)
def test_a_review_records_nothing(browser: Browser, standard: Standard, mode: str) -> None:
    """The pages work, and nothing is set or committed."""
    system = LearningSystem(browser, standard, files(standard, (WAVES,)), mode=mode)
    system.pages.get_by_role("radio", name="Yes").check()
    check(system.pages, "quiz")
    expect(system.pages.locator(".verdict")).to_have_text("✓ That is right.")
    to_the_end(system, TITLE)
    system.leave()

    assert [each[0] for each in system.calls() if each[0] != "GetValue"] in (
        ["Initialize", "Finish"],
        ["Initialize", "Terminate"],
    )
    assert system.page.evaluate("localStorage.length") == 0
    system.close()


def test_a_learning_system_that_refuses_everything_breaks_nothing(browser: Browser) -> None:
    """Every call answers "false": the pages work, and say that nothing is recorded."""
    system = LearningSystem(browser, "scorm12", files("scorm12", (WAVES,)), mode="broken")
    system.pages.get_by_role("radio", name="Yes").check()
    check(system.pages, "quiz")

    expect(system.pages.locator(".verdict")).to_have_text("✓ That is right.")
    expect(system.sco.get_by_role("status")).to_contain_text("does not record this course")
    assert [each[0] for each in system.calls()] == ["Initialize"]
    assert system.wrong == []
    system.close()


def test_without_a_learning_system_the_pages_stand_alone(browser: Browser, tmp_path: Path) -> None:
    """From a folder on the disk, with no server: questions are answered, and the browser remembers."""
    for name, text in files("scorm12").items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    context = browser.new_context()
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((tmp_path / "index.html").as_uri())
    pages = page.frame_locator("iframe")
    pages.get_by_role("link", name="Waves").click()
    pages.get_by_role("radio", name="Yes").check()
    check(pages, "quiz")
    expect(pages.locator(".verdict")).to_have_text("✓ That is right.")
    page.reload()
    pages.get_by_role("link", name="Waves").click()

    expect(pages.get_by_role("radio", name="Yes")).to_be_checked()
    expect(page.locator("p")).to_be_empty()
    assert wrong == []
    context.close()


def test_what_does_not_fit_goes_and_it_is_said(browser: Browser) -> None:
    """Answers of many questions need more than 4,096 characters: the place and the results stay, the page says so."""
    gaps = [("fillIn", {"text": "Say ___.", "gaps": [{"answers": ["x"]}]}) for _ in range(12)]
    package = files("scorm12", (named("long", lesson("Long", *gaps)),))
    system = LearningSystem(browser, "scorm12", package)
    for at in range(12):
        system.pages.get_by_label("Gap 1").nth(at).fill("é" * 80 if at else "x")
        system.pages.get_by_label("Gap 1").nth(at).press("Enter")
    expect(system.sco.get_by_role("status")).to_contain_text("has no room for all your answers")
    kept = system.leave()
    system.close()
    assert kept["suspend_data"].endswith("1" + ",0" * 11)
    assert len(kept["interactions"]) == 12

    again = LearningSystem(browser, "scorm12", package, saved=kept)
    expect(again.pages.locator(".score > p")).to_have_text("1 of 12 right")
    again.leave()
    again.close()


def test_each_lesson_may_be_an_item(browser: Browser, standard: Standard) -> None:
    """Launched alone, with a status of its own and no way to the others, which are the learning system's to open."""
    package = files(standard, items="lessons", pass_mark=None)
    system = LearningSystem(browser, standard, package, launch="waves.html")
    expect(system.pages.get_by_role("heading", level=1)).to_have_text("Waves")
    assert system.pages.locator("nav a").count() == 0
    assert system.pages.get_by_role("link", name="why").get_attribute("target") == "_blank"
    to_the_end(system, "Waves")
    kept = system.leave()
    assert "completed" in (kept["core"]["lesson_status"] if standard == "scorm12" else kept["completion_status"])
    system.close()


def test_a_course_from_right_to_left_is_learned_the_same(browser: Browser) -> None:
    """The frame and the pages are Arabic, and the answer arrives."""
    made = named("madd", lesson("المد", ONE, language="AR"))
    system = LearningSystem(browser, "scorm2004", files("scorm2004", (made,)))
    assert system.sco.locator("html").get_attribute("dir") == "rtl"
    system.pages.get_by_role("radio", name="Yes").check()
    system.pages.get_by_role("button", name="تحقق").click()
    to_the_end(system, TITLE)
    assert status_of("scorm2004", system.leave()) == ("completed", "passed", "100")
    system.close()
