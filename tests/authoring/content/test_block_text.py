"""The texts of a block, by place."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.authoring.content.block_text import block_texts, text_at, with_text

QUIZ = {"question": "When?", "choices": [{"text": "At new moon", "isCorrect": True}, {"text": "Never"}]}
KEYS = st.text("abc", min_size=1, max_size=3)
CONTENTS = st.dictionaries(
    KEYS,
    st.recursive(
        st.text() | st.booleans() | st.none(), lambda x: st.lists(x) | st.dictionaries(KEYS, x), max_leaves=12
    ),
)


def test_each_text_has_a_place() -> None:
    """In the order of the content; what is no text has none."""
    assert list(block_texts(QUIZ)) == [
        ("question", "When?"),
        ("choices.0.text", "At new moon"),
        ("choices.1.text", "Never"),
    ]


def test_a_place_without_a_text_has_none() -> None:
    """Neither a flag, nor a list, nor what is not there."""
    assert [text_at(QUIZ, text) for text in ("choices.0.isCorrect", "choices", "choices.7.text", "choices.x")] == [
        None
    ] * 4


@settings(max_examples=30)
@given(CONTENTS)
def test_a_text_that_is_replaced_and_put_back_leaves_the_content_as_it_was(content: dict[str, object]) -> None:
    """Whatever the content; and the content itself is never changed."""
    for place, text in list(block_texts(content)):
        changed = with_text(content, place, text + "!")
        assert text_at(changed, place) == text + "!"
        assert with_text(changed, place, text) == content
