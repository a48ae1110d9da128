"""`workbench`: finds the command, runs it, says in one line what went wrong.

Only the command that was asked for is imported, so that help costs next to nothing. Exit codes: 0 done, 1 failed,
2 wrong use, 130 stopped by Ctrl-C, 143 told to end (SIGTERM).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import NoReturn

from workbench import __version__
from workbench.cli.output import UsageError, complain

COMMANDS = {
    "demo": "ten lessons on this computer, shared, with their links",
    "lab": "JupyterLab with the notebooks",
    "page": "a notebook, or all panels, as a page without code",
    "notebooks copy": "the curated notebooks as copies of your own",
    "stop": "stop the service of this computer",
    "serve": "run a service for others",
    "admin add-person": "make a person who can sign in, on a service's database",
    "admin grant-credits": "add AI credits to an organization",
    "admin set-daily-cap": "limit what an organization may spend in a day",
    "admin migrate": "bring a service's database up to date",
    "admin backup": "copy a service's database while it is used",
    "admin restore": "put a copy back",
    "admin check": "look whether everything in the database hangs together",
    "admin revoke-sessions": "end all sessions of a person",
    "login": "sign in to a service and keep the session",
    "logout": "forget a session that is kept",
    "whoami": "who is signed in, where, with how many credits",
    "call": "call one procedure and print its answer",
    "generate": "make a lesson of each topic in a list",
    "export": "lessons and courses as Markdown or HTML files",
    "runs": "what was generated, and going on with it",
    "report": "one report, shown or written to a file",
    "reports": "which reports there are, with their columns",
    "snapshot": "a dated set of reports, and what changed between two dates",
    "doctor": "what is installed, reachable and up to date",
}
"""Every command with what it is for; the module of `admin add-person` is `admin/add_person.py`."""

JUPYTER = ("lab", "page", "notebooks copy")
"""The commands whose module is in `jupyter/`."""

GROUPS = {"admin": "on a service's database", "notebooks": "of the curated notebooks"}
"""What the commands of two words are about."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in words
    try:
        chosen = _parser(words).parse_args(words)
        return int(import_module(module_of(chosen.command)).run(chosen))
    except UsageError as refused:
        return complain(refused.message, exit_code=2, as_json=as_json)
    except KeyboardInterrupt as stopped:
        exit_code = getattr(stopped, "exit_code", 130)
        return complain(str(stopped) or "stopped", exit_code=exit_code, as_json=as_json)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whoever read us has gone; nothing is left to say
        return 0
    except Exception as failed:  # noqa: BLE001  (a person gets one line, never a traceback)
        return _failed(failed, as_json=as_json)


def _failed(failed: Exception, *, as_json: bool) -> int:
    from workbench.errors import InputRejected, PlanRejected, WorkbenchError

    if isinstance(failed, WorkbenchError):
        told = {"code": "code", "httpStatus": "http_status", "procedure": "procedure"}
        return complain(
            str(failed),
            exit_code=2 if isinstance(failed, (InputRejected, PlanRejected)) else 1,
            as_json=as_json,
            kind=type(failed).__name__,
            **{name: getattr(failed, field, None) for name, field in told.items()},
        )
    if os.environ.get("WORKBENCH_TRACE"):
        raise failed
    said = f"This should not have happened ({type(failed).__name__}: {failed}). WORKBENCH_TRACE=1 shows where."
    return complain(said, exit_code=1, as_json=as_json, kind=type(failed).__name__)


class _Parser(argparse.ArgumentParser):
    """argparse that says one line, with the nearest command where one was misspelt."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}. See: {self.prog} --help")


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser; only the command that `words` begin with gets its arguments."""
    parser = _Parser(prog="workbench", description="Author and administer lessons: many topics in, lessons out.")
    parser.add_argument("--version", action="version", version=f"workbench {__version__}")
    asked = _asked(words)
    below = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)
    groups = {"": below}
    for name, about in COMMANDS.items():
        group, _, command = name.rpartition(" ")
        if group not in groups:
            made = below.add_parser(group, help=f"{', '.join(_members(group))}: {GROUPS[group]}")
            groups[group] = made.add_subparsers(
                title="commands", metavar="COMMAND", required=True, parser_class=_Parser
            )
        one = groups[group].add_parser(command, help=about, description=f"{about[0].upper()}{about[1:]}.")
        one.set_defaults(command=name)
        if name == asked:
            import_module(module_of(name)).arguments(one)
            one.add_argument("--json", action="store_true", dest="as_json", help="answer in JSON, for programs")
    return parser


def _asked(words: Sequence[str]) -> str | None:
    """The command that the words begin with. Raises `UsageError` for one that there is not, with the nearest."""
    if not words or words[0].startswith("-"):
        return None
    group = _members(words[0])
    if not group:
        return _known(words[0], [name for name in COMMANDS if " " not in name] + list(GROUPS))
    if len(words) < 2 or words[1].startswith("-"):
        return None
    return f"{words[0]} {_known(words[1], group)}"


def _known(word: str, names: Sequence[str]) -> str:
    if word in names:
        return word
    near = get_close_matches(word, names, n=1)
    raise UsageError(
        f"There is no command {word!r}. {f'Did you mean {near[0]!r}?' if near else 'See: workbench --help'}"
    )


def _members(group: str) -> list[str]:
    return [name.partition(" ")[2] for name in COMMANDS if name.startswith(f"{group} ")]


def module_of(command: str) -> str:
    """The module of a command."""
    name = command.replace("-", "_")
    if command in JUPYTER:
        return f"workbench.cli.jupyter.{name.replace(' ', '_')}"
    return f"workbench.cli.{name.replace(' ', '.')}"


if __name__ == "__main__":
    sys.exit(main())
