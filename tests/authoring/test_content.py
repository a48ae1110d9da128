from __future__ import annotations

from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile import PIECES
from workbench.authoring.content import (
    CONTENT_MODELS,
    LINE_CHARS,
    LIST_ITEMS,
    MARKDOWN_CHARS,
    Quiz,
    checked_content,
    content_problem,
    excerpt,
    plain_text,
    words,
)
from workbench.errors import EditRejected

YES = {"text": "Yes", "isCorrect": True, "feedback": "Right."}
NO = {"text": "No", "isCorrect": False, "feedback": "Look again."}
GOOD: dict[str, dict[str, Any]] = {
    "heading": {"text": "Bread", "level": 2},
    "text": {"markdown": "Flour, **water** and [salt](https://example.org)."},
    "objectives": {"items": ["Weigh flour"]},
    "keyTerms": {"terms": [{"term": "Crumb", "meaning": "The inside of a loaf."}]},
    "example": {"title": "A loaf", "markdown": "1. Mix"},
    "quiz": {"question": "Is bread baked?", "multiple": False, "choices": [YES, NO]},
    "reflection": {"prompt": "Which bread do you like?"},
    "summary": {"items": ["Bread is baked."]},
    "authorNote": {"markdown": "Ask the baker for a **picture**."},
    "blank": {},
}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("block_type", CONTENT_MODELS)
def test_a_good_content_of_each_type_has_no_problem(block_type: str) -> None:
    """Every type that we write accepts its own shape and gives it back unchanged."""
    assert checked_content(block_type, GOOD[block_type]) == GOOD[block_type]


@pytest.mark.parametrize(
    ("block_type", "content", "sentence"),
    [
        ("heading", {}, "The text is missing."),
        ("heading", {"text": "  "}, "The text is empty."),
        ("heading", {"text": "a" * (LINE_CHARS + 1)}, "The text is longer than 500 characters."),
        ("heading", {"text": "a", "level": 4}, "The level must be a whole number from 1 to 3."),
        ("heading", {"text": "a", "level": True}, "The level must be a whole number from 1 to 3."),
        ("text", {"markdown": 1}, "The text must be text."),
        ("text", {"markdown": "a" * (MARKDOWN_CHARS + 1)}, "The text is longer than 20,000 characters."),
        ("text", {"markdown": "[a](http://b.c)"}, "The link “http://b.c” is neither https nor mailto."),
        ("example", {"markdown": "<javascript:a>"}, "The link “javascript:a” is neither https nor mailto."),
        ("objectives", {"items": []}, "The items are missing."),
        ("objectives", {"items": "abc"}, "The items must be a list."),
        ("summary", {"items": ["a", ""]}, "Item 2 is empty."),
        ("summary", {"items": ["a"] * (LIST_ITEMS + 1)}, "The items are more than 50."),
        ("keyTerms", {"terms": [{"term": "a"}]}, "The meaning of term 1 is missing."),
        ("quiz", {"question": "q", "choices": [YES]}, "The choices are fewer than 2."),
        (
            "quiz",
            {"question": "q", "choices": [NO, {**NO, "text": "Never"}]},
            "No choice of the quiz is marked as correct.",
        ),
        ("quiz", {"question": "q", "choices": [YES, {**NO, "text": "yes "}]}, "Two choices of the quiz say the same."),
        (
            "quiz",
            {"question": "q", "choices": [YES, {**NO, "isCorrect": 1}]},
            "The correct mark of choice 2 must be yes or no.",
        ),
        (
            "quiz",
            {"question": "q", "choices": [YES, {**YES, "text": "Also"}]},
            "The quiz allows one answer, but several choices are marked as correct.",
        ),
        ("reflection", {"prompt": ""}, "The prompt is empty."),
    ],
)
def test_a_problem_is_said_in_one_plain_sentence(block_type: str, content: dict[str, Any], sentence: str) -> None:
    """An author reads what is wrong, where, in words without program names."""
    assert content_problem(block_type, content) == sentence


def test_a_quiz_with_several_answers_is_marked_as_such() -> None:
    """More than one correct choice is fine when the quiz says `multiple`."""
    assert (
        content_problem("quiz", {"question": "q", "multiple": True, "choices": [YES, {**YES, "text": "Also"}]}) is None
    )


def test_checking_refuses_with_the_same_sentence() -> None:
    """`checked_content` raises what `content_problem` says."""
    with pytest.raises(EditRejected, match="The prompt is missing."):
        checked_content("reflection", {})


def test_defaults_are_filled_in() -> None:
    """A stored content always has the fields that the schema shows."""
    assert checked_content("heading", {"text": "Bread"}) == {"text": "Bread", "level": 2}


def test_unknown_fields_are_kept() -> None:
    """A field of a newer client survives."""
    assert checked_content("blank", {"colour": {"h": 1}}) == {"colour": {"h": 1}}


def test_an_unknown_type_is_never_judged() -> None:
    """A type that is not ours comes back untouched."""
    content = {"url": "http://example.org", "heading": 3}
    assert checked_content("video", content) == content


def test_python_names_are_snake_case() -> None:
    """The wire's isCorrect is is_correct in Python."""
    quiz = Quiz.model_validate(GOOD["quiz"])
    assert [choice.is_correct for choice in quiz.choices] == [True, False]


def test_an_excerpt_is_one_line_without_markup() -> None:
    """Markdown signs, escapes and line breaks are gone; what Markdown sets apart stays apart."""
    content = {"markdown": "# Bread\n\n* **two** `cups` of [flour](https://a.b)\n* 3 \\* 4"}
    assert excerpt("text", content) == "Bread · two cups of flour · 3 * 4"


