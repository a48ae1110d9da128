"""LessonDocument: a lesson to read and write, with its place, its status, its next step, and the rail beside it.

The service decides the next step (`lesson.getNextStep`); the document shows it, and takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

import ipywidgets

from workbench.changes.replacing import Replacement
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import Conflict, NotSent, WorkbenchError
from workbench.procedures.comment import add_comment, resolve_comment
from workbench.procedures.course import CourseWithLessons, get_course, publish_course
from workbench.procedures.lesson import get_next_step, rename_lesson, request_review, review
from workbench.procedures.next_step import NextStep
from workbench.procedures.organization import get_organization_projects
from workbench.text import display_text, escape_html
from workbench.widgets.block_list.gestures import FindingsRequest, ViewIntent
from workbench.widgets.block_list.panel import BlockList
from workbench.widgets.document.header import DocumentHeader
from workbench.widgets.document.page_theme import ShownLesson, around_lesson, preview_parts
from workbench.widgets.document.rail import SECTIONS, Rail
from workbench.widgets.document.replacing import Match, find_matches, replacement_edit
from workbench.widgets.document.wording import (
    STATUSES,
    STEPS,
    publish_question,
    status_note,
    task_block,
    task_text,
)
from workbench.widgets.history.panel import HistoryPanel
from workbench.widgets.kit.controls import Question, button, row_of_controls, set_visible, stack
from workbench.widgets.kit.editable_title import base_title
from workbench.widgets.kit.reader import Reader, show_previews
from workbench.wording import count_text

PHONE, DESKTOP = "phone", "desktop"


class LessonDocument(BlockList):
    """A lesson's blocks, as in a `BlockList`, with the header of the document and the rail.

    `known` is the next step as the service told it last; None where it tells none.
    """

    shows = frozenset({"courses", "lessons", "policy", "reviews"})

    def __init__(
        self,
        client: Client,
        lesson_id: str,
        *,
        language: str = "EN",
        block_ids: Sequence[str] = (),
        is_complete: bool = False,
        workers: TaskPool | None = None,
        organization_id: str | None = None,
        detail_pane: Any = None,
        on_go: Callable[[str], object] | None = None,
        link_to: Callable[[str, str], str] | None = None,
    ) -> None:
        """Create the document; `on_go` gets an anchor such as `lesson/ID` of what is to be opened instead.

        `link_to` returns the address of a lesson for colleagues, by `lesson` and its id, where the page has one. All
        else is as for a `BlockList`.
        """
        self.on_go, self.link_to, self.organization_id = on_go, link_to, organization_id
        self.known: NextStep | None = None
        self.course: CourseWithLessons | None = None
        self.project_name = ""
        self.preview_width = ""
        """`PHONE` or `DESKTOP` while the lesson is shown as learners see it, else empty."""
        self._read_at: tuple[int | None, int] = (None, 0)
        super().__init__(
            client,
            lesson_id,
            language=language,
            block_ids=block_ids,
            is_complete=is_complete,
            workers=workers,
            organization_id=organization_id,
        )
        self.head = DocumentHeader(lambda intent, value: self.run_now(self._on_intent, intent, value))
        self.head.on_retitle(lambda _, title, seen: self.start_after(self.rename, title, seen))
        self.drafts["title"] = self.head
        self._offers_rename = False
        self.rail = Rail(self, self._history)
        self.drafts["comment"] = self.rail.text
        self.question = Question()
        self.reader = Reader("The lesson as learners see it")
        show_previews(self.reader, client, self.workers)
        self.reader.on_more(self._preview_more)
        self._to_preview: list[str] = []
        self._revealed = 0
        self.desktop = button("Desktop", lambda: self.start_next(self.preview, DESKTOP))
        self.phone = button("Phone", lambda: self.start_next(self.preview, PHONE))
        self.previewed = stack(
            row_of_controls(self.desktop, self.phone, button("Close preview", self.close_preview)), self.reader
        )
        self.text = ipywidgets.VBox((self.previewed, self.view)).add_class("wb-document-text")
        body = ipywidgets.HBox((self.text, self.rail)).add_class("wb-document")
        for control in (self.rail.add_comment, self.rail.fix, self.rail.ask_review, self.rail.send_back):
            self.control(control)
        set_visible(self.previewed, is_visible=False)
        self.show(self.head, self.question, body, detail_pane)
        self._show_document()

    def refresh(self) -> None:
        """Read the lesson, its place in its course and its next step, and send what is not saved yet. Blocks."""
        super().refresh()
        with suppress(WorkbenchError):  # the lesson can be written without it
            self._offers_rename = self.offers(rename_lesson)
            self.reviewing.read()
            self.read_step()

    def read_step(self) -> None:
        """Read the next step and the course. Blocks. Nothing where the service tells no next step."""
        course_id = self._sync.course_id
        if not course_id or not self.offers(get_next_step, get_course):
            return
        known, course, listed = self.client.batch(
            get_next_step(lesson_id=self.lesson_id),
            get_course(course_id=course_id),
            get_organization_projects(organization_id=self.organization_id, include_archived=True),
        )
        names = {project.project_id: project.name for project in listed.projects}
        with self.lock:
            self.known, self.course = known, course
            self.project_name = names.get(course.project_id) or ""
            self._read_at = (self._copy.revision, self._copy.unsaved_steps)
        self._show_document()

    def catch_up(self) -> None:
        """Take in what was changed in another panel of this kernel: a decision, a title, a publication, a policy."""
        super().catch_up()
        self._read_step_soon()

    def take_step(self) -> None:
        """Take the next step; before a publication, ask. Raises `NotSent` where it is stopped, or nothing is saved yet.

        Raises what the service refuses: the lesson or the decision is another by now, say.
        """
        known = self._saved_step()
        if known.step == "publish":
            text = publish_question(known, self.course.title if self.course else "")
            self.question.ask(text, "Publish", lambda: self.start(self.publish))
        elif known.step == "approve":
            self._decide("approved", "")
        elif known.step == "requestReview":
            self.request_review()

    def publish(self) -> None:
        """Publish the course as it is now, as the person has confirmed."""
        known = self._saved_step()
        has_open_places = any(task.kind == "openPlaces" for task in known.remaining)
        call = publish_course(
            course_id=known.course_id,
            base_number=known.publication_number or 0,
            confirm_open_places=True if has_open_places else None,
        )
        made = self._attempt_step(lambda: self.client.call(call))
        self.notify(f"Published. Learners see publication {made.number:,} at {known.share_url}")

    def rename(self, title: str, seen: str | None = None) -> None:
        """Give the lesson another title. Blocks. Ask first if its title is no longer the one that was `seen`."""
        known = self._sync.title
        base = base_title(known if seen is None else seen, known)
        try:
            self.client.call(rename_lesson(lesson_id=self.lesson_id, title=title, base_title=base))
        except WorkbenchError as error:
            self.head.finish_title(self.lesson_id, is_saved=False)
            theirs = error.facts.get("title") if isinstance(error, Conflict) else None
            if not isinstance(theirs, str):
                raise
            text = f"Someone else renamed it to “{display_text(theirs)}”. You typed “{display_text(title)}”."
            self.question.ask(text, "Use mine", lambda: self.start(self.rename, title, theirs))
            return
        self.head.finish_title(self.lesson_id, is_saved=True)
        self.refresh()

    def request_review(self) -> None:
        """Have the lesson wait for a review."""
        self._saved_step()
        self._attempt_step(lambda: self.client.call(request_review(lesson_ids=[self.lesson_id])))
        self.notify("Review requested.")

    def send_back(self, note: str) -> None:
        """Request changes of the lesson as it was read. Raises `NotSent` without a note."""
        if not note.strip():
            raise NotSent("Say what needs to change, so the author knows.")
        self._decide("changesRequested", note.strip())

    def comment(self, text: str, block_id: str = "") -> None:
        """Comment on the lesson, or on one of its blocks. Raises `NotSent` without a text."""
        if not text:
            raise NotSent("Enter a comment first.")
        self.client.call(add_comment(lesson_id=self.lesson_id, block_id=block_id or None, text=text))
        self.rail.text.clear()
        self.reviewing.read()
        self.notify("Comment added. Learners never see it.")

    def resolve(self, comment_id: str) -> None:
        """Mark a comment as dealt with."""
        self.client.call(resolve_comment(comment_id=comment_id, resolved=True))
        self.reviewing.read()
        self.notify("Comment resolved.")

    def reveal(self, block_id: str) -> None:
        """Choose a block in the list, and show it; nothing for the whole lesson."""
        if block_id:
            self._revealed += 1
            self.view.reveal = {"n": self._revealed, "block": block_id}

    def fix_finding(self, index: int) -> None:
        """Mend what the checks found, by its place among the findings."""
        finding = self.findings[index]
        self.run_now(self.fix, finding["rule"], finding["block"])

    def find(self, text: str, *, words: bool = True, case: bool = False) -> list[Match]:
        """Return each place in the blocks that has the text, as `replace` would find it. Raises `EditRejected`."""
        return find_matches(self._copy.blocks, Replacement(text, "", words=words, case=case))

    def replace(self, text: str, replacement: str, *, words: bool = True, case: bool = False) -> int:
        """Replace a text in all fields of all blocks, as one step that `undo` takes back; the number of matches.

        `words=False` also replaces parts of words, `case=True` only what has the same capitals. Addresses of links are
        not changed. Raises `EditRejected`.
        """
        self._check_may_write()
        wanted = Replacement(text, replacement, words=words, case=case)
        matches = find_matches(self._copy.blocks, wanted)
        edit = replacement_edit(self._copy.blocks, wanted)
        if edit is not None:
            self._do(edit)
        return len(matches)

    def replace_all(self, text: str, replacement: str, *, words: bool, case: bool) -> None:
        """Replace a text as the rail asks; say how often it was replaced, or why it was not."""

        def replace() -> None:
            count = self.replace(text, replacement, words=words, case=case)
            matches = count_text(count, "match", "matches")
            self.notify(f"{matches} replaced. You can undo this." if count else "No matches.")

        self.run_now(replace)

    def begin(self, method: Callable[..., object], *args: Any) -> object:
        """Run what a part of the rail wants on a worker thread."""
        return self.start(method, *args)

    def preview(self, width: str = DESKTOP) -> None:
        """Show the lesson as learners see it, in the width of a desktop or a phone. Blocks."""
        with self.lock:
            blocks, sync, revision = self._copy.blocks, self._sync, self._copy.revision or 1
        lesson = ShownLesson(self.lesson_id, sync.course_id, revision, sync.language)
        around = around_lesson(self.client, lesson)
        parts = preview_parts(blocks, sync.language, sync.title, above=around["above"], below=around["below"])
        self.preview_width, self._to_preview = width, parts[1:]
        self.reader.put(parts[0], language=sync.language, more=self._more_to_preview(), accent=around["accent"])
        self._show_document()

    def _preview_more(self) -> None:
        if self._to_preview:
            part, *self._to_preview = self._to_preview
            self.reader.add(part, more=self._more_to_preview())

    def _more_to_preview(self) -> str:
        return "Show more" if self._to_preview else ""

    def close_preview(self) -> None:
        """Show the blocks to write again."""
        self.preview_width = ""
        self.reader.put("")
        self._show_document()

    def as_text(self) -> str:
        """Return what a `BlockList` says, and the lesson's status."""
        status = f"\nStatus: {STATUSES.get(self.known.status, (self.known.status,))[0]}." if self.known else ""
        return super().as_text() + status

    def as_html(self) -> str:
        """Return what a `BlockList` shows, below where the lesson is and its status."""
        if self.known is None or self.course is None:
            return super().as_html()
        path = " / ".join(f'<bdi dir="auto">{escape_html(name)}</bdi>' for name in self._place_names())
        status = escape_html(STATUSES.get(self.known.status, (self.known.status,))[0])
        return f"<p>{path}: {status}</p>{super().as_html()}"

    def close(self) -> None:
        """Close the document with every part of its rail."""
        self.rail.close()
        super().close()

    def _decide(self, verdict: str, note: str) -> None:
        known = self._saved_step()
        call = review(
            lesson_id=self.lesson_id,
            revision=known.revision,
            verdict=cast(Any, verdict),
            note=note or None,
            last_review_id=known.last_review_id,
        )
        self._attempt_step(lambda: self.client.call(call))
        self.notify("Approved." if verdict == "approved" else "Changes requested.")

    def _saved_step(self) -> NextStep:
        """Return the next step of the lesson as it is saved. Raises `NotSent` where it is stopped or not known."""
        if self._copy.unsaved_steps or self._copy.dispute is not None:
            raise NotSent("Some changes are not saved yet. Wait until they are, then try again.")
        if self.known is None or self.known.revision != self._copy.revision:
            self.read_step()
        known = self.known
        if known is None:
            raise NotSent("This service doesn't support reviews.")
        return known

    def _attempt_step(self, step: Callable[[], Any]) -> Any:
        """Take a step, and show what is left to do afterwards, also where it was refused."""
        try:
            return step()
        finally:
            with suppress(WorkbenchError):
                self.reviewing.read()
                self.read_step()

    def _read_step_soon(self) -> None:
        self.workers.submit(lambda: self.run_quietly(self.read_step, then=self._show_document))

    def _update_view(self, announcement: str) -> None:
        super()._update_view(announcement)
        if hasattr(self, "rail"):  # it is not made yet while the list is
            self._show_document()

    def _on_view_message(self, message: ViewIntent) -> None:
        super()._on_view_message(message)
        if isinstance(message, FindingsRequest):  # the view asks when a change has settled
            with self.lock:
                is_read = self._read_at == (self._copy.revision, self._copy.unsaved_steps)
            if not is_read and not self._copy.unsaved_steps and self._sync.course_id:
                self._read_step_soon()
            self._show_document()

    def _show_document(self) -> None:
        """Show what is known in header and rail."""
        with self.lock:
            self.rail.fill(self._copy.blocks, self.findings, self.reviewing.comments, self.reviewing.reviews)
            known = self.known
            set_visible(self.rail.ask_review, is_visible=known is not None and _may_ask(known))
            set_visible(self.rail.send_back, is_visible=known is not None and known.step == "approve")
            self.head.state = self._header_state()
            self.head.disabled = self.disabled
            self.head.editable = self._offers_rename and bool(self.view.can["write"])
        if self._sync.title:
            self.add_class("wb-titled")
        set_visible(self.previewed, is_visible=bool(self.preview_width))
        set_visible(self.view, is_visible=not self.preview_width)
        self.previewed.remove_class("wb-phone")
        if self.preview_width == PHONE:
            self.previewed.add_class("wb-phone")

    def _header_state(self) -> dict[str, Any]:
        known, course = self.known, self.course
        state: dict[str, Any] = {
            "lesson": self.lesson_id,
            "title": display_text(self._sync.title),
            "sections": self._sections(),
            "open": self.rail.opened,
            "isPreviewed": bool(self.preview_width),
        }
        if known is None or course is None:
            return state
        label, tone = STATUSES.get(known.status, (known.status, "plain"))
        remaining = known.remaining
        return state | {
            "crumbs": self._crumbs(course),
            **self._neighbours(course),
            "status": {"text": label, "tone": tone},
            "step": {"label": STEPS[known.step], "isStopped": any(task.stops for task in remaining)}
            if known.step in STEPS
            else None,
            "note": status_note(known, course.title),
            "remaining": [
                {
                    "text": task_text(task, self.lesson_id),
                    "stops": task.stops,
                    "where": self._task_place(index)[0],
                    "value": str(index),
                }
                for index, task in enumerate(remaining)
            ],
            "links": self._links(known),
        }

    def _crumbs(self, course: CourseWithLessons) -> list[dict[str, str]]:
        names = [display_text(name) for name in self._place_names()[:-1]]
        anchors = ["library", f"course/{course.course_id}"] if self.on_go is not None else ["", ""]
        return [{"text": name, "anchor": anchor} for name, anchor in zip(names, anchors, strict=True)]

    def _place_names(self) -> list[str]:
        return [self.project_name, self.course.title if self.course else "", self._sync.title]

    def _neighbours(self, course: CourseWithLessons) -> dict[str, Any]:
        ids = [lesson.lesson_id for lesson in course.lessons]
        if self.on_go is None or self.lesson_id not in ids:
            return {"previous": None, "next": None}
        index = ids.index(self.lesson_id)
        indexes = {"previous": index - 1, "next": index + 1}
        return {
            name: {
                "text": display_text(course.lessons[at].title),
                "anchor": f"lesson/{ids[at]}",
            }
            if 0 <= at < len(ids)
            else None
            for name, at in indexes.items()
        }

    def _links(self, known: NextStep) -> list[dict[str, str]]:
        url = self.link_to("lesson", self.lesson_id) if self.link_to is not None else ""
        colleagues = [{"label": "Link for colleagues", "url": url, "why": ""}] if url else []
        public = known.share_url if known.is_public else ""
        return [*colleagues, {"label": "Public link", "url": public, "why": "Works once the course is published."}]

    def _sections(self) -> list[dict[str, Any]]:
        worst = {str(finding["severity"]) for finding in self.findings}
        tone = "bad" if "error" in worst else "warn" if "warning" in worst else "plain"
        counts = {"Checks": len(self.findings), "Comments": len(self.reviewing.comments)}
        hidden = set() if self._sync.known_capabilities.review else {"Comments", "Review"}
        hidden |= set() if self._sync.known_capabilities.history else {"History"}
        return [
            {"name": name, "label": name, "count": counts.get(name, 0), "tone": tone if name == "Checks" else "plain"}
            for name in SECTIONS
            if name not in hidden
        ]

    def _task_place(self, index: int) -> tuple[str, str]:
        """Return what the button that leads to a task is called, and the anchor or block; empty without one."""
        task = self.known.remaining[index] if self.known else None
        if task is None:
            return "", ""
        if task.lesson_id == self.lesson_id:
            block_id = task_block(task, self._copy.blocks, self.findings)
            return ("Go to first block" if (task.count or 0) > 1 else "Go to block", block_id) if block_id else ("", "")
        if task.lesson_id is not None and self.on_go is not None:
            return "Open the lesson", f"lesson/{task.lesson_id}"
        return "", ""

    def _on_intent(self, intent: str, value: str) -> None:
        """Do what a person wants in the header."""
        if intent == "go" and self.on_go is not None:
            self.on_go(value)
        elif intent == "task" and value.isdecimal() and self.known and int(value) < len(self.known.remaining):
            name, where = self._task_place(int(value))
            if name == "Open the lesson" and self.on_go is not None:
                self.on_go(where)
            else:
                self.close_preview()
                self.reveal(where)
        elif intent == "section":
            name, _, block_id = value.partition(" ")
            self.rail.toggle(name, block_id)
            self._show_document()
        elif intent == "step":
            self.start(self.take_step)
        elif intent == "preview" and self.preview_width:
            self.close_preview()
        elif intent == "preview":
            self.start(self.preview)

    def _history(self) -> HistoryPanel:
        return HistoryPanel(
            self.client, self.lesson_id, workers=self.workers, on_back=lambda: self.start_next(self.refresh)
        )


def _may_ask(known: NextStep) -> bool:
    """Return whether a review can be requested although another step comes next."""
    return known.step == "publish" and known.status in ("draft", "publicChanged")
