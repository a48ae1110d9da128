"""The commands, and the parser that finds one: each has its own options, and an error says what is allowed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from workbench import __version__
from workbench.cli.commands import (
    COMMANDS,
    GROUPS,
    CommandEntry,
    default_action,
    find_command,
    list_actions,
    replace_former_name,
)
from workbench.cli.common_options import add_common_options, split_leading, with_defaults
from workbench.cli.output import UsageError

OWN_URL = ("login", "logout")
"""Commands that say themselves what `--url` and `--profile` are to them."""

MORE_WORDS = "more_words"
"""The parser default with the name of a list argument that also accepts words after options."""


class CommandFunctions(NamedTuple):
    """The functions of a command: one runs it, one adds its arguments; `None` if the table of commands has them."""

    run: Callable[[argparse.Namespace], int]
    arguments: Callable[[argparse.ArgumentParser], None] | None


class CommandParser(argparse.ArgumentParser):
    """An `argparse` parser that raises `UsageError` with one line, and names the nearest option for an unknown one."""

    def error(self, message: str) -> NoReturn:
        """Raise the message with the command whose help explains more."""
        raise UsageError(f"{message}. See: {self.prog} --help")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse as argparse does, but let a sub-command report arguments that it does not know itself."""
        chosen, unknown = super().parse_known_args(args, namespace)
        more = self.get_default(MORE_WORDS)
        if more and not any(word.startswith("-") for word in unknown):
            # argparse gives a list only the words before the first option among them
            setattr(chosen, more, [*getattr(chosen, more), *unknown])
            return chosen, []
        if unknown:
            raise UsageError(f"{self._unknown(unknown[0])} See: {self.prog} --help")
        return chosen, unknown

    def _unknown(self, word: str) -> str:
        if not word.startswith("-"):
            return f"{word!r} is an extra argument."
        options = [action for action in self._option_string_actions if action.startswith("--")]
        near = get_close_matches(word.partition("=")[0], options, n=1)
        return f"Unknown option: {word}. " + (f"Did you mean {near[0]}?" if near else f"Use: {', '.join(options)}.")


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Return the command that the words name, as `command`, with its arguments. Raises `UsageError`.

    A group named alone lists its items; a command's name from before 1.0 is understood.
    """
    leading, words = split_leading(words)
    words = _full_name(words)
    parser = build_parser(words)
    before = CommandParser(prog="workbench", add_help=False)
    add_common_options(before, calls_service=True)
    return _check_common(with_defaults(parser.parse_args(words, before.parse_args(leading))))


def _full_name(words: list[str]) -> list[str]:
    if not words or words[0].startswith("-") or find_command(words) is not None:
        return words
    is_alone = len(words) < 2 or (words[1].startswith("-") and words[1] not in ("-h", "--help"))
    default = default_action(words[0]) if is_alone else None
    if default is not None:
        return [words[0], default, *words[1:]]
    present_words = replace_former_name(words)
    return present_words if present_words == words else _full_name(present_words)


def _check_common(chosen: argparse.Namespace) -> argparse.Namespace:
    """Return the parsed options.

    Raises `UsageError` if a common option before the command does not apply to it.
    """
    command = COMMANDS[chosen.command]
    chosen.as_json = chosen.output in ("json", "ndjson") or (
        chosen.output == "csv" and not _has_table(chosen, command.lists)
    )
    for name in ("url", "profile", "within"):
        if (
            getattr(chosen, name) is not None
            and not command.asks
            and not (name != "within" and chosen.command in OWN_URL)
        ):
            option = "organization" if name == "within" else name
            raise UsageError(f"workbench {chosen.command} doesn't use a service, so it has no --{option}.")
    return chosen


def _has_table(chosen: argparse.Namespace, lists: bool | str) -> bool:
    if not isinstance(lists, str):
        return lists
    if lists.startswith("--"):
        return bool(vars(chosen)[lists.removeprefix("--")])
    return bool(chosen.procedure == lists)


def build_parser(words: Sequence[str], *, whole: bool = False) -> argparse.ArgumentParser:
    """Return the parser of `workbench`.

    Only the command that `words` begin with gets its arguments; with `whole` every command does. Raises
    `UsageError` where `words` begin with no command.
    """
    parser = CommandParser(prog="workbench", description="Create and manage lessons in bulk.")
    parser.add_argument("--version", action="version", version=f"workbench {__version__}")
    add_common_options(parser, calls_service=True)
    wanted = COMMANDS.keys() if whole else {_command_of(words)}
    groups = {"": parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=CommandParser)}
    for name, command in COMMANDS.items():
        group, _, action = name.rpartition(" ")
        added = _group(groups, group).add_parser(action, help=command.about, description=_sentence(command.about))
        added.set_defaults(command=name)
        if name in wanted:
            add_arguments(added, command)
            add_common_options(added, calls_service=command.asks)
    return parser


def _group(groups: dict[str, Any], name: str) -> Any:
    """Return a group's commands, adding the group if it does not exist yet."""
    if name not in groups:
        outer, _, word = name.rpartition(" ")
        about = f"{GROUPS[name]}: {', '.join(list_actions(name))}"
        parser = _group(groups, outer).add_parser(word, help=about, description=_sentence(about))
        groups[name] = parser.add_subparsers(
            title="commands", metavar="COMMAND", required=True, parser_class=CommandParser
        )
    return groups[name]


