"""The report on runs: what it is handed becomes rows; nothing is asked."""

from __future__ import annotations

from types import SimpleNamespace

from tests.reports.frames import answers, plain
from workbench.reports.runs import ask, frame
from workbench.reports.scope import Scope

RUN = SimpleNamespace(
    name="r", origin="https://a.example", made_at=1000, rows=5, done=2, refused=1, unsure=0, sends=3, spent_credits=2,
    fault="", organization="Acme",
)  # fmt: skip


def test_a_run_is_a_row() -> None:
    """What is neither done nor refused nor unsure is still planned."""
    found = frame(answers([], Scope(runs=[RUN])))

    assert plain(found, "name", "organization", "created_at", "rows", "done", "planned", "spent_credits", "fault") == [
        ("r", "Acme", 1000, 5, 2, 2, 2, None)
    ]


def test_a_journal_that_cannot_be_read_is_a_row_with_its_fault() -> None:
    """Its counts are missing, not nought."""
    found = frame(answers([], Scope(runs=[SimpleNamespace(**{**vars(RUN), "fault": "damaged", "made_at": 0})])))

    assert plain(found, "name", "rows", "created_at", "fault") == [("r", None, None, "damaged")]


def test_nothing_is_asked() -> None:
    """Runs are known on this computer only."""
    assert ask(Scope()) == []
