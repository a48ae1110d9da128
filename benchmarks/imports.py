"""What it costs to import the package and to ask the command line for help, as whole processes beside `import httpx`.

Run as: python -m benchmarks.imports [--rounds N] [--json FILE]
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial

from benchmarks.options import options
from benchmarks.paired import Compared, in_turn, keep, table

HELP = ["-m", "workbench.cli.main", "--help"]


def main() -> None:
    """Measure, print the table, keep the figures."""
    chosen = options(__doc__, rounds=25).parse_args()
    rows = measured(chosen.rounds)
    print(table(rows, "ours", "`import httpx`"))
    keep(chosen.json, "imports", [row.as_json() for row in rows])


def measured(rounds: int) -> list[Compared]:
    """Wall time and processor time of both commands, everything in the disk's cache."""
    commands = [["-c", "import httpx"], ["-c", "import workbench"], HELP]
    for command in commands:
        process_ms(command)
    heard = list(in_turn(rounds, *[partial(process_ms, command) for command in commands]))
    rows = []
    for place, what, target in ((1, "import workbench", 0.3), (2, "workbench --help", 0.6)):
        for figure, unit in enumerate(("ms", "processor ms")):
            left, right = (
                [heard_round[place][figure] for heard_round in heard],
                [heard_round[0][figure] for heard_round in heard],
            )
            rows.append(Compared(what, unit, left, right, target, at_least=False))
    return rows


def process_ms(arguments: list[str]) -> tuple[float, float]:
    """Wall and processor milliseconds of one fresh Python."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, code, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(code)
    if process.returncode != 0:
        raise SystemExit(f"python {' '.join(arguments)} ended with {process.returncode}.")
    return wall * 1000, (used.ru_utime + used.ru_stime) * 1000


if __name__ == "__main__":
    main()
