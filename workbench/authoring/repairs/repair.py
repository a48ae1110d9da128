"""Repairs of a draft's blocks, each recorded with the text before. Pure: the same blocks give the same result.

Source: ours (service 7).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from workbench.authoring.repairs.choices import choice_order
from workbench.authoring.repairs.markup import html_as_text
from workbench.authoring.repairs.slips import without_slips

RepairRule = Literal["slip", "html as text", "order of choices", "repeated block"]
SHOWN_CHARACTERS: Final = 80
"""Characters of a text that are recorded."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One change: the block (counted from 1 before any was left out), the field, and 80 characters of both texts.

    For the order of choices both texts are positions, as in `1 2 3` and `3 1 2`; a block left out has no `after`.
    """

    rule: RepairRule
    block: int
    field: str
    before: str
    after: str

    def to_wire(self) -> dict[str, Any]:
        """Return the JSON object, as the audit log keeps it."""
        return asdict(self)


def repaired_page(page: Mapping[str, Any], block: int) -> tuple[dict[str, Any], list[Repair]]:
    """Return a model's page with slips corrected and HTML in Markdown kept as text, before any validation."""
    mended, slips = without_slips(page)
    repairs = [Repair("slip", block, slip.field, _excerpt(slip.before), _excerpt(slip.after)) for slip in slips]
    markdown = mended.get("markdown")
    if isinstance(markdown, str):
        mended["markdown"], pieces = html_as_text(markdown)
        repairs += [
            Repair("html as text", block, "markdown", _excerpt(piece), _excerpt(f"\\{piece}"))
            for piece in dict.fromkeys(pieces)
        ]
    return mended, repairs


Blocks = Sequence[tuple[str, Mapping[str, Any]]]


def repaired_blocks(blocks: Blocks) -> tuple[list[tuple[str, dict[str, Any]]], list[Repair]]:
    """Return the blocks of a valid draft as (type, content), with choices reordered and repeats removed."""
    repairs: list[Repair] = []
    ordered = []
    for number, (block_type, content) in enumerate(blocks, 1):
        order = choice_order(content) if block_type == "quiz" else None
        if order is not None:
            before = " ".join(str(index + 1) for index in range(len(order)))
            after = " ".join(str(index + 1) for index in order)
            repairs.append(Repair("order of choices", number, "choices", before, after))
            content = {**content, "choices": [content["choices"][index] for index in order]}
        ordered.append((block_type, dict(content)))
    repeated = _find_repeats(ordered)
    repairs += [
        Repair("repeated block", index + 1, ordered[index][0], _excerpt(ordered[index][1]), "") for index in repeated
    ]
    return [block for index, block in enumerate(ordered) if index not in repeated], repairs


def _find_repeats(blocks: Blocks) -> list[int]:
    """Return the places of exact repeats.

    A heading may be repeated over another section, if that section is not empty.
    """
    seen: set[str] = set()
    again: list[int] = []
    for number, block in enumerate(blocks):
        key = json.dumps(block, sort_keys=True)
        if key in seen:
            again.append(number)
        seen.add(key)
    gone = {number for number in again if blocks[number][0] != "heading"}
    rest = [number for number in range(len(blocks)) if number not in gone]
    for index, number in enumerate(rest):
        follower = blocks[rest[index + 1]][0] if index + 1 < len(rest) else "heading"
        if number in again and follower == "heading":
            gone.add(number)
    return sorted(gone)


def _excerpt(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 1]}…"
