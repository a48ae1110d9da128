"""A process that translates all lessons of an organization, and kills itself with SIGKILL on the way.

`python -m tests.faults.translating JSON` is one.
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
from workbench.client.conversation import KeyedAnswer
from workbench.procedures.declare import Call


def translating(**options: Any) -> int:
    """How the process ended: 0, or the signal that killed it, negative.

    Options are `url`, `token`, `languages`, and `die_at`: how many translations are over when it dies, with others
    in progress; 0 for never.
    """
    words = [sys.executable, "-m", "tests.faults.translating", json.dumps(options)]
    return subprocess.run(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False).returncode


class Dying:
    """Kills this process with SIGKILL as soon as so many answers of paid calls are there; 0 for never."""

    def __init__(self, die_at: int) -> None:
        self._die_at, self._lock, self._count = die_at, threading.Lock(), 0

    def count(self) -> None:
        """One more answer is there."""
        with self._lock:
            self._count += 1
            if self._count == self._die_at:
                os.kill(os.getpid(), signal.SIGKILL)


def main(text: str) -> None:
    """Plan and make what is missing."""
    from workbench.bulk.translations import TranslationRun, plan_translations
    from workbench.client.sync import Client

    options = json.loads(text)
    dying = Dying(options.get("die_at", 0))

    class CountingClient(Client):
        def call_keyed(self, call: Call[Any], /) -> KeyedAnswer[Any]:
            answer = super().call_keyed(call)
            dying.count()
            return answer

    with CountingClient(options["url"], options["token"]) as client:
        plan = plan_translations(client, options["languages"])
        with TranslationRun(plan, client, plan.approve(credits=plan.total_credits)) as run:
            counts = run.start().wait().progress.counts
        assert (counts.done, counts.total) == (len(plan.missing), len(plan.missing)), run


if __name__ == "__main__":
    main(sys.argv[1])
