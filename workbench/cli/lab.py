"""`workbench lab`: JupyterLab with the curated notebooks, on this computer only."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from workbench.cli.curated import FIRST, copy_notebooks, curated
from workbench.cli.jupyter import become, server_words
from workbench.cli.output import Refused, note, say, say_json

OWN_FOLDER = "workbench-notebooks"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help=f"where the notebooks go (default: {OWN_FOLDER})")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser; the address is printed")
    parser.add_argument("--port", type=int, default=0, help="port of JupyterLab (default: a free one)")


def run(chosen: argparse.Namespace) -> int:
    """Copy the notebooks that are not there yet, start the service of this computer, run JupyterLab."""
    if find_spec("jupyterlab") is None:
        from workbench.client.parts import how_to_install

        raise Refused(f"JupyterLab is not installed: {how_to_install('lab')}")
    folder = laid_out(chosen.folder)
    if not os.environ.get("WORKBENCH_URL"):
        from workbench.connect import source

        source.choose(None, None)
    if chosen.as_json:
        say_json({"folder": str(folder)})
    else:
        say(f"JupyterLab opens {folder} with {FIRST}, where everybody begins.")
    return become(jupyterlab_words(folder, chosen), {})


def laid_out(folder: str | None) -> Path:
    """The folder with the curated notebooks in it: the checkout's own, else copies; changed ones are left alone."""
    source = curated()
    if folder is None and source.parent.joinpath("pyproject.toml").is_file():
        return source
    done = copy_notebooks(Path(folder or OWN_FOLDER).expanduser().absolute())
    if done.kept:
        note(f"Changed or run by you, and kept as they are: {', '.join(done.kept)}")
    return done.folder


def jupyterlab_words(folder: Path, chosen: argparse.Namespace) -> list[str]:
    """The command that runs JupyterLab in `folder`, with the first notebook open."""
    first = f"--LabApp.default_url=/lab/tree/{FIRST}"
    return [sys.executable, "-m", "jupyterlab", first, *server_words(folder, chosen)]
