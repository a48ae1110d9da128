"""Check the consistency of stored data: the ledger and the wallets, the lessons and their blocks. Changes nothing."""

from __future__ import annotations

import json

from sqlalchemy import bindparam, func, or_, select, text, union_all

from workbench.authoring.tags import fold_tag
from workbench.service.credits.store import EXPIRED, HELD, RELEASED, SETTLED
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import (
    block,
    course,
    credit_entry,
    lesson,
    organization,
    passage,
    reservation,
    source,
    source_version,
    tag,
)
from workbench.service.db.tallies import MISCOUNTED
from workbench.service.db.text_index import INDEXED, lesson_parts
from workbench.service.reviews.store import MISSTATED
from workbench.service.sources.index import passage_row, rows_end
from workbench.service.tags.store import NO_TAGS, read_tags

_SUM = func.coalesce(func.sum(credit_entry.c.credits), 0)
_WALLETS = Statement(
    select(organization.c.id, organization.c.credit_balance, _SUM)
    .outerjoin(credit_entry, credit_entry.c.organization_id == organization.c.id)
    .group_by(organization.c.id, organization.c.credit_balance)
    .having(organization.c.credit_balance != _SUM)
    .order_by(organization.c.id)
)
_CLOSED_TWICE = Statement(
    select(credit_entry.c.reservation_id)
    .where(or_(*(credit_entry.c.kind == kind for kind in ("settle", "release", "expire"))))
    .group_by(credit_entry.c.reservation_id)
    .having(func.count() > 1)
)
_PAID_FOR_NOTHING = Statement(
    select(credit_entry.c.lesson_id)
    .outerjoin(lesson, lesson.c.id == credit_entry.c.lesson_id)
    .where(credit_entry.c.kind == "settle", credit_entry.c.lesson_id.is_not(None), lesson.c.id.is_(None))
)
_UNKNOWN_STATES = Statement(
    select(reservation.c.id).where(*(reservation.c.state != state for state in (HELD, SETTLED, RELEASED, EXPIRED)))
)
_LESSONS = Statement(
    select(
        lesson.c.id,
        lesson.c.ord,
        lesson.c.block_count,
        lesson.c.weight,
        lesson.c.title,
        lesson.c.tags,
        lesson.c.number,
    )
    .where(lesson.c.id > bindparam("after"))
    .order_by(lesson.c.id)
    .limit(bindparam("limit"))
)
_BLOCKS = Statement(
    select(block.c.id, func.octet_length(block.c.content)).where(block.c.lesson_id == bindparam("lesson_id"))
)
_TAGGED = Statement(
    union_all(
        *[select(table.c.id, table.c.tags).where(table.c.tags != bindparam("none")) for table in (lesson, course)]
    )
)
_TAGS = Statement(select(tag.c.item_id, tag.c.tag_folded))
_VERSIONS = Statement(
    select(
        source_version.c.source_id,
        source_version.c.version,
        source_version.c.number,
        source_version.c.passages,
        source_version.c.is_ready,
        source.c.version,
    )
    .join(source, source.c.id == source_version.c.source_id)
    .where(source.c.version >= 0)  # less: it is deleted, and its passages are being removed
    .order_by(source_version.c.number)
)
_PASSAGES = Statement(select(func.count()).where(passage.c.id.between(bindparam("first_row"), bindparam("last_row"))))
_INDEXED_PASSAGES = Statement(text("SELECT count(*) FROM search_passage WHERE rowid BETWEEN :first_row AND :last_row"))
_PAGE = 500


async def problems(db: Db) -> list[str]:
    """Return a sentence for each inconsistency; none if all is well. Looks at everything: a long read."""
    sentences = [
        f"The wallet of organization {id_} holds {balance}, its ledger's entries sum up to {total}."
        for id_, balance, total in await db.rows(_WALLETS)
    ]
    sentences += [f"Reservation {id_} was closed more than once." for (id_,) in await db.rows(_CLOSED_TWICE)]
    sentences += [f"Lesson {id_} was paid for and is not there." for (id_,) in await db.rows(_PAID_FOR_NOTHING)]
    sentences += [f"Reservation {id_} is in an unknown state." for (id_,) in await db.rows(_UNKNOWN_STATES)]
    sentences += [f"The tally of project {id_} is wrong." for (id_,) in await db.rows(MISCOUNTED)]
    sentences += [
        f"The review state of lesson {id_} is not what its reviews say." for (id_,) in await db.rows(MISSTATED)
    ]
    return sentences + await _tags(db) + await _sources(db) + await _lessons(db)


async def _tags(db: Db) -> list[str]:
    tagged = await db.rows(_TAGGED, none=NO_TAGS)
    shown = {(id_, fold_tag(shown_tag)) for id_, tags in tagged for shown_tag in read_tags(tags)}
    rows = {(id_, folded) for id_, folded in await db.rows(_TAGS)}
    other = sorted({id_ for id_, _ in shown ^ rows})
    return [f"The tags of {id_} are not those that it is looked up by." for id_ in other]


async def _sources(db: Db) -> list[str]:
    sentences: list[str] = []
    for source_id, version, number, count, is_ready, current in await db.rows(_VERSIONS):
        rows = {"first_row": passage_row(number, 0), "last_row": rows_end(number)}
        stored, indexed = await db.row(_PASSAGES, **rows), await db.row(_INDEXED_PASSAGES, **rows)
        if stored != (count,):
            sentences.append(f"Version {version} of source {source_id} does not have as many passages as it says.")
        if stored != indexed:
            sentences.append(f"The search index does not have the passages of version {version} of source {source_id}.")
        if version == current and not is_ready:
            sentences.append(f"Source {source_id} is used in a version that is not whole.")
    return sentences


async def _lessons(db: Db) -> list[str]:
    sentences: list[str] = []
    page = await db.rows(_LESSONS, after="", limit=_PAGE)
    while page:
        for lesson_id, order, count, weight, title, tags, number in page:
            ids = json.loads(order)
            stored: dict[str, int] = dict(await db.rows(_BLOCKS, lesson_id=lesson_id))
            indexed = {part for (part,) in await db.rows(INDEXED, number=number)}
            if indexed != lesson_parts(title, read_tags(tags), stored):
                sentences.append(f"The search index does not have the parts of lesson {lesson_id}.")
            if len(ids) != len(stored) or set(ids) != set(stored) or count != len(stored):
                sentences.append(f"The order of lesson {lesson_id} does not name its blocks, each once.")
            if weight != sum(stored.values()):
                sentences.append(f"The weight of lesson {lesson_id} is not that of its blocks.")
        page = await db.rows(_LESSONS, after=page[-1][0], limit=_PAGE)
    return sentences
