"""Courses of an organization, and their sharing."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from workbench.api.courses import HERE_ONLY, ShareLink
from workbench.api.workbench import Workbench
from workbench.errors import OpenPlaces
from workbench.procedures.lesson import create_starter_lesson, get_lesson


@pytest.fixture
def course_id(workbench: Workbench) -> str:
    """A course that was just made."""
    lesson = workbench.client.call(create_starter_lesson(topic="Glaciers", language="EN"))
    return workbench.client.call(get_lesson(lesson_id=lesson.lesson_id)).course_id


def test_a_new_course_is_private(workbench: Workbench, course_id: str) -> None:
    """Nobody reads it by its link."""
    link = workbench.courses.sharing(course_id)

    assert not link.is_public
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(link.url)


def test_a_shared_course_opens(workbench: Workbench, course_id: str) -> None:
    """By the link that comes back, marked as being of this computer."""
    link = workbench.courses.share(course_id, confirm_open_places=True)

    with urllib.request.urlopen(link.url) as page:
        assert b"Glaciers" in page.read()
    assert link.reach == HERE_ONLY


def test_an_unfinished_lesson_is_shared_only_when_it_is_confirmed(workbench: Workbench, course_id: str) -> None:
    """An outline holds notes for its author; the error names it and says what to do."""
    with pytest.raises(OpenPlaces, match="“Glaciers”.*Finish them, or confirm"):
        workbench.courses.share(course_id)

    assert not workbench.courses.sharing(course_id).is_public


def test_taken_back_it_opens_no_more(workbench: Workbench, course_id: str) -> None:
    """At once."""
    workbench.courses.share(course_id, confirm_open_places=True)

    assert not workbench.courses.unshare(course_id).is_public


def test_it_is_listed(workbench: Workbench, course_id: str) -> None:
    """With the others of the organization."""
    assert course_id in [each.course_id for each in workbench.courses.list()]


@pytest.mark.parametrize("url", ["javascript:alert(1)", 'https://x/"><script>alert(1)</script>'])
def test_a_link_is_only_a_link(url: str) -> None:
    """A service gave it: no script runs from it, none stands in it."""
    shown = ShareLink(url, is_public=True)._repr_mimebundle_()["text/html"]

    assert 'href="javascript' not in shown
    assert "<script" not in shown
