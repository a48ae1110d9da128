"""One type's content as another's."""

from __future__ import annotations

import pytest

from workbench.authoring.content import CONTENT_MODELS, content_problem
from workbench.authoring.conversion import convert_content, starting_content

TERMS = {"terms": [{"term": "Neap", "meaning": "Small."}, {"term": "Spring", "meaning": "Large."}]}


def test_lines_become_items() -> None:
    """A text of three lines is a list of three."""
    assert convert_content("text", {"markdown": "- one\n- two\n\nthree"}, "summary") == {
        "items": ["one", "two", "three"]
    }


def test_markdown_stays_markdown() -> None:
    """Its signs are kept where the new type has Markdown too."""
    assert convert_content("text", {"markdown": "**a**"}, "example") == {"title": "", "markdown": "**a**"}


def test_a_note_for_authors_becomes_text_and_back() -> None:
    """An author writes over a note and makes text of it; the Markdown stays."""
    note = {"markdown": "Ask the **harbour**."}

    assert convert_content("authorNote", note, "text") == convert_content("text", note, "authorNote") == note


def test_terms_become_lines_and_lines_terms() -> None:
    """There and back again."""
    text = convert_content("keyTerms", TERMS, "text")

    assert text == {"markdown": "Neap: Small.\n\nSpring: Large."}
    assert convert_content("text", text, "keyTerms") == TERMS


def test_the_first_line_is_the_question() -> None:
    """And the others are its choices, the first of them marked."""
    quiz = convert_content("text", {"markdown": "When?\nToday\nNever"}, "quiz")

    assert quiz["question"] == "When?"
    assert [(choice["text"], choice["isCorrect"]) for choice in quiz["choices"]] == [("Today", True), ("Never", False)]


def test_terms_become_pairs_and_pairs_terms() -> None:
    """What a word means is found by matching; the prompt is left to the author."""
    pairs = convert_content("keyTerms", TERMS, "matching")

    assert pairs["prompt"] == "" and pairs["pairs"][0] == {"left": "Neap", "right": "Small."}
    assert convert_content("matching", {**pairs, "prompt": "Which?"}, "text")["markdown"].startswith(
        "Which?\n\nNeap: Small."
    )


def test_gaps_stay_gaps() -> None:
    """A text with gaps becomes running text and back; the answers are written again."""
    gaps = {"text": "At ___ degrees.", "gaps": [{"answers": ["220"]}]}

    assert convert_content("fillIn", gaps, "text") == {"markdown": "At ___ degrees."}
    assert convert_content("text", {"markdown": "At \\_\\_\\_ degrees."}, "fillIn")["gaps"] == [{"answers": []}]


def test_steps_become_an_order() -> None:
    """The first line asks, the others are the items in the right order."""
    assert convert_content("text", {"markdown": "How?\n1. Mix\n2. Bake"}, "ordering") == {
        "prompt": "How?",
        "items": ["Mix", "Bake"],
        "feedback": "",
    }


def test_the_same_type_stays_as_it_is() -> None:
    """Unknown fields included."""
    assert convert_content("text", {"markdown": "a", "x": 1}, "text") == {"markdown": "a", "x": 1}


def test_an_unknown_type_takes_everything_as_it_is() -> None:
    """Nothing is known of its form."""
    assert convert_content("text", {"markdown": "a"}, "video.v2") == {"markdown": "a"}


@pytest.mark.parametrize("block_type", sorted(CONTENT_MODELS))
def test_a_new_block_has_its_fields(block_type: str) -> None:
    """A form shows them; what is missing is said as empty, not as of the wrong form."""
    problem = content_problem(block_type, starting_content(block_type)) or ""

    assert "form" not in problem


@pytest.mark.parametrize("block_type", sorted(set(CONTENT_MODELS) - {"blank"}))
def test_long_texts_are_cut_to_what_the_type_holds(block_type: str) -> None:
    """A first draft is at least of the right size; what is empty the author sees."""
    long = {"markdown": "\n".join(f"{index} {'x' * 3000}" for index in range(60))}

    problem = content_problem(block_type, convert_content("hotspot", long, block_type)) or ""

    assert "longer" not in problem
    assert "more than" not in problem
