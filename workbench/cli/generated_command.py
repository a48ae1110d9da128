"""A command that is generated from a verb of `wb`: calls it with the arguments, and prints its answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from inspect import signature
from math import ceil
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from workbench.cli.answers import VerbAnswer, say_answers, verb_answer
from workbench.cli.commands import COMMANDS, CommandEntry
from workbench.cli.input_file import with_standard_input
from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, ask_for_number, complain, note
from workbench.columns import ALL
from workbench.errors import WorkbenchError
from workbench.text import display_text

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench

FIRST = 20
"""Default number of rows of a table for people, for verbs with a limit."""
PROGRESS = ("progress", "on_progress")


def run(chosen: argparse.Namespace) -> int:
    """Call the verb for each of the given things, and print its answers.

    Returns 1 if one of several was refused; the others are done.
    """
    command = COMMANDS[chosen.command]
    given = {
        argument["name"]: value for argument in command.arguments if (value := _value(chosen, argument)) is not None
    }
    _check(command, given)
    answers: list[VerbAnswer] = []
    exit_code = 0
    with _workbench(command) as root, ExitStack() as stack:
        if command.plan:
            return _carry_out(command, root, given, chosen)
        given |= _injected_arguments(command, root, chosen, stack)
        for arguments in _single_calls(command, given):
            try:
                answers.append(_answer(command, root, arguments))
            except (WorkbenchError, UsageError) as refused:
                _in_options(refused, command)
                if (
                    not isinstance(given.get(command.repeated_argument), list)
                    or len(given[command.repeated_argument]) < 2
                ):
                    raise
                exit_code = complain(
                    str(refused),
                    exit_code=1,
                    as_json=chosen.as_json,
                    **{command.repeated_argument: arguments[command.repeated_argument]},
                )
    return max(exit_code, say_answers(answers, command, chosen))


def _check(command: CommandEntry, given: Mapping[str, Any]) -> None:
    """Raise `UsageError` if there is nothing to change, or one option is given for several things."""
    optional = [argument for argument in command.arguments if not argument["required"]]
    if command.needs and not any(argument["name"] in given for argument in optional):
        flags = [argument.get("flag") or argument["metavar"] for argument in optional]
        raise UsageError(f"Name what to change: {', '.join(flags)}. Nothing was changed.")
    if command.alone in given and len(given[command.repeated_argument]) > 1:
        flag = next(argument["flag"] for argument in command.arguments if argument["name"] == command.alone)
        raise UsageError(f"{flag} works with one item only. Leave it out, or name one item at a time.")


def _value(chosen: argparse.Namespace, argument: Mapping[str, Any]) -> Any:
    """Return the value given for an argument; `-` in a list is replaced by the lines of standard input."""
    value = getattr(chosen, argument["name"])
    if isinstance(value, list) and "choices" in argument:
        return _choices([word.strip() for text in value for word in text.split(",")], argument)
    return with_standard_input(value) if isinstance(value, list) else value


def _choices(words: list[str], argument: Mapping[str, Any]) -> list[str]:
    for word in words:
        if word not in argument["choices"]:
            raise UsageError(f"{argument['flag']}: {word!r} is not one of {', '.join(argument['choices'])}.")
    return words


def _single_calls(command: CommandEntry, given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for value in given[command.repeated_argument] if command.repeated_argument else [None]:
        yield given | ({command.repeated_argument: value} if command.repeated_argument else {})


@contextmanager
def _workbench(command: CommandEntry) -> Iterator[Workbench]:
    from workbench.api.collection import asking
    from workbench.api.connect import connect

    def ask(what: str, number: int) -> None:
        ask_for_number(what, number, unasked="Use --yes to confirm.")

    with connect() as connected, asking(ask):
        yield connected


def _injected_arguments(
    command: CommandEntry, root: Workbench, chosen: argparse.Namespace, stack: ExitStack
) -> dict[str, Any]:
    """Return a verb's implicit arguments: every column, the terminal's progress display, and a table's rows."""
    parameters = signature(attrgetter(command.verb)(root)).parameters
    injected: dict[str, Any] = {}
    if "columns" in parameters:
        injected["columns"] = ALL
    if chosen.output == "table" and getattr(chosen, "limit", 0) is None:
        injected["limit"] = FIRST
    count = stack.enter_context(stoppable(command.counts, message=command.stopped))
    for name in PROGRESS:
        if name in parameters:
            injected[name] = lambda *facts: count(next(fact for fact in facts if isinstance(fact, int)))
    if "waiting" in parameters:
        injected["waiting"] = _say_waits()
    return injected


def _say_waits() -> Callable[[str, float], None]:
    """Return a function that prints the reason and length of each wait when it begins."""
    left_before = 0.0

    def say_wait(reason: str, seconds_left: float) -> None:
        nonlocal left_before
        if seconds_left > left_before:
            note(f"{display_text(reason)} Next try in {ceil(seconds_left)} s.")
        left_before = seconds_left

    return say_wait


def _answer(command: CommandEntry, root: Workbench, arguments: dict[str, Any]) -> VerbAnswer:
    returned = _call_verb(command.verb, root, arguments)
    more = None
    if command.tells:
        first = next(iter(arguments.values()))
        more = _call_verb(command.tells, root, {command.arguments[0]["name"]: first})
    defaults = {
        name: parameter.default for name, parameter in signature(attrgetter(command.verb)(root)).parameters.items()
    }
    return verb_answer(returned, more, defaults | arguments, verb=command.verb)


def _call_verb(verb: str, root: object, arguments: dict[str, Any]) -> Any:
    """Call a verb and return its answer; a list for a variadic parameter is unpacked."""
    method = attrgetter(verb)(root)
    options, listed = dict(arguments), ()
    for parameter in signature(method).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            listed = tuple(options.pop(parameter.name))
    return method(*listed, **options)


def _carry_out(command: CommandEntry, root: Workbench, given: dict[str, Any], chosen: argparse.Namespace) -> int:
    """Show the plan that the verb gives, or have it approved and carried out."""
    from workbench.cli.plans import carry_out

    if chosen.save and not chosen.plan:
        raise UsageError("--save needs --plan, which saves the plan without running it.")
    try:
        return carry_out(command, root, given, chosen, lambda: _call_verb(command.verb, root, given))
    except WorkbenchError as refused:
        _in_options(refused, command)
        raise


def _in_options(refused: WorkbenchError | UsageError, command: CommandEntry) -> None:
    """Replace keywords of the verb in an error by options: `overwrite=True` becomes `--overwrite`."""
    for argument in command.arguments:
        if argument["kind"] in ("flag", "switch") and "flag" in argument:
            refused.message = refused.message.replace(f"{argument['name']}=True", argument["flag"])
    refused.args = (refused.message,)
