"""Handlers of a link's settings."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from workbench.procedures import course
from workbench.procedures.course import CourseInput
from workbench.procedures.sharing.share_settings import SetShareSettingsInput, ShareSettings
from workbench.service.courses import store as courses
from workbench.service.courses.store import CourseRow
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context, iso
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_course
from workbench.service.kernel.memberships import Membership
from workbench.service.kernel.publishing_policy import StoredPolicy, policy_of
from workbench.service.kernel.roles import may
from workbench.service.publications.link_expiry import check_end, latest_end
from workbench.service.publications.publishing import check_public, check_shown_again
from workbench.service.publications.store import show_publication
from workbench.service.publications.visibility import current_lessons
from workbench.service.sharing.store import lock_course, read_origins, set_share_settings


@serves(course.get_share_settings, requires="read")
async def get_share_settings(context: Context, request: CourseInput) -> ShareSettings:
    """The settings of a course's link."""
    standing = await at_course(context, request.course_id)
    policy = await policy_of(context.db, standing.organization_id)
    return _shown(context, standing, await _found(context, standing, request.course_id), policy)


@serves(course.set_share_settings, requires="share")
async def change_share_settings(context: Context, request: SetShareSettingsInput) -> ShareSettings:
    """The settings that are given, changed; what is not given stays, and the same ones change nothing."""
    standing = await at_course(context, request.course_id)
    organization_id, now = standing.organization_id, context.service.clock()
    policy = (await check_public(context, organization_id)).policy
    await lock_course(context.db, request.course_id, organization_id=organization_id)
    found = await _found(context, standing, request.course_id)
    before = _settings(found)
    _check_base(request, before)
    after = before | _given(request)
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
        if "expiresAt" in changed and found.publication is not None and not found.is_public:
            # Its link has ended: another end opens nothing that today's policy has not judged.
            await show_publication(context.db, request.course_id, None, now=now)
        facts = {f"{name}Before": before[name] for name in changed} | changed
        await record(context, organization_id, request.course_id, **facts)
    return _shown(context, standing, await _found(context, standing, request.course_id), policy)


async def _found(context: Context, standing: Membership, course_id: str) -> CourseRow:
    organization_id, now = standing.organization_id, context.service.clock()
    return existing(await courses.course_by_id(context.db, course_id, organization_id=organization_id, now=now))


def _settings(found: CourseRow) -> dict[str, Any]:
    end = None if found.expires_at is None else iso(found.expires_at)
    return {"expiresAt": end, "embedOrigins": read_origins(found.embed_origins), "indexing": found.indexing}


def _given(request: Any) -> dict[str, Any]:
    names = {"expires_at": "expiresAt", "embed_origins": "embedOrigins", "indexing": "indexing"}
    return {names[each]: getattr(request, each) for each in names if each in request.model_fields_set}


def _is_wider(name: str, before: Any, after: Any) -> bool:
    """Whether more people see the course with the setting after than before, or for longer."""
    if name == "indexing":
        return bool(after)
    if name == "expiresAt":
        return before is not None and (after is None or _epoch_ms(after) > _epoch_ms(before))  # type: ignore[operator]
    return before is not None and (after is None or not set(after) <= set(before))


def _check_base(request: SetShareSettingsInput, now: dict[str, Any]) -> None:
    """Raises `HandlerError` where a setting is another than the caller knows."""
    if request.base is not None and any(now[name] != value for name, value in _given(request.base).items()):
        raise HandlerError("CONFLICT", "The link's settings have changed meanwhile. Read them again.", **now)


def _epoch_ms(at: str | None) -> int | None:
    return None if at is None else round(datetime.fromisoformat(at).timestamp() * 1000)


def _shown(context: Context, standing: Membership, found: CourseRow, policy: StoredPolicy) -> ShareSettings:
    latest = latest_end(policy, context.service.clock())
    return ShareSettings(
        course_id=found.course_id,
        is_public=found.is_public,
        expires_at=None if found.expires_at is None else iso(found.expires_at),
        embed_origins=read_origins(found.embed_origins),
        indexing=found.indexing,
        may_share=may(standing.role, "share") and standing.role in policy.sharing_roles,
        longest_share_days=policy.longest_share_days,
        latest_expires_at=None if latest is None else iso(latest),
    )
