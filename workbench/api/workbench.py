"""The object that a notebook works with: everything is found from it by tab completion, and showing it asks nothing."""

from __future__ import annotations

from typing import Any

from workbench.api import card
from workbench.api.bulk import Bulk
from workbench.api.connection import ConnectionFacts, ask
from workbench.api.courses import Courses
from workbench.api.lessons import Lessons
from workbench.api.organizations import Organizations
from workbench.api.panels import Panels
from workbench.api.reports import Reports
from workbench.client.sync import Client
from workbench.procedures.organization import get_user_data


class Workbench:
    """A connected session. Attributes are rooms; only their methods, `refresh` and `credits` ask the service."""

    def __init__(self, client: Client, facts: ConnectionFacts, note: str | None = None) -> None:
        self.client = client
        self._note = note
        self._furnish(facts)

    def refresh(self) -> Workbench:
        """This workbench, its card and its organizations asked anew."""
        self._furnish(ask(self.client, self.facts.source, note=self._note))
        return self

    def credits(self) -> int | None:
        """AI credits of the organization now, whole; `None` where the service does not tell."""
        return self.client.call(get_user_data(organization_id=self.facts.organization_id)).ai_credit_balance

    def close(self) -> None:
        """End the connections; the session stays valid."""
        self.client.close()

    def __enter__(self) -> Workbench:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return card.plain(self.facts)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"text/plain": card.plain(self.facts), "text/html": card.as_html(self.facts)}

    def _furnish(self, facts: ConnectionFacts) -> None:
        self.facts = facts
        self.organizations = Organizations(self.client, facts.organizations)
        self.lessons = Lessons(self.client, facts.organization_id)
        self.courses = Courses(self.client, facts.organization_id)
        self.bulk = Bulk(self.client, facts.organization_id)
        here = facts.organization
        self.reports = Reports(self.client, facts.organization_id, here.name if here else None)
        self.widgets = Panels(self.client, facts)
