"""Sources as they are listed, changed and read: current versions, and passages of versions that are or were."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, case, func, select, text, tuple_, update

from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, among, columns_of
from workbench.service.db.tables import passage, person, source, source_version
from workbench.service.sources.index import number_and_passage, passage_row, read_passage_id, rows_end


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source with its current version, or the one being uploaded while `is_ready` is false."""

    source_id: str
    title: str
    is_publishable: bool
    created_at: int
    updated_at: int
    added_by: str | None
    version: int
    number: int
    content_digest: str
    file_name: str | None
    media_type: str | None
    passages: int
    characters: int
    is_ready: bool


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A passage of a version of a source; `number` is its place in the version, from 1."""

    source_id: str
    version: int
    number: int
    place: str
    heading: str | None
    text: str


_UPLOADED = source_version.alias()
_SHOWN_VERSION = case(
    (source.c.version > 0, source.c.version),
    else_=select(func.max(_UPLOADED.c.version)).where(_UPLOADED.c.source_id == source.c.id).scalar_subquery(),
)
_SOURCE = (
    select(
        *columns_of(
            SourceRow,
            source_version,
            source_id=source.c.id,
            title=source.c.title,
            is_publishable=source.c.is_publishable,
            created_at=source.c.created_at,
            updated_at=source.c.updated_at,
            added_by=person.c.name,
        )
    )
    .select_from(source)
    .join(
        source_version,
        and_(source_version.c.source_id == source.c.id, source_version.c.version == _SHOWN_VERSION),
    )
    .outerjoin(person, person.c.id == source.c.created_by)
    .where(source.c.organization_id == bindparam("organization_id"), source.c.version >= 0)
)
_FIRST_PAGE = Statement(_SOURCE.order_by(source.c.updated_at.desc(), source.c.id.desc()).limit(bindparam("limit")))
_NEXT_PAGE = Statement(
    _SOURCE.where(tuple_(source.c.updated_at, source.c.id) < tuple_(bindparam("after"), bindparam("after_id")))
    .order_by(source.c.updated_at.desc(), source.c.id.desc())
    .limit(bindparam("limit"))
)
_THESE = Statement(_SOURCE.where(among(source.c.id, "source_ids")))
_CHANGE = Statement(
    update(source)
    .values(title=bindparam("new_title"), is_publishable=bindparam("publishable"), updated_at=bindparam("now"))
    .where(source.c.id == bindparam("of_id"), source.c.organization_id == bindparam("of_organization_id"))
)
_NUMBERS = Statement(
    select(source_version.c.version, source_version.c.number).where(
        source_version.c.source_id == bindparam("source_id"),
        source_version.c.organization_id == bindparam("organization_id"),
        source_version.c.is_ready,
    )
)
_IN_ORDER = Statement(
    select(passage.c.id, passage.c.place, passage.c.heading, passage.c.text)
    .where(passage.c.id.between(bindparam("first_row"), bindparam("last_row")))
    .order_by(passage.c.id)
    .limit(bindparam("limit"))
)
_BY_ROW = Statement(
    text(
        "SELECT passage.id, passage.place, passage.heading, passage.text FROM json_each(:rows) AS wanted "
        "JOIN passage ON passage.id = wanted.value"
    ),
    postgresql=text(
        "SELECT passage.id, passage.place, passage.heading, passage.text "
        "FROM json_array_elements_text(CAST(:rows AS json)) AS wanted(value) "
        "JOIN passage ON passage.id = CAST(wanted.value AS BIGINT)"
    ),
)


async def sources_page(
    db: Db, organization_id: str, *, limit: int, after: tuple[int, str] | None = None
) -> list[SourceRow]:
    """Return the organization's sources, last changed first; `after` is time and id of the last one seen."""
    if after is None:
        rows = await db.rows(_FIRST_PAGE, organization_id=organization_id, limit=limit)
    else:
        rows = await db.rows(
            _NEXT_PAGE, organization_id=organization_id, limit=limit, after=after[0], after_id=after[1]
        )
    return [SourceRow(*row) for row in rows]


async def sources_by_id(db: Db, source_ids: Sequence[str], *, organization_id: str) -> dict[str, SourceRow]:
    """Return those of the sources that belong to the organization, by id."""
    rows = await db.rows(_THESE, source_ids=json.dumps(list(source_ids)), organization_id=organization_id)
    return {row[0]: SourceRow(*row) for row in rows}


async def change_source(db: Db, changed: SourceRow, *, organization_id: str, now: int) -> None:
    """Give the source the title of `changed`, and let learners read its passages or not."""
    await db.run(
        _CHANGE,
        of_id=changed.source_id,
        of_organization_id=organization_id,
        new_title=changed.title,
        publishable=changed.is_publishable,
        now=now,
    )


async def version_numbers(db: Db, source_id: str, *, organization_id: str) -> dict[int, int]:
    """Return the numbers of the source's versions that are or were current, by version."""
    rows = await db.rows(_NUMBERS, source_id=source_id, organization_id=organization_id)
    return dict(rows)


async def passages_in_order(
    db: Db, source_id: str, version: int, number: int, *, after: int = 0, limit: int
) -> list[PassageRow]:
    """Return passages of the numbered version in order, after the passage `after`."""
    rows = {"first_row": passage_row(number, after + 1), "last_row": rows_end(number)}
    passages = await db.rows(_IN_ORDER, **rows, limit=limit)
    return [_passage(row, {number: (source_id, version)}) for row in passages]


async def passages_by_id(
    db: Db, passage_ids: Sequence[str], source_id: str, numbers: Mapping[int, int]
) -> list[PassageRow]:
    """Return the source's existing passages in the order of the ids; `numbers` are those of its versions."""
    read = [parts for passage_id in passage_ids if (parts := read_passage_id(passage_id)) is not None]
    rows = [passage_row(numbers[version], one) for of, version, one in read if of == source_id and version in numbers]
    return await passages_by_row(db, rows, {number: (source_id, version) for version, number in numbers.items()})


async def passages_by_row(db: Db, rows: Sequence[int], of: Mapping[int, tuple[str, int]]) -> list[PassageRow]:
    """Return passages by row, in the given order; `of` maps a version's number to its source and version."""
    by_row = {row[0]: row for row in await db.rows(_BY_ROW, rows=json.dumps(list(dict.fromkeys(rows))))} if rows else {}
    return [_passage(by_row[row], of) for row in dict.fromkeys(rows) if row in by_row]


def _passage(row: Row, of: Mapping[int, tuple[str, int]]) -> PassageRow:
    number, one = number_and_passage(row[0])
    return PassageRow(*of[number], one, *row[1:])
