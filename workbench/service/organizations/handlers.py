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
    DefaultLanguage,
    LastSelected,
    LedgerEntry,
    ListOrganizationsOutput,
    ListProjectsInput,
    ListProjectsOutput,
    Organization,
    OrganizationInput,
    Price,
    RateCard,
    RecentItem,
    RecentItemsOutput,
    SetDefaultLanguageInput,
    SidebarInput,
    SidebarItems,
    Spending,
    TierAndStatus,
    UserData,
)
from workbench.service.credits import ledger
from workbench.service.credits import store as credits
from workbench.service.credits.paid_calls import price_for_writer
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import offered_procedures, serves
from workbench.service.kernel.context import DAY_MS, Context, instant, iso
from workbench.service.kernel.membership import check_filters, here, last_organization
from workbench.service.kernel.paging import DEFAULT_PAGE, entry_before
from workbench.service.kernel.roles import SIGNED_IN, may
from workbench.service.kernel.wire_form import wire_form
from workbench.service.lessons import lists
from workbench.service.organizations import store as organizations
from workbench.service.people import store as people
from workbench.service.projects import store as projects
from workbench.service.projects.handlers import to_wire

RECENT_ITEMS = 50
SPENDING_DAYS = 30


@serves(organization.get_dashboard_recent_items, requires="read")
async def get_dashboard_recent_items(context: Context, request: OrganizationScope) -> RecentItemsOutput:
    """Return the most recently changed lessons."""
    standing = await here(context, request.organization_id)
    recent = await lists.recent_lessons(context.db, standing.organization_id, limit=RECENT_ITEMS)
    return RecentItemsOutput(
        recent_items=[
            wire_form(
                RecentItem, item, item_type="lesson", created_by_id=lists.others_by_name(item.others)["created_by_id"]
            )
            for item in recent
        ]
    )


@serves(organization.get_org_tier_and_status, requires="read")
async def get_org_tier_and_status(context: Context, request: OrganizationScope) -> TierAndStatus:
    """Return the organization's tier and status."""
    standing = await here(context, request.organization_id)
    return TierAndStatus(tier=standing.tier, status=standing.status)


@serves(organization.get_organization_projects, requires="read")
async def get_organization_projects(context: Context, request: ListProjectsInput) -> ListProjectsOutput:
    """Return the organization's projects, sorted by name."""
    standing = await here(context, request.organization_id)
    organization_id, person_id = standing.organization_id, context.person.person_id
    if request.name is not None:
        same_name = await projects.projects_by_name(
            context.db, request.name, organization_id=organization_id, person_id=person_id
        )
        rows = [row for row in same_name if request.include_archived or not row.is_archived]
    elif request.include_archived:
        rows = await projects.list_all_projects(context.db, organization_id=organization_id, person_id=person_id)
    else:
        rows = await projects.list_projects(
            context.db, organization_id=organization_id, person_id=person_id, sort="alphabetical"
        )
    return ListProjectsOutput(projects=[to_wire(row) for row in rows])


@serves(organization.get_last_selected_organization_id, requires=SIGNED_IN)
async def get_last_selected_organization_id(context: Context, request: NoInput) -> LastSelected:
    """Return the organization that the person worked in last."""
    return LastSelected(organization_id=await last_organization(context))


@serves(organization.get_full_sidebar_items, requires="read")
async def get_full_sidebar_items(context: Context, request: SidebarInput) -> SidebarItems:
    """Return the projects in the requested order, and the person's favorites."""
    standing = await here(context, request.organization_id)
    await check_filters(context, project_id=request.project_id)
    organization_id, person_id = standing.organization_id, context.person.person_id
    rows = await projects.list_projects(
        context.db, organization_id=organization_id, person_id=person_id, sort=request.sort_preference
    )
    marked = await projects.list_favorites(context.db, organization_id=organization_id, person_id=person_id)
    favorites = [row for row in marked if request.project_id in (None, row.project_id)]
    return SidebarItems(
        recent_projects=[to_wire(recent_project) for recent_project in rows],
        favorites=[to_wire(favorite) for favorite in favorites],
    )


