"""Check the arguments of a public verb by its signature, before the verb sees them: the one check of all verbs.

Values that the annotation allows are accepted; anything else raises `WrongType` or `InputRejected`, with the value and
what is expected. Annotations without a type (`Any`) and records (`IdOrName`) are checked by the verbs themselves.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, wraps
from importlib import import_module
from inspect import Parameter, getsource, signature
from math import isfinite
from pathlib import Path
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, Final, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from workbench.errors import InputRejected, WrongType
from workbench.nearest_word import nearest_word, suggestion
from workbench.text import display_text

C = TypeVar("C", bound=type)
P = ParamSpec("P")
R = TypeVar("R")

LONGEST_VALUE: Final = 60
"""Characters of a value that a message repeats at most."""
_LONGEST_NAME: Final = 255
"""Longest part of a path on common file systems, in bytes."""
_EXPECTED: Final[Mapping[str, str]] = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "True or False",
    "PathLike": "a path",
    "NoneType": "None",
    "date": "a date",
    "DataFrame": "a DataFrame",
    "Mapping": "a mapping",
    "Callable": "a function",
    "Plan": "a plan of `wb.bulk.plan`",
    "TranslationPlan": "a plan of `wb.bulk.plan_translations`",
    "UpdatePlan": "a plan of `wb.translations.plan_update`",
    "ChangePlan": "a plan of changes, such as one of `wb.lessons.apply`",
    "Approval": "an approval of `plan.approve`",
    "ChangeApproval": "an approval of `plan.approve`",
    "Outline": "an outline of `wb.courses.propose` or `wb.courses.outline`",
    "Run": "a run of `wb.bulk.run`",
    "NotebookTranslationRun": "a run of `wb.bulk.run`",
}
"""Names of types in messages; for our own types, with the verb that returns one."""
_ANYTHING: Final = (Any, object, Parameter.empty)


def checks_arguments(kind: C) -> C:
    """Have every public method of a class check its arguments; return the class."""
    for name, member in list(vars(kind).items()):
        if not name.startswith("_") and isinstance(member, FunctionType) and not hasattr(member, "__wrapped__"):
            setattr(kind, name, checks_function(member))
    return kind


def checks_function(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function with a check of its arguments before each call.

    Raises `InputRejected` for an unknown keyword, with the nearest, and for a text that is not a path or not one of the
    choices; `WrongType` for a missing argument and for a value of another type.
    """
    shape, name = signature(function), getattr(function, "__name__", "")
    takes_any_keyword = any(parameter.kind is Parameter.VAR_KEYWORD for parameter in shape.parameters.values())

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for keyword in () if takes_any_keyword else kwargs:
            if keyword not in shape.parameters or keyword == "self":
                raise InputRejected(f"{name}() has no keyword {keyword!r}. {_keywords(shape.parameters, keyword)}")
        try:
            given = shape.bind(*args, **kwargs).arguments
        except TypeError as wrong:
            raise WrongType(f"{name}(): {wrong}. It is called as {name}{_without_types(shape.parameters)}.") from None
        expected = annotations_of(function)
        for parameter, value in given.items():
            if parameter in expected:
                is_several = shape.parameters[parameter].kind is Parameter.VAR_POSITIONAL
                for item in value if is_several else (value,):
                    check(f"{name}(): {parameter}", item, expected[parameter])
        return function(*args, **kwargs)

    return call


def check(place: str, value: object, annotation: Any) -> None:
    """Raise `WrongType` or `InputRejected`, with place and value, for a value that the annotation does not allow."""
    members = tuple(_members(annotation))
    if not any(_fits(value, member) for member in members):
        words = [word for member in members if get_origin(member) is Literal for word in get_args(member)]
        if words and isinstance(value, str):
            before, _, name = place.rpartition(" ")
            raise InputRejected(f"{before} there is no {name} {describe_value(value)}. {suggestion(value, words)}")
        expected = list(dict.fromkeys(map(_describe_type, members)))
        raise WrongType(f"{place} must be {_either(expected)}, not {describe_value(value)}.")
    if any(member is os.PathLike for member in members) and isinstance(value, str | os.PathLike):
        _check_path(place, value)


def describe_value(value: object) -> str:
    """Return a value as a message names it: a number or the start of a text with its type, of others the type alone."""
    kind = type(value).__name__
    if isinstance(value, str):
        return f"the empty text {value!r}" if not value else repr(display_text(value, longest=LONGEST_VALUE))
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, int | float):
        return f"{display_text(value, longest=LONGEST_VALUE)} ({kind})"
    if isinstance(value, list | tuple | dict | set | frozenset | bytes) and len(value) <= 1:
        first = next(iter(value), None)
        if first is None or isinstance(first, str | int | float):
            return f"{display_text(repr(value), longest=LONGEST_VALUE)} ({kind})"
    return _with_article(kind)


def _with_article(name: str) -> str:
    return name if name == "bytes" else f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _keywords(parameters: Mapping[str, Parameter], keyword: str) -> str:
    known = [name for name in parameters if name != "self"]
    near = nearest_word(keyword, known)
    return f"Did you mean {near!r}?" if near else f"It has: {', '.join(known) or 'none'}."


