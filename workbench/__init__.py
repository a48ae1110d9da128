"""The workbench: author and administer courses and lessons from a notebook.

Names only; each is imported when it is first used, so that `import workbench` stays cheap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.lazy_names import lazy_names as _lazy_names

if TYPE_CHECKING:
    from workbench.api.app import app as app
    from workbench.api.connect import connect as connect
    from workbench.client.aio import AsyncClient as AsyncClient
    from workbench.client.sync import Client as Client
    from workbench.errors import WorkbenchError as WorkbenchError

__version__ = "0.1.0"
__all__ = ["AsyncClient", "Client", "WorkbenchError", "__version__", "app", "connect"]

__getattr__ = _lazy_names(
    __name__,
    {
        "AsyncClient": "workbench.client.aio",
        "Client": "workbench.client.sync",
        "WorkbenchError": "workbench.errors",
        "app": "workbench.api.app",
        "connect": "workbench.api.connect",
    },
)


def __dir__() -> list[str]:
    return sorted(__all__)