@pytest.mark.parametrize(
    ("block_type", "content", "line"),
    [
        ("heading", {"text": "Bread"}, "Bread"),
        ("text", {"markdown": "# Title\nFirst\nsentence.\n\nNext"}, "Title · First sentence. Next"),
        ("text", {"markdown": "Title\n=\n> said\n> twice\n\n---\n1. one\n2. two"}, "Title · said twice · one · two"),
        ("text", {"markdown": "|a|b|\n|-|:-:|\n| 1 | 2 \\| 3 |"}, "a · b · 1 · 2 | 3"),
        ("text", {"markdown": "```py\nx\n```\nEnd\\\nof it"}, "x · End of it"),
        ("objectives", {"items": ["Knead", "Bake it.", "Eat"]}, "Knead · Bake it. Eat"),
        ("keyTerms", {"terms": [{"meaning": "rises", "term": "Yeast"}, {"term": "Salt", "meaning": "slows"}]},
         "Yeast: rises · Salt: slows"),
        ("example", {"markdown": "Mix\n\nKnead", "title": "A loaf"}, "A loaf: Mix · Knead"),
        ("quiz", {"question": "Pick one", "choices": [YES, NO]}, "Pick one · Yes: Right. No: Look again."),
        ("reflection", {"prompt": "Which\nbread?"}, "Which bread?"),
        ("summary", {"items": ["Mixed", "Baked"]}, "Mixed · Baked"),
        ("blank", {}, ""),
        ("video", {"title": "Dough", "parts": [{"note": "one"}, {"note": "two"}]}, "Dough: one · two"),
    ],
)  # fmt: skip
def test_an_excerpt_keeps_the_parts_of_each_type_apart(block_type: str, content: dict[str, Any], line: str) -> None:
    """A colon where one says something of the other, a dot in the middle else, neither after a sentence."""
    assert excerpt(block_type, content) == line


@pytest.mark.parametrize("piece", ["\n", "\n ", "- ", "[(", "[](", "*a ", "`a ``a ", "> ", "a\n=\n"])
def test_no_markdown_takes_long_to_read(piece: str) -> None:
    """20,000 line breaks once took 14 seconds of a processor."""
    markdown = (piece * MARKDOWN_CHARS)[:MARKDOWN_CHARS]
    before = process_time()
    excerpt("text", {"markdown": markdown})
    plain_text("text", {"markdown": markdown})

    assert process_time() - before < 2


def work_of_excerpt(markdown: str) -> float:
    """The processor time of an excerpt, the least of some."""
    taken = []
    for _ in range(5):
        before = process_time()
        excerpt("text", {"markdown": markdown})
        taken.append(process_time() - before)
    return min(taken)


@pytest.mark.parametrize("piece", PIECES)
def test_no_markdown_costs_many_times_what_plain_words_cost(piece: str) -> None:
    """Regression: brackets and signs of emphasis cost 150 times as much, so 64 KB of them a second."""
    plain, hostile = ((each * MARKDOWN_CHARS)[:MARKDOWN_CHARS] for each in ("a word ", piece))

    assert work_of_excerpt(hostile) < 40 * work_of_excerpt(plain)


@pytest.mark.parametrize(
    ("markdown", "line"),
    [
        ("**a *b* c** and `d`", "a b c and d"),
        ("2 * 3 * 4, a*b and snake_case", "2 * 3 * 4, a*b and snake_case"),
        (r"\*a\* and **open", "*a* and **open"),
        ("[![a](b.png)](https://c.d) [e](f_(g))", "a e"),
        ("[open and ![half](way", "[open and ![half](way"),
    ],
)
def test_an_excerpt_is_without_the_signs_of_markdown(markdown: str, line: str) -> None:
    """Pairs go, what stands alone stays; a picture may be a link's label."""
    assert excerpt("text", {"markdown": markdown}) == line


def test_an_excerpt_is_cut_at_a_word() -> None:
    """A long text ends with an ellipsis within the limit."""
    assert excerpt("reflection", {"prompt": "Which bread do you like best?"}, 18) == "Which bread do…"


def test_an_excerpt_of_a_quiz_begins_with_the_question() -> None:
    """Reading order does not depend on the order of the fields."""
    assert excerpt("quiz", {"choices": [YES], "question": "Is it?"}) == "Is it? Yes: Right."


def test_an_excerpt_of_an_unknown_type_leaves_addresses_out() -> None:
    """Words are shown, addresses and ids are not."""
    content = {"src": "https://a.b/c.mp4", "id": "0f9b2f6e-1a5c-4a7e-9d0e-3a1c5b7d9e11", "caption": "Mixing"}
    assert excerpt("video", content) == "Mixing"


def test_words_are_counted_without_markup() -> None:
    """Signs are not words; a hyphenated word is one."""
    assert words("text", {"markdown": "## A well-kept **loaf** — it's done"}) == 5


@given(st.sampled_from([*CONTENT_MODELS, "video"]), st.dictionaries(st.text(max_size=8), json_values, max_size=4))
def test_no_content_makes_the_readers_fail(block_type: str, content: dict[str, Any]) -> None:
    """Content written by anybody can be judged, counted and shown on one line within the limit."""
    content_problem(block_type, content)
    line = excerpt(block_type, content, 40)
    assert len(line) <= 40 and "\n" not in line and words(block_type, content) <= len(plain_text(block_type, content))
