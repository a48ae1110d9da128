"""Records on this computer of runs of translations, so that they can be listed, planned again and undone.

Each run has a file of JSON lines in the folder of the journals: each start with its rows, then each row as it
was settled. It is a note, not a journal (decision 134): nothing that is sent or paid depends on it, and a run
continues if it cannot be written.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final

from workbench.bulk.journal.journal_file import runs_folder
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import Proof, State
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.clocks import epoch_ms
from workbench.bulk.running.progress import Progress, RunPhase
from workbench.bulk.translations.plan import TranslationPlan
from workbench.bulk.translations.row_states import planned_record
from workbench.client.data_folder import PRIVATE_FILE, ensure_private
from workbench.errors import Misconfigured
from workbench.process_identity import has_ended, this_process
from workbench.wording import count_text

FOLDER: Final = "translations"
MAX_RECORDS: Final = 100
"""Runs that are remembered; beyond that, the most recently written ones."""
_LOG: Final = logging.getLogger("workbench.bulk")


@dataclass(frozen=True, slots=True)
class RecordedTranslation:
    """Row of a run of translations: `lesson_id` of the source, `record` with its state and translation."""

    lesson_id: str
    record: RowRecord

    @property
    def pair(self) -> tuple[str, str]:
        """Lesson and language."""
        return self.lesson_id, self.record.language


@dataclass(frozen=True, slots=True)
class TranslationRunSummary:
    """A run of translations that this computer remembers. `made_at` is epoch milliseconds.

    `process` is the one that last started it (see `process_identity`). `plan_name` is the name of its plan; `name` has
    a number if an earlier run has that name.
    """

    name: str
    plan_name: str
    origin: str
    service: str
    organization_id: str
    organization: str
    person: str
    made_at: int
    path: Path
    process: str
    phase: RunPhase
    translations: tuple[RecordedTranslation, ...]
    fault: str = ""

    @property
    def rows(self) -> int:
        """Number of translations to make."""
        return len(self.translations)

    @property
    def done(self) -> int:
        """Number of finished translations."""
        return self._count(State.DONE)

    @property
    def refused(self) -> int:
        """Number of translations that the service refused."""
        return self._count(State.REFUSED)

    @property
    def unsure(self) -> int:
        """Number of unsure translations, always 0: their outcome is known by asking again."""
        return 0

    @property
    def planned(self) -> int:
        """Number of translations still to be made."""
        return self._count(State.PLANNED)

    @property
    def sends(self) -> int:
        """Number of calls sent."""
        return sum(row.record.attempts for row in self.translations)

    @property
    def spent_credits(self) -> int:
        """Cost of the translations that it made."""
        return sum(row.record.credits or 0 for row in self.translations)

    @property
    def runs_in(self) -> str | None:
        """Process that carries it out, this or another one; None if it is not running."""
        return None if self.phase is not RunPhase.RUNNING or has_ended(self.process) else self.process

    @property
    def records(self) -> list[RowRecord]:
        """Rows in order."""
        return [row.record for row in self.translations]

    def __repr__(self) -> str:
        refused = f", {self.refused:,} refused" if self.refused else ""
        return (
            f"TranslationRunSummary({self.name!r}: {self.done:,} of {self.rows:,} done{refused}, "
            f"{count_text(self.spent_credits, 'credit')}, at {self.origin})"
        )

    def _count(self, state: State) -> int:
        return sum(row.record.state is state for row in self.translations)


class RunRecord:
    """The file of one run, written on any thread. What cannot be written is left out."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()

    @classmethod
    def of_plan(cls, plan: TranslationPlan, folder: Path | None = None) -> RunRecord:
        """Return the record of a plan; the same one if the same lessons and languages are planned again."""
        pairs = sorted([row.lesson_id, row.language] for row in plan.rows)
        digest = sha256(json.dumps([*plan.place.identity, plan.name, pairs]).encode()).hexdigest()
        return cls(_folder(folder) / f"{digest[:32]}.jsonl")

    def begin(self, plan: TranslationPlan, records: Sequence[RowRecord]) -> None:
        """Note that the run starts with these rows, whose numbers are the plan's."""
        target, sources = plan.place, {row.row: row.lesson_id for row in plan.rows}
        rows = [
            [sources[record.row_id], record.language, record.topic, record.position]
            for record in records
            if record.state is not State.DONE
        ]
        start = {"at": epoch_ms(), "process": this_process(), "plan": plan.name, "rows": rows}
        try:
            ensure_private(self.path.parent)
        except Misconfigured as refused:
            _LOG.warning("the run is not recorded: %s", refused)
            return
        if not self.path.exists():
            _forget_oldest(self.path.parent)
            start["name"] = _free_name(plan.name, self.path.parent, target)
        self._write(start | _facts(target))

    def settle(self, lesson_id: str, record: RowRecord) -> None:
        """Record the state of a row."""
        names = ("state", "lesson_id", "title", "credits", "proof", "code", "message", "settled_at", "attempts")
        self._write({"row": [lesson_id, record.language], "as": {name: getattr(record, name) for name in names}})

    def end(self, progress: Progress) -> None:
        """Note how the run ended."""
        self._write({"end": str(progress.phase)})

    def _write(self, line: dict[str, Any]) -> None:
        # The line break in front ends a line at which a writer was killed.
        data = b"\n" + json.dumps(line, ensure_ascii=True).encode() + b"\n"
        with self._lock:
            try:
                file_number = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE_FILE)
                with os.fdopen(file_number, "ab") as file:
                    file.write(data)
            except OSError as refused:
                _LOG.warning("the run is not recorded: %s", refused.strerror)


