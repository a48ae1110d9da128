"""A run of tests that leaves a process behind fails, names the test, and ends the process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT, modules
from tests.needs import needs

pytestmark = needs("linux")

SOME_TESTS = '''\
import subprocess, sys
import pytest

SLEEPING = [sys.executable, "-c", "import time; time.sleep(600)"]
QUIET = "start_new_session=True, stdout=-3, stderr=-3"
DETACHING = f"""
import subprocess
pid = subprocess.Popen({SLEEPING!r}, {QUIET}).pid
while not open("/proc/%d/environ" % pid).read():  # its program is being loaded, and nobody can tell whose it is
    pass
print(pid)
"""

@pytest.fixture(scope="session")
def shared():
    process = subprocess.Popen(SLEEPING)
    yield
    process.kill()
    process.wait()

def test_that_shares(shared):
    pass

def test_that_leaves_one(record_pid):
    words = [sys.executable, "-c", DETACHING]
    record_pid(subprocess.run(words, check=True, capture_output=True, text=True).stdout)

def test_that_leaves_none(shared):
    subprocess.run([sys.executable, "-c", ""], check=True)

@pytest.fixture
def record_pid(pytestconfig):
    return (pytestconfig.rootpath / "left.pid").write_text
'''


@pytest.mark.parametrize("options", [pytest.param([], id="alone"), pytest.param(["-n", "1"], id="in a worker")])
def test_the_test_that_left_a_process_is_named(options: list[str], tmp_path: Path) -> None:
    """What a fixture shares and ends is none; a process that has left its parent is one."""
    (tmp_path / "test_some.py").write_text(SOME_TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nanyio_mode = auto\n", encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "tests.process_hooks", *options, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TESTS_SECONDS_TO_END": "0.5"}

    ended = subprocess.run(
        words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=300
    )

    left = int((tmp_path / "left.pid").read_text())
    named = [line for line in ended.stdout.splitlines() if " left process " in line]
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert [line.split(" left process ")[0] for line in named] == ["FAILED test_some.py::test_that_leaves_one"]
    assert f"left process {left}:" in named[0]
    assert has_ended(left)


def has_ended(pid: int) -> bool:
    """Whether a process is gone, or dead and not yet collected by the system's first process."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"


def test_a_fixture_that_starts_a_service_is_imported_once() -> None:
    """Each file that imports it would start a service, or a PostgreSQL, of its own in every worker."""
    shared = re.compile(r"^from tests\.(?:own_service|helping|databases) import (\w+) as \1$", re.M)
    importing = [
        path.relative_to(ROOT).as_posix()
        for path in modules(ROOT / "tests")
        if shared.search(path.read_text(encoding="utf-8"))
    ]

    assert importing == ["tests/conftest.py"]
