"""The base class of a connected workbench's attributes: their repr, and a hint for a mistyped keyword."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getdoc
from types import FunctionType
from typing import Any

from workbench.argument_check import checks_arguments
from workbench.text import align_cells, display_text, escape_html


class ApiObject:
    """Shows its methods as a table, and suggests the nearest name for a mistyped keyword. Sends nothing itself."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        checks_arguments(cls)

    def __repr__(self) -> str:
        rows = list(_methods(type(self)))
        width = max(len(name) for name, _ in rows)
        return "\n".join([self._caption(), *(f"  {name:<{width}}  {display_text(about)}" for name, about in rows)])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        rows = "".join(f"<tr><td>{name}</td><td>{escape_html(about)}</td></tr>" for name, about in _methods(type(self)))
        caption = f'<caption style="text-align:start">{escape_html(self._caption())}</caption>'
        return {"text/plain": repr(self), "text/html": f"<table>{caption}{align_cells(rows)}</table>"}

    def _caption(self) -> str:
        organization = getattr(self, "organization", None)
        return f"{type(self).__name__} of {display_text(organization)}" if organization else type(self).__name__


def _methods(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the name of each public method with the first sentence of its docstring."""
    for name in dict.fromkeys(name for type_ in kind.__mro__ for name in vars(type_)):
        method = getattr(kind, name)
        if not name.startswith("_") and isinstance(method, FunctionType):
            yield name, " ".join((getdoc(method) or "").split("\n\n")[0].split()).partition(". ")[0].rstrip(".")
