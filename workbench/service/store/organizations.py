"""Organizations: name, tier, status, and the terms of their glossaries. Their wallet is in `credits`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, case, select, update

from workbench.authoring.style import GlossaryEntry, GlossaryTerm
from workbench.service.store.credits import grant
from workbench.service.store.db.seam import Db, Row
from workbench.service.store.db.statement import Statement, insert_new_of, insert_of, today
from workbench.service.store.folding import folded
from workbench.service.store.ids import new_id
from workbench.service.store.people import set_role
from workbench.service.store.projects import DEFAULT_PROJECT, create_project
from workbench.service.store.tables import glossary, membership, organization

FREE, PRO, ENTERPRISE = "Free", "Pro", "Enterprise"
ACTIVE, PAST_DUE, SUSPENDED = "Active", "PastDue", "Suspended"


@dataclass(frozen=True, slots=True)
class OrganizationRow:
    """An organization and its wallet."""

    organization_id: str
    name: str
    tier: str
    status: str
    credit_balance: int
    daily_cap_credits: int | None
    created_at: int


@dataclass(frozen=True, slots=True)
class MemberOrganization:
    """An organization as one of its people sees it."""

    organization_id: str
    name: str
    role: str
    tier: str
    status: str
    credit_balance: int


@dataclass(frozen=True, slots=True)
class StoredGlossary:
    """An organization's terms of one language, and their version."""

    language: str
    version: int
    entries: tuple[GlossaryEntry, ...]


_INSERT = insert_of(organization)
_GLOSSARIES = Statement(
    select(glossary.c.language, glossary.c.version, glossary.c.terms)
    .where(glossary.c.organization_id == bindparam("organization_id"))
    .order_by(glossary.c.language)
)
_GLOSSARY_LOCKED = Statement(
    select(glossary.c.version, glossary.c.terms)
    .where(glossary.c.organization_id == bindparam("organization_id"), glossary.c.language == bindparam("of_language"))
    .with_for_update()
)
_GLOSSARY_NEW = insert_new_of(glossary, "organization_id", "language")
_GLOSSARY_SET = Statement(
    update(glossary)
    .values(version=glossary.c.version + 1, terms=bindparam("new_terms"), updated_at=bindparam("now"))
    .where(glossary.c.organization_id == bindparam("organization_id"), glossary.c.language == bindparam("of_language"))
)
_ORGANIZATION = select(
    organization.c.id,
    organization.c.name,
    organization.c.tier,
    organization.c.status,
    organization.c.credit_balance,
    organization.c.daily_cap_credits,
    organization.c.created_at,
)
_BY_ID = Statement(_ORGANIZATION.where(organization.c.id == bindparam("organization_id")))
_BY_NAME = Statement(
    _ORGANIZATION.where(organization.c.name_folded == bindparam("name_folded"))
    .order_by(organization.c.created_at, organization.c.id)
    .limit(1)
)
_TIER_AND_STATUS = Statement(
    select(organization.c.tier, organization.c.status).where(organization.c.id == bindparam("organization_id"))
)
_OF_PERSON = Statement(
    select(
        organization.c.id,
        organization.c.name,
        membership.c.role,
        organization.c.tier,
        organization.c.status,
        organization.c.credit_balance,
    )
    .join(membership, membership.c.organization_id == organization.c.id)
    .where(membership.c.person_id == bindparam("person_id"))
    .order_by(organization.c.name_folded, organization.c.id)
)
_SET_TIER_AND_STATUS = Statement(
    update(organization)
    .values(tier=bindparam("new_tier"), status=bindparam("new_status"))
    .where(organization.c.id == bindparam("organization_id"))
)
_SET_DAILY_CAP = Statement(
    update(organization)
    .values(
        daily_cap_credits=bindparam("cap_credits"),
        spent_day=case((organization.c.spent_day > today(), today()), else_=organization.c.spent_day),
    )
    .where(organization.c.id == bindparam("organization_id"))
)


