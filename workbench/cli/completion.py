"""Shell completion by argcomplete: commands, options, and names that are known without asking a service.

An argument is completed by its metavar: `RUN`, `REPORT` and `ORGANIZATION` have names, `FILE` and its like
have paths, and others, such as a number, have nothing. Switch it on as docs/commands.md says.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from workbench.cli.parser import build_parser

PATHS = {"FILE", "FOLDER", "NOTEBOOK", "TOPICS"}


def complete() -> None:
    """Print what can follow the words that the shell gives by environment variables, and exit."""
    import argcomplete

    parser = build_parser([], whole=True)
    for action in _actions(parser):
        metavar = str(action.metavar)
        if metavar not in PATHS and not action.choices:
            action.completer = COMPLETERS.get(metavar, nothing)  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser)


def nothing(**_: object) -> list[str]:
    """No completion; argcomplete would offer paths."""
    return []


def run_names(**_: object) -> list[str]:
    """Return the runs of every kind known on this computer."""
    from workbench.runs import find_all_runs

    return [run.name for run in find_all_runs() if not run.fault]


def change_set_names(**_: object) -> list[str]:
    """Return the change sets in this computer's journals."""
    from workbench.changes import find_change_sets

    return [set_.name for set_ in find_change_sets() if not set_.fault]


def organization_names(**_: object) -> list[str]:
    """Return the organizations in which this computer's runs were made, and `all`."""
    from workbench.bulk.run_summaries import run_organizations

    return run_organizations()


def report_names(**_: object) -> list[str]:
    """Return all reports."""
    from workbench.reports import REPORTS

    return list(REPORTS)


def report_names_and_notebooks(prefix: str, **_: object) -> list[str]:
    """Return all reports, and the notebooks of a folder."""
    from argcomplete.completers import FilesCompleter

    return [*report_names(), *FilesCompleter(["ipynb"])(prefix)]


def saved_profiles(**_: object) -> list[str]:
    """Return the profiles that login saved on this computer."""
    from workbench.client.session.profile import profile_names

    return list(profile_names())


def procedure_names(**_: object) -> list[str]:
    """Return all procedures by their wire names, and `list`."""
    from workbench.procedures.catalogue import CATALOGUE

    return ["list", *CATALOGUE]


COMPLETERS: dict[str, Callable[..., list[str]]] = {
    "CHANGE_SET": change_set_names,
    "RUN": run_names,
    "ORGANIZATION": organization_names,
    "REPORT": report_names,
    "REPORT_OR_NOTEBOOK": report_names_and_notebooks,
    "PROCEDURE": procedure_names,
    "PROFILE": saved_profiles,
}


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)
        else:
            yield action
