"""Shell completion, in a real bash with the function that argcomplete registers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import argcomplete
import pytest

from tests.bulk.fake_service import FakeService
from tests.needs import require
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.run import Run
from workbench.cli.commands import COMMANDS
from workbench.cli.completion import COMPLETERS, PATHS
from workbench.cli.parser import build_parser

BIN = Path(sys.executable).parent
SCRIPT = """
eval "$(register-python-argcomplete workbench)"
COMP_LINE="$1" COMP_POINT=${#1} COMP_TYPE=9
read -r -a COMP_WORDS <<< "$1"
_python_argcomplete workbench
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(line: str, folder: Path | None = None, **variables: str) -> set[str]:
    """What bash offers after `line`."""
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", **variables}
    ended = subprocess.run(
        [require("bash"), "--norc", "-c", SCRIPT, "bash", line],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return {line.strip() for line in ended.stdout.splitlines()}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_offers_its_options(name: str) -> None:
    """Those that all have, and its own; by argcomplete in this process, with a parser such as the shell asks."""
    line = f"workbench {name} --"
    quote, prefix, _, words, place = argcomplete.split_line(line, len(line))
    finder = argcomplete.CompletionFinder(build_parser(name.split()))
    offered = {word.strip() for word in finder._get_completions(words, prefix, quote, place)}
    own = {argument["flag"] for argument in COMMANDS[name].arguments if "flag" in argument}

    assert offered >= {"--help", "--json", "--output", "--quiet"} | own


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("workbench sna", {"snapshots"}),
        ("workbench admin re", {"restore"}),
        ("workbench admin people re", {"revoke-sessions"}),
        ("workbench admin organizations grant-credits --re", {"--reason"}),
        ("workbench runs re", {"report", "reset-journal", "resolve", "resume", "retry"}),
        ("workbench runs resolve ", {"assign", "dismiss", "resend", "unassign"}),
        ("workbench export --format ", {"html", "markdown"}),
        ("workbench reports list rec", {"recent-items", "reconciliation"}),
        ("workbench courses sha", {"share", "share-settings", "sharing"}),
        ("workbench people invite a@b.example --role ", {"author", "viewer"}),
        ("workbench call organization.getCredit", {"organization.getCreditLedger"}),
        ("workbench admin people add ada", set()),
    ],
)
def test_commands_options_and_names_are_completed(line: str, offered: set[str]) -> None:
    """Each by what it is; where nothing is known, files are not offered either."""
    found = completed(line) - {""}

    assert found >= offered
    assert offered or not found


def test_runs_and_organizations_are_completed_without_a_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out of the journals of this computer."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    service = FakeService()
    Run(plan_topics(["Bread"], service, language="EN", name="spring-2026"), service).start().wait().close()
    home = {"WORKBENCH_HOME": str(tmp_path), "WORKBENCH_URL": "https://127.0.0.1:1"}

    assert completed("workbench runs resume sp", **home) == {"spring-2026"}
    assert completed("workbench generate x.csv --run sp", **home) == {"spring-2026"}
    assert completed("workbench reports show lessons --organization ", **home) - {""} == set(
        COMPLETERS["ORGANIZATION"]()
    )


def test_files_are_completed_where_a_file_is_meant(tmp_path: Path) -> None:
    """A topic list is a path."""
    (tmp_path / "topics.csv").touch()

    assert completed("workbench generate top", tmp_path) == {"topics.csv"}


def test_argcomplete_is_loaded_only_when_the_shell_asks() -> None:
    """Each command starts as quickly as before."""
    code = "import sys\nfrom workbench.cli.main import main\nmain(['frobnicate'])\nprint('argcomplete' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert ended.stdout == "False\n"


def test_no_metavar_is_a_path_and_a_name() -> None:
    """Else one of the two would be left out."""
    assert PATHS & set(COMPLETERS) == set()
