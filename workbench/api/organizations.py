"""The organizations by name, as they were when the notebook connected. Looking one up sends nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from workbench.api.bulk import Bulk
from workbench.api.connection import ConnectionFacts
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
from workbench.api.people import People
from workbench.api.reports import Organizations as ReportOrganizations
from workbench.api.reports import Reports
from workbench.api.reviews.policy import Policy
from workbench.api.reviews.reviews import Reviews
from workbench.api.reviews.theme import PageThemes
from workbench.api.snapshots import Snapshots
from workbench.argument_check import describe_value
from workbench.client.sync import Client
from workbench.errors import UnknownName
from workbench.nearest_word import suggestion
from workbench.procedures.lesson import MAX_LESSON_PAGE, LessonSummary
from workbench.procedures.organization import EXAMPLE_TIER, Organization
from workbench.text import align_cells, display_text, escape_html
from workbench.wording import count_text


@dataclass(frozen=True, slots=True)
class OrganizationHandle:
    """One organization: its facts and content. Only methods call the service."""

    facts: Organization
    _client: Client = field(repr=False)
    _select: Callable[[str], object] = field(repr=False)

    @property
    def organization_id(self) -> str:
        """Id of the organization."""
        return self.facts.organization_id

    @property
    def lessons(self) -> Lessons:
        """Lessons of the organization."""
        return Lessons(self._client, self.organization_id, self.facts.name)

    @property
    def courses(self) -> Courses:
        """Courses of the organization and their sharing."""
        return Courses(self._client, self.organization_id, self.facts.name)

    @property
    def translations(self) -> Translations:
        """Translations of the organization's lessons."""
        return Translations(self._client, self.organization_id, self.facts.name)

    @property
    def tags(self) -> Tags:
        """Tags of the organization's lessons and courses."""
        return Tags(self._client, self.organization_id, self.facts.name)

    @property
    def sources(self) -> Sources:
        """Source documents of the organization."""
        return Sources(self._client, self.organization_id, self.facts.name)

    @property
    def assets(self) -> Assets:
        """Pictures, recordings and files of the organization."""
        return Assets(self._client, self.organization_id, self.facts.name)

    @property
    def glossary(self) -> Glossary:
        """Terms that the organization's lessons use or avoid."""
        return Glossary(self._client, self.organization_id, self.facts.name)

    @property
    def reviews(self) -> Reviews:
        """Review queue, decisions and comments of the organization."""
        return Reviews(self._client, self.organization_id, self.facts.name)

    @property
    def policy(self) -> Policy:
        """Rules of the organization for publishing, approving and sharing."""
        return Policy(self._client, self.organization_id, self.facts.name)

    @property
    def theme(self) -> PageThemes:
        """Header, footer and accent colour of the organization's learner pages."""
        return PageThemes(self._client, self.organization_id, self.facts.name)

    @property
    def language(self) -> OrganizationLanguage:
        """Default language of the organization's new lessons."""
        return OrganizationLanguage(self._client, self.organization_id, self.facts.name)

    @property
    def bulk(self) -> Bulk:
        """Bulk generation, paid by it."""
        return Bulk(self._client, self.organization_id)

    @property
    def reports(self) -> Reports:
        """Reports on the organization."""
        return Reports(self._client, self.organization_id, self.facts.name)

    @property
    def projects(self) -> Projects:
        """Projects of the organization."""
        return Projects(self._client, self.organization_id, self.facts.name)

    @property
    def people(self) -> People:
        """Members of the organization."""
        return People(self._client, self.organization_id, self.facts.name)

    @property
    def exports(self) -> Exports:
        """Exports of the organization's lessons and courses as files."""
        return Exports(self._client, self.organization_id, self.facts.name)

    @property
    def snapshots(self) -> Snapshots:
        """Dated sets of its reports."""
        return Snapshots(self._client, self.organization_id, self.facts.name)

    def select(self) -> None:
        """Have this workbench work in it from now on; no other workbench and no page does."""
        self._select(self.organization_id)

    def __repr__(self) -> str:
        return f"{display_text(self.facts.name)}: {display_text(self.facts.role)}, {_credits(self.facts)}"


