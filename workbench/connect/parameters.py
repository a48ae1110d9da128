"""A look at what papermill put into this notebook: a secret among its parameters stops the notebook at once.

papermill writes its parameters into the notebook that it makes before any cell runs, so here it can only be said; the
command `workbench report` refuses before. Knows no service.
"""

from __future__ import annotations

import ast
import sys
from typing import Final

from workbench.errors import InputRejected

_INJECTED: Final = "# Parameters\n"


def refuse_injected_secrets() -> None:
    """Raises `InputRejected` when papermill gave this notebook a parameter that is a secret."""
    if "IPython" not in sys.modules:
        return
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    cells = [] if shell is None else shell.user_ns.get("In", [])
    for cell in cells:
        if isinstance(cell, str) and cell.startswith(_INJECTED):
            _judge(cell)


def _judge(cell: str) -> None:
    from workbench.reports.scope import refuse_secrets

    try:
        refuse_secrets(assigned(cell))
    except InputRejected as refused:
        said = "papermill has written it into the notebook that it makes: delete that file, and end the session with"
        raise InputRejected(f"{refused.message} {said} `workbench logout`.") from None


def assigned(cell: str) -> dict[str, object]:
    """The names that a cell assigns plain values to, with the values; what does not parse assigns none."""
    try:
        lines = ast.parse(cell).body
        return {
            target.id: ast.literal_eval(line.value)
            for line in lines
            if isinstance(line, ast.Assign)
            for target in line.targets
            if isinstance(target, ast.Name)
        }
    except (SyntaxError, ValueError):
        return {}
