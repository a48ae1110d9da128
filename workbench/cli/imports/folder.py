"""A folder of Markdown files, or a ZIP archive of one, for `workbench import`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.changes.folders.archive import scan_folder_or_archive
from workbench.changes.folders.planning import plan_folder
from workbench.cli.imports.kinds import PlannedImport

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench


def read_import(path: Path, chosen: Namespace) -> Callable[[Workbench], PlannedImport]:
    """Read the files; the plan makes the lessons what they say."""
    folder = scan_folder_or_archive(path)

    def plan(workbench: Workbench) -> PlannedImport:
        return PlannedImport(plan_folder(folder, workbench.client, name=chosen.name, delete=bool(chosen.delete)))

    return plan
