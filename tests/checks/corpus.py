"""The labelled lessons of `corpus/`, and how the rules fare on them. `corpus/README.md` says what the labels mean."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import RULES, CheckContext
from workbench.authoring.checks.finding import Part, Rule
from workbench.authoring.checks.lesson_view import LessonView
from workbench.authoring.checks.passages import FEWEST_LETTERS
from workbench.service.ai.detector import other_language

HERE = Path(__file__).parent
TUNED_ON = ("corpus", "second")
FEWEST_POSITIVES = 20
LEAST_RECALL = 0.9
MOST_FALSE_ALARMS = 0.05
_DEVIATIONS = 1.96
"""Of a normal distribution: 95% lie within."""


@dataclass(frozen=True, slots=True)
class Item:
    """A labelled item."""

    id: str
    language: str
    topic: str
    part: Part
    labels: tuple[str, ...]
    blocks: tuple[Block, ...]
    why: str

    @property
    def view(self) -> LessonView:
        """The item as the rules read it."""
        return LessonView(self.blocks, CheckContext(self.topic, self.language, language_of))

    def is_judged_by(self, rule: Rule) -> bool:
        """Whether the labels say something about the rule: a question is neither for nor against a whole lesson."""
        if self.part is Part.LESSON:
            return True
        has_quiz = any(block.type == "quiz" for block in self.blocks)
        return rule.part is self.part or (rule.part is Part.QUESTION and has_quiz)


@dataclass(slots=True)
class Measured:
    """How a rule fared: items with the flaw, found and missed, and items without it, passed and flagged."""

    found: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    flagged: list[str] = field(default_factory=list)

    @property
    def positives(self) -> int:
        """Items that have the flaw."""
        return len(self.found) + len(self.missed)

    @property
    def recall(self) -> float:
        """Share of the flaws that were found."""
        return len(self.found) / max(self.positives, 1)

    @property
    def false_alarms(self) -> float:
        """Share of the items without the flaw that were flagged."""
        return len(self.flagged) / max(len(self.flagged) + len(self.passed), 1)


def items(*folders: str) -> list[Item]:
    """All items of these folders, by file and line; without one, those that the rules were tuned on."""
    paths = [path for folder in folders or TUNED_ON for path in sorted((HERE / folder).glob("*.jsonl"))]
    return [_item(json.loads(line)) for path in paths for line in _lines(path)]


def measured(of: Sequence[Item]) -> dict[str, Measured]:
    """How each rule fares on these items."""
    found = {rule.name: Measured() for rule in RULES}
    for item in of:
        view = item.view
        for rule in RULES:
            if item.is_judged_by(rule):
                is_hit, is_wanted = next(rule.hits(view), None) is not None, rule.name in item.labels
                here = found[rule.name]
                lists = {
                    (True, True): here.found,
                    (False, True): here.missed,
                    (False, False): here.passed,
                    (True, False): here.flagged,
                }
                lists[is_hit, is_wanted].append(item.id)
    return found


def interval(count: int, of: int) -> tuple[float, float]:
    """Between which shares the true one lies with 95% (Wilson's interval)."""
    if not of:
        return 0.0, 1.0
    share, squared = count / of, _DEVIATIONS**2
    middle = (share + squared / 2 / of) / (1 + squared / of)
    half = _DEVIATIONS * sqrt(share * (1 - share) / of + squared / 4 / of**2) / (1 + squared / of)
    return max(0.0, middle - half), min(1.0, middle + half)


@cache
def language_of(text: str, code: str) -> str | None:
    """The language of a block as the service tells it."""
    return other_language(text, code, fewest_letters=FEWEST_LETTERS)


def _lines(path: Path) -> Iterator[str]:
    return iter(path.read_text(encoding="utf-8").splitlines())


def _item(line: dict[str, Any]) -> Item:
    blocks = tuple(Block(id=new_block_id(), **block) for block in line["blocks"])
    part = Part(line.get("part", Part.LESSON))
    labels, why = tuple(line.get("labels", ())), line.get("why", "")
    return Item(line["id"], line["language"], line["topic"], part, labels, blocks, why)
