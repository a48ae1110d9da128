"""PolicyPanel: what the organization lets be published, who can approve and share, and how long."""

from __future__ import annotations

from typing import Final, Literal, cast

import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import Conflict, InputRejected, NotSent
from workbench.procedures.organization import get_publishing_policy, get_user_data, set_publishing_policy
from workbench.procedures.reviews import (
    ANYONE,
    APPROVED_ONLY,
    MAX_SHARE_DAYS,
    SHARING_ROLES,
    PublishingPolicy,
    SharingRole,
)
from workbench.text import escape_html
from workbench.widgets.kit.controls import (
    Question,
    button,
    checkbox,
    dropdown,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
    stack,
)
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.wording import count_text

PUBLICATIONS: Final = (
    ("Any lesson without notes for authors and with all pictures described", ANYONE),
    ("Only approved lessons without errors", APPROVED_ONLY),
)
_ROLE_NAMES: Final = {"owner": "Owners", "admin": "Admins", "author": "Authors"}
_CHANGED: Final = "Someone else changed the policy. You now see its current state; your changes were not saved."


class PolicyPanel(Panel):
    """The publishing policy; `value` is the policy as it was read last."""

    label = "Publishing policy"
    shows = frozenset({"policy"})
    value = traitlets.Instance(PublishingPolicy, allow_none=True)

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.can_change = False
        self.publication = dropdown("What may be published", PUBLICATIONS, value=ANYONE)
        self.somebody_else = checkbox("Nobody can approve a lesson they edited")
        self.days = TextEntry("Maximum link duration (days)", hint="Leave empty for no limit", kind="number")
        self.roles = {key: checkbox(name) for key, name in _ROLE_NAMES.items()}
        self.save_button = button("Save…", lambda: self.run_now(self.ask), style="primary")
        self.question, self.note = Question(), html()
        fields = (self.publication, self.somebody_else, *self.roles.values())
        for field in fields:
            self.control(field, when=lambda: self.can_change)
            field.observe(lambda change: self.update_controls(), "value")
        self.days.observe(lambda change: self.update_controls(), "value")
        self.control(self.days, when=lambda: self.can_change)
        self.control(self.save_button, when=lambda: self.can_change and self._is_changed())
        may_share = stack(html("<strong>Who may share courses</strong>"), row_of_controls(*self.roles.values()))
        self.form = stack(self.publication, self.somebody_else, self.days, may_share, row_of_controls(self.save_button))
        self.follow_changes(
            lambda: [get_publishing_policy(organization_id=organization_id)] if self.value is not None else [],
            lambda answer: answer == self.value or self._is_changed(),
        )
        self.show(self.form, self.question, self.note)

    def refresh(self) -> None:
        """Read the policy, and whether this person may change it."""
        if not self.offers(get_publishing_policy, set_publishing_policy):
            set_visible(self.form, is_visible=False)
            set_html(
                self.note, hint("This service has no publishing policy. Its administrator can install a newer version.")
            )
            return
        here = self.organization_id
        self.can_change = bool(self.client.call(get_user_data(organization_id=here)).is_admin)
        self._show(self.client.call(get_publishing_policy(organization_id=here)))
        note = "Applies from the next publication. Courses that are already public stay public."
        set_html(self.note, hint(note if self.can_change else "Only owners and admins can change the policy."))

    def ask(self) -> None:
        """Explain the entered policy, and ask for confirmation. Raises `InputRejected` for an invalid one."""
        days, roles = self._read_fields()
        self.question.ask(_meaning(self.publication.value, days, roles), "Save", lambda: self.start(self.save))

    def save(self) -> None:
        """Set the typed policy without confirmation. Raises `NotSent` if others have changed it since."""
        days, roles = self._read_fields()
        call = set_publishing_policy(
            organization_id=self.organization_id,
            publication=cast(Literal["anyone", "approvedOnly"], self.publication.value),
            review_by_somebody_else=bool(self.somebody_else.value),
            longest_share_days=days,
            sharing_roles=roles,
            base_version=self.value.version if self.value is not None else None,
        )
        try:
            answer = self.client.call(call)
        except Conflict:
            self._show(self.client.call(get_publishing_policy(organization_id=self.organization_id)))
            raise NotSent(_CHANGED) from None
        self.days.clear()
        self._show(PublishingPolicy.model_validate(answer.model_dump(exclude={"refused_courses"})))
        refused = answer.refused_courses
        many = "1 public course has" if refused == 1 else f"{refused:,} public courses have"
        rest = f" {many} lessons that it would refuse. They stay public." if refused else ""
        self.notify(f"Policy saved.{rest}")

    def as_text(self) -> str:
        """Return the policy in a sentence."""
        if self.value is None:
            return "Publishing policy: loading."
        policy = self.value
        meaning = _meaning(policy.publication, policy.longest_share_days, policy.sharing_roles)
        return f"Publishing policy: {meaning}"

    def as_html(self) -> str:
        """Return the text of `as_text` as HTML."""
        return f"<p>{escape_html(self.as_text())}</p>"

    def _show(self, policy: PublishingPolicy) -> None:
        self.value = policy
        self.publication.value = policy.publication if policy.publication in (ANYONE, APPROVED_ONLY) else APPROVED_ONLY
        self.somebody_else.value = policy.review_by_somebody_else
        self.days.value = str(policy.longest_share_days or "")
        for role, box in self.roles.items():
            box.value = role in policy.sharing_roles
        self.update_controls()

    def _read_fields(self) -> tuple[int | None, list[SharingRole]]:
        text = self.days.value.strip()
        if text and (not (text.isascii() and text.isdigit()) or not 1 <= int(text[:10]) <= MAX_SHARE_DAYS):
            raise InputRejected(f"Type whole days, 1 to {MAX_SHARE_DAYS:,}, or leave it empty for no limit.")
        roles = [role for role in SHARING_ROLES if self.roles[role].value]
        if not roles:
            raise InputRejected("Select at least one role that can share.")
        return int(text) if text else None, cast(list[SharingRole], roles)

    def _is_changed(self) -> bool:
        policy = self.value
        if policy is None:
            return False
        roles = [role for role in SHARING_ROLES if self.roles[role].value]
        typed = (self.publication.value, self.somebody_else.value, self.days.value.strip(), set(roles))
        days = str(policy.longest_share_days or "")
        return typed != (policy.publication, policy.review_by_somebody_else, days, set(policy.sharing_roles))


def _meaning(publication: str, days: int | None, roles: list[SharingRole] | list[str]) -> str:
    what = (
        "Only approved lessons without errors can be published; owners can override this with a reason."
        if publication == APPROVED_ONLY
        else "Anyone who can share can publish. Findings don't stop a publication; notes for authors do."
    )
    names = [_ROLE_NAMES.get(role, role).lower() for role in SHARING_ROLES if role in roles]
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"
    life = f" Links last at most {count_text(days, 'day')}." if days else ""
    return f"{what} {who.capitalize()} can share courses.{life}"
