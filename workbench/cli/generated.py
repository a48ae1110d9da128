"""`workbench/cli/commands.json`, printed from `verbs.toml` and the signatures that it names.

`python -m workbench.cli.generated [FILE]`. The parser, help and completion read that file and import no signature.
"""

from __future__ import annotations

import inspect
import json
import sys
import tomllib
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, cast, get_args, get_origin

from workbench.api.connection import ConnectionFacts
from workbench.api.workbench import Workbench
from workbench.argument_help import Help
from workbench.client.sync import Client

VERBS: Final = Path(__file__).with_name("verbs.toml")
PLANS: Final = {"Plan": "lessons", "ChangePlan": "changes"}
"""Verbs whose plan is shown, approved and carried out, by the name of their result."""
_PLAIN: Final = (str, int, bool)


def render_commands() -> str:
    """Return the generated file: groups and commands, each with its arguments."""
    declared = tomllib.loads(VERBS.read_text(encoding="utf-8"))
    commands = {name: _command(name, facts) for name, facts in declared["commands"].items()}
    lines = ",\n".join(f"  {_json(name)}: {_lines(facts)}" for name, facts in commands.items())
    groups = json.dumps(declared["groups"], ensure_ascii=False, indent=2)
    return f'{{\n "groups": {groups},\n "commands": {{\n{lines}\n }}\n}}\n'


def _lines(facts: dict[str, Any]) -> str:
    """Return a command on one line, and each of its arguments on its own line."""
    arguments = facts.get("arguments")
    if not arguments:
        return _json(facts)
    plain = _json({name: value for name, value in facts.items() if name != "arguments"})
    listed = ",\n".join(f"    {_json(argument)}" for argument in arguments)
    return f'{plain[:-1]}, "arguments": [\n{listed}\n  ]}}'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _command(name: str, facts: dict[str, Any]) -> dict[str, Any]:
    if "verb" not in facts:
        return facts
    method = attrgetter(facts["verb"])(_offline_workbench())
    returned = str(inspect.signature(method).return_annotation)
    about = facts.get("about") or _first_line(method)
    command = {"about": about, "asks": True, **facts, "arguments": verb_arguments(method, facts)}
    return command | ({"plan": PLANS[returned]} if returned in PLANS else {})


def _first_line(method: Callable[..., Any]) -> str:
    sentence = " ".join((inspect.getdoc(method) or "").split("\n\n")[0].split()).partition(". ")[0].rstrip(".")
    return f"{sentence[0].lower()}{sentence[1:]}"


def verb_arguments(method: Callable[..., Any], facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the arguments of a verb's command: each parameter with a `Help`, in the order of the signature.

    Raises `TypeError` for a required parameter without one.
    """
    arguments, has_list = [], False
    for parameter in inspect.signature(method).parameters.values():
        annotation = _annotation(parameter, inspect.unwrap(method).__globals__)
        about = _help_of(annotation)
        if about is None:
            if parameter.default is parameter.empty:
                raise TypeError(f"{method.__qualname__}: the parameter {parameter.name} is needed and has no Help")
            continue
        is_option = parameter.kind is parameter.KEYWORD_ONLY or has_list or parameter.name in facts.get("options", ())
        argument = _argument(parameter, annotation, about, is_option=is_option)
        if parameter.name == facts.get("repeated_argument"):
            argument["isList"] = True
        has_list = has_list or (argument.get("isList", False) and not is_option)
        arguments.append(argument)
    return arguments


def _argument(parameter: inspect.Parameter, annotation: Any, about: Help, *, is_option: bool) -> dict[str, Any]:
    kinds = set(_plain_types(annotation))
    words = [word for literal in _literals(annotation) for word in get_args(literal)]
    is_variadic = parameter.kind is parameter.VAR_POSITIONAL
    is_required = parameter.default is parameter.empty and not (is_variadic and is_option)
    facts: dict[str, Any] = {"name": parameter.name, "help": about.text, "required": is_required}
    if is_option:
        name = parameter.name.removeprefix("is_") if bool in kinds else parameter.name
        facts["flag"] = f"--{name.replace('_', '-')}"
    if bool in kinds:
        return facts | {"kind": "flag" if parameter.default is False else "switch"}
    facts |= {"kind": "number" if int in kinds and str not in kinds else "text"}
    facts |= {"metavar": about.metavar} if about.metavar else {}
    facts |= {"least": about.least} if about.least is not None else {}
    facts |= {"words" if facts["kind"] == "number" or _is_open(annotation) else "choices": words} if words else {}
    is_list = is_variadic or about.is_list or _is_sequence(annotation)
    return facts | ({"isList": True} if is_list else {})


def _annotation(parameter: inspect.Parameter, names: Mapping[str, Any]) -> Any:
    """Return the annotation as types; `None` if only type checkers can read it, as it then has no `Help`."""
    try:
        return eval(str(parameter.annotation), dict(names))  # noqa: S307  (our own signatures)
    except NameError:
        if "Help(" in str(parameter.annotation):
            raise
        return None


def _help_of(annotation: Any) -> Help | None:
    if get_origin(annotation) is Annotated:
        return next((argument for argument in get_args(annotation)[1:] if isinstance(argument, Help)), None)
    return next(filter(None, map(_help_of, _members(annotation))), None)


def _members(annotation: Any) -> tuple[Any, ...]:
    """Return the members of a union; empty for any other type."""
    return get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else ()


def _parts(annotation: Any) -> Iterator[Any]:
    """Yield the types in a union, `Annotated` or not."""
    if get_origin(annotation) is Annotated:
        yield from _parts(get_args(annotation)[0])
    elif members := _members(annotation):
        for member in members:
            yield from _parts(member)
    else:
        yield annotation


def _plain_types(annotation: Any) -> Iterator[type]:
    return (part for part in _parts(annotation) if part in _PLAIN)


def _literals(annotation: Any) -> Iterator[Any]:
    for part in _parts(annotation):
        if get_origin(part) is Literal:
            yield part
        elif _is_collection(part):
            yield from (inner for inner in get_args(part) if get_origin(inner) is Literal)


def _is_open(annotation: Any) -> bool:
    return str in _plain_types(annotation)


def _is_sequence(annotation: Any) -> bool:
    return any(map(_is_collection, _parts(annotation))) and not _is_open(annotation)


def _is_collection(part: Any) -> bool:
    origin = get_origin(part)
    return isinstance(origin, type) and issubclass(origin, (Sequence, tuple, list))


class _Nowhere:
    """A client of a workbench that is looked at and never called."""

    def within(self, organization_id: str | None) -> _Nowhere:
        return self


def _offline_workbench() -> Workbench:
    facts = ConnectionFacts(
        *("", "", None, None, None, None, None), organizations=(), notes=(), read_at=datetime.fromtimestamp(0, UTC)
    )
    return Workbench(cast("Client", _Nowhere()), facts)


def main() -> None:
    """Write the file that is named, or print it."""
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(render_commands(), encoding="utf-8")
    else:
        sys.stdout.write(render_commands())


if __name__ == "__main__":
    main()
