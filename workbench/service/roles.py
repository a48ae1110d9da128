"""Who may what: the roles' powers and each procedure's need, in one table. Source: ours (service 2)."""

from __future__ import annotations

from typing import Final

ROLES: Final = ("owner", "admin", "author", "reviewer", "analyst", "viewer")
DEFAULT_ROLE: Final = "author"

POWERS: Final[dict[str, frozenset[str]]] = {
    "owner": frozenset({"read", "edit", "generate", "share", "people", "ledger", "spend", "grant"}),
    "admin": frozenset({"read", "edit", "generate", "share", "people", "ledger", "spend"}),
    "author": frozenset({"read", "edit", "generate", "share", "spend"}),
    "reviewer": frozenset({"read", "edit"}),
    "analyst": frozenset({"read", "ledger", "spend"}),
    "viewer": frozenset({"read"}),
}
"""What each role may do. `spend` reads the own entries of the credit ledger, `ledger` everyone's."""

NEEDS: Final[dict[str, str]] = {
    "organization.getDashboardRecentItems": "read",
    "organization.getOrgTierAndStatus": "read",
    "organization.getOrganizationProjects": "read",
    "organization.getFullSidebarItems": "read",
    "organization.getUserData": "read",
    "organization.selectOrganization": "read",
    "organization.getCreditLedger": "spend",
    "organization.getCreditSpending": "spend",
    "organization.getMembers": "read",
    "organization.addMember": "people",
    "organization.setMemberRole": "people",
    "organization.removeMember": "people",
    "organization.grantCredits": "grant",
    "organization.getAuditLog": "people",
    "project.createProject": "edit",
    "project.renameProject": "edit",
    "project.archiveProject": "edit",
    "project.setFavorite": "read",
    "courseRouter.getCourseSharingInfo": "read",
    "courseRouter.listCourses": "read",
    "courseRouter.setCourseSharing": "share",
    "courseRouter.getCourse": "read",
    "courseRouter.createCourse": "edit",
    "courseRouter.renameCourse": "edit",
    "courseRouter.moveCourse": "edit",
    "courseRouter.deleteCourse": "edit",
    "courseRouter.restoreCourse": "edit",
    "lesson.createStarterLesson": "generate",
    "lesson.getLesson": "read",
    "lesson.listLessons": "read",
    "lesson.listContents": "read",
    "lesson.createLesson": "edit",
    "lesson.renameLesson": "edit",
    "lesson.moveLesson": "edit",
    "lesson.deleteLesson": "edit",
    "lesson.restoreLesson": "edit",
    "lesson.getHistory": "read",
    "lesson.getRevision": "read",
    "lesson.revertTo": "edit",
    "realtime.executeTransactions": "edit",
    "realtime.getChanges": "read",
}
"""The power that each procedure needs in the organization it touches."""

TO_PUBLISH: Final = "share"
"""The power that it takes besides, wherever a lesson is put into a public course: that makes it public."""

FOR_ANYONE_SIGNED_IN: Final = frozenset(
    {
        "organization.acceptInvitation",
        "organization.declineInvitation",
        "organization.getLastSelectedOrganizationId",
        "organization.listInvitations",
        "organization.listOrganizations",
        "organization.getRateCard",
        "service.getCapabilities",
        "service.listSessions",
        "service.revokeSession",
        "service.whoAmI",
    }
)
"""Procedures that touch no organization but the person's own list, and the invitations into it.

An invitation can also be declined for its organization, by who manages people there.
"""


def may(role: str, power: str) -> bool:
    """Whether a role has a power; an unknown role has none."""
    return power in POWERS.get(role, frozenset())
