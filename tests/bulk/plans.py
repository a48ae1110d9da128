"""Plans created manually, for the tests of what is done with them."""

from __future__ import annotations

from typing import Any

from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_row import PlanRow, Verdict
from workbench.bulk.planning.target import RunTarget


def place(**changes: Any) -> RunTarget:
    """A place that announces everything."""
    facts = {
        "origin": "https://lessons.example",
        "service": "service1",
        "organization_id": "org1",
        "organization_name": "Acme",
        "person": "ada",
        "person_name": "Ada",
        "price_credits": 2,
        "balance_credits": 100,
        "honours_keys": True,
        "takes_organization": True,
        "takes_max_credits": True,
        "lists_lessons": True,
        "languages": None,
        "writer": "planning-sheet",
        "is_ai": False,
        "topic_characters": 4000,
    }
    return RunTarget(**{**facts, **changes})


def row(number: int, topic: str = "", verdict: Verdict = Verdict.READY, **changes: Any) -> PlanRow:
    """A plan row."""
    credits = 2 if verdict is Verdict.READY else 0
    facts = {"language": "EN", "copy": 1, "reason": "", "credits": credits, "line": number}
    return PlanRow(row=number, topic=topic or f"topic {number}", verdict=verdict, **{**facts, **changes})


def plan(*rows: PlanRow, **changes: Any) -> Plan:
    """A plan of these rows."""
    return Plan(**{"name": "a run", "source": "topics.csv", "place": place(), "rows": rows, **changes})
