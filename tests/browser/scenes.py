"""What is pictured: each panel and the share page, as a cell that shows it and what a person does before the picture.

A new panel is one more line in `SCENES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.lessons import Content

TIDES: tuple[Content, ...] = (
    ("heading", {"text": "Why the sea rises and falls", "level": 1}),
    (
        "objectives",
        {"items": ["Say what makes the tide", "Tell spring tides from neap tides", "Read a tide table for a day"]},
    ),
    (
        "text",
        {
            "markdown": "Twice a day the sea comes in and goes out again. The **moon** pulls the water towards it, and "
            "the turning earth carries every coast through that bulge.\n\n- High water: about every 12 h 25 min\n"
            "- Low water: about half-way between two high waters\n\n> A tide waits for nobody."
        },
    ),
    (
        "keyTerms",
        {
            "terms": [
                {"term": "Spring tide", "meaning": "The largest range, at new and full moon."},
                {"term": "Neap tide", "meaning": "The smallest range, at half moon."},
            ]
        },
    ),
    (
        "example",
        {
            "title": "A morning in Brest",
            "markdown": "High water is at **06:12** with 6.9 m, low water at **12:24** with 1.3 m.",
        },
    ),
    (
        "quiz",
        {
            "question": "When is the difference between high and low water largest?",
            "multiple": False,
            "choices": [
                {"text": "At new and full moon", "isCorrect": True, "feedback": "Sun and moon pull along one line."},
                {
                    "text": "At half moon",
                    "isCorrect": False,
                    "feedback": "They pull at right angles: a neap tide.",
                },
                {"text": "In winter only", "isCorrect": False, "feedback": ""},
            ],
        },
    ),
    ("reflection", {"prompt": "Where have you seen the water come or go, and how long did it take?"}),
    ("summary", {"items": ["The moon makes the tide", "The range is largest at new and full moon"]}),
    ("blank", {}),
    ("video.v2", {"title": "A harbour in one minute", "minutes": 1}),
)
TIDES_IN_ARABIC: tuple[Content, ...] = (
    ("heading", {"text": "لماذا يرتفع البحر وينخفض", "level": 1}),
    ("objectives", {"items": ["شرح سبب المد والجزر", "قراءة جدول المد والجزر ليوم واحد"]}),
    (
        "text",
        {"markdown": "يأتي البحر مرتين في اليوم ثم يعود. **القمر** يجذب الماء نحوه.\n\n- أعلى الماء\n- أدنى الماء"},
    ),
    ("keyTerms", {"terms": [{"term": "المد الأعلى", "meaning": "أكبر فرق، عند المحاق والبدر."}]}),
    (
        "quiz",
        {
            "question": "متى يكون الفرق أكبر؟",
            "choices": [
                {"text": "عند البدر", "isCorrect": True, "feedback": "الشمس والقمر على خط واحد."},
                {"text": "في الشتاء فقط", "isCorrect": False, "feedback": ""},
            ],
        },
    ),
    ("summary", {"items": ["القمر يصنع المد والجزر"]}),
    ("blank", {}),
)

Act = Callable[[Locator], None]


@dataclass(frozen=True)
class Scene:
    """A picture: its name, the cell that shows the panel, and what is done with it; `{english}` and the like are ids.

    `meanwhile` is a cell that is run in between, while the panel counts as out of sight.
    """

    name: str
    shows: str
    act: Act = lambda panel: None
    meanwhile: str = ""


def _page_chosen(panel: Locator) -> None:
    panel.get_by_role("option").filter(has_text="Twice a day").click()
    expect(panel.locator(".bl-rendered strong").first).to_be_visible()


def _quiz_written(panel: Locator) -> None:
    panel.get_by_role("option").filter(has_text="difference between").click()
    panel.page.keyboard.press("Enter")
    expect(panel.locator(".bl-preview h3")).to_be_visible()


def _arabic_chosen(panel: Locator) -> None:
    panel.get_by_role("option").nth(2).click()
    expect(panel.locator(".bl-rendered strong").first).to_be_visible()


def _whole_lesson(panel: Locator) -> None:
    panel.get_by_role("button", name="Whole lesson").click()
    expect(panel.locator(".bl-lesson")).to_be_visible()


def _dispute(panel: Locator) -> None:
    panel.get_by_role("option").nth(1).click()
    panel.page.keyboard.press("Alt+End")
    expect(panel.locator(".bl-dispute")).to_be_visible()


def _lesson_opened(panel: Locator) -> None:
    panel.get_by_role("listbox").get_by_role("option").filter(has_text="Tides").first.dblclick()
    _page_chosen(panel.locator(".wb-blocks"))


_OTHERS = (
    "others = wb.widgets.block_list('{disputed}')\nothers.refresh()\n"
    "others.move([others.value[5]], before=others.value[0])\nothers.refresh()"
)

SCENES: tuple[Scene, ...] = (
    Scene("block-list", "wb.widgets.block_list('{english}')", _page_chosen),
    Scene("block-list-quiz", "wb.widgets.block_list('{english}')", _quiz_written),
    Scene("block-list-whole", "wb.widgets.block_list('{english}')", _whole_lesson),
    Scene("block-list-arabic", "wb.widgets.block_list('{arabic}')", _arabic_chosen),
    Scene("block-list-choice", "wb.widgets.block_list('{disputed}')", _dispute, meanwhile=_OTHERS),
    Scene("org-picker", "wb.widgets.org_picker()"),
    Scene("starter-form", "wb.widgets.starter_form()"),
    Scene("sharing", "wb.widgets.sharing('{course}')"),
    Scene("sharing-table", "wb.widgets.sharing_table()"),
    Scene("browser", "wb.widgets.browser()"),
    Scene("credits", "wb.widgets.credits()"),
    Scene("admin", "wb.widgets.admin()"),
    Scene("app", "wb.widgets.app()"),
    Scene("app-lesson", "wb.widgets.app()", _lesson_opened),
)
