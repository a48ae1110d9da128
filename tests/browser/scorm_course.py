"""A course with every type of question as a package, and a learner who answers it with mouse or keyboard."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Locator, expect

from tests.browser.learning_system import LearningSystem
from tests.exports.lessons import lesson
from workbench.exports.scorm.options import PackageOptions, Standard
from workbench.exports.scorm.package import CoursePackage
from workbench.procedures.lesson import Lesson

TITLE: Final = "“Sea” & <b>air</b> 'n' 🌊 البحر"
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


TIDES: Final = named("tides", lesson("Tides", QUIZ, FILL, ORDER, MATCH, OPEN))
WAVES: Final = named("waves", lesson("Waves", ("text", {"markdown": "See [why](https://example.org)."}), ONE))
COURSE: Final = (TIDES, WAVES)


def files(
    standard: Standard, lessons: tuple[Lesson, ...] = COURSE, title: str = TITLE, **options: Any
) -> dict[str, str]:
    """The files of a package."""
    return dict(CoursePackage(standard, "sea", title, lessons, {}, PackageOptions(**options)).files())


def status_of(standard: Standard, kept: dict[str, Any]) -> tuple[str, str, str]:
    """Completion, success and score in percent."""
    if standard == "scorm12":
        return kept["core"]["lesson_status"], "", kept["core"]["score"]["raw"]
    return kept["completion_status"], kept["success_status"], kept["score"]["raw"]


def results_of(kept: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Id, type, response and result of each interaction."""
    return [
        (
            interaction["id"],
            interaction["type"],
            interaction.get("student_response", interaction.get("learner_response")),
            interaction["result"],
        )
        for interaction in kept["interactions"].values()
    ]


def at_the_end(system: LearningSystem, title: str) -> None:
    """The lesson that is open was read to its end."""
    expect(system.pages.get_by_role("heading", level=1)).to_have_text(title)
    score = system.pages.locator("article > .score")
    score.scroll_into_view_if_needed()
    score.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
    )


class Mouse:
    """Answers by clicks; what is typed is typed."""

    def press(self, system: LearningSystem, wanted: Locator) -> None:
        """Use a link, a button or a choice."""
        wanted.click()

    def pick(self, system: LearningSystem, select: Locator, text: str) -> None:
        """Choose from a list."""
        select.select_option(text)

    def write(self, system: LearningSystem, field: Locator, text: str) -> None:
        """Fill a field in."""
        field.click()
        field.press_sequentially(text)


class Keyboard:
    """Answers with the keyboard alone, from where the focus is."""

    def press(self, system: LearningSystem, wanted: Locator) -> None:
        """Use a link, a button or a choice."""
        kind = wanted.evaluate("each => each.type ?? ''")
        if kind == "radio":
            self._choose(system, wanted)
            return
        self._reach(system, wanted)
        system.page.keyboard.press("Space" if kind == "checkbox" else "Enter")

    def pick(self, system: LearningSystem, select: Locator, text: str) -> None:
        """Choose from a list by its first letters."""
        self._reach(system, select)
        system.page.keyboard.type(text)

    def write(self, system: LearningSystem, field: Locator, text: str) -> None:
        """Fill a field in."""
        self._reach(system, field)
        system.page.keyboard.type(text)

    def _reach(self, system: LearningSystem, wanted: Locator) -> None:
        """Tab until it has the focus, backwards where it stands before what has it."""
        key = "Shift+Tab" if wanted.evaluate(_IS_BEFORE) else "Tab"
        for _ in range(80):
            if wanted.evaluate("each => each === document.activeElement && document.hasFocus()"):
                return
            system.page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead there")

    def _choose(self, system: LearningSystem, radio: Locator) -> None:
        """Tab stops at the choice that is made, or at the first; arrows lead on and choose."""
        place, made = radio.evaluate(_PLACE_IN_GROUP)
        self._reach(system, radio.locator("xpath=ancestor::fieldset").locator("input[type=radio]").nth(max(made, 0)))
        if place == made or (made < 0 and place == 0):
            system.page.keyboard.press("Space")
        for _ in range(abs(place - max(made, 0))):
            system.page.keyboard.press("ArrowDown" if place > made else "ArrowUp")


_IS_BEFORE: Final = (
    "each => document.hasFocus() && document.activeElement !== document.body"
    " && Boolean(document.activeElement.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING)"
)
_PLACE_IN_GROUP: Final = (
    "each => { const all = [...each.closest('fieldset').querySelectorAll('input[type=radio]')];"
    " return [all.indexOf(each), all.findIndex((one) => one.checked)]; }"
)
Hand = Mouse | Keyboard


def check(hand: Hand, system: LearningSystem, kind: str, at: int = 0) -> None:
    """Have a question judged."""
    hand.press(system, system.pages.locator(f"section.{kind}").nth(at).locator(".check"))


def answer_tides(hand: Hand, system: LearningSystem, *, rightly: bool) -> None:
    """Answer every question of the first lesson, from its top to its end; the short answer is never judged."""
    pages = system.pages
    for name in ("Moon", "Sun") if rightly else ("Wind",):
        hand.press(system, pages.get_by_role("checkbox", name=name))
    check(hand, system, "quiz")
    hand.write(system, pages.get_by_label("Gap 1"), "day" if rightly else "week")
    hand.write(system, pages.get_by_label("Gap 2"), "{X}[,]y")
    check(hand, system, "fillIn")
    order_tides(hand, system, ("Flood", "Low") if rightly else ("Low", "Flood"))
    check(hand, system, "ordering")
    pairs = (("Neap", "small"), ("Spring", "large")) if rightly else (("Neap", "large"), ("Spring", "small"))
    for left, right in pairs:
        hand.pick(system, pages.get_by_role("combobox", name=left), right)
    check(hand, system, "matching")
    hand.write(system, pages.get_by_label("Your answer"), "{Two} bulges")


def order_tides(hand: Hand, system: LearningSystem, to_the_top: tuple[str, ...]) -> None:
    """Put these items to the top, one by one."""
    order = system.pages.locator("section.ordering")
    for name in to_the_top:
        for _ in range(2):
            texts = [text.strip() for text in order.locator("li span").all_inner_texts()]
            if texts[0] != name:
                hand.press(system, order.get_by_role("button", name=f"Move up: {name}"))


def learn(hand: Hand, system: LearningSystem, *, rightly: bool) -> None:
    """Go through the course from its outline: open each lesson, answer all, read to the end."""
    hand.press(system, system.pages.get_by_role("link", name="Tides"))
    expect(system.pages.get_by_role("heading", level=1)).to_have_text("Tides")
    answer_tides(hand, system, rightly=rightly)
    hand.press(system, system.pages.locator("section.shortAnswer summary"))
    at_the_end(system, "Tides")
    hand.press(system, system.pages.get_by_role("link", name="Waves"))
    expect(system.pages.get_by_role("heading", level=1)).to_have_text("Waves")
    hand.press(system, system.pages.get_by_role("radio", name="Yes" if rightly else "No"))
    check(hand, system, "quiz")
    at_the_end(system, "Waves")
