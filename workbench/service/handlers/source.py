"""Handlers of the source router."""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.procedures import source
from workbench.procedures.source import (
    AddPassagesInput,
    AddPassagesOutput,
    DeletedSource,
    DeleteSourceInput,
    GetPassagesInput,
    GetPassagesOutput,
    ListSourcesInput,
    ListSourcesOutput,
    SourcePassage,
    SourceSummary,
    UpdateSourceInput,
)
from workbench.service.audit import record
from workbench.service.context import Caller, Context, iso
from workbench.service.handler_error import HandlerError, existing, not_found
from workbench.service.handlers.binding import serves, serves_alone
from workbench.service.handlers.organization import DEFAULT_PAGE
from workbench.service.membership import at_source, here
from workbench.service.roles import TO_PUBLISH, may
from workbench.service.store.db.seam import Db
from workbench.service.store.sources import sources
from workbench.service.store.sources.index import passage_id
from workbench.service.store.sources.search import ranked_rows
from workbench.service.store.sources.sources import PassageRow, SourceRow
from workbench.service.store.sources.uploads import (
    PassageText,
    SourceTooLarge,
    Upload,
    UploadOutOfOrder,
    delete_source,
    purge_some,
    store_upload,
)

PASSAGE_PAGE = 50
_BYTES_PER_CHARACTER = 2
_LIST_CURSOR = re.compile(r"u\.([0-9]{1,18})\.([a-z0-9]{1,64})", re.ASCII)
_PASSAGE_CURSOR = re.compile(r"p\.([1-9][0-9]{0,8})\.([1-9][0-9]{0,4})", re.ASCII)


@serves(source.add_passages, requires="edit")
async def add_passages(context: Context, request: AddPassagesInput) -> AddPassagesOutput:
    """How far the version is stored that the passages belong to."""
    if request.source_id is None:
        standing = await here(context, request.organization_id)
        organization_id, role = standing.organization_id, standing.role
    else:
        organization_id, role = await at_source(context, request.source_id)
        if request.organization_id not in (None, organization_id):
            raise not_found()
    _check_publishable(role, request.is_publishable)
    upload = Upload(
        organization_id=organization_id,
        source_id=request.source_id,
        title=request.title,
        file_name=request.file_name or None,
        media_type=request.media_type or None,
        content_digest=request.content_digest,
        first=request.first,
        passages=tuple([PassageText(each.place, each.heading or None, each.text) for each in request.passages]),
        is_last=request.is_last,
        person_id=context.person.person_id,
    )
    try:
        stored = existing(await store_upload(context.db, upload, now=context.service.clock()))
    except SourceTooLarge as refused:
        raise HandlerError("BAD_REQUEST", refused.message) from None
    except UploadOutOfOrder as refused:
        raise HandlerError("CONFLICT", refused.message) from None
    if stored.is_new or stored.became_ready:
        facts = {"version": stored.version, "passages": stored.passages, "isReady": stored.is_ready}
        await record(context, organization_id, stored.source_id, title=request.title, **facts)
    if request.is_publishable is not None:
        await _change(context, organization_id, stored.source_id, None, request.is_publishable)
    return AddPassagesOutput(
        source_id=stored.source_id, version=stored.version, passages=stored.passages, is_ready=stored.is_ready
    )


@serves(source.list_sources, requires="read", long=True)
async def list_sources(context: Context, request: ListSourcesInput) -> ListSourcesOutput:
    """A page of the organization's sources, the last changed first."""
    organization_id = (await here(context, request.organization_id)).organization_id
    limit = request.limit or DEFAULT_PAGE
    after = _list_position(request.cursor)
    found = await sources.sources_page(context.db, organization_id, limit=limit + 1, after=after)
    shown, last = found[:limit], found[limit - 1] if len(found) > limit else None
    return ListSourcesOutput(
        sources=[_shown(each) for each in shown],
        next_cursor=None if last is None else f"u.{last.updated_at}.{last.source_id}",
    )