def _without_types(parameters: Mapping[str, Parameter]) -> str:
    """Return the arguments of a call that cannot be left out, such as `(lesson, course=…)`."""
    needed = [parameter for parameter in parameters.values() if parameter.name != "self"]
    needed = [parameter for parameter in needed if parameter.default is parameter.empty]
    shown_ones = (
        f"{one.name}=…" if one.kind is one.KEYWORD_ONLY else str(one.replace(annotation=one.empty)) for one in needed
    )
    return f"({', '.join(shown_ones)})"


@cache
def annotations_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return what the signature says of each parameter that it says something about, with names as values."""
    names = _Names(sys.modules[function.__module__])
    by_parameter = {}
    for parameter in signature(function).parameters.values():
        annotation = parameter.annotation
        if isinstance(annotation, str):
            annotation = eval(annotation, {}, names)  # noqa: S307  (our own signatures)
        if annotation not in _ANYTHING and parameter.kind is not Parameter.VAR_KEYWORD:
            by_parameter[parameter.name] = annotation
    return by_parameter


class _Names(dict[str, Any]):
    """The names of a module, with those that it imports for type checkers only."""

    def __init__(self, module: Any) -> None:
        super().__init__(vars(module))
        self._later = _imported_for_types(module.__name__)

    def __missing__(self, name: str) -> Any:
        if name not in self._later:
            raise KeyError(name)  # a built-in name
        module, _, member = self._later[name].rpartition(":")
        self[name] = getattr(import_module(module), member) if member else import_module(module)
        return self[name]


@cache
def _imported_for_types(module: str) -> dict[str, str]:
    """Return the origins of the names that a module imports under `TYPE_CHECKING`: `module:name`, or `module:`."""
    names: dict[str, str] = {}
    for block in ast.parse(getsource(sys.modules[module])).body:
        if not (isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"):
            continue
        for line in ast.walk(block):
            if isinstance(line, ast.ImportFrom):
                names |= {alias.asname or alias.name: f"{line.module}:{alias.name}" for alias in line.names}
            elif isinstance(line, ast.Import):
                names |= {alias.asname or alias.name: f"{alias.name}:" for alias in line.names}
    return names


def _members(annotation: Any) -> Iterator[Any]:
    """Yield the types of a union, without their annotations."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _members(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for member in get_args(annotation):
            yield from _members(member)
    elif os.PathLike in (origin, annotation) or annotation is Path:
        yield os.PathLike
    else:
        yield NoneType if annotation is None else annotation


def _fits(value: object, member: Any) -> bool:
    """Return whether a value is what one type of a union allows."""
    origin = get_origin(member) or member
    if type(value).__module__ == "numpy" and hasattr(value, "item") and not getattr(value, "shape", None):
        value = value.item()  # a number of a table
    if member in _ANYTHING or isinstance(origin, TypeVar) or getattr(origin, "__name__", "") == "BaseModel":
        return True  # a record: the verb looks for the id in it
    if origin is Literal:
        return any(type(value) is type(word) and value == word for word in get_args(member))
    if origin is Callable:
        return callable(value)
    if origin in (int, float):
        kinds = (int,) if origin is int else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool) and isfinite(value)
    if getattr(origin, "_is_protocol", False) and origin.__module__ != "collections.abc":
        return all(hasattr(value, name) for name in vars(origin) if not name.startswith("_"))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and _items_fit((*value.keys(), *value.values()), get_args(member))
    if isinstance(origin, type) and issubclass(origin, Iterable) and get_args(member):
        return _is_list(value, origin) and _items_fit(value, get_args(member)[:1])
    return isinstance(value, origin)


def _is_list(value: Any, kind: type) -> bool:
    """Return whether a value has items, such as a list or a column of a table; texts and tables don't count."""
    if isinstance(value, str | bytes | bytearray | Mapping) or hasattr(value, "columns"):
        return False
    return isinstance(value, kind) or (
        kind is not tuple and isinstance(value, Iterable) and not isinstance(value, type)
    )


def _items_fit(items: Any, kinds: tuple[Any, ...]) -> bool:
    """Return whether all items are of the kinds; those of an iterator are not looked at."""
    if not kinds or not isinstance(items, Collection):
        return True
    members = [member for kind in kinds for member in _members(kind)]
    return all(any(_fits(item, member) for member in members) for item in items)


def _describe_type(member: Any) -> str:
    origin, arguments = get_origin(member) or member, get_args(member)
    if origin is Literal:
        return _either([repr(word) for word in arguments])
    if isinstance(origin, type) and issubclass(origin, Iterable) and arguments and not issubclass(origin, Mapping):
        items = _either([_describe_type(kind) for kind in _members(arguments[0])])
        return f"a list, each item {items}" if items != "a text" else "a list of texts"
    name = getattr(origin, "__name__", str(origin))
    return _EXPECTED.get(name, _with_article(name))


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _check_path(place: str, value: str | os.PathLike[str]) -> None:
    text = os.fspath(value)
    if not text:
        raise InputRejected(f"{place} is not a path: it is the empty text ''. The current folder is '.'.")
    if any("\0" in part or len(part.encode(errors="replace")) > _LONGEST_NAME for part in Path(text).parts):
        raise InputRejected(
            f"{place} is no path: {describe_value(text)} has a NUL, or a name of more than {_LONGEST_NAME} bytes."
        )
