"""Calls that fail through no fault of the caller: what is reported, and that nothing is left behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest
from sqlalchemy import func, select

from tests.service.asking import Asking, asking, called
from tests.service.database import digest
from tests.slow_texts import SLOW, searches_give_up
from workbench.errors import PatternTimedOut
from workbench.service.db import sqlite_file
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import block, lesson_revision
from workbench.service.kernel.settings import Settings
from workbench.service.running.server import open_service

pytestmark = pytest.mark.anyio

SLOW_BLOCK = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "text", "content": {"markdown": SLOW}}


async def test_an_unexpected_error_says_only_an_id(ana: Asking, caplog: pytest.LogCaptureFixture) -> None:
    """
    A fault of the service gives INTERNAL_SERVER_ERROR with an id that the log has too, and no stack.
    """

    def broken() -> int:
        raise RuntimeError("/etc/secret SELECT * FROM person")

    ana.service.writer.refusal = lambda request: broken()  # type: ignore[assignment,method-assign]
    answered = await ana.post("lesson.createStarterLesson", {"language": "EN", "topic": "x"})

    error = answered.json()["error"]
    assert answered.status_code == 500
    assert "secret" not in answered.text
    assert error["data"]["errorId"] in caplog.text


async def test_no_answer_tells_the_token(ana: Asking, caplog: pytest.LogCaptureFixture) -> None:
    """
    A fault is logged with its stack, and the session's token is not in it.
    """
    caplog.set_level("DEBUG")
    ana.service.writer.refusal = lambda request: [][0]  # type: ignore[method-assign]
    answered = await ana.post("lesson.createStarterLesson", {"language": "EN", "topic": "x"})

    assert answered.status_code == 500
    assert ana.added.session_token not in caplog.text + answered.text


async def test_a_failed_write_leaves_nothing(ana: Asking) -> None:
    """
    A write that is refused after it wrote something is rolled back whole.
    """
    before = await ana.service.store.read(_rows)
    lesson = await ana.starter()
    at_lesson = await ana.service.store.read(_rows)
    bad = {
        "label": "x",
        "mutations": [{"type": "lessonBlockOrderUpdate", "after": ["3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"]}],
    }
    refused = await ana.post(
        "realtime.executeTransactions", {"lessonId": lesson["lessonId"], "language": "EN", "transactions": [bad]}
    )

    assert refused.status_code == 409
    assert before < at_lesson == await ana.service.store.read(_rows)


async def _rows(db: Db) -> int:
    counts = [select(func.count()).select_from(table) for table in (block, lesson_revision)]
    found = [await db.row(Statement(count)) for count in counts]
    return sum(row[0] for row in found if row)


@pytest.mark.parametrize("call", ["write", "paid"])
async def test_a_busy_store_is_503_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """
    While another process holds the database: SERVICE_UNAVAILABLE with Retry-After; afterwards all is as it was.
    """
    monkeypatch.setattr(sqlite_file, "BUSY_MS", 20)
    service = await open_service(Settings(f"sqlite:///{tmp_path / 'busy.db'}"))
    person = await asking(service)
    before = await digest(service.store)
    other = apsw.Connection(str(tmp_path / "busy.db"))
    other.execute("BEGIN IMMEDIATE")
    answered = await called(person, call)
    other.execute("ROLLBACK")
    other.close()

    assert (answered.status_code, answered.headers["retry-after"]) == (503, "5")
    assert await digest(service.store) == before
    await service.store.close()


@pytest.mark.parametrize("call", ["read", "write", "paid"])
async def test_a_closed_store_is_503(ana: Asking, call: str) -> None:
    """
    A call that comes while the service shuts down may be made again elsewhere or later.
    """
    await ana.service.store.close()
    answered = await called(ana, call)

    assert (answered.status_code, answered.headers["retry-after"]) == (503, "5")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lesson.search", {"query": SLOW}),
        ("lesson.createLesson", {"title": "Tides", "language": "EN", "blocks": [SLOW_BLOCK]}),
        ("lesson.createStarterLesson", {"language": "EN", "topic": SLOW}),
    ],
)
async def test_a_text_that_cannot_be_searched_in_time_is_refused(
    ana: Asking, name: str, value: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the text's fault and not the service's: one sentence, and nothing is written."""
    before = await ana.service.store.read(_rows)
    searches_give_up(monkeypatch)
    answered = await (ana.get if name == "lesson.search" else ana.post)(name, value)
    answers = answered.json()

    assert answered.status_code == 400
    assert (answers[0] if isinstance(answers, list) else answers)["error"]["message"] == PatternTimedOut().message
    assert await ana.service.store.read(_rows) == before
