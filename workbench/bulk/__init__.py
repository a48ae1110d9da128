"""Bulk generation: a topic list becomes a plan, a plan becomes a run, and every row is paid for once."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.bulk.approval import Approval as Approval
    from workbench.bulk.plan import Plan as Plan
    from workbench.bulk.planning import plan_topics as plan_topics
    from workbench.bulk.run import Run as Run
    from workbench.bulk.runs import find_runs as find_runs
    from workbench.bulk.saved import load_plan as load_plan
    from workbench.bulk.saved import save_plan as save_plan

__all__ = ["Approval", "Plan", "Run", "find_runs", "load_plan", "plan_topics", "save_plan"]

_HOMES = {
    "Approval": "workbench.bulk.approval",
    "Plan": "workbench.bulk.plan",
    "Run": "workbench.bulk.run",
    "find_runs": "workbench.bulk.runs",
    "load_plan": "workbench.bulk.saved",
    "plan_topics": "workbench.bulk.planning",
    "save_plan": "workbench.bulk.saved",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'workbench.bulk' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
