"""What the checks find in the blocks that a list shows, and the edits that mend it where that needs no thought.

The rules are run here, on the blocks with every edit that is not saved yet. What only the service can tell (it has the
language detector, the lesson's topic and its sources) is asked for when the lesson is saved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from workbench.authoring.block import Block, Blocks
from workbench.authoring.checks import RULES, CheckContext, Severity, check
from workbench.authoring.gesture import delete_blocks, edit_block
from workbench.authoring.mutation import LessonBlockUpdate, Mutation
from workbench.authoring.repairs.choices import choice_order
from workbench.authoring.transaction import MAX_MUTATIONS, Transaction
from workbench.client.sync import Client
from workbench.errors import EditRejected
from workbench.procedures.findings import CheckFinding
from workbench.procedures.lesson import get_findings

_GONE: Final = "The block has changed since the check, so nothing was fixed."
_STAY: Final = "The choices refer to each other or are in order, so they were not shuffled. Reorder them yourself."


def shown_findings(blocks: Blocks, language: str, service: ServiceFindings | None = None) -> list[dict[str, Any]]:
    """Return the findings as the view shows them, errors first; `block` is empty for the whole lesson.

    `fix` is empty if none is offered. `service` adds what the rules here do not find.
    """
    findings = [
        {
            "rule": finding.rule,
            "block": finding.block_id or "",
            "severity": str(finding.severity),
            "message": finding.message,
            "fix": _FIXES[finding.rule][0] if finding.rule in _FIXES else "",
        }
        for finding in check(blocks, CheckContext(language=language))
    ]
    findings += service.view_findings(blocks) if service else []
    return sorted(findings, key=lambda entry: _WEIGHTS.get(entry["severity"], len(_WEIGHTS)))


class ServiceFindings:
    """What the service found in a saved lesson that the rules here do not: by revision, for the blocks as they were."""

    def __init__(self, client: Client, lesson_id: str) -> None:
        self.revision: int | None = None
        """The revision that was checked last; None before the first."""
        self._client, self._lesson_id = client, lesson_id
        self._found: tuple[tuple[CheckFinding, Block | None], ...] = ()

    def read(self, blocks: Blocks, revision: int) -> None:
        """Ask the service about the lesson, which has these blocks at this revision; another one is not kept."""
        answer = self._client.call(get_findings(lesson_id=self._lesson_id))
        if answer.revision != revision:
            return
        known = {block.id: block for block in blocks}
        findings = [finding for finding in answer.findings if _is_left_to_service(finding.rule)]
        self._found = tuple((finding, known.get(finding.block_id or "")) for finding in findings)
        self.revision = revision

    def view_findings(self, blocks: Blocks) -> list[dict[str, Any]]:
        """Return, in view form, the findings on unchanged blocks and on the whole lesson."""
        now = {block.id: block for block in blocks}
        current = [
            finding
            for finding, then in self._found
            if finding.block_id is None or _is_same(then, now.get(finding.block_id))
        ]
        return [
            {
                "rule": finding.rule,
                "block": finding.block_id or "",
                "severity": finding.severity,
                "message": finding.message,
                "fix": "",
            }
            for finding in current
        ]


def find_fix(blocks: Blocks, rule: str, block_id: str, language: str) -> Transaction:
    """Return the edit that fixes a rule's finding in a block, or the lesson (empty id). Raises `EditRejected`."""
    is_present = any(
        finding["rule"] == rule and finding["block"] == block_id for finding in shown_findings(blocks, language)
    )
    if rule not in _FIXES or not is_present:
        raise EditRejected(_GONE)
    return _FIXES[rule][1](blocks, block_id)


def _fix_by_deleting(_blocks: Blocks, block_id: str) -> Transaction:
    return delete_blocks([block_id])


def _fix_heading_level(blocks: Blocks, block_id: str) -> Transaction:
    """Return the edit that sets the heading one level below the heading before it."""
    level, heading = 1, None
    for block in blocks:
        if block.type == "heading":
            if block.id == block_id:
                heading = block
                break
            level = int(block.content.get("level", 2))
    assert heading is not None  # a rule found it
    return edit_block(block_id, {**heading.content, "level": level + 1})


def _fix_choice_order(blocks: Blocks, _block_id: str) -> Transaction:
    """Return the edit that spreads the questions' right choices evenly over all places.

    The order is determined by the words.
    """
    questions = [block for block in blocks if _may_be_mixed(block)]
    changes: list[Mutation] = []
    for number, block in enumerate(questions):
        choices = list(block.content["choices"])
        key = next(index for index, choice in enumerate(choices) if choice.get("isCorrect"))
        places = sorted(range(len(choices)), key=lambda index: _digest(questions, number // len(choices), index))
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
        or sum(bool(choice.get("isCorrect")) for choice in choices) != 1
    ):
        return False
    # Choices that are to stay have no other order, however they stand; others have one in at least one of the two.
    return any(choice_order({**block.content, "choices": order}) for order in (choices, choices[::-1]))


def _digest(questions: Sequence[Block], part: int, index: int) -> bytes:
    return hashlib.sha256(f"{questions[0].content['question']}\n{part}\n{index}".encode()).digest()


def _is_left_to_service(rule: str) -> bool:
    """Return whether only the service can check a rule: by detector, topic or sources."""
    return rule in _NEED_SERVICE or all(known_rule.name != rule for known_rule in RULES)


def _is_same(then: Block | None, now: Block | None) -> bool:
    return then is not None and now is not None and then.same_as(now)


_NEED_SERVICE: Final = ("other-language", "other-topic")
_WEIGHTS: Final = {str(severity): weight for weight, severity in enumerate(Severity)}
_FIXES: Final[dict[str, tuple[str, Callable[[Blocks, str], Transaction]]]] = {
    "empty-block": ("Delete block", _fix_by_deleting),
    "duplicate-block": ("Delete block", _fix_by_deleting),
    "heading-order": ("Fix heading level", _fix_heading_level),
    "key-position": ("Shuffle the choices", _fix_choice_order),
}
"""What the button says, and the edit, by rule."""
