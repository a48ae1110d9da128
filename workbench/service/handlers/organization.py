"""Handlers of the organization router."""

from __future__ import annotations

from workbench.authoring.shape import NoInput
from workbench.procedures import organization
from workbench.procedures.declare import OrganizationScope
from workbench.procedures.organization import (
    CreditLedgerInput,
    CreditLedgerOutput,
    CreditSpendingInput,
    DaySpending,
    LastSelected,
    LedgerEntry,
    ListOrganizationsOutput,
    ListProjectsInput,
    ListProjectsOutput,
    Organization,
    OrganizationInput,
    Price,
    Project,
    RateCard,
    RecentItem,
    RecentItemsOutput,
    SidebarInput,
    SidebarItems,
    Spending,
    TierAndStatus,
    UserData,
)
from workbench.service.audit import record
from workbench.service.context import Context, iso
from workbench.service.handler_error import HandlerError
from workbench.service.handlers.binding import announced, serves
from workbench.service.membership import here, last_organization
from workbench.service.paid_calls import price_for_writer
from workbench.service.roles import SIGNED_IN, may
from workbench.service.store import credits, ledger, organizations, people, projects
from workbench.service.store.lessons import lists

RECENT_ITEMS = 50
DEFAULT_PAGE = 100
SPENDING_DAYS = 30
MOST_ENTRIES = 10**18 - 1


@serves(organization.get_dashboard_recent_items, requires="read")
async def get_dashboard_recent_items(context: Context, request: OrganizationScope) -> RecentItemsOutput:
    """The lessons changed last."""
    standing = await here(context, request.organization_id)
    recent = await lists.recent_lessons(context.db, standing.organization_id, limit=RECENT_ITEMS)
    return RecentItemsOutput(
        recent_items=[
            RecentItem(
                item_type="lesson",
                lesson_id=each.lesson_id,
                course_id=each.course_id,
                project_id=each.project_id,
                title=each.title,
                language=each.language,
                updated_at=iso(each.updated_at),
                created_at=iso(each.created_at),
                created_by=each.created_by,
            )
            for each in recent
        ]
    )


@serves(organization.get_org_tier_and_status, requires="read")
async def get_org_tier_and_status(context: Context, request: OrganizationScope) -> TierAndStatus:
    """The organization's tier and status."""
    standing = await here(context, request.organization_id)
    return TierAndStatus(tier=standing.tier, status=standing.status)


@serves(organization.get_organization_projects, requires="read")
async def get_organization_projects(context: Context, request: ListProjectsInput) -> ListProjectsOutput:
    """The projects by name."""
    standing = await here(context, request.organization_id)
    organization_id, person_id = standing.organization_id, context.person.person_id
    if request.include_archived:
        found = await projects.all_projects_of(context.db, organization_id=organization_id, person_id=person_id)
    else:
        found = await projects.projects_of(
            context.db, organization_id=organization_id, person_id=person_id, sort="alphabetical"
        )
    return ListProjectsOutput(projects=[shown(each) for each in found])


@serves(organization.get_last_selected_organization_id, requires=SIGNED_IN)
async def get_last_selected_organization_id(context: Context, request: NoInput) -> LastSelected:
    """The organization the person worked in last."""
    return LastSelected(organization_id=await last_organization(context))


@serves(organization.get_full_sidebar_items, requires="read")
async def get_full_sidebar_items(context: Context, request: SidebarInput) -> SidebarItems:
    """Projects in the order asked for, and those that the person marked."""
    standing = await here(context, request.organization_id)
    organization_id, person_id = standing.organization_id, context.person.person_id
    found = await projects.projects_of(
        context.db, organization_id=organization_id, person_id=person_id, sort=request.sort_preference
    )
    marked = await projects.favorites_of(context.db, organization_id=organization_id, person_id=person_id)
    favorites = [each for each in marked if request.project_id in (None, each.project_id)]
    return SidebarItems(recent_projects=[shown(each) for each in found], favorites=[shown(each) for each in favorites])


@serves(organization.get_user_data, requires="read")
async def get_user_data(context: Context, request: OrganizationScope) -> UserData:
    """Who the person is in the organization."""
    standing = await here(context, request.organization_id)
    person = context.person
    return UserData(
        person_id=person.person_id,
        name=person.name,
        email=person.email,
        organization_id=standing.organization_id,
        organization_name=standing.name,
        role=standing.role,
        is_admin=may(standing.role, "people"),
        referral_id=person.referral_id,
        ai_credit_balance=standing.credit_balance,
        tier=standing.tier,
        status=standing.status,
    )


