"""The identity of a run and the keys of its rows: the same list and name give the same keys on every machine.

Knows no clock and no chance. Source: ours (bulk).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """Whose run it is: `service` is the persistent service id or the origin, `person` an id or a local label."""

    service: str
    organization_id: str
    person: str
    name: str


def row_key(run: RunIdentity, language: str, folded_topic: str, copy: int, generation: int) -> str:
    """The row's idempotency key: SHA-256 as 64 hexadecimal digits. `generation` counts approved repeats from 0."""
    parts = [run.service, run.organization_id, run.person, run.name, language, folded_topic, copy, generation]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()


def derived_name(source_name: str, languages: Iterable[str], organization_id: str) -> str:
    """A run's name when none is given: from the file's name, the languages and the organization, never the clock."""
    said = " ".join(sorted(set(languages))) or "no language"
    return f"{PurePath(source_name).stem or 'topics'} · {said} · {organization_id}"


def ledger_name(service: str, organization_id: str) -> str:
    """The name of the ledger file of a service and organization; the same everywhere, and safe as a file's name."""
    digest = hashlib.sha256(json.dumps([service, organization_id]).encode()).hexdigest()
    return f"{digest[:32]}.sqlite"
