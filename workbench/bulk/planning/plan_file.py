"""A plan as a file: JSON with a digest of its content, so that only the approved plan can run."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from workbench.bulk.journal.idempotency import KEY_RULE
from workbench.bulk.planning.digested_file import is_digested_file, load_digested, save_digested
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_row import Verdict
from workbench.errors import PlanRejected
from workbench.patterns import Pattern

PLAN_FORM: Final = "workbench plan 5"
_FORM_1, _FORM_2, _FORM_3, _FORM_4 = (f"workbench plan {number}" for number in (1, 2, 3, 4))
_MOST: Final = 2**53
_HALF: Final = Pattern("[\ud800-\udfff]")


def save_plan(plan: Plan, path: str | Path) -> Path:
    """Write the plan atomically, mode 0600, and return the path. Raises `PlanRejected` if it cannot be written."""
    return save_digested(path, PLAN_FORM, _plan_data(plan))


def is_saved_plan(path: str | Path) -> bool:
    """Return whether a file begins like a saved plan; `load_plan` checks whether it is complete."""
    return is_digested_file(path, PLAN_FORM)


def load_plan(path: str | Path) -> Plan:
    """Return the saved plan, also of an earlier version, whose keys it keeps.

    Raises `PlanRejected` if the file was changed since, or is not a saved plan.
    """
    path = Path(path)
    forms = (PLAN_FORM, _FORM_4, _FORM_3, _FORM_2, _FORM_1)
    form, content = load_digested(path, forms, what="saved plan", ended="Nothing was sent.")
    if form == _FORM_1:
        content |= {"destination": {"project_id": content.pop("project_id", None)}, "key_rule": 1}
    try:
        if form in (_FORM_1, _FORM_2):
            content["rows"] = [{"reason": row.pop("said"), **row} for row in content["rows"]]
        if form in (_FORM_1, _FORM_2, _FORM_3):
            # Each row went where the run's lessons went.
            renamed = {"project unknown": Verdict.DESTINATION_UNKNOWN}
            content["rows"] = [
                row | {"destination": content["destination"], "verdict": renamed.get(row["verdict"], row["verdict"])}
                for row in content["rows"]
            ]
        return _read(content)
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError):
        raise PlanRejected(f"{path} holds what no plan has. Plan again. Nothing was sent.") from None


def _read(content: dict[str, Any]) -> Plan:
    # An edited file with a recalculated digest may hold anything. JSON cannot carry half a character, which a row
    # that was not sent may have: it is restored after the check.
    text = _HALF.sub("?", json.dumps(content, ensure_ascii=False))
    checked = _plans().validate_json(text, strict=True)
    rows = zip(checked.rows, content["rows"], strict=True)
    plan = replace(checked, rows=tuple(replace(row, topic=stored["topic"]) for row, stored in rows))
    for row in plan.rows:
        if row.is_in_run:
            row.topic.encode()  # UnicodeEncodeError is a ValueError
    numbers = [plan_number for row in plan.rows for plan_number in (row.row, row.line, row.copy, row.credits or 0)]
    numbers += [plan.place.price_credits or 0, plan.budget_credits or 0, plan.place.topic_characters]
    if not all(0 <= number <= _MOST for number in numbers) or plan.key_rule not in (1, KEY_RULE):
        raise ValueError("a number that no plan has")
    return plan


@cache
def _plans() -> TypeAdapter[Plan]:
    return TypeAdapter(Plan)


def _plan_data(plan: Plan) -> dict[str, Any]:
    # Through JSON once, so that both sides of the comparison have the same form.
    stored: dict[str, Any] = json.loads(json.dumps(asdict(replace(plan, runner=None))))
    del stored["runner"]
    return stored
