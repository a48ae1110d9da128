"""Which thing a person means: by id, or by a name that one of them has."""

from __future__ import annotations

from typing import Any

import pandas
import pytest

from workbench.client.lookups.identify import is_one, name_or_id, person_id, project_id, several
from workbench.errors import InputRejected
from workbench.procedures.member import ListMembersOutput, Member
from workbench.procedures.organization import ListProjectsOutput, Project

AT = "2026-01-01T00:00:00.000Z"


class Listing:
    """Has these projects, or people, and counts how often it is called."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.calls = 0

    def call(self, call: Any) -> Any:
        """All of them."""
        self.calls += 1
        if call.name.endswith("getMembers"):
            return ListMembersOutput(
                members=[
                    Member(person_id=f"p{index}", name=name, email=f"{name}@x.org", role="author", since=AT)
                    for index, name in enumerate(self.names)
                ]
            )
        return ListProjectsOutput(
            projects=[Project(project_id=f"p{index}", name=name) for index, name in enumerate(self.names)]
        )


def projects(*names: str) -> Any:
    """A client of a service with these projects."""
    return Listing(*names)


def test_an_id_is_not_looked_up() -> None:
    """The service says itself whether there is such a thing."""
    client = projects("Trade")

    assert project_id(client, None, "0" * 25) == "0" * 25 and client.calls == 0


@pytest.mark.parametrize("wanted", ["Trade", "p0"])
def test_a_name_or_a_foreign_id_is_found(wanted: str) -> None:
    """Ids of another service may have any form."""
    assert project_id(projects("Trade", "Trade fair"), None, wanted) == "p0"


def test_a_name_is_meant_whole() -> None:
    """Capitals and outer blanks make no other name, a part of it does; the nearest are reported."""
    assert project_id(projects("Trade", "Zoo"), None, " trade ") == "p0"
    with pytest.raises(InputRejected, match="no project 'trad' here. The nearest: 'Trade'"):
        project_id(projects("Trade", "Zoo"), None, "trad")
    with pytest.raises(InputRejected, match="No name is similar"):
        project_id(projects("Trade"), None, "Xylophone")


def test_many_of_one_name_are_listed_in_part() -> None:
    """Ten ids are enough to see what is wrong."""
    with pytest.raises(InputRejected, match=r"14 projects are named 'Trade': p0 .*; p9 .*; and 4 more\. Pass the id"):
        project_id(projects(*["Trade"] * 14), None, "Trade")


@pytest.mark.parametrize("wanted", ["", "  "])
def test_nothing_is_nobodys_name(wanted: str) -> None:
    """It is refused before anything is sent."""
    client = projects("")
    with pytest.raises(InputRejected, match="by its id, its name, or a record"):
        project_id(client, None, wanted)
    assert client.calls == 0


def test_a_hostile_name_is_shown_harmless() -> None:
    """Anyone who reads the error has a terminal."""
    with pytest.raises(InputRejected) as refused:
        project_id(projects("evil\x1b[31m"), None, "evil\x1b[32m")
    assert "\x1b" not in refused.value.message


@pytest.mark.parametrize("wanted", ["ana", "ana@x.org", "p0"])
def test_a_person_is_found_by_name_or_address(wanted: str) -> None:
    """Whose address is known."""
    assert person_id(projects("ana", "ben"), None, wanted) == "p0"


RECORDS = [
    Project(project_id="p1", name="Zoo"),
    {"project_id": "p1", "name": "Trade"},
    {"projectId": "p1"},
    pandas.Series({"project_id": "p1", "name": "Zoo"}),
    next(pandas.DataFrame([{"project_id": "p1"}]).itertuples()),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_stands_for_its_id(record: Any) -> None:
    """An answer, a mapping in Python's or the wire's names, and a row of a table."""
    assert project_id(projects("Trade", "Zoo"), None, record) == "p1"
    assert (is_one("project", record) and several("project", record) == [record]) or isinstance(record, pandas.Series)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (None, "this is None"),
        (12, r"this is 12 \(int\)"),
        (b"Trade", "this is bytes"),
        ({"name": "Trade"}, r"this is {'name': 'Trade'} \(dict\)"),
        (object(), "this is an object"),
        ({"project_id": float("nan")}, r"this is {'project_id': nan} \(dict\)"),
        (" ", "this is empty"),
    ],
)
def test_what_names_nothing_is_refused(wanted: Any, said: str) -> None:
    """With what is expected."""
    with pytest.raises(InputRejected, match=f"by its id, its name, or a record with `project_id`; {said}"):
        name_or_id("project", wanted)


def test_several_are_a_list_a_series_or_a_table() -> None:
    """Missing ids are left out, and each is there once."""
    table = pandas.DataFrame({"project_id": ["p0", None, "p1", "p0"]})

    assert several("project", table) == several("project", table["project_id"]) == ["p0", "p1"]
    assert several("project", ["p0", {"project_id": "p1"}]) == ["p0", {"project_id": "p1"}]
    assert not is_one("project", table) and not is_one("project", table["project_id"])
    with pytest.raises(InputRejected, match="no column `project_id`"):
        several("project", pandas.DataFrame({"name": ["Zoo"]}))
    with pytest.raises(InputRejected, match="several people, or a table with `person_id` is expected; this is 12"):
        several("person", 12)
