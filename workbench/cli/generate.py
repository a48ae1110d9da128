"""`workbench generate`: a lesson of each topic in a list. Plans, asks, runs; run again, it goes on where it stopped."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from workbench.cli.output import Refused, note, say, say_json, say_table

if TYPE_CHECKING:
    from workbench.bulk import Plan, Run
    from workbench.connect import Workbench

ROWS_SHOWN = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("topics", metavar="TOPICS", help="a file (CSV, XLSX, Parquet, text); `-` reads a pasted list")
    parser.add_argument(
        "--language",
        metavar="CODE",
        action="append",
        help="such as EN; repeated, each topic in each (default: a column)",
    )
    parser.add_argument("--topic-column", metavar="NAME", help="the column with the topics, if it is not found")
    parser.add_argument("--language-column", metavar="NAME", help="the column with the languages")
    parser.add_argument("--encoding", metavar="NAME", help="the file's encoding, if it is not UTF-8")
    parser.add_argument("--organization", metavar="NAME", help="which organization pays (default: the last selected)")
    parser.add_argument("--run", metavar="NAME", help="the run's name; the same name goes on with the same run")
    parser.add_argument("--plan", action="store_true", help="only show what would be made and what it would cost")
    parser.add_argument("--sample", type=int, metavar="N", help="only the first N rows that are ready")
    parser.add_argument("--budget", type=int, metavar="N", help="spend at most N credits")
    parser.add_argument("--yes", action="store_true", help="approve the cost without being asked")


def run(chosen: argparse.Namespace) -> int:
    """Make the lessons; 1 when some were not made."""
    if chosen.sample is not None and chosen.sample < 1:
        raise Refused("--sample is a whole number, 1 or more.")
    from workbench.connect import connect

    with connect() as workbench:
        plan = _plan(chosen, workbench)
        if chosen.plan:
            return _show(plan, as_json=chosen.as_json)
        note(str(plan))
        return _carry_out(plan, workbench, chosen)


def _plan(chosen: argparse.Namespace, workbench: Workbench) -> Plan:
    room = workbench.bulk
    if chosen.organization:
        if chosen.organization not in workbench.organizations:
            known = ", ".join(workbench.organizations) or "none that this service tells"
            raise Refused(f"There is no organization {chosen.organization!r}. There are: {known}.")
        room = workbench.organizations[chosen.organization].bulk
    return room.plan(
        sys.stdin.read() + "\n" if chosen.topics == "-" else _path(chosen.topics),
        language=chosen.language,
        topic_column=chosen.topic_column,
        language_column=chosen.language_column,
        encoding=chosen.encoding,
        name=chosen.run,
        sample=chosen.sample,
        budget=chosen.budget,
    )


def _path(text: str) -> object:
    from pathlib import Path

    from workbench.bulk.sources import refuse_address

    refuse_address(text)
    return Path(text)


def _carry_out(plan: Plan, workbench: Workbench, chosen: argparse.Namespace) -> int:
    from workbench.cli import carrying

    run = carrying.carry_out(plan, workbench.client, carrying.approved(plan, yes=chosen.yes))
    try:
        if chosen.as_json:
            say_json(carrying.told(run))
        else:
            _tell(run)
        return 0 if carrying.is_complete(run) else 1
    finally:
        run.close()


def _tell(run: Run) -> None:
    from workbench.cli.carrying import rows_told

    rows = run.rows()
    open_rows = [row for row in rows if row.needs_person or row.state.value in ("refused", "planned")]
    shown = open_rows or rows
    say_table(rows_told(shown[:ROWS_SHOWN]), ["row", "topic", "state", "title", "lessonId", "said"], longest=40)
    if len(shown) > ROWS_SHOWN:
        say(f"... and {len(shown) - ROWS_SHOWN:,} more: workbench runs show {run.plan.name!r}")
    say(str(run.progress))


def _show(plan: Plan, *, as_json: bool) -> int:
    if as_json:
        say_json(
            {
                "run": plan.name,
                "source": plan.source,
                "ready": len(plan.ready),
                "totalCredits": plan.total_credits,
                "balanceCredits": plan.place.balance_credits,
                "counts": {str(verdict): count for verdict, count in plan.counts.items()},
                "notes": list(plan.notes),
                "rows": [
                    {"row": row.row, "topic": row.topic, "language": row.language, "verdict": str(row.verdict)}
                    | {"said": row.said, "warning": row.warning, "credits": row.credits}
                    for row in plan.rows
                ],
            }
        )
        return 0
    rows = [
        {"row": row.row, "topic": row.topic, "language": row.language, "verdict": row.verdict, "said": row.said}
        for row in plan.rows[:ROWS_SHOWN]
    ]
    say_table(rows, ["row", "topic", "language", "verdict", "said"])
    if len(plan.rows) > ROWS_SHOWN:
        say(f"... and {len(plan.rows) - ROWS_SHOWN:,} more rows: --json shows all")
    say(str(plan))
    return 0
