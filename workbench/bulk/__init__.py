"""Bulk generation: a topic list becomes a plan, a plan becomes a run, and every row is paid for once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.lazy_names import lazy_names as _lazy_names

if TYPE_CHECKING:
    from workbench.bulk.planning.approval import Approval as Approval
    from workbench.bulk.planning.plan import Plan as Plan
    from workbench.bulk.planning.plan_file import load_plan as load_plan
    from workbench.bulk.planning.plan_file import save_plan as save_plan
    from workbench.bulk.planning.planner import plan_topics as plan_topics
    from workbench.bulk.run_summaries import find_runs as find_runs
    from workbench.bulk.running.resolve import Assign as Assign
    from workbench.bulk.running.resolve import Dismiss as Dismiss
    from workbench.bulk.running.resolve import Resend as Resend
    from workbench.bulk.running.resolve import Unassign as Unassign
    from workbench.bulk.running.run import Run as Run

__all__ = ["Approval", "Plan", "Run", "find_runs", "load_plan", "plan_topics", "save_plan"]
__all__ += ["Assign", "Dismiss", "Resend", "Unassign"]

__getattr__ = _lazy_names(
    __name__,
    {
        **dict.fromkeys(("Assign", "Dismiss", "Resend", "Unassign"), "workbench.bulk.running.resolve"),
        "Approval": "workbench.bulk.planning.approval",
        "Plan": "workbench.bulk.planning.plan",
        "Run": "workbench.bulk.running.run",
        "find_runs": "workbench.bulk.run_summaries",
        "load_plan": "workbench.bulk.planning.plan_file",
        "plan_topics": "workbench.bulk.planning.planner",
        "save_plan": "workbench.bulk.planning.plan_file",
    },
)
