"""The lessons in pictures: one with every kind of block, one in Arabic, and one with flaws."""

from __future__ import annotations

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
                {"text": "At half moon", "isCorrect": False, "feedback": "They pull at right angles: a neap tide."},
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

FLAWED: tuple[Content, ...] = (
    ("heading", {"text": "Two tides a day", "level": 3}),
    ("text", {"markdown": "[insert a drawing of the earth here]"}),
    ("text", {"markdown": "The **moon** pulls at the water, and the earth turns below it."}),
    ("text", {"markdown": "The **moon** pulls at the water, and the earth turns below it."}),
    ("blank", {}),
)
