"""The organization router: dashboard, projects, sidebar, tier, status; and ours, the list, credits and prices."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field

from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import Count, InputModel, Instant, NoInput, OpenOutputModel, OutputModel, Whole
from workbench.procedures.attention import get_attention as get_attention
from workbench.procedures.declare import OrganizationScope, read, write
from workbench.procedures.glossary import GetGlossaryInput, GlossaryVersion, ListedGlossary, SetGlossaryInput
from workbench.procedures.member import (
    AddMemberInput,
    AuditLogInput,
    AuditLogOutput,
    GrantCreditsInput,
    GrantCreditsOutput,
    InvitationEnded,
    InvitationInput,
    Invitations,
    Invited,
    ListMembersOutput,
    Member,
    MemberInput,
    SetMemberRoleInput,
)
from workbench.procedures.reviews import get_publishing_policy as get_publishing_policy
from workbench.procedures.reviews import set_publishing_policy as set_publishing_policy
from workbench.procedures.sharing import get_theme as get_theme
from workbench.procedures.sharing import set_theme as set_theme
from workbench.procedures.tags import ListTagsInput, TagList

EXAMPLE_TIER = "Example"
"""The tier of the organization that `workbench demo --example` makes; no other has it."""
MAX_LEDGER_PAGE = 1000
DEFAULT_LANGUAGE_TEXT = "Upper-case code of the default language of new lessons."
Purpose = Literal["starter lesson", "outline", "translation", "block help", "update", "unknown"]
"""The purpose of spent credits.

An update brings blocks of a translation up to date. A charge is `unknown` only if it was made before the ledger stored
purposes, and cannot be derived.
"""
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
MAX_SPENDING_DAYS = 366


class ListProjectsInput(OrganizationScope):
    """Filters for a list of projects."""

    include_archived: bool | None = Field(default=None, description="True: those put away too; default: false.")
    name: str | None = Field(
        default=None, max_length=200, description="Only projects of this name, case, white space and width aside."
    )


class SidebarInput(InputModel):
    """The content of the sidebar. Source: interface 4.6."""

    sort_preference: str = Field(max_length=64, description="`recently-updated`, `recently-created` or `alphabetical`.")
    organization_id: str = Field(max_length=64, description="The organization.")
    project_id: str | None = Field(max_length=64, description="A project to limit the favorites to, or null.")


class OrganizationInput(InputModel):
    """One organization by id."""

    organization_id: str = Field(max_length=64, description="The organization.")


class CreditLedgerInput(OrganizationScope):
    """A page of the credit ledger."""

    limit: int | None = Field(
        default=None, ge=1, le=MAX_LEDGER_PAGE, description="Entries a page, 1 to 1,000; default 100."
    )
    cursor: str | None = Field(default=None, max_length=200, description="The `nextCursor` of the previous page.")


class CreditSpendingInput(OrganizationScope):
    """The number of days of spending."""

    days: int | None = Field(
        default=None, ge=1, le=MAX_SPENDING_DAYS, description="Days up to today (UTC), 1 to 366; default 30."
    )


class SetDefaultLanguageInput(OrganizationScope):
    """The default language from now on."""

    language: LanguageCode | None = Field(
        default=None, description=f"{DEFAULT_LANGUAGE_TEXT} Default: none, which means English."
    )


class DefaultLanguage(OutputModel):
    """The default language of an organization."""

    organization_id: str = Field(description="The organization.")
    default_language: str | None = Field(description=f"{DEFAULT_LANGUAGE_TEXT} Null: none was set, so it is English.")


class RecentItem(OpenOutputModel):
    """A lesson or course that was worked on lately. Its fields are ours."""

    item_type: str | None = Field(default=None, description="`lesson` or `course`.")
    lesson_id: str | None = Field(default=None, description="The lesson.")
    course_id: str | None = Field(default=None, description="The course it is, or belongs to.")
    project_id: str | None = Field(default=None, description="The project of the course.")
    title: str | None = Field(default=None, description="Its title.")
    language: str | None = Field(default=None, description="Upper-case language code.")
    updated_at: Instant | None = Field(default=None, description="Last change, ISO 8601, UTC.")
    created_at: Instant | None = Field(default=None, description="When it was made, ISO 8601, UTC.")
    created_by: str | None = Field(default=None, description="Name of the person who made it.")
    created_by_id: str | None = Field(default=None, description="The person who made it.")


class RecentItemsOutput(OutputModel):
    """The dashboard's recent items, newest first. Source: interface 4.1."""

    recent_items: list[RecentItem] = Field(description="Recent items, newest first.")


