"""PeoplePanel: the organization's people and their roles, to add, change and remove, for those with permission."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import traitlets

from workbench.client.session.origin import parse_base_url
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotSent
from workbench.procedures.member import Invitation, Member, Role
from workbench.procedures.organization import (
    add_member,
    decline_invitation,
    get_members,
    get_user_data,
    remove_member,
    set_member_role,
)
from workbench.text import display_text, escape_html
from workbench.widgets.kit.controls import (
    Question,
    button,
    caution,
    copy_button,
    dropdown,
    hint,
    html,
    link,
    row_of_controls,
    set_html,
    set_visible,
    stack,
    user_text,
)
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Row, Rows
from workbench.wording import count_text

ROLES: Final = ("owner", "admin", "author", "reviewer", "analyst", "viewer")
"""From the strongest to the weakest."""
ABILITIES: Final = {
    "read": ("open lessons, courses and sources", ROLES),
    "edit": ("write and edit", ROLES[:4]),
    "generate": ("create and translate with AI", ROLES[:3]),
    "share": ("publish and share courses", ROLES[:3]),
    "review": ("approve lessons or send them back", ("owner", "admin", "reviewer")),
    "people": ("manage people and read the audit log", ROLES[:2]),
    "policy": ("set the publishing policy, theme and default language", ROLES[:2]),
    "spend": ("see the credits they spent", (*ROLES[:3], "analyst")),
    "ledger": ("see the credits everyone spent", (*ROLES[:2], "analyst")),
    "grant": ("add credits", ROLES[:1]),
}
"""What a person can do, in words, and the roles that can, by the permission's name in docs/permissions.md."""
_LOCAL: Final = "This service runs on this computer only: the link opens nothing on other computers."
_ACCOUNT: Final = "Whoever has no account there gets one from the service’s administrator."


def role_text(role: str) -> str:
    """Return what a role can and can’t do, in two sentences."""
    can = [name for name, (_, roles) in ABILITIES.items() if role in roles]
    lacks = [name for name in ABILITIES if name not in can]
    if "ledger" in can:
        can.remove("spend")
    if "spend" in lacks:
        lacks.remove("ledger")
        lacks[lacks.index("spend")] = "ledger"
    sentences = [f"Can {_list(can)}."] + ([f"Can’t {_list(lacks, 'or')}."] if lacks else [])
    return " ".join(sentences)


def invitation_text(invitation: Invitation, origin: str) -> str:
    """Return the message to send to an invited person: where to sign in, and as whom."""
    by = f"{invitation.invited_by} invited you" if invitation.invited_by else "You are invited"
    return (
        f"{by} to {invitation.organization_name} as {invitation.role}. Sign in at {origin} with "
        f"{invitation.email}, then join under Organization."
    )


def _list(names: Sequence[str], last: str = "and") -> str:
    words = [ABILITIES[name][0] for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])}, {last} {words[-1]}"


