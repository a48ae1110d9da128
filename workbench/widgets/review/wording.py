"""The words of the review panel: rows, findings, comments, progress, and the outcome of a decision. Pure.

Texts of lessons and people are escaped here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from workbench.authoring.block import Blocks
from workbench.errors import WorkbenchError
from workbench.languages.reader import language_name
from workbench.procedures.comment import Comment
from workbench.procedures.findings import CheckFinding
from workbench.procedures.lesson import LessonStatus
from workbench.procedures.reviews import (
    APPROVED,
    CHANGES_REQUESTED,
    DECIDED_MEANWHILE,
    REQUESTED,
    REVISION_CHANGED,
    QueuedLesson,
    Review,
)
from workbench.text import display_text, escape_html
from workbench.widgets.kit.block_names import block_type_name
from workbench.widgets.kit.controls import tag, user_text
from workbench.widgets.kit.lesson_status import STATUS_NAMES, finding_tags
from workbench.widgets.kit.moments import moment_html
from workbench.widgets.kit.rows import Row
from workbench.widgets.review.queue import LoadedQueue, QueueEntry
from workbench.widgets.review.review_page import ReviewPage

_STATES: Final[tuple[LessonStatus, ...]] = ("inReview", "changesRequested", "draft", "approved")
STATES: Final = tuple((STATUS_NAMES[state], state) for state in _STATES)
VERDICTS: Final = {"requested": "requested a review", APPROVED: "approved it", CHANGES_REQUESTED: "sent it back"}
_DECISIONS: Final = {
    "approved": ("Approved", "good"),
    "changesRequested": ("Changes requested", "warn"),
    "elsewhere": ("Already reviewed", "plain"),
}
_SEVERITIES: Final = {"error": ("Error", "bad"), "warning": ("Warning", "warn"), "note": ("Note", "plain")}
MOST_FINDINGS: Final = 50


def severity_count_text(count: int, noun: str) -> str:
    """Such as `1 error` or `2,000 errors`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def row(entry: QueueEntry) -> Row:
    """Return a queued lesson as a row: title, course, language, requester, time, and findings or decision."""
    lesson = entry.lesson
    request = f"requested by {lesson.requested_by}" if lesson.requested_by else ""
    parts = [
        lesson.course_title if lesson.course_title != lesson.title else "",
        language_name(lesson.language),
        request,
    ]
    detail = " · ".join(part for part in parts if part)
    if entry.decision:
        tags: tuple[tuple[str, str], ...] = (_DECISIONS[entry.decision],)
    else:
        tags = finding_tags(lesson.errors, lesson.warnings, lesson.hints)
    return Row(entry.id, lesson.title, detail, tags, at=lesson.requested_at)


def progress(queue: LoadedQueue) -> str:
    """Such as `37 of 200 reviewed.`"""
    of = queue.decided + queue.waiting
    if not of:
        return ""
    return f"{queue.decided:,} of {of:,} reviewed."


def bar(queue: LoadedQueue) -> str:
    """Return the progress as a bar."""
    of = queue.decided + queue.waiting
    if not queue.decided or not of:
        return ""
    return bar_html(queue.decided, of)


def bar_html(done: int, of: int) -> str:
    """Return how much is done, as a bar of the panel's width."""
    share = 100 * done / max(of, 1)
    label = f"{done:,} of {of:,}"
    return (
        f'<svg class="wb-bar" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="{label}">'
        f'<rect class="wb-part wb-done" width="{share:.2f}" height="1"></rect></svg>'
    )


def facts_line(page: ReviewPage, lesson: QueuedLesson | None) -> str:
    """Return the lesson's writer, its revision, and the results of its last reviews."""
    writer = f"Drafted by {user_text(lesson.writer)} · " if lesson is not None and lesson.writer else ""
    revision = f"Revision {page.lesson.revision:,} · {language_name(page.lesson.language)}"
    course = f"{user_text(lesson.course_title)} · " if lesson is not None else ""
    told = [review for review in page.reviews if review.note or review.verdict != REQUESTED]
    return f'<p class="wb-hint">{course}{writer}{revision}</p>{review_notes_html(told)}'


def review_notes_html(reviews: Sequence[Review]) -> str:
    """Return the reviews as a list: time, person, verdict, revision and note; empty without any."""
    items = "".join(f"<li>{_review(review)}</li>" for review in reviews)
    return f'<ul class="wb-review-notes">{items}</ul>' if items else ""


