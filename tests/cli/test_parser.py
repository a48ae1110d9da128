"""The parser: each command has its own options, and an error says what is allowed."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from workbench.cli.commands import COMMANDS, CommandEntry
from workbench.cli.output import UsageError
from workbench.cli.parser import at_least_one, build_parser, parse, port_number, whole_number

NAMES_BEFORE = {
    "demo": "",
    "lab": "",
    "page": "",
    "open": "x",
    "notebooks copy": "x",
    "stop": "",
    "serve": "",
    "admin add-person": "a@b.example --organization A",
    "admin grant-credits": "A 1 --reason x",
    "admin set-daily-cap": "A 1",
    "admin suspend-organization": "A",
    "admin resume-organization": "A",
    "admin disable-person": "a@b.example",
    "admin enable-person": "a@b.example",
    "admin set-price": "lesson.createStarterLesson 2",
    "admin set-tier": "A Pro",
    "admin migrate": "",
    "admin backup": "x",
    "admin restore": "x",
    "admin check": "",
    "admin copy-assets": "--to x",
    "admin revoke-sessions": "a@b.example",
    "login": "",
    "logout": "",
    "whoami": "",
    "call": "list",
    "generate": "x",
    "course propose": "",
    "course make": "outline.csv",
    "course share": "x",
    "course unshare": "x",
    "course publish": "x",
    "course unpublish": "x",
    "course publications": "x",
    "apply": "titles.csv",
    "changes list": "",
    "changes show": "",
    "changes resume": "",
    "changes undo": "",
    "import": "x",
    "export": "x",
    "runs list": "",
    "runs show": "",
    "runs resume": "",
    "runs retry": "",
    "runs resolve": "dismiss --row 1",
    "runs export": "",
    "runs report": "",
    "runs undo": "",
    "runs reset-journal": "x.sqlite",
    "review list": "",
    "review request": "x",
    "review approve": "x",
    "review send-back": "x --note x",
    "review comment": "x",
    "policy show": "",
    "policy set": "",
    "theme show": "",
    "theme set": "",
    "glossary show": "",
    "glossary set": "x",
    "language show": "",
    "language set": "DE",
    "asset list": "",
    "asset upload": "x",
    "asset delete": "x",
    "source list": "",
    "source show": "x",
    "source add": "x",
    "source update": "x",
    "source delete": "x",
    "search": "map",
    "check": "",
    "suggest": "x x --action shorten",
    "translate": "x --to FR",
    "report": "lessons",
    "reports": "",
    "snapshot": "x",
    "doctor": "",
}
"""The commands of 13a593f1, each with what it needs."""


def error_of(*words: str) -> str:
    """The line that is said about words that are wrong."""
    with pytest.raises(UsageError) as refused:
        build_parser(words).parse_args(list(words))
    return refused.value.message


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["stop", "--nwo"], "Unknown option: --nwo. Did you mean --now? See: workbench stop --help"),
        (
            ["stop", "--frobnicate"],
            "Unknown option: --frobnicate. Use: --help, --now, --json, --output, --quiet, --verbose. See: ",
        ),
        (["stop", "soon"], "'soon' is an extra argument. See: workbench stop --help"),
        (["export", "x", "--format=htlm"], "choose from 'markdown', 'html'"),
        (["serve", "--port", "many"], "argument --port: 'many' is not a whole number. See: workbench serve --help"),
        (["generate", "x", "--sample", "0"], "'0' is not a whole number, 1 or more"),
        (["admin", "people", "ad"], "Unknown command: 'ad'. Did you mean 'add'?"),
        (["admin", "frobnicate"], "Unknown command: 'frobnicate'. See: workbench admin --help"),
        (["admin", "people", "add", "a@b.example", "--organization", "A", "--role", "king"], "'owner', 'admin'"),
    ],
)
def test_an_error_names_what_is_allowed(words: list[str], message: str) -> None:
    """The nearest option or command, the choices, or the limits; and where to read more."""
    assert message in error_of(*words)


def test_a_command_has_only_its_own_options(capsys: pytest.CaptureFixture[str]) -> None:
    """The help of an action shows no option of another."""
    with pytest.raises(SystemExit):
        build_parser(["admin", "migrate"]).parse_args(["admin", "migrate", "--help"])
    shown = capsys.readouterr().out

    assert "--database" in shown
    assert "--organization" not in shown


def test_an_action_of_runs_has_only_its_own_options(capsys: pytest.CaptureFixture[str]) -> None:
    """`resume` decides nothing and undoes nothing."""
    with pytest.raises(SystemExit):
        parse(["runs", "resume", "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))

    common = {"--help", "--json", "--output", "--quiet", "--verbose", "--url", "--profile", "--organization"}
    assert options == {"--yes", "--kind", *common}


@pytest.mark.parametrize(
    "words", ["--format markdown a b", "a --format markdown b", "a b --format markdown", "a --format=markdown b"]
)
def test_ids_and_folder_of_an_export_stand_anywhere(words: str) -> None:
    """Before the options, between them, behind them."""
    assert parse(["export", *words.split()]).content == ["a", "b"]


@pytest.mark.parametrize(("words", "command"), [(["runs"], "runs list"), (["runs", "--json"], "runs list")])
def test_a_group_alone_is_its_usual_action(words: list[str], command: str) -> None:
    """As before it had actions."""
    assert parse(words).command == command


def test_only_the_command_that_is_run_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are in the help by their sentence alone."""
    loaded: list[CommandEntry] = []

    def load(entry: CommandEntry) -> type[_Nothing]:
        loaded.append(entry)
        return _Nothing

    monkeypatch.setattr("workbench.cli.parser.load", load)
    build_parser(["admin", "check"])

    assert loaded == [COMMANDS["admin check"]]


