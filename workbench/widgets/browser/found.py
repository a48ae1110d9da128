"""The rows of lessons that a search found: what stands around the words, with the words set off. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from workbench.procedures.lesson import FoundLesson, SearchHit
from workbench.widgets.kit.rows import Row, TextPart

Marks = Sequence[tuple[int, int]]


def found_row(found: FoundLesson, row: Row) -> Row:
    """The row of a lesson with its hits: words in the title, in tags, and the text of the first block with one."""
    hits = {hit.field: hit for hit in found.hits}
    course = None if found.course_title == found.title else found.course_title
    place = " · ".join(fact for fact in (course, found.project_name, f"changed {found.updated_at[:10]}") if fact)
    title, block = hits.get("title"), hits.get("block")
    return replace(
        row,
        detail=place,
        title_parts=parts(title.text, title.marks) if title else (),
        hit=parts(block.text, block.marks) if block else (),
        chips=tuple(_chips(found.tags or (), hits.get("tags"))),
    )


def parts(text: str, marks: Marks) -> tuple[TextPart, ...]:
    """The text cut where a mark begins or ends; marks that no text has are left out."""
    found, end = [], 0
    for start, stop in marks:
        if end <= start < stop <= len(text):
            found += [TextPart(text[end:start], False), TextPart(text[start:stop], True)]
            end = stop
    return tuple(part for part in (*found, TextPart(text[end:], False)) if part.text)


def _chips(tags: Sequence[str], hit: SearchHit | None) -> Iterator[TextPart]:
    """Each tag, and whether a word stands in it; the hit's text are the tags with ` · ` between."""
    start = 0
    for tag in tags:
        end = start + len(tag)
        yield TextPart(tag, any(start <= first < end for first, _ in hit.marks) if hit else False)
        start = end + len(" · ")
