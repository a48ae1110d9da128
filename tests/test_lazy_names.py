"""Packages offer names without importing what is after them."""

from __future__ import annotations

import subprocess
import sys

import pytest

import workbench
import workbench.bulk
import workbench.changes
from workbench.lazy_names import lazy_names


@pytest.mark.parametrize("package", [workbench, workbench.bulk, workbench.changes])
def test_every_name_that_is_offered_is_there(package: object) -> None:
    """A module that was moved is noticed."""
    offered = package.__all__  # type: ignore[attr-defined]
    assert [name for name in offered if not hasattr(package, name)] == []


def test_another_name_is_an_attribute_error() -> None:
    """As of any module, so that `hasattr` works."""
    find = lazy_names("shop", {"sqrt": "math"})

    assert find("sqrt")(4) == 2
    with pytest.raises(AttributeError, match="module 'shop' has no attribute 'bread'"):
        find("bread")


def test_a_module_is_imported_with_its_first_name() -> None:
    """Not before."""
    code = "import sys, workbench.bulk; before = 'workbench.bulk.running.run' in sys.modules; workbench.bulk.Run"
    code += "; print(before, 'workbench.bulk.running.run' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == (
        "False True\n"
    )
