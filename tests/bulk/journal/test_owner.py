"""Who holds a claim, and whether that process is certainly gone."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from workbench.bulk.journal.owner import new_owner, owner_has_ended, shown_owner

MADE_ELSEWHERE = "from workbench.bulk.journal.owner import new_owner; print(new_owner())"


def test_two_runs_of_one_process_are_told_apart() -> None:
    """Two kernels, two runs, two owners."""
    assert new_owner() != new_owner()


def test_this_process_is_not_gone() -> None:
    """Its claims hold."""
    assert not owner_has_ended(new_owner())


def test_a_process_that_ended_is_gone() -> None:
    """Its claims need not wait for the end of their lease."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    owner = subprocess.run(
        [sys.executable, "-c", MADE_ELSEWHERE], capture_output=True, text=True, check=True, env=environment
    ).stdout.strip()

    assert owner_has_ended(owner)


@pytest.mark.parametrize("place", [1, 3])
def test_another_boot_or_a_reused_number_is_gone(place: int) -> None:
    """A process number alone proves nothing: the boot and the process's start must be the same."""
    parts = new_owner().split(" ")
    parts[place] = "other"

    assert owner_has_ended(" ".join(parts))


def test_another_machine_cannot_be_told() -> None:
    """Only the lease's end is known of it."""
    parts = new_owner().split(" ")
    parts[0] = "another-host"

    assert not owner_has_ended(" ".join(parts))


def test_an_owner_is_shown_as_process_and_host() -> None:
    """What a person needs to find it."""
    assert shown_owner("desk boot 42 start chance") == "process 42 on desk"