def find_translation_runs(folder: Path | None = None) -> list[TranslationRunSummary]:
    """Return all stored translation runs, newest first; one that cannot be read is listed with its error."""
    runs = []
    for path in sorted(_folder(folder).glob("*.jsonl")):
        try:
            runs.append(_read(path))
        except (OSError, ValueError, KeyError, IndexError, TypeError) as damaged:
            nothing = ("", "", "", "", "", "", 0, path, "", RunPhase.FAILED, ())
            fault = f"{path} is not read ({type(damaged).__name__}); delete it to forget the run."
            runs.append(TranslationRunSummary(path.name, *nothing, fault))
    return sorted(runs, key=lambda run: -run.made_at)


def _read(path: Path) -> TranslationRunSummary:
    head: dict[str, Any] = {}
    last: dict[str, Any] = {}
    phase = RunPhase.RUNNING
    rows: dict[tuple[str, str], RowRecord] = {}
    for line in _lines(path):
        if "rows" in line:
            head, last, phase = head or line, line, RunPhase.RUNNING
            _start(rows, line["rows"])
        elif "row" in line:
            pair = (line["row"][0], line["row"][1])
            rows[pair] = replace(rows[pair], **line["as"] | {"state": State(line["as"]["state"])})
        else:
            phase = RunPhase(line["end"])
    if phase is RunPhase.RUNNING and has_ended(last["process"]):
        phase = RunPhase.STOPPED
    return TranslationRunSummary(
        name=head["name"],
        plan_name=head["plan"],
        origin=head["origin"],
        service=head["service"],
        organization_id=head["organization_id"],
        organization=last["organization"],
        person=head["person"],
        made_at=head["at"],
        path=path,
        process=last["process"],
        phase=phase,
        translations=tuple(RecordedTranslation(lesson_id, row) for (lesson_id, _), row in rows.items()),
    )


def _start(rows: dict[tuple[str, str], RowRecord], listed: Sequence[Sequence[Any]]) -> None:
    """Record the rows missing at the start; known rows that are no longer missing are marked as done."""
    missing = {
        (lesson_id, language): planned_record(number, title, language) for lesson_id, language, title, number in listed
    }
    for pair, known in rows.items():
        if pair not in missing and known.state is not State.DONE:
            rows[pair] = replace(known, state=State.DONE, proof=Proof.JOINED, message=None, code=None)
    for pair, row in missing.items():
        if pair not in rows:
            rows[pair] = row
        elif rows[pair].state is State.DONE:  # in the trash since
            rows[pair] = replace(row, row_id=rows[pair].row_id, position=rows[pair].position)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        with suppress(json.JSONDecodeError):  # empty, or its writer was killed at it
            yield json.loads(line)


def _facts(target: RunTarget) -> dict[str, str]:
    return {
        "origin": target.origin,
        "service": target.service,
        "organization_id": target.organization_id,
        "organization": target.organization_name or "",
        "person": target.person,
    }


def _free_name(name: str, folder: Path, target: RunTarget) -> str:
    """Return the name, with a number appended if another run with the same target has it."""
    taken = {
        run.name
        for run in find_translation_runs(folder.parent)
        if (run.service, run.organization_id, run.person) == target.identity
    }
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def _forget_oldest(folder: Path) -> None:
    with suppress(OSError):
        files = sorted(folder.glob("*.jsonl"), key=lambda path: -path.stat().st_mtime_ns)
        for path in files[MAX_RECORDS - 1 :]:
            path.unlink()


def _folder(folder: Path | None) -> Path:
    return (folder or runs_folder()) / FOLDER
