"""Uploads of sources: a version's passages come in parts, in any order, and it is current once all of them are there.

Sending a part again changes nothing. A version that was begun and never finished is removed when another one
becomes current, or is begun an hour after its last part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, delete, func, select, update

from workbench.errors import WorkbenchError
from workbench.procedures.source import MAX_PASSAGES, MAX_SOURCE_CHARACTERS, MAX_SOURCES
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, columns_of, insert_of
from workbench.service.db.tables import organization, passage, source, source_version
from workbench.service.kernel.ids import new_id
from workbench.service.sources.index import (
    forget_passages,
    index_passages,
    number_and_passage,
    passage_row,
    rows_end,
    version_range,
)

DELETED = -1
"""The version of a deleted source: it is hidden, and its passages are being removed."""
_ABANDONED_MS = 3_600_000
_PURGED_PASSAGES = 500


class SourceTooLarge(WorkbenchError):
    """The source would be too large. Split the document, and add its parts."""


class UploadOutOfOrder(WorkbenchError):
    """A version of a source begins with its first passage. Begin again with passage 1."""


@dataclass(frozen=True, slots=True)
class PassageText:
    """A passage as it is stored."""

    place: str
    heading: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A part of a document: passages from the number `first` on. `source_id` is None for a new source."""

    organization_id: str
    source_id: str | None
    title: str
    file_name: str | None
    media_type: str | None
    content_digest: str
    first: int
    passages: tuple[PassageText, ...]
    is_last: bool
    person_id: str

    @property
    def last(self) -> int:
        """Number of its last passage."""
        return self.first + len(self.passages) - 1


@dataclass(frozen=True, slots=True)
class StoredUpload:
    """A source's version after a part of it was stored.

    `is_new`: the part began the version; `is_ready`: the version is complete; `became_ready`: this part completed it.
    """

    source_id: str
    version: int
    passages: int
    is_new: bool
    is_ready: bool
    became_ready: bool


@dataclass(frozen=True, slots=True)
class _Version:
    """A version as it is stored; `last` is the number of the document's last passage once that is known."""

    version: int
    number: int
    content_digest: str
    passages: int
    characters: int
    last: int | None
    is_ready: bool
    updated_at: int


_LOCK_ORGANIZATION = Statement(
    select(organization.c.id).where(organization.c.id == bindparam("organization_id")).with_for_update()
)
_IS_HERE = and_(source.c.organization_id == bindparam("organization_id"), source.c.version > DELETED)
_LOCK_SOURCE = Statement(
    select(source.c.version).where(source.c.id == bindparam("source_id"), _IS_HERE).with_for_update()
)
_SAME = Statement(
    select(source.c.id)
    .join(source_version, source_version.c.source_id == source.c.id)
    .where(
        _IS_HERE,
        source.c.title == bindparam("title"),
        source_version.c.content_digest == bindparam("content_digest"),
        source_version.c.version >= source.c.version,
    )
    .order_by(source.c.created_at, source.c.id)
    .limit(1)
)
_COUNT = Statement(select(func.count()).where(_IS_HERE))
_INSERT_SOURCE = insert_of(source)
_INSERT_VERSION = insert_of(source_version)
_INSERT_PASSAGE = insert_of(passage)
_VERSIONS = Statement(
    select(*columns_of(_Version, source_version, last=source_version.c.last_passage))
    .where(source_version.c.source_id == bindparam("source_id"))
    .order_by(source_version.c.version)
)
_LAST_NUMBER = Statement(
    select(func.coalesce(func.max(source_version.c.number), bindparam("number_base"))).where(
        source_version.c.number.between(bindparam("number_base"), bindparam("number_end"))
    )
)
_IN_ROWS = passage.c.id.between(bindparam("first_row"), bindparam("last_row"))
_STORED = Statement(select(passage.c.id, passage.c.place, passage.c.heading, passage.c.text).where(_IN_ROWS))
_SIZE = Statement(select(func.count(), func.coalesce(func.sum(func.length(passage.c.text)), 0)).where(_IN_ROWS))
_FORGET = Statement(delete(passage).where(_IN_ROWS))
_IS_VERSION = and_(
    source_version.c.source_id == bindparam("of_id"), source_version.c.version == bindparam("of_version")
)
_FORGET_VERSION = Statement(delete(source_version).where(_IS_VERSION))
_KEEP_VERSION = Statement(
    update(source_version)
    .values(
        passages=bindparam("stored"),
        characters=bindparam("stored_characters"),
        last_passage=bindparam("last"),
        is_ready=bindparam("ready"),
        updated_at=bindparam("now"),
    )
    .where(_IS_VERSION)
)
_MAKE_CURRENT = Statement(
    update(source)
    .values(version=bindparam("new_version"), updated_at=bindparam("now"))
    .where(source.c.id == bindparam("of_id"))
)
_DELETE_SOURCE = Statement(delete(source).where(source.c.id == bindparam("of_id")))
_DELETED_SOURCE = Statement(
    select(source.c.id)
    .where(source.c.organization_id == bindparam("organization_id"), source.c.version == DELETED)
    .limit(1)
)
_LAST_ROW = Statement(select(func.max(passage.c.id)).where(_IN_ROWS))


