"""Questions as HTML: what is asked is mixed, the answer is behind `details`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.authoring.content.contents import CONTENTS
from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.blocks.output import lesson_words
from workbench.authoring.blocks.question import shuffle
from workbench.authoring.blocks.registry import QUESTION_TYPES
from workbench.authoring.content import question_in_block
from workbench.authoring.rendering.questions import answers_html, question_html


def rendered(kind: str, content: dict[str, Any]) -> str:
    """The question of a block in English."""
    found = question_in_block(kind, content)
    assert found is not None
    return question_html(found, lesson_words("EN"))


def question(kind: str, content: dict[str, Any] | None = None) -> tuple[str, str]:
    """What is asked, and what is after the closed answer."""
    html = rendered(kind, content or CONTENTS[kind])
    before, _, behind = html.partition("<details>")
    return seen(before).text, seen(behind).text


@given(st.lists(st.text(min_size=1), min_size=2, unique=True))
def test_a_mixed_order_is_never_the_right_one(texts: list[str]) -> None:
    """It has the same items, is the same each time, and says nothing of the answer."""
    assert shuffle(texts) != texts
    assert sorted(shuffle(texts)) == sorted(texts)
    assert shuffle(texts) == shuffle(list(texts))


@pytest.mark.parametrize(
    ("kind", "behind"),
    [
        ("quiz", "Show the answer Yes (correct) Right. No Look again."),
        ("ordering", "Show the answer Mix Knead Bake Heat comes last."),
        ("matching", "Show the answer Yeast makes it rise Salt slows it Salt holds yeast back."),
        ("fillIn", "Show the answer 220 / two hundred and twenty 40 Less heat dries it out."),
        ("shortAnswer", "Model answer It makes gluten. Gluten holds gas."),
    ],
)
def test_the_answer_opens_without_a_script(kind: str, behind: str) -> None:
    """With what its author says of it."""
    assert question(kind)[1] == behind


def test_a_field_of_others_is_not_shown_as_feedback() -> None:
    """A quiz has feedback for each choice and none of its own, whatever a field of that name holds."""
    assert question("quiz", {**CONTENTS["quiz"], "feedback": 5}) == question("quiz")


def test_a_gap_has_its_number_and_not_its_answer() -> None:
    """Answers are listed in the same order."""
    assert question("fillIn")[0] == "Bread is baked at (1) _____ degrees for (2) _____ minutes."


def test_right_sides_that_are_alike_are_offered_once() -> None:
    """So things can be sorted into kinds."""
    pairs = [{"left": "a", "right": "x"}, {"left": "b", "right": "y"}, {"left": "c", "right": "x"}]

    assert sorted(question("matching", {"prompt": "p", "pairs": pairs})[0].split()) == ["a", "b", "c", "p", "x", "y"]


def test_the_answers_of_a_lesson_stand_in_the_order_of_its_questions() -> None:
    """Of a quiz the right choices with their letters; notes and texts have none."""
    kinds = ("quiz", "text", "ordering")
    blocks = [Block(id=new_block_id(), type=kind, content=CONTENTS[kind]) for kind in kinds]
    html = answers_html(blocks, "DE", 3)

    assert html.startswith('<section class="answers"><h3>Lösungen</h3><ol><li><ol type="A"><li value="1">Yes</li></ol>')
    assert seen(html).text == "Lösungen Yes Mix Knead Bake"


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("kind", QUESTION_TYPES)
def test_nothing_in_a_question_is_markup(kind: str, text: str) -> None:
    """Every field is plain text."""

    def spoiled(value: Any) -> Any:
        if isinstance(value, str):
            return f"{value} {text}"
        if isinstance(value, dict):
            return {name: spoiled(inner) for name, inner in value.items()}
        return [spoiled(inner) for inner in value] if isinstance(value, list) else value

    found = seen(rendered(kind, spoiled(CONTENTS[kind])))

    assert found.dangers == []
    assert set(found.tags) <= {
        "p",
        "ol",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
        "details",
        "summary",
        "strong",
        "b",
        "bdi",
        "br",
    }
