"""SharingTable: the sharing of many courses together, with one question before anything is changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import traitlets

from workbench.authoring.share_settings import expiry_day
from workbench.changes.plan import ChangePlan
from workbench.changes.plan_card import change_extent
from workbench.changes.results import find_change_set
from workbench.changes.running import ChangeRun
from workbench.changes.share_plan import plan_share_settings
from workbench.changes.undo import undo_changes
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotSent, OpenAuthorNotes, OpenPlaces, WorkbenchError
from workbench.procedures.course import Course, ListCoursesOutput, list_courses, set_course_sharing, set_share_settings
from workbench.procedures.declare import Call
from workbench.text import display_text, escape_html
from workbench.widgets.kit.controls import (
    Question,
    button,
    caution,
    copy_button,
    hint,
    html,
    link,
    row_of_controls,
    set_html,
    set_visible,
    stack,
)
from workbench.widgets.kit.course_wording import CourseContext, course_context
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.failure_text import sentence
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Row, Rows
from workbench.widgets.sharing.panel import is_here_only
from workbench.widgets.sharing.settings_form import SETTINGS, ShareSettingsForm, setting_text
from workbench.widgets.sharing.wording import notes_text, unfinished_text
from workbench.wording import count_text

PAGE = 100


class SharingTable(Panel):
    """Courses with their sharing; `value` are the ids of the chosen ones, in the order of the list."""

    label = "Course sharing"
    shows = frozenset({"courses", "lessons", "projects"})
    value = traitlets.List(traitlets.Unicode())

    def __init__(
        self,
        client: Client,
        *,
        organization_id: str | None = None,
        workers: TaskPool | None = None,
        on_share: Callable[[str], object] | None = None,
        detail_pane: Any = None,
    ) -> None:
        """`on_share` gets the id of a course to open; without it there is no such button.

        `detail_pane` is a widget that is shown below, such as where its link is shown.
        """
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.courses: list[Course] = []
        self.total = 0
        self._cursor: str | None = None
        self._around = CourseContext()
        self.search = TextEntry("Search", hint="Search titles", kind="search")
        self.list = self.control(Rows("Courses", empty="No courses yet.", many=True))
        self.open_up = self.control(button("Make public…", lambda: self.ask(True), style="primary"), when=self._any)
        self.close_down = self.control(button("Make private…", lambda: self.ask(False)), when=self._any)
        self.one = self.control(button("Link and QR code", lambda: self._show_one()), when=lambda: len(self.value) == 1)
        self.on_share = on_share
        set_visible(self.one, is_visible=on_share is not None)
        self.question = Question()
        self.links, self.note = html(), html()
        self.settings = ManyLinks(client, organization_id)
        self.plan_button = self.control(
            button("Change settings…", lambda: self.start(self.plan_settings)), when=self._any
        )
        self.undo_button = self.control(
            button("Undo", lambda: self.start(self.undo_settings)), when=lambda: self.settings.change_set is not None
        )
        for control in self.settings.form.controls():
            self.control(control, when=self._any)
        heading = html("<h3>Links of the selected courses</h3>")
        self.settings_part = stack(heading, self.settings.form, row_of_controls(self.plan_button, self.undo_button))
        self.search.observe(lambda change: self.start_next(self.refresh), "value")
        self.list.observe(lambda change: self._on_pick(), "chosen")
        self.list.on_open(lambda course_id: self._show_one(course_id))
        self.list.on_more(lambda: self.start(self.read_more))
        self.follow_changes(
            lambda: [self._page(None)],
            lambda page: (page.total, page.courses) == (self.total, self.courses[: len(page.courses)]),
        )
        actions = row_of_controls(self.open_up, self.close_down, self.one, self.links)
        self.show(self.search, self.list, self.note, actions, self.question, self.settings_part, detail_pane)

    def refresh(self) -> None:
        """Read the first courses, last changed first."""
        wanted = len(self.courses)
        self.courses, self._cursor = [], None
        self.read_more()
        while self._has_fewer_than(wanted):  # as many as were shown before
            self.read_more()

    def read_more(self) -> None:
        """Read the next courses."""
        if not self.offers(list_courses, set_course_sharing):
            set_html(self.note, hint("This service can't list courses. Open the sharing panel with a course ID."))
            set_visible(self.list, is_visible=False)
            return
        set_visible(self.settings_part, is_visible=self.offers(set_share_settings))
        if self._cursor is None:
            self._around = course_context(self.client, self.organization_id)
        page = self.client.call(self._page(self._cursor))
        self.courses += page.courses
        self.total, self._cursor = page.total, page.next_cursor
        self.render()

    def render(self) -> None:
        """Show the courses that are known."""
        left = self.total - len(self.courses)
        rows = [_row(course, self._around) for course in self.courses]
        self.list.fill(rows, more=f"Show more ({left:,} left)" if left > 0 else "")
        local = any(is_here_only(course.share_url) for course in self.courses)
        set_html(self.note, caution("These links only work on this computer.") if local else "")
        self._on_pick()

    def ask(self, is_public: bool) -> None:
        """Ask for confirmation to make the selected courses public, or private again."""
        count = len(self.value)
        them = "the course" if count == 1 else f"these {count:,} courses"
        text = (
            f"Anyone with the link will be able to view {them} without signing in."
            if is_public
            else f"Links and embedded copies of {them} will stop working immediately."
        )
        yes = "Make public" if is_public else "Make private"
        self.question.ask(text, yes, lambda: self.start(self.set_public, is_public), is_dangerous=not is_public)

    def set_public(self, is_public: bool, ids: Sequence[str] = (), *, confirm_open_places: bool = False) -> None:
        """Make these courses, else the chosen ones, public or private again. Says how many could not be, and why;
        asks only whether unfinished lessons may be read as they are.
        """
        ids = list(ids or self.value)
        if not ids:
            raise NotSent("Select a course first.")
        confirmed = True if confirm_open_places else None
        call = partial(set_course_sharing, is_public=is_public, confirm_open_places=confirmed)
        answers = self.client.outcomes(*(call(course_id=id_) for id_ in ids))
        failed = [answer for answer in answers if isinstance(answer, WorkbenchError)]
        self.refresh()
        unfinished = {id_: answer for id_, answer in zip(ids, answers, strict=True) if isinstance(answer, OpenPlaces)}
        if unfinished:
            share = partial(self.set_public, True, [*unfinished], confirm_open_places=True)
            text = unfinished_text([*unfinished.values()])
            self.question.ask(text, "Share anyway", lambda: self.start(share), is_dangerous=True)
        done = f"{len(ids) - len(failed):,} of {len(ids):,} are {'public' if is_public else 'private'} now."
        with_notes = [error for error in failed if isinstance(error, OpenAuthorNotes)]
        why = notes_text(with_notes) if with_notes else sentence(failed[0]) if failed else ""
        self.notify(done + (f" The others couldn't be changed: {why}" if why else ""))

    def plan_settings(self) -> None:
        """Ask for confirmation to set link settings for the selected courses; says if nothing would change."""
        plan = self.settings.plan(self.value)
        odd = next((row.verdict_text for row in plan.rows if row.reason), "")
        if not plan.changes:
            self.notify(
                f"Nothing was changed. {odd}".strip() if odd else "No changes: the courses already have these settings."
            )
            return
        self.question.ask(
            self.settings.question(plan), "Change settings", lambda: self.start(self.carry_out_settings, plan)
        )

    def carry_out_settings(self, plan: ChangePlan) -> None:
        """Make the changes of a plan of `plan_settings`."""
        message = self.settings.carry_out(plan)
        self.refresh()
        self.notify(message)

    def undo_settings(self) -> None:
        """Undo the last change of settings, if nobody has changed them since."""
        message = self.settings.undo()
        self.refresh()
        self.notify(message)

    def as_text(self) -> str:
        """Return how many courses there are, and how many of those shown are public."""
        public = sum(course.is_public for course in self.courses)
        return f"Course sharing: {len(self.courses):,} of {self.total:,} shown, {public:,} of them public."

    def as_html(self) -> str:
        """Return the courses as a table, with the links of the public ones."""
        rows = "".join(
            f"<tr><td>{escape_html(course.title)}</td><td>{'public' if course.is_public else 'private'}</td>"
            f"<td>{link(course.share_url) if course.is_public else ''}</td></tr>"
            for course in self.courses
        )
        head = "<tr><th>Course</th><th>Sharing</th><th>Link</th></tr>"
        return f"<table>{head}{rows}</table>" if rows else super().as_html()

    def _has_fewer_than(self, wanted: int) -> bool:
        return len(self.courses) < wanted and self._cursor is not None

    def _page(self, cursor: str | None) -> Call[ListCoursesOutput]:
        search = self.search.value.strip() or None
        return list_courses(
            organization_id=self.organization_id, search=search, unpublished_changes=True, limit=PAGE, cursor=cursor
        )

    def _on_pick(self) -> None:
        self.value = list(self.list.chosen)
        self.question.close_question()
        chosen: Sequence[Course] = [
            course for course in self.courses if course.course_id in self.value and course.is_public
        ]
        urls = "\n".join(course.share_url for course in chosen)
        set_html(
            self.links,
            copy_button(urls, "Copy link" if len(chosen) == 1 else f"Copy {len(chosen):,} links") if chosen else "",
        )
        self.update_controls()

    def _show_one(self, course_id: str | None = None) -> None:
        if self.on_share is not None:
            self.run_now(self.on_share, course_id or self.value[0])

    def _any(self) -> bool:
        return bool(self.value)


def _row(course: Course, around: CourseContext) -> Row:
    state = ("Public", "good") if course.is_public else ("Private", "plain")
    day = expiry_day(course.expires_at) if course.expires_at else ""
    until = ((f"expires {day}", "plain"),) if day else ()
    sites = () if course.embed_origins is None else (("Embedding limited", "plain"),)
    waiting = (("Unpublished changes", "warn"),) if course.has_unpublished_changes else ()
    able = () if course.can_be_shared or course.is_public else (("Can't be shared yet", "warn"),)
    why = display_text(course.sharing_obstacle) if able and course.sharing_obstacle else ""
    detail = " · ".join(part for part in (around.detail(course), why) if part)
    return Row(course.course_id, course.title, detail, (*able, *waiting, *until, *sites, state))


class ManyLinks:
    """The form and its result. `change_set` is the name of the last one made."""

    def __init__(self, client: Client, organization_id: str | None) -> None:
        self.client = client
        self.organization_id = organization_id
        self.form = ShareSettingsForm(keeps=True)
        self.change_set: str | None = None

    def plan(self, course_ids: Sequence[str]) -> ChangePlan:
        """Return the plan that applies the choice to these courses' links. Raises `NotSent` without a choice."""
        wanted = self.form.read_form()
        if not course_ids:
            raise NotSent("Select a course first.")
        if not wanted:
            raise NotSent("Select a setting to change first.")
        records = [{"course_id": course_id, **wanted} for course_id in course_ids]
        name = f"links {datetime.now(UTC):%Y-%m-%d %H.%M.%S}"
        return plan_share_settings(records, self.client, organization_id=self.organization_id, name=name)

    def question(self, plan: ChangePlan) -> str:
        """Return the question asked before the plan is carried out."""
        courses = len({change.course_id for change in plan.changes})
        first = plan.changes[0]
        before, after = setting_text(first.field, first.before), setting_text(first.field, first.after)
        return (
            f"This will make {change_extent(plan)} in {count_text(courses, 'course')}. For example, "
            f"“{display_text(first.course_title)}”, {SETTINGS[first.field].lower()}: {before} → {after}. "
            "You can undo this."
        )

    def carry_out(self, plan: ChangePlan) -> str:
        """Make the changes; the outcome, in a sentence."""
        with ChangeRun(plan, self.client, plan.approve(changes=len(plan.changes))) as run:
            counts = run.start().counts()
        self.change_set = plan.name
        rest = f" {counts.conflict + counts.refused:,} failed: see Change sets." if counts.done < counts.total else ""
        return f"{counts.done:,} of {counts.total:,} changes made.{rest}"

    def undo(self) -> str:
        """Undo what nobody has changed since, and return a message. Raises `NotSent` if there is nothing to undo."""
        if self.change_set is None:
            raise NotSent("Nothing to undo: no link was changed here.")
        result = undo_changes(find_change_set(self.change_set), self.client)
        self.change_set = None
        return str(result)
