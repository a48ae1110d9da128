"""Many topics in, lessons out, for a notebook: plan, look, run. The rules are those of `workbench.bulk`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from workbench.client.sync import Client

if TYPE_CHECKING:
    from workbench.bulk import Approval, Plan, Run
    from workbench.bulk.runs import RunSummary


@dataclass(frozen=True, slots=True)
class BulkRoom:
    """Bulk generation in one organization; `None` means the last selected one."""

    _client: Client = field(repr=False)
    organization_id: str | None

    def plan(self, topics: Any, **told: Any) -> Plan:
        """A plan for a file, a table, a list or pasted text; free, and nothing is written.

        What can be told is what `workbench.bulk.plan_topics` takes: `language`, `name`, `sample`, `budget` and more.
        """
        from workbench.bulk import plan_topics

        return plan_topics(topics, self._client, organization_id=self.organization_id, **told)

    def run(self, plan: Plan, approval: Approval | None = None, *, wait: bool = True) -> Run:
        """Carry the plan out; the cell can be run again at any time and goes on where it stopped.

        Over 25 rows or over the budget it needs `plan.approve(...)`. Without `wait` it goes on beside the notebook:
        `run.progress`, `run.stop()`, `run.wait()`.
        """
        from workbench.bulk import Run

        run = Run(plan, self._client, approval).start()
        return run.wait() if wait else run

    def runs(self) -> list[RunSummary]:
        """Every run that this computer knows of, newest first, on all services."""
        from workbench.bulk import find_runs

        return find_runs()