def add_arguments(parser: argparse.ArgumentParser, command: CommandEntry) -> None:
    """Add a command's own arguments: those of its verb, or those that its module adds."""
    if not command.verb:
        add = load(command).arguments
        if add is not None:
            add(parser)
        return
    for argument in command.arguments:
        _add_argument(parser, argument)
    if command.plan:
        parser.add_argument("--plan", action="store_true", help="only show what would change")
        parser.add_argument("--save", metavar="FILE", help="with --plan: also save it, to be carried out later")
        parser.add_argument("--yes", action="store_true", help="approve it without a prompt")


def _add_argument(parser: argparse.ArgumentParser, argument: dict[str, Any]) -> None:
    names = [argument["flag"]] if "flag" in argument else [argument["name"]]
    given: dict[str, Any] = {"help": argument["help"].replace("%", "%%")}
    if "flag" in argument:
        given |= {"dest": argument["name"], "required": argument["required"]}
    if argument["kind"] in ("flag", "switch"):
        action = "store_true" if argument["kind"] == "flag" else argparse.BooleanOptionalAction
        parser.add_argument(*names, **given, action=action, default=None)
        return
    given |= {"metavar": argument["metavar"]} if "metavar" in argument else {}
    given |= {"choices": argument["choices"]} if "choices" in argument and not argument.get("isList") else {}
    if argument["kind"] == "number":
        given |= {"type": partial(_number, least=argument.get("least"), words=argument.get("words", ()))}
    if argument.get("isList") and "flag" not in argument:
        given |= {"nargs": "+" if argument["required"] else "*"}
        parser.set_defaults(**{MORE_WORDS: argument["name"]})
    elif argument.get("isList"):
        given |= {"action": "append"}
    elif not argument["required"] and "flag" not in argument:
        given |= {"nargs": "?"}
    parser.add_argument(*names, **given)


def _number(text: str, *, least: int | None, words: Sequence[str]) -> int | str:
    if text in words:
        return text
    return whole_number(text) if least is None else at_least_one(text)


def load(command: CommandEntry) -> CommandFunctions:
    """Import the module of a command written by hand, and return its functions.

    `changes:undo` are `run_undo` and `add_undo_arguments` of the module `changes`; `serve` are `run` and `arguments`.
    """
    name, _, action = command.module.partition(":")
    module = import_module(f"workbench.cli.{name}")
    if action:
        return CommandFunctions(getattr(module, f"run_{action}"), getattr(module, f"add_{action}_arguments"))
    return CommandFunctions(module.run, getattr(module, "arguments", None))


def whole_number(text: str) -> int:
    """Parse an argument that is a whole number, as its `type`."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:60]!r} is not a whole number") from None


def port_number(text: str) -> int:
    """Parse a port, as an argument's `type`."""
    number = whole_number(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number between 0 and 65535")
    return number


def at_least_one(text: str) -> int:
    """Parse a count that cannot be 0, as an argument's `type`."""
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, 1 or more")
    return number


def _command_of(words: Sequence[str]) -> str | None:
    """Return the command that the words begin with. Raises `UsageError` for an unknown one, with the nearest."""
    if (command := find_command(words)) is not None:
        return command
    group = ""
    for word in words:
        if word.startswith("-"):
            break
        names = list_actions(group) if group else [name.partition(" ")[0] for name in COMMANDS]
        group = f"{group} {_resolve_name(word, names, f'workbench {group}'.strip())}".strip()
    return None


def _resolve_name(word: str, names: Iterable[str], prog: str) -> str:
    known = list(names)
    if word in known:
        return word
    near = get_close_matches(word, known, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"See: {prog} --help"
    raise UsageError(f"Unknown command: {word!r}. {hint}")


def _sentence(about: str) -> str:
    return f"{about[0].upper()}{about[1:]}."
