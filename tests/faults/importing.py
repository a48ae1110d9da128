"""A process that imports a folder of Markdown files, and may kill itself with SIGKILL in the midst of it.

`python -m tests.faults.importing JSON` is one: it plans, approves and carries out all of the plan, in small requests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.faults.changing import CALLS_AT_ONCE, Death
from tests.meta.source_tree import ROOT


def importing(**options: Any) -> int:
    """How the process ended: 0, or the signal that killed it, negative.

    Options are `url`, `token`, `folder` and `name`; and `die_after`, so many moments, with `seconds` more.
    """
    words = [sys.executable, "-m", "tests.faults.importing", json.dumps(options)]
    return subprocess.run(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False).returncode


def main(text: str) -> None:
    """Import the folder; it may die at each batch, each file that gets an id or is written, each upload."""
    from workbench.changes import running
    from workbench.changes.folders import assets, carrying_out, refresh
    from workbench.changes.folders.planning import plan_folder
    from workbench.changes.folders.scan import scan_folder
    from workbench.changes.row import trash_count
    from workbench.client.sync import Client

    options = json.loads(text)
    running.MAX_CALLS = CALLS_AT_ONCE  # type: ignore[misc]  (so that there are many moments to die at)
    death = Death(options.get("die_after"), options.get("seconds", 0.0))

    def watched(function: Any) -> Any:
        def call(*values: Any, **named: Any) -> Any:
            death.batch()
            return function(*values, **named)

        return call

    for module, name in (
        (assets, "send_file"),
        (carrying_out, "write_whole"),
        (carrying_out, "write_whole_text"),
        (refresh, "write_whole_text"),
    ):
        setattr(module, name, watched(getattr(module, name)))
    with Client(options["url"], options["token"]) as client:
        plan = plan_folder(scan_folder(Path(options["folder"])), client, name=options["name"], delete=True)
        approval = plan.approve(changes=len(plan.changes), trash=trash_count(plan.rows))
        with running.ChangeRun(plan, client, approval) as run:
            run.watch(death.batch)
            run.start()


if __name__ == "__main__":
    main(sys.argv[1])
