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
    "lab_launch": ["--rounds", "3"],
    "sizing": ["--lessons", "200", "--seconds", "1", "--rounds", "1"],
    "change_sets": ["--rounds", "1"],
    "history": ["--changes", "190", "990", "--rounds", "5"],
    "findings": ["--lessons", "1000", "--rounds", "3"],
    "review_queue": ["--lessons", "500", "--rounds", "20"],
    "review_panel": ["--lessons", "500"],
    "prompt_passages": ["--others", "1", "--rounds", "3"],
    "learner_pages": ["--rounds", "3"],
    "packages": ["--rounds", "1"],
    "folders": ["--lessons", "500"],
    "search": ["--sizes", "100", "1000", "--rounds", "3"],
}


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
