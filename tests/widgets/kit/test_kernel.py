"""Kernels that panels refuse."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from workbench.errors import Misconfigured
from workbench.widgets.kit.kernel import refuse_broken_kernel


def _kernel(version: str) -> ModuleType:
    made = ModuleType("ipykernel")
    made.__version__ = version  # type: ignore[attr-defined]
    return made


def test_the_broken_series_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A panel that silently shows nothing would be worse."""
    monkeypatch.setitem(sys.modules, "ipykernel", _kernel("7.0.1"))

    with pytest.raises(Misconfigured, match="pip install --upgrade ipykernel"):
        refuse_broken_kernel()


@pytest.mark.parametrize("version", ["6.29.5", "7.1.0", "7.3.0", "7.4.0"])
def test_the_others_are_fine(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been tried."""
    monkeypatch.setitem(sys.modules, "ipykernel", _kernel(version))

    refuse_broken_kernel()
