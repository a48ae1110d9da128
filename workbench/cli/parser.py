"""The commands, and the parser that finds one: each has its own options, and an error says what is allowed."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, NoReturn

from workbench import __version__
from workbench.cli.common_options import FORMATS, add_common_options, split_leading, with_defaults
from workbench.cli.output import UsageError


class CommandEntry(NamedTuple):
    """A command: the module below `workbench.cli` that has its `arguments` and `run`, and what it is for.

    `asks`: it talks to the service that is configured, so `--url` may name another. `lists`: it has a table, so it
    may answer in CSV; or the words with which it has one.
    """

    module: str
    about: str
    asks: bool = False
    lists: bool | str = False


COMMANDS = {
    "demo": CommandEntry("demo", "ten lessons on this computer, or an example to explore"),
    "lab": CommandEntry("jupyter.lab", "JupyterLab with the notebooks", asks=True),
    "page": CommandEntry("jupyter.page", "a notebook, or all panels, as a page without code", asks=True),
    "open": CommandEntry("jupyter.open_link", "a lesson or course on the page of all panels", asks=True),
    "notebooks copy": CommandEntry("jupyter.notebooks_copy", "the curated notebooks as copies of your own"),
    "stop": CommandEntry("stop", "stop the service of this computer"),
    "serve": CommandEntry("serve", "run a service for others"),
    "admin add-person": CommandEntry("admin.add_person", "make a person who can sign in, on a service's database"),
    "admin grant-credits": CommandEntry("admin.grant_credits", "add AI credits to an organization"),
    "admin set-daily-cap": CommandEntry("admin.set_daily_cap", "limit what an organization may spend in a day"),
    "admin migrate": CommandEntry("admin.migrate", "bring a service's database up to date"),
    "admin backup": CommandEntry("admin.backup", "copy a service's database while it is used"),
    "admin restore": CommandEntry("admin.restore", "put a copy back"),
    "admin check": CommandEntry("admin.check", "check that the database is consistent"),
    "admin copy-assets": CommandEntry("admin.copy_assets", "carry pictures and files into another store"),
    "admin revoke-sessions": CommandEntry("admin.revoke_sessions", "end all sessions of a person"),
    "login": CommandEntry("session.login", "sign in to a service and keep the session"),
    "logout": CommandEntry("session.logout", "forget a session that is kept"),
    "whoami": CommandEntry("session.whoami", "who is signed in, where, with how many credits", asks=True),
    "call": CommandEntry("call", "call one procedure and print its answer", asks=True, lists="list"),
    "generate": CommandEntry("generate", "make a lesson of each topic in a list", asks=True, lists="--plan"),
    "course propose": CommandEntry("courses.propose", "the outline of a course, by a model, from a brief", asks=True),
    "course make": CommandEntry("courses.make", "a course of an outline: its lessons", asks=True, lists="--plan"),
    "course share": CommandEntry("courses.share", "a course's link: opened, with its settings", asks=True),
    "course unshare": CommandEntry("courses.unshare", "a course's link: closed", asks=True),
    "course publish": CommandEntry("courses.publish", "let learners see a course as it is now", asks=True),
    "course unpublish": CommandEntry("courses.unpublish", "make a course private", asks=True),
    "course publications": CommandEntry(
        "courses.publications", "what was published of a course, or is not yet", asks=True, lists=True
    ),
    "apply": CommandEntry("apply", "make the lessons what a table says", asks=True, lists="--plan"),
    "changes list": CommandEntry("changes.list", "the change sets of this computer", lists=True),
    "changes show": CommandEntry("changes.show", "the changes of a set, with both values", lists=True),
    "changes resume": CommandEntry("changes.resume", "go on with a change set", asks=True),
    "changes undo": CommandEntry("changes.undo", "put back what nobody has touched since", asks=True),
    "import": CommandEntry(
        "imports.command", "files as lessons: edited folders, documents, questions", asks=True, lists="--plan"
    ),
    "export": CommandEntry("export", "lessons and courses as files, or their questions for other systems", asks=True),
    "runs list": CommandEntry("runs.list", "the runs of this computer", lists=True),
    "runs show": CommandEntry("runs.show", "the rows of a run, and what can be done about them", lists=True),
    "runs resume": CommandEntry("runs.resume", "go on with a run", asks=True),
    "runs retry": CommandEntry("runs.retry", "plan refused rows again"),
    "runs resolve": CommandEntry("runs.resolve", "decide about a row that needs a person", asks=True),
    "runs export": CommandEntry("runs.export", "the rows of a run as CSV", lists=True),
    "runs report": CommandEntry("runs.report", "a run as an HTML page", asks=True),
    "runs undo": CommandEntry("runs.undo", "move the lessons of a run into the trash", asks=True),
    "runs reset-journal": CommandEntry("runs.reset_journal", "set a damaged journal aside and begin a new one"),
    "review list": CommandEntry("reviews.list", "lessons that wait for a review, worst first", asks=True, lists=True),
    "review request": CommandEntry("reviews.request", "ask for a review of lessons", asks=True),
    "review approve": CommandEntry("reviews.approve", "approve lessons", asks=True),
    "review send-back": CommandEntry("reviews.send_back", "send lessons back with a note", asks=True),
    "review comment": CommandEntry("reviews.comment", "comment on a lesson or a block", asks=True, lists=True),
    "policy show": CommandEntry("policy.show", "what may be published, approved and shared", asks=True),
    "policy set": CommandEntry("policy.set", "change what may be published, approved and shared", asks=True),
    "theme show": CommandEntry("theme.show", "what stands around learners' pages", asks=True),
    "theme set": CommandEntry("theme.set", "change what stands around learners' pages", asks=True),
    "glossary show": CommandEntry("glossary.show", "the terms that lessons use or avoid", asks=True, lists=True),
    "glossary set": CommandEntry("glossary.set", "the terms of each language in a table", asks=True),
    "asset list": CommandEntry("assets.list", "the pictures, recordings and files", asks=True, lists=True),
    "asset upload": CommandEntry("assets.upload", "pictures, recordings and files for lessons", asks=True),
    "asset delete": CommandEntry("assets.delete", "delete a picture, recording or file", asks=True),
    "source list": CommandEntry("sources.list", "the sources of the organization", asks=True, lists=True),
    "source show": CommandEntry("sources.show", "the passages of a source", asks=True, lists=True),
    "source add": CommandEntry("sources.add", "files as sources that lessons are drafted from", asks=True),
    "source update": CommandEntry("sources.update", "a changed file, another title, or to learners", asks=True),
    "source delete": CommandEntry("sources.delete", "remove a source for good", asks=True),
    "search": CommandEntry(
        "lessons.search", "lessons that have all the words and filters, best first", asks=True, lists=True
    ),
    "check": CommandEntry("lessons.check", "what the checks find in lessons, the worst first", asks=True, lists=True),
    "suggest": CommandEntry("lessons.suggest", "other words for one block, or a question about it", asks=True),
    "translate": CommandEntry("lessons.translate", "lessons in other languages, each tied to its source", asks=True),
    "report": CommandEntry("reports.report", "one report, shown or written to a file", asks=True, lists=True),
    "reports": CommandEntry("reports.list", "which reports there are, with their columns", lists=True),
    "snapshot": CommandEntry(
        "reports.snapshot",
        "a dated set of reports, and what changed between two dates",
        asks=True,
        lists="--compare",
    ),
    "doctor": CommandEntry("doctor", "what is installed, reachable and up to date", asks=True, lists=True),
}
"""Every command in the order of the help; one of two words is an action of a group."""

GROUPS = {
    "asset": "pictures, recordings and files that lessons show",
    "admin": "administer a service's database",
    "changes": "what was changed by tables, and going on with it",
    "course": "a course from a brief, and what learners see of a course",
    "notebooks": "the curated notebooks",
    "runs": "what was generated, and going on with it",
    "glossary": "terms that lessons use or avoid",
    "source": "documents that lessons are drafted from",
    "review": "lessons that are approved before they are published",
    "policy": "what may be published, approved and shared",
    "theme": "what stands around learners' pages",
}
"""What the actions of a group have in common."""

OWN_URL = ("login", "logout")
"""Commands that say themselves what `--url` is to them."""

DEFAULT_ACTIONS = {
    **dict.fromkeys(("asset", "changes", "runs", "source", "review"), "list"),
    **dict.fromkeys(("glossary", "policy", "theme"), "show"),
}
"""The action of a group that is named alone."""


MORE_WORDS = "more_words"
"""The default of a command's parser that names its list argument which takes words behind options too."""


