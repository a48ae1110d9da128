"""The identity of a run and the keys of its rows: the same list and name give the same keys on every machine.

Source: ours (bulk).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

KEY_RULE: Final = 2
"""The rule by which the keys of new rows are derived: rule 2 adds the destination,
and omits the person where members share keys."""


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """The owner of a run: `service` is the persistent service id or the origin, `person` an id or a local label."""

    service: str
    organization_id: str
    person: str
    name: str


def row_key(
    run: RunIdentity,
    language: str,
    folded_topic: str,
    copy: int,
    generation: int,
    *,
    destination: Mapping[str, str] | None = None,
    is_shared: bool = False,
) -> str:
    """Return the row's idempotency key: SHA-256 as 64 hexadecimal digits.

    `generation` counts approved repeats from 0. `destination` is the destination of the lesson as sent to the
    service; `is_shared` leaves out the person, for a service whose members share keys. The first rule
    (`key_rule` 1) had neither.
    """
    person = None if is_shared else run.person
    parts: list[object] = [run.service, run.organization_id, person, run.name, language, folded_topic, copy, generation]
    if destination:
        parts.append(dict(sorted(destination.items())))
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()


def derived_name(source_name: str, languages: Iterable[str], organization_id: str, content: str = "") -> str:
    """Return a run's name from the file's name, the languages and the organization, never the clock.

    It is used if no name is given. `content` is the digest of a source that is not a file: so different
    topics make a different run.
    """
    codes = " ".join(sorted(set(languages))) or "no language"
    stem = " ".join(part for part in (PurePath(source_name).stem or "topics", content) if part)
    return f"{stem} · {codes} · {organization_id}"


def content_digest(topics: Iterable[str]) -> str:
    """Return eight hexadecimal digits that identify these folded topics; order and duplicates do not matter."""
    return hashlib.sha256(json.dumps(sorted(set(topics)), ensure_ascii=True).encode()).hexdigest()[:8]


def journal_name(service: str, organization_id: str) -> str:
    """Return the journal's file name for a service and organization: always the same, and a safe file name."""
    digest = hashlib.sha256(json.dumps([service, organization_id]).encode()).hexdigest()
    return f"{digest[:32]}.sqlite"
