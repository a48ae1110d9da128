"""What projects, courses and lessons of a workbench share: whose they are, and what needs a confirmation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from workbench.api.api_object import ApiObject
from workbench.api.reports import Reports
from workbench.client.lookups import identify
from workbench.client.sync import Client
from workbench.errors import NotConfirmed, PlanRejected
from workbench.procedures.declare import Call

if TYPE_CHECKING:
    import pandas

A = TypeVar("A", bound=BaseModel)


@dataclass(frozen=True, repr=False)
class Collection(ApiObject):
    """Things of an organization; `organization_id` is `None` for the last selected one, `organization` its name."""

    _client: Client
    organization_id: str | None
    organization: str | None = None

    def _report(self, name: str, **parameters: Any) -> pandas.DataFrame:
        return Reports(self._client, self.organization_id, self.organization).build(name, **parameters)

    def _project_id(self, project: str | None) -> str | None:
        return None if project is None else identify.project_id(self._client, self.organization_id, project)

    def _course_id(self, course: str | None, *, in_trash: bool = False) -> str | None:
        if course is None:
            return None
        return identify.course_id(self._client, self.organization_id, course, in_trash=in_trash)

    def _carried_out(self, call: Call[A], *, confirm_public: bool, course_of: Mapping[str, str] | None = None) -> A:
        """The answer; where learners will see a difference, only when it is confirmed. Raises `NotConfirmed`.

        `course_of` are courses of lessons, by their ids, that cannot be read.
        """
        if not confirm_public:
            from workbench.client.lookups.preview import preview

            if sentences := preview(self._client, [call], course_of=course_of):
                raise NotConfirmed(f"{' '.join(sentences)} Nothing was changed. To do it: confirm_public=True.")
        return self._client.call(call)


def ask_for_number(what: str, number: int, *, unasked: str) -> None:
    """Let a person type a number of what is to be done. Raises `PlanRejected` for anything else.

    `unasked` is the call that does it where nobody can be asked.
    """
    try:
        typed = input(f"{what} Type {number} to go on: ").strip()
    except Exception:  # noqa: BLE001  (no terminal, or a notebook that is run by a program: each has an error of its own)
        raise PlanRejected(f"{what} To do it: {unasked}. Nothing was changed.") from None
    if typed != str(number):
        raise PlanRejected("Nothing was changed.")
