"""What an id stands for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from workbench.client.lookups.targets import find_target, find_targets
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService
from workbench.errors import InputRejected
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson

ID = "o58k299j4qyxd39xl8mrmwntk"


@pytest.fixture
def client(own_service: EmbeddedService) -> Iterator[Client]:
    """A client of the service of this computer."""
    with Client(own_service.base_url, own_service.token) as made:
        yield made


def test_an_id_alone_is_looked_up(client: Client) -> None:
    """As a course and as a lesson, in the order given, one that is named twice too."""
    course_id = client.call(create_course(title="Knots")).course_id
    lesson_id = client.call(create_lesson(title="Bends", language="EN", course_id=course_id)).lesson_id

    assert find_targets(client, [lesson_id, course_id, lesson_id]) == [
        ("lesson", lesson_id, "Bends"),
        ("course", course_id, "Knots"),
        ("lesson", lesson_id, "Bends"),
    ]


@pytest.mark.parametrize("kind", ["", "lesson", "course"])
def test_what_is_not_there_is_said(client: Client, kind: str) -> None:
    """With the service that was asked: a link may be another one's."""
    with pytest.raises(InputRejected, match=f"There is no {kind or 'lesson or course'} {ID} at http"):
        find_target(client, ID, kind)
