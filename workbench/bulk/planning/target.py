"""The target of a run: its service, organization, person and conditions. Reads only, from the service.

What a service does not announce is `None`; nothing is guessed. A service with the interface alone shows no person
and no prices: identity is then origin, organization and a local label. Source: ours (bulk).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from workbench.authoring.topic import MAX_TOPIC_CHARACTERS
from workbench.client.calling import CallingClient
from workbench.client.sync import Client
from workbench.credit_text import noun_for
from workbench.errors import NotFound, OtherOrganization, PlanRejected, SignInNeeded, WorkbenchError
from workbench.languages.reader import default_language
from workbench.procedures import lesson, organization, service
from workbench.procedures.declare import Call
from workbench.procedures.organization import LastSelected, UserData
from workbench.procedures.service import Capabilities, WhoAmI
from workbench.text import display_text

A = TypeVar("A", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class RunTarget:
    """Identity (service, organization, person) and terms. Credits are whole; `None` is: the service does not say.

    `daily_cap_credits` may be spent in a day (UTC), `daily_left_credits` still today; `None`: no limit. `shares_keys`:
    the members of the organization may share keys. `epoch` changes when data are restored from a backup.
    `default_language` is the organization's.
    """

    origin: str
    service: str
    organization_id: str
    organization_name: str | None
    person: str
    person_name: str | None
    price_credits: int | None
    balance_credits: int | None
    honours_keys: bool
    takes_organization: bool
    takes_max_credits: bool
    lists_lessons: bool
    languages: tuple[str, ...] | None
    writer: str | None
    is_ai: bool | None
    topic_characters: int
    takes_run_name: bool = False
    generations_at_once: int | None = None
    shares_keys: bool = False
    epoch: str | None = None
    takes_course: bool = False
    takes_style: bool = False
    takes_objectives: bool = False
    takes_sources: bool = False
    daily_cap_credits: int | None = None
    daily_left_credits: int | None = None
    default_language: str | None = None

    def takes_option(self, name: str) -> bool:
        """Return whether the service accepts this lesson option (`workbench.bulk.lesson_options`)."""
        others = {"objectives": self.takes_objectives, "sources": self.takes_sources, "strict": self.takes_sources}
        return others.get(name, self.takes_style)

    @property
    def assumed_language(self) -> str:
        """Default language of lessons: the organization's if lessons can be written in it, or English."""
        offered = None if self.languages is None else [code.upper() for code in self.languages]
        return default_language(offered, self.default_language)

    @property
    def identity(self) -> tuple[str, str, str]:
        """Service, organization and person that a run is bound to."""
        return self.service, self.organization_id, self.person

    @property
    def credit_noun(self) -> str:
        """Name of one credit."""
        return noun_for(self.price_credits, is_ai=self.is_ai)

    @property
    def writer_label(self) -> str | None:
        """Writer for people: its name, and whether it is not an AI; `None` if not announced."""
        return self.writer if self.writer is None or self.is_ai else f"{self.writer} (no AI)"


