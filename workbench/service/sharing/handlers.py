"""Handlers of a course's link, of an organization's theme, and of information on learner pages besides the text."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from workbench.authoring.accent import accent_shades
from workbench.authoring.content.media_types import IMAGE, MEDIA_TYPES
from workbench.procedures import course, organization
from workbench.procedures.course import CourseInput, SetSharingInput, Sharing
from workbench.procedures.declare import OrganizationScope
from workbench.procedures.sharing import (
    LessonMakers,
    LogoFacts,
    PageContext,
    PageContextInput,
    SetShareSettingsInput,
    SetThemeInput,
    ShareSettings,
    Theme,
)
from workbench.service.assets import store as assets
from workbench.service.courses.listed import course_at, find_course
from workbench.service.courses.store import CourseRow, read_origins
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves, serves_alone
from workbench.service.kernel.context import Caller, Context, instant, iso
from workbench.service.kernel.errors import HandlerError, existing, not_found
from workbench.service.kernel.membership import at_course, here
from workbench.service.kernel.publishing_policy import StoredPolicy, check_may_publish, read_policy
from workbench.service.kernel.roles import Membership, may
from workbench.service.organizations import store as organizations
from workbench.service.publications.handlers import unpublish
from workbench.service.publications.link_expiry import check_end, latest_end
from workbench.service.publications.publishing import check_page_sizes, check_public, check_shown_again, publish
from workbench.service.publications.store import show_publication
from workbench.service.publications.visibility import current_lessons
from workbench.service.reviews.made_by import made_by_each
from workbench.service.sharing import theme
from workbench.service.sharing.store import lock_course, set_share_settings
from workbench.service.sharing.theme import StoredTheme, current_logo, read_theme


@serves(course.get_course_sharing_info, requires="read")
async def get_course_sharing_info(context: Context, request: CourseInput) -> Sharing:
    """Return the sharing state of a course."""
    return _sharing(context, await course_at(context, request.course_id))


@serves_alone(course.set_course_sharing, requires="share")
async def set_course_sharing(asker: Caller, request: SetSharingInput) -> Sharing:
    """Make the course public as it is now, or private; one already public keeps its publication."""
    if request.is_public:
        await check_page_sizes(asker, request.course_id)
    with asker.service.gate.write():
        return await asker.service.store.write(lambda db: _set_sharing(asker.in_unit(db), request))


async def _set_sharing(context: Context, request: SetSharingInput) -> Sharing:
    row = await course_at(context, request.course_id)
    if not request.is_public:
        await unpublish(context, row)
    elif not row.is_public:
        confirmed, known = request.confirm_open_places, row.publication or 0
        await publish(context, row, confirmed=confirmed, base_number=known)
    return Sharing(
        is_public=request.is_public,
        can_be_shared=row.can_be_shared,
        share_url=context.service.share_url(row.course_id),
    )


@serves(course.get_share_settings, requires="read")
async def get_share_settings(context: Context, request: CourseInput) -> ShareSettings:
    """Return the settings of a course's link."""
    standing = await at_course(context, request.course_id)
    policy = await read_policy(context.db, standing.organization_id)
    return _to_wire(context, standing, await find_course(context, standing.organization_id, request.course_id), policy)


@serves(course.set_share_settings, requires="share")
async def change_share_settings(context: Context, request: SetShareSettingsInput) -> ShareSettings:
    """Change the given settings; others stay, and equal values change nothing."""
    standing = await at_course(context, request.course_id)
    organization_id, now = standing.organization_id, context.service.clock()
    policy = (await check_public(context, organization_id)).policy
    await lock_course(context.db, request.course_id, organization_id=organization_id)
    row = await find_course(context, standing.organization_id, request.course_id)
    before = _settings(row)
    _check_base(request, before)
    after = before | _given_settings(request)
    if after["indexing"] is None:
        raise HandlerError("BAD_REQUEST", "indexing: it must be true or false.")
    changed = {name: value for name, value in after.items() if value != before[name]}
    if "expiresAt" in changed:
        check_end(_epoch_ms(after["expiresAt"]), policy, now)
    if any(_is_wider(name, before[name], value) for name, value in changed.items()):
        await check_shown_again(context, organization_id, await current_lessons(context.db, request.course_id, now=now))
    if changed:
        await set_share_settings(
            context.db,
            request.course_id,
            organization_id=organization_id,
            expires_at=_epoch_ms(after["expiresAt"]),
            embed_origins=after["embedOrigins"],
            indexing=after["indexing"],
            now=now,
        )
        if "expiresAt" in changed and row.publication is not None and not row.is_public:
            # Its link has ended: another end date must not bypass today's policy.
            await show_publication(context.db, request.course_id, None, now=now)
        facts = {f"{name}Before": before[name] for name in changed} | changed
        await record(context, organization_id, request.course_id, **facts)
    return _to_wire(context, standing, await find_course(context, standing.organization_id, request.course_id), policy)


