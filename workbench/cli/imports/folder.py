"""A folder of Markdown files that `workbench export COURSE --editable` wrote, for `workbench import`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.refresh import refresh_files
from workbench.changes.folders.scan import scan_folder
from workbench.cli.imports.kinds import PlannedImport

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench


def read_import(path: Path, chosen: Namespace) -> Callable[[Workbench], PlannedImport]:
    """Read the files; the plan makes the lessons what they say, and the files are written again afterwards."""
    folder = scan_folder(path)

    def plan(workbench: Workbench) -> PlannedImport:
        planned = plan_folder(folder, workbench.client, name=chosen.name)

        def finish() -> str:
            written = refresh_files(folder, workbench.client, {each.lesson_id for each in planned.changes})
            count = "1 file was" if len(written) == 1 else f"{len(written):,} files were"
            return f"{count} written again, with the new revisions." if written else ""

        return PlannedImport(planned, finish=finish)

    return plan
