"""Lessons that are found: by words of the index, by filters, ranked, page by page.

A lesson is found that has every term somewhere in it. It ranks by where: a title counts most, then tags, then the
number of parts with the word; equal ones stand newest first. So both databases give the same rows in the same order.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

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
    union,
    union_all,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from workbench.authoring.block import Block, stored_block
from workbench.service.store.db.seam import Db, Value
from workbench.service.store.db.statement import Statement, among
from workbench.service.store.folding import ESCAPE, containing
from workbench.service.store.lessons.lists import ITEM, LessonItem
from workbench.service.store.search.index import FIRST_OF_BLOCKS, TAGS, TITLE, part_of, part_range, type_word
from workbench.service.store.tables import block, course, lesson, project, tag

TITLE_SCORE, TAGS_SCORE = 1_000, 100
_PART_BYTE = 255


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """Words that stand one behind the other in a part; with `is_prefix` the last may go on. They are folded."""

    words: tuple[str, ...]
    is_prefix: bool = False

    def for_sqlite(self) -> str:
        """As FTS5 reads it: a phrase in quotation marks, so that no word is an operator."""
        return f'"{" ".join(self.words)}"{"*" if self.is_prefix else ""}'

    def for_postgresql(self) -> str:
        """As `tsquery` reads it."""
        return " <-> ".join(f"'{word}'" for word in self.words) + (":*" if self.is_prefix else "")


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """Which lessons; None does not filter. Tags are folded; course and project are an id, or in the name."""

    terms: tuple[SearchTerm, ...] = ()
    tags: tuple[str, ...] = ()
    is_untagged: bool = False
    language: str | None = None
    course: str | None = None
    project: str | None = None
    has_quiz: bool | None = None
    updated_after: int | None = None
    updated_before: int | None = None


@dataclass(frozen=True, slots=True)
class FoundItem:
    """A lesson that was found; the blocks of it, in order, in one part that has a term."""

    item: LessonItem
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class FoundPage:
    """Some of the lessons that were found, best first, and how many there are."""

    items: tuple[FoundItem, ...]
    total: int


_TEXT = table("search_text", column("rowid", BigInteger), column("words", Text))


class _Matches(ColumnElement[bool]):
    """Whether a part has the term: `fts` and `tsquery` are the parameters with it."""

    type = Boolean()
    inherit_cache = False
    _is_implicitly_boolean = True

    def __init__(self, number: int | str) -> None:
        self.fts = bindparam(f"fts_{number}", type_=Text())
        self.tsquery = bindparam(f"tsquery_{number}", type_=Text())


@compiles(_Matches, "sqlite")
def _matches_fts(element: _Matches, compiler: SQLCompiler, **options: Any) -> str:
    return f"search_text MATCH {compiler.process(element.fts, **options)}"


@compiles(_Matches, "postgresql")
def _matches_tsquery(element: _Matches, compiler: SQLCompiler, **options: Any) -> str:
    return f"search_text.words @@ CAST({compiler.process(element.tsquery, **options)} AS tsquery)"


_NUMBER: ColumnElement[int] = _TEXT.c.rowid.op(">>")(literal_column("8"))
_PART: ColumnElement[int] = _TEXT.c.rowid.op("&")(literal_column(str(_PART_BYTE)))
_MINE = _TEXT.c.rowid.between(bindparam("first_part"), bindparam("last_part"))
_ITEMS = Statement(
    ITEM.where(lesson.c.organization_id == bindparam("organization_id"), among(lesson.c.id, "lesson_ids"))
)
_BLOCK_IDS = Statement(select(block.c.lesson_id, block.c.id).where(among(block.c.lesson_id, "lesson_ids")))
_BLOCKS = Statement(
    select(block.c.lesson_id, block.c.id, block.c.type, block.c.content).where(
        among(block.c.lesson_id, "lesson_ids"), among(block.c.id, "block_ids")
    )
)
_ORDERS = Statement(select(lesson.c.id, lesson.c.ord).where(among(lesson.c.id, "lesson_ids")))


async def found_page(
    db: Db, organization_id: str, which: SearchFilter, *, limit: int = 20, offset: int = 0
) -> FoundPage:
    """A page of the organization's lessons that are found, best first, `offset` of them left out."""
    values = _values(organization_id, which)
    rows = await db.rows(_page(_shape(which)), limit=limit, offset=offset, **values)
    if not rows:
        return FoundPage((), 0 if offset == 0 else await _total(db, which, values))
    ids = [str(row[0]) for row in rows]
    lesson_ids: dict[str, Value] = {"lesson_ids": json.dumps(ids)}
    items = {row[0]: LessonItem(*row) for row in await db.rows(_ITEMS, organization_id=organization_id, **lesson_ids)}
    parts = {str(row[0]): int(row[1]) for row in rows if row[1] is not None}
    blocks = await _blocks_in(db, parts)
    found = tuple([FoundItem(items[each], blocks.get(each, ())) for each in ids])
    return FoundPage(found, int(rows[0][2]))


