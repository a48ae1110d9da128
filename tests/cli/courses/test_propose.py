"""`workbench courses propose`: a model's outline, saved to be edited; without a model, what to do instead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.model_server import good, model_server
from tests.own_service import command
from tests.people import owner_of
from tests.service.serving import serving
from workbench.bulk.outlines.outline_table import load_outline


def test_an_outline_is_printed_saved_and_paid_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is what `course make` takes; said again, it costs nothing."""
    brief = tmp_path / "brief.txt"
    brief.write_text("Baking bread for beginners", "utf-8")
    with model_server(good()) as model, serving(tmp_path / "s.db", writer_environment=model.environment) as service:
        owner = owner_of(f"sqlite:///{tmp_path / 's.db'}", credits_at_start=3)
        monkeypatch.setenv("WORKBENCH_URL", service.base_url)
        monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", owner.session_token)
        words = ["course", "propose", "--file", str(brief), "--language", "EN", "--lessons", "4"]
        shown = command(*words, "--to", str(tmp_path / "outline.csv"))
        again = json.loads(command(*words, "--json").stdout)

    assert shown.returncode == 0, shown.stderr
    assert "Baking bread for, part 1" in shown.stdout and "It cost 1 credit" in shown.stderr
    assert "workbench courses make" in shown.stderr
    assert [lesson.title for lesson in load_outline(tmp_path / "outline.csv").lessons] == [
        lesson["title"] for lesson in again["lessons"]
    ]
    assert (again["credits"], len(again["lessons"])) == (0, 4)


@pytest.mark.usefixtures("own_service")
def test_without_a_model_it_says_what_to_do() -> None:
    """One line, and nothing is paid."""
    ended = command("course", "propose", "Baking bread", "--language", "EN")

    assert ended.returncode != 0
    assert "has no AI model" in ended.stderr and "Write the lessons yourself" in ended.stderr


@pytest.mark.usefixtures("own_service")
@pytest.mark.parametrize("words", [["--language", "EN"], ["A brief", "--file", "x", "--language", "EN"]])
def test_one_brief_is_said(words: list[str]) -> None:
    """Neither none nor two."""
    ended = command("course", "propose", *words)

    assert ended.returncode == 2 and "Add a brief or --file" in ended.stderr
