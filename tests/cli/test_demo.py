"""`workbench demo`: ten private planning sheets, one finished lesson that is shared, and never another."""

from __future__ import annotations

import json
import socket
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.own_service import Ended, command
from workbench.embedded import life
from workbench.embedded.record import last_port


def told(ended: Ended) -> Any:
    """What the command tells programs."""
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def opens(url: str) -> bool:
    """Whether the link gives a page to somebody who is not signed in."""
    with urllib.request.urlopen(url) as page:
        return bool(page.status == 200)


@pytest.mark.usefixtures("fresh_folder")
def test_ten_sheets_stay_private_and_one_lesson_is_shared() -> None:
    """Ten lessons for ten credits stay private; the one that is shared is finished, and it is reported."""
    ended = command("demo", "--json")
    facts = told(ended)

    assert (facts["creditsBefore"], facts["creditsAfter"], facts["lessonsMade"]) == (10_000, 9_990, 10)
    assert len({lesson["lessonId"] for lesson in facts["lessons"]}) == 10
    listed = json.loads(command("call", "courseRouter.listCourses", "{}").stdout)["courses"]
    assert [course["shareUrl"] for course in listed if course["isPublic"]] == [facts["sharedLesson"]["shareUrl"]]
    assert opens(facts["sharedLesson"]["shareUrl"])
    assert "Sharing one finished lesson" in ended.stderr
    for lesson in facts["lessons"][:2]:
        shared = {"courseId": lesson["courseId"], "isPublic": True, "confirmOpenPlaces": True}
        assert "notes for authors" in command("call", "courseRouter.setCourseSharing", json.dumps(shared)).stderr


def test_again_and_elsewhere_it_makes_no_second_lesson(fresh_folder: Path) -> None:
    """Also after a stop, and on another port; the links open there."""
    first = told(command("demo", "--json"))
    life.stop()
    with socket.socket() as taker:
        taker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taker.bind(("127.0.0.1", last_port(fresh_folder)))
        taker.listen()
        second = told(command("demo", "--json"))

    assert (second["lessonsMade"], second["creditsAfter"]) == (0, 9_990)
    assert [lesson["lessonId"] for lesson in second["lessons"]] == [lesson["lessonId"] for lesson in first["lessons"]]
    assert second["sharedLesson"]["courseId"] == first["sharedLesson"]["courseId"]
    assert second["sharedLesson"]["shareUrl"] != first["sharedLesson"]["shareUrl"]
    assert opens(second["sharedLesson"]["shareUrl"])


@pytest.mark.usefixtures("fresh_folder")
def test_people_see_a_table_and_what_it_cost() -> None:
    """With the one link that is shared, and what to do next."""
    said = command("demo", "--yes").stdout

    assert said.count("/s/") == 1
    assert "10,000 before, 9,990 after" in said
    assert "only on this computer" in said
    assert "planning sheets, made without AI" in said and "Practice credits: 10,000" in said


@pytest.mark.usefixtures("fresh_folder")
def test_it_is_always_the_service_of_this_computer() -> None:
    """A demo never spends the credits of a service that somebody signed in to."""
    ended = command("demo", "--json", WORKBENCH_URL="https://127.0.0.1:1", WORKBENCH_SESSION_TOKEN="any")

    assert told(ended)["lessonsMade"] == 10
