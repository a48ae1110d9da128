"""The finished lesson that ships with the package."""

from __future__ import annotations

import io
import re
import urllib.request
from pathlib import Path
from urllib.parse import urljoin

from PIL import Image, ImageChops

from tests.drawings.sky import SIZE, drawn
from tests.faults.hosts import host
from tests.people import owner_of
from workbench.api.content.example_lesson import EXAMPLE_PICTURE, add_example, read_example
from workbench.api.workbench import Workbench
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.blocks.registry import QUESTION_TYPES
from workbench.authoring.checks import CheckContext, Severity, check
from workbench.authoring.content import AUTHOR_NOTE, CONTENT_MODELS, content_problem
from workbench.authoring.measure import open_places
from workbench.client.sync import Client
from workbench.procedures.course import get_course
from workbench.procedures.lesson import get_lesson
from workbench.service.kernel.ids import new_id

ASSET = new_id()


def example() -> list[Block]:
    """Its blocks, as if its picture was stored."""
    blocks = read_example()["blocks"]
    for block in blocks:
        if block["type"] == "image":
            block["content"]["asset"] = ASSET
    return [Block(id=new_block_id(), **block) for block in blocks]


def test_it_is_finished() -> None:
    """Every block holds what its type asks, nothing is left open, and each choice of a question has its feedback."""
    choices = [choice for block in example() if block.type == "quiz" for choice in block.content["choices"]]

    assert [content_problem(block.type, block.content) for block in example()] == [None] * len(example())
    assert open_places(example()) == 0
    assert all(choice["feedback"] for choice in choices)


def test_it_has_every_type_of_question_and_of_text() -> None:
    """Somebody who looks at it sees what a lesson can be, with a picture; recordings would make the package large."""
    kinds = {block.type for block in example()}
    texts = {name for name in CONTENT_MODELS if name not in ("audio", "video", "file")} - {
        AUTHOR_NOTE,
        "blank",
    }

    assert set(QUESTION_TYPES) | texts <= kinds
    assert {block.content["multiple"] for block in example() if block.type == "quiz"} == {True, False}


def test_the_checks_find_nothing_wrong_in_it() -> None:
    """No error and no warning."""
    lesson = read_example()
    found = check(example(), CheckContext(lesson["title"], lesson["language"]))

    assert [(finding.rule, finding.message) for finding in found if finding.severity is not Severity.NOTE] == []


def test_it_is_made_once_and_can_be_shared(workbench: Workbench) -> None:
    """Private at first; anyone who has the link of the shared course reads it, anyone who asks again gets the same
    course.
    """
    first = workbench.courses.add_example()
    link = workbench.courses.share(first.course_id)
    again = workbench.courses.add_example()

    assert (first.is_public, again.is_public, again.course_id) == (False, True, first.course_id)
    with urllib.request.urlopen(link.url) as opened:
        page = opened.read().decode()
    (address,) = re.findall(r'<img src="([^"]+)" alt="Somebody stands', page)
    with urllib.request.urlopen(urljoin(link.url, address)) as opened:
        size = Image.open(io.BytesIO(opened.read())).size

    assert "Rayleigh" in page and size == SIZE


def test_its_picture_is_what_the_code_draws() -> None:
    """Ours, and to be changed there: `python -m tests.drawings.sky`."""
    with Image.open(EXAMPLE_PICTURE) as stored:
        difference = ImageChops.difference(stored.convert("RGB"), drawn())

    assert max(most for _, most in difference.getextrema()) <= 2


def test_a_service_without_files_gets_it_without_its_picture(tmp_path: Path) -> None:
    """Everything else of it is there."""
    url = f"sqlite:///{tmp_path / 'service.db'}"
    token = owner_of(url, credits_at_start=0).session_token
    (tmp_path / "file").touch()
    with host(url, assets=str(tmp_path / "file" / "assets")) as service, Client(service.base_url, token) as client:
        course = add_example(client, None)
        (lesson,) = client.call(get_course(course_id=course.course_id)).lessons
        blocks = client.call(get_lesson(lesson_id=lesson.lesson_id)).blocks

    assert [block.type for block in blocks] == [
        example_block.type for example_block in example() if example_block.type != "image"
    ]
