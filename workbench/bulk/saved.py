"""A plan as a file: JSON with a digest over all of it, so that what runs is what was approved. Knows no service."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from workbench.bulk.place import Place
from workbench.bulk.plan import Plan, PlanRow, Verdict, sha256
from workbench.client.folder import write_private
from workbench.errors import PlanRejected

PLAN_FORM: Final = "workbench plan 1"


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
    """The plan that was saved. Raises `PlanRejected` when the file was changed since, or is none."""
    path = Path(path)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        digest = content.pop("digest")
        form = content["form"]
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be read: {refused.strerror}. Nothing was sent.") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise PlanRejected(f"{path} is no saved plan. Nothing was sent.") from None
    if form != PLAN_FORM or digest != sha256(content):
        raise PlanRejected(f"{path} was changed since it was saved, or by another version. Plan again.")
    content.pop("form")
    place = content.pop("place")
    if place["languages"] is not None:
        place["languages"] = tuple(place["languages"])
    rows = tuple(PlanRow(**{**row, "verdict": Verdict(row["verdict"])}) for row in content.pop("rows"))
    return Plan(**{**content, "place": Place(**place), "rows": rows, "notes": tuple(content["notes"])})


def _stored(plan: Plan) -> dict[str, Any]:
    # Through JSON once, so that what is compared is what is read back.
    stored: dict[str, Any] = json.loads(json.dumps(asdict(plan)))
    return stored
