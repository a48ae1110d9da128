"""What is known of an upload before anything is sent."""

from __future__ import annotations

import pytest

from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.client.lookups.assets import check_size
from workbench.errors import InputRejected
from workbench.procedures.service import AssetFacts

FACTS = AssetFacts(
    most_bytes={name: media_type.most_bytes for name, media_type in MEDIA_TYPES.items()}, quota_bytes=5_000_000_000
)


@pytest.mark.parametrize(
    ("name", "size", "sentence"),
    [
        ("a.png", 20_000_001, r"^a\.png has 20 MB; a file of the type image/png has at most 20 MB\. Nothing was sent"),
        ("A.JPEG", 30_000_000, "image/jpeg has at most 20 MB"),
        ("film.mp4", 300_000_000, "video/mp4 has at most 200 MB"),
        ("film", 300_000_000, "a file has at most 200 MB"),
        ("empty.png", 0, "is empty"),
    ],
)
def test_a_file_of_a_size_that_is_not_taken_is_not_sent(name: str, size: int, sentence: str) -> None:
    """The type is guessed by its ending, as far as that goes."""
    with pytest.raises(InputRejected, match=sentence):
        check_size(FACTS, name, size)


@pytest.mark.parametrize(("name", "size"), [("a.png", 20_000_000), ("film.bin", 200_000_000)])
def test_a_file_of_its_size_is_sent(name: str, size: int) -> None:
    """What it is, is found in its bytes by the service."""
    check_size(FACTS, name, size)
