"""A process that carries out a change set or undoes it, and may kill itself with SIGKILL in the midst of it.

`python -m tests.faults.changing JSON` is one: it continues with the set of that name, in small requests.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from typing import Any

from tests.meta.source_tree import ROOT

CALLS_AT_ONCE = 5


def changing(**options: Any) -> int:
    """How the process ended: 0, or the signal that killed it, negative.

    Options are `url`, `token`, `name` and `undo`; and `die_after`, so many batches, with `seconds` more.
    """
    words = [sys.executable, "-m", "tests.faults.changing", json.dumps(options)]
    return subprocess.run(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False).returncode


class Death:
    """Ends the process so many seconds after so many batches, 0 immediately; `None` is never."""

    def __init__(self, after: int | None, seconds: float) -> None:
        self._left, self._seconds = after, seconds
        self.batch()

    def batch(self, _: object = None) -> None:
        """A batch was recorded, or nothing yet."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0 and not self._seconds:
                os.kill(os.getpid(), signal.SIGKILL)
            elif self._left < 0:
                threading.Timer(self._seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()
                self._left = None


def main(text: str) -> None:
    """Go on with the set, or undo it."""
    from workbench.changes import running, undo
    from workbench.changes.results import find_change_set
    from workbench.client.sync import Client

    options = json.loads(text)
    running.MAX_CALLS = undo.MAX_CALLS = CALLS_AT_ONCE  # type: ignore[misc]  (so that there are many moments to die at)
    found = find_change_set(options["name"])
    with Client(options["url"], options["token"]) as client:
        death = Death(options.get("die_after"), options.get("seconds", 0.0))
        if options.get("undo"):
            undo.undo_changes(found, client, progress=death.batch)
        else:
            with running.ChangeRun.of_set(found, client) as run:
                run.watch(death.batch)
                run.start()


if __name__ == "__main__":
    main(sys.argv[1])
