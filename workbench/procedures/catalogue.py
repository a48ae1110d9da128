"""All procedures by wire name, collected from the declarations."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from workbench.procedures import asset, comment, course, lesson, organization, project, realtime, service, source
from workbench.procedures.declare import Procedure

_ROUTERS = (organization, project, course, lesson, comment, source, asset, realtime, service)

CATALOGUE: Mapping[str, Procedure[Any, Any, Any]] = MappingProxyType(
    {name.name: name for router in _ROUTERS for name in vars(router).values() if isinstance(name, Procedure)}
)
"""Every declared procedure; the interface's first within each router."""


def find(name: str) -> Procedure[Any, Any, Any] | None:
    """Return the procedure with that wire name, or `None`."""
    return CATALOGUE.get(name)