async def create_organization(
    db: Db, *, name: str, owner_id: str | None, now: int, opening_credits: int = 0, tier: str = FREE
) -> OrganizationRow:
    """A new, active organization with its default project, its owner and its opening balance."""
    organization_id = new_id()
    await db.run(
        _INSERT,
        id=organization_id,
        name=name,
        name_folded=folded(name),
        tier=tier,
        status=ACTIVE,
        credit_balance=0,
        daily_cap_credits=None,
        spent_day=0,
        spent_day_credits=0,
        created_at=now,
    )
    if owner_id is not None:
        await set_role(db, person_id=owner_id, organization_id=organization_id, role="owner", now=now)
    await create_project(
        db, organization_id=organization_id, name=DEFAULT_PROJECT, person_id=owner_id, now=now, is_default=True
    )
    if opening_credits:
        await grant(db, organization_id, opening_credits, person_id=owner_id, reason="opening balance", now=now)
    return OrganizationRow(organization_id, name, tier, ACTIVE, opening_credits, None, now)


async def organization_by_id(db: Db, organization_id: str) -> OrganizationRow | None:
    """The organization; None when there is no such."""
    return _organization(await db.row(_BY_ID, organization_id=organization_id))


async def organization_by_name(db: Db, name: str) -> OrganizationRow | None:
    """The oldest organization of this name, compared without case."""
    return _organization(await db.row(_BY_NAME, name_folded=folded(name)))


async def organizations_of(db: Db, person_id: str) -> list[MemberOrganization]:
    """The organizations the person is in, by name."""
    return [MemberOrganization(*row) for row in await db.rows(_OF_PERSON, person_id=person_id)]


async def tier_and_status(db: Db, organization_id: str) -> tuple[str, str] | None:
    """What the interface's `organization.getOrgTierAndStatus` answers; None when there is no such organization."""
    found = await db.row(_TIER_AND_STATUS, organization_id=organization_id)
    return None if found is None else (found[0], found[1])


async def set_tier_and_status(db: Db, organization_id: str, *, tier: str, status: str) -> None:
    """Both are open sets of text."""
    await db.run(_SET_TIER_AND_STATUS, organization_id=organization_id, new_tier=tier, new_status=status)


async def set_daily_cap(db: Db, organization_id: str, *, credits: int | None) -> None:
    """The most credits that one day (UTC) may spend; None for no cap.

    What was spent today stays counted. A day in the future, which a wrong clock set, becomes today again.
    """
    await db.run(_SET_DAILY_CAP, organization_id=organization_id, cap_credits=credits)


async def glossaries(db: Db, organization_id: str) -> list[StoredGlossary]:
    """The organization's terms, by language."""
    found = await db.rows(_GLOSSARIES, organization_id=organization_id)
    return [StoredGlossary(language, version, _entries(terms)) for language, version, terms in found]


async def glossary_for(db: Db, organization_id: str, language: str) -> tuple[GlossaryTerm, ...]:
    """The terms that a text in this language is written with: its own, and those of its base language (`PT`, `PT-BR`).

    A term that both have is the regional one's.
    """
    terms: dict[str, GlossaryTerm] = {}
    wanted = (language.partition("-")[0], language)
    for each in await glossaries(db, organization_id):
        if each.language in wanted:
            for entry in each.entries:
                terms[folded(entry.term)] = GlossaryTerm(language=each.language, **entry.model_dump())
    return tuple(terms.values())


async def locked_glossary(db: Db, organization_id: str, language: str, *, now: int) -> StoredGlossary:
    """The terms of one language, which nobody else changes until the unit ends; version 0 where they were never set."""
    await db.run(
        _GLOSSARY_NEW, organization_id=organization_id, language=language, version=0, terms="[]", updated_at=now
    )
    found = await db.row(_GLOSSARY_LOCKED, organization_id=organization_id, of_language=language)
    if found is None:
        raise LookupError(language)
    return StoredGlossary(language, found[0], _entries(found[1]))


async def set_glossary(
    db: Db, organization_id: str, language: str, entries: Sequence[GlossaryEntry], *, now: int
) -> None:
    """Give a language these terms; it is locked."""
    values = [each.model_dump(exclude_none=True) for each in sorted(entries, key=lambda each: folded(each.term))]
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    await db.run(_GLOSSARY_SET, organization_id=organization_id, of_language=language, new_terms=text, now=now)


def _entries(text: str) -> tuple[GlossaryEntry, ...]:
    return tuple([GlossaryEntry.model_validate(each) for each in json.loads(text)])


def _organization(found: Row | None) -> OrganizationRow | None:
    return None if found is None else OrganizationRow(*found)