class CommandParser(argparse.ArgumentParser):
    """An `argparse` parser that raises `UsageError` with one line, and names the nearest option for an unknown one."""

    def error(self, message: str) -> NoReturn:
        """Raise the message with the command whose help explains more."""
        raise UsageError(f"{message}. See: {self.prog} --help")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As argparse does it, but a sub-command refuses what it does not know itself, in its own words."""
        chosen, unknown = super().parse_known_args(args, namespace)
        more = self.get_default(MORE_WORDS)
        if more and not any(each.startswith("-") for each in unknown):
            # argparse gives a list of words only those before the first option that stands between them
            setattr(chosen, more, [*getattr(chosen, more), *unknown])
            return chosen, []
        if unknown:
            raise UsageError(f"{self._unknown(unknown[0])} See: {self.prog} --help")
        return chosen, unknown

    def _unknown(self, word: str) -> str:
        if not word.startswith("-"):
            return f"{word!r} is one argument too many."
        options = [each for each in self._option_string_actions if each.startswith("--")]
        near = get_close_matches(word.partition("=")[0], options, n=1)
        return f"There is no option {word}. " + (f"Did you mean {near[0]}?" if near else f"Use: {', '.join(options)}.")


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The command that the words name, as `command`, with its arguments. Raises `UsageError`."""
    leading, words = split_leading(words)
    default = DEFAULT_ACTIONS.get(words[0]) if words else None
    if default and (len(words) < 2 or (words[1].startswith("-") and words[1] not in ("-h", "--help"))):
        words = [words[0], default, *words[1:]]
    parser = build_parser(words)
    before = CommandParser(prog="workbench", add_help=False)
    add_common_options(before, has_url=True)
    return _checked(with_defaults(parser.parse_args(words, before.parse_args(leading))))


