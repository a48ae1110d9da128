"""The panels' scripts are code: modules that are checked, small, and bundled whole. `make check` runs their tools."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.meta.source_tree import PACKAGE, ROOT
from tests.needs import needs

WIDGETS = PACKAGE / "widgets"
STATIC = WIDGETS / "static"
TYPES_ONLY = {"block_list/list_state.js"}


def script_modules(folder: Path = WIDGETS) -> list[Path]:
    """The modules that people write."""
    written = (path for path in folder.rglob("*.js") if not path.name.endswith(".min.js"))
    return sorted(path for path in written if not path.is_relative_to(STATIC))


def test_every_module_is_type_checked() -> None:
    """An editor checks a file that says so, even where nobody runs the tests."""
    unchecked = [path.name for path in script_modules() if not path.read_text("utf-8").startswith("// @ts-check\n")]

    assert unchecked == []


@needs("npm")
def test_the_type_checker_reads_every_script() -> None:
    """A new folder with a script in it is read without being named anywhere."""
    compiler = ROOT / "node_modules" / ".bin" / "tsc"
    if not compiler.exists():
        pytest.skip("`make check` installs the type checker")
    listing = subprocess.run(
        [compiler, "--project", ROOT / "tsconfig.json", "--listFilesOnly"], capture_output=True, text=True, check=True
    )
    read = {Path(line) for line in listing.stdout.splitlines()}

    assert set(script_modules(PACKAGE)) - read == set()


def test_every_module_is_in_a_bundle() -> None:
    """A module that nothing imports is not shipped, and should not lie there."""
    bundled = {
        name
        for path in STATIC.rglob("*.js")
        for name in re.findall(r"^// workbench/widgets/(\S+)$", path.read_text("utf-8"), re.MULTILINE)
    }

    assert {path.relative_to(WIDGETS).as_posix() for path in script_modules()} - TYPES_ONLY == bundled


def test_an_element_is_made_in_one_place() -> None:
    """Text becomes markup nowhere if one function makes elements."""
    makers = [path.name for path in script_modules() if "document.createElement(" in path.read_text("utf-8")]

    assert makers == ["dom.js"]


def test_the_tools_are_pinned() -> None:
    """The bundle is the same on every machine; no lock file names where the tools come from."""
    pins = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]

    assert [name for name, version in pins.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
    assert not (ROOT / "package-lock.json").exists()
