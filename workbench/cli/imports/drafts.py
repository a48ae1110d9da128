"""Word, PowerPoint, GIFT and Moodle XML as new lessons, for `workbench import`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.imports.kinds import PlannedImport
from workbench.cli.output import note
from workbench.imports.pictures import with_pictures
from workbench.imports.planning import ImportTarget, plan_import
from workbench.imports.reading.process import read_import as read_file
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench
    from workbench.changes import ChangePlan


def read_import(path: Path, chosen: Namespace) -> Callable[[Workbench], PlannedImport]:
    """Read the file; the plan makes its lessons, and its pictures are uploaded when it was approved."""
    found = read_file(path, is_one_lesson=chosen.one_lesson, language=chosen.language)

    def plan(workbench: Workbench) -> PlannedImport:
        target = ImportTarget(chosen.course, chosen.project, chosen.language)
        planned = plan_import(found, workbench.client, target=target, name=chosen.name)

        def begin() -> ChangePlan:
            ready, refused = with_pictures(
                planned, found.pictures, workbench.client, organization_id=planned.target.organization_id
            )
            if refused:
                note(f"Refused by the service and left out: {count_text(refused, 'picture')}.")
            return ready

        return PlannedImport(planned, begin=begin)

    return plan
