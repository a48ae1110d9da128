"""Place a translated block after the translation of the nearest block before it. Pure. Source: ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def place_of_translation(
    source_block_id: str, source_ids: Sequence[str], tied: Mapping[str, str], order: Sequence[str]
) -> int:
    """Return the place in `order` for a new block that translates the given source block.

    `order` contains the ids of the translation's blocks, and `tied` maps source blocks to them. The new block
    follows the translation of the nearest preceding source block; if none before it is translated, it precedes
    that of the next one; without either it goes to the end.

    >>> place_of_translation("b", ["a", "b", "c"], {"a": "x", "c": "z"}, ["x", "note", "z"])
    1
    """
    places = {block_id: index for index, block_id in enumerate(order)}
    known = [places.get(tied.get(source_id, "")) for source_id in source_ids]
    at = source_ids.index(source_block_id) if source_block_id in source_ids else len(source_ids)
    before = next((index for index in reversed(known[:at]) if index is not None), None)
    if before is not None:
        return before + 1
    return next((index for index in known[at + 1 :] if index is not None), len(order))
