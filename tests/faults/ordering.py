"""A process that continues with a bulk run, and kills itself with SIGKILL on the way or while it orders the lessons.

`python -m tests.faults.ordering JSON` is one: it continues with the run of that name.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

from tests.meta.source_tree import ROOT

BEFORE_SENDING, AFTER_ANSWER = "placed_order", "mark_placed"
"""Functions of the ordering: called just before a course's order is sent, and just after it was answered."""


def ordering(**options: Any) -> int:
    """How the process ended: 0, or the signal that killed it, negative.

    Options are `url`, `token`, `name`, `die_at`: the function at whose call it dies, and `die_after`: how many lessons
    are done then.
    """
    words = [sys.executable, "-m", "tests.faults.ordering", json.dumps(options)]
    return subprocess.run(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False).returncode


def main(text: str) -> None:
    """Go on with the run."""
    from workbench.bulk.run_summaries import find_runs
    from workbench.bulk.running import course_order
    from workbench.bulk.running.resume import replan
    from workbench.bulk.running.run import Run
    from workbench.client.sync import Client

    options = json.loads(text)
    if options.get("die_at"):
        setattr(course_order, options["die_at"], lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    summary = next(run for run in find_runs() if run.name == options["name"])
    with Client(options["url"], options["token"]) as client, Run(replan(summary, client), client) as run:
        if most := options.get("die_after"):
            run.watch(lambda progress: progress.counts.done >= most and os.kill(os.getpid(), signal.SIGKILL))
        run.start()
        run.wait(60)


if __name__ == "__main__":
    main(sys.argv[1])
