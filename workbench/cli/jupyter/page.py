"""`workbench page`: a notebook, or all panels, as a page without code, on this computer only.

Voila makes the page, with the project's own template that requests nothing from other computers.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from urllib.parse import quote

from workbench.cli.jupyter.notebook_files import curated_folder
from workbench.cli.jupyter.server import (
    add_server_options,
    replace_process,
    require_modules,
    server_command_options,
    start_service,
)
from workbench.cli.output import UsageError, answer

FILES = Path(__file__).with_name("page_files")
TEMPLATE = "workbench"
_LEFT_OUT = ("@jupyter-notebook/lab-extension", "@voila-dashboards/jupyterlab-preview", "jupyterlab_pygments")
"""Extensions that do nothing on a page: loading them takes time, and one fails."""
_CHARTS = "jupyterlab-plotly"
"""Charts of notebooks, 5 MB; the page of all panels has none of them."""
PAGE_MODULES = ("voila", "jupyter_server", "ipykernel")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "notebook",
        nargs="?",
        metavar="NOTEBOOK",
        help="a notebook file or an example notebook (default: all panels on one page)",
    )
    add_server_options(parser, "the page")


def run(chosen: argparse.Namespace) -> int:
    """Find the notebook, start the service of this computer, serve the page until stopped."""
    require_modules("Voila", *PAGE_MODULES, extra="voila")
    notebook = find_notebook(chosen.notebook)
    start_service()
    answer(chosen, {"notebook": str(notebook)}, _welcome(notebook))
    return serve_page(notebook, chosen)


def _welcome(notebook: Path) -> str:
    opened = "" if notebook.parent == FILES else f" {notebook.name} opens as a page without code."
    return f"Welcome to the workbench.{opened} Press Ctrl-C to stop it."


def serve_page(notebook: Path, chosen: argparse.Namespace, anchor: str = "") -> int:
    """Serve the page of `notebook` until stopped; it opens what `anchor` names, such as `lesson/ID`."""
    words = page_command(notebook, chosen)
    words += [f"--PageServer.anchor={anchor}"] if anchor else []
    return replace_process(words, {"JUPYTER_PATH": template_path(os.environ.get("JUPYTER_PATH"))})


def find_notebook(name: str | None) -> Path:
    """Return the notebook with this name: a local file, else a curated one; by default the one with all panels."""
    if name is None:
        return FILES / "workbench.ipynb"
    local = Path(name).expanduser().absolute()
    if local.suffix != ".ipynb":
        local = local.with_name(f"{local.name}.ipynb")
    notebook = local if local.is_file() else curated_folder() / local.name
    if not notebook.is_file():
        raise UsageError(f"No notebook {name!r} in this folder or among the example notebooks.")
    return notebook


def page_command(notebook: Path, chosen: argparse.Namespace) -> list[str]:
    """Return the command that serves the page of `notebook`, at an address with a token that only the user has."""
    is_ours = notebook.parent == FILES
    return [
        sys.executable,
        "-P",  # else a file of this name in the current folder would be run
        "-m",
        "workbench.cli.jupyter.page_server",
        f"--ServerApp.default_url={page_path(notebook)}",
        f"--VoilaConfiguration.template={TEMPLATE}",
        *(f"--VoilaConfiguration.extension_denylist={name}" for name in (*_LEFT_OUT, *([_CHARTS] if is_ours else []))),
        f"--WarmKernels.keeps_one={is_ours}",
        *server_command_options(notebook.parent, chosen),
    ]


def page_path(notebook: Path) -> str:
    """Return the path of a page on its server."""
    return f"/voila/render/{quote(notebook.name)}"


def template_path(known: str | None) -> str:
    """Return where Jupyter looks for templates: our folder, then those that the environment already names."""
    return os.pathsep.join([str(FILES), *([known] if known else [])])
