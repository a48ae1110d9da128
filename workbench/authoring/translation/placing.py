"""Where the translation of a block goes: behind that of the nearest block before it. Pure. Source: ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def place_of_translation(
    source_block_id: str, source_ids: Sequence[str], tied: Mapping[str, str], order: Sequence[str]
) -> int:
    """The place among `order`, the ids of the translation's blocks, for a new block that translates the source's.

    `tied` has the translation's block by the source's. It goes behind that of the nearest block before it in the
    source; where none before it is translated, before the one behind it; and to the end where there is none either.

    >>> place_of_translation("b", ["a", "b", "c"], {"a": "x", "c": "z"}, ["x", "note", "z"])
    1
    """
    places = {block_id: place for place, block_id in enumerate(order)}
    known = [places.get(tied.get(source_id, "")) for source_id in source_ids]
    at = source_ids.index(source_block_id) if source_block_id in source_ids else len(source_ids)
    before = next((place for place in reversed(known[:at]) if place is not None), None)
    if before is not None:
        return before + 1
    return next((place for place in known[at + 1 :] if place is not None), len(order))
