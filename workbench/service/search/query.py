"""Search for lessons by indexed words and filters, with ranked results a page at a time.

A lesson is found if every term occurs somewhere in it. A match in the title counts most, then tags, then the number of
parts with the word; ties are sorted newest first. So both databases give the same rows in the same order.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    FromClause,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    case,
    column,
    false,
    func,
    literal_column,
    null,
    or_,
    select,
    table,
    text,
    true,
    union,
    union_all,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from workbench.authoring.block import Block, stored_block
from workbench.authoring.blocks.registry import QUESTION_TYPES
from workbench.service.db.folding import ESCAPE, containing
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement, without_index
from workbench.service.db.tables import course, lesson, person, project, tag
from workbench.service.db.text_index import (
    FIRST_OF_BLOCKS,
    TAGS,
    TITLE,
    organization_word,
    part_number,
    part_range,
    type_word,
)
from workbench.service.lessons.lists import ITEM, LessonItem, item_from_row
from workbench.service.lessons.status import STATUS_RANK, status_rank

TITLE_SCORE, TAGS_SCORE = 1_000, 100
_PART_BYTE = 255


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """Consecutive folded words in a part; with `is_prefix` the last one may be the beginning of a longer word."""

    words: tuple[str, ...]
    is_prefix: bool = False

    def for_sqlite(self) -> str:
        """Return the term in FTS5 syntax: a quoted phrase, so that no word is read as an operator."""
        return f'"{" ".join(self.words)}"{"*" if self.is_prefix else ""}'

    def for_postgresql(self) -> str:
        """Return the term in `tsquery` syntax."""
        return " <-> ".join(f"'{word}'" for word in self.words) + (":*" if self.is_prefix else "")


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """A filter for a search; None does not filter. Tags are folded; course and project are an id or part of a name."""

    terms: tuple[SearchTerm, ...] = ()
    tags: tuple[str, ...] = ()
    is_untagged: bool = False
    language: str | None = None
    status: str | None = None
    course: str | None = None
    project: str | None = None
    has_quiz: bool | None = None
    updated_after: int | None = None
    updated_before: int | None = None
    now: int = 0
    """When the status of the lessons is told."""


class FoundItem(NamedTuple):
    """A lesson that was found, and its blocks, in order, from one part that contains a term."""

    item: LessonItem
    course_title: str
    project_name: str
    blocks: tuple[Block, ...]


class FoundPage(NamedTuple):
    """Some of the lessons that were found, best first, and how many there are."""

    items: tuple[FoundItem, ...]
    total: int


_TEXT = table("search_text", column("rowid", BigInteger), column("words", Text))


class _Matches(ColumnElement[bool]):
    """Tests whether a part of the organization's lessons contains the term, given in parameters `fts` and `tsquery`."""

    type = Boolean()
    inherit_cache = False
    _is_implicitly_boolean = True

    def __init__(self, number: int | str) -> None:
        self.fts = bindparam(f"fts_{number}", type_=Text())
        self.tsquery = bindparam(f"tsquery_{number}", type_=Text())
        self.is_mine = _TEXT.c.rowid.between(bindparam("first_part"), bindparam("last_part"))


@compiles(_Matches, "sqlite")
def _matches_fts(element: _Matches, compiler: SQLCompiler, **options: Any) -> str:
    in_organization = compiler.process(element.is_mine, **options)
    return f"search_text MATCH {compiler.process(element.fts, **options)} AND {in_organization}"


@compiles(_Matches, "postgresql")
def _matches_tsquery(element: _Matches, compiler: SQLCompiler, **options: Any) -> str:
    return f"search_text.words @@ CAST({compiler.process(element.tsquery, **options)} AS tsquery)"


_LESSON_NUMBER: ColumnElement[int] = _TEXT.c.rowid.op(">>")(literal_column("8"))
_PART: ColumnElement[int] = _TEXT.c.rowid.op("&")(literal_column(str(_PART_BYTE)))
_BLOCKS = Statement(
    text(
        "SELECT block.lesson_id, block.id, block.type, block.content FROM json_each(:pairs) AS pair "
        "JOIN block ON block.lesson_id = pair.value ->> 0 AND block.id = pair.value ->> 1"
    ),
    postgresql=text(
        "SELECT block.lesson_id, block.id, block.type, block.content FROM json_array_elements(CAST(:pairs AS json)) "
        "AS pair JOIN block ON block.lesson_id = pair ->> 0 AND block.id = pair ->> 1"
    ),
)


async def found_page(
    db: Db, organization_id: str, search_filter: SearchFilter, *, limit: int = 20, offset: int = 0
) -> FoundPage:
    """Return a page of the organization's matching lessons, best first, skipping `offset` of them."""
    values = _values(organization_id, search_filter)
    rows = await db.rows(_page(_shape(search_filter)), limit=limit, offset=offset, **values)
    if not rows:
        return FoundPage((), 0 if offset == 0 else await _total(db, search_filter, values))
    blocks = await _blocks_in(db, {row[0]: (row[-3], row[-2]) for row in rows if row[-2] is not None})
    items = tuple([FoundItem(item_from_row(row[:-5]), row[-5], row[-4], blocks.get(row[0], ())) for row in rows])
    return FoundPage(items, int(rows[0][-1]))


