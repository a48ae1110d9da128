"""A JupyterLab of its own for browser tests: a real server, its kernels, and the folders it works in.

Nothing of a person's settings is read; the news question is off; Voila's pages come from the same server, by the
template that `workbench page` uses.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.browser.started import end
from tests.hanging import HANG_SECONDS
from tests.meta.source_tree import ROOT
from workbench.cli.jupyter.lab import extension_options
from workbench.cli.jupyter.page import TEMPLATE, template_path

SECONDS_TO_START = 180
OWN_KERNEL = "python3"
_LISTENING_TO_PANELS = """\
import logging, os
_kept = logging.FileHandler(os.environ["PANEL_FAILURES"], delay=True)
logging.getLogger("workbench.widgets").addHandler(_kept)
"""


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, token and folder, and the file in which panels' failures are kept."""

    base_url: str
    token: str
    folder: Path
    failures: Path

    def write(self, name: str, cells: Sequence[str], kernel: str = OWN_KERNEL) -> str:
        """Write a notebook of these code cells; its name."""
        (self.folder / name).write_text(json.dumps(notebook(cells, kernel)), encoding="utf-8")
        return name

    def new_workspace(self, path: str = "") -> str:
        """The address of JupyterLab, or of a notebook in it, in a workspace of its own.

        A workspace that another page of the browser shows is loaded twice: JupyterLab finds it taken, and continues.
        """
        return f"{self.base_url}/lab/workspaces/{uuid4().hex}{path}?token={self.token}"

    def add_kernel(self, name: str, python: Path) -> None:
        """Offer the ipykernel of another Python, under this name."""
        folder = self.folder.parent / "jupyter_data_dir" / "kernels" / name
        folder.mkdir(parents=True, exist_ok=True)
        words = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        told = {"argv": words, "display_name": f"Python ({name})", "language": "python"}
        (folder / "kernel.json").write_text(json.dumps(told), encoding="utf-8")

    def saved(self, name: str) -> str:
        """The text of a notebook's file."""
        return (self.folder / name).read_text(encoding="utf-8")

    def forgotten_failures(self) -> str:
        """What panels said as they failed since the last time this was asked."""
        said = self.failures.read_text(encoding="utf-8") if self.failures.exists() else ""
        if said:
            self.failures.write_text("", encoding="utf-8")
        return said

    def expected_failures(self) -> str:
        """The same where a panel is expected to fail: what it says may come a little after what it shows."""
        ends = time.monotonic() + HANG_SECONDS
        while not (said := self.forgotten_failures()) and time.monotonic() < ends:
            time.sleep(0.1)
        return said


def notebook(cells: Sequence[str], kernel: str = OWN_KERNEL) -> dict[str, Any]:
    """A notebook of code cells, as it is kept in a file."""
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": kernel, "display_name": kernel, "language": "python"}},
        "cells": [
            {
                "id": f"cell-{index}",
                "cell_type": "code",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": source,
            }
            for index, source in enumerate(cells)
        ],
    }


@contextmanager
def running_lab(folder: Path, home: Path) -> Iterator[Lab]:
    """JupyterLab in `folder` with the workbench's home at `home`; ended afterwards, kernels and all."""
    token = secrets.token_hex(16)
    notebooks, failures = folder / "notebooks", folder / "panel-failures.txt"
    notebooks.mkdir()
    log = (folder / "lab.log").open("w", encoding="utf-8")
    process = subprocess.Popen(
        _command(token, notebooks), cwd=notebooks, env=_environment(folder, home, failures), stdout=log, stderr=log
    )
    try:
        yield Lab(_base_url(process, token, folder), token, notebooks, failures)
    finally:
        end(process, seconds=20)
        log.close()


def _command(token: str, notebooks: Path) -> list[str]:
    return [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--expose-app-in-browser",
        "--JupyterNotebookApp.expose_app_in_browser=True",  # Notebook 7 is a page of the same server
        "--ServerApp.port=0",  # a free one; requested before, it may be taken in the meantime
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={notebooks}",
        f"--IdentityProvider.token={token}",
        "--ServerApp.iopub_data_rate_limit=1e9",
        f"--VoilaConfiguration.template={TEMPLATE}",
        *extension_options(),
    ]


def _environment(folder: Path, home: Path, failures: Path) -> dict[str, str]:
    places = {name: str(folder / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")}
    settings = Path(places["JUPYTER_CONFIG_DIR"]) / "labconfig"
    settings.mkdir(parents=True)
    news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (settings / "page_config.json").write_text(json.dumps(news), encoding="utf-8")
    documents = Path(places["JUPYTER_CONFIG_DIR"]) / "lab" / "user-settings" / "@jupyterlab" / "docmanager-extension"
    documents.mkdir(
        parents=True
    )  # JupyterLab saves by itself every two minutes, and asks when a test saves in the meantime
    (documents / "plugin.jupyterlab-settings").write_text(json.dumps({"autosave": False}), encoding="utf-8")
    startup = Path(places["IPYTHONDIR"]) / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "listening.py").write_text(_LISTENING_TO_PANELS, encoding="utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("WORKBENCH_", "JUPYTER_"))}
    return {
        **clean,
        **places,
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "PANEL_FAILURES": str(failures),
        "WORKBENCH_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "JUPYTER_PATH": template_path(None),
    }


def _base_url(process: subprocess.Popen[bytes], token: str, folder: Path) -> str:
    """Where it listens, once it answers."""
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until and process.poll() is None:
        for found in (folder / "runtime").glob("jpserver-*.json"):
            with suppress(OSError, ValueError):
                base_url: str = json.loads(found.read_text(encoding="utf-8"))["url"].rstrip("/")
                with urllib.request.urlopen(f"{base_url}/api/status?token={token}", timeout=2):
                    return base_url
        time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{(folder / 'lab.log').read_text(encoding='utf-8')[-2000:]}")
