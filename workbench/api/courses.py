"""The courses of one organization, for a notebook: list them, share one, take it back. Each method is one call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from workbench.client.lookups.courses import every_course
from workbench.client.sanitize import escaped, shown
from workbench.client.session.origin import is_loopback
from workbench.client.sync import Client
from workbench.procedures.course import (
    Course,
    Sharing,
    get_course_sharing_info,
    set_course_sharing,
)

HERE_ONLY = "only on this computer"


@dataclass(frozen=True, slots=True)
class ShareLink:
    """A course's link and whether it opens: for anyone, or `only on this computer`."""

    url: str
    is_public: bool

    @property
    def reach(self) -> str:
        """Who can open it, in words."""
        if not self.is_public:
            return "private: the link opens for nobody"
        return HERE_ONLY if is_loopback(urlsplit(self.url).hostname or "") else "anyone with the link"

    def __str__(self) -> str:
        return self.url

    def __repr__(self) -> str:
        return f"{shown(self.url)} ({self.reach})"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        text = escaped(self.url)
        opens = self.is_public and urlsplit(self.url).scheme in ("https", "http")
        link = f'<a href="{text}" target="_blank" rel="noopener noreferrer">{text}</a>' if opens else text
        return {"text/plain": repr(self), "text/html": f"{link} <small>({self.reach})</small>"}


@dataclass(frozen=True, slots=True)
class Courses:
    """Courses of an organization; `None` means the last selected one."""

    _client: Client = field(repr=False)
    organization_id: str | None

    def list(self, *, search: str | None = None, limit: int | None = None) -> list[Course]:
        """All courses, last changed first; with `limit` no more than so many."""
        return every_course(self._client, self.organization_id, search=search, limit=limit)

    def sharing(self, course_id: str) -> ShareLink:
        """The course's link as it is now."""
        return _link(self._client.call(get_course_sharing_info(course_id=course_id)))

    def share(self, course_id: str, *, confirm_open_places: bool = False) -> ShareLink:
        """Make the course readable for anyone with the link.

        Raises `OpenPlaces`, which names the lessons, where an author has still to fill in places (✎);
        `confirm_open_places=True` shares them as they are.
        """
        confirmed = True if confirm_open_places else None  # nothing that a service may not know is sent unasked
        call = set_course_sharing(course_id=course_id, is_public=True, confirm_open_places=confirmed)
        return _link(self._client.call(call))

    def unshare(self, course_id: str) -> ShareLink:
        """Make the course private again; its link stops working at once."""
        return _link(self._client.call(set_course_sharing(course_id=course_id, is_public=False)))


def _link(sharing: Sharing) -> ShareLink:
    return ShareLink(sharing.share_url, sharing.is_public)