@serves(organization.get_user_data, requires="read")
async def get_user_data(context: Context, request: OrganizationScope) -> UserData:
    """Return the person's profile and role in the organization."""
    standing = await here(context, request.organization_id)
    person, cap = context.person, standing.daily_cap_credits
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
        daily_cap_credits=cap,
        daily_credits_left=None if cap is None else max(0, cap - standing.spent_today_credits),
        tier=standing.tier,
        status=standing.status,
        default_language=standing.default_language,
    )


@serves(organization.set_default_language, requires="policy")
async def set_default_language(context: Context, request: SetDefaultLanguageInput) -> DefaultLanguage:
    """Another default language; the same one changes nothing."""
    standing = await here(context, request.organization_id)
    organization_id, language, before = standing.organization_id, request.language, standing.default_language
    if language != before:
        await organizations.set_default_language(context.db, organization_id, language)
        await record(context, organization_id, organization_id, language=language, languageBefore=before)
    return DefaultLanguage(organization_id=organization_id, default_language=language)


@serves(organization.list_organizations, requires=SIGNED_IN)
async def list_organizations(context: Context, request: NoInput) -> ListOrganizationsOutput:
    """Return the person's organizations, sorted by name."""
    rows = await organizations.list_organizations(context.db, context.person.person_id)
    return ListOrganizationsOutput(
        organizations=[
            Organization(
                organization_id=listed_organization.organization_id,
                name=listed_organization.name,
                tier=listed_organization.tier,
                status=listed_organization.status,
                role=listed_organization.role,
                ai_credit_balance=listed_organization.credit_balance,
            )
            for listed_organization in rows
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
    """Return a page of the ledger: everyone's entries for callers who may see them, else the caller's own."""
    standing = await here(context, request.organization_id)
    limit = request.limit or DEFAULT_PAGE
    covers_everyone = may(standing.role, "ledger")
    rows = await ledger.ledger_page(
        context.db,
        standing.organization_id,
        person_id=None if covers_everyone else context.person.person_id,
        before=entry_before(request.cursor),
        limit=limit + 1,
    )
    entries = rows[:limit]
    return CreditLedgerOutput(
        entries=[wire_form(LedgerEntry, entry, entry_id=str(entry.entry_id)) for entry in entries],
        ai_credit_balance=await credits.read_balance(context.db, standing.organization_id),
        covers_everyone=covers_everyone,
        next_cursor=str(entries[-1].entry_id) if len(rows) > limit else None,
    )


@serves(organization.get_credit_spending, requires="spend", long=True)
async def get_credit_spending(context: Context, request: CreditSpendingInput) -> Spending:
    """Return the credits spent on each recent day: everyone's if the caller may see it, else their own."""
    standing = await here(context, request.organization_id)
    covers_everyone = may(standing.role, "ledger")
    today = context.service.clock() // DAY_MS
    since = today + 1 - (request.days or SPENDING_DAYS)
    days = await ledger.spending_by_day(
        context.db,
        standing.organization_id,
        person_id=None if covers_everyone else context.person.person_id,
        since=since * DAY_MS,
    )
    return Spending(
        days=[
            DaySpending(
                day=iso(row.day * DAY_MS)[:10],
                spent_credits=row.spent_credits,
                balance_credits=row.balance if covers_everyone else None,
            )
            for row in days
        ],
        since=iso(since * DAY_MS)[:10],
        spent_credits=sum(row.spent_credits for row in days),
        ai_credit_balance=await credits.read_balance(context.db, standing.organization_id),
        covers_everyone=covers_everyone,
    )


@serves(organization.get_rate_card, requires=SIGNED_IN)
async def get_rate_card(context: Context, request: NoInput) -> RateCard:
    """Return the prices currently in force."""
    return RateCard(prices=await current_prices(context))


async def current_prices(context: Context) -> list[Price]:
    """Return the rate card in wire form, with the procedures that this service offers, priced for its writer."""
    rows = await credits.prices(context.db, now=context.service.clock())
    offered = offered_procedures(context.service)
    return [
        Price(procedure=name, credits=price_for_writer(context.service, name, price), valid_from=instant(since))
        for name, price, since in rows
        if name in offered
    ]
