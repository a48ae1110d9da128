"""Detection of secrets that papermill injected into this notebook; a secret stops the notebook immediately.

papermill writes its parameters into the notebook that it makes before any cell runs, so here it can only be
reported; the command `workbench reports show` refuses them beforehand.
"""

from __future__ import annotations

import ast
import sys
from typing import Final

from workbench.errors import InputRejected

_INJECTED: Final = "# Parameters\n"
_WHAT_TO_DO: Final = (
    "papermill has already written it, in plain text, into the notebook it makes. Delete that file and its copies. "
    "If it was a session token, end that session: `workbench call service.listSessions` finds it, "
    '`workbench call service.revokeSession \'{"sessionId": "..."}\'` ends it; you can also end it in the admin panel. '
    "`workbench logout` isn't enough: it only removes the session from this computer. Then sign in again."
)


def refuse_injected_secrets() -> None:
    """Raise `InputRejected` if papermill gave this notebook a parameter that is a secret."""
    if problem := _problem():  # raised here, where no variable holds a parameter
        raise InputRejected(problem)


def _problem() -> str | None:
    if "IPython" not in sys.modules:
        return None
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    cells = [] if shell is None else shell.user_ns.get("In", [])
    injected = (cell for cell in cells if isinstance(cell, str) and cell.startswith(_INJECTED))
    return next(filter(None, map(_cell_problem, injected)), None)


def _cell_problem(cell: str) -> str | None:
    from workbench.reports.scope import refuse_secrets

    try:
        refuse_secrets(assigned_names(cell))
    except InputRejected as refused:
        return f"{refused.message} {_WHAT_TO_DO}"
    return None


def assigned_names(cell: str) -> dict[str, object]:
    """Return the names that a cell assigns, with their literal values; a computed value is None."""
    try:
        lines = ast.parse(cell).body
    except SyntaxError:
        return {}
    return {
        target.id: _plain(line.value)
        for line in lines
        if isinstance(line, ast.Assign)
        for target in line.targets
        if isinstance(target, ast.Name)
    }


def _plain(value: ast.expr) -> object:
    try:
        return ast.literal_eval(value)
    except ValueError:  # papermill writes `float('nan')` for values without a literal
        return None