async def _total(db: Db, which: SearchFilter, values: dict[str, Value]) -> int:
    first = await db.row(_page(_shape(which)), limit=1, offset=0, **values)
    return 0 if first is None else int(first[-1])


async def _blocks_in(db: Db, places: dict[str, tuple[str, int]]) -> dict[str, tuple[Block, ...]]:
    """Return for each lesson the blocks of a part, in order; `places` has each lesson's `ord` text and the part."""
    ids = {
        of_lesson_id: [block_id for block_id in json.loads(order) if part_number(block_id) == part]
        for of_lesson_id, (order, part) in places.items()
    }
    pairs = [(of_lesson_id, block_id) for of_lesson_id, chosen in ids.items() for block_id in chosen]
    rows = await db.rows(_BLOCKS, pairs=json.dumps(pairs)) if pairs else []
    stored = {
        (of_lesson_id, block_id): stored_block(block_id, kind, json.loads(content))
        for of_lesson_id, block_id, kind, content in rows
    }
    return {
        of_lesson_id: tuple([stored[of_lesson_id, block_id] for block_id in chosen])
        for of_lesson_id, chosen in ids.items()
    }


def _shape(which: SearchFilter) -> tuple[int, int, frozenset[str]]:
    """Return what determines the statement: the number of terms and tags, and which filters are set."""
    names = {"language", "status", "course", "project", "updated_after", "updated_before"}
    filters = {name for name in names if getattr(which, name) is not None}
    if which.is_untagged:
        filters.add("untagged")
    if which.has_quiz is not None:
        filters.add("quiz" if which.has_quiz else "no_quiz")
    return len(which.terms), len(which.tags), frozenset(filters)


def _values(organization_id: str, which: SearchFilter) -> dict[str, Value]:
    first, last = part_range(organization_id)
    values: dict[str, Value] = {"organization_id": organization_id, "first_part": first, "last_part": last}
    organization_term = f"'{organization_word(organization_id)}'"
    for number, term in enumerate(which.terms):
        values[f"fts_{number}"] = term.for_sqlite()
        values[f"tsquery_{number}"] = f"{organization_term} & {term.for_postgresql()}"
    if which.has_quiz is not None:
        questions = [SearchTerm((type_word(question_type),)) for question_type in QUESTION_TYPES]
        values["fts_quiz"] = " OR ".join(question.for_sqlite() for question in questions)
        values["tsquery_quiz"] = (
            f"{organization_term} & ({' | '.join(question.for_postgresql() for question in questions)})"
        )
    for number, wanted_tag in enumerate(which.tags):
        values[f"tag_{number}"] = wanted_tag
    if which.language is not None:
        values |= {"language": which.language, "regions": f"{which.language}-%"}
    if which.status is not None:
        values |= {"status": status_rank(which.status), "now": which.now}
    for name in ("course", "project"):
        if (value := getattr(which, name)) is not None:
            values |= {f"{name}_id": value, f"{name}_name": containing(value)}
    for name in ("updated_after", "updated_before"):
        if (value := getattr(which, name)) is not None:
            values[name] = value
    return values


@cache
def _page(shape: tuple[int, int, frozenset[str]]) -> Statement:
    """Return the statement of a page, best first, with the total.

    Each row has the columns of a `FoundItem`, and `ord` and a part with a term, to find its blocks.
    """
    keys = ("score", "updated_at", "id") if shape[0] else ("updated_at", "id")
    return Statement(
        _page_of(_found_lessons(shape), keys), postgresql=_page_of(_found_lessons(shape, is_server=True), keys)
    )


def _page_of(matches: FromClause, keys: Sequence[str]) -> Select[Any]:
    total = select(func.count()).select_from(matches).correlate(None).scalar_subquery()
    ordered = select(matches).order_by(*[matches.c[key].desc() for key in keys])
    page = ordered.limit(bindparam("limit")).offset(bindparam("offset")).subquery("page")
    return (
        select(*ITEM.selected_columns, course.c.title, project.c.name, lesson.c.ord, page.c.part, total)
        .select_from(page)
        .join(lesson, lesson.c.id == page.c.id)
        .join(course, course.c.id == lesson.c.course_id)
        .join(project, project.c.id == course.c.project_id)
        .outerjoin(person, person.c.id == lesson.c.created_by)
        .order_by(*[page.c[key].desc() for key in keys])
    )


