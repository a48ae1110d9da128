"""What the bulk panel says before something is paid for or removed."""

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

    assert "2 lessons will be created, for 2 practice credits." in text
    assert "Destinations: " in text
    assert "(2)." in text
    assert "Not created: 1 duplicate, 1 empty, 1 language unknown." in text


def test_a_balance_that_does_not_suffice_is_said() -> None:
    """Before, not after."""
    found = planned()
    assert found.plan is not None
    poor = replace(found.plan, place=replace(found.plan.place, balance_credits=1))

    text = approval_text(found, poor)
    assert "2 lessons cost 2 practice credits, the organization has 1: 1 would not be created." in text
    assert "1 lesson of 2 will be created, for 1 practice credit. You will have 0 practice credits left." in text


def test_a_daily_limit_is_said() -> None:
    """Before a person says yes, to a new run and to one that continues."""
    found = planned()
    assert found.plan is not None
    capped = replace(found.plan, place=replace(found.plan.place, daily_cap_credits=1, daily_left_credits=1))

    for text in (approval_text(found, capped), resume_text(capped)):
        assert "1 of 2 lessons can be created today. The other 1 stays planned; start again from 00:00 UTC on" in text


def test_no_text_of_a_file_is_html() -> None:
    """Neither heading nor cell nor the file's own name."""
    found = planned(HOSTILE)

    assert seen(list_html(found) + plan_html(found) + rows_html(found.rows)).dangers == []


def test_going_on_says_what_is_left_to_pay() -> None:
    """And that nothing is paid twice."""
    found = planned()
    assert found.plan is not None

    assert resume_text(found.plan).startswith("2 rows are still to be created, for 2 practice credits.")
