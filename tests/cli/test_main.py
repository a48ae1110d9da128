"""The command line as a whole: finding commands, exit codes, one line for what went wrong."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.meta.house import PACKAGE, ROOT
from tests.own_service import process
from workbench.cli.main import COMMANDS, main

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
    """One command a file, `--json` on every one."""
    with pytest.raises(SystemExit):
        main([*name.split(), "--help"])

    assert "--json" in capsys.readouterr().out
    assert (PACKAGE / "cli" / f"{name.replace(' ', '_').replace('-', '_')}.py").is_file()


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
        (["admin", "add-persn", "x"], "Did you mean 'add-person'?"),
        (["frobnicate"], "workbench --help"),
        ([], "COMMAND"),
        (["admin"], "COMMAND"),
        (["stop", "--nwo"], "--nwo"),
        (["serve", "--port", "many"], "--port"),
        (["serve", "--port", "70000"], "0 to 65535"),
        (["serve", "--workers", "2"], "PostgreSQL"),
        (["admin", "add-person", "a@b.example"], "--organization"),
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
    monkeypatch.setitem(COMMANDS, "surprise", "a command without a file")

    assert main(["surprise"]) == 1
    assert "WORKBENCH_TRACE" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_failure() -> None:
    """`workbench call list | head -1` ends quietly."""
    code = f"{sys.executable} -m workbench.cli.main call list | head -1"
    ended = subprocess.run(["bash", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert (ended.stdout.count("\n"), ended.stderr) == (1, "")
