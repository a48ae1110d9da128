"""What the checks find in the blocks that a list shows, and the edits that mend it where that needs no thought.

The rules are run here, on the blocks with every edit that is not saved yet; what needs the service (the language
detector) is left to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from workbench.authoring.block import Block, Blocks
from workbench.authoring.checks import CheckContext, check
from workbench.authoring.gesture import delete_blocks, edit_block
from workbench.authoring.mutation import LessonBlockUpdate, Mutation
from workbench.authoring.repairs.choices import choice_order
from workbench.authoring.transaction import MAX_MUTATIONS, Transaction
from workbench.errors import EditRejected

_GONE: Final = "The block has changed meanwhile, so that there is nothing to mend."
_STAY: Final = "The choices refer to each other or are in order, so they were not mixed. Change them by hand."


def shown_findings(blocks: Blocks, language: str) -> list[dict[str, Any]]:
    """The findings as the view shows them; `block` is empty where the lesson is meant, `fix` where none is offered."""
    return [
        {
            "rule": each.rule,
            "block": each.block_id or "",
            "severity": str(each.severity),
            "message": each.message,
            "fix": _FIXES[each.rule][0] if each.rule in _FIXES else "",
        }
        for each in check(blocks, CheckContext(language=language))
    ]


def fix_of(blocks: Blocks, rule: str, block_id: str, language: str) -> Transaction:
    """The edit that mends what a rule finds in a block, or in the lesson (empty id). Raises `EditRejected`."""
    found = any(each["rule"] == rule and each["block"] == block_id for each in shown_findings(blocks, language))
    if rule not in _FIXES or not found:
        raise EditRejected(_GONE)
    return _FIXES[rule][1](blocks, block_id)


def _deleted(_blocks: Blocks, block_id: str) -> Transaction:
    return delete_blocks([block_id])


def _raised(blocks: Blocks, block_id: str) -> Transaction:
    """The heading one level below the heading before it."""
    level, heading = 1, None
    for block in blocks:
        if block.type == "heading":
            if block.id == block_id:
                heading = block
                break
            level = int(block.content.get("level", 2))
    assert heading is not None  # a rule found it
    return edit_block(block_id, {**heading.content, "level": level + 1})


def _mixed(blocks: Blocks, _block_id: str) -> Transaction:
    """Each question's right choice at another place: all places come as often, in an order that the words decide."""
    questions = [block for block in blocks if _may_be_mixed(block)]
    changes: list[Mutation] = []
    for number, block in enumerate(questions):
        choices = list(block.content["choices"])
        key = next(place for place, each in enumerate(choices) if each.get("isCorrect"))
        places = sorted(range(len(choices)), key=lambda place: _digest(questions, number // len(choices), place))
        choices.insert(places[number % len(choices)], choices.pop(key))
        if choices != block.content["choices"]:
            changes.append(LessonBlockUpdate(id=block.id, content={**block.content, "choices": choices}))
    if not changes:
        raise EditRejected(_STAY)
    return Transaction(label="editPages", mutations=changes[:MAX_MUTATIONS])


def _may_be_mixed(block: Block) -> bool:
    choices = block.content.get("choices")
    if (
        block.type != "quiz"
        or not isinstance(choices, list)
        or sum(bool(each.get("isCorrect")) for each in choices) != 1
    ):
        return False
    # Choices that are to stay have no other order, however they stand; others have one in at least one of the two.
    return any(choice_order({**block.content, "choices": each}) for each in (choices, choices[::-1]))


def _digest(questions: Sequence[Block], part: int, place: int) -> bytes:
    return hashlib.sha256(f"{questions[0].content['question']}\n{part}\n{place}".encode()).digest()


_FIXES: Final[dict[str, tuple[str, Callable[[Blocks, str], Transaction]]]] = {
    "empty-block": ("Delete it", _deleted),
    "duplicate-block": ("Delete it", _deleted),
    "heading-order": ("Raise the heading", _raised),
    "key-position": ("Mix the choices", _mixed),
}
"""What the button says, and the edit, by rule."""
