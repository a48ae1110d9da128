"""What `workbench runs` does about one run."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService, MadeThen
from tests.own_service import command
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.running.concurrency import RetrySettings
from workbench.bulk.running.run import Run
from workbench.cli.main import main

pytestmark = pytest.mark.usefixtures("own_service")


@pytest.fixture
def name(tmp_path: Path) -> str:
    """The name of a finished run of two rows."""
    path, name = tmp_path / "two.csv", f"changes of {tmp_path.name}"
    path.write_text(f"topic\n=Bridges {tmp_path.name}\nLooms {tmp_path.name}\n")
    command("generate", str(path), "--language", "EN", "--run", name)
    return name


def test_it_is_exported_without_a_formula(name: str, tmp_path: Path) -> None:
    """Into a file, or printed."""
    command("runs", "export", name, "--to", str(tmp_path / "run.csv"))

    assert "'=Bridges" in (tmp_path / "run.csv").read_text(encoding="utf-8-sig")
    assert "None" not in command("runs", "export", name).stdout


def test_it_is_reported(name: str, tmp_path: Path) -> None:
    """As a page for the person who approved the money."""
    command("runs", "report", name, "--to", str(tmp_path / "run.html"))

    page = (tmp_path / "run.html").read_text()

    assert "2 of 2" in page
    assert "<dt>Credits approved</dt><dd>2</dd>" in page


def test_a_printed_report_left_out_person_writer_and_skipped_rows(tmp_path: Path) -> None:
    """The journal keeps them; the links are asked for."""
    path, name = tmp_path / "gap.csv", f"gap of {tmp_path.name}"
    path.write_text(f"topic,note\nLocks {tmp_path.name},a\n,b\n")
    command("generate", str(path), "--language", "EN", "--run", name)
    page = command("runs", "report", name).stdout
    lesson_id = json.loads(command("runs", "show", name, "--json").stdout)["rows"][0]["lessonId"]

    assert "Skipped, not ordered: 1" in page
    assert "Organization</th>" in page
    assert "a skeleton, no AI" in page
    assert f"lesson {lesson_id}" in page
    assert "Links</th>" not in page


def test_an_empty_cell_prints_nothing(name: str) -> None:
    """Neither `None` nor `nan`."""
    assert "None" not in command("runs", "show", name).stdout


def test_with_nothing_refused_nothing_is_planned(name: str) -> None:
    """And what to do next is said."""
    ended = command("runs", "retry", name)

    assert "0 rows are planned again" in ended.stdout
    assert "workbench runs resume" in ended.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--again"], "Name one row"),
        (["--row", "1"], "Choose one of"),
        (["--row", "1", "--again", "--dismiss"], "Choose one of"),
        (["--row", "9", "--again"], "no row 9"),
        (["--row", "2", "--again"], "cannot become"),
        (["--row", "2", "--lesson", "a" * 25], "There is no lesson aaaa"),
    ],
)
def test_a_choice_that_is_none_is_one_line(name: str, words: list[str], said: str) -> None:
    """Nothing is changed."""
    ended = command("runs", "resolve", name, *words)

    assert said in ended.stderr
    assert (ended.returncode > 0, ended.stderr.count("\n")) == (True, 1)


def test_a_row_that_still_needs_a_person_is_not_called_settled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Taking it off the list is for rows that were made again; the one in doubt stays."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    service = FakeService(keys=False, shows_fields=False)
    service.script.append(MadeThen(TimeoutError()))
    plan = plan_topics(["Bread"], service, language="EN", name="in doubt")
    Run(plan, service, patience=RetrySettings(look_seconds=(0.0,), poll_seconds=0.01)).start().wait().close()

    assert "Line 1 still needs you" in command("runs", "resolve", "in doubt", "--row", "1", "--dismiss").stdout


def test_undoing_is_asked_for(name: str) -> None:
    """With what it does, and that nothing is refunded."""
    ended = command("runs", "undo", name)

    assert "not refunded" in ended.stderr
    assert ended.returncode == 2


def test_undone_its_lessons_are_in_the_trash(name: str) -> None:
    """Said in JSON for programs."""
    assert json.loads(command("runs", "undo", name, "--yes", "--json").stdout)["trashed"] == 2


def test_who_looks_on_sees_how_many_are_in_the_trash(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that counts, while it goes on."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    main(["runs", "undo", name, "--yes"])

    assert "2 of 2 lessons in the trash; Ctrl-C stops" in capsys.readouterr().err


def test_what_was_edited_stays_until_it_is_said(name: str) -> None:
    """It is listed before anything is done, and goes by `--edited-too`."""
    lesson_id = json.loads(command("runs", "show", name, "--json").stdout)["rows"][0]["lessonId"]
    command("call", "lesson.renameLesson", json.dumps({"lessonId": lesson_id, "title": "By hand"}))
    asked = command("runs", "undo", name).stderr
    first = json.loads(command("runs", "undo", name, "--yes", "--json").stdout)
    second = json.loads(command("runs", "undo", name, "--edited-too", "--yes", "--json").stdout)

    assert "By hand" in asked
    assert (first["trashed"], first["editedAndLeft"], second["trashed"]) == (1, [lesson_id], 1)
