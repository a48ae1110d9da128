"""`wb.reviews`: what was read is what is decided about, one lesson or a whole table of them."""

from __future__ import annotations

import pandas
import pytest

from tests.api.interface_only import interface_only
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.errors import Conflict, InputRejected, NotFound, PlanRejected


@pytest.fixture
def queue(workbench: Workbench) -> pandas.DataFrame:
    """Three new lessons that wait, as they were read."""
    ids = [workbench.lessons.create(f"Oars {number}", language="CS").lesson_id for number in (1, 2, 3)]
    workbench.reviews.request(ids)
    found = workbench.reviews.queue(language="cs")
    return found[found["lesson_id"].isin(ids)].reset_index(drop=True)


def test_a_table_is_decided_about_as_it_was_read(workbench: Workbench, queue: pandas.DataFrame) -> None:
    """A lesson that changed, and one that somebody decided about, are refused; the others are not."""
    changed, decided = queue["lesson_id"][0], queue["lesson_id"][1]
    workbench.lessons.rename(changed, "Sculls")
    workbench.reviews.send_back(decided, "Which wood?")
    found = workbench.reviews.approve(queue, yes=True)

    assert found["lesson_id"].to_list()[1:] == [changed, decided] and found["state"][0] == "approved"
    assert found["refused"].isna().to_list() == [True, False, False]
    assert "has changed" in found["refused"][1] and "sent it back" in found["refused"][2]
    with pytest.raises(Conflict, match="sent it back in the meantime"):
        workbench.reviews.approve(queue[queue["lesson_id"] == decided])


def test_more_than_one_are_asked_about(workbench: Workbench, queue: pandas.DataFrame) -> None:
    """Where nobody can be asked, nothing is changed; an empty table is nothing to do."""
    with pytest.raises(PlanRejected, match="3 lessons are approved. To do it: yes=True"):
        workbench.reviews.approve(queue)
    assert len(workbench.reviews.approve(queue.head(0))) == 0
    assert workbench.reviews.history(queue["lesson_id"][0])["verdict"].to_list() == ["requested"]


def test_the_queue_says_how_many_it_left_out(workbench: Workbench, queue: pandas.DataFrame) -> None:
    """`limit` reads fewer; a state that is none is refused with those there are."""
    first = workbench.reviews.queue(language="CS", limit=1)
    assert len(first) == 1 and first.attrs["total"] >= 3 and not first.attrs["is_complete"]
    for wrong in ({"state": "waiting"}, {"language": "Czech"}):
        with pytest.raises(InputRejected):
            workbench.reviews.queue(**wrong)  # type: ignore[arg-type]


def test_what_is_no_lesson_is_refused(workbench: Workbench, queue: pandas.DataFrame) -> None:
    """A table without ids, a number, a revision of several."""
    for wrong in (pandas.DataFrame({"title": ["x"]}), 7):
        with pytest.raises(InputRejected):
            workbench.reviews.request(wrong)
    with pytest.raises(InputRejected, match="of one lesson"):
        workbench.reviews.approve(queue, revision=1)
    with pytest.raises(Conflict):
        workbench.reviews.approve(queue["lesson_id"][0], revision=7)


def test_a_service_without_reviews_says_so() -> None:
    """One that has the interface only."""
    with (
        interface_only() as (base_url, _),
        connect(base_url, token="good" * 6) as wb,
        pytest.raises(NotFound, match="support reviews"),
    ):
        wb.reviews.queue()
