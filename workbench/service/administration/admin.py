"""Administration directly on the service's database: people, organizations, sessions, credits.

It uses no HTTP.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from workbench.authoring.characters import name_line
from workbench.errors import InputRejected, NotFound
from workbench.procedures.member import email_address
from workbench.service.credits import store as credits
from workbench.service.db.seam import Db, Store
from workbench.service.kernel import audit, membership
from workbench.service.kernel.context import iso, now_ms
from workbench.service.kernel.membership import ACTIVE, SUSPENDED
from workbench.service.kernel.roles import DEFAULT_ROLE, ROLES
from workbench.service.organizations import store as organizations
from workbench.service.organizations.store import OrganizationRow
from workbench.service.people import invitations
from workbench.service.people import store as people
from workbench.service.sessions import store as sessions

LOCAL_CREDITS = 10_000
LOCAL_ORGANIZATION = "My organization"
LOCAL_OWNER = "owner@localhost"


@dataclass(frozen=True, slots=True)
class AddedPerson:
    """A person who can sign in; the token is returned once and stored nowhere."""

    person_id: str
    organization_id: str
    session_token: str = field(repr=False)
    organization_made: bool = False


async def add_person(
    store: Store,
    email: str,
    organization: str,
    *,
    role: str | None = None,
    name: str | None = None,
    credits_at_start: int = 0,
    label: str = "admin",
) -> AddedPerson:
    """Add the person as a member of the organization, with a new session, creating the organization if missing.

    The first member of a new organization is its owner unless a role is given; others are authors. Repeated by
    e-mail: the same person, whose role is changed if one is given. `credits_at_start` is the opening balance of
    an organization that this creates; it never adds to an existing one. Raises `InputRejected`.
    """
    _check(email, organization, role, credits_at_start)
    name = _name("A person's name", name or email.partition("@")[0])

    async def unit(db: Db) -> AddedPerson:
        now = now_ms()
        person, _ = await people.add_person(db, email=email, name=name, now=now)
        if person.disabled_at is not None:
            raise InputRejected(f"{person.email} is disabled. To let them sign in: workbench admin people enable.")
        row = await _organization(db, organization)
        made = row is None
        if row is None:
            row = await organizations.create_organization(
                db,
                name=_name("An organization's name", organization),
                owner_id=person.person_id,
                now=now,
                opening_credits=credits_at_start,
            )
        await _join(db, person.person_id, row.organization_id, role, made=made)
        issued = await sessions.issue_session(db, person_id=person.person_id, label=label, now=now)
        return AddedPerson(person.person_id, row.organization_id, issued.token, made)

    return await store.write(unit)


async def _join(db: Db, person_id: str, organization_id: str, role: str | None, *, made: bool) -> None:
    now = now_ms()
    known = await people.read_role(db, person_id=person_id, organization_id=organization_id)
    chosen = role or known or DEFAULT_ROLE
    if made and role not in (None, "owner"):
        raise InputRejected("The first person of a new organization is its owner.")
    if chosen != known:
        await people.set_role(db, person_id=person_id, organization_id=organization_id, role=chosen, now=now)
    person = await people.person_by_id(db, person_id)
    assert person is not None
    await invitations.end_for(db, organization_id, person.email)
    await _note(db, "admin.addPerson", organization_id, person_id, role=chosen)


async def grant_credits(store: Store, organization: str, amount_credits: int, reason: str) -> int:
    """Grant credits and return the organization's balance afterwards. Raises `InputRejected`, `NotFound`."""
    if not 1 <= amount_credits <= credits.MAX_CREDITS:
        raise InputRejected(f"A grant is a whole number of credits, 1 to {credits.MAX_CREDITS:,}.")
    reason = _name("A grant's reason, which the ledger keeps", reason)

    async def unit(db: Db) -> int:
        organization_id = await _organization_id(db, organization)
        facts = {"credits": amount_credits, "reason": reason}
        await _note(db, "admin.grantCredits", organization_id, organization_id, **facts)
        try:
            return await credits.grant(db, organization_id, amount_credits, person_id=None, reason=reason, now=now_ms())
        except credits.TooManyCredits as refused:
            raise InputRejected(refused.message) from None

    return await store.write(unit)