def _review(review: Review) -> str:
    who = user_text(review.person_name or "Someone")
    note = f": {user_text(review.note)}" if review.note else ""
    own = " (including their own edits)" if review.has_own_edits else ""
    verdict = escape_html(VERDICTS.get(review.verdict, review.verdict))
    return f"{moment_html(review.at)} · {who} {verdict}{own}, revision {review.revision:,}{note}"


def findings_html(findings: Sequence[CheckFinding], blocks: Blocks) -> str:
    """Return the findings of the checks, errors first, each with its block."""
    places = {block.id: (position, block_type_name(block.type)) for position, block in enumerate(blocks, 1)}
    if not findings:
        return '<p class="wb-hint">The checks found nothing.</p>'
    items = "".join(f"<li>{_finding(finding, places)}</li>" for finding in findings[:MOST_FINDINGS])
    more = len(findings) - MOST_FINDINGS
    rest = f"<li>and {more:,} more</li>" if more > 0 else ""
    box = 'class="wb-review-findings" tabindex="0" role="group" aria-label="Findings"'
    return f"<div {box}><ul>{items}{rest}</ul></div>"


def _finding(finding: CheckFinding, places: dict[str, tuple[int, str]]) -> str:
    number, kind = places.get(finding.block_id or "", (0, ""))
    where = f"Block {number:,}, {escape_html(kind)}: " if number else ""
    name, tone = _SEVERITIES.get(finding.severity, _SEVERITIES["note"])
    return f"{tag(name, tone)} {where}{user_text(finding.message)}"


def comment_row(comment: Comment, blocks: Blocks) -> Row:
    """Return a comment as a row: its text, block, author and time."""
    return Row(
        comment.comment_id,
        comment.text,
        f"{about(comment, blocks)} · {comment.person_name or 'Somebody'}",
        at=comment.at,
    )


def about(comment: Comment, blocks: Blocks) -> str:
    """Return what a comment is about: the lesson, a block by place and type, or a deleted block."""
    if comment.block_id is None:
        return "Whole lesson"
    for position, block in enumerate(blocks, 1):
        if block.id == comment.block_id:
            return f"Block {position:,}, {block_type_name(block.type)}"
    return "Deleted block"


def refusal_reason(error: WorkbenchError) -> str:
    """Return the `reason` that a refusal gives; empty without one."""
    facts: dict[str, Any] = getattr(error, "facts", {})
    return str(facts.get("reason", ""))


def decider(name: str | None, person_id: str | None, me: str) -> str:
    """Return who decided, for a sentence: `You` for the signed-in person, whose id is `me`."""
    return "You" if me and person_id == me else display_text(name or "Someone")


def decided_since(page: ReviewPage, entry: QueueEntry | None, me: str = "") -> str:
    """Return a sentence on a decision made elsewhere after the queue was read; empty for none."""
    last = page.reviews[0] if page.reviews else None
    if entry is None or entry.decision or last is None or last.verdict == REQUESTED:
        return ""
    if last.review_id == entry.lesson.last_review_id:
        return ""
    did = VERDICTS.get(last.verdict, "reviewed it").replace(" it", f" “{display_text(page.lesson.title)}”")
    return f"{decider(last.person_name, last.person_id, me)} {did} in the meantime."


def change_since_text(title: str, error: WorkbenchError, me: str = "") -> str:
    """Return what happened to a lesson before the decision made here; empty for other failures."""
    facts: dict[str, Any] = getattr(error, "facts", {})
    name = f"“{display_text(title)}”"
    if refusal_reason(error) == DECIDED_MEANWHILE:
        by = decider(facts.get("by"), facts.get("personId"), me)
        did = VERDICTS.get(str(facts.get("verdict", "")), "reviewed it").replace(" it", f" {name}")
        return f"{by} {did} in the meantime; your decision was not saved."
    if refusal_reason(error) == REVISION_CHANGED:
        return f"{name} changed while you were reading it. This is the current version; your decision was not saved."
    return ""


def all_text(verdict: str, lessons: Sequence[QueuedLesson]) -> str:
    """Return the question asked before a decision on all lessons of a filter."""
    errors = sum(bool(lesson.errors) for lesson in lessons)
    does = "Approve" if verdict == APPROVED else "Send back"
    which = "the matching lesson" if len(lessons) == 1 else f"all {len(lessons):,} matching lessons"
    seen = f" {severity_count_text(errors, 'lesson')} with errors." if errors else ""
    return f"{does} {which}, even unread ones?{seen} Lessons that others change or review in the meantime are skipped."