class PeoplePanel(Panel):
    """The people of an organization; `value` is the id of the chosen person."""

    label = "People and roles"
    shows = frozenset({"members"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.members: tuple[Member, ...] = ()
        self.is_admin = False
        self.list = self.control(Rows("People", empty="No people yet."))
        roles = [(role.capitalize(), role) for role in ROLES]
        self.role = self.control(dropdown("Role", roles, value="author"))
        self.new_role = self.control(dropdown("Role", roles, value="author"))
        self.about_role, self.about_new_role, self.to_send = html(), html(), html()
        for widget in (self.role, self.new_role):
            widget.observe(lambda change: self._explain_roles(), "value")
        self.change = self.control(button("Change role", lambda: self.start(self.set_role)), when=self._is_chosen)
        self.remove_button = self.control(button("Remove…", self._ask_removal), when=self._is_chosen)
        self.invitations: tuple[Invitation, ...] = ()
        self.invited = self.control(Rows("Pending invitations", empty="No pending invitations."))
        self.withdraw_button = self.control(
            button("Cancel invitation", lambda: self.start(self.withdraw)), when=lambda: bool(self.invited.chosen)
        )
        self.invited.observe(lambda change: self._on_pick_invitation(), "chosen")
        self.of_invited = stack(
            html("<strong>Pending invitations</strong>"), self.invited, self.to_send, self.withdraw_button
        )
        self.email = TextEntry("Email address", hint="name@example.org", kind="email")
        self.drafts[f"email {organization_id or ''}"] = self.email
        self.add_button = self.control(
            button("Invite", lambda: self.start(self.add), style="primary"),
            when=lambda: bool(self.email.value.strip()),
        )
        self.question, self.note = Question(), html()
        self.list.observe(lambda change: self._on_pick(), "chosen")
        self.email.observe(lambda change: self.update_controls(), "value")
        self.of_chosen = stack(row_of_controls(self.role, self.change, self.remove_button), self.about_role)
        self.of_new = stack(row_of_controls(self.email, self.new_role, self.add_button), self.about_new_role)
        self.follow_changes(
            lambda: [get_members(organization_id=organization_id)] if self.members else [],
            lambda answer: (tuple(answer.members), tuple(answer.invitations or ())) == (self.members, self.invitations),
        )
        self.show(self.list, self.of_chosen, self.question, self.of_new, self.of_invited, self.note)
        self.render()

    def refresh(self) -> None:
        """Ask who is in the organization, and whether the person here may change it."""
        if not self.offers(get_members):
            set_html(self.note, hint("This service can't list people. Its administrator manages them."))
            set_visible(self.list, is_visible=False)
            return
        self.is_admin = bool(self.client.call(get_user_data(organization_id=self.organization_id)).is_admin)
        answer = self.client.call(get_members(organization_id=self.organization_id))
        self.members, self.invitations = tuple(answer.members), tuple(answer.invitations or ())
        set_html(self.note, "" if self.is_admin else hint("Your role lets you view people, but not change them."))
        self.render()

    def add(self) -> None:
        """Invite the person with the e-mail address that is typed, in the role that is chosen."""
        email = self.email.value.strip()
        if not email:
            raise NotSent("Enter an email address first.")
        role = cast(Role, self.new_role.value)
        invited = self.client.call(add_member(email=email, role=role, organization_id=self.organization_id))
        self.email.clear()
        self.refresh()
        self.invited.chosen = [row.invitation_id for row in self.invitations if row.email == invited.email]
        self.notify(
            f"{display_text(invited.email)} was invited as {display_text(invited.role)}. They join when they accept. "
            "No mail was sent."
        )

    def withdraw(self) -> None:
        """Take the chosen invitation back."""
        invitations = [invitation for invitation in self.invitations if invitation.invitation_id in self.invited.chosen]
        if not invitations:
            raise NotSent("Select an invitation first.")
        self.client.call(decline_invitation(invitation_id=invitations[0].invitation_id))
        self.refresh()
        self.notify(f"The invitation for {display_text(invitations[0].email)} was cancelled.")

    def set_role(self) -> None:
        """Give the chosen person the role that is chosen."""
        person, role = self._selected_member(), cast(Role, self.role.value)
        self.client.call(set_member_role(person_id=person.person_id, role=role, organization_id=self.organization_id))
        self.refresh()
        self.notify(f"{display_text(person.name)} is now {role}.")

    def remove(self) -> None:
        """Take the chosen person out of the organization, without a question."""
        person = self._selected_member()
        self.client.call(remove_member(person_id=person.person_id, organization_id=self.organization_id))
        self.refresh()
        self.notify(f"{display_text(person.name)} was removed from the organization.")

    def render(self) -> None:
        """Show what is known."""
        self.list.fill([_row(member) for member in self.members])
        self.invited.fill([_invitation_row(invitation) for invitation in self.invitations])
        set_visible(self.of_invited, is_visible=self.is_admin and bool(self.invitations))
        set_visible(self.of_new, is_visible=self.is_admin)
        self._explain_roles()
        self._on_pick_invitation()
        self._on_pick()

    def as_text(self) -> str:
        """Return how many people there are."""
        return f"People and roles: {count_text(len(self.members), 'person', 'people')} in the organization."

    def as_html(self) -> str:
        """Return the people with their roles as a table."""
        rows = "".join(
            f"<tr><td>{escape_html(member.name)}</td><td>{escape_html(member.role)}</td></tr>"
            for member in self.members
        )
        return f"<table><tr><th>person</th><th>role</th></tr>{rows}</table>" if rows else super().as_html()

    def _on_pick(self) -> None:
        chosen: Sequence[str] = self.list.chosen
        self.value = chosen[0] if chosen else None
        roles = [member.role for member in self.members if member.person_id == self.value]
        if roles and roles[0] in ROLES:
            self.role.value = roles[0]
        set_visible(self.of_chosen, is_visible=self.is_admin and self.value is not None)
        self.question.close_question()
        self.update_controls()

    def _on_pick_invitation(self) -> None:
        invitations = [row for row in self.invitations if row.invitation_id in self.invited.chosen]
        set_html(self.to_send, _to_send_html(invitations[0], self.client.origin) if invitations else "")
        self.update_controls()

    def _explain_roles(self) -> None:
        for explanation, widget in ((self.about_role, self.role), (self.about_new_role, self.new_role)):
            set_html(explanation, hint(role_text(widget.value)))

    def _selected_member(self) -> Member:
        members = [member for member in self.members if member.person_id == self.value]
        if not members:
            raise NotSent("Select a person first.")
        return members[0]

    def _ask_removal(self) -> None:
        text = "They lose access immediately. Everything they created stays. Remove them?"
        self.question.ask(text, "Remove", lambda: self.start(self.remove), is_dangerous=True)

    def _is_chosen(self) -> bool:
        return self.value is not None


def _row(member: Member) -> Row:
    off = (("Cannot sign in", "bad"),) if member.is_disabled else ()
    since = f"since {member.since:%Y-%m-%d}"
    detail = f"{member.email} · {since}" if member.email else since
    return Row(member.person_id, member.name, detail, (*off, (member.role.capitalize(), "plain")))


def _invitation_row(invitation: Invitation) -> Row:
    return Row(
        invitation.invitation_id,
        invitation.email,
        f"invited {invitation.invited_at:%Y-%m-%d}",
        ((invitation.role.capitalize(), "plain"),),
    )


def _to_send_html(invitation: Invitation, origin: str) -> str:
    """Return the link of an invitation with buttons that copy it, and that no mail was sent."""
    message = invitation_text(invitation, origin)
    is_local = parse_base_url(origin).is_loopback
    buttons = copy_button(origin, "Copy link") + copy_button(message, "Copy message")
    return (
        f"{hint('No mail was sent. Copy this link and send it to them.')}<p>{link(origin)}</p>"
        f'<p>{user_text(message)}</p><div class="wb-hand-on">{buttons}</div>'
        f"{caution(_LOCAL) if is_local else hint(_ACCOUNT)}"
    )
