"""The settings of a course's link as cells of a table, and the call that sets them. Asks no service."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from workbench.authoring.shape import utc_time
from workbench.authoring.share_settings import (
    embed_origins_text,
    expiry_text,
    read_embed_origins,
    read_expiry,
)
from workbench.bulk.reading.table import cell_text
from workbench.changes.row import EMBED_ORIGINS, EXPIRES, INDEXING
from workbench.patterns import ASCII, Pattern
from workbench.procedures.course import Course, set_share_settings
from workbench.procedures.declare import Call
from workbench.procedures.sharing import ShareFields, ShareSettings

YES: Final = "yes"
NO: Final = "no"
_MIDNIGHT: Final = Pattern(r"(\d{4}-\d{2}-\d{2})[T ]00:00(:00(\.0+)?)?", ASCII)
_BOOLEANS: Final = {"true": YES, "1": YES, YES: YES, "false": NO, "0": NO, NO: NO}


def share_texts(settings: Course | ShareSettings) -> dict[str, str]:
    """Return the settings by field as cell texts; empty if the service keeps none."""
    if settings.indexing is None:
        return {}
    return {
        EXPIRES: expiry_text(settings.expires_at),
        EMBED_ORIGINS: embed_origins_text(settings.embed_origins),
        INDEXING: YES if settings.indexing else NO,
    }


def clean_share_cell(field: str, value: Any) -> str:
    """Return a cell's value in the form of `share_texts`. Raises `ValueError` with a sentence."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if field == EMBED_ORIGINS:
        if isinstance(value, list | tuple):
            value = " ".join(str(origin) for origin in value) or "nowhere"
        return embed_origins_text(read_embed_origins(str(value)))
    if field == INDEXING:
        text = _BOOLEANS.get(str(value).strip().lower().removesuffix(".0"))
        if text is None:
            raise ValueError("it is yes or no")
        return text
    text = value.isoformat() if isinstance(value, date | datetime) else cell_text(value)
    day = _MIDNIGHT.fullmatch(text)  # a day of a spreadsheet or DataFrame
    end = read_expiry(day[1] if day else text)
    return expiry_text(None if end is None else utc_time(end))


def share_call(
    course_id: str, texts: Mapping[str, str], *, base: Mapping[str, str] | None = None
) -> Call[ShareSettings]:
    """Return the call that sets these cells of a course, on condition that those of `base` are unchanged."""
    values = share_values(texts)
    if base is not None:
        values["base"] = ShareFields(**share_values(base))
    return set_share_settings(course_id=course_id, **values)


def share_values(texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the cells as the values of the call. Raises `ValueError` with a sentence."""
    read = {
        EXPIRES: ("expires_at", read_expiry),
        EMBED_ORIGINS: ("embed_origins", read_embed_origins),
        INDEXING: ("indexing", lambda text: text == YES),
    }
    return {read[field][0]: read[field][1](text) for field, text in texts.items()}