class Organizations(Mapping[str, OrganizationHandle]):
    """Organizations by name; `["Acme"]` gives a handle.

    `select` makes a workbench work in the organization with this id.
    """

    def __init__(
        self, client: Client, listed: tuple[Organization, ...], select: Callable[[str], object] | None = None
    ) -> None:
        """`select` is what has a workbench work in the organization of an id."""
        chosen = select or (lambda organization_id: None)
        names = [organization.name for organization in listed]
        self._handles = {
            organization.name
            if names.count(organization.name) == 1
            else f"{organization.name} ({organization.organization_id[:6]})": OrganizationHandle(
                organization, client.within(organization.organization_id), chosen
            )
            for organization in listed
        }

    def __getitem__(self, name: str) -> OrganizationHandle:
        by_id = {handle.organization_id: handle for handle in self._handles.values()}
        handle = self._handles.get(name) or by_id.get(name)
        if handle is not None:
            return handle
        alike = [handle for handle in self._handles.values() if handle.facts.name == name]
        if alike:
            listed = "; ".join(f"{handle.organization_id} ({handle!r})" for handle in alike)
            raise UnknownName(
                f"{len(alike)} organizations are named {describe_value(name)}: {listed}. "
                "Pass the id of the one you mean."
            )
        raise UnknownName(
            f"There is no organization {describe_value(name)} of yours. {suggestion(name, [*self._handles])}"
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._handles)

    def __len__(self) -> int:
        return len(self._handles)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._handles)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._handles.values())) or "No organizations are known."

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        cells = "".join(
            f"<tr><td>{escape_html(name)}</td><td>{escape_html(handle.facts.role)}</td><td>{escape_html(_credits(handle.facts))}</td></tr>"
            for name, handle in self._handles.items()
        )
        head = "<tr><th>organization</th><th>role</th><th>AI credits</th></tr>"
        return {"text/plain": repr(self), "text/html": f"<table>{align_cells(head + cells)}</table>"}


HISTORY_DAYS: Final = 21
"""Days of work that a forecast needs."""
SHORT_HISTORY: Final = "less than three weeks of history"


def has_history(lessons: Sequence[LessonSummary], now: datetime) -> bool:
    """Return whether the first of these lessons, a page, is old enough for reports; a full page is."""
    before = now - timedelta(days=HISTORY_DAYS)
    return len(lessons) >= MAX_LESSON_PAGE or any(lesson.created_at < before for lesson in lessons)


def or_example(
    facts: ConnectionFacts, organization: ReportOrganizations, has_history: Callable[[], bool]
) -> tuple[ReportOrganizations, str]:
    """Return the organization to show, and a sentence for the user; empty if there is nothing to say.

    `has_history` says whether the selected organization has enough of it for reports; it is called only if that
    matters.
    """
    example = example_of(facts)
    if not facts.is_local:
        return organization, ""
    if organization is not None:
        names = [organization] if isinstance(organization, str) else organization
        is_shown = example is not None and not {"all", example.name, example.organization_id}.isdisjoint(names)
        if not is_shown or example is None:
            return organization, ""
        is_alone = set(names) <= {example.name, example.organization_id}
        return organization, _is_example(facts, example, is_alone=is_alone)
    if example is not None and facts.organization_id == example.organization_id:
        return organization, _is_example(facts, example)
    if has_history():
        return organization, ""
    organization_name = display_text(facts.organization.name) if facts.organization else "Your organization"
    if example is None:
        return (
            organization,
            f"{organization_name} has {SHORT_HISTORY}. For an example to explore, run: workbench demo --example",
        )
    return example.organization_id, f"{organization_name} has {SHORT_HISTORY}. {_is_example(facts, example)}"


def example_of(facts: ConnectionFacts) -> Organization | None:
    """Return the example organization among the person's organizations, or None if it was not made."""
    return next((organization for organization in facts.organizations if organization.tier == EXAMPLE_TIER), None)


def _is_example(facts: ConnectionFacts, example: Organization, *, is_alone: bool = True) -> str:
    own = [organization.name for organization in facts.organizations if organization is not example]
    yours = (
        f" For {'your own' if is_alone else 'yours only'}, say: organization = {display_text(own[0])!r}" if own else ""
    )
    verb = "shows" if is_alone else "includes"
    return f"The following {verb} {display_text(example.name)}, generated sample data.{yours}"


def _credits(facts: Organization) -> str:
    return "credits unknown" if facts.ai_credit_balance is None else count_text(facts.ai_credit_balance, "credit")
