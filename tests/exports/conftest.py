"""The service of this computer, for the tests of this package, and a course that has something for every format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from tests.browser.lessons import Writing, blocks_of
from workbench.api.connect import connect
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService
from workbench.procedures.course import get_course, publish_course


@pytest.fixture
def client(own_service: EmbeddedService) -> Iterator[Client]:
    """A client of the service of this computer, as its owner."""
    with Client(own_service.base_url, own_service.token) as made:
        yield made


@dataclass(frozen=True)
class Exported:
    """Ids and title of a public course of one lesson, which shows a picture beside pages and asks questions."""

    course: str
    lesson: str
    title: str


@pytest.fixture(scope="module")
def exported(shared_folder: Path, own_organization: None, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """Made once for all formats of a file of tests."""
    path = tmp_path_factory.mktemp("pictures") / "crane.png"
    Image.effect_noise((600, 600), 90).convert("RGB").save(path)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(shared_folder))
        with connect() as workbench:
            asset = workbench.assets.upload(path, alternative_text="A crane")
            course = workbench.courses.add_example()
            client = workbench.client
            lesson_id = client.call(get_course(course_id=course.course_id)).lessons[0].lesson_id
            writing, shown = Writing(client), ("image", {"asset": asset.asset_id, "alternativeText": "A crane"})
            writing.become(lesson_id, [*writing.read(lesson_id).blocks, *blocks_of([shown])])
            title = f"Harbours {course.course_id}"
            workbench.courses.rename(course.course_id, title)
            client.call(publish_course(course_id=course.course_id))
    return Exported(course.course_id, lesson_id, title)
