"""Handlers of the source router."""

from __future__ import annotations

from dataclasses import replace

from workbench.patterns import ASCII, Pattern
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
from workbench.service.db.seam import Db
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves, serves_alone
from workbench.service.kernel.context import Caller, Context
from workbench.service.kernel.errors import HandlerError, existing, not_found
from workbench.service.kernel.membership import at_source, here
from workbench.service.kernel.paging import DEFAULT_PAGE
from workbench.service.kernel.publishing_policy import check_may_publish
from workbench.service.kernel.shown_again import check_shown_again
from workbench.service.kernel.wire_form import wire_form
from workbench.service.sources import store as sources
from workbench.service.sources.index import passage_id
from workbench.service.sources.search import ranked_rows
from workbench.service.sources.store import PassageRow, SourceRow
from workbench.service.sources.uploads import (
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
_LIST_CURSOR = Pattern(r"u\.([0-9]{1,18})\.([a-z0-9]{1,64})", ASCII)
_PASSAGE_CURSOR = Pattern(r"p\.([1-9][0-9]{0,8})\.([1-9][0-9]{0,4})", ASCII)


@serves(source.add_passages, requires="edit")
async def add_passages(context: Context, request: AddPassagesInput) -> AddPassagesOutput:
    """Store the passages and return how far the version they belong to is stored."""
    if request.source_id is None:
        organization_id = (await here(context, request.organization_id)).organization_id
    else:
        organization_id = (await at_source(context, request.source_id)).organization_id
        if request.organization_id not in (None, organization_id):
            raise not_found()
    await _check_publishable(context, organization_id, request.source_id, request.is_publishable)
    upload = Upload(
        organization_id=organization_id,
        source_id=request.source_id,
        title=request.title,
        file_name=request.file_name or None,
        media_type=request.media_type or None,
        content_digest=request.content_digest,
        first=request.first,
        passages=tuple(
            [PassageText(passage.place, passage.heading or None, passage.text) for passage in request.passages]
        ),
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
    """Return a page of the organization's sources, last changed first."""
    organization_id = (await here(context, request.organization_id)).organization_id
    limit = request.limit or DEFAULT_PAGE
    after = _list_position(request.cursor)
    rows = await sources.sources_page(context.db, organization_id, limit=limit + 1, after=after)
    shown, last = rows[:limit], rows[limit - 1] if len(rows) > limit else None
    return ListSourcesOutput(
        sources=[_to_wire(row) for row in shown],
        next_cursor=None if last is None else f"u.{last.updated_at}.{last.source_id}",
    )


@serves(source.get_passages, requires="read", long=True)
async def get_passages(context: Context, request: GetPassagesInput) -> GetPassagesOutput:
    """Return passages of the source: by id, of a version in order, or matching the query."""
    organization_id = (await at_source(context, request.source_id)).organization_id
    by_id = await sources.sources_by_id(context.db, [request.source_id], organization_id=organization_id)
    now = existing(by_id.get(request.source_id))
    numbers = await sources.version_numbers(context.db, now.source_id, organization_id=organization_id)
    limit, after, version = request.limit or PASSAGE_PAGE, 0, request.version or now.version
    if request.cursor is not None:
        version, after = _passage_position(request.cursor)
    if request.passage_ids is None and version not in numbers:
        if request.version is None and not now.is_ready:
            return GetPassagesOutput(passages=[])
        raise HandlerError("NOT_FOUND", "The source has no such version, or its upload is not finished.")
    at_once = min(limit + 1, now.passages)
    context.expect(_BYTES_PER_CHARACTER * now.characters * at_once // max(now.passages, 1))
    if request.passage_ids is not None:
        shown = await sources.passages_by_id(context.db, request.passage_ids, now.source_id, numbers)
        return GetPassagesOutput(passages=[_passage(row) for row in shown])
    number = numbers[version]
    if request.query is not None:
        rows = await ranked_rows(context.db, request.query, [number], passages=now.passages, limit=limit)
        shown = await sources.passages_by_row(context.db, rows, {number: (now.source_id, version)})
        return GetPassagesOutput(passages=[_passage(row) for row in shown])
    page = await sources.passages_in_order(context.db, now.source_id, version, number, after=after, limit=limit + 1)
    return GetPassagesOutput(
        passages=[_passage(row) for row in page[:limit]],
        next_cursor=f"p.{version}.{page[limit - 1].number}" if len(page) > limit else None,
    )


@serves(source.update_source, requires="edit")
async def update_source(context: Context, request: UpdateSourceInput) -> SourceSummary:
    """Change the source's title or whether learners may read its passages; return the source."""
    organization_id = (await at_source(context, request.source_id)).organization_id
    await _check_publishable(context, organization_id, request.source_id, request.is_publishable)
    changed = await _change(context, organization_id, request.source_id, request.title, request.is_publishable)
    return _to_wire(changed)


@serves_alone(source.delete_source, requires="edit")
async def remove_source(asker: Caller, request: DeleteSourceInput) -> DeletedSource:
    """Delete the source and return its id.

    It is invisible from the first transaction on; its passages are deleted in further ones. What a killed
    process left undeleted goes with the next source that the organization deletes.
    """

    async def unit(db: Db) -> str:
        context = asker.in_unit(db)
        organization_id = (await at_source(context, request.source_id)).organization_id
        by_id = await sources.sources_by_id(db, [request.source_id], organization_id=organization_id)
        before, now = existing(by_id.get(request.source_id)), context.service.clock()
        if not await delete_source(db, request.source_id, organization_id=organization_id, now=now):
            raise not_found()
        await record(context, organization_id, request.source_id, title=before.title, passages=before.passages)
        return organization_id

    organization_id = await asker.service.store.write(unit)
    while await asker.service.store.write(lambda db: purge_some(db, organization_id)):
        pass
    return DeletedSource(source_id=request.source_id)


async def _check_publishable(
    context: Context, organization_id: str, source_id: str | None, is_publishable: bool | None
) -> None:
    """Raise `HandlerError` if lessons quoting the source may not show its passages to learners now."""
    if not is_publishable:
        return
    if source_id is None:
        await check_may_publish(context, organization_id)
        return
    known = await sources.sources_by_id(context.db, [source_id], organization_id=organization_id)
    if source_id not in known or not known[source_id].is_publishable:
        await check_shown_again(context, "source", source_id, organization_id=organization_id)


async def _change(
    context: Context, organization_id: str, source_id: str, title: str | None, is_publishable: bool | None
) -> SourceRow:
    """Change the source, record it in the audit log and return it; None or an equal value changes nothing."""
    by_id = await sources.sources_by_id(context.db, [source_id], organization_id=organization_id)
    before = existing(by_id.get(source_id))
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
    match = None if cursor is None else _LIST_CURSOR.fullmatch(cursor)
    if cursor is not None and match is None:
        raise HandlerError("BAD_REQUEST", "cursor: it doesn't belong to this list. Start again without a cursor.")
    return None if match is None else (int(match[1]), match[2])


def _passage_position(cursor: str) -> tuple[int, int]:
    match = _PASSAGE_CURSOR.fullmatch(cursor)
    if match is None:
        raise HandlerError("BAD_REQUEST", "cursor: it doesn't belong to this source. Start again without a cursor.")
    return int(match[1]), int(match[2])


def _to_wire(row: SourceRow) -> SourceSummary:
    return wire_form(SourceSummary, row)


def _passage(row: PassageRow) -> SourcePassage:
    return wire_form(SourcePassage, row, passage_id=passage_id(row.source_id, row.version, row.number))
