"""What every command takes: `--json`, `--output`, `--quiet`, `--verbose`, and `--url` where a service is asked.

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

FORMATS: Final = ("table", "json", "csv")
_TAKING_A_VALUE: Final = ("--output", "--url")
_ALONE: Final = ("--json", "-q", "--quiet", "-v", "--verbose")
_DEFAULTS: Final = {"output": "table", "quiet": False, "verbose": False, "url": None}


def add_common_options(parser: argparse.ArgumentParser, *, formats: Sequence[str] = FORMATS, has_url: bool) -> None:
    """Add the options; `set_defaults` is left to `with_defaults`, so that either place may say them."""
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument(
        "--json",
        action="store_const",
        dest="output",
        const="json",
        default=argparse.SUPPRESS,
        help="answer in JSON, errors too; the same as --output json",
    )
    shape.add_argument(
        "--output", choices=formats, default=argparse.SUPPRESS, help="how it answers (default: table, text for people)"
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", default=argparse.SUPPRESS, help="no progress and notes, only errors"
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", default=argparse.SUPPRESS, help="log what is done on standard error"
    )
    if has_url:
        parser.add_argument(
            "--url", metavar="URL", default=argparse.SUPPRESS, help="the service, with the session kept for it"
        )


def split_leading(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The common options that stand before the command, and the words from the command on."""
    at = 0
    while at < len(words) and (words[at] in _ALONE or words[at].partition("=")[0] in _TAKING_A_VALUE):
        at += 2 if words[at] in _TAKING_A_VALUE else 1
    return list(words[:at]), list(words[at:])


def with_defaults(chosen: argparse.Namespace) -> argparse.Namespace:
    """The same, with what was not said; `as_json` is there for the commands."""
    for name, value in _DEFAULTS.items():
        if not hasattr(chosen, name):
            setattr(chosen, name, value)
    chosen.as_json = chosen.output == "json"
    return chosen


def asks_for_json(words: Sequence[str]) -> bool:
    """Whether errors are JSON too; known before the words are parsed, which may be the error."""
    pairs = pairwise(words)
    return "--json" in words or "--output=json" in words or ("--output", "json") in pairs


@contextmanager
def use_service(url: str | None) -> Iterator[None]:
    """Inside, this process and what it starts use that service, as with `WORKBENCH_URL`.

    A session token of the environment goes along only where it belongs to the same service. Raises `OriginRefused`.
    """
    if url is None:
        yield
        return
    from workbench.client.session import profile

    names = (profile.URL, profile.SESSION_TOKEN, profile.COOKIE_NAME, profile.RPC_PATH)
    before = {name: os.environ.get(name) for name in names}
    if not profile.is_same_service(before[profile.URL], url):
        for name in names:
            os.environ.pop(name, None)
    os.environ[profile.URL] = url
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
