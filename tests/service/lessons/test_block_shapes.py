"""Every field of every block type takes its own JSON type and no other; what is empty or missing is stored."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.shared_courses import EVERY_TYPE
from workbench.authoring.blocks.fields import LIST_ITEMS, MARKDOWN_CHARS
from workbench.authoring.content import CONTENT_MODELS
from workbench.authoring.conversion import starting_content

pytestmark = pytest.mark.anyio

WRONG = ([1], {"a": 1}, 1.5, None, True)
FULL = dict(EVERY_TYPE) | {
    "image": {"asset": "", "alternativeText": "A crane", "decorative": False, "caption": "Crane"},
    "audio": {"asset": "", "caption": "Waves"},
    "video": {"asset": "", "caption": "Waves"},
    "file": {"asset": "", "caption": "Table"},
}


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where a content holds something: its fields, their items, and the fields of these."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield (*path, name)
        yield from places(part, (*path, name))


def with_value(content: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """The content with another value at this place."""
    changed: Any = deepcopy(content)
    at = changed
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value
    return dict(changed)


def full_content(block_type: str) -> dict[str, Any]:
    """A content with every field that the type's model declares."""
    content = {**starting_content(block_type), **FULL.get(block_type, {})}
    model = CONTENT_MODELS[block_type]
    defaults = {field.alias or name: field.default for name, field in model.model_fields.items()}
    return {**{name: default for name, default in defaults.items() if isinstance(default, str | bool | int)}, **content}


def is_of_type(value: object, like: object) -> bool:
    """Whether JSON has both in one type."""
    return type(value) is type(like)


async def sent(person: Asking, lesson_id: str, block_type: str, content: dict[str, Any], number: int = 1) -> Any:
    """The answer to an edit that adds the block."""
    block = {"id": f"00000000-0000-4000-8000-{number:012}", "type": block_type, "content": content}
    edit = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": block}]}
    asked = {"lessonId": lesson_id, "language": "EN", "transactions": [edit]}
    return await person.post("realtime.executeTransactions", asked)


async def lesson(person: Asking) -> str:
    """The id of a new lesson."""
    return str((await person.done("lesson.createLesson", {"title": "Tides", "language": "EN"}))["lessonId"])


@pytest.mark.parametrize("block_type", CONTENT_MODELS)
async def test_a_field_of_a_wrong_type_was_stored(ana: Asking, block_type: str) -> None:
    """Each declared field, its items and their fields; the refusal is a sentence, and nothing is stored."""
    lesson_id, content = await lesson(ana), full_content(block_type)
    stored = []
    for path in places(content):
        here: Any = content
        for name in path:
            here = here[name]
        for value in WRONG:
            if not is_of_type(value, here):
                answered = await sent(ana, lesson_id, block_type, with_value(content, path, value))
                if answered.status_code != 400 or "was not stored" not in answered.text:
                    stored.append((path, value, answered.text))
    assert stored == []
    assert (await ana.data("lesson.getLesson", {"lessonId": lesson_id}))["blocks"] == []


@pytest.mark.parametrize("block_type", [*CONTENT_MODELS, "video.v9"])
async def test_what_a_new_block_begins_with_is_stored(ana: Asking, block_type: str) -> None:
    """And so is one without any field, and one whose lists are empty."""
    lesson_id, start = await lesson(ana), starting_content(block_type)
    emptied = {name: [] if isinstance(value, list) else value for name, value in start.items()}
    for number, content in enumerate((start, {}, emptied)):
        answered = await sent(ana, lesson_id, block_type, content, number)
        assert answered.status_code == 200, answered.text


@pytest.mark.parametrize(
    ("block_type", "content", "why"),
    [
        ("text", {"markdown": "x" * (MARKDOWN_CHARS + 1)}, "longer than 20,000 characters"),
        ("objectives", {"items": ["x"] * (LIST_ITEMS + 1)}, "more than 50"),
        ("text", {"markdown": "[here](javascript:alert)"}, "neither https nor mailto"),
        ("image", {"asset": "../other"}, "picture or file"),
        ("callout", {"kind": "odd", "markdown": ""}, "must be"),
    ],
)
async def test_lengths_links_and_ids_are_checked(
    ana: Asking, block_type: str, content: dict[str, Any], why: str
) -> None:
    """In a new lesson too."""
    refused = await sent(ana, await lesson(ana), block_type, content)
    block = {"id": "00000000-0000-4000-8000-000000000001", "type": block_type, "content": content}
    new = await ana.post("lesson.createLesson", {"title": "Tides", "language": "EN", "blocks": [block]})

    assert (refused.status_code, new.status_code) == (400, 400)
    assert why in refused.text and why in new.text


async def test_a_block_of_an_unknown_type_is_stored_as_it_is(ana: Asking) -> None:
    """The interface does not show what is inside it."""
    lesson_id, content = await lesson(ana), {"asset": [1, {"deep": None}], "markdown": 7}
    assert (await sent(ana, lesson_id, "video.v9", content)).status_code == 200
    (block,) = (await ana.data("lesson.getLesson", {"lessonId": lesson_id}))["blocks"]
    assert block["content"] == content
