"""The status of lessons and courses in words, and what checks found in them: the same in every panel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from workbench.procedures.lesson import LessonStatus

STATUS_NAMES: Final[Mapping[LessonStatus, str]] = {
    "draft": "Draft",
    "inReview": "In review",
    "changesRequested": "Changes requested",
    "approved": "Approved",
    "public": "Public",
    "publicChanged": "Public with newer changes",
}
PRIVATE: Final = "Private"
_TONES: Final[dict[str, str]] = {
    "changesRequested": "warn",
    "inReview": "warn",
    "approved": "good",
    "public": "good",
    "publicChanged": "warn",
}


def status_tag(status: str | None) -> tuple[str, str]:
    """Return a status in words, with its tone; a status that is not known here as it is, none as nothing."""
    names = {str(known): name for known, name in STATUS_NAMES.items()}
    return names.get(status or "", status or ""), _TONES.get(status or "", "plain")


def course_status_tag(*, is_public: bool, is_changed: bool | None) -> tuple[str, str]:
    """Return the status of a course in words, with its tone; `is_changed`: it differs from what learners see."""
    return status_tag("publicChanged" if is_changed else "public") if is_public else (PRIVATE, "plain")


def finding_tags(errors: int, warnings: int, notes: int) -> tuple[tuple[str, str], ...]:
    """Return the number of findings of each severity in words, with its tone; nothing for those that there are not."""
    counts = ((errors, "error", "bad"), (warnings, "warning", "warn"), (notes, "note", "plain"))
    return tuple((f"{count:,} {noun}{'' if count == 1 else 's'}", tone) for count, noun, tone in counts if count)