class TierAndStatus(OutputModel):
    """An organization's tier and status; both are open sets of words. Source: interface 4.1, 4.4."""

    tier: str = Field(description="Such as `Free`, `Pro`, `Enterprise`; `Example` is the example of `workbench demo`.")
    status: str = Field(description="Such as `Active`, `PastDue`, `Suspended`.")


class Project(OpenOutputModel):
    """A project of an organization. Its fields are ours."""

    project_id: str | None = Field(default=None, description="The project.")
    name: str | None = Field(default=None, description="Its name.")
    is_favorite: bool | None = Field(default=None, description="Whether the person marked it.")
    is_archived: bool | None = Field(default=None, description="Whether it is archived.")
    is_default: bool | None = Field(default=None, description="Whether starter lessons go there; it is not put away.")
    course_count: Count | None = Field(default=None, description="Courses in it, those in the trash not counted.")
    lesson_count: Count | None = Field(default=None, description="Lessons in it, those in the trash not counted.")
    created_at: Instant | None = Field(default=None, description="When it was created, ISO 8601, UTC.")
    updated_at: Instant | None = Field(default=None, description="Last change of anything in it, ISO 8601, UTC.")


class ListProjectsOutput(OutputModel):
    """An organization's projects. Source: interface 4.2."""

    projects: list[Project] = Field(description="Projects by name, without archived ones unless requested.")


class LastSelected(OutputModel):
    """The organization the person worked in last. Source: interface 4.4."""

    organization_id: str | None = Field(description="The organization, null when there is none.")


class SidebarItems(OpenOutputModel):
    """Recent projects and favorites. Source: interface 4.6; field names ours."""

    recent_projects: list[Project] | None = Field(default=None, description="Projects in the requested order.")
    favorites: list[Project] | None = Field(default=None, description="Projects that the person marked.")


class UserData(OpenOutputModel):
    """The person in the organization. Source: interface 4.6; field names ours."""

    person_id: str | None = Field(default=None, description="The person.")
    name: str | None = Field(default=None, description="The person's name.")
    email: str | None = Field(default=None, description="The person's e-mail address.")
    organization_id: str | None = Field(default=None, description="The organization the rest is about.")
    organization_name: str | None = Field(default=None, description="That organization's name.")
    role: str | None = Field(default=None, description="The person's role in it.")
    is_admin: bool | None = Field(default=None, description="Whether the role is owner or admin.")
    referral_id: str | None = Field(default=None, description="The person's referral identifier.")
    ai_credit_balance: Whole | None = Field(default=None, description="AI credits of the organization, whole.")
    daily_cap_credits: Count | None = Field(
        default=None, description="AI credits the organization may spend in a day (UTC), whole; null: no limit."
    )
    daily_credits_left: Count | None = Field(
        default=None, description="The rest of them until the next midnight UTC; null: no limit."
    )
    tier: str | None = Field(default=None, description="The organization's tier.")
    status: str | None = Field(default=None, description="The organization's status.")
    default_language: str | None = Field(
        default=None, description=f"{DEFAULT_LANGUAGE_TEXT} Null: none was set, so it is English."
    )


class Organization(OutputModel):
    """An organization as its member sees it."""

    organization_id: str = Field(description="The organization.")
    name: str = Field(description="Its name.")
    tier: str = Field(description="Its tier.")
    status: str = Field(description="Its status.")
    role: str = Field(description="The person's role in it.")
    ai_credit_balance: Whole | None = Field(default=None, description="Its AI credits, whole.")


