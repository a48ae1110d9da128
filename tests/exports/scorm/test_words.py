"""The frame speaks the course's language."""

from __future__ import annotations

from workbench.exports.scorm.words import package_words
from workbench.languages.reader import language_codes


def test_each_language_of_the_labels_has_its_words() -> None:
    """Its own ones, and English where there isn't one."""
    words = {language: package_words(language)["noRoom"] for language in language_codes()}

    assert len(set(words.values())) == len({language_code.partition("-")[0] for language_code in language_codes()})
    assert package_words("PT-BR") == package_words("PT")
    assert package_words("FI") == package_words("EN")
