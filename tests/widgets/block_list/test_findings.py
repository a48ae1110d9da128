"""What the checks find in a list of blocks, and the edits that mend it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from tests.browser.lessons import Writing
from workbench.authoring.block import Block, Blocks, new_block_id
from workbench.authoring.transaction import apply
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.errors import EditRejected
from workbench.widgets.block_list.findings import ServiceFindings, find_fix, shown_findings
from workbench.widgets.block_list.panel import BlockList


def lesson(*contents: tuple[str, dict[str, Any]]) -> Blocks:
    """Blocks of these types and contents."""
    return tuple(
        Block(id=str(UUID(int=(4 << 76) + (8 << 60) + number)), type=kind, content=content)
        for number, (kind, content) in enumerate(contents, 1)
    )


def question(text: str, *choices: str) -> tuple[str, dict[str, Any]]:
    """A question whose second choice is right."""
    marked = [{"text": choice, "isCorrect": place == 1, "feedback": "So."} for place, choice in enumerate(choices)]
    return "quiz", {"question": text, "choices": marked}


TWICE = ("text", {"markdown": "Salt water rises in the estuary twice a day."})
QUESTIONS = [
    question(f"What about {name}?", "Bread", "Salt", "Wood", "Iron") for name in ("one", "two", "three", "four")
]


def fixed(blocks: Blocks, rule: str) -> Blocks:
    """The blocks after the first offered edit for a rule."""
    finding = next(finding for finding in shown_findings(blocks, "EN") if finding["rule"] == rule)
    assert finding["fix"]
    return apply((find_fix(blocks, rule, finding["block"], "EN"),), blocks, set())


@pytest.mark.parametrize(
    ("rule", "blocks"),
    [
        ("duplicate-block", lesson(TWICE, TWICE)),
        ("empty-block", lesson(TWICE, ("blank", {}))),
        (
            "heading-order",
            lesson(("heading", {"text": "A", "level": 1}), ("heading", {"text": "B", "level": 3}), TWICE),
        ),
        ("key-position", lesson(*QUESTIONS)),
    ],
)
def test_what_is_mended_is_found_no_more(rule: str, blocks: Blocks) -> None:
    """By one edit; nothing else is lost."""
    after = fixed(blocks, rule)

    assert rule not in {finding["rule"] for finding in shown_findings(after, "EN")}
    assert len(after) >= len(blocks) - 1


def test_mixed_choices_keep_their_feedback_and_are_mixed_the_same_each_time() -> None:
    """Each question has the same choices, the right one at each of the four places once."""
    blocks = lesson(*QUESTIONS)
    after = fixed(blocks, "key-position")
    places = [[choice["isCorrect"] for choice in block.content["choices"]].index(True) for block in after]

    assert sorted(places) == [0, 1, 2, 3]
    assert after == fixed(blocks, "key-position")
    assert [sorted(choice["text"] for choice in block.content["choices"]) for block in after] == [
        ["Bread", "Iron", "Salt", "Wood"]
    ] * 4


def test_choices_that_refer_to_each_other_stay() -> None:
    """It says so instead."""
    bound = [question(f"What about {character}?", "Bread", "All of the above", "Wood") for character in "abcd"]
    with pytest.raises(EditRejected, match="Reorder them yourself"):
        find_fix(lesson(*bound), "key-position", "", "EN")


def test_what_is_found_no_more_is_not_mended() -> None:
    """Two presses of one button delete one block."""
    blocks = lesson(TWICE)
    with pytest.raises(EditRejected, match="nothing was fixed"):
        find_fix(blocks, "duplicate-block", blocks[0].id, "EN")


GERMAN_TEXT = "Zweimal am Tag kommt das Meer herein und zieht sich wieder zurück, weil der Mond an ihm zieht."
GERMAN = ("text", {"markdown": GERMAN_TEXT})


def test_what_only_the_service_finds_is_shown_too(client: Client, inline: InlinePool) -> None:
    """Another language, once the lesson is saved; it goes when the block is another."""
    lesson_id = Writing(client).lesson(TWICE, GERMAN)
    blocks = BlockList(client, lesson_id, workers=inline)
    blocks.refresh()
    rules = [found_rules(blocks) for _ in range(2)]
    assert ["other-language" in rule for rule in rules] == [False, True]
    assert blocks.view.checked == 2

    blocks.edit(blocks.value[1], {"markdown": "The moon pulls at it."})
    assert "other-language" not in found_rules(blocks)
    assert blocks.view.checked == 3


def test_a_lesson_that_others_changed_meanwhile_is_not_said_to_be_checked(client: Client) -> None:
    """What the service found is of another revision than the blocks here."""
    lesson_id = Writing(client).lesson(TWICE, GERMAN)
    blocks = tuple(Writing(client).read(lesson_id).blocks)
    found = ServiceFindings(client, lesson_id)
    found.read(blocks, 1)

    assert (found.revision, found.view_findings(blocks)) == (None, [])


def test_a_service_that_checks_no_lessons_is_not_asked(interface_client: Client, inline: InlinePool) -> None:
    """What is found here is shown anyway."""
    blocks = BlockList(interface_client, "some-lesson", block_ids=[new_block_id()], workers=inline)
    blocks.refresh()

    assert "no-question" in found_rules(blocks)
    assert blocks.view.checked == 0


def found_rules(blocks: BlockList) -> list[str]:
    """The rules that the view is told of when it asks."""
    sent: list[dict[str, Any]] = []
    blocks.view.send = lambda content, buffers=None: sent.append(content)
    blocks.view._handle_custom_msg({"intent": "findings", "view": "v", "n": 1}, [])
    return [finding["rule"] for finding in sent[-1]["findings"]]
