"""Handlers of an organization's theme."""

from __future__ import annotations

from typing import Any

from workbench.authoring.accent import accent_shades
from workbench.authoring.content.media_types import IMAGE, MEDIA_TYPES
from workbench.procedures import organization
from workbench.procedures.declare import OrganizationScope
from workbench.procedures.sharing import SetThemeInput, Theme
from workbench.service.assets import store as assets
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError, not_found
from workbench.service.kernel.membership import here
from workbench.service.kernel.publishing_policy import check_may_publish
from workbench.service.sharing import theme
from workbench.service.sharing.theme import StoredTheme


@serves(organization.get_theme, requires="read")
async def get_theme(context: Context, request: OrganizationScope) -> Theme:
    """Return the current theme."""
    organization_id = (await here(context, request.organization_id)).organization_id
    return shown_theme(organization_id, await theme.read_theme(context.db, organization_id))


@serves(organization.set_theme, requires="policy")
async def set_theme(context: Context, request: SetThemeInput) -> Theme:
    """Another theme; the same one changes nothing."""
    organization_id, now = (await here(context, request.organization_id)).organization_id, context.service.clock()
    if request.logo_asset_id is not None:
        await _check_logo(context, organization_id, request.logo_asset_id)
    await check_may_publish(context, organization_id)  # public pages show it immediately
    known = await theme.locked_theme(context.db, organization_id, now=now)
    if request.base_version not in (None, known.version):
        raise HandlerError(
            "CONFLICT",
            "Someone else has changed the theme. Reload it and try again.",
            version=known.version,
        )
    wanted = StoredTheme(request.name, request.logo_asset_id, request.accent, request.footer, known.version)
    if wanted != known:
        await theme.set_theme(context.db, organization_id, wanted, now=now)
        await record(context, organization_id, organization_id, **_changes(known, wanted))
        wanted = wanted._replace(version=known.version + 1)
    return shown_theme(organization_id, wanted)


async def _check_logo(context: Context, organization_id: str, asset_id: str) -> None:
    """Raise `HandlerError` unless the asset is a picture of the organization; lock it for the transaction."""
    found = await assets.referable_assets(context.db, [asset_id], organization_id=organization_id)
    media_type = found.get(asset_id)
    if media_type is None:
        raise not_found()
    if MEDIA_TYPES[media_type].block_type != IMAGE:
        raise HandlerError("BAD_REQUEST", "logoAssetId: a logo is a picture: PNG, JPEG, WebP or GIF.")


def _changes(before: StoredTheme, after: StoredTheme) -> dict[str, Any]:
    names = {"name": "name", "logo_asset_id": "logoAssetId", "accent": "accent", "footer": "footer"}
    old, new = before._asdict(), after._asdict()
    changed = {name: wire_name for name, wire_name in names.items() if old[name] != new[name]}
    return {wire_name: new[name] for name, wire_name in changed.items()} | {
        f"{wire_name}Before": old[name] for name, wire_name in changed.items()
    }


def shown_theme(organization_id: str, found: StoredTheme) -> Theme:
    """Return the theme in wire form, with the shades that pages show."""
    shades = None if found.accent is None else accent_shades(found.accent)
    return Theme(
        organization_id=organization_id,
        **found._asdict(),
        accent_light=None if shades is None else shades.light,
        accent_dark=None if shades is None else shades.dark,
    )
