"""The command line as a whole: finding commands, exit codes, one line for what went wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any

import pytest

from tests.meta.source_tree import ROOT
from tests.needs import require
from tests.own_service import command, process
from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.cli.commands import COMMANDS, CommandEntry
from workbench.cli.main import main
from workbench.embedded.record import EmbeddedService

HEAVY = {"httpx", "pandas", "pydantic", "sqlalchemy", "starlette", "tqdm", "uvicorn"}


def test_every_command_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """With what it is for."""
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    said = capsys.readouterr().out

    assert ended.value.code == 0
    assert [name for name in COMMANDS if name.partition(" ")[0] not in said] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_file_its_help_and_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A module for its subject, `--json` on every one."""
    with pytest.raises(SystemExit):
        main([*name.split(), "--help"])

    assert "--json" in capsys.readouterr().out
    assert find_spec(f"workbench.cli.{COMMANDS[name].module.partition(':')[0]}") is not None


def test_help_imports_nothing_heavy() -> None:
    """It is there before one has finished reading the prompt."""
    code = (
        "import sys\nfrom workbench.cli.main import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\nprint('\\n'.join(sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert {line.partition(".")[0] for line in said.split()} & HEAVY == set()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["generat"], "Did you mean 'generate'?"),
        (["admin", "people", "ad", "x"], "Did you mean 'add'?"),
        (["frobnicate"], "workbench --help"),
        ([], "COMMAND"),
        (["admin"], "COMMAND"),
        (["stop", "--nwo"], "--nwo"),
        (["serve", "--port", "many"], "--port"),
        (["serve", "--port", "70000"], "between 0 and 65535"),
        (["serve", "--workers", "2"], "PostgreSQL"),
        (["admin", "people", "add", "a@b.example"], "--organization"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With the next step in it."""
    code = main(words)
    written = capsys.readouterr()

    assert (code, written.out, written.err.count("\n")) == (2, "", 1)
    assert said in written.err


def test_a_failure_is_one_line_and_exit_1() -> None:
    """No traceback, also where the reason lies deep."""
    ended = process("whoami", WORKBENCH_URL="https://127.0.0.1:1", WORKBENCH_SESSION_TOKEN="canary-token")

    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    assert "canary" not in ended.stderr


def test_what_nobody_foresaw_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the way to see more."""
    monkeypatch.setitem(COMMANDS, "surprise", CommandEntry("a command without a file", "surprise"))

    assert main(["surprise"]) == 1
    assert "WORKBENCH_TRACE" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_failure() -> None:
    """`workbench call list | head -1` ends quietly."""
    code = f"{sys.executable} -m workbench.cli.main call list | head -1"
    ended = subprocess.run([require("bash"), "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert (ended.stdout.count("\n"), ended.stderr) == (1, "")


@pytest.mark.parametrize("name", COMMANDS)
def test_with_json_an_error_is_json_too(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of every command; a program reads no sentence out of a line."""
    code = main([*name.split(), "--json", "--frobnicate"])
    written = capsys.readouterr()
    told = json.loads(written.err)["error"]

    assert (code, told["exitCode"], written.out) == (2, 2, "")
    assert "frobnicate" in told["message"] or "required" in told["message"]


def test_a_failure_as_json_has_what_the_service_said(
    capsys: pytest.CaptureFixture[str], own_service: EmbeddedService
) -> None:
    """Code, status and procedure, by the wire's names."""
    assert main(["call", "lesson.getLesson", '{"lessonId": "none"}', "--json"]) == 1
    told = json.loads(capsys.readouterr().err)["error"]

    assert (told["kind"], told["code"], told["httpStatus"]) == ("NotFound", "NOT_FOUND", 404)
    assert told["procedure"] == "lesson.getLesson"


NAME = re.compile(r"[a-z][A-Za-z0-9]*")
TIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}")
ZONED = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})")


def pairs(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every name in a document with its value; what is below `counts` or `blocksByType` has words for names."""
    if isinstance(value, dict) and name not in ("counts", "blocksByType", "limits", "facts"):
        for key, inner in value.items():
            yield key, inner
            yield from pairs(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from pairs(inner, name)


@pytest.mark.parametrize(
    "words",
    [
        ["whoami"],
        ["doctor"],
        ["call", "list"],
        ["call", "service.getCapabilities"],
        ["generate", "TOPICS", "--language", "EN", "--plan"],
        ["generate", "TOPICS", "--language", "EN", "--run", "said as json", "--yes"],
        ["runs"],
        ["runs", "show", "said as json"],
        ["runs", "export", "said as json"],
        ["runs", "report", "said as json"],
        ["reports"],
        ["reports", "credits"],
        ["report", "ledger"],
        ["report", "lessons"],
        ["report", "credits", "--to", "FOLDER/c.csv"],
        ["snapshot", "FOLDER/days"],
        ["snapshot", "FOLDER/days", "--compare", "TODAY", "TODAY"],
        ["source", "add", "FOLDER/topics.csv"],
        ["source", "list"],
        ["source", "show", "topics"],
        ["admin", "check"],
        ["notebooks", "copy", "FOLDER/notebooks"],
    ],
)
def test_json_has_the_wire_s_names_and_times_with_a_zone(
    words: list[str], tmp_path_factory: pytest.TempPathFactory, own_service: EmbeddedService
) -> None:
    """One document on standard output, whatever the command."""
    folder = tmp_path_factory.getbasetemp() / "said-as-json"
    folder.mkdir(exist_ok=True)
    (folder / "topics.csv").write_text("topic\nBees\nKites\n", encoding="utf-8")
    known = {"TOPICS": str(folder / "topics.csv"), "TODAY": datetime.now(UTC).date().isoformat()}
    ended = command(*(known.get(word, word.replace("FOLDER", str(folder))) for word in words), "--json")
    found = list(pairs(json.loads(ended.stdout)))

    assert [name for name, _ in found if not NAME.fullmatch(name) and name not in MEDIA_TYPES] == []
    assert [
        value for _, value in found if isinstance(value, str) and TIME.match(value) and not ZONED.match(value)
    ] == []
