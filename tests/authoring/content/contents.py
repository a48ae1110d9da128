"""A good content of each block type that we write, for tests that go through all types."""

from __future__ import annotations

from typing import Any, Final

YES: Final = {"text": "Yes", "isCorrect": True, "feedback": "Right."}
NO: Final = {"text": "No", "isCorrect": False, "feedback": "Look again."}
CONTENTS: Final[dict[str, dict[str, Any]]] = {
    "heading": {"text": "Bread", "level": 2},
    "text": {"markdown": "Flour, **water** and [salt](https://example.org)."},
    "objectives": {"items": ["Weigh flour"]},
    "keyTerms": {"terms": [{"term": "Crumb", "meaning": "The inside of a loaf."}]},
    "example": {"title": "A loaf", "markdown": "- Mix them"},
    "callout": {"kind": "warning", "markdown": "The oven is **hot**."},
    "quiz": {"question": "Is bread baked?", "multiple": False, "choices": [YES, NO]},
    "ordering": {"prompt": "How is it made?", "items": ["Mix", "Knead", "Bake"], "feedback": "Heat comes last."},
    "matching": {
        "prompt": "What does what?",
        "pairs": [{"left": "Yeast", "right": "makes it rise"}, {"left": "Salt", "right": "slows it"}],
        "feedback": "Salt holds yeast back.",
    },
    "fillIn": {
        "text": "Bread is baked at ___ degrees for ___ minutes.",
        "gaps": [{"answers": ["220", "two hundred and twenty"]}, {"answers": ["40"]}],
        "feedback": "Less heat dries it out.",
    },
    "shortAnswer": {"question": "Why is dough kneaded?", "modelAnswer": "It makes gluten.\nGluten holds gas."},
    "image": {
        "asset": "a2s4d6f8g0h1j3k5l7z9x2c4v",
        "alternativeText": "Dough over the rim",
        "decorative": False,
        "caption": "Risen for an hour",
    },
    "audio": {"asset": "a2s4d6f8g0h1j3k5l7z9x2c4v", "caption": "A crust that crackles"},
    "video": {"asset": "a2s4d6f8g0h1j3k5l7z9x2c4v", "caption": "How dough is folded"},
    "file": {"asset": "a2s4d6f8g0h1j3k5l7z9x2c4v", "caption": "The recipe to print"},
    "reflection": {"prompt": "Which bread do you like?"},
    "summary": {"items": ["Bread is baked."]},
    "authorNote": {"markdown": "Ask the baker for a **picture**."},
    "blank": {},
}
