"""An organization with one of everything, and an input for each procedure there. A new procedure needs a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.service.asking import ABSENT, Asking

PAGE = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "blank", "content": {}}


@dataclass(frozen=True)
class Place:
    """The ids of an organization's things; all are its own, or all another one's."""

    organization_id: str
    project_id: str
    course_id: str
    lesson_id: str

    def id_for(self, field: str) -> str:
        """The id that a field of that name takes."""
        found: str = getattr(self, field)
        return found


async def furnish(owner: Asking) -> Place:
    """A starter lesson in a new project of the owner's organization."""
    project = await owner.done("project.createProject", {"name": "Tides"})
    lesson = await owner.starter("Tides")
    return Place(owner.organization_id, project["projectId"], lesson["courseId"], lesson["lessonId"])


def _insert(place: Place) -> dict[str, Any]:
    transaction = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": PAGE}]}
    return {"lessonId": place.lesson_id, "language": "EN", "transactions": [transaction]}


INPUTS: dict[str, Callable[[Place], Any]] = {
    "organization.getDashboardRecentItems": lambda place: {"organizationId": place.organization_id},
    "organization.getOrgTierAndStatus": lambda place: {"organizationId": place.organization_id},
    "organization.getOrganizationProjects": lambda place: {"organizationId": place.organization_id},
    "organization.getLastSelectedOrganizationId": lambda place: ABSENT,
    "organization.getFullSidebarItems": lambda place: {
        "sortPreference": "recently-updated",
        "organizationId": place.organization_id,
        "projectId": None,
    },
    "organization.getUserData": lambda place: {"organizationId": place.organization_id},
    "organization.listOrganizations": lambda place: ABSENT,
    "organization.selectOrganization": lambda place: {"organizationId": place.organization_id},
    "organization.getCreditLedger": lambda place: {"organizationId": place.organization_id},
    "organization.getRateCard": lambda place: ABSENT,
    "project.createProject": lambda place: {"name": "More", "organizationId": place.organization_id},
    "courseRouter.getCourseSharingInfo": lambda place: {"courseId": place.course_id},
    "courseRouter.listCourses": lambda place: {"organizationId": place.organization_id},
    "courseRouter.setCourseSharing": lambda place: {"courseId": place.course_id, "isPublic": True},
    "lesson.createStarterLesson": lambda place: {
        "language": "EN",
        "topic": "Ebb",
        "organizationId": place.organization_id,
    },
    "lesson.getLesson": lambda place: {"lessonId": place.lesson_id},
    "lesson.listLessons": lambda place: {"organizationId": place.organization_id},
    "realtime.executeTransactions": _insert,
    "service.getCapabilities": lambda place: ABSENT,
    "service.whoAmI": lambda place: ABSENT,
}
