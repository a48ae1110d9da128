"""Options of every command: `--json`, `--output`, `--quiet`, `--verbose`.

Commands that call a service also have `--url`, `--profile` and `--organization`. All are accepted before and after the
command.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Final

FORMATS: Final = ("table", "json", "csv", "ndjson")
_OPTIONS_WITH_VALUE: Final = ("--output", "--url", "--profile", "--organization")
_FLAGS: Final = ("--json", "-q", "--quiet", "-v", "--verbose")
_DEFAULTS: Final = {"output": "table", "quiet": False, "verbose": False, "url": None, "profile": None, "within": None}


def add_common_options(parser: argparse.ArgumentParser, *, calls_service: bool) -> None:
    """Add the options; `calls_service` adds those for a service.

    A command's own `--organization` is left alone. `with_defaults` sets the defaults, because the options are accepted
    in two places.
    """
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument(
        "--json",
        action="store_const",
        dest="output",
        const="json",
        default=argparse.SUPPRESS,
        help="print JSON, including errors; same as --output json",
    )
    shape.add_argument("--output", choices=FORMATS, default=argparse.SUPPRESS, help="output format (default: table)")
    parser.add_argument("-q", "--quiet", action="store_true", default=argparse.SUPPRESS, help="print errors only")
    parser.add_argument("-v", "--verbose", action="store_true", default=argparse.SUPPRESS, help="log to standard error")
    if not calls_service:
        return
    service = parser.add_mutually_exclusive_group()
    service.add_argument(
        "--url", metavar="URL", default=argparse.SUPPRESS, help="URL of the service to use, with its saved session"
    )
    service.add_argument(
        "--profile",
        metavar="PROFILE",
        default=argparse.SUPPRESS,
        help="name of a saved service, from `workbench login --profile`",
    )
    if "--organization" not in parser._option_string_actions:
        parser.add_argument(
            "--organization",
            metavar="ORGANIZATION",
            dest="within",
            default=argparse.SUPPRESS,
            help="name or id of the organization (default: the last selected)",
        )


def split_leading(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the words into the common options before the command, and the words from the command on."""
    index = 0
    while index < len(words) and (words[index] in _FLAGS or words[index].partition("=")[0] in _OPTIONS_WITH_VALUE):
        index += 2 if words[index] in _OPTIONS_WITH_VALUE else 1
    return list(words[:index]), list(words[index:])


def with_defaults(chosen: argparse.Namespace) -> argparse.Namespace:
    """Fill in the options that were not given; `as_json` is set for the commands."""
    for name, value in _DEFAULTS.items():
        if not hasattr(chosen, name):
            setattr(chosen, name, value)
    chosen.as_json = chosen.output == "json"
    return chosen


def asks_for_json(words: Sequence[str]) -> bool:
    """Return whether errors are JSON too; checked before parsing, since parsing can be what fails."""
    pairs = pairwise(words)
    formats = {"--output=json", "--output=ndjson", "--json"}
    return bool(formats & set(words)) or any(f"{option}={value}" in formats for option, value in pairs)


@contextmanager
def use_service(
    url: str | None = None, *, profile: str | None = None, organization: str | None = None
) -> Iterator[None]:
    """Make this process and its children use that service and organization inside the block.

    A profile is a service saved by `login` under a name. A session token in the environment is used only for the
    service it belongs to. Raises `OriginRefused`, and `NotConnected` for an unknown profile.
    """
    if url is None and profile is None and organization is None:
        yield
        return
    from workbench.client.session import profile as profiles

    names = (profiles.URL, profiles.SESSION_TOKEN, profiles.COOKIE_NAME, profiles.RPC_PATH)
    before = {name: os.environ.get(name) for name in (*names, profiles.ORGANIZATION)}
    address = profiles.profile_address(profile) if profile is not None else url
    if address is not None:
        if not profiles.is_same_service(before[profiles.URL], address):
            for name in names:
                os.environ.pop(name, None)
        os.environ[profiles.URL] = address
    if organization is not None:
        os.environ[profiles.ORGANIZATION] = organization
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})


@contextmanager
def show_logs(is_verbose: bool) -> Iterator[None]:
    """Write the package's logs to standard error inside the block."""
    if not is_verbose:
        yield
        return
    logger, handler = logging.getLogger("workbench"), logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
