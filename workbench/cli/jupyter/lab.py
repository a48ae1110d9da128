"""`workbench lab`: JupyterLab with copies of the curated notebooks, on this computer only."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from workbench.cli.jupyter.notebook_files import FIRST, copy_notebooks
from workbench.cli.jupyter.server import (
    add_server_options,
    replace_process,
    require_modules,
    server_command_options,
    start_service,
)
from workbench.cli.output import answer, as_invoked, note

EXTENSIONS = Path(__file__).with_name("lab_files")
"""Our tiles and commands for JupyterLab; an installation has them in `share/jupyter/labextensions` too."""
OWN_FOLDER = "~/workbench-notebooks"
"""A folder that is visible, and not in a repository."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help=f"folder for the notebooks (default: {OWN_FOLDER})")
    add_server_options(parser, "JupyterLab")


def run(chosen: argparse.Namespace) -> int:
    """Copy the notebooks that are not there yet, start the service of this computer, run JupyterLab."""
    require_modules("JupyterLab", "jupyterlab", extra="lab")
    folder = prepare_folder(chosen.folder)
    start_service()
    sentence = f"Welcome to the workbench. JupyterLab opens your copies of the notebooks in {folder}, first {FIRST}."
    answer(chosen, {"folder": str(folder)}, sentence)
    return replace_process(jupyterlab_command(folder, chosen), {})


def prepare_folder(folder: str | None) -> Path:
    """Copy the curated notebooks into the folder and return it; a copy that was changed is left alone."""
    done = copy_notebooks(Path(folder or OWN_FOLDER).expanduser().absolute())
    if done.skipped:
        renewed = f"{as_invoked()} notebooks copy {shlex.quote(str(done.folder))} --overwrite"
        note(f"Kept, because they were changed or run, or are older: {', '.join(done.skipped)}. To replace: {renewed}")
    return done.folder


def jupyterlab_command(folder: Path, chosen: argparse.Namespace) -> list[str]:
    """Return the command that runs JupyterLab in `folder`, with the first notebook open.

    It runs no file of this folder.
    """
    first = f"--LabApp.default_url=/lab/tree/{FIRST}"
    options = [first, *extension_options(), *server_command_options(folder, chosen)]
    return [sys.executable, "-P", "-m", "workbench.cli.jupyter.quiet_server", *options]


def extension_options() -> list[str]:
    """Return the options that load the tiles from this package, so that their versions always match.

    This path is searched before `share/jupyter/labextensions`, which an editable installation fills only once,
    and a package found by `PYTHONPATH` never. Voila in the same server gets the same folders: Jupyter locates a
    file once for all applications, and refuses it if it is in none of the folders of the next application that
    asks for it.
    """
    return [f"--{name}.extra_labextensions_path={EXTENSIONS}" for name in ("LabServerApp", "VoilaConfiguration")]
