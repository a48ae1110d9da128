"""What a block quotes from sources, and the passages behind it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.hostile import HOSTILE
from workbench.client.sync import Client
from workbench.procedures.source import NewPassage, add_passages, delete_source, get_passages
from workbench.widgets.block_list.gestures import PassageRequest
from workbench.widgets.block_list.quotes import GONE, STALE, read_passage, shown_quotes

TEXT = "A ladder stands at an angle of 75 degrees:\nfour up, one out. Its feet do not slide."


def stored(client: Client, text: str, source_id: str | None = None) -> tuple[str, str]:
    """The ids of a source of one passage and of the passage."""
    passages = [NewPassage(place="page 3", heading="Ladders", text=text)]
    call = add_passages(
        source_id=source_id, title="Height", content_digest=uuid4().hex * 2, first=1, passages=passages, is_last=True
    )
    source_id = client.call(call).source_id
    return source_id, client.call(get_passages(source_id=source_id)).passages[0].passage_id


def request(ids: tuple[str, str], quote: str) -> PassageRequest:
    """What the view asks."""
    return PassageRequest(intent="passage", source=ids[0], passage=ids[1], quote=quote)


def test_quotes_are_shown_as_a_block_has_them() -> None:
    """What is none is left out."""
    quote: dict[str, Any] = {
        "passageId": "p1",
        "quote": "four up, one out",
        "sourceId": "s1",
        "title": "Height",
        "place": "page 3",
        "state": "verified",
    }

    found = shown_quotes({"markdown": "x", "sources": [quote, {"title": "none"}, 3]})

    assert found == [
        {
            "source": "s1",
            "passage": "p1",
            "title": "Height",
            "place": "page 3",
            "quote": "four up, one out",
            "state": "verified",
        }
    ]
    assert shown_quotes({"markdown": "x"}) == []


@pytest.mark.parametrize(
    ("quote", "marked"),
    [("75 degrees: four up, one out.", "75 degrees: four up, one out."), ("nothing of the kind", ""), ("", "")],
)
def test_a_passage_is_read_with_the_quote_in_it(client: Client, quote: str, marked: str) -> None:
    """Across a line's end; one that is not in it marks nothing."""
    answer = read_passage(client, request(stored(client, TEXT), quote))

    assert (answer["problem"], answer["heading"], answer["note"]) == ("", "Ladders", "")
    assert answer["parts"][1] == marked
    assert "".join(answer["parts"]) == " ".join(TEXT.split())


def test_an_earlier_version_says_that_it_is_one(client: Client) -> None:
    """Its words stay to be read."""
    ids = stored(client, TEXT)
    stored(client, "A ladder stands at 70 degrees.", ids[0])

    answer = read_passage(client, request(ids, "75 degrees: four up"))

    assert (answer["note"], answer["parts"][1]) == (STALE, "75 degrees: four up")


def test_a_deleted_source_is_said(client: Client) -> None:
    """And so is a passage that never was, and another organization's."""
    ids = stored(client, TEXT)
    other = stored(client, f"{TEXT} {uuid4()}")
    client.call(delete_source(source_id=ids[0]))

    answers = [
        read_passage(client, request(reference, "x")) for reference in (ids, (other[0], "p-none"), ("a" * 25, "b"))
    ]

    assert answers == [{"problem": GONE, "isGone": True}] * 3


def test_a_service_that_is_down_is_said(nobody: Client) -> None:
    """In a sentence, in the place of the passage."""
    assert read_passage(nobody, request(("s", "p"), "x"))["problem"]


def test_hostile_passages_come_as_texts(client: Client) -> None:
    """Nothing of them is markup: the view gets parts of text."""
    for text in HOSTILE[:6]:
        ids = stored(client, f"x {text} {uuid4()}")
        assert len(read_passage(client, request(ids, "x"))["parts"]) == 3
