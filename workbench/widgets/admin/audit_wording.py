"""The words of the audit log: an action as people say it, an entry as a row, and as a list of facts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from workbench.errors import NotSent
from workbench.patterns import Pattern
from workbench.procedures.member import AuditEntry
from workbench.text import display_text
from workbench.widgets.kit.controls import facts, user_text
from workbench.widgets.kit.moments import moment_html
from workbench.widgets.kit.rows import Row

_WORD_STARTS = Pattern(r"(?<=[a-z0-9])(?=[A-Z])")
_PLAIN_WORDS = Pattern(r"[A-Za-z0-9 ]+")

_ACTION_NAMES: Final = {
    "realtime.executeTransactions": "Edit or arrange blocks",
    "lesson.revertTo": "Restore an earlier revision",
    "lesson.createLesson": "Create blank lesson",
    "courseRouter.setCourseSharing": "Change sharing",
    "admin.setDailyCap": "Set daily credit cap",
}
"""Actions whose names say little to people."""
NOBODY: Final = "Service administrator"


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """A filter for audit entries; empty or `None` fields don't filter. Days are UTC and inclusive."""

    person: str = ""
    action: str = ""
    since: date | None = None
    until: date | None = None

    def includes(self, entry: AuditEntry) -> bool:
        """Return whether this entry matches the filter."""
        day = entry.at.date()
        return (
            (not self.person or entry.person_id == self.person)
            and (not self.action or entry.action == self.action)
            and (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
        )

    def is_before(self, entry: AuditEntry) -> bool:
        """Return whether all older entries are outside the filter."""
        return self.since is not None and entry.at.date() < self.since


def parse_day(text: str) -> date | None:
    """Parse a typed day; return `None` for empty text. Raises `NotSent` for an invalid day."""
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise NotSent("Write the day as in 2026-01-31.") from None


def action_name(action: str) -> str:
    """Return `lesson.deleteLesson` as `Delete lesson`; other forms are unchanged."""
    if action in _ACTION_NAMES:
        return _ACTION_NAMES[action]
    name = action.rpartition(".")[2]
    words = _WORD_STARTS.sub(" ", name).lower()
    return words[:1].upper() + words[1:] if _PLAIN_WORDS.fullmatch(words) else action


def who(entry: AuditEntry) -> str:
    """Return the name of the person who performed the action."""
    return entry.person_name or (NOBODY if entry.person_id is None else "Someone")


def row(entry: AuditEntry) -> Row:
    """Return an entry as a row."""
    short = [(name, value) for name, value in entry.facts.items() if _is_short(name, value)]
    facts = ", ".join(f"{_name(name)}: {_value(value)}" for name, value in short)
    detail = who(entry) + (f" · {facts}" if facts else "")
    subject = f": {display_text(entry.subject_name)}" if entry.subject_name else ""
    return Row(entry.entry_id, f"{action_name(entry.action)}{subject}", detail, at=entry.at)


def entry_html(entry: AuditEntry) -> str:
    """Return all facts of an entry as HTML."""
    pairs = [
        ("What", user_text(action_name(entry.action))),
        ("When", moment_html(entry.at)),
        ("Who", user_text(who(entry))),
    ]
    pairs += [(_name(name).capitalize(), user_text(_value(value))) for name, value in entry.facts.items()]
    if entry.subject_name:
        pairs.insert(1, ("Current name", user_text(entry.subject_name)))
    pairs.append(("Target", f"<code>{user_text(entry.subject or 'none')}</code>"))
    return facts([*pairs, ("Action ID", f"<code>{user_text(entry.action)}</code>")])


def people_in(entries: Sequence[AuditEntry]) -> dict[str, str]:
    """Return the names of everybody in the log, by id."""
    return {entry.person_id: display_text(who(entry)) for entry in entries if entry.person_id}


def actions_in(entries: Sequence[AuditEntry]) -> dict[str, str]:
    """Return the description of every action that occurs, by name."""
    return {entry.action: display_text(action_name(entry.action)) for entry in entries}


def _name(name: str) -> str:
    return _WORD_STARTS.sub(" ", name).lower()


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _is_short(name: str, value: Any) -> bool:
    return not name.endswith("Id") and len(_value(value)) <= 60
