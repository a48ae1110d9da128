"""What the bulk panel says before something is paid for or taken away."""

from __future__ import annotations

from dataclasses import replace

from tests.markup import seen
from tests.widgets.bulk.test_planned_list import planned
from workbench.widgets.bulk.wording import approval_text, list_html, plan_html, resume_text, rows_html

HOSTILE = 'topic,language,<img src=x>\n"<script>x</script>",EN,\n"<img src=x onerror=y>",<b>,1\n'


def test_an_approval_names_numbers_places_and_what_is_left_out() -> None:
    """All that is paid for by one yes."""
    found = planned()
    assert found.plan is not None
    text = approval_text(found, found.plan)

    assert "2 lessons will be made, for 2 practice credits." in text
    assert "They go to: " in text
    assert "(2)." in text
    assert "Not made: 1 duplicate, 1 empty, 1 language unknown." in text


def test_a_balance_that_does_not_suffice_is_said() -> None:
    """Before, not after."""
    found = planned()
    assert found.plan is not None
    poor = replace(found.plan, place=replace(found.plan.place, balance_credits=1))

    assert "The balance pays for 1 of them; then the run pauses." in approval_text(found, poor)


def test_no_text_of_a_file_is_html() -> None:
    """Neither heading nor cell nor the file's own name."""
    found = planned(HOSTILE)

    assert seen(list_html(found) + plan_html(found) + rows_html(found.rows)).dangers == []


def test_going_on_says_what_is_left_to_pay() -> None:
    """And that nothing is paid twice."""
    found = planned()
    assert found.plan is not None

    assert resume_text(found.plan).startswith("2 rows are still to be made, for 2 practice credits.")
