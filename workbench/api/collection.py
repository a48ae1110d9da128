"""The base of a workbench's projects, courses and lessons: their organization, and changes that need a confirmation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from pydantic import BaseModel

from workbench.api.api_object import ApiObject
from workbench.api.reports import Reports
from workbench.client.lookups import identify
from workbench.client.lookups.filter_values import check_language
from workbench.client.lookups.identify import IdOrName
from workbench.client.lookups.same_name import call_unless_taken
from workbench.client.sync import Client
from workbench.columns import Names, select
from workbench.errors import InputRejected, NotConfirmed, PlanRejected, WorkbenchError
from workbench.languages.reader import default_language
from workbench.procedures.declare import Call
from workbench.procedures.organization import get_user_data

if TYPE_CHECKING:
    import pandas

A = TypeVar("A", bound=BaseModel)
R = TypeVar("R")
Kind = Literal["project", "course", "lesson"]
Check = Callable[[list[str]], None] | None


@dataclass(frozen=True, repr=False)
class Collection(ApiObject):
    """Things of an organization; `organization_id` is `None` for the last selected one, `organization` its name."""

    _client: Client
    organization_id: str | None
    organization: str | None = None

    def _report(
        self,
        name: str,
        *,
        columns: Names | None = None,
        limit: int | None = None,
        sort: Names | None = None,
        **parameters: Any,
    ) -> pandas.DataFrame:
        """Return the requested part of a report; by default the columns that it lists."""
        from workbench.reports import find_report

        report = find_report(name)
        selection = select(report.columns, report.listed, wanted=columns, limit=limit, sort=sort)
        return selection.of(Reports(self._client, self.organization_id, self.organization).build(name, **parameters))

    def _ids(self, kind: Kind, wanted: Any, *, in_trash: bool = False) -> tuple[str, ...] | None:
        """Return the ids of a filter's values: one or several things, a Series or a table; `None` for no filter.

        Raises `InputRejected` for an empty list.
        """
        if wanted is None:
            return None
        ids = dict.fromkeys(self._found_id(kind, thing, in_trash=in_trash) for thing in identify.several(kind, wanted))
        if not ids:
            raise InputRejected(f"No {kind} is given, so nothing can match. Leave `{kind}` out for all.")
        return tuple(ids)

    def _found_id(self, kind: Kind, wanted: IdOrName, *, in_trash: bool = False) -> str:
        if kind == "project":
            return identify.project_id(self._client, self.organization_id, wanted)
        find = identify.course_id if kind == "course" else identify.lesson_id
        return find(self._client, self.organization_id, wanted, in_trash=in_trash)

    def _filters(self, **kinds: Any) -> Iterator[dict[str, Any]]:
        """Yield the fields `project_id` and so on of a call for each combination of the filters' values."""
        values = [self._ids(kind, wanted) or (None,) for kind, wanted in kinds.items()]  # type: ignore[arg-type]
        for combination in product(*values):
            yield dict(zip((f"{kind}_id" for kind in kinds), combination, strict=True))

    def _project_id(self, project: IdOrName | None) -> str | None:
        return None if project is None else identify.project_id(self._client, self.organization_id, project)

    def _course_id(self, course: IdOrName | None, *, in_trash: bool = False) -> str | None:
        return None if course is None else self._id_of_course(course, in_trash=in_trash)

    def _id_of_course(self, course: IdOrName, *, in_trash: bool = False) -> str:
        return identify.course_id(self._client, self.organization_id, course, in_trash=in_trash)

    def _language(self, language: str | None) -> str | None:
        """Return the code of a filter's language.

        Raises `InputRejected` for a language that nothing here can have.
        """
        return None if language is None else check_language(self._client, [self.organization_id], language)

    def _assumed_language(self) -> str:
        """Return the default language for lessons: the organization's if lessons can be written in it, or English."""
        known, person = self._client.capabilities(), get_user_data(organization_id=self.organization_id)
        offered = None if known is None else known.writer.languages
        return default_language(offered, self._client.call(person).default_language)

    def _call_with_name(self, call: Call[A], *, confirm_same_name: bool) -> A:
        """Return the answer; a name already in use must be confirmed. Raises `NotConfirmed`."""
        if confirm_same_name:
            return self._client.call(call)
        try:
            return call_unless_taken(self._client, call)
        except NotConfirmed as taken:
            message = f"{taken.message} Nothing was changed. To do it all the same: confirm_same_name=True."
            raise NotConfirmed(message) from None

    def _carried_out(self, call: Call[A], *, confirm_public: bool, course_of: Mapping[str, str] | None = None) -> A:
        """Return the answer; a difference that learners will see must be confirmed. Raises `NotConfirmed`.

        `course_of` maps the ids of lessons that cannot be read to their courses.
        """
        if not confirm_public:
            self._check_public(call, course_of=course_of)
        return self._client.call(call)

    def _for_one_or_several(
        self, kind: str, things: Any, find_id: Callable[[Any], str], change: Callable[[str], R], *, check: Check = None
    ) -> R | list[R]:
        """Return the answer for one thing; for several, change them in order and return a list.

        All are looked up, and `check` is called with their ids, before the first is changed. If one is refused, the
        error says how many were changed before.
        """
        ids = [find_id(thing) for thing in identify.several(kind, things)]
        if check is not None:
            check(ids)
        if identify.is_one(kind, things):
            return change(ids[0])
        answers: list[R] = []
        for thing_id in dict.fromkeys(ids):
            try:
                answers.append(change(thing_id))
            except WorkbenchError as refused:
                refused.message = (
                    f"{refused.message} This is {kind} {thing_id}; {len(answers):,} of {len(ids):,} are done."
                )
                raise
        return answers

    def _check_public(self, *calls: Call[Any], course_of: Mapping[str, str] | None = None) -> None:
        """Raise `NotConfirmed` where learners will see a difference; `course_of` as in `_carried_out`."""
        from workbench.client.lookups.preview import preview

        if sentences := preview(self._client, calls, course_of=course_of):
            raise NotConfirmed(f"{' '.join(sentences)} Nothing was changed. To do it: confirm_public=True.")


Ask = Callable[[str, int], None]
"""Asks a person to approve the number of changes; raises if they don't."""
_ASK: Final[ContextVar[Ask | None]] = ContextVar("ask", default=None)


@contextmanager
def asking(ask: Ask) -> Iterator[None]:
    """Inside, verbs that ask before they do something ask by this function, as the command line does."""
    before = _ASK.set(ask)
    try:
        yield
    finally:
        _ASK.reset(before)


def ask_for_number(what: str, number: int, *, unasked: str) -> None:
    """Ask a person to type the number of items to change. Raises `PlanRejected` for anything else.

    `unasked` is the call to use where nobody can be asked.
    """
    if (ask := _ASK.get()) is not None:
        ask(what, number)
        return
    try:
        typed = input(f"{what} Type {number} to continue: ").strip()
    except Exception:  # noqa: BLE001  (no terminal, or a notebook that is run by a program: each raises another error)
        raise PlanRejected(f"{what} To do it: {unasked}. Nothing was changed.") from None
    if typed != str(number):
        raise PlanRejected("Nothing was changed.")
