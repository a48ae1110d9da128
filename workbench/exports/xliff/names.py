"""Names in our XLIFF files: elements, languages, ids of files and units. Pure. Source: XLIFF 2.0, OASIS."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from workbench.patterns import ASCII, Pattern

NAMESPACE: Final = "urn:oasis:names:tc:xliff:document:2.0"
TITLE: Final = "title"
"""The place of the title of a lesson or a course."""
COURSE_FILE: Final = "course."
"""Start of the id of the file with a course's title; a lesson's file has the lesson's id."""
STALE: Final = "workbench:stale"
"""The `subState` of a text whose source has changed since it was translated."""
OWN_NOTES: Final = frozenset({"context", "length", "lesson", "stale"})
"""The categories of our notes; others are from other programs."""
_ORIGINAL: Final = Pattern(
    r"workbench:lesson/([a-z0-9]{1,64})/([1-9]\d{0,8})(?:/translation/([a-z0-9]{1,64})/([1-9]\d{0,8}))?", ASCII
)


@dataclass(frozen=True, slots=True)
class Original:
    """The origin of a file: a lesson, its translation, if any, and their revisions."""

    lesson_id: str
    revision: int
    translation_id: str | None = None
    translation_revision: int = 0

    def __str__(self) -> str:
        translation = f"/translation/{self.translation_id}/{self.translation_revision}" if self.translation_id else ""
        return f"workbench:lesson/{self.lesson_id}/{self.revision}{translation}"


def parse_original(text: str) -> Original | None:
    """Return the content of the attribute `original`; None if this package did not write it."""
    match = _ORIGINAL.fullmatch(text)
    if match is None:
        return None
    return Original(match[1], int(match[2]), match[3], int(match[4] or 0))


def unit_id(owner_id: str, place: str) -> str:
    """Return the id of a unit: the id of a block, or of a title's lesson or course, and the place of its text.

    >>> unit_id("3f2b", "choices.0.text")
    '3f2b.choices.0.text'
    """
    return f"{owner_id}.{place}"


def language_tag(code: str) -> str:
    """Return a language code in the form of XLIFF.

    >>> language_tag("PT-BR"), language_tag("ZH-HANT-TW")
    ('pt-BR', 'zh-Hant-TW')
    """
    first, *rest = code.split("-")
    return "-".join([first.lower(), *(subtag.title() if len(subtag) == 4 else subtag for subtag in rest)])


@cache
def name(tag: str) -> str:
    """Return the name of an element of XLIFF's core."""
    return f"{{{NAMESPACE}}}{tag}"
