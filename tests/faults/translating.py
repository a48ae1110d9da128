"""A process that translates all lessons of an organization, and kills itself with SIGKILL on the way.

`python -m tests.faults.translating JSON` is one.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

from tests.meta.source_tree import ROOT


def translating(**options: Any) -> int:
    """How the process ended: 0, or the signal that killed it, negative.

    Options are `url`, `token`, `languages`, and `die_at`: how many translations are over when it dies, with others
    under way; 0 for never.
    """
    words = [sys.executable, "-m", "tests.faults.translating", json.dumps(options)]
    return subprocess.run(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False).returncode


def main(text: str) -> None:
    """Plan and make what is missing."""
    from workbench.bulk.translations import plan_translations, translate
    from workbench.client.sync import Client

    options = json.loads(text)
    die_at = options.get("die_at", 0)

    def die(over: int, _: int) -> None:
        if over == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    with Client(options["url"], options["token"]) as client:
        plan = plan_translations(client, options["languages"])
        after = translate(plan, credits=plan.cost_credits, on_progress=die)
        assert not [each.error for each in after.rows if each.error]


if __name__ == "__main__":
    main(sys.argv[1])
