"""Handlers of the organization router."""

from __future__ import annotations

from workbench.authoring.shape import NoInput
from workbench.procedures import organization
from workbench.procedures.organization import (
    LastSelected,
    Ledger,
    LedgerAsked,
    LedgerEntry,
    Organization,
    OrganizationChosen,
    Organizations,
    OrganizationScope,
    Price,
    Project,
    Projects,
    RateCard,
    RecentItem,
    RecentItems,
    SidebarAsked,
    SidebarItems,
    TierAndStatus,
    UserData,
)
from workbench.service.context import Context, iso
from workbench.service.membership import member_here, member_of, selected
from workbench.service.refused import Refused
from workbench.service.roles import may
from workbench.service.serve import serves
from workbench.service.store import credits, lessons, organizations, people, projects
from workbench.service.store.projects import ProjectRecord

RECENT_ITEMS = 50
DEFAULT_PAGE = 100


@serves(organization.get_dashboard_recent_items)
async def get_dashboard_recent_items(context: Context, asked: OrganizationScope) -> RecentItems:
    """The lessons changed last."""
    member = await member_here(context, asked.organization_id)
    recent = await lessons.recent(context.db, member.organization_id, RECENT_ITEMS)
    return RecentItems(
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


@serves(organization.get_org_tier_and_status)
async def get_org_tier_and_status(context: Context, asked: OrganizationScope) -> TierAndStatus:
    """The organization's tier and status."""
    member = await member_here(context, asked.organization_id)
    return TierAndStatus(tier=member.tier, status=member.status)


@serves(organization.get_organization_projects)
async def get_organization_projects(context: Context, asked: OrganizationScope) -> Projects:
    """The projects that are not archived, by name."""
    member = await member_here(context, asked.organization_id)
    found = await projects.listed(context.db, member.organization_id, context.person.person_id, "alphabetical")
    return Projects(projects=[_project(each) for each in found])


@serves(organization.get_last_selected_organization_id)
async def get_last_selected_organization_id(context: Context, asked: NoInput) -> LastSelected:
    """The organization the person worked in last."""
    return LastSelected(organization_id=await selected(context))


@serves(organization.get_full_sidebar_items)
async def get_full_sidebar_items(context: Context, asked: SidebarAsked) -> SidebarItems:
    """Projects in the order asked for, and those that the person marked."""
    member = await member_of(context, asked.organization_id)
    found = await projects.listed(
        context.db, member.organization_id, context.person.person_id, asked.sort_preference
    )
    favorites = [each for each in found if each.is_favorite and asked.project_id in (None, each.project_id)]
    return SidebarItems(
        recent_projects=[_project(each) for each in found], favorites=[_project(each) for each in favorites]
    )


@serves(organization.get_user_data)
async def get_user_data(context: Context, asked: OrganizationScope) -> UserData:
    """Who the person is in the organization."""
    member = await member_here(context, asked.organization_id)
    person = context.person
    return UserData(
        person_id=person.person_id,
        name=person.name,
        email=person.email,
        organization_id=member.organization_id,
        role=member.role,
        is_admin=may(member.role, "people"),
        referral_id=person.referral_id,
        ai_credit_balance=member.credit_balance,
        tier=member.tier,
        status=member.status,
    )


@serves(organization.list_organizations)
async def list_organizations(context: Context, asked: NoInput) -> Organizations:
    """The person's organizations by name."""
    found = await organizations.of_person(context.db, context.person.person_id)
    return Organizations(
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


@serves(organization.select_organization)
async def select_organization(context: Context, asked: OrganizationChosen) -> LastSelected:
    """Remember the organization as the one worked in."""
    member = await member_of(context, asked.organization_id)
    await people.select(context.db, context.person.person_id, member.organization_id)
    return LastSelected(organization_id=member.organization_id)


@serves(organization.get_credit_ledger, long=True)
async def get_credit_ledger(context: Context, asked: LedgerAsked) -> Ledger:
    """A page of the ledger: everyone's for those who may, else the own entries."""
    member = await member_here(context, asked.organization_id)
    only = None if may(member.role, "ledger") else context.person.person_id
    page = await credits.page(
        context.db, member.organization_id, person_id=only, limit=asked.limit or DEFAULT_PAGE, cursor=asked.cursor
    )
    if page is None:
        raise Refused("BAD_REQUEST", "cursor: it is none that this service gave.")
    return Ledger(
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
            )
            for each in page.entries
        ],
        ai_credit_balance=member.credit_balance,
        next_cursor=page.next_cursor,
    )


@serves(organization.get_rate_card)
async def get_rate_card(context: Context, asked: NoInput) -> RateCard:
    """The prices that hold now."""
    found = await credits.rate_card(context.db, context.service.clock())
    return RateCard(
        prices=[
            Price(procedure=each.procedure, credits=each.credits, valid_from=iso(each.valid_from)) for each in found
        ]
    )


def _project(found: ProjectRecord) -> Project:
    return Project(
        project_id=found.project_id,
        name=found.name,
        is_favorite=found.is_favorite,
        course_count=found.course_count,
        lesson_count=found.lesson_count,
        updated_at=iso(found.updated_at),
    )
