"""What was told is found by procedure; a role is never given a smaller number for what it may not see."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reports.frames import answer_with, answers, plain, rows, untrue
from tests.reports.roles import Cast, choices
from tests.slow import first_in_gate
from workbench.errors import NotAllowed
from workbench.procedures.organization import get_credit_ledger, get_organization_projects
from workbench.reports import REPORTS, ReportOrganization
from workbench.reports.charts import burn_down, spending
from workbench.reports.credits.credits import BY
from workbench.reports.credits.ledger import ledger_call
from workbench.reports.projects import projects_call
from workbench.reports.tables.figures import figures
from workbench.service.kernel.roles import ROLES, may


def test_answers_are_told_apart_by_procedure() -> None:
    """Two procedures may call their lists the same."""
    found = answers(
        [
            answer_with(ledger_call(ReportOrganization()), {"kind": "grant"}),
            answer_with(projects_call(ReportOrganization()), {"name": "A"}),
        ]
    )

    assert len(found.of(get_credit_ledger.name)) == 1
    assert found.of(get_organization_projects.name)[0].request.rows == "projects"


@pytest.mark.parametrize("role", first_in_gate(["author", *sorted({*ROLES} - {"owner", "author"})]))
@pytest.mark.parametrize("name", REPORTS)
def test_what_a_role_may_not_see_is_missing_and_never_smaller(people: Cast, name: str, role: str) -> None:
    """Each value is the owner's or missing; what is not all there has a sentence and is not complete."""
    for given in choices(REPORTS[name].parameters):
        whole = people.report("owner", name, **given)
        assert (whole.attrs["is_complete"], whole.attrs["missing"]) == (True, [])
        try:
            found = people.report(role, name, **given)
        except NotAllowed:
            continue
        seen, truth = rows(found), rows(whole)
        assert untrue(seen, truth) == []
        assert found.attrs["is_complete"] == (seen == truth)
        assert bool(found.attrs["missing"]) == (seen != truth)


@pytest.mark.parametrize("name", REPORTS)
def test_a_place_told_whole_is_whole_beside_one_that_is_not(people: Cast, name: str) -> None:
    """The author of Acme owns an organization: its rows are as they are alone."""
    own = people.own["author"].organization_id
    for given in choices(REPORTS[name].parameters):
        both, alone = (people.report("author", name, where, **given) for where in ("both", "own"))
        assert alone.attrs["is_complete"]
        if "organization_id" in both.columns:
            assert rows(both[both["organization_id"] == own]) == rows(alone)


REFUSED = [
    *[("forecast", {}), ("monthly-forecast", {}), ("reconciliation", {})],
    *[("credits", {"by": by}) for by in BY if by != "person"],
]


@pytest.mark.parametrize("role", sorted(role for role in ROLES if not may(role, "ledger")))
@pytest.mark.parametrize(("name", "given"), REFUSED)
def test_what_needs_everyone_s_entries_is_refused_with_the_roles_that_see_them(
    people: Cast, name: str, given: dict[str, Any], role: str
) -> None:
    """One way for every role: an error, never no rows or rows of what is missing; it names all who may."""
    with pytest.raises(NotAllowed, match="Owners, admins and analysts see them all"):
        people.report(role, name, **given)
    alone, both = people.report(role, name, "own", **given), people.report(role, name, "both", **given)
    assert rows(both) == rows(alone)
    assert not both.attrs["is_complete"]


def test_an_author_s_share_and_totals_are_not_made_of_the_own_entries(people: Cast) -> None:
    """The own row is true; a project's or a day's sum would hold the own spending only, and the share was 1.0."""
    by_person = people.report("author", "credits")
    truth = people.report("owner", "credits")

    assert plain(by_person, "name", "share") == [("author", None)]
    assert plain(by_person, "spent_credits") == plain(truth[truth["name"] == "author"], "spent_credits")


def test_figures_and_charts_are_not_made_of_a_part(people: Cast) -> None:
    """A key figure has no room for a note; a line would be drawn as if it were the organization's."""
    ledger, credits = (people.report("author", name) for name in ("ledger", "credits"))
    forecast = people.report("author", "forecast", "own")
    burning, spent = burn_down(ledger, forecast), spending(credits)

    assert [figure.what for figure in figures(credits, REPORTS["credits"].figures)] == ["rows"]
    assert (len(burning.figure.data), len(spent.figure.data)) == (0, 0)
    assert "only your own entries" in burning.text
    assert "only your own entries" in spent.text


@pytest.mark.parametrize("name", ["audit", "ledger"])
def test_a_refused_report_says_that_the_role_does_not_allow_it(people: Cast, name: str) -> None:
    """It was told as if there were no such thing."""
    who = {"audit": "Owners and admins", "ledger": "Owners, admins, authors and analysts"}[name]
    with pytest.raises(NotAllowed, match=f"The role viewer does not allow this. {who} may.*FORBIDDEN, 403"):
        people.report("viewer", name)


def test_the_cast_has_who_may_and_who_may_not(people: Cast) -> None:
    """Else the sweep over the roles would prove nothing."""
    assert {may(role, "ledger") for role in people.clients} == {True, False}
    assert {may(role, "people") for role in people.clients} == {True, False}
