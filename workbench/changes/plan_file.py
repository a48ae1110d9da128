"""A change plan as a file: JSON with a digest of its content, so that only the approved plan can run."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from workbench.bulk.planning.digested_file import is_digested_file, load_digested, save_digested
from workbench.changes.plan import ChangePlan
from workbench.errors import PlanRejected

CHANGE_PLAN_FORM: Final = "workbench change plan 1"


def save_change_plan(plan: ChangePlan, path: str | Path) -> Path:
    """Write the plan with mode 0600, all or nothing, and return the path. Raises `PlanRejected` if that fails.

    A plan whose pictures or files are not uploaded yet cannot be saved: it does not contain them.
    """
    if getattr(plan.hooks, "sources", ()):
        raise PlanRejected("This plan uploads files, which a saved plan can't contain. Import them first.")
    return save_digested(path, CHANGE_PLAN_FORM, _plan_data(plan))


def is_saved_change_plan(path: str | Path) -> bool:
    """Return whether a file begins like a saved change plan; `load_change_plan` checks whether it is complete."""
    return is_digested_file(path, CHANGE_PLAN_FORM)


def load_change_plan(path: str | Path) -> ChangePlan:
    """Return the saved plan. Raises `PlanRejected` if the file was changed after saving or is not a saved plan."""
    path = Path(path)
    forms = (CHANGE_PLAN_FORM,)
    _, content = load_digested(path, forms, what="saved change plan", ended="Nothing was changed.")
    try:
        whole = json.dumps({**content, "runner": None, "hooks": None})
        return replace(_plans().validate_json(whole, strict=True), runner=None)
    except (ValidationError, ValueError, TypeError):
        raise PlanRejected(f"{path} is not a valid plan. Plan again. Nothing was changed.") from None


@cache
def _plans() -> TypeAdapter[ChangePlan]:
    return TypeAdapter(ChangePlan)


def _plan_data(plan: ChangePlan) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(json.dumps(asdict(replace(plan, runner=None, hooks=None))))
    stored.pop("runner")
    stored.pop("hooks")
    return stored