class ListOrganizationsOutput(OutputModel):
    """The organizations that the person belongs to."""

    organizations: list[Organization] = Field(description="Organizations by name.")


class LedgerEntry(OutputModel):
    """One entry of the append-only credit ledger."""

    entry_id: str = Field(description="The entry; they rise with time.")
    kind: str = Field(description="`grant`, `reserve`, `settle`, `release` or `expire`.")
    credits: Whole = Field(description="Signed whole credits; a reservation is negative, a settlement 0.")
    balance_after: Whole = Field(description="The balance after this entry, whole credits.")
    at: Instant = Field(description="When, ISO 8601, UTC.")
    person_id: str | None = Field(default=None, description="Who caused it.")
    person_name: str | None = Field(default=None, description="That person's name.")
    lesson_id: str | None = Field(default=None, description="The lesson it paid for.")
    reservation_id: str | None = Field(default=None, description="The reservation it belongs to.")
    run: str | None = Field(default=None, description="The run that requested it.")
    reason: str | None = Field(default=None, description="The reason given for a grant, or for returning credits.")
    purpose: str | None = Field(
        default=None,
        description=f"The purpose of the credits: {', '.join(f'`{purpose}`' for purpose in PURPOSES)}; "
        "null for a movement that pays for nothing, such as a grant.",
    )
    project_id: str | None = Field(
        default=None, description="The project that the lesson was paid for in, wherever it is now; null if not known."
    )


class CreditLedgerOutput(OutputModel):
    """A page of the credit ledger, newest first."""

    entries: list[LedgerEntry] = Field(description="Entries, newest first.")
    ai_credit_balance: Whole = Field(description="The current balance, in whole credits.")
    covers_everyone: bool | None = Field(
        default=None, description="Whether everyone's entries are listed, or only the person's own."
    )
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class DaySpending(OutputModel):
    """Credits spent on one day."""

    day: str = Field(description="The day, ISO 8601, UTC.")
    spent_credits: Whole = Field(description="Whole credits of the reservations that were settled on it.")
    balance_credits: Whole | None = Field(
        default=None, description="The balance after the day's last entry; null if the role may not see it."
    )


class Spending(OutputModel):
    """Credits spent, day by day: sums over every entry of the ledger in these days."""

    days: list[DaySpending] = Field(description="The days with an entry, oldest first.")
    since: str = Field(description="The first day that counts, ISO 8601, UTC.")
    spent_credits: Whole = Field(description="The total spent in these days, in whole credits.")
    ai_credit_balance: Whole = Field(description="The current balance, in whole credits.")
    covers_everyone: bool = Field(description="Whether it is what everyone spent, or only the person.")


class Price(OutputModel):
    """The price of one call of a procedure."""

    procedure: str = Field(description="The procedure's wire name.")
    credits: Count = Field(description="Whole credits a call.")
    valid_from: Instant = Field(description="Since when, ISO 8601, UTC.")


class RateCard(OutputModel):
    """The prices that hold now; a procedure that is not listed is free."""

    prices: list[Price] = Field(description="One price a procedure.")


