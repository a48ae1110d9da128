"""OrgPicker: choose the organization to work in, by name. Where a service cannot list them, by id."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotSent
from workbench.procedures.member import Invitation
from workbench.procedures.organization import (
    Organization,
    accept_invitation,
    decline_invitation,
    get_last_selected_organization_id,
    get_org_tier_and_status,
    list_invitations,
    list_organizations,
    select_organization,
)
from workbench.text import display_text, escape_html
from workbench.widgets.kit.controls import (
    button,
    facts,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
    stack,
    user_text,
)
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Row, Rows

SEARCH_FROM = 7
"""With fewer organizations there is nothing to search."""
_STATUS_TONES = {"Active": "good", "PastDue": "warn", "Suspended": "bad"}


class OrgPicker(Panel):
    """Choose an organization; `value` is its id, `None` until one is chosen.

    A choice applies only here, unless it is stored on the service: then the person's next session starts with it.
    """

    label = "Organization"
    shows = frozenset({"credits", "members"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        *,
        known: Sequence[Organization] = (),
        value: str | None = None,
        on_choose: Callable[[str], object] | None = None,
        is_stored: bool = False,
        workers: TaskPool | None = None,
    ) -> None:
        """`known` and `value` are already known, for example because the notebook is connected.

        `on_choose` is called with the id that is chosen; raising undoes the choice. With `is_stored` the choice
        is stored on the service.
        """
        super().__init__(client, workers=workers)
        self._on_choose = on_choose
        self._is_stored = is_stored
        self.organizations: tuple[Organization, ...] = tuple(known)
        self.search = TextEntry("Search", hint="Search organizations", kind="search")
        self.list = self.control(Rows("Organizations", empty="No organizations match."))
        self.by_id = TextEntry("Organization ID", hint="Paste the ID")
        self.switch_button = self.control(
            button("Switch to this organization", lambda: self.start(self.choose, self.by_id.value.strip()))
        )
        self.note = html()
        self.id_row = row_of_controls(self.by_id, self.switch_button)
        self.invitations: tuple[Invitation, ...] = ()
        self.invited = self.control(Rows("Invitations", empty="No invitations."))
        self.join_button = self.control(
            button("Join this organization", lambda: self.start(self.accept), style="primary"), when=self._is_invited
        )
        self.decline_button = self.control(button("Decline", lambda: self.start(self.decline)), when=self._is_invited)
        self.invitations_part = stack(
            html("<strong>Invitations</strong>"),
            self.invited,
            row_of_controls(self.join_button, self.decline_button),
        )
        self.invited.observe(lambda change: self.update_controls(), "chosen")
        self.search.observe(lambda change: self.run_now(self.render), "value")
        self.list.observe(lambda change: self._select(change.new), "chosen")
        self.by_id.on_enter(lambda: self.start(self.choose, self.by_id.value.strip()))
        self.follow_changes(
            lambda: [list_organizations()] if self.organizations else [],
            lambda listed: tuple(listed.organizations) == self.organizations,
        )
        self.show(self.search, self.list, self.id_row, self.note, self.invitations_part)
        self.value = value
        self.render()

    def refresh(self) -> None:
        """Read the organizations and, if none is chosen yet, the last selected one."""
        if self.offers(list_organizations):
            last, listed = self.client.batch(get_last_selected_organization_id(), list_organizations())
            self.organizations = tuple(listed.organizations)
        else:
            last = self.client.call(get_last_selected_organization_id())
        if self.offers(list_invitations):
            self.invitations = tuple(self.client.call(list_invitations()).invitations)
        self.value = self.value or last.organization_id or None
        self._show_note()
        self.render()

    def choose(self, organization_id: str) -> None:
        """Work in this organization from now on; `value` becomes its id."""
        if self._is_stored and self.offers(select_organization):
            self.client.call(select_organization(organization_id=organization_id))
        else:
            self.client.call(get_org_tier_and_status(organization_id=organization_id))  # fails for non-members
        if self._on_choose is not None:
            self._on_choose(organization_id)
        self.value = organization_id
        self._show_note()
        self.render()
        self.notify(f"Switched to {self._name(organization_id)}.")

    def accept(self) -> None:
        """Join the organization of the chosen invitation; the current organization does not change."""
        chosen = self._chosen_invitation()
        joined = self.client.call(accept_invitation(invitation_id=chosen.invitation_id))
        self.refresh()
        self.notify(f"You joined {display_text(joined.name)} as {display_text(joined.role)}.")

    def decline(self) -> None:
        """Do not join the organization of the chosen invitation."""
        chosen = self._chosen_invitation()
        self.client.call(decline_invitation(invitation_id=chosen.invitation_id))
        self.refresh()
        self.notify(f"You declined the invitation to {display_text(chosen.organization_name)}.")

    def render(self) -> None:
        """Show the known organizations, filtered by the search field."""
        self.invited.fill([_invitation_row(invitation) for invitation in self.invitations])
        set_visible(self.invitations_part, is_visible=bool(self.invitations))
        wanted = self.search.value.strip().casefold()
        organizations = [
            organization
            for organization in self.organizations
            if wanted in organization.name.casefold() or wanted == organization.organization_id
        ]
        self.list.fill([_row(organization) for organization in organizations])
        self.list.chosen = [
            organization.organization_id for organization in organizations if organization.organization_id == self.value
        ]
        set_visible(self.search, is_visible=len(self.organizations) >= SEARCH_FROM)
        set_visible(self.list, is_visible=bool(self.organizations))
        set_visible(self.id_row, is_visible=not self.organizations)

    def fail(self, error: Exception) -> None:
        """Show the failure; the list shows the current choice again."""
        super().fail(error)
        self.render()

    def as_text(self) -> str:
        """Return which organization is chosen, and how many there are."""
        if self.value is None:
            return f"Organization: none chosen yet; {len(self.organizations)} known."
        return f"Organization: {self._name(self.value)} is chosen, {len(self.organizations)} known."

    def as_html(self) -> str:
        """Return the organizations as a list, the chosen one in bold."""
        if not self.organizations:
            return super().as_html()
        items = []
        for organization in self.organizations:
            balance = credits_text(organization.ai_credit_balance)
            text = escape_html(
                f"{organization.name} ({organization.role}; {organization.tier}, {organization.status}; {balance})"
            )
            items.append(
                f"<li><strong>{text}</strong></li>"
                if organization.organization_id == self.value
                else f"<li>{text}</li>"
            )
        return f"<ul>{''.join(items)}</ul>"

    def _select(self, chosen: Sequence[str]) -> None:
        if chosen and chosen[0] != self.value:
            self.start(self.choose, chosen[0])

    def _is_invited(self) -> bool:
        return bool(self.invited.chosen)

    def _chosen_invitation(self) -> Invitation:
        invitations = [invitation for invitation in self.invitations if invitation.invitation_id in self.invited.chosen]
        if not invitations:
            raise NotSent("Select an invitation first.")
        return invitations[0]

    def _show_note(self) -> None:
        if self.organizations:
            set_html(self.note, "")
            return
        why = hint("This service can't list organizations. Enter your organization's ID; an administrator knows it.")
        if not self.value:
            set_html(self.note, why)
            return
        answer = self.client.call(get_org_tier_and_status(organization_id=self.value))
        state = user_text(f"{answer.tier}, {answer.status}")
        set_html(self.note, facts([("Current organization", user_text(self.value)), ("Tier, status", state)]) + why)

    def _name(self, organization_id: str) -> str:
        return next(
            (
                organization.name
                for organization in self.organizations
                if organization.organization_id == organization_id
            ),
            organization_id,
        )


def credits_text(balance: int | None) -> str:
    """Return a balance in words."""
    return "balance unknown" if balance is None else f"{balance:,} credit{'' if balance == 1 else 's'}"


def _row(organization: Organization) -> Row:
    tags = (
        (organization.tier, "plain"),
        (organization.status, _STATUS_TONES.get(organization.status, "plain")),
        (credits_text(organization.ai_credit_balance), "plain"),
    )
    return Row(organization.organization_id, organization.name, f"Your role: {organization.role}", tags)


def _invitation_row(invitation: Invitation) -> Row:
    by = f"Invited by {invitation.invited_by}" if invitation.invited_by else "Invitation"
    return Row(
        invitation.invitation_id,
        invitation.organization_name,
        f"{by} as {invitation.role} · {invitation.invited_at:%Y-%m-%d}",
    )