async def set_daily_cap(store: Store, organization: str, cap_credits: int | None) -> None:
    """Set the most that the organization may spend in a day (UTC), `None` for no cap.

    It holds from the next lesson on. Raises `InputRejected`, `NotFound`.
    """
    if cap_credits is not None and not 0 <= cap_credits <= credits.MAX_CREDITS:
        raise InputRejected(f"A daily cap is a whole number of credits, 0 to {credits.MAX_CREDITS:,}.")

    async def unit(db: Db) -> None:
        organization_id = await _organization_id(db, organization)
        await organizations.set_daily_cap(db, organization_id, credits=cap_credits)
        await _note(db, "admin.setDailyCap", organization_id, organization_id, credits=cap_credits)

    await store.write(unit)


async def set_price(store: Store, procedure: str, price_credits: int, valid_from: datetime | None) -> str:
    """Set a procedure's price per call and return the time from which it holds, ISO 8601, UTC.

    Without a time it holds immediately. Raises `InputRejected` for a procedure without a price, for an invalid
    price, and for a time in the past.
    """
    if not 0 <= price_credits <= credits.MAX_CREDITS:
        raise InputRejected(f"A price is a whole number of credits, 0 to {credits.MAX_CREDITS:,}.")

    async def unit(db: Db) -> int:
        now = now_ms()
        priced = [name for name, _, _ in await credits.prices(db, now=now)]
        if procedure not in priced:
            raise InputRejected(f"{procedure!r} has no price. Name one of {', '.join(sorted(priced))}.")
        first = now if valid_from is None else round(valid_from.timestamp() * 1000)
        if first < now:
            raise InputRejected("A price cannot hold for the past. Name a day to come, or none for now.")
        await credits.set_price(db, procedure, credits=price_credits, valid_from=first)
        await _note(db, "admin.setPrice", None, procedure, credits=price_credits, validFrom=iso(first))
        return first

    return iso(await store.write(unit))


async def set_tier(store: Store, organization: str, tier: str) -> str:
    """Set the organization's tier and return it, its status as before. Raises `InputRejected`, `NotFound`."""
    tier = _name("A tier", tier)

    async def unit(db: Db) -> None:
        organization_id = await _organization_id(db, organization)
        before, status = await membership.tier_and_status(db, organization_id) or ("", ACTIVE)
        await organizations.set_tier_and_status(db, organization_id, tier=tier, status=status)
        await _note(db, "admin.setTier", organization_id, organization_id, tier=tier, tierBefore=before)

    await store.write(unit)
    return tier


async def revoke_sessions(store: Store, email: str) -> int:
    """End the person's sessions and return how many; they are invalid from the next request on.

    Raises `NotFound`.
    """

    async def unit(db: Db) -> int:
        person = await _person(db, email)
        await _note(db, "admin.revokeSessions", None, person.person_id)
        return await sessions.revoke_sessions(db, person_id=person.person_id, now=now_ms())

    return await store.write(unit)


@dataclass(frozen=True, slots=True)
class StatusChange:
    """The result of a change: the organization or person by name, and whether nothing had to change."""

    id: str
    name: str
    was_so: bool
    sessions_ended: int = 0


async def suspend_organization(store: Store, organization: str) -> StatusChange:
    """Suspend an organization: it generates and shares nothing, and its public pages answer as if there were none.

    Sessions continue: its people read, edit and export as before. Raises `NotFound`.
    """
    return await store.write(lambda db: _set_status(db, organization, SUSPENDED))


async def resume_organization(store: Store, organization: str) -> StatusChange:
    """Make an organization active: it generates and shares again, and its public pages open. Raises `NotFound`."""
    return await store.write(lambda db: _set_status(db, organization, ACTIVE))


