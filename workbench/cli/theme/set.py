"""`workbench theme set`: change name, logo, colour and footer of learner pages."""

from __future__ import annotations

import argparse

from workbench.cli.output import UsageError, answer
from workbench.cli.theme.theme_text import theme_lines


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--name", help="the name above the pages; empty for none")
    parser.add_argument("--logo", metavar="ASSET", help="the id of a picture (see: workbench asset list), or `none`")
    parser.add_argument("--accent", metavar="COLOUR", help="one colour, #rrggbb, or `none` for ours")
    parser.add_argument("--footer", metavar="TEXT", help="the text below the pages; empty for none")


def run(chosen: argparse.Namespace) -> int:
    """Change what is named, leave the rest, and print it."""
    from workbench.api.connect import connect

    changes = {each: getattr(chosen, each) for each in ("name", "logo", "accent", "footer")}
    if all(each is None for each in changes.values()):
        raise UsageError("Nothing to set is named. See: workbench theme set --help")
    with connect() as workbench:
        theme = workbench.theme.set(**changes)
    return answer(chosen, theme.model_dump(by_alias=True), theme_lines(theme))
