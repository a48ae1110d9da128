"""A run as a page for the person who approved the money."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bulk.records_by_hand import record
from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.row import State
from workbench.bulk.running.report import report_facts, report_page
from workbench.bulk.running.run_request import RunLinks, RunRequest, Skipped

ORDERED = RunRequest("Kitchen basics", "https://lessons.example", "Ada", 10)
ROWS = [
    record(1),
    record(2, state=State.REFUSED, lesson_id=None, title=None, message="Too vague.", proof=None),
    record(3, state=State.UNSURE, lesson_id=None, title=None, message="The answer was lost.", proof=None),
    record(4, proof="matched"),
    record(5, code="UNDONE", message="Undone."),
    record(6, state=State.PLANNED, lesson_id=None, title=None, first_sent_at=None, settled_at=None),
]


def test_the_figures_stand_first() -> None:
    """What came, what it cost, what was approved, what is in doubt."""
    assert report_facts(ORDERED, ROWS) == [
        ("Lessons created", "3 of 6"),
        ("Credits spent", "6"),
        ("Credits approved", "10"),
        ("Unconfirmed", "up to 2 credits"),
        ("Refused, not charged", "1"),
        ("From first to last", "60 s"),
    ]


def test_every_row_stands_in_one_section() -> None:
    """What needs a person first."""
    page = seen(report_page(ORDERED, ROWS, 0)).text
    titles = ("Need attention: 1", "Refused by the service, not charged: 1", "Moved to the trash later: 1")
    titles += ("Matched, not proven: 1", "Made: 1", "Not created yet: 1")

    assert sorted(titles, key=page.index) == list(titles)


def test_what_is_not_known_is_not_shown() -> None:
    """A service without prices."""
    names = [name for name, _ in report_facts(RunRequest("a", "b", ""), [record(credits=None)])]

    assert names == ["Lessons created", "From first to last"]


def test_the_page_needs_nothing_else() -> None:
    """No script, no address; its own policy forbids them too."""
    page = report_page(ORDERED, ROWS, 0)

    assert "http" not in page.replace("https://lessons.example", "").replace("http-equiv", "")
    assert "default-src &#x27;none&#x27;" in page


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_becomes_markup(text: str) -> None:
    """Names, topics, titles and sentences are anybody's."""
    plain = seen(report_page(ORDERED, ROWS[:1], 0)).dangers
    rows = [record(1, topic=text, title=text, message=text, language=text, lesson_id=text)]
    skipped = (Skipped(1, text, text, text),)
    hostile = RunRequest(text, text, text, 1, text, text, text, skipped, RunLinks({text: text}, text))

    assert seen(report_page(hostile, rows, 0)).dangers == plain


def test_a_report_left_out_the_rows_that_were_skipped() -> None:
    """Each with its line, its topic and why it was not ordered."""
    skipped = (Skipped(7, "Bread", "EN", "duplicate of line 2"), Skipped(9, "", "EN", "empty: the topic is missing"))
    page = seen(report_page(replace(ORDERED, skipped=skipped), ROWS, 0)).text

    assert "Skipped, not requested: 2" in page
    assert (
        page.index("7") < page.index("Bread") < page.index("duplicate of line 2") < page.index("the topic is missing")
    )
    assert ("Skipped", "2") in report_facts(replace(ORDERED, skipped=skipped), ROWS)


def test_a_report_named_neither_person_organization_nor_writer() -> None:
    """And not where the lessons went."""
    ordered = replace(ORDERED, organization="Bakers", service="service1", writer="planning-sheet (no AI)")
    page = seen(report_page(ordered, [record(1, destination=Destination("p1", "Larder"))], 0)).text

    for told in ("Ada", "Bakers", "https://lessons.example (service1)", "planning-sheet (no AI)", "Larder"):
        assert told in page


def test_a_report_had_no_links_to_its_lessons() -> None:
    """A public link is followed; a lesson without one is told by its id, and what no browser opens stays text."""
    links = RunLinks({"lesson1": "https://share.example/s/c1", "lesson2": "javascript:alert(1)"})
    page = report_page(replace(ORDERED, links=links), [record(1), record(2), record(3)], 0)

    assert page.count("<a ") == 1
    assert '<a href="https://share.example/s/c1" rel="noopener noreferrer">' in page
    assert "javascript" not in page
    assert "lesson lesson2" in page
    assert "lesson lesson3" in page


def test_a_link_of_this_computer_says_so() -> None:
    """Anyone who gets the page elsewhere cannot follow it."""
    links = RunLinks({"lesson1": "http://127.0.0.1:8000/s/c1"})

    assert "opens only on this computer" in report_page(replace(ORDERED, links=links), [record(1)], 0)


def test_a_page_without_links_says_why() -> None:
    """The session may have ended long ago."""
    page = report_page(replace(ORDERED, links=RunLinks(fault="The session has ended.")), ROWS, 0)

    assert "none: The session has ended." in page
