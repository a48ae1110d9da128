"""The table of all commands, read from `commands.json`, and the names that commands had before.

`python -m workbench.cli.generated` prints that file; nothing here imports what a command calls.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

_TABLE: Final = json.loads(Path(__file__).with_name("commands.json").read_text(encoding="utf-8"))
ALIASES: Final = Path(__file__).with_name("aliases.toml")
ONE_WORD: Final = "_"
"""In an old name, a word that is followed by no other but options."""


class CommandEntry(NamedTuple):
    """A command and its purpose.

    `module`: the one below `workbench.cli` with its functions (`load` says which); or `verb`: the method of a connected
    workbench that is called, with these `arguments`. `asks`: it calls the configured service, so `--url` may name
    another. `lists`: it prints its own table; or the words with which it does. `plan`: the verb returns a plan of
    `lessons` or of `changes`, which is shown, approved and carried out. The others are described in `verbs.toml`.
    """

    about: str
    module: str = "generated_command"
    verb: str = ""
    asks: bool = False
    lists: bool | str = False
    arguments: Sequence[dict[str, Any]] = ()
    plan: str = ""
    says: str = ""
    shows: str = ""
    empty: str = ""
    repeated_argument: str = ""
    options: Sequence[str] = ()
    tells: str = ""
    alone: str = ""
    needs: bool = False
    counts: str = "pages read"
    stopped: str = "Stopped."


COMMANDS: Final[dict[str, CommandEntry]] = {name: CommandEntry(**facts) for name, facts in _TABLE["commands"].items()}
"""Every command in the order of the help; one of two or three words is an action of a group."""

GROUPS: Final[dict[str, str]] = _TABLE["groups"]
"""Common descriptions of groups of commands."""


def list_actions(group: str) -> list[str]:
    """Return the words that may follow the name of a group; empty for any other word."""
    actions = (name.removeprefix(f"{group} ") for name in COMMANDS if name.startswith(f"{group} "))
    return list(dict.fromkeys(name.partition(" ")[0] for name in actions))


def find_command(words: Sequence[str]) -> str | None:
    """Return the command that the words begin with; `None` if they begin with none."""
    return next((name for at in (3, 2, 1) if (name := " ".join(words[:at])) in COMMANDS and len(words) >= at), None)


def default_action(group: str) -> str | None:
    """Return the action of a group given without one: its list, or its `show`."""
    return next((action for action in ("list", "show") if f"{group} {action}" in COMMANDS), None)


def replace_former_name(words: Sequence[str]) -> list[str]:
    """Replace the former name of a command with its present one; other words are unchanged."""
    import tomllib

    for old, new in tomllib.loads(ALIASES.read_text(encoding="utf-8")).items():
        names, flags = _split_options(old.split())
        plain = [name for name in names if name != ONE_WORD]
        rest = _join_values(words[len(plain) :], flags)
        is_short = len(plain) == len(names) or _plain_words(rest) == len(names) - len(plain)
        if list(words[: len(plain)]) == plain and set(flags) <= set(rest) and is_short:
            new_names, new_flags = _split_options(new.split())
            swapped = dict(zip(flags, [*new_flags, *[""] * len(flags)], strict=False))
            return [*new_names, *(new_word for word in rest if (new_word := swapped.get(word, word)))]
    return list(words)


def _plain_words(words: Sequence[str]) -> int:
    """Return the number of words before the first option."""
    return next((index for index, word in enumerate(words) if word.startswith("-")), len(words))


def _split_options(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the words into names and options."""
    return [word for word in words if not word.startswith("-")], [word for word in words if word.startswith("-")]


def _join_values(words: Sequence[str], flags: Sequence[str]) -> list[str]:
    """Return the words, with an option and its value joined if `flags` has them so."""
    joined: list[str] = []
    for word in words:
        if joined and f"{joined[-1]}={word}" in flags:
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined
