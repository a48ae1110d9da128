"""The actions of a reviewer in the queue: approve, request changes, undo, comment. Independent of widgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from workbench.client.sync import Client
from workbench.errors import CallFailed, Conflict, NotFound, NotSent
from workbench.procedures.comment import add_comment, resolve_comment
from workbench.procedures.reviews import APPROVED, CHANGES_REQUESTED, DECIDED_MEANWHILE, request_review, review
from workbench.text import display_text
from workbench.widgets.review.queue import LoadedQueue
from workbench.widgets.review.review_page import ReviewPage, ReviewPages
from workbench.widgets.review.wording import change_since_text, refusal_reason

Verdict = Literal["approved", "changesRequested"]
WITHDRAWN: Final = "Approval withdrawn."
_DONE: Final = {"approved": "Approved", "changesRequested": "Changes requested"}


@dataclass(frozen=True, slots=True)
class LastDecision:
    """The last decision stored from this panel, which can be undone."""

    lesson_id: str
    title: str
    revision: int
    verdict: Verdict
    review_id: str | None


class ReviewActions:
    """The actions of a reviewer. All methods call the service and block; they change the queue and return a message."""

    def __init__(self, client: Client, queue: LoadedQueue, pages: ReviewPages) -> None:
        self._client, self._queue, self._pages = client, queue, pages
        self.last: LastDecision | None = None
        self.my_person_id = ""
        """The id of the signed-in person; empty while it is not known."""

    def decide(self, page: ReviewPage, verdict: Verdict, note: str = "") -> tuple[str, bool]:
        """Store a decision on the lesson as it was read; return a message, and whether it was stored.

        It is not stored if somebody else decided first, or if the lesson has since been changed or deleted:
        then the queue advances, or the lesson is read again. Raises `NotSent` for sending back without a note,
        `NotAllowed`.
        """
        if verdict == CHANGES_REQUESTED and not note.strip():
            raise NotSent("Say what needs to change, so the author knows.")
        lesson = page.lesson
        call = review(
            lesson_id=lesson.lesson_id,
            revision=lesson.revision,
            verdict=verdict,
            note=note.strip() or None,
            last_review_id=page.last_review_id,
        )
        try:
            answer = self._client.call(call)
        except (Conflict, NotFound) as error:
            return self._report_conflict(page, error), False
        self.last = LastDecision(lesson.lesson_id, lesson.title, lesson.revision, verdict, answer.last_review_id)
        self._pages.forget(lesson.lesson_id)
        self._queue.decide(lesson.lesson_id, verdict)
        return f"{_DONE[verdict]}: “{display_text(lesson.title)}”.", True

    def undo(self) -> str:
        """Undo the last decision by requesting a review again; history is kept. Raises `Conflict` if
        somebody has decided since, `NotSent` if there is nothing to undo.
        """
        last = self.last
        if last is None:
            raise NotSent("Nothing to undo here.")
        ask = request_review(lesson_ids=[last.lesson_id])
        if last.verdict == APPROVED:  # a request alone would leave it approved
            withdraw = review(
                lesson_id=last.lesson_id,
                revision=last.revision,
                verdict="changesRequested",
                note=WITHDRAWN,
                last_review_id=last.review_id,
            )
            self._client.call(withdraw)
        self._client.call(ask)
        self.last = None
        self._pages.forget(last.lesson_id)
        self._queue.reopen(last.lesson_id)
        return f"“{display_text(last.title)}” is awaiting review again."

    def comment(self, lesson_id: str, text: str, block_id: str | None = None) -> str:
        """Comment on a lesson or one of its blocks. Raises `NotSent` if the text is empty."""
        if not text.strip():
            raise NotSent("Enter a comment first.")
        self._client.call(add_comment(lesson_id=lesson_id, block_id=block_id, text=text.strip()))
        self._pages.forget(lesson_id)
        return "Comment added. Learners never see it."

    def resolve(self, lesson_id: str, comment_id: str) -> str:
        """Mark a comment as resolved."""
        self._client.call(resolve_comment(comment_id=comment_id, resolved=True))
        self._pages.forget(lesson_id)
        return "Comment resolved."

    def _report_conflict(self, page: ReviewPage, error: CallFailed) -> str:
        lesson = page.lesson
        self._pages.forget(lesson.lesson_id)
        if isinstance(error, NotFound):
            self._queue.decide(lesson.lesson_id, "elsewhere")
            return f"“{display_text(lesson.title)}” was deleted, or you don’t have access to it. Nothing was saved."
        message = change_since_text(lesson.title, error, self.my_person_id)
        if not message:
            raise error
        if refusal_reason(error) == DECIDED_MEANWHILE:
            self._queue.decide(lesson.lesson_id, "elsewhere", by=str(error.facts.get("by") or ""))
        return message