async def disable_person(store: Store, email: str) -> StatusChange:
    """End a person's sessions and accept no other, from the next request on, until enabled.

    Raises `NotFound`, and `InputRejected` for the last owner of an organization who can sign in.
    """

    async def unit(db: Db) -> StatusChange:
        person = await _person(db, email)
        if person.disabled_at is None:
            for organization_id in await people.owned_alone(db, person.person_id):
                owned = await organizations.organization_by_id(db, organization_id)
                assert owned is not None
                raise InputRejected(
                    f"{person.email} is the last owner of {owned.name} ({organization_id}) who can sign in. Make "
                    "somebody else an owner of it first; nothing was changed."
                )
            await people.disable_person(db, person.person_id, now=now_ms())
            await _note(db, "admin.disablePerson", None, person.person_id)
        ended = await sessions.revoke_sessions(db, person_id=person.person_id, now=now_ms())
        return StatusChange(person.person_id, person.email, person.disabled_at is not None, ended)

    return await store.write(unit)


async def enable_person(store: Store, email: str) -> StatusChange:
    """Let a person sign in again, with a new session; the earlier ones stay ended. Raises `NotFound`."""

    async def unit(db: Db) -> StatusChange:
        person = await _person(db, email)
        if person.disabled_at is not None:
            await people.enable_person(db, person.person_id)
            await _note(db, "admin.enablePerson", None, person.person_id)
        return StatusChange(person.person_id, person.email, person.disabled_at is None)

    return await store.write(unit)


async def _set_status(db: Db, organization: str, status: str) -> StatusChange:
    organization_id = await _organization_id(db, organization)
    row = await organizations.organization_by_id(db, organization_id)
    assert row is not None
    was_so = row.status == status
    if not was_so:
        await organizations.set_tier_and_status(db, organization_id, tier=row.tier, status=status)
        facts = {"statusBefore": row.status, "status": status}
        await _note(db, "admin.setStatus", organization_id, organization_id, **facts)
    return StatusChange(organization_id, row.name, was_so)


async def _person(db: Db, email: str) -> people.Person:
    person = await people.person_by_email(db, email)
    if person is None:
        raise NotFound(f"There is no person with the address {email!r}.", code="NOT_FOUND", http_status=404)
    return person


async def end_sessions(store: Store) -> None:
    """End everybody's sessions, those of the local owner too."""
    await store.write(lambda db: sessions.end_all(db, now=now_ms()))


async def first_start(store: Store) -> AddedPerson:
    """Return the local owner of an embedded service with a new session, and one organization.

    The organization has 10,000 credits.
    """
    return await add_person(
        store,
        LOCAL_OWNER,
        LOCAL_ORGANIZATION,
        name="You",
        credits_at_start=LOCAL_CREDITS,
        label="embedded",
    )


async def _organization(db: Db, wanted: str) -> OrganizationRow | None:
    """Return the organization of this id or name.

    Raises `InputRejected`, with their ids, if several have the name.
    """
    rows = await organizations.organizations_by_name(db, wanted)
    if len(rows) > 1:
        listed = "; ".join(f"{row.organization_id} (created {iso(row.created_at)[:10]})" for row in rows)
        raise InputRejected(f"Several organizations are named {wanted!r}: {listed}. Give the id of the one you mean.")
    return rows[0] if rows else None


async def _organization_id(db: Db, wanted: str) -> str:
    row = await _organization(db, wanted)
    if row is None:
        raise NotFound(f"There is no organization named {wanted!r}.", code="NOT_FOUND", http_status=404)
    return row.organization_id


async def _note(db: Db, action: str, organization_id: str | None, subject: str, **facts: Any) -> None:
    """Write an audit entry without a person: an administrator of the service need not be one."""
    await audit.add_entry(
        db, action, organization_id=organization_id, person_id=None, subject=subject, now=now_ms(), **facts
    )


def _name(what: str, text: str) -> str:
    try:
        return name_line(text)
    except ValueError as refused:
        raise InputRejected(f"{what}: {refused}.") from None


def _check(email: str, organization: str, role: str | None, credits_at_start: int) -> None:
    try:
        email_address(email)
    except ValueError:
        raise InputRejected(f"{email!r} is not an email address.") from None
    if not organization.strip() or len(organization) > 200:
        raise InputRejected("An organization's name has 1 to 200 characters.")
    if role is not None and role not in ROLES:
        raise InputRejected(f"There is no role {role!r}. The roles are {', '.join(ROLES)}.")
    if not 0 <= credits_at_start <= credits.MAX_CREDITS:
        raise InputRejected(f"Credits are a whole number, 0 to {credits.MAX_CREDITS:,}.")
