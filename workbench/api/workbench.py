"""The object that a notebook works with: everything is found from it by tab completion; showing it sends nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from workbench.api import card
from workbench.api.bulk import Bulk
from workbench.api.changes import Changes
from workbench.api.connection import ConnectionFacts, read_facts
from workbench.api.content.assets import Assets
from workbench.api.content.courses import Courses
from workbench.api.content.default_language import OrganizationLanguage
from workbench.api.content.glossary import Glossary
from workbench.api.content.lessons import Lessons
from workbench.api.content.projects import Projects
from workbench.api.content.sources import Sources
from workbench.api.content.tags import Tags
from workbench.api.content.translations import Translations
from workbench.api.exports import Exports
from workbench.api.organizations import OrganizationHandle, Organizations, has_history, or_example
from workbench.api.panels import Panels
from workbench.api.people import People
from workbench.api.reports import Organizations as ReportOrganizations
from workbench.api.reports import Reports
from workbench.api.reviews.policy import Policy
from workbench.api.reviews.reviews import Reviews
from workbench.api.reviews.theme import PageThemes
from workbench.api.runs import Runs
from workbench.api.snapshots import Snapshots
from workbench.argument_check import checks_arguments
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName
from workbench.client.sync import Client
from workbench.procedures.lesson import MAX_LESSON_PAGE, list_lessons
from workbench.procedures.organization import get_user_data

if TYPE_CHECKING:
    import pandas


@checks_arguments
class Workbench:
    """A connected session. Only methods call the service; attributes and what they show do not.

    It works in one organization: its attributes refuse content of another one, and name that one.
    """

    def __init__(self, client: Client, facts: ConnectionFacts, note: str | None = None) -> None:
        self.client = client
        self._note = note
        self._chosen: str | None = None
        self._set_facts(facts)

    @property
    def organization(self) -> OrganizationHandle | None:
        """Organization that every verb, panel and frame of this workbench works on.

        It is the one that was named, or else the last selected one when this workbench connected. `None` if the service
        does not list it.
        """
        return self.organizations.get(self.facts.organization_id or "")

    def refresh(self) -> Workbench:
        """Read the card and the organizations again and return this workbench, in the same organization."""
        organization_id = self._chosen or (self.facts.organization_id if self.organization else None)
        facts = read_facts(self.client, self.facts.source, note=self._note, organization_id=organization_id)
        self._set_facts(facts)
        return self

    def work_in(self, organization: IdOrName | OrganizationHandle) -> Workbench:
        """Switch this workbench to another organization, by name, id or record, and return it.

        No other workbench is switched. Raises `UnknownName` for an organization that it does not list, with the nearest
        name, and for a name that several have, with their ids.

        >>> wb.work_in(wb.organization).organization
        My organization: owner, ... credits
        """
        named = identify.name_or_id("organization", organization)
        self._work_in(self.organizations[named].organization_id)
        return self

    def credits(self) -> int | None:
        """AI credits of the organization now, whole; `None` if the service does not report them."""
        return self.client.call(get_user_data(organization_id=self.facts.organization_id)).ai_credit_balance

    def attention(self) -> pandas.DataFrame:
        """Return a DataFrame with what needs your attention: a row for each kind, with its number and next step.

        Reviews, public courses with newer changes, stale translations, links that expire, low credits, and your runs on
        this computer that are not finished. What your role can't act on is left out; empty when there is nothing to do.

        >>> wb.attention()["text"].to_list()
        []
        """
        from workbench.attention import NO_LIST, lists_attention, needs_attention, needs_frame

        client = self.client.within(self.facts.organization_id)
        missing = [] if lists_attention(client) else [NO_LIST]
        return needs_frame(needs_attention(client, self.facts.organization_id), missing=missing)

    def or_example(self, organization: ReportOrganizations = None) -> ReportOrganizations:
        """Return the given organization, or the example if none is given and the selected one is empty.

        The example of this computer is used if the selected organization has less than three weeks of history,
        which is too little for a forecast and for most charts. A printed note says
        so, and how to show your own organization; or how to make the example: `workbench demo --example`.

        >>> wb.or_example("Acme")
        'Acme'
        """
        newest_lessons = list_lessons(organization_id=self.facts.organization_id, limit=MAX_LESSON_PAGE)
        chosen, sentence = or_example(
            self.facts, organization, lambda: has_history(self.client.call(newest_lessons).lessons, datetime.now(UTC))
        )
        if sentence:
            print(sentence)  # noqa: T201  (for the person at the notebook)
        return chosen

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

    def _work_in(self, organization_id: str) -> None:
        """Work in the organization of an id, listed or not; on a failure everything stays as it was."""
        facts = read_facts(self.client, self.facts.source, note=self._note, organization_id=organization_id)
        self._chosen = organization_id
        self._set_facts(facts)

    def _set_facts(self, facts: ConnectionFacts) -> None:
        self.facts = facts
        client = self.client.within(facts.organization_id)
        self.organizations = Organizations(self.client, facts.organizations, self._work_in)
        self.bulk = Bulk(client, facts.organization_id)
        self.changes = Changes(client, facts.organization_id)
        here = (client, facts.organization_id, facts.organization.name if facts.organization else None)
        self.projects, self.courses, self.lessons = Projects(*here), Courses(*here), Lessons(*here)
        self.tags, self.sources, self.glossary = Tags(*here), Sources(*here), Glossary(*here)
        self.assets, self.translations = Assets(*here), Translations(*here)
        self.reviews, self.policy = Reviews(*here), Policy(*here)
        self.theme, self.language = PageThemes(*here), OrganizationLanguage(*here)
        self.people, self.runs = People(*here), Runs(*here)
        self.reports, self.exports, self.snapshots = Reports(*here), Exports(*here), Snapshots(*here)
        self.widgets = Panels(client, facts, self._work_in)
