"""A plan as a file: JSON with a digest over all of it, so that what runs is what was approved."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from workbench.bulk.journal.idempotency import KEY_RULE
from workbench.bulk.planning.plan import Plan, sha256
from workbench.client.data_folder import write_private
from workbench.errors import PlanRejected

MAX_PLAN_BYTES: Final = 200_000_000
PLAN_FORM: Final = "workbench plan 3"
_FORM_1: Final = "workbench plan 1"
_FORM_2: Final = "workbench plan 2"
_MOST: Final = 2**53
_HALF: Final = re.compile("[\ud800-\udfff]")


def save_plan(plan: Plan, path: str | Path) -> Path:
    """Write the plan, mode 0600, whole or not at all; the path. Raises `PlanRejected` when it cannot be written."""
    content = {"form": PLAN_FORM, **_stored(plan)}
    text = json.dumps({**content, "digest": sha256(content)}, indent=1)
    try:
        write_private(Path(path), text)
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be written: {refused.strerror}.") from None
    return Path(path)


def is_saved_plan(path: str | Path) -> bool:
    """Whether a file begins as a saved plan does; whether it is whole is for `load_plan` to say."""
    try:
        with Path(path).open("rb") as file:
            return PLAN_FORM.rpartition(" ")[0].encode() in file.read(80)
    except (OSError, ValueError):
        return False


def load_plan(path: str | Path) -> Plan:
    """The plan that was saved, also by an earlier version, whose keys it keeps.

    Raises `PlanRejected` when the file was changed since, or is none.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            text = file.read(MAX_PLAN_BYTES + 1)
        if len(text) > MAX_PLAN_BYTES:
            raise PlanRejected(f"{path} is larger than {MAX_PLAN_BYTES // 10**6} MB. Nothing was sent.")
        content = json.loads(text.decode())
        digest = content.pop("digest")
        form = content["form"]
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be read: {refused.strerror}. Nothing was sent.") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PlanRejected(f"{path} is no saved plan. Nothing was sent.") from None
    if form not in (PLAN_FORM, _FORM_2, _FORM_1) or digest != sha256(content):
        raise PlanRejected(f"{path} was changed since it was saved, or by another version. Plan again.")
    content.pop("form")
    if form == _FORM_1:
        content |= {"destination": {"project_id": content.pop("project_id", None)}, "key_rule": 1}
    try:
        if form != PLAN_FORM:
            content["rows"] = [{"reason": row.pop("said"), **row} for row in content["rows"]]
        return _read(content)
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError):
        raise PlanRejected(f"{path} holds what no plan has. Plan again. Nothing was sent.") from None


def _read(content: dict[str, Any]) -> Plan:
    # What was digested anew may hold anything. JSON cannot carry half a character, which a row that is not sent may
    # have: it is put back behind the check.
    text = _HALF.sub("?", json.dumps(content, ensure_ascii=False))
    checked = _plans().validate_json(text, strict=True)
    rows = zip(checked.rows, content["rows"], strict=True)
    plan = replace(checked, rows=tuple(replace(row, topic=stored["topic"]) for row, stored in rows))
    for row in plan.rows:
        if row.is_in_run:
            row.topic.encode()  # UnicodeEncodeError is a ValueError
    numbers = [each for row in plan.rows for each in (row.row, row.line, row.copy, row.credits or 0)]
    numbers += [plan.place.price_credits or 0, plan.budget_credits or 0, plan.place.topic_characters]
    if not all(0 <= each <= _MOST for each in numbers) or plan.key_rule not in (1, KEY_RULE):
        raise ValueError("a number that no plan has")
    return plan


@cache
def _plans() -> TypeAdapter[Plan]:
    return TypeAdapter(Plan)


def _stored(plan: Plan) -> dict[str, Any]:
    # Through JSON once, so that what is compared is what is read back.
    stored: dict[str, Any] = json.loads(json.dumps(asdict(plan)))
    return stored
