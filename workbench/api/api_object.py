"""What the attributes of a connected workbench share: how they are shown, and what a mistyped keyword gets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from inspect import Parameter, getdoc, signature
from pathlib import Path
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from workbench.errors import InputRejected, WrongType
from workbench.nearest_word import nearest_word
from workbench.text import display_text, escape_html

_EXPECTED: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    os.PathLike: "a path",
}
"""Types of arguments that are checked, as a message names them; values of other types are checked by the verbs."""
_LONGEST_NAME: Final = 255
"""The most bytes that a part of a path has on common file systems."""


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
        return "\n".join([self._caption(), *(f"  {name:<{width}}  {display_text(about)}" for name, about in rows)])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        rows = "".join(f"<tr><td>{name}</td><td>{escape_html(about)}</td></tr>" for name, about in _methods(type(self)))
        caption = f'<caption style="text-align:start">{escape_html(self._caption())}</caption>'
        return {"text/plain": repr(self), "text/html": f"<table>{caption}{rows}</table>"}

    def _caption(self) -> str:
        of = getattr(self, "organization", None)
        return f"{type(self).__name__} of {display_text(of)}" if of else type(self).__name__


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
    in_order = [*parameters][1:]

    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        for name in kwargs:
            if name not in known:
                near = nearest_word(name, known)
                there = f"Did you mean {near!r}?" if near else f"It has: {', '.join(known) or 'none'}."
                raise InputRejected(f"{method.__name__}() has no keyword {name!r}. {there}")
        types = _checked_types(method)
        for name, value in (*zip(in_order, args[1:], strict=False), *kwargs.items()):
            if name in types:
                _check(f"{method.__name__}(): {name}", value, types[name])
        return method(*args, **kwargs)

    return call


@cache
def _checked_types(method: Callable[..., Any]) -> dict[str, tuple[type, ...]]:
    """Return the types of each parameter that accepts only the types of `_EXPECTED`, with `None` if it is optional."""
    found: dict[str, tuple[type, ...]] = {}
    for parameter in signature(method).parameters.values():
        if parameter.annotation is parameter.empty or parameter.kind is Parameter.VAR_POSITIONAL:
            continue
        try:
            annotation = eval(str(parameter.annotation), dict(method.__globals__))  # noqa: S307  (our own signatures)
        except NameError:
            continue  # a type that only type checkers know
        types = set(_plain(annotation))
        if types <= {*_EXPECTED, NoneType}:
            found[parameter.name] = tuple(types)
    return found


def _plain(annotation: Any) -> Iterator[Any]:
    """Return the types in a union without their annotations; a word of a `Literal` is a text."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _plain(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for member in get_args(annotation):
            yield from _plain(member)
    elif origin is Literal:
        yield from map(type, get_args(annotation))
    else:
        is_path = os.PathLike in (origin, annotation) or annotation is Path
        yield os.PathLike if is_path else NoneType if annotation is None else annotation


def _check(place: str, value: object, types: tuple[type, ...]) -> None:
    """Raise `WrongType` for a value of none of the types, and `InputRejected` for a text that no path can be."""
    if type(value).__module__ == "numpy":
        return  # a number of a table
    is_expected = isinstance(value, types) or (isinstance(value, int) and float in types)
    if not is_expected or (isinstance(value, bool) and bool not in types):
        expected = " or ".join(words for kind, words in _EXPECTED.items() if kind in types)
        raise WrongType(f"{place} is {expected}, not {type(value).__name__}.")
    if os.PathLike in types and isinstance(value, str | os.PathLike):
        parts = Path(value).parts
        if any("\0" in part or len(part.encode(errors="replace")) > _LONGEST_NAME for part in parts):
            raise InputRejected(f"{place} is no path: it has a NUL, or a name of more than {_LONGEST_NAME} bytes.")
