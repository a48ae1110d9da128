"""Sharing of courses by link: shared or private, expiry, embedding pages, and search engines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, overload
from urllib.parse import urlsplit

from workbench.api.arguments import (
    ChangeSetTitle,
    ConfirmOpenPlaces,
    CourseName,
    EncodingName,
    SeveralCourses,
    SheetName,
)
from workbench.api.changes import Changes
from workbench.api.collection import Collection
from workbench.argument_help import Help
from workbench.client.lookups.identify import IdOrName
from workbench.client.session.origin import is_loopback
from workbench.errors import NotSent
from workbench.procedures.course import (
    Sharing,
    get_course_sharing_info,
    get_share_settings,
    set_course_sharing,
    set_share_settings,
)
from workbench.procedures.sharing import ShareSettings
from workbench.text import display_text, escape_html

if TYPE_CHECKING:
    from workbench.changes.plan import ChangePlan


class CourseSharing(Collection):
    """Links of courses and their settings.

    A setting that is not given stays as it is. `expires` is a day, which is included (UTC), or a time with its zone;
    `"never"` for none. `embed_origins` are at most 20 exact `https://host`; `"anywhere"` for no limit, `"nowhere"`
    for none.
    """

    def sharing(self, course: CourseName) -> ShareLink:
        """Return the course's share link, including whether it is public.

        >>> wb.courses.sharing("Reading a map").is_public
        False
        """
        return _link(self._client.call(get_course_sharing_info(course_id=self._id_of_course(course))))

    @overload
    def share(
        self,
        course: IdOrName,
        *,
        expires: str | date | None = None,
        embed_origins: str | Iterable[str] | None = None,
        indexing: bool | None = None,
        confirm_open_places: bool = False,
    ) -> ShareLink: ...
    @overload
    def share(
        self,
        course: CourseName | SeveralCourses,
        *,
        expires: str | date | None = None,
        embed_origins: str | Iterable[str] | None = None,
        indexing: bool | None = None,
        confirm_open_places: bool = False,
    ) -> ShareLink | list[ShareLink]: ...
    def share(
        self,
        course: CourseName | SeveralCourses,
        *,
        expires: Annotated[str | date, Help("last day of the link (UTC), such as 2026-12-31, or never", "DAY")]
        | None = None,
        embed_origins: Annotated[
            str | Iterable[str], Help("sites that can embed it: https://school.example, anywhere, nowhere", "ORIGINS")
        ]
        | None = None,
        indexing: Annotated[bool, Help("whether search engines can list it")] | None = None,
        confirm_open_places: ConfirmOpenPlaces = False,
    ) -> ShareLink | list[ShareLink]:
        """Make the course readable for anyone with the link; with settings, these are set before it opens.

        Several are a list, a Series, or a table with `course_id`, and are shared one after the other; `plan_share` has
        them shown first, and undone.

        Raises `OpenPlaces` with the lessons that have placeholders (✎) for an author to fill in;
        `confirm_open_places=True` shares them as they are. Raises `OpenAuthorNotes` with the lessons that have notes
        for authors, which can never be shared. Raises `NotSent` for an invalid setting.

        >>> wb.courses.share("Reading a map", expires="2099-12-31", embed_origins=["https://school.example"]).is_public
        True
        """
        confirmed = True if confirm_open_places else None  # nothing that a service may not know is sent unasked
        if embed_origins is not None and not isinstance(embed_origins, str):
            embed_origins = list(embed_origins)

        def share_one(course_id: str) -> ShareLink:
            if expires is not None or embed_origins is not None or indexing is not None:
                self.set_share_settings(course_id, expires=expires, embed_origins=embed_origins, indexing=indexing)
            call = set_course_sharing(course_id=course_id, is_public=True, confirm_open_places=confirmed)
            return _link(self._client.call(call))

        return self._for_one_or_several("course", course, self._id_of_course, share_one)

    @overload
    def unshare(self, course: IdOrName) -> ShareLink: ...
    @overload
    def unshare(self, course: CourseName | SeveralCourses) -> ShareLink | list[ShareLink]: ...
    def unshare(self, course: CourseName | SeveralCourses) -> ShareLink | list[ShareLink]:
        """Make the course private again; its link stops working immediately.

        Several are a list, a Series, or a table with `course_id`; `plan_unshare` has them shown first, and undone.

        >>> wb.courses.unshare("Reading a map").is_public
        False
        """
        return self._for_one_or_several(
            "course",
            course,
            self._id_of_course,
            lambda course_id: _link(self._client.call(set_course_sharing(course_id=course_id, is_public=False))),
        )

    def plan_share(
        self, courses: CourseName | SeveralCourses, *, confirm_open_places: bool = False, name: str | None = None
    ) -> ChangePlan:
        """Return a plan that makes private courses readable for anyone with their links, to look at, run and undo.

        `courses` are given as for `share`. One that cannot be shared is in the plan with the reason. Running it needs
        `plan.approve(changes=…)`. Raises `PlanRejected`.

        >>> plan = wb.courses.plan_share(["Reading a map"], name="open")
        >>> plan.run(plan.approve(changes=1)).counts().done, wb.changes.undo("open", yes=True).left
        (1, ())
        """
        from workbench.changes.verb_plans import plan_publications

        plan = plan_publications(
            self._ids("course", courses) or (),
            self._client,
            organization_id=self.organization_id,
            name=name,
            only_private=True,
            confirm_open_places=confirm_open_places,
        )
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    def plan_unshare(self, courses: CourseName | SeveralCourses, *, name: str | None = None) -> ChangePlan:
        """Return a plan that makes courses private, to look at, run and undo; undone, learners see what they saw.

        `courses` are given as for `unshare`. Running it needs `plan.approve(changes=…)` if one of them is public.
        Raises `PlanRejected`.

        >>> wb.courses.plan_unshare("Reading a map").changes
        ()
        """
        from workbench.changes.verb_plans import plan_private

        ids = self._ids("course", courses) or ()
        plan = plan_private(ids, self._client, organization_id=self.organization_id, name=name)
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    def share_settings(self, course: CourseName) -> ShareSettings:
        """Return the end date of the course's link, the sites that may embed it, and what the organization allows.

        >>> wb.courses.share_settings("Reading a map").embed_origins
        ['https://school.example']
        """
        return self._client.call(get_share_settings(course_id=self._id_of_course(course)))

    def set_share_settings(
        self,
        course: CourseName,
        *,
        expires: Annotated[str | date, Help("last day of the link (UTC), such as 2026-12-31, or never", "DAY")]
        | None = None,
        embed_origins: Annotated[
            str | Iterable[str], Help("sites that can embed it: https://school.example, anywhere, nowhere", "ORIGINS")
        ]
        | None = None,
        indexing: Annotated[bool, Help("whether search engines can list it")] | None = None,
    ) -> ShareSettings:
        """Change the settings of a course's link, public or not. Raises `NotSent` for an invalid setting.

        >>> wb.courses.set_share_settings("Reading a map", expires="never", embed_origins="anywhere").expires_at
        """
        from workbench.changes.row import EMBED_ORIGINS, EXPIRES, INDEXING
        from workbench.changes.share_cells import clean_share_cell, share_values

        if embed_origins is not None and not isinstance(embed_origins, str):
            embed_origins = list(embed_origins)
        given: dict[str, Any] = {EXPIRES: expires, EMBED_ORIGINS: embed_origins, INDEXING: indexing}
        try:
            texts = {field: clean_share_cell(field, value) for field, value in given.items() if value is not None}
            values = share_values(texts)
        except ValueError as refused:
            raise NotSent(f"This link setting is invalid: {refused}. Nothing was sent.") from None
        return self._client.call(set_share_settings(course_id=self._id_of_course(course), **values))

    def apply(
        self,
        table: Annotated[Any, Help("table (CSV, XLSX, Parquet) with `course_id` and link settings", "FILE")],
        *,
        name: ChangeSetTitle | None = None,
        sheet: SheetName | None = None,
        encoding: EncodingName | None = None,
    ) -> ChangePlan:
        """Return a plan that gives the links of many courses the settings in a table.

        Nothing is changed before `run()`. `table` is a DataFrame, a list of records or a file (CSV, XLSX,
        Parquet) with `course_id` and any of `expires`, `embed_origins` and `indexing`. A cell without a value
        leaves a setting as it is. Raises `PlanRejected`.

        >>> table = wb.courses.list()[["course_id"]].assign(expires="2099-12-31")
        >>> plan = wb.courses.apply(table, name="links end")
        >>> plan.run(plan.approve(changes=len(plan.changes))).counts().planned
        0
        """
        from workbench.changes.share_plan import plan_share_settings

        plan = plan_share_settings(
            table, self._client, organization_id=self.organization_id, name=name, sheet=sheet, encoding=encoding
        )
        return plan.connect_to(Changes(self._client, self.organization_id).run)


def _link(sharing: Sharing) -> ShareLink:
    return ShareLink(sharing.share_url, sharing.is_public)


HERE_ONLY = "only on this computer"


@dataclass(frozen=True, slots=True)
class ShareLink:
    """A course's link and whether it opens: for anyone, or `only on this computer`."""

    url: str
    is_public: bool

    @property
    def reach(self) -> str:
        """People who can open the link, in words."""
        if not self.is_public:
            return "private: the link doesn't work"
        return HERE_ONLY if is_loopback(urlsplit(self.url).hostname or "") else "anyone with the link"

    def facts(self) -> dict[str, object]:
        """Return the machine-readable facts."""
        return {"shareUrl": self.url, "isPublic": self.is_public}

    def __str__(self) -> str:
        return self.url

    def __repr__(self) -> str:
        return f"{display_text(self.url)} ({self.reach})"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        text = escape_html(self.url)
        opens = self.is_public and urlsplit(self.url).scheme in ("https", "http")
        link = f'<a href="{text}" target="_blank" rel="noopener noreferrer">{text}</a>' if opens else text
        return {"text/plain": repr(self), "text/html": f"{link} <small>({self.reach})</small>"}
