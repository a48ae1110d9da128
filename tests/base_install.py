"""What an installation without any optional part can import, played in this environment, which has all of them.

A process with `environment(folder)` finds the distributions that the package needs, what they need, and no others.
That `pip` brings just these is seen where the wheel is installed (journeys/test_installed_package.py).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.metadata import distribution, packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.meta.source_tree import ROOT

DISTRIBUTION = "lesson-workbench"
# Runs before a program does, as any `sitecustomize` on the path.
HIDING = """\
import sys

HIDDEN = frozenset({hidden!r})


class Hidden:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
        return None


sys.meta_path.insert(0, Hidden)
"""


def environment(folder: Path) -> dict[str, str]:
    """This process's environment, for programs that are to miss every optional part; `folder` is written."""
    (folder / "sitecustomize.py").write_text(HIDING.format(hidden=sorted(_hidden())), encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


def _hidden() -> set[str]:
    """Top-level modules that only distributions outside the base bring."""
    base = _needed([Requirement(DISTRIBUTION)])
    modules = packages_distributions()
    return {name for name, brought in modules.items() if base.isdisjoint(map(canonicalize_name, brought))}


def _needed(wanted: Iterable[Requirement]) -> set[str]:
    """The canonical names of all distributions that these requirements bring."""
    found: set[str] = set()
    left = [
        (canonicalize_name(requirement.name), extra) for requirement in wanted for extra in ("", *requirement.extras)
    ]
    looked: set[tuple[str, str]] = set()
    while left:
        name, extra = left.pop()
        if (name, extra) in looked:
            continue
        looked.add((name, extra))
        distribution(name)  # or it is missing here too
        found.add(name)
        for requirement in map(Requirement, requires(name) or ()):
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
                left += [(canonicalize_name(requirement.name), more) for more in ("", *requirement.extras)]
    return found