async def _total(db: Db, which: SearchFilter, values: dict[str, Value]) -> int:
    first = await db.row(_page(_shape(which)), limit=1, offset=0, **values)
    return 0 if first is None else int(first[2])


async def _blocks_in(db: Db, parts: dict[str, int]) -> dict[str, tuple[Block, ...]]:
    """The blocks of each lesson that are in its part, in order."""
    if not parts:
        return {}
    lesson_ids: dict[str, Value] = {"lesson_ids": json.dumps(list(parts))}
    ids = [(of, each) for of, each in await db.rows(_BLOCK_IDS, **lesson_ids) if part_of(each) == parts[of]]
    chosen = json.dumps([each for _, each in ids])
    known = set(ids)
    stored: dict[str, dict[str, Block]] = {}
    for of, each, kind, content in await db.rows(_BLOCKS, block_ids=chosen, **lesson_ids):
        if (of, each) in known:
            stored.setdefault(of, {})[each] = stored_block(each, kind, json.loads(content))
    orders = await db.rows(_ORDERS, **lesson_ids) if any(len(each) > 1 for each in stored.values()) else []
    for of, order in orders:
        stored[of] = {each: stored[of][each] for each in json.loads(order) if each in stored[of]}
    return {of: tuple(each.values()) for of, each in stored.items()}


def _shape(which: SearchFilter) -> tuple[int, int, frozenset[str]]:
    """What makes the statement another one: how many terms and tags, and which filters."""
    names = {"language", "course", "project", "updated_after", "updated_before"}
    filters = {name for name in names if getattr(which, name) is not None}
    if which.is_untagged:
        filters.add("untagged")
    if which.has_quiz is not None:
        filters.add("quiz" if which.has_quiz else "no_quiz")
    return len(which.terms), len(which.tags), frozenset(filters)


def _values(organization_id: str, which: SearchFilter) -> dict[str, Value]:
    first, last = part_range(organization_id)
    values: dict[str, Value] = {"organization_id": organization_id, "first_part": first, "last_part": last}
    quiz = SearchTerm((type_word("quiz"),))
    terms = [*enumerate(which.terms), *([("quiz", quiz)] if which.has_quiz is not None else [])]
    for number, term in terms:
        values[f"fts_{number}"] = term.for_sqlite()
        values[f"tsquery_{number}"] = term.for_postgresql()
    for number, each in enumerate(which.tags):
        values[f"tag_{number}"] = each
    if which.language is not None:
        values |= {"language": which.language, "regions": f"{which.language}-%"}
    for name in ("course", "project"):
        if (value := getattr(which, name)) is not None:
            values |= {f"{name}_id": value, f"{name}_name": containing(value)}
    for name in ("updated_after", "updated_before"):
        if (value := getattr(which, name)) is not None:
            values[name] = value
    return values


