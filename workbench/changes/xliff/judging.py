"""Comparing a file's texts with the lesson's: which are accepted, and why the others are not. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from workbench.authoring.characters import unfit_characters_text
from workbench.authoring.content import content_problem
from workbench.authoring.content.block_text import text_at, with_text
from workbench.authoring.title import clean_title
from workbench.authoring.translation import disagreement, translated_content
from workbench.authoring.translation.agreement import moved_key
from workbench.authoring.translation.codes import InlineCode, code_problem, codes_by_id, join_codes, split_codes
from workbench.changes.comparison import MAX_TEXT_CHARACTERS
from workbench.changes.row import ChangeVerdict
from workbench.changes.xliff.paired import ExpectedText, PairedLesson
from workbench.exports.xliff.names import TITLE
from workbench.exports.xliff.reading import ReadFile, ReadUnit
from workbench.text import display_text
from workbench.wording import count_text

_UNFINISHED: Final = "initial"
_STALE: Final = "its source has changed; export it again to translate that"


@dataclass(frozen=True, slots=True)
class RefusedText:
    """A text that is not taken, with its line in the file."""

    line: int
    verdict: ChangeVerdict
    unit: str
    reason: str


@dataclass(slots=True)
class JudgedFile:
    """Changes that a file asks for in a lesson, by the ids of units, and those that are not accepted.

    `wanted` are texts that differ from the present ones, `lines` the line of each unit; `confirmed` are units
    that have a translation which was changed or marked as done, `complete` all units that have a translation.
    """

    wanted: dict[str, str] = field(default_factory=dict)
    confirmed: set[str] = field(default_factory=set)
    complete: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    refused: list[RefusedText] = field(default_factory=list)
    missing: int = 0
    changed_sources: int = 0

    def refuse(self, unit: str, verdict: ChangeVerdict, reason: str) -> None:
        """Take nothing of this unit."""
        self.wanted.pop(unit, None)
        self.complete.pop(unit, None)
        self.confirmed.discard(unit)
        self.refused.append(RefusedText(self.lines.get(unit, 0), verdict, unit, reason))


def compare_file(file: ReadFile, pair: PairedLesson) -> JudgedFile:
    """Compare the file's texts with the present lesson and its translation."""
    texts, judged = pair.texts(), JudgedFile()
    times = Counter(unit.id for unit in file.units)
    for unit in file.units:
        is_first = unit.id not in judged.lines
        judged.lines.setdefault(unit.id, unit.line)
        if times[unit.id] > 1:
            if is_first:
                reason = f"the unit {display_text(unit.id, longest=80)!r} occurs {count_text(times[unit.id], 'time')}"
                judged.refuse(unit.id, ChangeVerdict.DUPLICATE, reason)
        elif unit.id not in texts:
            verdict, reason = _unknown(unit, pair)
            judged.refuse(unit.id, verdict, reason)
        else:
            _judge(unit, texts[unit.id], judged)
    judged.missing = sum(text not in judged.lines for text in texts)
    for block_id, units in _by_block(texts).items():
        _judge_block(block_id, units, texts, pair, judged)
    return judged


def _judge(unit: ReadUnit, text: ExpectedText, judged: JudgedFile) -> None:
    codes = codes_by_id(split_codes(text.field, text.source))
    is_current = _is_source(unit, codes, text.source)
    judged.changed_sources += not is_current
    if unit.problem or unit.target is None:
        if unit.problem:
            judged.refuse(unit.id, ChangeVerdict.NOT_ALLOWED, unit.problem)
        return
    try:
        target = join_codes(unit.target, codes)
    except ValueError as odd:
        if not is_current:
            judged.refuse(unit.id, ChangeVerdict.SOURCE_CHANGED, _STALE)
        else:
            judged.refuse(unit.id, ChangeVerdict.NOT_ALLOWED, str(odd))
        return
    if text.place == TITLE and text.block is None:
        target = " ".join(target.split())
    if target == text.now or (text.now is not None and target == text.base):
        # The file has the current text, or the one before an edit here: the edit stays.
        if is_current and text.now is not None:
            judged.complete[unit.id] = text.now
            if unit.state != _UNFINISHED and target == text.now:
                judged.confirmed.add(unit.id)
        return
    verdict, reason = _problem(unit, text, target, is_current=is_current)
    if verdict is not None:
        judged.refuse(unit.id, verdict, reason)
        return
    judged.wanted[unit.id] = judged.complete[unit.id] = target
    judged.confirmed.add(unit.id)


