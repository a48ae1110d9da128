"""Find the run that an action of `workbench runs` is about."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from workbench.cli.name_argument import HasName, add_name_argument, find_by_name
from workbench.cli.output import UsageError

if TYPE_CHECKING:
    from workbench.bulk.run_summaries import RunSummary
    from workbench.runs import AnyRun


class HasFault(HasName, Protocol):
    """A run that a journal has, or a journal that cannot be read."""

    @property
    def fault(self) -> str: ...


R = TypeVar("R", bound=HasFault)

NO_RUNS = "No runs yet. Start one: workbench generate TOPICS"


def add_run_argument(parser: argparse.ArgumentParser) -> None:
    """Add `RUN` to an action that is for lessons of a topic list."""
    add_name_argument(parser, "RUN", "run")


def add_any_run_argument(parser: argparse.ArgumentParser) -> None:
    """Add `RUN` and `--kind` to an action that is for runs of every kind."""
    add_name_argument(parser, "RUN", "run")
    add_kind_option(parser)


def add_kind_option(parser: argparse.ArgumentParser) -> None:
    """Add `--kind` to an action."""
    kinds = ("lessons", "changes", "translations")
    about = "only runs of lessons, changes or translations"
    parser.add_argument("--kind", choices=kinds, metavar="KIND", help=f"{about} (default: all)")


def find_lesson_run(name: str | None) -> RunSummary:
    """Return the lesson run with that name, found as `find_any_run` does."""
    from workbench.bulk import find_runs

    return _find_run(name, find_runs(), label=lambda run: f"{run.name} at {run.origin}")


def find_any_run(chosen: argparse.Namespace) -> AnyRun:
    """Return the run with the given name, or the only one whose name begins so; without a name the newest.

    Raises `UsageError` with the nearest name unless exactly one matches.
    """
    from workbench.runs import find_all_runs, run_facts

    def label(run: AnyRun) -> str:
        facts = run_facts(run)
        return f"{facts.name} at {facts.origin} (--kind {facts.kind})"

    return _find_run(chosen.name, find_all_runs(chosen.kind), label=label)


def _find_run(name: str | None, runs: Sequence[R], *, label: Callable[[R], str]) -> R:
    if not runs:
        raise UsageError(NO_RUNS)

    def hint() -> str:
        return " ".join(f"Not read: {run.fault}" for run in runs if run.fault) or "See: workbench runs"

    return find_by_name(name, runs, "run", label=label, hint=hint)


def resume_hint(run: RunSummary) -> str:
    """Return the command that resumes a run, as a sentence."""
    return f"Resume with: workbench runs resume {run.name!r}"
