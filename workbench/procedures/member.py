"""Records of an organization's people and their actions: members, roles, the audit log. Declares no procedure."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from workbench.authoring.characters import Line, Name
from workbench.authoring.shape import InputModel, Instant, OutputModel, Whole, optional_field
from workbench.procedures.declare import OrganizationScope

MAX_GRANT = 1_000_000
MAX_AUDIT_PAGE = 1000
ADMIN_ACTIONS = (
    *("admin.addPerson", "admin.grantCredits", "admin.setDailyCap", "admin.setPrice", "admin.setTier"),
    *("admin.setStatus", "admin.disablePerson", "admin.enablePerson", "admin.revokeSessions"),
)
"""Actions of the audit log that no procedure does: an administrator of the service does them."""

Role = Literal["owner", "admin", "author", "reviewer", "viewer", "analyst"]


def email_address(text: str) -> str:
    """Return the address without outer white space. Raises `ValueError` if it is not an e-mail address."""
    address = text.strip()
    name, _, host = address.rpartition("@")
    if (
        not name
        or not host
        or len(address) > 320
        or any(character.isspace() or not character.isprintable() for character in address)
    ):
        raise ValueError("it is not an e-mail address")
    return address


class AddMemberInput(InputModel):
    """The invited person's address and role in the organization."""

    email: Annotated[str, AfterValidator(email_address)] = Field(description="E-mail address, at most 320 characters.")
    role: Role = Field(description="`owner`, `admin`, `author`, `reviewer`, `viewer` or `analyst`.")
    name: Line | None = optional_field("Your name for the person; it is returned and not stored.", max_length=200)
    organization_id: str | None = optional_field("The organization; default: the last selected.", max_length=64)


class MemberInput(InputModel):
    """One person of the organization."""

    person_id: str = Field(max_length=64, description="The person.")
    organization_id: str | None = optional_field("The organization; default: the last selected.", max_length=64)


class SetMemberRoleInput(MemberInput):
    """The new role of a member."""

    role: Role = Field(description="`owner`, `admin`, `author`, `reviewer`, `viewer` or `analyst`.")


class GrantCreditsInput(InputModel):
    """Credits for an organization's wallet."""

    credits: int = Field(ge=1, le=MAX_GRANT, description="Whole credits, 1 to 1,000,000.")
    reason: Name = Field(max_length=500, description="The reason, stored in the ledger.")
    organization_id: str | None = optional_field("The organization; default: the last selected.", max_length=64)


def iso_day(text: str) -> str:
    """Return the day in ISO 8601. Raises `ValueError` if it is not a day."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError("it is not a date; write it as 2026-01-31") from None


Day = Annotated[str, AfterValidator(iso_day)]


class AuditLogInput(OrganizationScope):
    """Filters for the audit log, and the page."""

    limit: int | None = Field(
        default=None, ge=1, le=MAX_AUDIT_PAGE, description="Entries a page, 1 to 1,000; default 100."
    )
    cursor: str | None = Field(default=None, max_length=200, description="The `nextCursor` of the previous page.")
    person_id: str | None = Field(default=None, max_length=64, description="Only what this person did.")
    action: str | None = Field(default=None, max_length=200, description="Only entries of this action.")
    since: Day | None = Field(default=None, description="The first day, UTC, such as 2026-01-31.")
    until: Day | None = Field(default=None, description="The last day, UTC, included.")


class Member(OutputModel):
    """A person as one of an organization's people."""

    person_id: str = Field(description="The person.")
    name: str = Field(description="The person's name.")
    email: str | None = Field(default=None, description="E-mail address; null for callers who may not manage people.")
    role: str = Field(description="The person's role in the organization.")
    since: Instant = Field(description="When the person joined, ISO 8601, UTC.")
    is_disabled: bool = Field(default=False, description="Whether the person cannot sign in any more.")


class Invitation(OutputModel):
    """An open invitation into an organization."""

    invitation_id: str = Field(description="The invitation.")
    organization_id: str = Field(description="The organization.")
    organization_name: str = Field(description="Its name.")
    email: str = Field(description="The address that is invited.")
    role: str = Field(description="The role that the person would have.")
    invited_by: str | None = Field(default=None, description="Name of the person who invited.")
    invited_at: Instant = Field(description="When, ISO 8601, UTC.")


class Invitations(OutputModel):
    """The invitations of the person."""

    invitations: list[Invitation] = Field(description="Invitations for the person's address, oldest first.")


class InvitationInput(InputModel):
    """One invitation by id."""

    invitation_id: str = Field(max_length=64, description="The invitation.")


class InvitationEnded(OutputModel):
    """The invitation is gone."""

    invitation_id: str = Field(description="The invitation that is gone.")


class Invited(OutputModel):
    """The invitation as it was typed; it does not reveal whether the service knows the address."""

    email: str = Field(description="The address that is invited.")
    role: str = Field(description="The role that the person will have.")
    name: str | None = Field(default=None, description="The name given in the call.")


class ListMembersOutput(OutputModel):
    """An organization's people."""

    members: list[Member] = Field(description="Everyone in the organization, by name.")
    invitations: list[Invitation] | None = Field(
        default=None, description="Open invitations; null for callers who may not manage people."
    )


class GrantCreditsOutput(OutputModel):
    """Credits were added."""

    ai_credit_balance: Whole = Field(description="The current balance, in whole credits.")


class AuditEntry(OutputModel):
    """One logged action; entries are added and never changed."""

    entry_id: str = Field(description="The entry; they rise with time.")
    action: str = Field(description="The procedure or command that did it.")
    subject: str | None = Field(default=None, description="Id of the thing concerned.")
    subject_name: str | None = Field(
        default=None, description="Its current name or title; null if it has none, or was deleted permanently."
    )
    facts: dict[str, Any] = Field(description="Further details; never a secret.")
    person_id: str | None = Field(default=None, description="Who did it; null for an administrator of the service.")
    person_name: str | None = Field(default=None, description="That person's name.")
    at: Instant = Field(description="When, ISO 8601, UTC.")


class AuditLogOutput(OutputModel):
    """A page of the audit log, newest first."""

    entries: list[AuditEntry] = Field(description="Entries, newest first.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")
