"""`workbench theme show`: name, logo, colour and footer of learner pages."""

from __future__ import annotations

import argparse

from workbench.cli.output import answer
from workbench.cli.theme.theme_text import theme_lines


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""


def run(chosen: argparse.Namespace) -> int:
    """Print it."""
    from workbench.api.connect import connect

    with connect() as workbench:
        theme = workbench.theme.show()
    return answer(chosen, theme.model_dump(by_alias=True), theme_lines(theme))
