"""What every measurement is told on its command line, and what it says of the machine at its end. Measures nothing."""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def options(about: str | None, *, rounds: int | None = None, seconds: float | None = None) -> argparse.ArgumentParser:
    """A parser that knows `--json`, and `--rounds` and `--seconds` where they have a default; others are added."""
    parser = argparse.ArgumentParser(description=about)
    if rounds is not None:
        parser.add_argument("--rounds", type=int, default=rounds, help="how often each thing is done")
    if seconds is not None:
        parser.add_argument("--seconds", type=float, default=seconds, help="of one run of wrk")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add every figure to this file")
    return parser


def two_sizes(about: str | None, name: str, few: int, many: int, *, rounds: int) -> tuple[argparse.Namespace, int, int]:
    """The options of a measurement that compares few with many, and these two sizes, of `--name` or as given here."""
    parser = options(about, rounds=rounds)
    parser.add_argument(f"--{name}", type=int, nargs=2, default=[few, many], metavar="N", help="few, and many")
    chosen = parser.parse_args()
    few, many = sorted(getattr(chosen, name))
    return chosen, few, many


def load_meanwhile() -> str:
    """How busy the machine was with all that ran on it."""
    return f"\nLoad average meanwhile: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
