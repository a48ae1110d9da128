"""A process that makes a course of a brief, and kills itself with SIGKILL on the way.

`python -m tests.faults.outlining JSON` is one: it proposes the outline, changes it, and makes its lessons.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

from tests.meta.source_tree import ROOT

BRIEF, LESSONS = "Baking bread: for people who have never baked.", 12
AFTER_OUTLINE, AFTER_COURSE = "outline_from_answer", "store_run"
"""Functions that are called just after the outline was answered, and just after the course was made."""


def outlining(**options: Any) -> int:
    """How the process ended: 0, or the signal that killed it, negative.

    Options are `url`, `token`, and `die_at`: a function at whose call it dies, or how many lessons are made then.
    """
    words = [sys.executable, "-m", "tests.faults.outlining", json.dumps(options)]
    return subprocess.run(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False).returncode


def main(text: str) -> None:
    """From the brief to the course."""
    from workbench.bulk.outlines import proposing
    from workbench.bulk.running import run as running
    from workbench.client.sync import Client

    options = json.loads(text)
    die_at = options.get("die_at")

    def die(*_: Any, **__: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    for module, name in ((proposing, AFTER_OUTLINE), (running, AFTER_COURSE)):
        if die_at == name:
            setattr(module, name, die)
    with Client(options["url"], options["token"]) as client:
        outline = proposing.propose(client, proposing.Brief(BRIEF, "EN", LESSONS))
        plan = outline.move(LESSONS, to=1).plan()
        with running.Run(plan, client) as run:
            run.watch(lambda progress: die() if isinstance(die_at, int) and progress.counts.done >= die_at else None)
            run.start().wait(60)


if __name__ == "__main__":
    main(sys.argv[1])
