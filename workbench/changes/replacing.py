"""Find and replace over lessons, as a change plan: titles, and every text of blocks; each hit is shown. Reads only.

The search text is plain text, never a pattern. Source: ours (changes 2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content.block_text import block_texts
from workbench.authoring.title import clean_title
from workbench.bulk.journal.idempotency import content_digest
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.comparison import changed_text
from workbench.changes.plan import ChangePlan
from workbench.changes.planning import check_name
from workbench.changes.present import PresentLesson, PresentState
from workbench.changes.reading import find_target, found_lessons, listed_lessons, read_present
from workbench.changes.row import TITLE, ChangeRow, ChangeVerdict
from workbench.client.calling import CallingClient
from workbench.errors import PlanRejected
from workbench.patterns import IGNORECASE, Pattern, escape
from workbench.procedures.lesson import LESSON_FILTERS
from workbench.text import display_text
from workbench.wording import count_text

MAX_FIND_CHARACTERS: Final = 200
MAX_REPLACEMENT_CHARACTERS: Final = 2_000
MAX_LESSONS: Final = 100_000
_AROUND: Final = 30
_ADDRESS: Final = Pattern(r"\]\([^()\s]*\)|https?://\S+|mailto:\S+")
_WORD_CHARACTER = Pattern(r"\w")
FILTERS: Final = tuple(name for name in LESSON_FILTERS if name != "in_trash")
"""Names accepted in `where`: the filters of `lesson.listLessons`."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """A text to find, and its replacement.

    `words`: match whole words only; `case`: match case. Without `case`, a match in capitals, or with an initial
    capital, keeps that form. Addresses of links are never changed.
    """

    find: str
    replacement: str
    words: bool = True
    case: bool = False

    def in_text(self, text: str) -> tuple[str, list[str]]:
        """Return the text with all matches replaced, and each match with its surrounding text."""
        addresses = [match.span() for match in _ADDRESS.finditer(text)]
        pieces, end, hits = [], 0, []
        for match in self._pattern().finditer(text):
            if any(start <= match.start() < stop for start, stop in addresses):
                continue
            pieces += [text[end : match.start()], self._match_case(match[0])]
            end = match.end()
            excerpt = text[max(0, match.start() - _AROUND) : match.end() + _AROUND]
            hits.append(" ".join(excerpt.split()))
        return "".join([*pieces, text[end:]]), hits

    def _pattern(self) -> Pattern[str]:
        escaped = escape(self.find)
        if self.words:
            before = r"(?<!\w)" if _WORD_CHARACTER.match(self.find) else ""
            after = r"(?!\w)" if _WORD_CHARACTER.match(self.find[-1:]) else ""
            escaped = f"{before}{escaped}{after}"
        return Pattern(escaped, 0 if self.case else IGNORECASE)

    def _match_case(self, hit: str) -> str:
        if self.case or hit == self.find:
            return self.replacement
        if hit.isupper() and len(hit) > 1 and not self.find.isupper():
            return self.replacement.upper()
        if hit[:1].isupper() and not self.find[:1].isupper():
            return self.replacement[:1].upper() + self.replacement[1:]
        return self.replacement


def plan_replacements(
    replacement: Replacement,
    client: CallingClient,
    *,
    where: str | Mapping[str, str | tuple[str, ...]] | None = None,
    organization_id: str | None = None,
    name: str | None = None,
) -> ChangePlan:
    """Plan the replacement of a text in every lesson that matches `where`; planning changes nothing.

    `where` is a search query, or a mapping of `project_id`, `course_id`, `language` or `search` (in titles), each with
    one value or a tuple of them. Raises `PlanRejected`.
    """
    check_name(name)
    by_search, filters_given = (where, {}) if isinstance(where, str) else (None, dict(where or {}))
    _check(replacement, filters_given)
    run_target, target = find_target(client, organization_id)
    read_at = epoch_ms()
    if by_search is not None:
        lessons = [lesson.lesson_id for lesson in found_lessons(client, run_target, by_search)]
    else:
        values = [value if isinstance(value, tuple) else (value,) for value in filters_given.values()]
        filter_sets = (dict(zip(filters_given, combination, strict=True)) for combination in product(*values))
        lessons = [
            lesson
            for filter_set in filter_sets
            for lesson in listed_lessons(client, run_target, filter_set, most=MAX_LESSONS)
        ]
    present = read_present(client, run_target, (), with_blocks=lessons)
    rows = tuple(_rows(replacement, present))
    note = f"{count_text(len(lessons), 'lesson')} searched for {display_text(replacement.find, longest=80)!r}."
    scope = by_search or "\n".join(f"{key}={value}" for key, value in sorted(filters_given.items()))
    digest = content_digest(
        [f"{replacement.find}\n{replacement.replacement}\n{replacement.words}\n{replacement.case}\n{scope}"]
    )
    stem = "".join(
        character for character in f"{replacement.find} to {replacement.replacement}" if character.isprintable()
    )[:80]
    return ChangePlan(name or f"{stem} {digest}", "find and replace", target, rows, (note,), read_at)


def _rows(replacement: Replacement, present: PresentState) -> Iterator[ChangeRow]:
    line = 0
    for lesson in present.lessons.values():
        course = present.courses.get(lesson.course_id)
        for block_id, place, before in _texts(lesson):
            after, hits = replacement.in_text(before)
            if after == before:
                continue
            line += 1
            row = ChangeRow(
                line=line,
                verdict=ChangeVerdict.CHANGE,
                lesson_id=lesson.lesson_id,
                block_id=block_id,
                field=place,
                before=before,
                after=after,
                base_revision=lesson.revision,
                lesson_title=lesson.title,
                course_title=course.title if course else "",
                reason=_hits_text(hits),
            )
            problem = _problem(lesson, row)
            yield row if problem is None else replace(row, verdict=ChangeVerdict.NOT_ALLOWED, reason=problem)


def _texts(lesson: PresentLesson) -> Iterator[tuple[str, str, str]]:
    """Yield the title and each text of the lesson's blocks, as block id, place and text.

    Unknown block types and a first heading that repeats the title, which changes with it, are left out.
    """
    yield "", TITLE, lesson.title
    heading = next((block for block in lesson.blocks.values() if block.type == "heading"), None)
    for block in lesson.blocks.values():
        if block.type not in BLOCK_TYPES:
            continue
        for place, text in block_texts(block.content):
            is_word = place not in BLOCK_TYPES[block.type].code_fields
            if is_word and not (block is heading and place == "text" and " ".join(text.split()) == lesson.title):
                yield block.id, place, text


def _problem(lesson: PresentLesson, row: ChangeRow) -> str | None:
    if row.block_id:
        return changed_text(lesson, row.block_id, row.field, row.after)
    try:
        clean_title(row.after)
    except ValueError as refused:
        return str(refused)
    return None


def _hits_text(hits: list[str]) -> str:
    shown_hits = "; ".join(f"…{display_text(hit, longest=80)}…" for hit in hits[:3])
    return f"{len(hits):,} hit{'' if len(hits) == 1 else 's'}: {shown_hits}"


def _check(replacement: Replacement, where: Mapping[str, object]) -> None:
    if not replacement.find.strip() or len(replacement.find) > MAX_FIND_CHARACTERS:
        raise PlanRejected(f"The text to find has 1 to {MAX_FIND_CHARACTERS} characters. Nothing was changed.")
    if len(replacement.replacement) > MAX_REPLACEMENT_CHARACTERS:
        raise PlanRejected(
            f"The replacement has at most {MAX_REPLACEMENT_CHARACTERS:,} characters. Nothing was changed."
        )
    unknown = [filter_name for filter_name in where if filter_name not in FILTERS]
    if unknown:
        names = ", ".join(filter_.removesuffix("_id") for filter_ in FILTERS)
        raise PlanRejected(f"`where` accepts {names}, not {display_text(unknown[0], longest=60)!r}.")
