"""GIFT as teachers write it; the examples are those of Moodle's documentation, in words of ours."""

from __future__ import annotations

from typing import Any

import pytest

from tests.imports.reading.round_trips import read
from tests.imports.reading.test_file_kind import read_as
from workbench.sources.reading.paragraph import FileRefused


def blocks(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The blocks of a text."""
    return [(each.type, each.content) for lesson in read(text.encode(), "a.gift").lessons for each in lesson.blocks]


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        ("Salty?{T}", "quiz", {"question": "Salty?", "multiple": False}),
        ("Two plus two{\n=4\n~5\n}", "quiz", {"question": "Two plus two"}),
        ("Both?{~%50%a ~%50%b ~%-100%c}", "quiz", {"multiple": True}),
        ("Who?{=Ann =Bob}", "fillIn", {"text": "Who? ___", "gaps": [{"answers": ["Ann", "Bob"]}]}),
        ("The sky is {=blue} today.", "fillIn", {"text": "The sky is ___ today."}),
        ("Match{=a -> x =b -> y}", "matching", {"pairs": [{"left": "a", "right": "x"}, {"left": "b", "right": "y"}]}),
        ("Order{=low -> 1 =flood -> 2}", "ordering", {"items": ["low", "flood"]}),
        ("Explain.{}", "reflection", {"prompt": "Explain."}),
        ("Explain.{####Because.}", "shortAnswer", {"modelAnswer": "Because."}),
        ("[html]<p>What is <b>H<sub>2</sub>O</b>?</p>{=water ~ice}", "quiz", {"question": "What is H_2O?"}),
        ("[markdown]Read *this* first.", "text", {"markdown": "Read *this* first."}),
        (r"What is \{1\} \= \~?{=one ~two}", "quiz", {"question": "What is {1} = ~?"}),
    ],
)  # fmt: skip
def test_each_type_has_its_block(text: str, kind: str, part: dict[str, Any]) -> None:
    """With what it says."""
    [(found, content)] = blocks(text)

    assert found == kind
    assert {key: content[key] for key in part} == part


def test_an_empty_line_within_braces_parts_nothing() -> None:
    """Comments and titles are no part of a question."""
    assert [kind for kind, _ in blocks("// first\n::One::Q?{\n=a\n\n~b\n}\n\n// [id:7]\nR?{F}")] == ["quiz", "quiz"]


def test_a_brace_that_is_never_closed_takes_no_more_than_its_question() -> None:
    """What follows is read."""
    text = "Broken?{=a ~b\n\n" + "\n\n".join(f"Q{number}?{{T}}" for number in range(700))

    assert len(blocks(text)) > 400


def test_true_and_false_are_words_of_the_language() -> None:
    """Of the one that was chosen."""
    file = read_as(b"Salzig?{T}", "a.gift", language="DE")

    assert [each["text"] for each in file.lessons[0].blocks[0].content["choices"]] == ["Richtig", "Falsch"]


def test_a_text_without_a_question_is_refused() -> None:
    """In one sentence."""
    with pytest.raises(FileRefused, match="has no question in it"):
        read(b"// only a comment\n", "a.gift")
