"""The report on reconciliation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.reports.frames import answer_with, answers, plain
from tests.reports.seeded import Seeded
from workbench.reports.credits.reconciliation import ask, frame
from workbench.reports.report import Answers, ReportAnswer
from workbench.reports.scope import ReportOrganization, Scope
from workbench.reports.tables.listing import page_table
from workbench.wire.strict_json import write

SCOPE = Scope((ReportOrganization("o", "Acme"),))
GRANT = {"entryId": "1", "kind": "grant", "credits": 10, "balanceAfter": 10}
TAKEN = {"entryId": "2", "kind": "reserve", "credits": -4, "balanceAfter": 6, "reservationId": "r"}
PAID = {"entryId": "3", "kind": "settle", "credits": 0, "balanceAfter": 6, "reservationId": "r", "lessonId": "l"}
LESSON = {"lessonId": "l", "writer": "outline"}


def checked(balance: int, entries: list[dict[str, Any]], lessons: list[dict[str, Any]]) -> Any:
    """The report on these entries, oldest first."""
    ledger, wallet, asked_lessons, trash = ask(SCOPE)
    page = page_table(write({"aiCreditBalance": balance}), "", wallet.columns)
    given = [
        answer_with(ledger, *reversed(entries)),
        ReportAnswer(wallet, (page,)),
        answer_with(asked_lessons, *lessons),
        answer_with(trash),
    ]
    return frame(Answers(SCOPE, tuple(given)))


def disagreeing(balance: int, entries: list[dict[str, Any]], lessons: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """The checks that do not agree, with what differs."""
    found = checked(balance, entries, lessons)
    return plain(found[~found["agrees"]], "check", "expected", "found", "differing")


def test_what_agrees_agrees() -> None:
    """A grant, a reservation, its settlement, the lesson."""
    assert disagreeing(6, [GRANT, TAKEN, PAID], [LESSON]) == []


def test_a_payment_for_something_else_than_a_lesson_says_so() -> None:
    """Help with a block makes no lesson, so the ledger names none."""
    assert disagreeing(6, [GRANT, TAKEN, {**PAID, "lessonId": None, "purpose": "block help"}], []) == []


@pytest.mark.parametrize(
    ("balance", "entries", "lessons", "differing"),
    [
        (7, [GRANT, TAKEN, PAID], [LESSON], ("the entries add up to the balance", 7, 6, None)),
        (
            6,
            [GRANT, {**TAKEN, "balanceAfter": 7}, PAID],
            [LESSON],
            ("each entry's balance follows from those before", 3, 2, "2"),
        ),
        (
            6,
            [GRANT, TAKEN, PAID],
            [LESSON, {**LESSON, "lessonId": "m"}],
            ("each drafted lesson was paid for", 2, 1, "m"),
        ),
        (6, [GRANT, TAKEN, PAID], [], ("each lesson paid for is there", 1, 0, "l")),
        (6, [GRANT, TAKEN, {**PAID, "lessonId": None}], [], ("each payment has a purpose", 1, 0, "r")),
    ],
)
def test_what_does_not_agree_is_named(
    balance: int, entries: list[dict[str, Any]], lessons: list[dict[str, Any]], differing: tuple[Any, ...]
) -> None:
    """By check, both numbers and ids; the other checks still agree."""
    assert disagreeing(balance, entries, lessons) == [differing]


@pytest.mark.parametrize(
    ("partly", "unknown"), [("ledger", 6), ("lessons", 2), ("trash", 2), (None, 0)], ids=lambda value: str(value)
)
def test_what_is_compared_with_a_part_is_missing(partly: str | None, unknown: int) -> None:
    """All of it where the ledger is not reported whole; where a list of lessons is not, what is said of lessons."""
    ledger, wallet, lessons, trash = ask(SCOPE)
    given = {
        "ledger": answer_with(ledger, PAID, TAKEN, GRANT),
        "wallet": ReportAnswer(wallet, (page_table(write({"aiCreditBalance": 6}), "", wallet.columns),)),
        "lessons": answer_with(lessons, LESSON),
        "trash": answer_with(trash),
    }
    told = [replace(answer, is_whole=name != partly) for name, answer in given.items()]
    found = frame(Answers(SCOPE, tuple(told)))
    empty = found[found["agrees"].isna()]

    assert (len(found), len(empty)) == (6, unknown)
    assert empty[["expected", "found", "differing"]].isna().all(axis=None)
    assert unknown != 2 or set(empty["check"]) == {"each drafted lesson was paid for", "each lesson paid for is there"}


@pytest.mark.parametrize(("count", "said"), [(20, "l00, l01"), (21, "l19 and 1 more")])
def test_the_first_twenty_ids_are_listed(count: int, said: str) -> None:
    """And the others counted."""
    lessons = [{"lessonId": f"l{number:02}", "writer": "outline"} for number in range(count)]
    [(_, expected, found, differing)] = disagreeing(10, [GRANT], lessons)

    assert (expected, found, said in differing) == (count, 0, True)
    assert (" more" in differing) is (count > 20)


def test_it_was_silent_about_lessons_that_only_a_run_remembers() -> None:
    """Regression: a service that was restored from a copy agrees with itself, and the lessons of a run were gone."""
    scope = replace(SCOPE, run_lessons={"o": ["l", "m"]})
    ledger, wallet, lessons, trash = ask(scope)
    balance = page_table(write({"aiCreditBalance": 6}), "", wallet.columns)
    given = (
        answer_with(ledger, PAID, TAKEN, GRANT),
        ReportAnswer(wallet, (balance,)),
        answer_with(lessons, LESSON),
        answer_with(trash),
    )
    found = frame(Answers(scope, given))

    assert plain(found[~found["agrees"]], "check", "differing") == [
        ("each lesson that this computer's runs made is there", "m")
    ]


def test_the_store_s_own_sums_agree(acme: Seeded) -> None:
    """But for the lessons of the seeded past, which never were."""
    found = acme.report("reconciliation")
    off = found[~found["agrees"]]

    assert len(found) == 12
    assert plain(off, "organization", "check", "differing") == [
        ("Acme", "each lesson paid for is there", "gone0, gone1, gone2, gone3")
    ]


def test_no_answer_is_an_empty_report() -> None:
    """Nothing is filled in."""
    assert frame(answers([])).empty


def test_a_lesson_that_was_paid_for_twice_is_named() -> None:
    """Of two payments one is right."""
    again = [
        {**TAKEN, "entryId": "4", "balanceAfter": 2, "reservationId": "s"},
        {**PAID, "entryId": "5", "balanceAfter": 2, "reservationId": "s"},
    ]
    found = checked(2, [GRANT, TAKEN, PAID, *again], [LESSON])

    assert plain(found[~found["agrees"]], "check", "expected", "found", "differing") == [
        ("no lesson was paid for twice", 2, 1, "l")
    ]
