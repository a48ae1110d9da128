"""What pytest does about processes that tests start: it attributes each to its test, and fails where one is left."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest

from tests import processes

_WATCH = pytest.StashKey[processes.ProcessWatch]()
_LEFT = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Tag what this process starts."""
    config.stash[_WATCH] = processes.begin(os.environ.get("PYTEST_XDIST_WORKER", "main"))
    config.stash[_LEFT] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """Attribute what still runs after a test to it: a service that is shared, or one that was left."""
    try:
        return (yield)
    finally:
        item.config.stash[_WATCH].note(item.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run when a process is left although every fixture has been torn down."""
    config = session.config
    config.stash[_LEFT] += config.stash[_WATCH].left()
    if hasattr(config, "workeroutput"):
        config.workeroutput[processes.TAG] = config.stash[_LEFT]
    elif config.stash[_LEFT]:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker of pytest-xdist found."""
    node.config.stash[_LEFT] += getattr(node, "workeroutput", {}).get(processes.TAG, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name every process that was left, and its test."""
    if config.stash[_LEFT]:
        terminalreporter.section("processes left running (ended now)", red=True, bold=True)
        for description in config.stash[_LEFT]:
            terminalreporter.write_line(f"FAILED {description}")
