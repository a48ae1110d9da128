"""Change sets: a table is compared with the service, becomes a plan of changes, and is applied, resumed and undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.lazy_names import lazy_names as _lazy_names

if TYPE_CHECKING:
    from workbench.changes.plan import ChangeApproval as ChangeApproval
    from workbench.changes.plan import ChangePlan as ChangePlan
    from workbench.changes.plan_file import load_change_plan as load_change_plan
    from workbench.changes.plan_file import save_change_plan as save_change_plan
    from workbench.changes.planning import plan_changes as plan_changes
    from workbench.changes.replacing import plan_replacements as plan_replacements
    from workbench.changes.results import find_change_sets as find_change_sets
    from workbench.changes.running import ChangeRun as ChangeRun

__all__ = ["ChangeApproval", "ChangePlan", "ChangeRun", "find_change_sets", "load_change_plan"]
__all__ += ["plan_changes", "plan_replacements", "save_change_plan"]

__getattr__ = _lazy_names(
    __name__,
    {
        "ChangeApproval": "workbench.changes.plan",
        "ChangePlan": "workbench.changes.plan",
        "ChangeRun": "workbench.changes.running",
        "find_change_sets": "workbench.changes.results",
        "load_change_plan": "workbench.changes.plan_file",
        "plan_changes": "workbench.changes.planning",
        "plan_replacements": "workbench.changes.replacing",
        "save_change_plan": "workbench.changes.plan_file",
    },
)
