"""`workbench reviews`: a lesson needs a confirmation, found in the queue, commented on, sent back and approved."""

from __future__ import annotations

import csv
import json
from typing import Any

from tests.own_service import command
from workbench.api.workbench import Workbench


def as_json(*words: str) -> Any:
    """What a command prints as JSON."""
    return json.loads(command(*words, "--json").stdout)


def test_a_lesson_is_reviewed_from_the_command_line(workbench: Workbench) -> None:
    """`workbench reviews` alone is the queue, as a table, JSON or CSV."""
    lesson_id = workbench.lessons.create("Sounding lines", language="HU").lesson_id
    asked = command("review", "request", "Sounding lines", "--note", "Deep enough?")
    assert (asked.returncode, asked.stdout) == (0, "Review status: inReview.\n")
    assert "Sounding lines" in command("review").stdout
    (waiting,) = as_json("review", "list", "--language", "HU")
    assert (waiting["lessonId"], waiting["errors"], waiting["requestedAt"][:2]) == (lesson_id, 0, "20")
    assert command("review", "comment", lesson_id, "Which rope?").returncode == 0
    assert "Which rope?" in command("review", "comment", lesson_id).stdout
    assert command("review", "send-back", lesson_id, "--note", "Thin.").stdout == "Requested changes to the lesson.\n"
    (approved,) = as_json("review", "approve", lesson_id, "--revision", "1")
    assert (approved["state"], approved["approvedRevision"]) == ("approved", 1)
    listed = command("review", "list", "--language", "HU", "--state", "approved", "--output", "csv").stdout
    assert [row["lessonId"] for row in csv.DictReader(listed.splitlines())] == [lesson_id]


def test_several_are_asked_about_and_say_which_was_refused(workbench: Workbench) -> None:
    """Without a terminal `--yes` is needed; exit code 1 where one was refused."""
    ids = [workbench.lessons.create(f"Knots {number}", language="HU").lesson_id for number in (1, 2)]
    refused = command("review", "approve", *ids)
    assert (refused.returncode, "--yes" in refused.stderr) == (2, True)
    workbench.lessons.delete(ids[0])
    found = command("review", "approve", *ids, "--yes")
    assert (found.returncode, "approved" in found.stdout, ids[0] in found.stdout) == (1, True, True)
