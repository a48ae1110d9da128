"""Handlers of the asset router; the bytes themselves come and go by `http/assets`."""

from __future__ import annotations

from workbench.patterns import ASCII, Pattern
from workbench.procedures import asset
from workbench.procedures.asset import (
    AssetList,
    AssetSummary,
    DeleteAssetInput,
    DeletedAsset,
    ListAssetsInput,
    UpdateAssetInput,
)
from workbench.service.assets import store as assets
from workbench.service.assets.store import AssetRow
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_asset, here
from workbench.service.kernel.paging import DEFAULT_PAGE
from workbench.service.kernel.publishing_policy import check_may_publish
from workbench.service.kernel.wire_form import wire_form

MOST_TITLES = 5
_CURSOR = Pattern(r"c\.([0-9]{1,18})\.([a-z0-9]{1,64})", ASCII)


@serves(asset.list_assets, requires="read", long=True)
async def list_assets(context: Context, request: ListAssetsInput) -> AssetList:
    """Return a page of the organization's assets, newest first."""
    organization_id = (await here(context, request.organization_id)).organization_id
    limit = request.limit or DEFAULT_PAGE
    after = _position(request.cursor)
    rows = await assets.assets_page(context.db, organization_id, limit=limit + 1, after=after)
    last = rows[limit - 1] if len(rows) > limit else None
    return AssetList(
        assets=[shown_asset(row) for row in rows[:limit]],
        next_cursor=None if last is None else f"c.{last.created_at}.{last.asset_id}",
    )


@serves(asset.update_asset, requires="edit")
async def update_asset(context: Context, request: UpdateAssetInput) -> AssetSummary:
    """Update the asset's texts and return it; the same texts change nothing."""
    organization_id = (await at_asset(context, request.asset_id)).organization_id
    before = existing(await assets.asset_by_id(context.db, request.asset_id, organization_id=organization_id))
    texts = {
        "alternative_text": before.alternative_text if request.alternative_text is None else request.alternative_text,
        "file_name": before.file_name if request.file_name is None else request.file_name,
    }
    if texts == {"alternative_text": before.alternative_text, "file_name": before.file_name}:
        return shown_asset(before)
    if await assets.is_logo(context.db, request.asset_id, organization_id=organization_id):
        await check_may_publish(context, organization_id)  # public pages show the logo's text immediately
    await assets.update_asset(context.db, request.asset_id, **texts)
    await record(context, organization_id, request.asset_id, fileName=texts["file_name"])
    after = await assets.asset_by_id(context.db, request.asset_id, organization_id=organization_id)
    return shown_asset(existing(after))


@serves(asset.delete_asset, requires="edit")
async def delete_asset(context: Context, request: DeleteAssetInput) -> DeletedAsset:
    """Delete an asset and return its id. Refused while a lesson shows it."""
    organization_id = (await at_asset(context, request.asset_id)).organization_id
    stored = existing(await assets.asset_by_id(context.db, request.asset_id, organization_id=organization_id))
    lessons = await assets.lessons_with(context.db, request.asset_id, limit=MOST_TITLES + 1)
    if lessons:
        titles = ", ".join(f"“{title}”" for _, title in lessons[:MOST_TITLES])
        more = " and others" if len(lessons) > MOST_TITLES else ""
        raise HandlerError(
            "CONFLICT",
            f"“{stored.file_name}” is shown in {titles}{more}. Remove it there first.",
            lessons=[{"lessonId": lesson_id, "title": title} for lesson_id, title in lessons[:MOST_TITLES]],
        )
    if await assets.is_logo(context.db, request.asset_id, organization_id=organization_id):
        raise HandlerError(
            "CONFLICT", f"“{stored.file_name}” is the logo of the organization's pages. Choose another logo first."
        )
    await assets.delete_asset(context.db, request.asset_id, now=context.service.clock())
    await record(context, organization_id, request.asset_id, fileName=stored.file_name, size=stored.size)
    return DeletedAsset(asset_id=request.asset_id)


def shown_asset(row: AssetRow) -> AssetSummary:
    """Return the asset in its wire form."""
    return wire_form(AssetSummary, row, content_digest=row.sha256)


def _position(cursor: str | None) -> tuple[int, str] | None:
    match = None if cursor is None else _CURSOR.fullmatch(cursor)
    if cursor is not None and match is None:
        raise HandlerError("BAD_REQUEST", "cursor: it doesn't belong to this list. Start again without a cursor.")
    return None if match is None else (int(match[1]), match[2])
