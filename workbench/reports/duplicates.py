"""The report on duplicates: lessons of an organization that say the same in the same language.

Two lessons are equal when the words of their blocks are the same in the same order; case, accents, signs, ids and the
title do not count. They are nearly equal when at least four in five of all runs of five words are in both, which is
estimated from 128 numbers a lesson (MinHash; the error is about three in a hundred). A lesson of fewer than 40 words is
compared only as a whole. The first lesson of a group is the oldest one; the others are compared with it.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from workbench.authoring.measure import SKETCH_NUMBERS
from workbench.columns import FLAG, INTEGER, MOMENT, NUMBER, ORGANIZATION, TEXT, Column, rows_frame
from workbench.procedures.lesson import list_contents
from workbench.reports.contents import contents_call
from workbench.reports.lessons import all_lessons, lessons_call
from workbench.reports.projects import projects_call
from workbench.reports.report import IN_LANGUAGE, IN_PROJECT, Answers, Report, ReportCall
from workbench.reports.scope import COUNT, Parameter, Scope
from workbench.reports.tables.figures import AUTHOR_COUNT, LANGUAGE_COUNT, LAST_CHANGE, PROJECT_COUNT, Figure
from workbench.reports.tables.listing import list_rows

if TYPE_CHECKING:
    import numpy
    import pandas


SIMILAR_PERCENT: Final = 80
_LEAST_PERCENT: Final = 50
COLUMNS: Final = (
    *ORGANIZATION,
    Column("group", INTEGER, "", "Lessons with the same number say the same; 1 has the most lessons."),
    Column("similarity", NUMBER, "", "Part of the runs of five words that it shares with the group's first lesson."),
    Column("is_exact", FLAG, "", "Whether its words are those of the group's first lesson, in the same order."),
    Column("title", TEXT, "", "Its title, which does not count."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("course_id", TEXT, "", "Its course."),
    Column("project", TEXT, "", "Name of its project."),
    Column("project_id", TEXT, "", "Its project."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("word_count", INTEGER, "words", "Words that a learner reads in it."),
    Column("block_count", INTEGER, "blocks", "Blocks (pages) in it."),
    Column("created_by", TEXT, "", "Name of the person who made it."),
    Column("created_by_id", TEXT, "", "The person who made it."),
    Column("created_at", MOMENT, "UTC", "When it was made; the group's first lesson is the oldest."),
    Column("updated_at", MOMENT, "UTC", "Last change."),
)
_FINGERPRINTS: Final = (
    *ORGANIZATION,
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("word_count", INTEGER, "words", "Words that a learner reads in it."),
    Column("text_digest", TEXT, "", "Equal for equal words."),
    Column("text_sketch", TEXT, "", "Used to find nearly equal texts."),
)
_SURE: Final = 0.99
"""Probability that two texts that are just similar enough are compared."""


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for each organization's lessons, fingerprints of their texts and project names."""
    which = [
        (organization, filters)
        for organization in scope.organizations
        for filters in scope.filters("project_id", "language")
    ]
    calls = [lessons_call(organization, **filters) for organization, filters in which]
    for organization, filters in which:
        call = contents_call(organization, fingerprints=True, **filters)
        calls.append(ReportCall(call.call, organization, call.rows, _FINGERPRINTS, beside=True))
    return [
        *calls,
        *(projects_call(organization, include_archived=True, beside=True) for organization in scope.organizations),
    ]


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per lesson of a group, the first before the others, by organization and group."""
    import pyarrow

    fingerprints = list_rows(answers, list_contents.name, _FINGERPRINTS).to_pylist()
    known = {(fingerprint["organization_id"], fingerprint["lesson_id"]): fingerprint for fingerprint in fingerprints}
    lessons = all_lessons(answers).sort_values(["created_at", "lesson_id"], kind="stable")
    lessons = lessons[[column.name for column in COLUMNS if column.name in lessons.columns]]
    parts: dict[tuple[str, str], list[dict[str, Any]]] = {}
    lacking = 0
    for lesson_row in pyarrow.Table.from_pandas(lessons, preserve_index=False).to_pylist():
        content = known.get((lesson_row["organization_id"], lesson_row["lesson_id"]))
        if content is None or (content["text_digest"] is None and content["word_count"] != 0):
            lacking += 1
        else:
            parts.setdefault((lesson_row["organization_id"], lesson_row["language"]), []).append(
                {**lesson_row, **content}
            )
    least = answers.scope.get("similar_percent", SIMILAR_PERCENT) / 100
    groups = [group for part in parts.values() for group in _groups(part, least)]
    groups.sort(key=lambda group: (str(group[0]["organization"]), -len(group), str(group[0]["title"])))
    rows = [{**member, "group": number} for number, group in enumerate(groups, 1) for member in group]
    one = "lesson was not compared: its text was" if lacking == 1 else "lessons were not compared: their texts were"
    missing = [f"{lacking:,} {one} not told."] if lacking and known else []
    return rows_frame(
        COLUMNS, [{column.name: row.get(column.name) for column in COLUMNS} for row in rows], missing=missing
    )


def _groups(lessons: list[dict[str, Any]], least: float) -> Iterator[list[dict[str, Any]]]:
    """Yield the groups of lessons in one language with the same content, oldest first, then the most alike."""
    digests = [lesson["text_digest"] for lesson in lessons]
    members: dict[int, list[dict[str, Any]]] = {}
    likeness = likenesses(digests, [lesson["text_sketch"] for lesson in lessons], least=least)
    for lesson, digest, like in zip(lessons, digests, likeness, strict=True):
        is_exact = digest is not None and digest == digests[like.first]
        similarity = 1.0 if is_exact else like.similarity
        members.setdefault(like.first, []).append({**lesson, "similarity": similarity, "is_exact": is_exact})
    for first, *others in members.values():
        if others:
            yield [first, *sorted(others, key=lambda other: (-other["similarity"], str(other["title"])))]


REPORT: Final = Report(
    "duplicates",
    "lessons that say the same, or nearly, in the same language",
    COLUMNS,
    ask,
    frame,
    (
        IN_PROJECT,
        IN_LANGUAGE,
        Parameter(
            "similar_percent",
            COUNT,
            f"Runs of five words in common, of a hundred: {_LEAST_PERCENT} to 100; default {SIMILAR_PERCENT}. "
            "100 finds the same words only.",
            least=_LEAST_PERCENT,
            most=100,
        ),
    ),
    figures=(Figure("block_count", "sum", "blocks"), LANGUAGE_COUNT, AUTHOR_COUNT, PROJECT_COUNT, LAST_CHANGE),
)


@dataclass(frozen=True, slots=True)
class Likeness:
    """The place of the text that a text is like, its own for the first of its kind; and how like it is, 0 to 1."""

    first: int
    similarity: float = 1.0


def likenesses(digests: Sequence[str | None], sketches: Sequence[str | None], *, least: float) -> list[Likeness]:
    """Return the earlier text that each text is like: one with its digest, else the most similar group founder.

    A text is never compared with all others: bands of the sketches that two texts share lead to similar ones
    (locality-sensitive hashing), so that ten thousand texts take seconds, even if all were made from one template. With
    `least` 1 only equal digests count.
    """
    import numpy

    numbers = [None if sketch is None or least >= 1 else _numbers(sketch) for sketch in sketches]
    width = _band_width(least)
    matrix = numpy.zeros((len(numbers), SKETCH_NUMBERS), dtype=numpy.uint32)
    of_digest: dict[str, Likeness] = {}
    of_band: dict[int, list[int]] = {}
    likes: list[Likeness] = []
    for index, (digest, sketch) in enumerate(zip(digests, numbers, strict=True)):
        like = of_digest.get(digest or "")
        bands = [] if sketch is None or like is not None else _bands(sketch, width)
        if bands and sketch is not None:
            near = sorted({near_place for band in bands for near_place in of_band.get(band, ())})
            alike = (matrix[near] == sketch).mean(axis=1) if near else numpy.zeros(1)
            best = int(alike.argmax())
            if alike[best] >= least:
                like = Likeness(near[best], float(alike[best]))
            else:
                matrix[index] = sketch
                for band in bands:
                    of_band.setdefault(band, []).append(index)
        likes.append(like or Likeness(index))
        if digest is not None:
            of_digest.setdefault(digest, likes[-1])
    return likes


def _numbers(sketch: str) -> numpy.ndarray | None:
    """Return the numbers of a sketch as a service writes them; `None` for an invalid one."""
    import numpy

    try:
        numbers = numpy.frombuffer(b64decode(sketch, validate=True), dtype="<u4")
    except (Base64Error, ValueError):
        return None
    return numbers if len(numbers) == SKETCH_NUMBERS else None


def _bands(sketch: numpy.ndarray, width: int) -> list[int]:
    written = sketch.tobytes()
    return [
        hash((start, written[4 * start : 4 * (start + width)])) for start in range(0, SKETCH_NUMBERS - width + 1, width)
    ]


def _band_width(least: float) -> int:
    """Return the largest band width with which texts just similar enough nearly always share a band."""
    widths = range(1, SKETCH_NUMBERS + 1)
    return max(width for width in widths if width == 1 or 1 - (1 - least**width) ** (SKETCH_NUMBERS // width) >= _SURE)
