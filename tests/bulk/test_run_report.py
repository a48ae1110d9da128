"""A run as a page for the person who approved the money."""

from __future__ import annotations

import pytest

from tests.bulk.records_by_hand import record
from tests.hostile import HOSTILE
from tests.markup import seen
from workbench.bulk.row import State
from workbench.bulk.run_report import Ordered, report_facts, report_page

ORDERED = Ordered("Kitchen basics", "https://lessons.example", "Ada", 10)
ROWS = [
    record(1),
    record(2, state=State.REFUSED, lesson_id=None, title=None, said="Too vague.", proof=None),
    record(3, state=State.UNSURE, lesson_id=None, title=None, said="The answer was lost.", proof=None),
    record(4, proof="matched"),
    record(5, code="UNDONE", said="Undone."),
    record(6, state=State.PLANNED, lesson_id=None, title=None, first_sent_at=None, settled_at=None),
]


def test_the_figures_stand_first() -> None:
    """What came, what it cost, what was approved, what is in doubt."""
    assert report_facts(ORDERED, ROWS) == [
        ("Lessons made", "3 of 6"),
        ("Credits spent", "6"),
        ("Credits approved", "10"),
        ("In doubt", "up to 2 credits"),
        ("Refused, not paid", "1"),
        ("From first to last", "60 s"),
    ]


def test_every_row_stands_in_one_section() -> None:
    """What needs a person first."""
    page = seen(report_page(ORDERED, ROWS, 0)).text
    titles = ("Need a person: 1", "Refused by the service, not paid: 1", "Put into the trash later: 1")
    titles += ("Matched, not proven: 1", "Made: 1", "Not made yet: 1")

    assert sorted(titles, key=page.index) == list(titles)


def test_what_is_not_known_is_not_shown() -> None:
    """A service without prices."""
    names = [name for name, _ in report_facts(Ordered("a", "b", ""), [record(credits=None)])]

    assert names == ["Lessons made", "From first to last"]


def test_the_page_needs_nothing_else() -> None:
    """No script, no address; its own policy forbids them too."""
    page = report_page(ORDERED, ROWS, 0)

    assert "http" not in page.replace("https://lessons.example", "").replace("http-equiv", "")
    assert "default-src &#x27;none&#x27;" in page


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_becomes_markup(text: str) -> None:
    """Names, topics, titles and sentences are anybody's."""
    plain = seen(report_page(ORDERED, ROWS[:1], 0)).dangers
    rows = [record(1, topic=text, title=text, said=text, language=text)]

    assert seen(report_page(Ordered(text, text, text), rows, 0)).dangers == plain
