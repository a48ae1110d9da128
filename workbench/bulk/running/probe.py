"""Reads of a running run: whether the target is still the same, and the outcome of a lost answer.

Reads only. If a call cannot name the organization, it is read before each send.
"""

from __future__ import annotations

from typing import Any

from workbench.bulk.journal import queries
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.planning.target import RunTarget, find_place, selected_organization
from workbench.bulk.running import resolve
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.matching import LessonMaker, MatchFinding, MatchReport, Reading, judge, reading, titles
from workbench.bulk.running.resolve import PendingCheck
from workbench.client.calling import CallingClient
from workbench.errors import SignInNeeded, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.organization import (
    get_dashboard_recent_items,
    get_last_selected_organization_id,
    get_user_data,
)
from workbench.text import display_text


class SessionChanged(WorkbenchError):
    """The session is now that of another person or organization. Go back, then start the run again."""


class KeysForgotten(WorkbenchError):
    """The service no longer supports keys, so unsure rows are not sent again. Plan again to continue without keys."""


class ServiceProbe:
    """The reads of one start of a run."""

    def __init__(
        self, client: CallingClient, target: RunTarget, file: JournalFile, retry_policy: RunRetryPolicy
    ) -> None:
        self._client = client
        self._target = target
        self._file = file
        self._retry_policy = retry_policy

    def before_send(self, now: int, *, keyed: bool) -> str | None:
        """Return the state before an attempt to store with it, as JSON; not needed with keys.

        Raises `SessionChanged` if the service's selected organization is not the run's and calls cannot name
        one.
        """
        if not keyed:
            return self.read(now).to_json()
        if not self._target.takes_organization:
            self._check_organization(selected_organization(self._client))
        return None

    def check_keys(self) -> None:
        """Raise `KeysForgotten` if a current read no longer shows that keys are honoured."""
        selected_organization(self._client)
        if not self._client.honours_keys or (self._target.shares_keys and not self._client.shares_keys):
            raise KeysForgotten()

    def check_place(self) -> None:
        """Raise `SessionChanged` for another person or organization, `SignInNeeded` for an ended session."""
        target = self._target
        present = find_place(self._client, target.organization_id if target.takes_organization else None, target.person)
        if present.identity != target.identity:
            raise SessionChanged()

    def check_unsure_rows(self, now: int, *, keyed: bool) -> bool:
        """Look at the rows that are unsure and due; whether there were any."""
        with self._file.read_transaction() as db:
            due = [check for check in resolve.unsure_rows_to_check(db, now, keyed=keyed) if check.wait_until <= now]
        if not due:
            return False
        seen = self.read(now)
        with self._file.write_transaction() as db:
            still = {check.row_id: check for check in resolve.unsure_rows_to_check(db, now, keyed=keyed)}
            me = LessonMaker(self._target.person or None, self._target.person_name)
            for row in (still[check.row_id] for check in due if check.row_id in still):
                explained, unsure = queries.lesson_ids(db), resolve.count_unknown_sends(db)
                judgement = judge(row.send, seen, explained, unsure, me)
                if judgement.seen is MatchFinding.MATCHED:
                    resolve.match(db, row.row_id, judgement.candidates[0], judgement.message, now)
                else:
                    resolve.record_unclear_check(
                        db, row.row_id, _message(judgement), wait_until=self._again_at(row, judgement, now)
                    )
        return True

    def read(self, now: int) -> Reading:
        """Return the recent lessons and the balance. Raises `SessionChanged` for another organization."""
        target = self._target
        facts = target.organization_id if target.takes_organization else None
        calls: list[Call[Any]] = [
            get_dashboard_recent_items(organization_id=facts),
            get_user_data(organization_id=facts),
        ]
        if not target.takes_organization:
            calls.append(get_last_selected_organization_id())
        recent, user, *selected = self._client.outcomes(*calls)
        for answer in (recent, *selected):
            if isinstance(answer, WorkbenchError):
                raise answer
        if isinstance(user, SignInNeeded):
            raise user
        if selected:
            self._check_organization(selected[0].organization_id)
        return reading(recent, None if isinstance(user, WorkbenchError) else user, now)

    def _again_at(self, row: PendingCheck, report: MatchReport, now: int) -> int | None:
        waits = self._retry_policy.look_seconds
        if report.seen is not MatchFinding.NOT_SEEN or row.looks + 1 >= len(waits):
            return None
        return now + round(waits[row.looks + 1] * 1000)

    def _check_organization(self, selected: str | None) -> None:
        if selected != self._target.organization_id:
            name = display_text(self._target.organization_name or self._target.organization_id)
            raise SessionChanged(
                "Another organization is selected now, and the payer can't be chosen in this service. "
                f"Select {name} again, then start the run again."
            )


def _message(report: MatchReport) -> str:
    if not report.candidates:
        return report.message
    return f"{report.message} It may be: {'; '.join(titles(report.candidates[:5]))}."
