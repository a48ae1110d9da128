"""`workbench runs`: what was generated from this computer, and going on with it."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from workbench.cli.output import UsageError, iso, note, say, say_json, say_table

if TYPE_CHECKING:
    from workbench.bulk.results.runs import RunSummary

CHANGES = ("retry", "resolve", "export", "report", "undo", "begin-again")
COUNTS = ("rows", "done", "refused", "unsure")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    actions = ["list", "show", "resume", *CHANGES]
    parser.add_argument("action", nargs="?", choices=actions, default="list", help="default: list")
    parser.add_argument("name", nargs="?", metavar="NAME", help="the run's name or its beginning (default: the newest)")
    parser.add_argument("--yes", action="store_true", help="resume, undo, begin-again: approve without being asked")
    parser.add_argument(
        "--row",
        metavar="LINE",
        action="append",
        help="retry, resolve: which row, by its line in the list (12, '12 DE'); retry: default all refused",
    )
    parser.add_argument("--lesson", metavar="ID", help="resolve: this lesson is the row's")
    parser.add_argument("--again", action="store_true", help="resolve: make it once more; it may cost twice")
    parser.add_argument("--already", action="store_true", help="resolve: ... though it was sent minutes ago")
    parser.add_argument("--not-its-lesson", action="store_true", help="resolve: the matched lesson is not the row's")
    parser.add_argument("--dismiss", action="store_true", help="resolve: seen; take it off the list")
    parser.add_argument("--edited-too", action="store_true", help="undo: also lessons that were edited since")
    parser.add_argument("--to", metavar="FILE", help="export (CSV), report (HTML): the file (default: printed)")


def run(chosen: argparse.Namespace) -> int:
    """List the runs, show the rows of one, go on with one, or do something about it."""
    from workbench.bulk import find_runs

    found = find_runs()
    if chosen.action == "list":
        return _list(found, as_json=chosen.as_json)
    one = _named(found, chosen.name)
    if chosen.action in CHANGES:
        from workbench.cli.runs import resolve as run_changes

        return int(getattr(run_changes, chosen.action.replace("-", "_"))(one, chosen))
    return _show(one, as_json=chosen.as_json) if chosen.action == "show" else _resume(one, chosen)


def _list(found: list[RunSummary], *, as_json: bool) -> int:
    rows = [
        {"run": each.name, "made": _day(each.made_at), "service": each.origin}
        | {name: getattr(each, name) for name in COUNTS}
        | {"credits": each.spent_credits, "fault": each.fault}
        for each in found
    ]
    if as_json:
        say_json([row | {"made": iso(each.made_at)} for row, each in zip(rows, found, strict=True)])
    elif rows:
        say_table([each for each in rows if not each["fault"]], ["run", "made", *COUNTS, "credits", "service"])
        for each in found:
            if each.fault:
                note(f"Not read: {each.fault}")
    else:
        say("No runs yet. Begin one with: workbench generate TOPICS --language EN")
    return 1 if any(each.fault for each in found) else 0


def _show(one: RunSummary, *, as_json: bool) -> int:
    from workbench.bulk.running.resume import rows_of
    from workbench.cli.runs.run_output import next_steps, rows_shown, rows_told

    found = rows_of(one)
    if as_json:
        say_json({"run": one.name, "service": one.origin, "rows": rows_told(found)})
    else:
        say_table(
            rows_shown(found),
            ["line", "topic", "language", "state", "title", "lessonId", "credits", "message"],
            longest=40,
        )
        for step in next_steps(one.name, found):
            say(step)
    return 0


def _resume(one: RunSummary, chosen: argparse.Namespace) -> int:
    from workbench.api.connect import connect
    from workbench.bulk.planning.plan_card import plan_text
    from workbench.bulk.running.resume import replanned
    from workbench.cli.runs import run_output

    with connect() as workbench:
        plan = replanned(one, workbench.client)
        note(plan_text(plan, "" if plan.ready else "There is nothing to make."))
        run = run_output.carry_out(plan, workbench.client, run_output.approved(plan, yes=chosen.yes))
        try:
            if chosen.as_json:
                say_json(run_output.told(run))
            else:
                say(str(run.progress))
                for step in run_output.next_steps(one.name, run.rows()):
                    say(step)
            return 0 if run_output.is_complete(run) else 1
        finally:
            run.close()


def _named(found: list[RunSummary], name: str | None) -> RunSummary:
    if not found:
        raise UsageError("No runs yet. Begin one with: workbench generate TOPICS --language EN")
    if name is None:
        return found[0]
    named = [each for each in found if each.name == name] or [each for each in found if each.name.startswith(name)]
    if len(named) > 1:
        raise UsageError(f"Several runs are named so: {', '.join(f'{each.name} at {each.origin}' for each in named)}")
    if not named:
        near = get_close_matches(name, [each.name for each in found], n=1)
        unread = " ".join(f"Not read: {each.fault}" for each in found if each.fault)
        hint = f"Did you mean {near[0]!r}?" if near else unread or "See: workbench runs"
        raise UsageError(f"There is no run {name!r}. {hint}")
    return named[0]


def _day(epoch_ms: int) -> Any:
    return datetime.fromtimestamp(epoch_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M") if epoch_ms else ""
