"""Runs in a test: what they are of, how they come to rest, and the outcome of their rows."""

from __future__ import annotations

from collections.abc import Callable

from workbench.bulk.journal.row import State
from workbench.bulk.running.run import Run

TOPICS = ["Bread", "Milk", "Salt"]
Begin = Callable[..., Run]


def ended(run: Run) -> Run:
    """The run, started and at rest."""
    return run.start().wait(20)


def states(run: Run) -> list[State]:
    """The rows' states in order."""
    return [row.state for row in run.rows()]
