"""Processes that import a folder from the command line at the same time.

`python -m tests.faults.importing_together JSON` is one: it waits for the others where it is told to.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tests.meta.source_tree import ROOT

MEETING = Literal["before planning", "after planning"]
CALLS_AT_ONCE = 3
_LONGEST_WAIT_SECONDS = 60


@dataclass(frozen=True)
class Importer:
    """Somebody who imports a folder: their session, their data folder and their copy of the files."""

    token: str
    home: Path
    folder: Path


@dataclass(frozen=True)
class Import:
    """How an import ended, and what it said."""

    code: int
    text: str


def import_together(importers: Sequence[Importer], url: str, place: Path, meeting: MEETING) -> list[Import]:
    """What `workbench import FOLDER --delete --yes` said to each, when all continued from there together."""
    place.mkdir()
    processes = []
    for importer in importers:
        options = {"folder": str(importer.folder), "place": str(place), "count": len(importers), "meeting": meeting}
        own = {"WORKBENCH_URL": url, "WORKBENCH_SESSION_TOKEN": importer.token, "WORKBENCH_HOME": str(importer.home)}
        processes.append(
            subprocess.Popen(
                [sys.executable, "-m", "tests.faults.importing_together", json.dumps(options)],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), **own},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        )
    texts = [process.communicate()[0] for process in processes]
    return [Import(process.returncode, text) for process, text in zip(processes, texts, strict=True)]


def main(text: str) -> int:
    """Import the folder, in small requests."""
    from workbench.changes import running
    from workbench.changes.folders import planning
    from workbench.cli.main import main as workbench

    options = json.loads(text)
    running.MAX_CALLS = CALLS_AT_ONCE  # type: ignore[misc]  (so that both are on their way for long)
    planned: Any = planning.plan_folder

    def plan_folder(*values: Any, **named: Any) -> Any:
        found = planned(*values, **named)
        _meet(Path(options["place"]), options["count"])
        return found

    if options["meeting"] == "after planning":
        planning.plan_folder = plan_folder  # type: ignore[assignment]
    else:
        _meet(Path(options["place"]), options["count"])
    return workbench(["import", options["folder"], "--delete", "--yes"])


def _meet(place: Path, count: int) -> None:
    (place / str(os.getpid())).touch()
    ends = time.monotonic() + _LONGEST_WAIT_SECONDS
    while len(list(place.iterdir())) < count:
        if time.monotonic() > ends:
            raise TimeoutError("the others did not come")
        time.sleep(0.002)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
