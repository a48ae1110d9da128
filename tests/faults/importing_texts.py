"""Processes that import a translators' file, or undo its set, and may kill themselves with SIGKILL in the midst of it.

`python -m tests.faults.importing_texts JSON` forks one for each turn, one by one, so that the packages are
imported once.
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


def importing_texts(url: str, token: str, path: Path, turns: list[dict[str, Any]]) -> list[int]:
    """How each turn ended: 0, or the signal that killed it, negative.

    A turn plans and carries out the whole file, or with `undo` takes back its set; it has `die_after`, so many batches
    or none, with `seconds` more.
    """
    text = json.dumps({"url": url, "token": token, "path": str(path), "turns": turns})
    words = [sys.executable, "-m", "tests.faults.importing_texts", text]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    found = subprocess.run(words, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    ends: list[int] = json.loads(found.stdout.splitlines()[-1])
    return ends


def main(text: str) -> None:
    """Fork a process for each turn, and print how they ended."""
    from workbench.changes import running, undo
    from workbench.changes.xliff.planning import plan_xliff
    from workbench.client.sync import Client
    from workbench.exports.xliff.reading import open_xliff

    running.MAX_CALLS = undo.MAX_CALLS = CALLS_AT_ONCE  # type: ignore[misc]  (so that there are many moments to die at)
    options = json.loads(text)
    path = Path(options["path"])

    def carry_out(turn: dict[str, Any]) -> None:
        death = Death(turn.get("die_after"), turn.get("seconds", 0.0))
        with Client(options["url"], options["token"]) as client:
            if turn.get("undo"):
                undo.undo_changes(set_of(path), client, progress=death.batch)
                return
            plan = plan_xliff(open_xliff(path), client)
            with running.ChangeRun(plan, client, plan.approve(changes=len(plan.changes))) as run:
                run.watch(death.batch)
                run.start()

    ends = []
    for turn in options["turns"]:
        child = os.fork()
        if not child:
            carry_out(turn)
            sys.stdout.flush()
            os._exit(0)
        ends.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    print(json.dumps(ends), flush=True)


def set_of(path: Path) -> Any:
    """The set that the file made: the only one of its name."""
    from workbench.changes.results import find_change_sets

    [found] = [set_ for set_ in find_change_sets() if set_.name.startswith(path.stem)]
    return found


if __name__ == "__main__":
    main(sys.argv[1])
