"""Checking a lesson: every rule on its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from workbench.authoring.block import Block, stored_block
from workbench.authoring.checks.finding import Hit, LessonFinding, Part, Rule, Severity
from workbench.authoring.checks.lesson_view import CheckContext, LessonView
from workbench.authoring.checks.rules import RULES
from workbench.authoring.content import AUTHOR_NOTE
from workbench.errors import PatternTimedOut

RULESET: Final = 4
"""Increased whenever a rule changes what it finds or says, so that stored findings are computed again."""
NOT_CHECKED: Final = "not-checked"
"""The rule of a finding which says that another rule timed out. As an error it prevents publishing."""
MOST_FINDINGS: Final = 200
"""Findings kept for one lesson, the most severe first."""
_WEIGHT: Final = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def check(
    blocks: Sequence[Block], context: CheckContext | None = None, rules: Sequence[Rule] = RULES
) -> list[LessonFinding]:
    """Return the findings of the rules in a lesson: errors first, each severity in the order of the blocks.

    Pure, never fails on odd content, and takes time in proportion to the lesson's length. If a search takes too long, a
    finding says that the rule was not checked. Source: ours.
    """
    view = LessonView([_as_rules_see(block) for block in blocks], context or CheckContext())
    placed_findings = []
    for rule in rules:
        for name, hit in _hits(rule, view):
            block_id = None if hit.place is None else blocks[hit.place].id
            place = -1 if hit.place is None else hit.place
            placed_findings.append((place, LessonFinding(name, block_id, rule.severity, hit.message, hit.evidence)))
    placed_findings.sort(key=lambda entry: (_WEIGHT[entry[1].severity], entry[0]))
    return [finding for _, finding in placed_findings[:MOST_FINDINGS]]


def _hits(rule: Rule, view: LessonView) -> list[tuple[str, Hit]]:
    """Return a rule's hits with its name; if a search takes too long, the hits in each block checked alone."""
    try:
        return [(rule.name, hit) for hit in rule.hits(view)]
    except PatternTimedOut:
        if rule.part is Part.LESSON:
            return [_not_checked(rule, None)]
    placed_findings = []
    for index, block in enumerate(view.blocks):
        try:
            block_hits = rule.hits(LessonView([block], view.context))
            placed_findings += [(rule.name, replace(hit, place=index)) for hit in block_hits]
        except PatternTimedOut:
            placed_findings.append(_not_checked(rule, index))
    return placed_findings


def _not_checked(rule: Rule, index: int | None) -> tuple[str, Hit]:
    part = "lesson" if index is None else "block"
    message = f"Not checked: the rule {rule.name} took too long to search the text of this {part}. Shorten or split it."
    return NOT_CHECKED, Hit(index, message)


def _as_rules_see(block: Block) -> Block:
    """Return the block as the rules see it: a note for authors has no content, as learners do not see it."""
    return stored_block(block.id, block.type, {}) if block.type == AUTHOR_NOTE else block
