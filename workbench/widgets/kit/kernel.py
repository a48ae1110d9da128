"""Which kernels panels work in. Knows no panel."""

from __future__ import annotations

import sys

from workbench.errors import Misconfigured

_BROKEN = "7.0."


def refuse_broken_kernel() -> None:
    """Raise `Misconfigured` in a kernel whose widgets lose what other threads tell them (ipykernel 7.0.x)."""
    loaded = sys.modules.get("ipykernel")
    version = str(getattr(loaded, "__version__", ""))
    if version.startswith(_BROKEN):
        raise Misconfigured(
            f"Panels do not work with ipykernel {version}: its widgets lose their updates. "
            "Install another one with `pip install --upgrade ipykernel`, then restart the kernel."
        )
