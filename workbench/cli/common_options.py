"""What every command takes: `--json`, `--output`, `--quiet`, `--verbose`; and where a service is asked `--url`,
`--profile` and `--organization`.

They stand before the command or behind it.
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
_TAKING_A_VALUE: Final = ("--output", "--url", "--profile", "--organization")
_ALONE: Final = ("--json", "-q", "--quiet", "-v", "--verbose")
_DEFAULTS: Final = {"output": "table", "quiet": False, "verbose": False, "url": None, "profile": None, "within": None}


def add_common_options(parser: argparse.ArgumentParser, *, asks: bool) -> None:
    """Add the options; `asks` says that a service is asked. A command's own `--organization` stays its own.

    `set_defaults` is left to `with_defaults`, so that either place may say them.
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
    if not asks:
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
    at = 0
    while at < len(words) and (words[at] in _ALONE or words[at].partition("=")[0] in _TAKING_A_VALUE):
        at += 2 if words[at] in _TAKING_A_VALUE else 1
    return list(words[:at]), list(words[at:])


def with_defaults(chosen: argparse.Namespace) -> argparse.Namespace:
    """Fill in the options that were not given; `as_json` is set for the commands."""
    for name, value in _DEFAULTS.items():
        if not hasattr(chosen, name):
            setattr(chosen, name, value)
    chosen.as_json = chosen.output == "json"
    return chosen


def asks_for_json(words: Sequence[str]) -> bool:
    """Return whether errors are JSON too; determined before the words are parsed, which may be the error."""
    pairs = pairwise(words)
    formats = {"--output=json", "--output=ndjson", "--json"}
    return bool(formats & set(words)) or any(f"{option}={value}" in formats for option, value in pairs)


@contextmanager
def use_service(
    url: str | None = None, *, profile: str | None = None, organization: str | None = None
) -> Iterator[None]:
    """Inside, this process and what it starts use that service and organization, as with `WORKBENCH_URL`.

    A profile is a service under the name that login kept it under. A session token of the environment goes along only
    where it belongs to the same service. Raises `OriginRefused`, and `NotConnected` for an unknown profile.
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
    """Inside, what the package logs is written to standard error."""
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