def find_place(client: CallingClient, organization_id: str | None = None, label: str = "") -> RunTarget:
    """Return the target of the client's session, from reads alone.

    Without an `organization_id` it is the organization that the session is limited to. Raises `NotFound` for an
    organization that the person is not a member of, `OtherOrganization` for a client that is limited to another
    one, and `PlanRejected` if the requested organization is not the selected one and the service does not
    accept one in a call.
    """
    capabilities = client.capabilities()
    if organization_id is None and isinstance(client, Client):
        organization_id = client.organization_id
    takes_organization = capabilities is not None and "organizationId" in capabilities.additions
    selected, user, me = _who(client, capabilities, organization_id if takes_organization else None)
    if not takes_organization and organization_id not in (None, selected):
        raise PlanRejected(
            "This service makes lessons in the organization that was selected last, which is another one. Select "
            f"{organization_id} there first."
        )
    here = organization_id or selected
    if here is None:
        raise PlanRejected("No organization is selected. Select one, or say `organization_id`.")
    person = me.person_id if me else (user.person_id if user and user.person_id else label)
    return RunTarget(
        origin=client.origin,
        service=capabilities.service_id if capabilities else client.origin,
        organization_id=here,
        organization_name=user.organization_name if user and user.organization_id == here else None,
        person=person,
        person_name=me.name if me else (user.name if user else None),
        price_credits=_price(capabilities),
        balance_credits=user.ai_credit_balance if user else None,
        daily_cap_credits=user.daily_cap_credits if user else None,
        daily_left_credits=user.daily_credits_left if user else None,
        default_language=user.default_language if user else None,
        honours_keys=client.honours_keys,
        shares_keys=client.honours_keys and client.shares_keys and takes_organization,
        epoch=capabilities.epoch if capabilities else None,
        takes_organization=takes_organization,
        takes_course=takes_organization and capabilities is not None and "courseId" in capabilities.additions,
        takes_style=capabilities is not None and "style" in capabilities.additions,
        takes_objectives=capabilities is not None and "objectives" in capabilities.additions,
        takes_sources=capabilities is not None and "sourceIds" in capabilities.additions,
        takes_max_credits=capabilities is not None and "maxCredits" in capabilities.additions,
        takes_run_name=capabilities is not None and "runName" in capabilities.additions,
        generations_at_once=capabilities.limits.get("generationsAtOnce") if capabilities else None,
        lists_lessons=capabilities is not None and lesson.list_lessons.name in capabilities.procedures,
        languages=tuple(capabilities.writer.languages)
        if capabilities and capabilities.writer.languages is not None
        else None,
        writer=capabilities.writer.name if capabilities else None,
        is_ai=capabilities.writer.is_ai if capabilities else None,
        topic_characters=min(
            MAX_TOPIC_CHARACTERS,
            capabilities.limits.get("topicCharacters", MAX_TOPIC_CHARACTERS) if capabilities else 4000,
        ),
    )


class SessionPlace(Protocol):
    """The service, organization and person of a plan or session, by id, and by name if the service reports it."""

    @property
    def origin(self) -> str: ...
    @property
    def service(self) -> str: ...
    @property
    def organization_id(self) -> str: ...
    @property
    def organization_name(self) -> str | None: ...
    @property
    def person(self) -> str: ...
    @property
    def person_name(self) -> str | None: ...


def check_session(planned: SessionPlace, session: SessionPlace) -> None:
    """Refuse a session at another place than something was planned for, or of another person.

    Raises `OtherOrganization`, which names both organizations, and `PlanRejected` for another service or person.
    """
    if session.service != planned.service:
        raise PlanRejected(f"This was planned for another service. Connect to {planned.origin} first.")
    if session.organization_id != planned.organization_id:
        name, here = (
            f'"{display_text(place.organization_name or place.organization_id)}"' for place in (planned, session)
        )
        message = f"This belongs to {name}, not to {here}: switch to {name} first. Nothing was done."
        raise OtherOrganization(message, code="FORBIDDEN", http_status=403)
    if session.person != planned.person:
        who = f"another person, {display_text(planned.person_name)}" if planned.person_name else "another person"
        raise PlanRejected(f"This was planned by {who}: sign in as that person, or plan again.")


def selected_organization(client: CallingClient) -> str | None:
    """Return the organization that a call without one would currently use."""
    return client.call(organization.get_last_selected_organization_id()).organization_id


def _who(
    client: CallingClient, capabilities: Capabilities | None, organization_id: str | None
) -> tuple[str | None, UserData | None, WhoAmI | None]:
    user_call = organization.get_user_data(organization_id=organization_id)
    calls: list[Call[Any]] = [organization.get_last_selected_organization_id(), user_call]
    if capabilities is not None and service.who_am_i.name in capabilities.procedures:
        calls.append(service.who_am_i())
    answers = client.outcomes(*calls)
    selected = _require_answer(answers[0])
    if organization_id is not None and isinstance(answers[1], NotFound):
        raise NotFound(
            f"You are not a member of an organization {display_text(organization_id)}. Ask one of its owners "
            "or admins to add you.",
            code="NOT_FOUND",
            http_status=404,
        )
    user = _optional(answers[1])
    return selected.organization_id, user, _optional(answers[2]) if len(answers) > 2 else None


def _require_answer(answer: LastSelected | WorkbenchError) -> LastSelected:
    if isinstance(answer, WorkbenchError):
        raise answer
    return answer


def _optional(answer: Any) -> Any:
    if isinstance(answer, SignInNeeded | OtherOrganization):
        raise answer
    return None if isinstance(answer, WorkbenchError) else answer


def _price(capabilities: Capabilities | None) -> int | None:
    if capabilities is None:
        return None
    prices = [price.credits for price in capabilities.prices if price.procedure == lesson.create_starter_lesson.name]
    return prices[0] if prices else 0
