"""The handler of what needs a person's attention. Each kind is listed only for roles that can act on it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from workbench.procedures import organization
from workbench.procedures.attention import (
    EXPIRY_DAYS,
    MAX_ATTENTION_ITEMS,
    SPENDING_DAYS,
    Attention,
    AttentionGroup,
    AttentionItem,
    AttentionKind,
)
from workbench.procedures.declare import OrganizationScope
from workbench.procedures.reviews import IN_REVIEW
from workbench.service.attention import store
from workbench.service.attention.store import AttentionRow, Counted
from workbench.service.credits.ledger import spending_by_day
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import DAY_MS, Context
from workbench.service.kernel.membership import here
from workbench.service.kernel.publishing_policy import read_policy
from workbench.service.kernel.roles import OrganizationMembership, may
from workbench.service.kernel.wire_form import wire_form
from workbench.service.reviews.queue import QueueFilter, queue_page

_REMEMBERED_ORGANIZATIONS: Final = 256


class StaleTranslations:
    """The stale translations of organizations, counted once for each change in one: comparing texts takes longest."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[tuple[int, ...], Counted]] = OrderedDict()

    async def of(self, context: Context, organization_id: str) -> Counted:
        """Return those of the organization as the context's snapshot has it."""
        entries = await store.newest_entries(context.db, organization_id)
        known = self._known.get(organization_id)
        if known is not None and entries and known[0] == entries:
            return known[1]
        counted = await store.stale_translations(context.db, organization_id, limit=MAX_ATTENTION_ITEMS)
        self._known[organization_id] = (entries, counted)
        while len(self._known) > _REMEMBERED_ORGANIZATIONS:
            self._known.popitem(last=False)
        return counted


@serves(organization.get_attention, requires="read", long=True)
async def get_attention(context: Context, request: OrganizationScope) -> Attention:
    """Return what the person can act on in the organization; kinds with nothing to do are left out."""
    membership = await here(context, request.organization_id)
    organization_id, role, now = membership.organization_id, membership.role, context.service.clock()
    db, limit = context.db, MAX_ATTENTION_ITEMS
    policy = await read_policy(db, organization_id)
    shares = may(role, "share") and role in policy.sharing_roles
    counted: dict[AttentionKind, Counted] = {}
    if may(role, "review"):
        counted["awaitingReview"] = await _awaiting_review(context, organization_id)
    if may(role, "edit"):
        counted["changesRequested"] = await store.returned_lessons(
            db, organization_id, person_id=context.person.person_id, limit=limit
        )
    if shares:
        counted["unpublishedChanges"] = await store.unpublished_courses(db, organization_id, now=now, limit=limit)
    if may(role, "edit"):
        counted["staleTranslations"] = await context.service.part(StaleTranslations).of(context, organization_id)
    if shares:
        until = now + EXPIRY_DAYS * DAY_MS
        counted["expiringLinks"] = await store.expiring_links(db, organization_id, now=now, until=until, limit=limit)
    groups = [_group(kind, part) for kind, part in counted.items() if part.count]
    if may(role, "ledger"):
        groups += await _low_credits(context, membership)
    return Attention(groups=groups)


async def _awaiting_review(context: Context, organization_id: str) -> Counted:
    page = await queue_page(context.db, organization_id, QueueFilter(IN_REVIEW), limit=MAX_ATTENTION_ITEMS)
    rows = [AttentionRow(row.lesson_id, row.course_id, row.title, row.reviewed_at) for row in page.items]
    return Counted(page.total, tuple(rows))


async def _low_credits(context: Context, membership: OrganizationMembership) -> list[AttentionGroup]:
    """Return the group of low credits if fewer are left than were spent lately; it tells what everyone spent."""
    since = (context.service.clock() // DAY_MS + 1 - SPENDING_DAYS) * DAY_MS
    days = await spending_by_day(context.db, membership.organization_id, since=since)
    spent, balance = sum(day.spent_credits for day in days), membership.credit_balance
    if balance >= spent:
        return []
    return [AttentionGroup(kind="lowCredits", count=1, items=[], balance_credits=balance, spent_credits=spent)]


def _group(kind: AttentionKind, part: Counted) -> AttentionGroup:
    items = [wire_form(AttentionItem, row) for row in part.rows]
    return AttentionGroup(kind=kind, count=part.count, is_minimum=part.is_minimum, items=items)
