"""Checking a lesson: every rule on its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.authoring.block import Block, stored_block
from workbench.authoring.checks.finding import LessonFinding, Rule, Severity
from workbench.authoring.checks.lesson_view import CheckContext, LessonView
from workbench.authoring.checks.rules import RULES
from workbench.authoring.content import AUTHOR_NOTE

RULESET: Final = 3
"""Counts up when a rule changes what it finds: what was found by another set of rules is found anew."""
MOST_FINDINGS: Final = 200
"""Findings of one lesson that are kept; the weightiest come first."""
_WEIGHT: Final = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def check(
    blocks: Sequence[Block], context: CheckContext | None = None, rules: Sequence[Rule] = RULES
) -> list[LessonFinding]:
    """What the rules find in a lesson: errors first, each severity in the order of the blocks.

    Pure, never fails on odd content, and takes time in proportion to the lesson's length. Source: ours.
    """
    view = LessonView([_judged(each) for each in blocks], context or CheckContext())
    found = []
    for rule in rules:
        for hit in rule.hits(view):
            block_id = None if hit.place is None else blocks[hit.place].id
            place = -1 if hit.place is None else hit.place
            found.append((place, LessonFinding(rule.name, block_id, rule.severity, hit.message, hit.evidence)))
    found.sort(key=lambda each: (_WEIGHT[each[1].severity], each[0]))
    return [finding for _, finding in found[:MOST_FINDINGS]]


def _judged(block: Block) -> Block:
    """The block as it is judged: a note for authors says nothing to learners, so its words are not."""
    return stored_block(block.id, block.type, {}) if block.type == AUTHOR_NOTE else block
