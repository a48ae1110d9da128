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
"""Counts up when a rule changes what it finds or says: what was found by another set of rules is found anew."""
NOT_CHECKED: Final = "not-checked"
"""The rule that a finding names where another rule could not be tried. As an error it stops publications."""
MOST_FINDINGS: Final = 200
"""Findings of one lesson that are kept; the weightiest come first."""
_WEIGHT: Final = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def check(
    blocks: Sequence[Block], context: CheckContext | None = None, rules: Sequence[Rule] = RULES
) -> list[LessonFinding]:
    """Return the findings of the rules in a lesson: errors first, each severity in the order of the blocks.

    Pure, never fails on odd content, and takes time in proportion to the lesson's length. If a search takes too
    long, the rule's finding says that it was not checked: it never counts as nothing found. Source: ours.
    """
    view = LessonView([_as_rules_see(block) for block in blocks], context or CheckContext())
    found = []
    for rule in rules:
        for name, hit in _hits(rule, view):
            block_id = None if hit.place is None else blocks[hit.place].id
            place = -1 if hit.place is None else hit.place
            found.append((place, LessonFinding(name, block_id, rule.severity, hit.message, hit.evidence)))
    found.sort(key=lambda placed_finding: (_WEIGHT[placed_finding[1].severity], placed_finding[0]))
    return [finding for _, finding in found[:MOST_FINDINGS]]


def _hits(rule: Rule, view: LessonView) -> list[tuple[str, Hit]]:
    """Return what a rule finds, under its name; where a search takes too long, what it finds in each block alone."""
    try:
        return [(rule.name, hit) for hit in rule.hits(view)]
    except PatternTimedOut:
        if rule.part is Part.LESSON:
            return [_not_checked(rule, None)]
    found = []
    for place, block in enumerate(view.blocks):
        try:
            alone = rule.hits(LessonView([block], view.context))
            found += [(rule.name, replace(hit, place=place)) for hit in alone]
        except PatternTimedOut:
            found.append(_not_checked(rule, place))
    return found


def _not_checked(rule: Rule, place: int | None) -> tuple[str, Hit]:
    part = "lesson" if place is None else "block"
    message = (
        f"Not checked: the rule {rule.name} gave up, since the text of this {part} takes too long to be searched. "
        "Shorten or divide it."
    )
    return NOT_CHECKED, Hit(place, message)


def _as_rules_see(block: Block) -> Block:
    """Return the block as the rules see it: a note for authors has no content, as learners do not see it."""
    return stored_block(block.id, block.type, {}) if block.type == AUTHOR_NOTE else block
