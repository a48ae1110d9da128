"""app(): the workbench as one page of panels, in a cell or, through Voila, without any code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.api.connect import connect
from workbench.api.workbench import Workbench

if TYPE_CHECKING:
    from workbench.widgets.app.panel import App


def app(workbench: Workbench | None = None) -> App:
    """Return all panels on one page, connecting first if no workbench is given.

    Raises what `connect` raises.
    """
    return (workbench or connect()).widgets.app(stores_organization=True)
