"""A plugin of pytest: tests are collected once, then run against each mutant in a forked process of its own.

What runs against a mutant are the tests that reach its lines, until the first that fails. A unit that no test reaches
is an error; a mutant that none reaches is neither killed nor a survivor.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Final

import pytest

from tests.mutants.modules import Unit, units
from tests.mutants.mutate import Mutant, apply

SECONDS: Final = 60.0
"""What a mutant may take beyond five times what its tests take without one: what hangs is ended, and is killed."""
SURVIVED: Final = ""
NO_END: Final = "did not end"
NOT_REACHED: Final = "not reached"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which unit's mutants are tried, how many, which of the sample (default: all), and the file for their outcomes."""
    parser.addoption("--mutants-of", required=True)
    parser.addoption("--mutants", type=int, required=True)
    parser.addoption("--places", type=json.loads)
    parser.addoption("--outcomes", type=Path, required=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave PostgreSQL out, where the unit does not ask for it: each mutant that gets so far starts a server."""
    on_server = units()[config.getoption("--mutants-of")].on_server
    there = [item for item in items if "postgresql" in item.nodeid and item.nodeid.startswith(on_server)]
    items[:] = [item for item in items if "postgresql" not in item.nodeid] + (there if on_server else [])


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try each mutant of the unit's sample."""
    unit: Unit = units()[session.config.getoption("--mutants-of")]
    outcomes: Path = session.config.getoption("--outcomes")
    # What is imported only while a test runs would be imported without the mutant.
    modules = [importlib.import_module(_module_name(path)) for path in unit.paths]
    reached = _in_child(lambda: _reached(session, unit.paths, modules), outcomes, seconds=1_800)
    if reached is None or reached["failed"]:
        raise pytest.UsageError(f"{unit.name}: tests fail without any mutant: {reached and reached['failed']}")
    if not any(reached["lines"].values()):
        raise pytest.UsageError(f"{unit.name}: no test reaches it. Name the tests that do in tests/mutants/modules.py.")
    sample, places = unit.sample(session.config.getoption("--mutants")), session.config.getoption("--places")
    chosen = sample if places is None else [sample[place] for place in places]
    killed_by: list[str] = []
    for mutant in chosen:
        killed_by.append(_killed_by(session, mutant, reached, outcomes, Counter(killed_by)))
    outcomes.write_text(json.dumps(killed_by), encoding="utf-8")
    return True


def _module_name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _killed_by(
    session: pytest.Session, mutant: Mutant, reached: dict[str, Any], outcomes: Path, kills: Counter[str]
) -> str:
    """The test that fails; empty for a mutant that survived, `NOT_REACHED` for one whose lines no test runs.

    Those that killed most so far are run first, and of others the quickest.
    """
    items = _tests_of(session.items, mutant, reached["lines"])
    items.sort(key=lambda item: (-kills[item.nodeid], reached["seconds"][item.nodeid]))
    if not items:
        return NOT_REACHED
    seconds = SECONDS + 5 * sum(reached["seconds"][item.nodeid] for item in items)

    def tried() -> str:
        apply(mutant)
        return _first_failure(session, items)

    found = _in_child(tried, outcomes, seconds)
    return NO_END if found is None else str(found)


def _tests_of(
    items: Sequence[pytest.Item], mutant: Mutant, lines: dict[str, dict[str, list[int]]]
) -> list[pytest.Item]:
    """The tests that run one of the mutant's lines; all of them where these run at import."""
    if mutant.runs_at_import:
        return list(items)
    path, wanted = mutant.path.as_posix(), set(range(mutant.first_line, mutant.last_line + 1))
    return [item for item in items if wanted.intersection(lines[item.nodeid].get(path, ()))]


def _first_failure(session: pytest.Session, items: Sequence[pytest.Item]) -> str:
    failed = ""
    for index, item in enumerate(items):
        following = items[index + 1] if index + 1 < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            failed = item.nodeid
            break
    session._setupstate.teardown_exact(None)  # what the tests started ends before this process does
    return failed


def _reached(session: pytest.Session, paths: Sequence[Path], modules: Sequence[ModuleType]) -> dict[str, Any]:
    """The lines of the paths that each test runs, and its seconds. What earlier tests had cached is made again."""
    files = {str(path.resolve()): path.as_posix() for path in paths}
    reached: dict[str, set[int]] = {}

    def on_call(frame: FrameType, event: str, argument: Any) -> Any:
        path = files.get(frame.f_code.co_filename)
        return None if path is None else on_line

    def on_line(frame: FrameType, event: str, argument: Any) -> Any:
        reached.setdefault(files[frame.f_code.co_filename], set()).add(frame.f_lineno)
        return on_line

    lines: dict[str, dict[str, list[int]]] = {}
    seconds: dict[str, float] = {}
    threading.settrace(on_call)
    sys.settrace(on_call)
    for index, item in enumerate(session.items):
        reached.clear()
        for cached in [value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")]:
            cached.cache_clear()
        since = time.perf_counter()
        following = session.items[index + 1] if index + 1 < len(session.items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        seconds[item.nodeid] = time.perf_counter() - since
        lines[item.nodeid] = {path: sorted(numbers) for path, numbers in reached.items()}
        if session.testsfailed:
            return {"failed": item.nodeid}
    return {"lines": lines, "seconds": seconds, "failed": ""}


def _in_child(call: Callable[[], Any], outcomes: Path, seconds: float) -> Any:
    """What the call returns in a forked process; None where that did not end in time, or ended silently."""
    said = outcomes.with_suffix(".one")
    said.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        try:
            os.setpgid(0, 0)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            said.write_text(json.dumps({"returned": call()}), encoding="utf-8")
        except Exception as raised:  # noqa: BLE001  (the parent raises it: no mutant is killed by it)
            said.write_text(json.dumps({"raised": repr(raised)}), encoding="utf-8")
        finally:
            os._exit(0)
    until = time.monotonic() + seconds
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > until:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.005)
    answer = json.loads(said.read_text(encoding="utf-8")) if said.exists() else {"returned": None}
    if "raised" in answer:
        raise RuntimeError(f"A mutant could not be tried: {answer['raised']}")
    return answer["returned"]
