"""PublicationPanel: a course's publications, unpublished changes, publishing and restoring.

A part of the sharing panel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import Conflict, NotSent, OpenPlaces
from workbench.procedures.course import (
    get_publication_changes,
    list_publications,
    publish_course,
    restore_publication,
)
from workbench.procedures.declare import Call
from workbench.procedures.lesson import get_revision
from workbench.procedures.organization import get_user_data
from workbench.procedures.publications import PUBLISHED_MEANWHILE, Publication, PublicationChanges
from workbench.text import display_text
from workbench.widgets.history.revision_blocks import RevisionBlocks
from workbench.widgets.history.wording import comparison_html
from workbench.widgets.kit.controls import Question, button, html, row_of_controls, set_html, set_visible, stack
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.prompt import Prompt
from workbench.widgets.kit.rows import Rows
from workbench.widgets.sharing.wording import (
    ChangedLesson,
    can_be_overridden,
    change_row,
    changed_lessons,
    publication_row,
    refusal_html,
    state_html,
    unfinished_text,
    waiting_text,
)

PAGE: Final = 20
"""Publications that are read at a time."""
_MEANWHILE: Final = "Someone else published the course first. You now see their version; yours was not published."


class PublicationPanel(Panel):
    """The publications of a course; `value` is the number of the current one, `None` if the course isn't public."""

    label = "Publication"
    shows = frozenset({"courses", "lessons", "reviews"})
    value = traitlets.Int(None, allow_none=True)

    def __init__(
        self,
        client: Client,
        course_id: str | None = None,
        *,
        workers: TaskPool | None = None,
        on_change: Callable[[], object] | None = None,
    ) -> None:
        """Create the panel; `on_change` is called when learners' view changes, such as to reread the sharing."""
        super().__init__(client, workers=workers)
        self.course_id, self.on_change = course_id, on_change
        self.changes: tuple[ChangedLesson, ...] = ()
        self.publications: tuple[Publication, ...] = ()
        self.is_owner = False
        self._cursor: str | None = None
        self._retry: Callable[[str], object] | None = None
        self.header.can_refresh = False
        self.state, self.refusal = html(), html()
        self.list = self.control(Rows("Unpublished changes"))
        self.list.observe(lambda change: self._on_pick(), "chosen")
        self.difference = RevisionBlocks()
        self.note = TextEntry("What changed? (saved with the publication)")
        self.drafts["note"] = self.note
        self.publish_button = self.control(
            button("Publish…", lambda: self.run_now(self.ask), style="primary"), when=lambda: bool(self.changes)
        )
        self.override_button = self.control(button("Publish anyway…", lambda: self.run_now(self._ask_reason)))
        self.question, self.prompt = Question(), Prompt()
        self.earlier = self.control(Rows("Publications", empty="Not published yet."))
        self.earlier.observe(lambda change: self.update_controls(), "chosen")
        self.earlier.on_more(lambda: self.start(self.read_more))
        self.restore_button = self.control(
            button("Restore this version…", lambda: self.run_now(self._ask_to_restore)), when=self._is_earlier
        )
        self.waiting = stack(
            self.list, self.difference.caption, self.difference.reader, row_of_controls(self.note, self.publish_button)
        )
        self.history = stack(html("<strong>Publications</strong>"), self.earlier, row_of_controls(self.restore_button))
        self.add_class("wb-section")
        self.follow_changes(
            lambda: [get_publication_changes(course_id=self.course_id)] if self.course_id else [],
            lambda answer: (answer.number, changed_lessons(answer)) == (self.value, self.changes),
        )
        self.show(
            self.state, self.waiting, self.refusal, self.override_button, self.question, self.prompt, self.history
        )
        self.render()

    def choose(self, course_id: str | None) -> None:
        """Show another course. Blocks."""
        self.course_id = course_id
        self.changes, self.publications, self.value = (), (), None
        self.refresh()

    def refresh(self) -> None:
        """Read the current publication, and the differences from it."""
        if self.course_id is None or not self.offers(publish_course, get_publication_changes):
            self.render()
            return
        changes, listed = self.client.batch(
            get_publication_changes(course_id=self.course_id), list_publications(course_id=self.course_id, limit=PAGE)
        )
        self.is_owner = self.client.call(get_user_data()).role == "owner"
        self.publications, self._cursor = tuple(listed.publications), listed.next_cursor
        self._take(changes)

    def read_more(self) -> None:
        """Read older publications."""
        page = self.client.call(list_publications(course_id=self._course(), limit=PAGE, cursor=self._cursor))
        self.publications, self._cursor = (*self.publications, *page.publications), page.next_cursor
        self.render()

    def ask(self) -> None:
        """Ask whether learners are to see the course as it is now."""
        text = f"Learners will see {waiting_text(len(self.changes))} when they next open the course. Publish?"
        self.question.ask(text, "Publish", lambda: self.start(self.publish))

    def publish(self, *, confirm_open_places: bool | None = None, override_reason: str | None = None) -> None:
        """Publish the course as it is now, with the typed note; ask only about open places.

        What the policy refuses is listed, lesson by lesson. Raises `NotSent` if others have published since.
        """
        call = partial(publish_course, course_id=self._course(), note=self.note.value.strip() or None)
        self._put_public(call, self.publish, confirm_open_places, override_reason)

    def restore(
        self, number: int, *, confirm_open_places: bool | None = None, override_reason: str | None = None
    ) -> None:
        """Let learners see an earlier publication again; the course itself stays as it is. Else as `publish`."""
        call = partial(restore_publication, course_id=self._course(), number=number)
        self._put_public(call, partial(self.restore, number), confirm_open_places, override_reason)

    def compare(self, lesson_id: str) -> None:
        """Show what differs in a lesson between what learners see and now."""
        selected = next((change for change in self.changes if change.id == lesson_id), None)
        if selected is None or selected.lesson_id is None:
            self.difference.clear(selected.sentence if selected else "")
            return
        revisions = [revision for revision in (selected.published_revision, selected.revision) if revision is not None]
        calls = (get_revision(lesson_id=selected.lesson_id, revision=revision) for revision in revisions)
        lessons = self.client.batch(*calls)
        before = lessons[0].blocks if selected.published_revision is not None else []
        after = lessons[-1].blocks if selected.revision is not None else []
        fragment = comparison_html(tuple(before), tuple(after), titles=selected.titles)
        self.difference.put_html(selected.sentence, fragment, "EN", label="Differences")

    def render(self) -> None:
        """Update the display."""
        is_known = bool(self.publications)
        set_visible(self, is_visible=is_known)
        current = next((publication for publication in self.publications if publication.is_current), None)
        set_html(self.state, state_html(current, len(self.changes)) if is_known else "")
        self.list.fill([change_row(change) for change in self.changes])
        set_visible(self.waiting, is_visible=bool(self.changes) and self.value is not None)
        self.publish_button.description = f"Publish {waiting_text(len(self.changes))}…"
        self.earlier.fill(
            [publication_row(publication) for publication in self.publications],
            more="Show older" if self._cursor else "",
        )
        set_visible(self.override_button, is_visible=self._retry is not None)
        if not self.list.chosen:
            self.difference.clear("Select a change to compare it." if self.changes else "")
        self.update_controls()

    def as_text(self) -> str:
        """Return what learners see, and how much is not public yet."""
        if self.value is None:
            return "Publication: learners can't see the course."
        waits = f"; {waiting_text(len(self.changes))} not published yet" if self.changes else ", which is up to date"
        return f"Publication: learners see publication {self.value:,}{waits}."

    def _put_public(
        self,
        call: Callable[..., Call[Publication]],
        again: Callable[..., object],
        confirm_open_places: bool | None,
        override_reason: str | None,
    ) -> None:
        self._forget_refusal()
        try:
            answer = self.client.call(
                call(
                    confirm_open_places=confirm_open_places,
                    override_reason=override_reason,
                    base_number=self.value or 0,
                )
            )
        except OpenPlaces as found:
            confirmed = partial(again, confirm_open_places=True, override_reason=override_reason)
            self.question.ask(
                unfinished_text([found]), "Publish anyway", lambda: self.start(confirmed), is_dangerous=True
            )
            return
        except Conflict as error:
            if error.facts.get("reason") == PUBLISHED_MEANWHILE:
                self.refresh()
                raise NotSent(_MEANWHILE) from None
            set_html(self.refusal, refusal_html(error))
            if self.is_owner and can_be_overridden(error):
                self._retry = lambda reason: again(confirm_open_places=confirm_open_places, override_reason=reason)
            self.render()
            return
        self.note.clear()
        self.list.chosen, self.earlier.chosen = [], []
        self.refresh()
        self.notify(f"Learners now see publication {answer.number:,}, “{display_text(answer.title)}”.")
        if self.on_change is not None:
            self.on_change()

    def _forget_refusal(self) -> None:
        self._retry = None
        set_html(self.refusal, "")

    def _ask_reason(self) -> None:
        retry = self._retry
        if retry is None:
            raise NotSent("There is no refused publication to override. Publish first.")
        self.prompt.ask(
            "Publish anyway",
            lambda reason, _: self.start(_with_reason, retry, reason),
            text=("Reason for overriding the policy (saved in the audit log)", ""),
        )

    def _ask_to_restore(self) -> None:
        number = self._number()
        text = (
            f"Learners will see publication {number:,} again immediately. The course and its lessons stay as they are."
        )
        self.question.ask(text, f"Restore publication {number:,}", lambda: self.start(self.restore, number))

    def _on_pick(self) -> None:
        if self.list.chosen:
            self.start_next(self.compare, self.list.chosen[0])
        else:
            self.difference.clear("")

    def _take(self, changes: PublicationChanges) -> None:
        self.value, self.changes = changes.number, changed_lessons(changes)
        self.render()

    def _course(self) -> str:
        if self.course_id is None:
            raise NotSent("Select a course first.")
        return self.course_id

    def _number(self) -> int:
        if not self.earlier.chosen:
            raise NotSent("Select a publication first.")
        return int(self.earlier.chosen[0])

    def _is_earlier(self) -> bool:
        return bool(self.earlier.chosen) and self._number() != self.value


def _with_reason(retry: Callable[[str], object], reason: str) -> None:
    if not reason:
        raise NotSent("Enter a reason. It is saved in the audit log.")
    retry(reason)
