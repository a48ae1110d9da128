"""What the attributes of a connected workbench share: how they are shown, and what a mistyped keyword gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import getdoc, signature
from types import FunctionType
from typing import Any

from workbench.errors import InputRejected
from workbench.nearest_word import nearest_word
from workbench.text import escaped, shown


class ApiObject:
    """Shows its methods as a small table, and answers a mistyped keyword with the nearest one. Sends nothing itself."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, member in list(vars(cls).items()):
            if not name.startswith("_") and isinstance(member, FunctionType) and not hasattr(member, "__wrapped__"):
                setattr(cls, name, _with_checks(member))

    def __repr__(self) -> str:
        rows = list(_methods(type(self)))
        width = max(len(name) for name, _ in rows)
        return "\n".join([self._caption(), *(f"  {name:<{width}}  {shown(about)}" for name, about in rows)])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        rows = "".join(f"<tr><td>{name}</td><td>{escaped(about)}</td></tr>" for name, about in _methods(type(self)))
        caption = f'<caption style="text-align:start">{escaped(self._caption())}</caption>'
        return {"text/plain": repr(self), "text/html": f"<table>{caption}{rows}</table>"}

    def _caption(self) -> str:
        of = getattr(self, "organization", None)
        return f"{type(self).__name__} of {shown(of)}" if of else type(self).__name__


def _methods(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the name of each public method with the first sentence of its docstring."""
    for name in dict.fromkeys(name for type_ in kind.__mro__ for name in vars(type_)):
        method = getattr(kind, name)
        if not name.startswith("_") and isinstance(method, FunctionType):
            yield name, " ".join((getdoc(method) or "").split("\n\n")[0].split()).partition(". ")[0].rstrip(".")


def _with_checks(method: Callable[..., Any]) -> Callable[..., Any]:
    parameters = signature(method).parameters
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return method
    known = [parameter for parameter in parameters if parameter != "self"]

    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        for name in kwargs:
            if name not in known:
                near = nearest_word(name, known)
                there = f"Did you mean {near!r}?" if near else f"It has: {', '.join(known) or 'none'}."
                raise InputRejected(f"{method.__name__}() has no keyword {name!r}. {there}")
        return method(*args, **kwargs)

    return call