get_dashboard_recent_items = read(
    "organization.getDashboardRecentItems",
    input=OrganizationScope,
    output=RecentItemsOutput,
    about="Recently changed lessons and courses, for the dashboard.",
    source="interface 4.1",
)
get_org_tier_and_status = read(
    "organization.getOrgTierAndStatus",
    input=OrganizationScope,
    output=TierAndStatus,
    about="The organization's tier and status, as dashboard, sharing and sidebar show them.",
    source="interface 4.1, 4.4",
)
get_organization_projects = read(
    "organization.getOrganizationProjects",
    input=ListProjectsInput,
    output=ListProjectsOutput,
    about="The projects that a new lesson can go into.",
    source="interface 4.2",
)
get_last_selected_organization_id = read(
    "organization.getLastSelectedOrganizationId",
    input=NoInput,
    output=LastSelected,
    about="The organization that the person worked in last.",
    source="interface 4.4",
)
get_full_sidebar_items = read(
    "organization.getFullSidebarItems",
    input=SidebarInput,
    output=SidebarItems,
    about="Recent projects and favorites, for the sidebar.",
    source="interface 4.6",
)
get_user_data = read(
    "organization.getUserData",
    input=OrganizationScope,
    output=UserData,
    about="The person's role in the organization, and its AI credit balance, tier and status.",
    source="interface 4.6",
)
list_organizations = read(
    "organization.listOrganizations",
    input=NoInput,
    output=ListOrganizationsOutput,
    about="The organizations that the person belongs to, with role and credits.",
    source="ours",
)
select_organization = write(
    "organization.selectOrganization",
    input=OrganizationInput,
    output=LastSelected,
    about="Work in this organization from now on.",
    source="ours",
)
get_credit_ledger = read(
    "organization.getCreditLedger",
    input=CreditLedgerInput,
    output=CreditLedgerOutput,
    items="entries",
    about="The credit ledger, newest first; an author sees the own spend only.",
    source="ours",
)
get_credit_spending = read(
    "organization.getCreditSpending",
    input=CreditSpendingInput,
    output=Spending,
    about="Spending by day, added up by the service; an author sees only their own.",
    source="ours",
)
set_default_language = write(
    "organization.setDefaultLanguage",
    changes={"language"},
    input=SetDefaultLanguageInput,
    output=DefaultLanguage,
    about="Set the default language of new lessons; `organization.getUserData` has it.",
    source="ours",
)
list_tags = read(
    "organization.listTags",
    input=ListTagsInput,
    output=TagList,
    items="tags",
    about="The tags of the organization's lessons and courses, with how many have each.",
    source="ours",
)
get_glossary = read(
    "organization.getGlossary",
    input=GetGlossaryInput,
    output=ListedGlossary,
    about="The terms that the organization's lessons use or avoid, by language.",
    source="ours",
)
set_glossary = write(
    "organization.setGlossary",
    changes={"glossary", "lessons"},
    input=SetGlossaryInput,
    output=GlossaryVersion,
    about="Set all terms of one language, which new drafts get.",
    source="ours",
)
get_rate_card = read(
    "organization.getRateCard",
    input=NoInput,
    output=RateCard,
    about="Current prices of calls in AI credits.",
    source="ours",
)
get_members = read(
    "organization.getMembers",
    input=OrganizationScope,
    output=ListMembersOutput,
    about="Everyone in the organization, with role.",
    source="ours",
)
add_member = write(
    "organization.addMember",
    changes={"members"},
    input=AddMemberInput,
    output=Invited,
    about="Invite a person by e-mail address; they join when they accept. `workbench admin people add` joins at once.",
    source="ours",
)
list_invitations = read(
    "organization.listInvitations",
    input=NoInput,
    output=Invitations,
    about="The organizations that the person is invited into.",
    source="ours",
)
accept_invitation = write(
    "organization.acceptInvitation",
    changes={"members"},
    input=InvitationInput,
    output=Organization,
    about="Join the organization; it is selected only if the person is in no other.",
    source="ours",
)
decline_invitation = write(
    "organization.declineInvitation",
    changes={"members"},
    input=InvitationInput,
    output=InvitationEnded,
    about="Do not join; or, for who manages the organization's people, withdraw the invitation.",
    source="ours",
)
set_member_role = write(
    "organization.setMemberRole",
    changes={"members"},
    input=SetMemberRoleInput,
    output=Member,
    about="Change a person's role; it holds from their next request on.",
    source="ours",
)
remove_member = write(
    "organization.removeMember",
    changes={"members"},
    input=MemberInput,
    output=Member,
    about="Take a person out of the organization; it holds from their next request on.",
    source="ours",
)
grant_credits = write(
    "organization.grantCredits",
    changes={"credits"},
    input=GrantCreditsInput,
    output=GrantCreditsOutput,
    about="Add AI credits to the organization's wallet, with a reason.",
    source="ours",
)
get_audit_log = read(
    "organization.getAuditLog",
    input=AuditLogInput,
    output=AuditLogOutput,
    items="entries",
    about="Who changed or shared what, and when, newest first.",
    source="ours",
)
