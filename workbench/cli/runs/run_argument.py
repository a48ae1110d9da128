"""Which run an action of `workbench runs` is about, and how it answers."""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from typing import TYPE_CHECKING

from workbench.cli.output import UsageError, say, say_json

if TYPE_CHECKING:
    from workbench.bulk.results.runs import RunSummary

NO_RUNS = "No runs yet. Begin one with: workbench generate TOPICS --language EN"


def add_run_argument(parser: argparse.ArgumentParser) -> None:
    """Add `RUN` to an action."""
    parser.add_argument(
        "name", nargs="?", metavar="RUN", help="the run's name or its beginning (default: the newest run)"
    )


def find_run(name: str | None) -> RunSummary:
    """The run of that name, or of the one name that begins so; without a name the newest.

    Raises `UsageError` where there is none or there are several, with the nearest name.
    """
    from workbench.bulk import find_runs

    runs = find_runs()
    if not runs:
        raise UsageError(NO_RUNS)
    if name is None:
        return runs[0]
    matches = [each for each in runs if each.name == name] or [each for each in runs if each.name.startswith(name)]
    if len(matches) > 1:
        names = ", ".join(f"{each.name} at {each.origin}" for each in matches)
        raise UsageError(f"Several runs have that name: {names}")
    if not matches:
        near = get_close_matches(name, [each.name for each in runs], n=1)
        unread = " ".join(f"Not read: {each.fault}" for each in runs if each.fault)
        hint = f"Did you mean {near[0]!r}?" if near else unread or "See: workbench runs"
        raise UsageError(f"There is no run {name!r}. {hint}")
    return matches[0]


def answer(chosen: argparse.Namespace, facts: dict[str, object], sentence: str) -> int:
    """Print `facts` as JSON with `--json`, else the sentence; exit code 0."""
    if chosen.as_json:
        say_json(facts)
    else:
        say(sentence)
    return 0


def resume_hint(run: RunSummary) -> str:
    """The command that goes on with a run, as a sentence."""
    return f"Go on with: workbench runs resume {run.name!r}"
