"""`workbench policy show`: what the organization lets be published, approved and shared."""

from __future__ import annotations

import argparse

from workbench.cli.output import answer
from workbench.cli.policy.policy_text import policy_lines


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""


def run(chosen: argparse.Namespace) -> int:
    """Print it."""
    from workbench.api.connect import connect

    with connect() as workbench:
        policy = workbench.policy.show()
    return answer(chosen, policy.model_dump(by_alias=True), policy_lines(policy))