@cache
def _page(shape: tuple[int, int, frozenset[str]]) -> Statement:
    terms, tags, filters = shape
    # With words, lessons are looked up by number: said so that no index has this, else SQLite walks all of them.
    mine = lesson.c.organization_id.concat("") if terms else lesson.c.organization_id
    conditions = [
        mine == bindparam("organization_id"),
        lesson.c.deleted_at.is_(None),
        *(lesson.c.id.in_(_tagged(number)) for number in range(tags)),
        *(_condition(each) for each in sorted(filters)),
    ]
    total = func.count().over()
    if not terms:
        found: Select[Any] = select(lesson.c.id, null(), total).where(*conditions)
        return Statement(_ranked(found, []))
    hits = _hits(terms)
    found = (
        select(lesson.c.id, func.min(hits.c.part), total)
        .select_from(hits)
        .join(lesson, lesson.c.number == hits.c.number)
        .where(*conditions)
        .group_by(lesson.c.id, lesson.c.updated_at)
    )
    if terms > 1:
        found = found.having(func.count() == literal_column(str(terms)))
    return Statement(_ranked(found, [func.sum(hits.c.score).desc()]))


def _ranked(found: Select[Any], keys: Sequence[ColumnElement[Any]]) -> Select[Any]:
    ordering = [*keys, lesson.c.updated_at.desc(), lesson.c.id.desc()]
    return found.order_by(*ordering).limit(bindparam("limit")).offset(bindparam("offset"))


def _hits(terms: int) -> FromClause:
    """For each term the lessons that have it: their number, their score, and a part with a block that has it."""
    scored = case(
        (literal_column(str(TITLE)) == _PART, literal_column(str(TITLE_SCORE))),
        (literal_column(str(TAGS)) == _PART, literal_column(str(TAGS_SCORE))),
        else_=literal_column("1"),
    )
    of_blocks = case((literal_column(str(FIRST_OF_BLOCKS)) <= _PART, _PART))
    each = [
        select(_NUMBER.label("number"), func.sum(scored).label("score"), func.min(of_blocks).label("part"))
        .where(_Matches(number), _MINE)
        .group_by(literal_column("1"))
        for number in range(terms)
    ]
    return (each[0] if terms == 1 else union_all(*each)).subquery("hits")


def _tagged(number: int) -> Select[Any] | Any:
    """The lessons that have the tag, or whose course has it."""
    mine = and_(tag.c.organization_id == bindparam("organization_id"), tag.c.tag_folded == bindparam(f"tag_{number}"))
    of_course = select(lesson.c.id).join(tag, tag.c.item_id == lesson.c.course_id)
    in_it = lesson.c.organization_id == bindparam("organization_id")
    return union(select(tag.c.item_id).where(mine), of_course.where(mine, in_it))


def _condition(name: str) -> ColumnElement[bool]:
    if name in ("quiz", "no_quiz"):
        with_quiz = select(_NUMBER).where(_Matches("quiz"), _MINE)
        return lesson.c.number.in_(with_quiz) if name == "quiz" else lesson.c.number.not_in(with_quiz)
    if name == "untagged":
        course_tags = select(course.c.tags).where(course.c.id == lesson.c.course_id).scalar_subquery()
        return and_(lesson.c.tags == literal_column("'[]'"), course_tags == literal_column("'[]'"))
    conditions: dict[str, ColumnElement[bool]] = {
        "language": or_(lesson.c.language == bindparam("language"), lesson.c.language.like(bindparam("regions"))),
        "course": lesson.c.course_id.in_(_with_name(course, course.c.title_folded, "course")),
        "project": lesson.c.project_id.in_(_with_name(project, project.c.name_folded, "project")),
        "updated_after": lesson.c.updated_at > bindparam("updated_after"),
        "updated_before": lesson.c.updated_at < bindparam("updated_before"),
    }
    return conditions.get(name, false())


def _with_name(thing: Table, folded: ColumnElement[str], name: str) -> Select[Any]:
    is_it = or_(thing.c.id == bindparam(f"{name}_id"), folded.like(bindparam(f"{name}_name"), escape=ESCAPE))
    return select(thing.c.id).where(thing.c.organization_id == bindparam("organization_id"), is_it)
