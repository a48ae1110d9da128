"""`docs/command-options.md`, printed from the parser: `python -m workbench.cli.printed [FILE]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Set
from pathlib import Path

from workbench.cli.commands import COMMANDS
from workbench.cli.common_options import add_common_options
from workbench.cli.output import EXIT_CODES
from workbench.cli.parser import CommandParser, build_parser

_HEAD = """# Every command and flag

Generated from the parser by `make docs`; don't edit it. [Commands](commands.md) describes what they
have in common: exit codes, completion, settings. Square brackets mark optional parts.

## Flags of every command

Accepted before and after the command's name. `--url`, `--profile` and `--organization` are flags of the commands that
call a service.
"""


def page() -> str:
    """Return the whole page: the common flags, then every command with its arguments and flags."""
    common = CommandParser(prog="workbench", add_help=False)
    add_common_options(common, calls_service=True)
    lines = [_HEAD, *_table(common, common=set()), *_exit_codes()]
    shared = {_identity(action) for action in common._actions}
    for name, command in _parsers(build_parser((), whole=True)):
        lines += [f"\n## `workbench {name}`\n", f"{_sentence(COMMANDS[name].about)}\n"]
        lines += _table(command, common=shared)
    return "\n".join(lines).rstrip() + "\n"


def _parsers(parser: argparse.ArgumentParser, prefix: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield every command's name and parser, in the order of the help."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                if f"{prefix}{name}" in COMMANDS:
                    yield f"{prefix}{name}", command
                yield from _parsers(command, f"{prefix}{name} ")


def _identity(action: argparse.Action) -> tuple[tuple[str, ...], str | None]:
    return tuple(action.option_strings), action.help


def _table(parser: argparse.ArgumentParser, *, common: Set[tuple[tuple[str, ...], str | None]]) -> Iterator[str]:
    """Yield the table rows of a command; flags that are in `common` are left out."""
    rows = [
        f"| {_invocation(action)} | {_meaning(parser, action)} |"
        for action in parser._actions
        if not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)
        and action.help != argparse.SUPPRESS
        and _identity(action) not in common
    ]
    yield from (
        ["| Argument or flag | Meaning |", "| --- | --- |", *rows] if rows else ["It has only the common flags."]
    )


def _invocation(action: argparse.Action) -> str:
    """Return how the argument is typed: its names and its values."""
    if action.metavar is not None:
        value = action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    elif action.choices is not None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    else:
        value = action.dest.upper() if action.option_strings else action.dest
    if action.nargs == 0:
        return _code(", ".join(action.option_strings))
    value = {
        argparse.OPTIONAL: f"[{value}]",
        argparse.ZERO_OR_MORE: f"[{value} ...]",
        argparse.ONE_OR_MORE: f"{value} [{value} ...]",
    }.get(str(action.nargs), value)
    return _code(f"{', '.join(action.option_strings)} {value}".strip())


def _meaning(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return the help of the argument, as one cell of a table."""
    formatter = argparse.HelpFormatter(prog=parser.prog)
    text = " ".join(formatter._expand_help(action).split()) if action.help else ""
    return (f"required: {text}" if action.option_strings and action.required else text).replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")


def _exit_codes() -> Iterator[str]:
    """Yield the table of exit codes."""
    yield from ["\n## Exit codes\n", "| Exit code | Means |", "| --- | --- |"]
    yield from (f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items())


def _sentence(about: str) -> str:
    return f"{about[0].upper()}{about[1:]}."


def main() -> None:
    """Write the page into the file that is named, or print it."""
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())


if __name__ == "__main__":
    main()
