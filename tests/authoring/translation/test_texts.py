"""Which texts of a block are translated, and when a translation is stale."""

from __future__ import annotations

from workbench.authoring.content import AUTHOR_NOTE, CONTENT_MODELS
from workbench.authoring.translation import (
    is_translated,
    retranslated_content,
    text_digest,
    translatable_texts,
    translated_content,
)

QUIZ = {
    "question": "What makes dough rise?",
    "multiple": False,
    "choices": [
        {"text": "Gas", "isCorrect": True, "feedback": ""},
        {"text": "Steam", "isCorrect": False, "feedback": "Not yet."},
    ],
}


def test_texts_come_by_place_without_empty_ones() -> None:
    """Nor the marks of right choices."""
    assert translatable_texts(QUIZ) == {
        "question": "What makes dough rise?",
        "choices.0.text": "Gas",
        "choices.1.text": "Steam",
        "choices.1.feedback": "Not yet.",
    }


def test_a_translation_keeps_all_but_the_texts_and_the_quotes() -> None:
    """The key stays where it is; quotes of sources are in another language."""
    content = {**QUIZ, "sources": [{"quote": "Gas makes it rise"}], "hue": 3}
    made = translated_content(content, {"question": "Pourquoi lève-t-elle ?", "choices.0.text": "Le gaz"})

    assert made["choices"][0] == {"text": "Le gaz", "isCorrect": True, "feedback": ""}
    assert (made["question"], made["hue"], "sources" in made) == ("Pourquoi lève-t-elle ?", 3, False)
    assert QUIZ["choices"][0]["text"] == "Gas"  # type: ignore[index]  # the source is not touched


def test_only_other_words_make_another_digest() -> None:
    """A mark, an unknown field or a quote does not make a translation stale."""
    assert text_digest(QUIZ) == text_digest({**QUIZ, "multiple": True, "sources": [{"quote": "Gas"}], "hue": 3})
    assert text_digest(QUIZ) != text_digest({**QUIZ, "question": "What makes it rise?"})


def test_notes_for_authors_and_unknown_types_are_not_translated() -> None:
    """Every other type of ours is."""
    assert not is_translated(AUTHOR_NOTE) and not is_translated("hologram")
    assert all(map(is_translated, CONTENT_MODELS.keys() - {AUTHOR_NOTE}))


def test_a_picture_of_the_translation_stays() -> None:
    """With fields that no schema has; what is translated comes from the source."""
    picture = {"caption": "The sea at noon", "alternativeText": "The sea", "asset": "a" * 25}
    own = {"caption": "La mer", "alternativeText": "La mer", "asset": "b" * 25, "house": "ours"}

    assert retranslated_content(own, picture, "image") == {**picture, "asset": "b" * 25, "house": "ours"}
    assert retranslated_content({"markdown": "La mer", "sources": []}, {"markdown": "Le ciel"}, "text") == {
        "markdown": "Le ciel"
    }
