"""The blocks that a file wants its lesson to have, judged by the rules of lessons. Raises `ValueError` by line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final
from uuid import UUID, uuid5

from workbench.authoring.block import MAX_BLOCKS, Block, Blocks
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content import checked_content
from workbench.changes.folders.assets import FolderAssets
from workbench.changes.folders.scan import ScannedFile, ScannedFolder
from workbench.changes.present import PresentLesson
from workbench.errors import EditRejected
from workbench.exports.folders.lesson_file import FileBlock
from workbench.exports.folders.plain_text import divide_text
from workbench.text import display_text

_NEW_IDS: Final = UUID("7b7d3f62-6f0e-4c0e-9a57-2f1f6c0b8f10")
_NO_BLOCKS: Final[Mapping[str, Block]] = {}


class WantedBlocks:
    """Blocks that the files of a folder specify; media are found in the folder and identified by digest."""

    def __init__(self, folder: ScannedFolder, assets: FolderAssets) -> None:
        self._folder, self._assets = folder, assets

    def of_known(self, file: ScannedFile, lesson: PresentLesson) -> Blocks:
        """Return the blocks for an existing lesson: an unchanged block is the identical object.

        A file without a revision counts as the one that the lesson was made from.
        """
        blocks = _blocks_of(file) if file.lesson and file.lesson.revision else _new_blocks_of(file)
        return self._blocks(file, lesson.lesson_id, lesson.blocks, blocks)

    def of_new(self, file: ScannedFile, lesson_id: str) -> Blocks:
        """Return the blocks of a new lesson: text without marks becomes headings, pictures and text."""
        return self._blocks(file, lesson_id, _NO_BLOCKS, _new_blocks_of(file))

    def _blocks(
        self, file: ScannedFile, lesson_id: str, known_blocks: Mapping[str, Block], wanted: list[FileBlock]
    ) -> Blocks:
        seen: dict[str, int] = {}
        blocks = []
        if len(wanted) > MAX_BLOCKS:
            raise ValueError(f"it has {len(wanted):,} blocks; at most {MAX_BLOCKS:,} are allowed")
        course = self._folder.root / file.course
        for block in wanted:
            if block.problem:
                raise ValueError(f"line {block.line}, {display_text(block.type)}: {block.problem}")
            own = block.id or _new_id(lesson_id, block, seen)
            if own in seen:
                both = f"lines {seen[own]} and {block.line}"
                raise ValueError(f"{both} are the same block; take the id out of the new one")
            seen[own] = block.line
            blocks.append(self._block(course, own, block, known_blocks.get(own)))
        return tuple(blocks)

    def _block(self, course: Path, own: str, file_block: FileBlock, known: Block | None) -> Block:
        try:
            content = self._assets.content(course, file_block.type, file_block.content, known.content if known else {})
        except ValueError as refused:
            raise ValueError(f"line {file_block.line}, {file_block.type}: {refused}") from None
        block = Block(id=own, type=file_block.type, content=content)
        return known if known is not None and known.same_as(block) else _check_block(block, known, file_block.line)


def _blocks_of(file: ScannedFile) -> list[FileBlock]:
    return list(file.lesson.blocks or ()) if file.lesson else []


def _new_blocks_of(file: ScannedFile) -> list[FileBlock]:
    return [one for block in _blocks_of(file) for one in ([block] if block.is_marked else _split_block(block))]


def _split_block(block: FileBlock) -> Iterator[FileBlock]:
    for kind, content in divide_text(str(block.content["markdown"])):
        yield FileBlock("", kind, content, block.line)


def _check_block(block: Block, known: Block | None, line: int) -> Block:
    if block.type not in BLOCK_TYPES and (known is None or known.type != block.type):
        near = get_close_matches(block.type, BLOCK_TYPES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(BLOCK_TYPES)}"
        raise ValueError(f"line {line}: {display_text(block.type)} is not a block type; {hint}")
    try:
        checked = Block(id=block.id, type=block.type, content=checked_content(block.type, block.content))
    except EditRejected as refused:
        raise ValueError(f"line {line}, {block.type}: {refused}") from None
    if known is not None and known.type == checked.type and _fill_optional(known).same_as(checked):
        return known
    return checked


def _fill_optional(block: Block) -> Block:
    """Return the block with its omitted optional fields filled in."""
    optional = BLOCK_TYPES[block.type].optional if block.type in BLOCK_TYPES else {}
    return Block(id=block.id, type=block.type, content={**optional, **block.content})


def _new_id(lesson_id: str, block: FileBlock, seen: Mapping[str, int]) -> str:
    """Return the id of a new block: the same each time the same file is planned."""
    content, number = json.dumps([block.type, block.content], sort_keys=True), 0
    while (own := str(uuid5(_NEW_IDS, f"{lesson_id}\n{number}\n{content}"))) in seen:
        number += 1
    return own
