"""The workbench: author and administer courses and lessons from a notebook.

Names only; each is imported when it is first used, so that `import workbench` stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.api.app import app as app
    from workbench.api.connect import connect as connect
    from workbench.client.aio import AsyncClient as AsyncClient
    from workbench.client.sync import Client as Client
    from workbench.errors import WorkbenchError as WorkbenchError

__version__ = "0.1.0"
__all__ = ["AsyncClient", "Client", "WorkbenchError", "__version__", "app", "connect"]

_HOMES = {
    "AsyncClient": "workbench.client.aio",
    "Client": "workbench.client.sync",
    "WorkbenchError": "workbench.errors",
    "app": "workbench.api.app",
    "connect": "workbench.api.connect",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'workbench' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
