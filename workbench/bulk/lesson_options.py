"""The options of a row besides its topic: how the lesson is written, what it teaches, its sources.

Plans, plan files, the journal, requests and tables share this value. Source: ours (bulk).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from workbench.authoring.style import LessonStyle
from workbench.authoring.topic import fold_topic
from workbench.columns import FLAG, INTEGER, TEXT, TEXTS, Column

OPTION_COLUMNS: Final = (
    Column("audience", TEXT, "", "The audience that was requested."),
    Column("tone", TEXT, "", "The tone that was requested."),
    Column("reading_level", TEXT, "", "The reading level that was requested."),
    Column("words", INTEGER, "words", "The approximate number of words requested."),
    Column("questions", INTEGER, "questions", "The number of quiz questions requested."),
    Column("objectives", TEXTS, "", "The objectives that were requested."),
    Column("sources", TEXTS, "", "The sources to write it from: titles or ids."),
    Column("like", TEXT, "", "The lesson whose sequence of blocks it should follow: title or id."),
    Column("strict", FLAG, "", "Whether to refuse a draft that says anything no source supports."),
)
OPTION_LABELS: Final[Mapping[str, str]] = {
    column.name: "Like the lesson" if column.name == "like" else column.name.replace("_", " ").capitalize()
    for column in OPTION_COLUMNS
}
"""Labels of the options, by name."""
_STYLE: Final = {
    "audience": "audience",
    "tone": "tone",
    "reading_level": "readingLevel",
    "words": "words",
    "questions": "questions",
    "like_lesson_id": "likeLessonId",
}
_MARK: Final = "\x1f"
"""Never part of a folded topic, since folding removes white space."""


@dataclass(frozen=True, slots=True)
class LessonOptions:
    """The requested options; `None` or empty leaves them to the service. Titles are for display only, and untrusted."""

    audience: str | None = None
    tone: str | None = None
    reading_level: str | None = None
    words: int | None = None
    questions: int | None = None
    objectives: tuple[str, ...] = ()
    like_lesson_id: str | None = None
    like_title: str | None = None
    source_ids: tuple[str, ...] = ()
    source_titles: tuple[str, ...] = ()
    strict: bool = False

    @property
    def style(self) -> LessonStyle | None:
        """Style to send, or `None` if no part of it is given."""
        style = LessonStyle(**{name: getattr(self, name) for name in _STYLE})
        return None if style.is_empty else style

    @property
    def identity(self) -> dict[str, Any]:
        """Return the part of a row's key about this: the values sent, without titles, which may change."""
        style = {wire: getattr(self, name) for name, wire in _STYLE.items() if getattr(self, name) is not None}
        fields = {"style": style, "objectives": list(self.objectives), "sourceIds": list(self.source_ids)}
        return {name: value for name, value in {**fields, "strict": self.strict}.items() if value}

    @property
    def call_fields(self) -> dict[str, Any]:
        """Fields of the call that makes the lesson."""
        fields = {"style": self.style, "objectives": list(self.objectives), "source_ids": list(self.source_ids)}
        return {name: value for name, value in {**fields, "strict": self.strict}.items() if value}

    @property
    def values(self) -> dict[str, Any]:
        """Values for tables, by the names of `OPTION_COLUMNS`; options not requested are `None`."""
        return {
            **{name: getattr(self, name) for name in ("audience", "tone", "reading_level", "words", "questions")},
            "objectives": list(self.objectives) or None,
            "sources": list(self.source_titles or self.source_ids) or None,
            "like": self.like_title or self.like_lesson_id,
            "strict": self.strict or None,
        }

    def as_json(self) -> dict[str, Any]:
        """Return the form that the journal stores: JSON values, which later versions may extend.

        It is stored with the row's other options.
        """
        titles = {"likeTitle": self.like_title, "sourceTitles": list(self.source_titles)}
        return {**self.identity, **{name: value for name, value in titles.items() if value}}


NO_OPTIONS: Final = LessonOptions()


def stored_options(fields: Mapping[str, Any]) -> LessonOptions:
    """Return the options from the fields that `LessonOptions.stored` returned."""
    style = fields.get("style") or {}
    of_style = {name: style[wire] for name, wire in _STYLE.items() if wire in style}
    if not (fields.keys() & {"style", "objectives", "sourceIds", "strict"}):
        return NO_OPTIONS
    return LessonOptions(
        **of_style,
        objectives=tuple(fields.get("objectives", ())),
        like_title=fields.get("likeTitle"),
        source_ids=tuple(fields.get("sourceIds", ())),
        source_titles=tuple(fields.get("sourceTitles", ())),
        strict=bool(fields.get("strict", False)),
    )


def folded_request(topic: str, options: LessonOptions) -> str:
    """Return the key of a row within one language and copy.

    It is the folded topic, marked if more than a topic is requested.
    """
    return fold_topic(topic) + _mark(options)


def folded_topic(folded: str) -> str:
    """Return the folded topic from the result of `folded_request`."""
    return folded.partition(_MARK)[0]


def is_marked(folded: str) -> bool:
    """Return whether more than a topic is requested."""
    return _MARK in folded


@lru_cache(maxsize=4096)
def _mark(options: LessonOptions) -> str:
    identity = options.identity
    if not identity:
        return ""
    text = json.dumps(identity, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return _MARK + hashlib.sha256(text.encode()).hexdigest()[:16]


def option_texts(options: LessonOptions) -> dict[str, str]:
    """Return the requested options by name, each as one line of readable text; defaults are left out."""
    return {name: _text(value) for name, value in options.values.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(value)
    return f"{value:,}" if isinstance(value, int) else str(value)
