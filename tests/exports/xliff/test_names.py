"""What our files call things can be read back."""

from __future__ import annotations

import pytest

from workbench.exports.xliff.names import Original, language_tag, parse_original


@pytest.mark.parametrize("original", [Original("l1", 3), Original("l1", 3, "t1", 12)])
def test_an_original_is_read_back(original: Original) -> None:
    """The lesson and its translation, with their revisions."""
    assert parse_original(str(original)) == original


@pytest.mark.parametrize(
    "text", ["", "file.md", "workbench:lesson/l1", "workbench:lesson/L1/3", "workbench:lesson/l/0"]
)
def test_another_original_is_none(text: str) -> None:
    """What a tool wrote instead says nothing."""
    assert parse_original(text) is None


def test_languages_are_tags() -> None:
    """As BCP 47 writes them."""
    assert [language_tag(text) for text in ("FR", "PT-BR", "ZH-HANT-TW", "ES-419")] == [
        "fr", "pt-BR", "zh-Hant-TW", "es-419"
    ]  # fmt: skip
