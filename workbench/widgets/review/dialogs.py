"""Prompts of the review panel before an action: a note, a comment, and whether a whole filter is meant.

Typed text is kept in the browser under the lesson's name until it is stored, so that it outlives whatever
happens to the lesson before then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Protocol

from workbench.authoring.plain_text import excerpt
from workbench.errors import NotSent
from workbench.procedures.reviews import MAX_QUEUE_PAGE
from workbench.text import display_text
from workbench.widgets.kit.block_names import block_type_name
from workbench.widgets.kit.controls import set_html, set_visible
from workbench.widgets.review.actions import Verdict
from workbench.widgets.review.review_page import ReviewPage
from workbench.widgets.review.whole_filter import WholeFilter
from workbench.widgets.review.wording import all_text, bar_html

_EXCERPT: Final = 50
_LESSON: Final = ""


class AskingPanel(Protocol):
    """Interface that the dialogs need from the review panel."""

    client: Any
    filters: Any
    prompt: Any
    question: Any
    bar: Any
    buttons: Any
    shortcuts: Any
    organization_id: str | None

    def start_after(self, method: Callable[..., object], /, *args: Any) -> object: ...
    def decide(self, verdict: Verdict, note: str = "", *, lesson_id: str | None = None) -> bool: ...
    def comment(self, text: str, block_id: str | None = None, *, lesson_id: str | None = None) -> None: ...
    def reload(self) -> None: ...
    def notify(self, notice: str) -> None: ...


class ReviewDialogs:
    """Asks for confirmations and notes; the panel carries out the answers on a worker thread."""

    def __init__(self, panel: AskingPanel) -> None:
        self._panel = panel
        self.whole = WholeFilter(panel.client)

    def close(self) -> None:
        """Close the dialog; the input is offered again the next time."""
        self._panel.prompt.close_prompt()
        self._panel.question.close_question()

    def leave(self) -> None:
        """Ask no longer, and give the focus back."""
        self.close()
        self._panel.shortcuts.return_focus()

    def ask_for_note(self, page: ReviewPage | None) -> None:
        """Ask for a note on what to change in the open lesson, and send it back."""
        lesson = _read(page).lesson
        self._panel.prompt.ask(
            "Send back",
            lambda note, _: self._start(self._send_back, lesson.lesson_id, lesson.title, note),
            text=(f"What needs to change in “{display_text(lesson.title)}”?", ""),
            draft=f"note {lesson.lesson_id}",
        )

    def ask_for_comment(self, page: ReviewPage | None) -> None:
        """Ask for a comment on the open lesson or one of its blocks."""
        lesson = _read(page).lesson
        blocks = [
            (f"{position:,} {block_type_name(block.type)}: {excerpt(block.type, block.content, _EXCERPT)}", block.id)
            for position, block in enumerate(lesson.blocks, 1)
        ]
        self._panel.prompt.ask(
            "Comment",
            lambda text, block: self._start(self._comment, lesson.lesson_id, text, block),
            text=(f"Comment on “{display_text(lesson.title)}”", ""),
            choices=("About", [("Whole lesson", _LESSON), *blocks], _LESSON),
            draft=f"comment {lesson.lesson_id}",
        )

    def ask_about_all(self, verdict: Verdict) -> None:
        """Ask once about all lessons of the filter; before they are sent back, for a note."""
        if verdict == "approved":
            self._panel.start_after(self.count_all, verdict, "")
            return
        self._panel.prompt.ask(
            "Continue",
            lambda note, _: self._start(self.count_all, verdict, note),
            text=("What needs to change in all of them?", ""),
            draft="note on a filter",
        )

    def count_all(self, verdict: Verdict, note: str) -> None:
        """Read all lessons of the filter, and ask whether all are meant. Blocks."""
        panel = self._panel
        if verdict == "changesRequested" and not note:
            raise NotSent("Say what needs to change, so the author knows.")
        page = partial(panel.filters.page, panel.organization_id, limit=MAX_QUEUE_PAGE)
        lessons = self.whole.collect(lambda cursor: page(cursor=cursor))
        if not lessons:
            raise NotSent("No lessons match this filter. Choose another one.")
        does = "Approve" if verdict == "approved" else "Send back"
        go_on = partial(self._start, self.decide_all, verdict, note)
        panel.question.ask(all_text(verdict, lessons), f"{does} {len(lessons):,}", go_on, is_dangerous=True)

    def decide_all(self, verdict: Verdict, note: str) -> None:
        """Decide about the lessons that were counted; `whole.stop` ends it. Blocks."""
        panel = self._panel
        set_visible(panel.buttons.stop, is_visible=True)
        try:
            message = self.whole.decide(verdict, note, lambda done, of: set_html(panel.bar, bar_html(done, of)))
        finally:
            set_visible(panel.buttons.stop, is_visible=False)
        panel.prompt.close_saved()
        panel.reload()
        panel.notify(message)

    def _start(self, method: Callable[..., object], *args: object) -> None:
        """Run the method on a worker thread while the keys keep working."""
        self._panel.shortcuts.return_focus()
        self._panel.start_after(method, *args)

    def _send_back(self, lesson_id: str, title: str, note: str) -> None:
        if self._panel.decide("changesRequested", note, lesson_id=lesson_id):
            self._panel.prompt.close_saved()
            return
        self._panel.prompt.ask(
            "Save as a comment",
            lambda text, _: self._start(self._comment, lesson_id, text, _LESSON),
            text=(f"Your note on “{display_text(title)}” was not saved", note),
            draft=f"note {lesson_id}",
        )

    def _comment(self, lesson_id: str, text: str, block_id: str) -> None:
        self._panel.comment(text, block_id or None, lesson_id=lesson_id)
        self._panel.prompt.close_saved()


def _read(page: ReviewPage | None) -> ReviewPage:
    if page is None:
        raise NotSent("Open a lesson first, or wait until it has loaded.")
    return page
