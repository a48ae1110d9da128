"""The few numbers that a report comes down to, for a card above the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import pandas

_SUMS: Final = (
    ("spent_credits", "credits spent"),
    ("lesson_count", "lessons"),
    ("course_count", "courses"),
    ("lessons", "lessons"),
    ("done", "done"),
    ("unsure", "unsure"),
    ("block_count", "blocks"),
)
_TRUE: Final = (("agrees", "agree"), ("is_public", "public"), ("is_archived", "put away"), ("is_disabled", "disabled"))
_KINDS: Final = (("language", "languages"), ("created_by", "authors"), ("project_id", "projects"))
_STATES: Final = ("state", "finding")
_LAST: Final = (("updated_at", "last change"), ("last_at", "last payment"), ("at", "last entry"))


class KeyFigure(NamedTuple):
    """What is counted, and the count as people read it."""

    what: str
    shown: str


def figures(frame: pandas.DataFrame) -> list[KeyFigure]:
    """At most seven figures; of an empty frame, or one that is not complete, its number of rows only."""
    found = [KeyFigure("rows", f"{len(frame):,}")]
    if frame.empty or not frame.attrs.get("is_complete", True):
        return found  # what is counted in a part would pass for the whole
    there = {str(name) for name in frame.columns if frame[name].notna().any()}
    if "organization" in there and frame["organization"].nunique() > 1:
        found.append(KeyFigure("organizations", f"{frame['organization'].nunique():,}"))
    sums = () if "tag" in there else _SUMS  # what has several tags would be counted once for each
    found += [KeyFigure(what, f"{int(frame[name].sum()):,}") for name, what in sums if name in there]
    found += [KeyFigure(what, f"{int(frame[name].fillna(False).sum()):,}") for name, what in _TRUE if name in there]
    found += [KeyFigure(what, f"{frame[name].nunique():,}") for name, what in _KINDS if name in there]
    for kind in (each for each in _STATES if each in there):
        counts = frame[kind].value_counts()
        found += [KeyFigure(str(state), f"{int(count):,}") for state, count in counts.items()]
    for name, what in _LAST:
        if name in there:
            found.append(KeyFigure(what, f"{frame[name].max():%Y-%m-%d}"))
            break
    return found[:7]