async def store_upload(db: Db, upload: Upload, *, now: int) -> StoredUpload | None:
    """Store a part; return None when the organization has no such source.

    Without a source id it belongs to the source with the same title and content, if there is one: a client that
    lost an answer and sends the first part again gets the source that it made. Raises SourceTooLarge,
    UploadOutOfOrder.
    """
    source_id = upload.source_id
    if (
        source_id is None or upload.first == 1
    ):  # so that version numbers are given one at a time; always locked before the source
        await db.row(_LOCK_ORGANIZATION, organization_id=upload.organization_id)
    if source_id is None:
        source_id = await _same_or_new(db, upload, now=now)
    locked = await db.row(_LOCK_SOURCE, source_id=source_id, organization_id=upload.organization_id)
    if locked is None:
        return None
    current: int = locked[0]
    versions = [_Version(*row) for row in await db.rows(_VERSIONS, source_id=source_id)]
    candidates = [version for version in versions if version.version >= max(current, 1)]
    version = next((candidate for candidate in candidates if candidate.content_digest == upload.content_digest), None)
    if version is not None and version.is_ready:
        return StoredUpload(source_id, version.version, version.passages, False, True, False)
    is_new = version is None
    if version is None:
        version = await _begin_version(db, source_id, versions, current, upload, now=now)
    stored = await _store_part(db, version, upload)
    is_ready = stored.last is not None and stored.passages == stored.last
    await db.run(
        _KEEP_VERSION,
        of_id=source_id,
        of_version=stored.version,
        stored=stored.passages,
        stored_characters=stored.characters,
        last=stored.last,
        ready=is_ready,
        now=now,
    )
    if is_ready:
        await db.run(_MAKE_CURRENT, of_id=source_id, new_version=stored.version, now=now)
        for listed_version in versions:
            if current < listed_version.version < stored.version:
                await _forget_version(db, source_id, listed_version)
    return StoredUpload(source_id, stored.version, stored.passages, is_new, is_ready, is_ready)


async def delete_source(db: Db, source_id: str, *, organization_id: str, now: int) -> bool:
    """Mark a source as deleted; False if the organization has no such source. `purge_some` removes its passages."""
    if await db.row(_LOCK_SOURCE, source_id=source_id, organization_id=organization_id) is None:
        return False
    await db.run(_MAKE_CURRENT, of_id=source_id, new_version=DELETED, now=now)
    return True


async def purge_some(db: Db, organization_id: str) -> bool:
    """Remove some passages of the organization's deleted sources; False if none are left.

    A unit removes a hundred milliseconds' worth of them, because SQLite has one writer.
    """
    deleted = await db.row(_DELETED_SOURCE, organization_id=organization_id)
    if deleted is None:
        return False
    versions = [_Version(*row) for row in await db.rows(_VERSIONS, source_id=deleted[0])]
    if not versions:
        await db.run(_DELETE_SOURCE, of_id=deleted[0])
        return True
    version = versions[-1]
    last = await db.row(_LAST_ROW, first_row=passage_row(version.number, 0), last_row=rows_end(version.number))
    if last is None or last[0] is None:
        await db.run(_FORGET_VERSION, of_id=deleted[0], of_version=version.version)
        return True
    first = max(number_and_passage(last[0])[1] - _PURGED_PASSAGES + 1, 0)
    await db.run(_FORGET, first_row=passage_row(version.number, first), last_row=rows_end(version.number))
    await forget_passages(db, version.number, first)
    return True