def _problem(unit: ReadUnit, text: ExpectedText, target: str, *, is_current: bool) -> tuple[ChangeVerdict | None, str]:
    if not is_current:
        return ChangeVerdict.SOURCE_CHANGED, _STALE
    if text.now is not None and text.now != text.base:
        now = display_text(text.now, longest=60)
        return ChangeVerdict.CONFLICT, f"someone has changed it here since the file was written, to {now!r}"
    if len(target) > MAX_TEXT_CHARACTERS:
        return ChangeVerdict.NOT_ALLOWED, f"it has {len(target):,} characters"
    problem = code_problem(unit.target or (), codes_by_id(split_codes(text.field, text.source)))
    if problem is None:
        problem = disagreement(text.field, text.source, target)
    if problem is None and not unfit_characters_text(text.source):
        problem = unfit_characters_text(target.replace("\r", ""))
    if problem is None and text.block is None:
        problem = _title_problem(target)
    elif problem is None and text.block is not None:
        texts = translated_content(text.block.content, {text.place: target})
        own = content_problem(text.block.type, texts)
        # Checks that need all texts of a block run when all are known.
        problem = own if own and "longer" in own else None
    return (None, "") if problem is None else (ChangeVerdict.NOT_ALLOWED, problem.rstrip(".").replace("It ", "it ", 1))


def _title_problem(title: str) -> str | None:
    try:
        clean_title(title)
    except ValueError as refused:
        return str(refused)
    return None


def _judge_block(
    block_id: str, units: list[str], texts: Mapping[str, ExpectedText], pair: PairedLesson, judged: JudgedFile
) -> None:
    """Refuse the texts of a block that are invalid together: a key that moved, choices with the same text."""
    wanted = [unit for unit in units if unit in judged.wanted]
    block = texts[units[0]].block
    if not wanted or block is None:
        return
    there = pair.translated_block(block_id)
    after = {texts[wanted_unit].place: judged.wanted[wanted_unit] for wanted_unit in wanted}
    if there is None:
        if len([unit for unit in units if unit in judged.complete]) < len(units):
            return  # it is not made at all
        content = translated_content(block.content, after)
        before: dict[str, str] = {}
    else:
        content = there.content
        before = {place: text_at(content, place) or "" for place in (texts[unit].place for unit in units)}
        lacking = [wanted_unit for wanted_unit in wanted if texts[wanted_unit].now is None]
        for lacking_unit in lacking:
            judged.refuse(
                lacking_unit, ChangeVerdict.NOT_A_FIELD, "the translation's block was changed and has no such text"
            )
            after.pop(texts[lacking_unit].place)
        wanted = [wanted_unit for wanted_unit in wanted if wanted_unit not in lacking]
        content = _with_texts(content, after)
    moved = moved_key(block.type, block.content, before, {**before, **after})
    problem = f"{moved[0]} says what {moved[1]} said, so another answer would be right" if moved else None
    problem = problem or content_problem(block.type, content)
    for wanted_unit in wanted if problem else ():
        judged.refuse(wanted_unit, ChangeVerdict.NOT_ALLOWED, str(problem).rstrip("."))


def _with_texts(content: Mapping[str, object], texts: Mapping[str, str]) -> dict[str, object]:
    made = dict(content)
    for place, text in texts.items():
        made = with_text(made, place, text)
    return made


def _by_block(texts: Mapping[str, ExpectedText]) -> dict[str, list[str]]:
    units_by_block: dict[str, list[str]] = defaultdict(list)
    for unit, text in texts.items():
        if text.block is not None:
            units_by_block[text.block.id].append(unit)
    return units_by_block


def _unknown(unit: ReadUnit, pair: PairedLesson) -> tuple[ChangeVerdict, str]:
    owner, _, place = unit.id.partition(".")
    what = f"the unit {display_text(unit.id, longest=80)!r}"
    if owner in {block.id for block in pair.source_blocks()}:
        return ChangeVerdict.NOT_A_FIELD, f"{what} is not a text of its block now: {display_text(place, longest=60)!r}"
    return ChangeVerdict.UNKNOWN_BLOCK, f"{what} is of no block of this lesson"


def _is_source(unit: ReadUnit, codes: Mapping[str, InlineCode], source: str) -> bool:
    """Return whether the file has the present source; a tool may have changed its white space."""
    try:
        return _fold_spaces(join_codes(unit.source, codes)) == _fold_spaces(source)
    except ValueError:
        return False


def _fold_spaces(text: str) -> str:
    return " ".join(text.split())
