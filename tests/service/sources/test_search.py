"""Passages are found by the words of a text, the rarest first, the same ones on both databases."""

from __future__ import annotations

import random

import pytest

from tests.service.db.cast import NOW, Place, read, written
from workbench.service.db.seam import Store
from workbench.service.sources.index import number_and_passage
from workbench.service.sources.search import MAX_TERMS, ranked_rows, search_terms
from workbench.service.sources.store import sources_by_id
from workbench.service.sources.uploads import PassageText, Upload, store_upload

pytestmark = pytest.mark.anyio


async def uploaded(store: Store, acme: Place, title: str, texts: list[str]) -> int:
    """The number of the version of a new source with a passage for each text."""
    source_id = None
    for first in range(1, len(texts) + 1, 500):
        part = texts[first - 1 : first + 499]
        upload = Upload(
            organization_id=acme.organization_id,
            source_id=source_id,
            title=title,
            file_name=None,
            media_type=None,
            content_digest="0" * 64,
            first=first,
            passages=tuple(PassageText("page 1", None, text) for text in part),
            is_last=first + len(part) > len(texts),
            person_id=acme.person_id,
        )
        stored = await written(store, store_upload, upload, now=NOW)
        assert stored is not None
        source_id = stored.source_id
    assert source_id is not None
    return (await read(store, sources_by_id, [source_id], organization_id=acme.organization_id))[source_id].number


async def found(store: Store, query: str, *numbers: int, passages: int, limit: int = 3) -> list[tuple[int, int]]:
    """Version's number and passage of those that are found."""
    rows = await read(store, ranked_rows, query, numbers, passages=passages, limit=limit)
    return [number_and_passage(row) for row in rows]


async def test_what_is_rare_in_a_source_counts_most(store: Store, acme: Place) -> None:
    """A word of every passage says nothing of one; two sources are searched together, a third one is not read."""
    chance = random.Random(7)
    common = [f"The valve of the pump {chance.choice(['opens', 'closes', 'leaks'])}." for _ in range(900)]
    common[700] += " Cavitation destroys it."
    common[300] += " Gasket and cavitation."
    first = await uploaded(store, acme, "One", common)
    second = await uploaded(store, acme, "Two", ["A gasket is cut to size.", "Nothing."])
    await uploaded(store, acme, "Three", ["Gasket, cavitation, valve."])

    pair = await found(store, "How does the pump's gasket bear cavitation?", first, second, passages=902)
    assert pair == [(first, 301), *sorted([(first, 701), (second, 1)])]
    assert await found(store, "the pump", first, passages=900) == [(first, 1), (first, 2), (first, 3)]
    assert await found(store, "turbine", first, second, passages=902) == []


async def test_scripts_without_spaces_are_searched_by_pairs(store: Store, acme: Place) -> None:
    """A pair that stands together is found, the two apart are not what makes it first."""
    number = await uploaded(store, acme, "水", ["水は泵にある。", "水泵を使う。", "油。"])

    assert (await found(store, "水泵", number, passages=3))[0] == (number, 2)


def test_a_long_text_is_cut_to_what_tells_most() -> None:
    """Each word once, short ones last; a word of signs is none."""
    assert search_terms("The of the To A1 §§ crème") == ["the", "a1", "creme", "of", "to"]
    assert len(search_terms(" ".join(f"word{number}" for number in range(1_000)))) == MAX_TERMS
