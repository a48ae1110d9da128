"""The words of the document: its status, its next step, what is left to do before it, and where that is. Pure.

All is plain text, for widgets that set it as text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from workbench.authoring.block import Block, Blocks
from workbench.authoring.blocks.image import lacks_text
from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.measure import open_places
from workbench.authoring.source_quotes import SourceQuote, source_quotes
from workbench.procedures.next_step import NextStep, RemainingTask
from workbench.procedures.reviews import APPROVED, CHANGES_REQUESTED, IN_REVIEW
from workbench.text import display_text
from workbench.widgets.document.replacing import Match
from workbench.widgets.kit.block_names import block_type_name
from workbench.widgets.kit.lesson_status import STATUS_NAMES, status_tag
from workbench.widgets.kit.rows import Row
from workbench.wording import count_text

STATUSES: Final[Mapping[str, tuple[str, str]]] = {status: status_tag(status) for status in STATUS_NAMES}
"""What each status is called, and its tone."""
STEPS: Final = {"requestReview": "Request review", "approve": "Approve", "publish": "Publish"}
_SEVERITIES: Final = {"error": ("Error", "bad"), "warning": ("Warning", "warn"), "note": ("Note", "plain")}
_STATES: Final = {
    "verified": ("Verified", "good"),
    "corrected": ("Corrected", "good"),
    "unverified": ("Not verified", "warn"),
}
_LONGEST_EXCERPT: Final = 120


def task_text(task: RemainingTask, lesson_id: str) -> str:
    """Return what is left to do, and in which lesson where that is another one than this."""
    count = task.count or 0
    text = {
        "ownEdits": "You edited this lesson since it was last approved, so someone else must approve it.",
        "organization": "The organization isn’t active, so it can’t publish.",
        "noBlocks": "The course has no content yet.",
        "authorNotes": f"{count_text(count, 'note for authors', 'notes for authors')} "
        f"{'remains' if count == 1 else 'remain'}",
        "alternativeText": f"{count_text(count, 'picture')} without a description",
        "openPlaces": f"{count_text(count, 'placeholder')} (✎) still to fill in",
        "notApproved": "Not approved yet",
        "ownApproval": "Approved by someone who had edited it; another reviewer must approve it",
        "errors": f"{count_text(count, 'error')} found by the checks",
        "notChecked": "The checks couldn’t be finished",
    }[task.kind]
    elsewhere = task.lesson_id not in (None, lesson_id)
    return f"“{display_text(task.title or '')}”: {text[0].lower()}{text[1:]}" if elsewhere else text


def task_block(task: RemainingTask, blocks: Blocks, findings: Sequence[Mapping[str, Any]]) -> str:
    """Return the id of the first block in which it is left to do; empty if it is in none of these."""
    if task.kind == "errors":
        return next(
            (str(finding["block"]) for finding in findings if finding["severity"] == "error" and finding["block"]), ""
        )
    return next((block.id for block in blocks if _is_left(task.kind, block)), "")


def _is_left(kind: str, block: Block) -> bool:
    if kind == "authorNotes":
        return block.type == AUTHOR_NOTE
    if kind == "alternativeText":
        return lacks_text(block.type, block.content)
    return kind == "openPlaces" and block.type != AUTHOR_NOTE and open_places([block]) > 0


def status_note(known: NextStep, course_title: str) -> str:
    """Return a sentence on what the next step does, or on why there is none."""
    course = f"“{display_text(course_title)}”"
    if known.step == "publish":
        changes = count_text(known.unpublished_changes, "change")
        return f"Publishing {course} shows learners {changes}."
    if known.status == "public":
        more = known.unpublished_changes
        others = f" {count_text(more, 'other change')} in {course} not published yet." if more else ""
        return f"Learners see this lesson as it is now.{others}"
    if known.step is not None:
        is_unfinished = any(not task.stops for task in known.remaining)
        return "To be done before learners can see this lesson:" if is_unfinished else ""
    return {
        IN_REVIEW: "A reviewer has to approve it, or send it back.",
        CHANGES_REQUESTED: "Its authors have to change it.",
        APPROVED: "Someone who can publish the course can show it to learners.",
        "publicChanged": "Learners see an earlier version of this lesson.",
    }.get(known.status, "")


def publish_question(known: NextStep, course_title: str) -> str:
    """Return the question that is asked before the course is published."""
    changes = count_text(known.unpublished_changes, "change")
    first = f"Learners will see {changes} of “{display_text(course_title)}” when they next open the course."
    open_places = [task for task in known.remaining if task.kind == "openPlaces"]
    if not open_places:
        return f"{first} Publish?"
    texts = "; ".join(task_text(task, known.lesson_id) for task in open_places[:5])
    return f"{first} They will also see what is still to fill in: {texts}. Publish anyway?"


def finding_rows(findings: Sequence[Mapping[str, Any]], blocks: Blocks) -> list[Row]:
    """Return the findings as rows, errors first; the id of a row is the finding's place."""
    places = _places(blocks)
    return [
        Row(
            str(number),
            str(finding["message"]),
            places.get(str(finding["block"]), "Whole lesson"),
            (_SEVERITIES.get(str(finding["severity"]), _SEVERITIES["note"]),),
        )
        for number, finding in enumerate(findings)
    ]


def outline_rows(blocks: Blocks) -> list[Row]:
    """Return the headings as rows, each with its level."""
    return [
        Row(block.id, str(block.content.get("text", "")), f"Level {block.content.get('level', 1)}")
        for block in blocks
        if block.type == "heading"
    ]


def quote_rows(blocks: Blocks) -> list[Row]:
    """Return what the blocks quote from sources; the id of a row is the block's, and the quote's place there."""
    places = _places(blocks)
    return [
        _quote_row(f"{block.id} {number}", quote, places[block.id])
        for block in blocks
        for number, quote in enumerate(source_quotes(block.content))
    ]


def match_rows(matches: Sequence[Match], blocks: Blocks) -> list[Row]:
    """Return matches of a text as rows; the id of a row is the block's, and the match's place among all."""
    places = _places(blocks)
    return [
        Row(f"{match.block_id} {number}", match.around, places.get(match.block_id, ""))
        for number, match in enumerate(matches)
    ]


def _quote_row(row_id: str, quote: SourceQuote, place: str) -> Row:
    words = quote.quote if len(quote.quote) <= _LONGEST_EXCERPT else f"{quote.quote[:_LONGEST_EXCERPT]}…"
    where = ", ".join(part for part in (quote.title, quote.place) if part)
    return Row(row_id, where, f"{place} · “{words}”", (_STATES.get(quote.state, _STATES["unverified"]),))


def _places(blocks: Blocks) -> dict[str, str]:
    return {block.id: f"Block {number:,}, {block_type_name(block.type)}" for number, block in enumerate(blocks, 1)}