@serves(organization.list_organizations, requires=SIGNED_IN)
async def list_organizations(context: Context, request: NoInput) -> ListOrganizationsOutput:
    """The person's organizations by name."""
    found = await organizations.organizations_of(context.db, context.person.person_id)
    return ListOrganizationsOutput(
        organizations=[
            Organization(
                organization_id=each.organization_id,
                name=each.name,
                tier=each.tier,
                status=each.status,
                role=each.role,
                ai_credit_balance=each.credit_balance,
            )
            for each in found
        ]
    )


@serves(organization.select_organization, requires="read")
async def select_organization(context: Context, request: OrganizationInput) -> LastSelected:
    """Remember the organization as the one worked in."""
    standing = await here(context, request.organization_id)
    await people.select_organization(
        context.db, person_id=context.person.person_id, organization_id=standing.organization_id
    )
    await record(context, standing.organization_id, standing.organization_id)
    return LastSelected(organization_id=standing.organization_id)


@serves(organization.get_credit_ledger, requires="spend", long=True)
async def get_credit_ledger(context: Context, request: CreditLedgerInput) -> CreditLedgerOutput:
    """A page of the ledger: everyone's for those who may, else the own entries."""
    standing = await here(context, request.organization_id)
    limit = request.limit or DEFAULT_PAGE
    covers_everyone = may(standing.role, "ledger")
    found = await ledger.ledger_page(
        context.db,
        standing.organization_id,
        person_id=None if covers_everyone else context.person.person_id,
        before=entry_before(request.cursor),
        limit=limit + 1,
    )
    entries = found[:limit]
    return CreditLedgerOutput(
        entries=[
            LedgerEntry(
                entry_id=str(each.entry_id),
                kind=each.kind,
                credits=each.credits,
                balance_after=each.balance_after,
                at=iso(each.at),
                person_id=each.person_id,
                person_name=each.person_name,
                lesson_id=each.lesson_id,
                reservation_id=each.reservation_id,
                run=each.run,
                reason=each.reason,
                project_id=each.project_id,
            )
            for each in entries
        ],
        ai_credit_balance=await credits.balance_of(context.db, standing.organization_id),
        covers_everyone=covers_everyone,
        next_cursor=str(entries[-1].entry_id) if len(found) > limit else None,
    )


@serves(organization.get_credit_spending, requires="spend", long=True)
async def get_credit_spending(context: Context, request: CreditSpendingInput) -> Spending:
    """What was spent on each of the last days: everyone's for those who may, else the own."""
    standing = await here(context, request.organization_id)
    covers_everyone = may(standing.role, "ledger")
    today = context.service.clock() // credits.DAY_MS
    since = today + 1 - (request.days or SPENDING_DAYS)
    found = await ledger.spending_by_day(
        context.db,
        standing.organization_id,
        person_id=None if covers_everyone else context.person.person_id,
        since=since * credits.DAY_MS,
    )
    return Spending(
        days=[
            DaySpending(
                day=iso(each.day * credits.DAY_MS)[:10],
                spent_credits=each.spent_credits,
                balance_credits=each.balance if covers_everyone else None,
            )
            for each in found
        ],
        since=iso(since * credits.DAY_MS)[:10],
        spent_credits=sum(each.spent_credits for each in found),
        ai_credit_balance=await credits.balance_of(context.db, standing.organization_id),
        covers_everyone=covers_everyone,
    )


@serves(organization.get_rate_card, requires=SIGNED_IN)
async def get_rate_card(context: Context, request: NoInput) -> RateCard:
    """The prices that hold now."""
    return RateCard(prices=await prices_now(context))


async def prices_now(context: Context) -> list[Price]:
    """The rate card as the wire has it, of the procedures that this service offers, for its writer."""
    found = await credits.prices(context.db, now=context.service.clock())
    offered = announced(context.service)
    return [
        Price(procedure=name, credits=price_for_writer(context.service, name, price), valid_from=iso(since))
        for name, price, since in found
        if name in offered
    ]


def entry_before(cursor: str | None, *, most: int = MOST_ENTRIES) -> int | None:
    """The entry, at `most` of this number, that the page before ended with. Raises `HandlerError` for others."""
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 18 and int(cursor) <= most):
        raise HandlerError("BAD_REQUEST", "cursor: it is none that this service gave.")
    return int(cursor)


def shown(found: projects.ProjectRow) -> Project:
    """A project as the wire has it."""
    return Project(
        project_id=found.project_id,
        name=found.name,
        is_favorite=found.is_favorite,
        is_archived=found.is_archived,
        is_default=found.is_default,
        course_count=found.course_count,
        lesson_count=found.lesson_count,
        updated_at=iso(found.updated_at),
    )
