"""Which process a stored identity means; a process id alone proves nothing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from workbench.process_identity import (
    has_ended,
    has_ended_by_name,
    host_pid,
    is_here,
    shown_process,
    this_process,
    this_process_in_a_name,
)

MADE_ELSEWHERE = "from workbench.process_identity import this_process; print(this_process())"


def with_part(place: int, part: str) -> str:
    """This process, with one word of its identity replaced."""
    parts = this_process().split(" ")
    parts[place] = part
    return " ".join(parts)


def test_this_process_is_here() -> None:
    """And not gone."""
    assert is_here(this_process())
    assert not has_ended(this_process())
    assert host_pid(this_process()) == os.getpid()


def test_a_process_that_ended_is_gone_and_not_here() -> None:
    """Nothing of it is left to be stopped."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(
        [sys.executable, "-c", MADE_ELSEWHERE], capture_output=True, text=True, check=True, env=environment
    ).stdout.strip()

    assert (has_ended(ended), is_here(ended)) == (True, False)


@pytest.mark.parametrize(("place", "part"), [(0, "another-host"), (1, "another-boot"), (3, "1")])
def test_the_same_number_elsewhere_or_later_is_not_here(place: int, part: str) -> None:
    """Another computer with the same home, another boot, a number that came round again."""
    assert not is_here(with_part(place, part))


def test_in_another_container_nothing_can_be_told() -> None:
    """Two containers of one host, one name and one home: the ids of one mean nothing in the other."""
    boot = this_process().split(" ")[1].partition(":")[0]
    elsewhere = with_part(1, f"{boot}:1")

    assert (is_here(elsewhere), has_ended(elsewhere)) == (False, False)


def test_an_identity_from_before_namespaces_were_noted_still_holds() -> None:
    """Journals of earlier runs are read as before."""
    boot = this_process().split(" ")[1].partition(":")[0]

    assert is_here(with_part(1, boot))
    assert not has_ended(with_part(1, boot))


def test_it_is_shown_as_process_and_host() -> None:
    """What a person needs to find it."""
    assert shown_process("desk boot 42 start") == "process 42 on desk"


@pytest.mark.parametrize(
    ("place", "word", "gone"), [(0, "ffffff", False), (1, "ffffff", True), (2, "1", False), (4, "1", True)]
)
def test_a_process_in_a_name_is_told_by_host_boot_namespace_and_start(place: int, word: str, gone: bool) -> None:
    """As in a lock: another computer or container cannot be asked, another boot or start is another process."""
    words = this_process_in_a_name().split(".")
    words[place] = word

    assert not has_ended_by_name(this_process_in_a_name())
    assert has_ended_by_name(".".join(words)) is gone