def _found_lessons(shape: tuple[int, int, frozenset[str]], *, is_server: bool = False) -> FromClause:
    """Return a query for the id, time, score and part of all lessons that are found.

    With terms, each hit's lesson is looked up by number, whatever row count the planner estimates: a scan of all the
    organization's lessons would make a rare word slow. A join makes SQLite do this; in PostgreSQL a `LATERAL` row does,
    and the filters come after a CTE, or their subqueries would run once per row.
    """
    terms = shape[0]
    if terms and is_server:
        not_trashed = _living(_hits(terms))
        columns = [not_trashed.c[name] for name in ("id", "updated_at", "score", "part")]
        return _materialize(select(*columns).where(*_conditions(shape, not_trashed)), "found")
    mine = without_index(lesson.c.organization_id) if terms else lesson.c.organization_id
    living_here = and_(mine == bindparam("organization_id"), lesson.c.deleted_at.is_(None))
    query = select(lesson.c.id, lesson.c.updated_at).where(living_here, *_conditions(shape, lesson))
    if terms:
        hits = _hits(terms)
        query = query.add_columns(hits.c.score, hits.c.part).join_from(hits, lesson, lesson.c.number == hits.c.number)
    else:
        query = query.add_columns(null().label("part"))
    return _materialize(query, "found") if terms or is_server else query.subquery("found")


def _living(hits: FromClause) -> FromClause:
    """Return the hits in the organization's lessons outside the trash, with the filtered columns (PostgreSQL)."""
    column_names = ("id", "updated_at", "number", "language", "course_id", "project_id", "tags")
    row = (
        select(*[lesson.c[name] for name in column_names])
        .where(lesson.c.organization_id == bindparam("organization_id"), lesson.c.deleted_at.is_(None))
        .where(lesson.c.number == hits.c.number)
        .limit(literal_column("1"))
        .lateral("row")
    )
    return _materialize(select(row, hits.c.score, hits.c.part).join_from(hits, row, true()), "living")


def _materialize(statement: Select[Any], name: str) -> FromClause:
    return statement.cte(name).prefix_with("MATERIALIZED")


def _hits(terms: int) -> FromClause:
    """Return the lessons that have every term: number, score, and a part with a matching block."""
    scored = case(
        (literal_column(str(TITLE)) == _PART, literal_column(str(TITLE_SCORE))),
        (literal_column(str(TAGS)) == _PART, literal_column(str(TAGS_SCORE))),
        else_=literal_column("1"),
    )
    of_blocks = case((literal_column(str(FIRST_OF_BLOCKS)) <= _PART, _PART))
    term_selects = [
        select(_LESSON_NUMBER.label("number"), func.sum(scored).label("score"), func.min(of_blocks).label("part"))
        .where(_Matches(number))
        .group_by(literal_column("1"))
        for number in range(terms)
    ]
    if terms == 1:
        return term_selects[0].subquery("hits")
    term_hits = union_all(*term_selects).subquery("one")
    return (
        select(term_hits.c.number, func.sum(term_hits.c.score).label("score"), func.min(term_hits.c.part).label("part"))
        .group_by(term_hits.c.number)
        .having(func.count() == literal_column(str(terms)))
        .subquery("hits")
    )


def _lessons_with_tag(number: int) -> Select[Any] | Any:
    """Return a query of the lessons that have the tag or whose course has it."""
    mine = and_(tag.c.organization_id == bindparam("organization_id"), tag.c.tag_folded == bindparam(f"tag_{number}"))
    of_course = select(lesson.c.id).join(tag, tag.c.item_id == lesson.c.course_id)
    in_organization = lesson.c.organization_id == bindparam("organization_id")
    return union(select(tag.c.item_id).where(mine), of_course.where(mine, in_organization))


def _conditions(shape: tuple[int, int, frozenset[str]], row: FromClause) -> list[ColumnElement[bool]]:
    """Return the conditions that the filters put on a lesson's row."""
    _, tags, filters = shape
    tagged = [row.c.id.in_(_lessons_with_tag(number)) for number in range(tags)]
    return [*tagged, *(_condition(filter_, row) for filter_ in sorted(filters))]


def _condition(name: str, row: FromClause) -> ColumnElement[bool]:
    if name in ("quiz", "no_quiz"):
        with_quiz = select(_LESSON_NUMBER).where(_Matches("quiz"))
        return row.c.number.in_(with_quiz) if name == "quiz" else row.c.number.not_in(with_quiz)
    if name == "untagged":
        course_tags = select(course.c.tags).where(course.c.id == row.c.course_id).scalar_subquery()
        return and_(row.c.tags == literal_column("'[]'"), course_tags == literal_column("'[]'"))
    if name == "status":
        if row is lesson:
            return bindparam("status") == STATUS_RANK
        rank = select(STATUS_RANK).where(lesson.c.id == row.c.id).correlate(row).scalar_subquery()
        return bindparam("status") == rank
    conditions: dict[str, ColumnElement[bool]] = {
        "language": or_(row.c.language == bindparam("language"), row.c.language.like(bindparam("regions"))),
        "course": row.c.course_id.in_(_with_name(course, course.c.title_folded, "course")),
        "project": row.c.project_id.in_(_with_name(project, project.c.name_folded, "project")),
        "updated_after": row.c.updated_at > bindparam("updated_after"),
        "updated_before": row.c.updated_at < bindparam("updated_before"),
    }
    return conditions.get(name, false())


def _with_name(thing: Table, folded: ColumnElement[str], name: str) -> Select[Any]:
    matches = or_(thing.c.id == bindparam(f"{name}_id"), folded.like(bindparam(f"{name}_name"), escape=ESCAPE))
    return select(thing.c.id).where(thing.c.organization_id == bindparam("organization_id"), matches)
