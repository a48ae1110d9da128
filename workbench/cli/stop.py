"""`workbench stop`: end the service of this computer."""

from __future__ import annotations

import argparse

from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--now", action="store_true", help="do not wait for calls in flight; nothing paid is lost")


def run(chosen: argparse.Namespace) -> int:
    """Stop it and wait until it has ended. That none was running is fine."""
    from workbench.embedded.life import stop

    pid = stop(now=chosen.now)
    sentence = "No service was running." if pid is None else "The service has stopped. Its lessons are kept."
    return answer(chosen, {"stopped": pid is not None, "pid": pid}, sentence)
