"""Facts read when a notebook connects: person, organization, credits and end of the session.

A service with only the interface leaves some of them `None`, with a note that says why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from workbench.client.sync import Client
from workbench.errors import SignInNeeded, Unreachable, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.member import Invitation, Invitations
from workbench.procedures.organization import (
    LastSelected,
    ListOrganizationsOutput,
    Organization,
    TierAndStatus,
    UserData,
    accept_invitation,
    decline_invitation,
    get_last_selected_organization_id,
    get_org_tier_and_status,
    get_user_data,
    list_invitations,
    list_organizations,
)
from workbench.procedures.service import Capabilities, WhoAmI, who_am_i
from workbench.text import display_text

A = TypeVar("A")
INTERFACE_ONLY = "This service has only the basic interface: its writer, prices and lesson lists are not available."


@dataclass(frozen=True, slots=True)
class ConnectionFacts:
    """The session at one moment. A field is `None` where the service gave no answer; `notes` say why, or what to do."""

    origin: str
    source: str
    service: Capabilities | None
    who: WhoAmI | None
    person: UserData | None
    organization_id: str | None
    tier_and_status: TierAndStatus | None
    organizations: tuple[Organization, ...]
    notes: tuple[str, ...]
    read_at: datetime

    @property
    def organization(self) -> Organization | None:
        """The organization in use, if the service lists it."""
        return next(
            (
                organization
                for organization in self.organizations
                if organization.organization_id == self.organization_id
            ),
            None,
        )

    @property
    def credits_left(self) -> int | None:
        """AI credits of the organization, whole."""
        listed = self.organization
        balance = listed.ai_credit_balance if listed else None
        return balance if balance is not None or self.person is None else self.person.ai_credit_balance

    @property
    def session_days(self) -> float | None:
        """Days until the session ends if it is not used."""
        if self.who is None:
            return None
        end = min(self.who.session.idle_ends_at, self.who.session.ends_at)
        return (end - self.read_at).total_seconds() / 86_400

    @property
    def is_local(self) -> bool:
        """Whether share links open only on this computer."""
        return self.service is not None and self.service.is_local


def read_facts(
    client: Client,
    source: str,
    *,
    note: str | None = None,
    organization_id: str | None = None,
    now: Callable[[], datetime] | None = None,
) -> ConnectionFacts:
    """Return the service's facts for the given or the last selected organization, in at most three requests.

    Raises `SignInNeeded` when the session is not valid and `Unreachable` when the service does not answer; any
    other refusal only leaves its fact out.
    """
    service = client.capabilities()
    has = service.procedures if service else []
    calls: list[Call[Any]] = [
        get_last_selected_organization_id(),
        get_org_tier_and_status(organization_id=organization_id),
        get_user_data(organization_id=organization_id),
    ]
    calls += [call for call in (who_am_i(), list_organizations(), list_invitations()) if call.name in has]
    answers = dict(zip([call.name for call in calls], client.outcomes(*calls), strict=True))
    for answer in answers.values():
        if isinstance(answer, (SignInNeeded, Unreachable)):
            raise answer
    notes = [note] if note else []
    notes += [] if service else [INTERFACE_ONLY]
    notes += [f"Not shown: {answer}" for answer in answers.values() if isinstance(answer, WorkbenchError)]
    last = _answer(answers, get_last_selected_organization_id().name, LastSelected)
    listed = _answer(answers, list_organizations().name, ListOrganizationsOutput)
    invited = _answer(answers, list_invitations().name, Invitations)
    notes += [_describe_invitation(invitation) for invitation in invited.invitations] if invited else []
    return ConnectionFacts(
        origin=client.origin,
        source=source,
        service=service,
        who=_answer(answers, who_am_i().name, WhoAmI),
        person=_answer(answers, get_user_data().name, UserData),
        organization_id=organization_id or (last.organization_id if last else None),
        tier_and_status=_answer(answers, get_org_tier_and_status().name, TierAndStatus),
        organizations=tuple(listed.organizations) if listed else (),
        notes=tuple(notes),
        read_at=now() if now else datetime.now(UTC),
    )


def _describe_invitation(invitation: Invitation) -> str:
    by = f"Invited by {display_text(invitation.invited_by)}" if invitation.invited_by else "Invitation"
    return (
        f"{by} into {display_text(invitation.organization_name)} as {display_text(invitation.role)}. "
        "Answer in the organization panel, or run: "
        f'workbench call {accept_invitation.name} \'{{"invitationId": "{display_text(invitation.invitation_id)}"}}\' '
        f"(or {decline_invitation.name})"
    )


def _answer(answers: dict[str, Any], name: str, kind: type[A]) -> A | None:
    answer = answers.get(name)
    return answer if isinstance(answer, kind) else None
