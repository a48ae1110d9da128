"""A translators' file that `workbench export --format xliff` wrote, for `workbench import`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.changes.xliff.planning import plan_xliff
from workbench.cli.imports.kinds import PlannedImport
from workbench.exports.xliff.reading import open_xliff

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench


def read_import(path: Path, chosen: Namespace) -> Callable[[Workbench], PlannedImport]:
    """Read the file; the plan makes and edits translations as it says."""
    file = open_xliff(path)
    return lambda workbench: PlannedImport(plan_xliff(file, workbench.client, name=chosen.name))