async def _same_or_new(db: Db, upload: Upload, *, now: int) -> str:
    organization_id = upload.organization_id
    same = await db.row(
        _SAME, organization_id=organization_id, title=upload.title, content_digest=upload.content_digest
    )
    if same is not None:
        return str(same[0])
    count = await db.row(_COUNT, organization_id=organization_id)
    if count is not None and count[0] >= MAX_SOURCES:
        raise SourceTooLarge(f"An organization has at most {MAX_SOURCES:,} sources. Delete an unused one.")
    source_id = new_id()
    await db.run(
        _INSERT_SOURCE,
        id=source_id,
        organization_id=organization_id,
        title=upload.title,
        version=0,
        is_publishable=False,
        created_by=upload.person_id,
        created_at=now,
        updated_at=now,
    )
    return source_id


async def _begin_version(
    db: Db, source_id: str, versions: Sequence[_Version], current: int, upload: Upload, *, now: int
) -> _Version:
    if upload.first != 1:
        raise UploadOutOfOrder
    for listed_version in versions:
        if listed_version.version > current and listed_version.updated_at < now - _ABANDONED_MS:
            await _forget_version(db, source_id, listed_version)
    last_number = await db.row(_LAST_NUMBER, **version_range(upload.organization_id))
    assert last_number is not None
    version = 1 + max((version.version for version in versions), default=0)
    new = _Version(version, last_number[0] + 1, upload.content_digest, 0, 0, None, False, now)
    await db.run(
        _INSERT_VERSION,
        source_id=source_id,
        version=version,
        organization_id=upload.organization_id,
        number=new.number,
        content_digest=upload.content_digest,
        file_name=upload.file_name,
        media_type=upload.media_type,
        passages=0,
        characters=0,
        last_passage=None,
        is_ready=False,
        created_at=now,
        updated_at=now,
    )
    return new


async def _store_part(db: Db, version: _Version, upload: Upload) -> _Version:
    """Store the part's passages and return the version with them.

    If a stored passage has a different text (the file was read differently), it is deleted with all that follow
    it.
    """
    number, count, characters, last = version.number, version.passages, version.characters, version.last
    rows = {"first_row": passage_row(number, upload.first), "last_row": passage_row(number, upload.last)}
    stored = {number_and_passage(row[0])[1]: PassageText(*row[1:]) for row in await db.rows(_STORED, **rows)}
    new = list(enumerate(upload.passages, upload.first))
    is_other = any(stored.get(position, text) != text for position, text in new)
    cut = upload.first if is_other else upload.last + 1 if upload.is_last else None
    if cut is not None:
        count, characters = await _cut(db, number, cut)
        stored, last = {} if is_other else stored, None
    new = [(position, text) for position, text in new if position not in stored]
    await db.run_many(
        _INSERT_PASSAGE,
        [
            {
                "id": passage_row(number, position),
                "organization_id": upload.organization_id,
                "place": text.place,
                "heading": text.heading,
                "text": text.text,
            }
            for position, text in new
        ],
    )
    await index_passages(db, number, {position: f"{text.heading or ''}\n{text.text}" for position, text in new})
    count, characters = count + len(new), characters + sum(len(text.text) for _, text in new)
    if upload.is_last:
        last = upload.last
    elif last is not None and upload.last > last:
        last = None
    _check_size(upload.last, characters)
    return _Version(version.version, number, version.content_digest, count, characters, last, False, version.updated_at)


async def _cut(db: Db, number: int, first: int) -> tuple[int, int]:
    """Remove a version's passages from `first` on; return the number and total length of the others."""
    await db.run(_FORGET, first_row=passage_row(number, first), last_row=rows_end(number))
    await forget_passages(db, number, first)
    row = await db.row(_SIZE, first_row=passage_row(number, 0), last_row=rows_end(number))
    return (0, 0) if row is None else (int(row[0]), int(row[1]))


async def _forget_version(db: Db, source_id: str, version: _Version) -> None:
    await _cut(db, version.number, 0)
    await db.run(_FORGET_VERSION, of_id=source_id, of_version=version.version)


def _check_size(last: int, characters: int) -> None:
    if last > MAX_PASSAGES:
        raise SourceTooLarge(f"A source has at most {MAX_PASSAGES:,} passages. Split the document, and add its parts.")
    if characters > MAX_SOURCE_CHARACTERS:
        raise SourceTooLarge(
            f"A source has at most {MAX_SOURCE_CHARACTERS:,} characters. Split the document, and add its parts."
        )