def _checked(chosen: argparse.Namespace) -> argparse.Namespace:
    """What was chosen. Raises `UsageError` where a common option before the command means nothing to it."""
    command = COMMANDS[chosen.command]
    if chosen.output == "csv" and not _has_table(chosen, command.lists):
        when = f" but with {command.lists}" if isinstance(command.lists, str) else ""
        raise UsageError(f"workbench {chosen.command} has no table to give as CSV{when}. Use: --output json")
    if chosen.url is not None and not command.asks and chosen.command not in OWN_URL:
        raise UsageError(f"workbench {chosen.command} asks no service that --url could name.")
    return chosen


def _has_table(chosen: argparse.Namespace, lists: bool | str) -> bool:
    if not isinstance(lists, str):
        return lists
    if lists.startswith("--"):
        return bool(vars(chosen)[lists.removeprefix("--")])
    return bool(chosen.procedure == lists)


def build_parser(words: Sequence[str], *, whole: bool = False) -> argparse.ArgumentParser:
    """The parser of `workbench`.

    Only the command that `words` begin with is imported and gets its arguments; with `whole` every command does.
    Raises `UsageError` where `words` begin with no command.
    """
    parser = CommandParser(prog="workbench", description="Author and administer lessons: many topics in, lessons out.")
    parser.add_argument("--version", action="version", version=f"workbench {__version__}")
    add_common_options(parser, has_url=True)
    wanted = COMMANDS.keys() if whole else {_command_of(words)}
    top = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=CommandParser)
    groups = {"": top}
    for name, command in COMMANDS.items():
        group, _, action = name.rpartition(" ")
        if group not in groups:
            about = f"{GROUPS[group]}: {', '.join(_actions(group))}"
            sub_parser = top.add_parser(group, help=about, description=_sentence(about))
            groups[group] = sub_parser.add_subparsers(
                title="commands", metavar="COMMAND", required=True, parser_class=CommandParser
            )
        added = groups[group].add_parser(action, help=command.about, description=_sentence(command.about))
        added.set_defaults(command=name)
        if name in wanted:
            load(name).arguments(added)
            add_common_options(added, formats=FORMATS if command.lists else FORMATS[:2], has_url=command.asks)
    return parser


def load(name: str) -> ModuleType:
    """The module of a command, imported: `arguments` adds its options to a parser, `run` runs it."""
    return import_module(f"workbench.cli.{COMMANDS[name].module}")


def whole_number(text: str) -> int:
    """The `type` of an argument that is a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:60]!r} is not a whole number") from None


def port_number(text: str) -> int:
    """The `type` of a port."""
    number = whole_number(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return number


def at_least_one(text: str) -> int:
    """The `type` of a count that cannot be 0."""
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, 1 or more")
    return number


def _command_of(words: Sequence[str]) -> str | None:
    """The command that the words begin with. Raises `UsageError` for an unknown one, with the nearest."""
    if not words or words[0].startswith("-"):
        return None
    actions = _actions(words[0])
    if not actions:
        return _known(words[0], [*(name for name in COMMANDS if " " not in name), *GROUPS], "workbench")
    if len(words) < 2 or words[1].startswith("-"):
        return None
    return f"{words[0]} {_known(words[1], actions, f'workbench {words[0]}')}"


def _known(word: str, names: Iterable[str], prog: str) -> str:
    known = list(names)
    if word in known:
        return word
    near = get_close_matches(word, known, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"See: {prog} --help"
    raise UsageError(f"There is no command {word!r}. {hint}")


def _actions(group: str) -> list[str]:
    return [name.partition(" ")[2] for name in COMMANDS if name.startswith(f"{group} ")]


def _sentence(about: str) -> str:
    return f"{about[0].upper()}{about[1:]}."
