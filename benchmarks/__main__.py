"""All measurements, one after the other: small unless `--full`. Run as: python -m benchmarks [--full] [--json FILE]."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

SMALL = {
    "imports": ["--rounds", "9"],
    "service_reads": ["--rounds", "5"],
    "durable": ["--rounds", "5"],
    "starter_lessons": ["--rounds", "1"],
    "pace_start": [],
    "journal_rows": ["--rows", "6400", "--rounds", "1"],
    "bulk_plan": ["--rounds", "1"],
    "bulk_wall": [],
    "postgresql": ["--rounds", "5"],
    "slow_writer": ["--rounds", "5"],
    "growth": ["--lessons", "100", "1000"],
    "block_list": ["--rounds", "3", "--sizes", "10", "300"],
    "keystroke": ["--rounds", "3"],
    "lab_launch": ["--rounds", "3"],
    "sizing": ["--lessons", "200", "--seconds", "1", "--rounds", "1"],
    "change_sets": ["--rounds", "1"],
    "history": ["--changes", "190", "990", "--rounds", "5"],
    "findings": ["--lessons", "1000", "--rounds", "3"],
    "review_queue": ["--lessons", "500", "--rounds", "20"],
    "attention": ["--lessons", "1000", "--rounds", "5"],
    "review_panel": ["--lessons", "500"],
    "prompt_passages": ["--others", "1", "--rounds", "3"],
    "learner_pages": ["--rounds", "3"],
    "packages": ["--rounds", "1"],
    "folders": ["--lessons", "500"],
    "search": ["--sizes", "100", "1000", "--rounds", "3"],
    "postgresql_driver": ["--rounds", "5"],
    "reports": ["--rows", "100000", "--rounds", "1"],
}

ONCE = ["--rounds", "1"]
BRIEFLY = [*ONCE, "--seconds", "0.1"]
SMALLEST = {
    "imports": ONCE,
    "service_reads": BRIEFLY,
    "durable": [*ONCE, "--seconds", "0.05"],
    "starter_lessons": [*ONCE, "--sizes", "10", "20"],
    "pace_start": [],
    "journal_rows": [*ONCE, "--rows", "640"],
    "bulk_plan": [*ONCE, "--rows", "1000"],
    "bulk_wall": ["--latency", "0.05"],
    "postgresql": BRIEFLY,
    "slow_writer": BRIEFLY,
    "growth": [*ONCE, "--lessons", "5", "10"],
    "block_list": [*ONCE, "--sizes", "10"],
    "keystroke": [*ONCE, "--blocks", "20", "40"],
    "lab_launch": ONCE,
    "sizing": [*BRIEFLY, "--lessons", "40"],
    "change_sets": ONCE,
    "history": [*ONCE, "--changes", "5", "10"],
    "findings": [*ONCE, "--lessons", "10"],
    "review_queue": ["--rounds", "5", "--lessons", "10"],
    "attention": [*ONCE, "--lessons", "80"],
    "review_panel": ["--rounds", "2", "--lessons", "10"],
    "prompt_passages": [*ONCE, "--others", "1", "--passages", "100"],
    "learner_pages": BRIEFLY,
    "packages": [*ONCE, "--lessons", "3"],
    "folders": [*ONCE, "--lessons", "10"],
    "search": [*ONCE, "--sizes", "10", "20"],
    "postgresql_driver": BRIEFLY,
    "reports": [*ONCE, "--rows", "2000"],
    "checkouts": [*BRIEFLY, "."],
}
"""Options with which each is done in seconds: the tests run them, and the figures mean nothing."""


def main() -> None:
    """Run each in a process of its own; 1 when one of them could not be made."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="as many rounds as the README's figures are made of")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure to this file")
    parser.add_argument("--topics", type=Path, metavar="FILE", help="also make a lesson of each topic in this list")
    chosen = parser.parse_args()
    failed = []
    for name, small in SMALL.items():
        options = (["--full"] if name == "bulk_wall" else []) if chosen.full else small
        if chosen.json is not None:
            options = [*options, "--json", str(chosen.json)]
        if chosen.topics is not None and name == "starter_lessons":
            options = [*options, "--topics", str(chosen.topics)]
        print(f"\n{name}\n", flush=True)
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *options], check=False).returncode != 0:
            failed.append(name)
    if failed:
        raise SystemExit(f"\nNot measured: {', '.join(failed)}.")


if __name__ == "__main__":
    main()
