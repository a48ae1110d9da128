"""A parameterised notebook is run into a notebook: whole or not at all, and never with a secret in it.

papermill writes parameters into the file that it makes, so they are checked before it is called. Needs the extra
`reports`.
"""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from workbench.client.extras import how_to_install
from workbench.errors import InputRejected, Misconfigured, WorkbenchError
from workbench.reports.files.output import refuse_taken, write_whole
from workbench.reports.scope import refuse_secrets

_QUIETLY: Final = {
    "progress_bar": False,
    "kernel_name": "python3",
    "language": "python",
    "extra_arguments": [
        "--IPKernelApp.log_level=50"
    ],  # its warnings about its own transport would be a mail each night
}
_YES: Final = {"yes": True, "true": True, "no": False, "false": False}


class NotebookFailed(WorkbenchError):
    """A failed cell of the notebook. The notebook as far as it ran is saved next to the requested one."""


def run_notebook(notebook: Path, to: Path, parameters: Mapping[str, Any], *, overwrite: bool = False) -> Path:
    """Run the notebook with these parameters into `to`; its path.

    Raises `InputRejected` for a secret, an unknown parameter (with the nearest), no notebook or a path that is taken,
    before anything is written; `NotebookFailed` for a cell that fails; `NotWritten` when the disk refuses.
    """
    refuse_secrets(parameters)
    for path, what in ((notebook, "the notebook"), (to, "the output file")):
        if path.suffix != ".ipynb":
            raise InputRejected(f"{path}: {what} is a file whose name ends in .ipynb.")
    if not notebook.is_file():
        raise InputRejected(f"{notebook}: there is no such notebook.")
    refuse_taken(to, overwrite=overwrite)
    _refuse_unknown(notebook, parameters)
    failed = to.with_name(f"{to.stem}.failed.ipynb")
    write_whole(to, lambda beside: _run(notebook, beside, failed, parameters), overwrite=overwrite)
    failed.unlink(missing_ok=True)
    return to


def parse_value(text: str) -> Any:
    """Return a parameter's text as a notebook takes it: a whole number, yes or no, or the text itself."""
    if text.lower() in _YES:
        return _YES[text.lower()]
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 16 else text


def _refuse_unknown(notebook: Path, parameters: Mapping[str, Any]) -> None:
    known = _parameter_names(notebook)
    for name in parameters:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            there = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(known) or 'none'}."
            raise InputRejected(f"{notebook.name} has no parameter {name!r}. {there}")


def _parameter_names(notebook: Path) -> list[str]:
    """Return the names that the cell tagged `parameters` assigns."""
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        tagged = [cell for cell in cells if "parameters" in cell.get("metadata", {}).get("tags", [])]
        lines = [line for tagged_cell in tagged for line in ast.parse("".join(tagged_cell["source"])).body]
    except (ValueError, KeyError, TypeError, AttributeError, SyntaxError):
        raise InputRejected(f"{notebook} is not a notebook.") from None
    targets = [target for line in lines if isinstance(line, ast.Assign) for target in line.targets]
    targets += [line.target for line in lines if isinstance(line, ast.AnnAssign)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _run(notebook: Path, beside: Path, failed: Path, parameters: Mapping[str, Any]) -> None:
    from papermill.exceptions import PapermillExecutionError

    part = beside.with_name(f"{beside.name}.ipynb")
    try:
        _papermill().execute_notebook(str(notebook), str(part), parameters=dict(parameters), **_QUIETLY)
        made = json.loads(part.read_text(encoding="utf-8"))
        made["metadata"].get("papermill", {}).pop("output_path", None)
        beside.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except PapermillExecutionError as error:
        part.replace(failed)
        reason = " ".join(f"{error.ename}: {error.evalue}".split())[:300]
        raise NotebookFailed(
            f"Cell {error.exec_count} of {notebook.name} failed. {reason} See {failed.name}."
        ) from None
    finally:
        part.unlink(missing_ok=True)


def _papermill() -> Any:
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # else the kernel's debugger writes a warning
    try:
        import papermill
    except ImportError:
        message = f"Running a notebook needs one more package. Install it with: {how_to_install('reports')}"
        raise Misconfigured(message) from None
    return papermill
