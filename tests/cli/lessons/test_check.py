"""`workbench check`."""

from __future__ import annotations

import json
from uuid import uuid4

from tests.own_service import command
from workbench.authoring.block import Block
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService
from workbench.procedures.lesson import create_lesson
from workbench.procedures.realtime import execute_transactions


def test_findings_are_shown_and_given_to_programs(own_service: EmbeddedService) -> None:
    """A table with warnings, JSON with all; what is found is not a failure."""
    with Client(own_service.base_url, own_service.token) as client:
        lesson_id = client.call(create_lesson(title="=Tides()", language="EN")).lesson_id
        block = Block(id=str(uuid4()), type="text", content={"markdown": "Salt water rises."})
        insert = Transaction(label="insertPages", mutations=[LessonBlockInsert(block=block)])
        client.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[insert]))
    shown = command("check", lesson_id)
    rows = json.loads(command("check", lesson_id, "--severity", "warning", "--json").stdout)["rows"]

    assert shown.returncode == 0 and shown.stdout.split()[:2] == ["severity", "finding"]
    assert f"{len(rows)} findings in 1 lesson checked." in shown.stderr
    assert {row["finding"] for row in rows} >= {"no-objectives", "no-question"}
