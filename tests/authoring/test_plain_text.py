"""A content as plain words: excerpts, words, and that nothing takes long."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile import PIECES
from workbench.authoring.content import CONTENT_MODELS, MARKDOWN_CHARS, content_problem
from workbench.authoring.plain_text import excerpt, plain_text, words

YES = {"text": "Yes", "isCorrect": True, "feedback": "Right."}
NO = {"text": "No", "isCorrect": False, "feedback": "Look again."}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


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
        ("callout", {"kind": "tip", "markdown": "Use *warm* water."}, "Use warm water."),
        ("ordering", {"items": ["Mix", "Bake"], "prompt": "In which order"}, "In which order · Mix · Bake"),
        ("matching", {"prompt": "What does what?", "pairs": [{"right": "rises", "left": "Yeast"}]},
         "What does what? Yeast: rises"),
        ("fillIn", {"gaps": [{"answers": ["220"]}], "text": "At ____ degrees"}, "At … degrees · 220"),
        ("shortAnswer", {"modelAnswer": "It rises.", "question": "Why?"}, "Why? It rises."),
        ("reflection", {"prompt": "Which\nbread?"}, "Which bread?"),
        ("summary", {"items": ["Mixed", "Baked"]}, "Mixed · Baked"),
        ("blank", {}, ""),
        ("hotspot", {"title": "Dough", "parts": [{"note": "one"}, {"note": "two"}]}, "Dough: one · two"),
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
    plain, hostile = ((snippet * MARKDOWN_CHARS)[:MARKDOWN_CHARS] for snippet in ("a word ", piece))

    assert work_of_excerpt(hostile) < 100 * work_of_excerpt(plain)


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
    """Pairs go, what is alone stays; a picture may be a link's label."""
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
    assert excerpt("hotspot", content) == "Mixing"


def test_words_are_counted_without_markup() -> None:
    """Signs are not words; a hyphenated word is one."""
    assert words("text", {"markdown": "## A well-kept **loaf** — it's done"}) == 5


@given(st.sampled_from([*CONTENT_MODELS, "hotspot"]), st.dictionaries(st.text(max_size=8), json_values, max_size=4))
def test_no_content_makes_the_readers_fail(block_type: str, content: dict[str, Any]) -> None:
    """Content written by anybody can be judged, counted and shown on one line within the limit."""
    content_problem(block_type, content)
    line = excerpt(block_type, content, 40)
    assert len(line) <= 40 and "\n" not in line and words(block_type, content) <= len(plain_text(block_type, content))
