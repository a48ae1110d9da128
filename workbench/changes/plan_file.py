"""A change plan as a file: JSON with a digest over all of it, so that what runs is what was approved."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from workbench.bulk.planning.plan import sha256
from workbench.bulk.planning.plan_file import MAX_PLAN_BYTES
from workbench.changes.plan import ChangePlan
from workbench.client.data_folder import write_private
from workbench.errors import PlanRejected

CHANGE_PLAN_FORM: Final = "workbench change plan 1"


def save_change_plan(plan: ChangePlan, path: str | Path) -> Path:
    """Write the plan, mode 0600, whole or not at all; the path. Raises `PlanRejected` when it cannot be written."""
    content = {"form": CHANGE_PLAN_FORM, **_stored(plan)}
    text = json.dumps({**content, "digest": sha256(content)}, indent=1)
    try:
        write_private(Path(path), text)
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be written: {refused.strerror}.") from None
    return Path(path)


def is_saved_change_plan(path: str | Path) -> bool:
    """Whether a file begins as a saved change plan does; whether it is whole is for `load_change_plan` to say."""
    try:
        with Path(path).open("rb") as file:
            return CHANGE_PLAN_FORM.rpartition(" ")[0].encode() in file.read(80)
    except (OSError, ValueError):
        return False


def load_change_plan(path: str | Path) -> ChangePlan:
    """The plan that was saved. Raises `PlanRejected` when the file was changed since, or is none."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            text = file.read(MAX_PLAN_BYTES + 1)
        content = json.loads(text.decode()) if len(text) <= MAX_PLAN_BYTES else {}
        digest, form = content.pop("digest"), content["form"]
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be read: {refused.strerror}. Nothing was changed.") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PlanRejected(f"{path} is no saved change plan. Nothing was changed.") from None
    if form != CHANGE_PLAN_FORM or digest != sha256(content):
        raise PlanRejected(f"{path} was changed since it was saved, or by another version. Plan again.")
    content.pop("form")
    try:
        return replace(_plans().validate_json(json.dumps({**content, "runner": None}), strict=True), runner=None)
    except (ValidationError, ValueError, TypeError):
        raise PlanRejected(f"{path} holds what no plan has. Plan again. Nothing was changed.") from None


@cache
def _plans() -> TypeAdapter[ChangePlan]:
    return TypeAdapter(ChangePlan)


def _stored(plan: ChangePlan) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(json.dumps(asdict(replace(plan, runner=None))))
    stored.pop("runner")
    return stored