@serves(source.get_passages, requires="read", long=True)
async def get_passages(context: Context, request: GetPassagesInput) -> GetPassagesOutput:
    """Passages of the source: those of the ids, or of a version in its order, or with words of the query."""
    organization_id = (await at_source(context, request.source_id)).organization_id
    found = await sources.sources_by_id(context.db, [request.source_id], organization_id=organization_id)
    now = existing(found.get(request.source_id))
    numbers = await sources.version_numbers(context.db, now.source_id, organization_id=organization_id)
    limit, after, version = request.limit or PASSAGE_PAGE, 0, request.version or now.version
    if request.cursor is not None:
        version, after = _passage_position(request.cursor)
    if request.passage_ids is None and version not in numbers:
        if request.version is None and not now.is_ready:
            return GetPassagesOutput(passages=[])
        raise HandlerError("NOT_FOUND", "The source has no such version, or it is not whole yet.")
    at_once = min(limit + 1, now.passages)
    context.expect(_BYTES_PER_CHARACTER * now.characters * at_once // max(now.passages, 1))
    if request.passage_ids is not None:
        shown = await sources.passages_by_id(context.db, request.passage_ids, now.source_id, numbers)
        return GetPassagesOutput(passages=[_passage(each) for each in shown])
    number = numbers[version]
    if request.query is not None:
        rows = await ranked_rows(context.db, request.query, [number], passages=now.passages, limit=limit)
        shown = await sources.passages_by_row(context.db, rows, {number: (now.source_id, version)})
        return GetPassagesOutput(passages=[_passage(each) for each in shown])
    page = await sources.passages_in_order(context.db, now.source_id, version, number, after=after, limit=limit + 1)
    return GetPassagesOutput(
        passages=[_passage(each) for each in page[:limit]],
        next_cursor=f"p.{version}.{page[limit - 1].number}" if len(page) > limit else None,
    )


@serves(source.update_source, requires="edit")
async def update_source(context: Context, request: UpdateSourceInput) -> SourceSummary:
    """The source with another title, or whose passages learners may read from now on, or no more."""
    organization_id, role = await at_source(context, request.source_id)
    _check_publishable(role, request.is_publishable)
    changed = await _change(context, organization_id, request.source_id, request.title, request.is_publishable)
    return _shown(changed)


@serves_alone(source.delete_source, requires="edit")
async def remove_source(asker: Caller, request: DeleteSourceInput) -> DeletedSource:
    """The id of the source that was there. Nobody sees it from the first unit on; its passages go in further ones.

    What a process that was killed left of one goes with the next that the organization deletes.
    """

    async def unit(db: Db) -> str:
        context = asker.in_unit(db)
        organization_id = (await at_source(context, request.source_id)).organization_id
        found = await sources.sources_by_id(db, [request.source_id], organization_id=organization_id)
        before, now = existing(found.get(request.source_id)), context.service.clock()
        if not await delete_source(db, request.source_id, organization_id=organization_id, now=now):
            raise not_found()
        await record(context, organization_id, request.source_id, title=before.title, passages=before.passages)
        return organization_id

    organization_id = await asker.service.store.write(unit)
    while await asker.service.store.write(lambda db: purge_some(db, organization_id)):
        pass
    return DeletedSource(source_id=request.source_id)


def _check_publishable(role: str, is_publishable: bool | None) -> None:
    """Raises `HandlerError`: what learners may read is for a role that may share."""
    if is_publishable and not may(role, TO_PUBLISH):
        raise HandlerError(
            "FORBIDDEN",
            f"The role {role} does not allow letting learners read a source. "
            "Ask an owner or admin of the organization.",
        )


async def _change(
    context: Context, organization_id: str, source_id: str, title: str | None, is_publishable: bool | None
) -> SourceRow:
    """The source after the change, which is in the audit log; what is None or the same changes nothing."""
    found = await sources.sources_by_id(context.db, [source_id], organization_id=organization_id)
    before = existing(found.get(source_id))
    now = context.service.clock()
    after = replace(
        before,
        title=before.title if title is None else title,
        is_publishable=before.is_publishable if is_publishable is None else is_publishable,
    )
    if after == before:
        return before
    await sources.change_source(context.db, after, organization_id=organization_id, now=now)
    facts: dict[str, str | bool] = {}
    if after.title != before.title:
        facts = {"titleBefore": before.title, "title": after.title}
    if after.is_publishable != before.is_publishable:
        facts["isPublishable"] = after.is_publishable
    await record(context, organization_id, source_id, **facts)
    return replace(after, updated_at=now)


def _list_position(cursor: str | None) -> tuple[int, str] | None:
    found = None if cursor is None else _LIST_CURSOR.fullmatch(cursor)
    if cursor is not None and found is None:
        raise HandlerError("BAD_REQUEST", "cursor: it is none that this list gave. Start again without a cursor.")
    return None if found is None else (int(found[1]), found[2])


def _passage_position(cursor: str) -> tuple[int, int]:
    found = _PASSAGE_CURSOR.fullmatch(cursor)
    if found is None:
        raise HandlerError("BAD_REQUEST", "cursor: it is none that this source gave. Start again without a cursor.")
    return int(found[1]), int(found[2])


def _shown(row: SourceRow) -> SourceSummary:
    return SourceSummary(
        source_id=row.source_id,
        title=row.title,
        file_name=row.file_name,
        media_type=row.media_type,
        version=row.version,
        passages=row.passages,
        characters=row.characters,
        is_ready=row.is_ready,
        is_publishable=row.is_publishable,
        added_by=row.added_by,
        created_at=iso(row.created_at),
        updated_at=iso(row.updated_at),
        content_digest=row.content_digest,
    )


def _passage(row: PassageRow) -> SourcePassage:
    return SourcePassage(
        passage_id=passage_id(row.source_id, row.version, row.number),
        number=row.number,
        place=row.place,
        heading=row.heading,
        text=row.text,
        version=row.version,
    )