def _settings(row: CourseRow) -> dict[str, Any]:
    end = None if row.expires_at is None else iso(row.expires_at)
    return {"expiresAt": end, "embedOrigins": read_origins(row.embed_origins), "indexing": row.indexing}


def _given_settings(request: Any) -> dict[str, Any]:
    names = {"expires_at": "expiresAt", "embed_origins": "embedOrigins", "indexing": "indexing"}
    return {names[name]: getattr(request, name) for name in names if name in request.model_fields_set}


def _is_wider(name: str, before: Any, after: Any) -> bool:
    """Return whether the new value lets more people see the course than the old one, or for longer."""
    if name == "indexing":
        return bool(after)
    if name == "expiresAt":
        return before is not None and (after is None or _epoch_ms(after) > _epoch_ms(before))  # type: ignore[operator]
    return before is not None and (after is None or not set(after) <= set(before))


def _check_base(request: SetShareSettingsInput, now: dict[str, Any]) -> None:
    """Raise `HandlerError` if a setting differs from what the caller knows."""
    if request.base is not None and any(now[name] != value for name, value in _given_settings(request.base).items()):
        raise HandlerError("CONFLICT", "The link's settings have changed. Reload them and try again.", **now)


def _epoch_ms(at: str | None) -> int | None:
    return None if at is None else round(datetime.fromisoformat(at).timestamp() * 1000)


def _to_wire(context: Context, standing: Membership, row: CourseRow, policy: StoredPolicy) -> ShareSettings:
    latest = latest_end(policy, context.service.clock())
    return ShareSettings(
        course_id=row.course_id,
        is_public=row.is_public,
        expires_at=None if row.expires_at is None else instant(row.expires_at),
        embed_origins=read_origins(row.embed_origins),
        indexing=row.indexing,
        may_share=may(standing.role, "share") and standing.role in policy.sharing_roles,
        longest_share_days=policy.longest_share_days,
        latest_expires_at=None if latest is None else instant(latest),
    )


def _sharing(context: Context, row: CourseRow) -> Sharing:
    return Sharing(
        is_public=row.is_public,
        can_be_shared=row.can_be_shared,
        share_url=context.service.share_url(row.course_id),
    )


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
    media_types = await assets.referable_assets(context.db, [asset_id], organization_id=organization_id)
    media_type = media_types.get(asset_id)
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


def shown_theme(organization_id: str, stored: StoredTheme) -> Theme:
    """Return the theme in wire form, with the shades that pages show."""
    shades = None if stored.accent is None else accent_shades(stored.accent)
    return Theme(
        organization_id=organization_id,
        **stored._asdict(),
        accent_light=None if shades is None else shades.light,
        accent_dark=None if shades is None else shades.dark,
    )


@serves(course.get_page_context, requires="read")
async def get_page_context(context: Context, request: PageContextInput) -> PageContext:
    """Theme, logo and makers, as the pages of the course say them."""
    organization_id = (await at_course(context, request.course_id)).organization_id
    theme = await read_theme(context.db, organization_id)
    logo = await current_logo(context.db, theme.logo_asset_id, organization_id=organization_id)
    name = theme.name or existing(await organizations.organization_by_id(context.db, organization_id)).name
    wanted = [(lesson.lesson_id, lesson.revision) for lesson in request.lessons]
    made = existing(await made_by_each(context.db, wanted, name, organization_id=organization_id))
    return PageContext(
        course_id=request.course_id,
        organization_id=organization_id,
        organization_name=name,
        theme=shown_theme(organization_id, theme),
        logo=LogoFacts(
            asset_id=logo.asset_id, alternative_text=logo.alternative_text, width=logo.width, height=logo.height
        )
        if logo is not None and logo.width and logo.height
        else None,
        lessons=[
            LessonMakers(
                lesson_id=lesson_id,
                revision=revision,
                model=by.model,
                has_edits=by.has_edits,
                approved_on=by.approved_on,
            )
            for (lesson_id, revision), by in zip(wanted, made, strict=True)
        ],
    )
