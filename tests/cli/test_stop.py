"""`workbench stop`."""

from __future__ import annotations

import json

import pytest

from tests.own_service import command, process
from workbench.embedded import life


@pytest.mark.usefixtures("fresh_folder")
def test_it_ends_the_service() -> None:
    """And says which process that was."""
    running = life.start()

    assert json.loads(process("stop", "--json").stdout) == {"stopped": True, "pid": running.pid}
    assert life.find() is None


@pytest.mark.parametrize("words", [[], ["--now"]])
def test_that_none_was_running_is_fine(words: list[str]) -> None:
    """Whatever the way."""
    ended = command("stop", *words)

    assert (ended.returncode, ended.stdout) == (0, "No service was running.\n")
