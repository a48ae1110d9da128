"""The people of an organization: listed, invited, given another role, taken out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from uuid import uuid4

import pytest

from workbench.api.workbench import Workbench
from workbench.errors import InputRejected, NotAllowed, NotFound, PlanRejected


def test_a_member_is_found_changed_and_taken_out(workbench: Workbench, as_role: Callable[[str], Workbench]) -> None:
    """By id and by e-mail address; the role holds from the next request on."""
    theirs = as_role("viewer")
    me = theirs.facts.who
    assert me is not None and me.email is not None

    assert workbench.people.get(me.email).person_id == me.person_id
    assert workbench.people.change_role(me.email, "author").role == "author"
    assert theirs.projects.create(f"Mine {uuid4().hex}").name
    with pytest.raises(
        PlanRejected, match=r"\), author, will no longer be .* remove\(.*, yes=True\). Nothing was changed"
    ):
        workbench.people.remove(me.email)
    assert me.person_id in set(workbench.people.list()["person_id"])
    workbench.people.remove(me.person_id, yes=True)
    listed = workbench.people.list()
    assert me.person_id not in set(listed[~listed["is_removed"]]["person_id"])
    with pytest.raises(NotFound):
        workbench.people.get(me.person_id)


@pytest.mark.parametrize(("typed", "is_gone"), [("1", True), ("", False), ("yes", False)])
def test_a_person_is_removed_when_the_number_is_typed(
    workbench: Workbench,
    as_role: Callable[[str], Workbench],
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    is_gone: bool,
) -> None:
    """Anything else changes nothing."""
    who = as_role("viewer").facts.who
    assert who is not None
    monkeypatch.setattr("builtins.input", lambda sentence: typed)
    with nullcontext() if is_gone else pytest.raises(PlanRejected, match="^Nothing was changed.$"):
        workbench.people.remove(who.person_id)

    assert (who.person_id not in set(workbench.people.list()["person_id"])) == is_gone


def test_an_invited_person_is_no_member_yet(workbench: Workbench) -> None:
    """They join when they accept."""
    email = f"{uuid4().hex[:8]}@example.org"

    assert workbench.people.invite(email, role="author").email == email
    with pytest.raises(InputRejected, match="no person"):
        workbench.people.get(email)


def test_who_may_not_manage_people_is_refused_in_words(as_role: Callable[[str], Workbench]) -> None:
    """They see names, and that the addresses are missing."""
    theirs = as_role("author")

    found = theirs.people.list()
    assert found["email"].isna().all() and not found.attrs["is_complete"]
    with pytest.raises(NotAllowed, match="role"):
        theirs.people.invite("x@example.org", role="owner")
