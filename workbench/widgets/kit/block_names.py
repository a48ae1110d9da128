"""Names of block types for people, and of changes to blocks."""

from __future__ import annotations

from typing import Any, Final

from workbench.authoring.blocks.registry import BLOCK_TYPES

_STEP_NAMES: Final = {
    "movePages": "moving",
    "insertPages": "inserting",
    "editPage": "editing",
    "editPages": "several changes",
    "deletePages": "deleting",
    "splitPage": "splitting a text",
    "joinPages": "joining two texts",
    "renameLesson": "renaming",
}


def block_type_name(block_type: str) -> str:
    """Return the display name of the type; an unknown one keeps its wire name."""
    known = BLOCK_TYPES.get(block_type)
    return known.title if known else block_type


def block_kinds() -> list[list[Any]]:
    """Return the types in menu order: wire name, display name, glyph, and the form of the content."""
    blank_first = sorted(BLOCK_TYPES.values(), key=lambda block_type: block_type.name != "blank")
    return [[block_type.name, block_type.title, block_type.glyph, block_type.form_record] for block_type in blank_first]


def step_name(label: str) -> str:
    """Return a transaction's label as text for a button: `Undo moving`."""
    return _STEP_NAMES.get(label.removeprefix("undo ").split(" ")[0], "the last change")
