"""GrantPanel: credits for the organization's wallet, with a reason that the ledger keeps. For owners."""

from __future__ import annotations

import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotSent
from workbench.procedures.member import MAX_GRANT
from workbench.procedures.organization import get_user_data, grant_credits
from workbench.widgets.kit.controls import Question, button, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.wording import count_text


class GrantPanel(Panel):
    """Grant AI credits; `value` is the balance that was read last."""

    label = "Grant credits"
    shows = frozenset({"credits"})
    value = traitlets.Int(None, allow_none=True)

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.amount = TextEntry("Credits", hint="1 to 1,000,000", kind="number")
        self.reason = TextEntry("Reason", hint="Shown in the ledger")
        self.drafts[f"credits {organization_id or ''}"] = self.amount
        self.drafts[f"reason {organization_id or ''}"] = self.reason
        self.grant_button = self.control(button("Grant…", self._ask, style="primary"), when=self._is_filled)
        self.question, self.balance, self.note = Question(), html(), html()
        for entry in (self.amount, self.reason):
            entry.observe(lambda change: self.update_controls(), "value")
        self.form = row_of_controls(self.amount, self.reason, self.grant_button)
        self.follow_changes(
            lambda: [get_user_data(organization_id=organization_id)] if self.value is not None else [],
            lambda answer: answer.ai_credit_balance == self.value,
        )
        self.show(self.balance, self.form, self.question, self.note)

    def refresh(self) -> None:
        """Ask for the balance and the person's role."""
        person = self.client.call(get_user_data(organization_id=self.organization_id))
        self.value = person.ai_credit_balance
        can = self.offers(grant_credits)
        set_visible(self.form, is_visible=can and person.role == "owner")
        why = "" if person.role == "owner" else "Only an owner of the organization can grant credits."
        set_html(self.note, hint(why if can else "Credits can't be granted here; ask the service's administrator."))
        self.render()

    def grant(self, credits: int, reason: str) -> None:
        """Add the credits to the wallet, without a question."""
        granted = self.client.call(grant_credits(credits=credits, reason=reason, organization_id=self.organization_id))
        self.value = granted.ai_credit_balance
        self.amount.clear()
        self.reason.clear()
        self.render()
        self.notify(f"Granted {count_text(credits, 'credit')}. The balance is now {granted.ai_credit_balance:,}.")

    def render(self) -> None:
        """Update the display."""
        set_html(self.balance, hint("" if self.value is None else f"{count_text(self.value, 'credit')} left."))
        self.update_controls()

    def read_form(self) -> tuple[int, str]:
        """Return the typed credits and reason. Raises `NotSent` with what to correct."""
        text, reason = self.amount.value.strip().replace(",", ""), self.reason.value.strip()
        if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:10]) <= MAX_GRANT:
            raise NotSent(f"Enter a whole number of credits, 1 to {MAX_GRANT:,}. Nothing was sent.")
        if not reason:
            raise NotSent("Enter a reason. It is shown in the ledger.")
        return int(text), reason

    def as_text(self) -> str:
        """Return the balance in a sentence."""
        left = "you can’t see the balance" if self.value is None else f"{count_text(self.value, 'credit')} left"
        return f"Grant credits: {left}."

    def _ask(self) -> None:
        self.run_now(self._ask_about_typed)

    def _ask_about_typed(self) -> None:
        credits, reason = self.read_form()
        text = f"Grant {count_text(credits, 'credit')} to the organization? Reason: {reason}. This can't be undone."
        self.question.ask(text, f"Grant {credits:,}", lambda: self.start(self.grant, credits, reason))

    def _is_filled(self) -> bool:
        return bool(self.amount.value.strip() and self.reason.value.strip())