def test_the_whole_parser_has_every_command() -> None:
    """For the completion of the shell."""
    parser = build_parser([], whole=True)

    assert parser.parse_args(["admin", "check"]).command == "admin check"


@pytest.mark.parametrize("name", NAMES_BEFORE)
def test_a_name_from_before_is_understood(name: str) -> None:
    """Each with what it needs, as a script has it."""
    found = parse([*name.split(), *NAMES_BEFORE[name].split()])

    assert found.command in COMMANDS


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("report credits --param by=month", "reports show credits --param by=month"),
        ("admin suspend-organization A", "admin organizations suspend A"),
        ("reports", "reports list"),
        ("reports credits", "reports list credits"),
        ("apply x.csv --courses --yes", "courses apply x.csv --yes"),
        ("course share x --indexing yes", "courses share x --indexing"),
        (
            "course share x --indexing=no --embed-origins nowhere",
            "courses share x --no-indexing --embed-origins nowhere",
        ),
        ("course publish x --restore 3", "courses restore-publication x --number 3"),
        ("course publications x --changes", "courses publication-changes x"),
        ("review comment x", "reviews comments x"),
        ("review comment x why", "reviews comment x why"),
        ("courses list", "courses list"),
    ],
)
def test_a_name_from_before_is_the_one_of_today(before: str, now: str) -> None:
    """Options that belonged to the name are the command's or go."""
    assert vars(parse(before.split())) == vars(parse(now.split()))


def test_every_module_of_the_table_is_a_file() -> None:
    """A module is looked for by its dotted name below the package."""
    folder = Path(__file__).parents[2] / "workbench" / "cli"

    assert [
        command
        for command in COMMANDS.values()
        if command.module and not (folder / f"{command.module.partition(':')[0].replace('.', '/')}.py").is_file()
    ] == []


def test_numbers_are_read_or_refused_in_a_sentence() -> None:
    """Python's own message would say `invalid literal`."""
    assert (whole_number("-3"), port_number("0"), at_least_one("1")) == (-3, 0, 1)
    for read, text in ((whole_number, "9" * 5_000), (port_number, "65536"), (at_least_one, "0")):
        with pytest.raises(argparse.ArgumentTypeError, match="number"):
            read(text)


class _Nothing:
    @staticmethod
    def arguments(parser: argparse.ArgumentParser) -> None:
        """No options."""
