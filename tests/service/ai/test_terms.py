from __future__ import annotations

import pytest

from workbench.service.ai.languages.known import LANGUAGES
from workbench.service.ai.terms import find_terms


@pytest.mark.parametrize(
    ("code", "statement", "terms"),
    [
        ("EN", "They use materials such as steel, raw timber or glass.", ["steel", "raw timber", "glass"]),
        (
            "EN",
            "They follow the HACCP rules and the “clean as you go” habit.",
            ["clean as you go", "HACCP rules"],
        ),
        ("EN", "They meet the producer of the film.", ["producer", "film"]),
        ("EN", "They clean the special tool and the special tools.", ["special tool"]),
        ("EN", "They publish in the field of optics and liaise with others.", ["optics"]),
        ("FR", "L'usage d'une hotte protège contre les vapeurs toxiques.", ["vapeurs toxiques"]),
        ("EN", "They supervise the chemical, physical and microbiological evaluation.", []),
        ("ES", "Trabajan con los residuos peligrosos de la planta.", ["residuos peligrosos", "planta"]),
        ("DE", "Sie arbeiten mit dem heißen Ofen und prüfen den Teig.", ["Ofen", "Teig"]),
        ("AR", "تحمي الشركة الأنظمة من الهجمات الرقمية.", ["الهجمات الرقمية"]),
        ("PL", "Używają materiałów, takich jak stal, drewno i szkło.", ["stal", "drewno", "szkło"]),
    ],
)
def test_terms_are_words_that_the_text_leans_on(code: str, statement: str, terms: list[str]) -> None:
    """Lists, short forms, quotations and nouns in clear positions are terms; verbs and adjectives are not."""
    found = find_terms("Title", (statement,), (), LANGUAGES[code])
    assert [entry.term for entry in found] == terms


def test_given_keywords_come_first() -> None:
    """What an author calls a key term is one, with its statement if there is one."""
    found = find_terms("Bread", ("Bakers feed the starter.",), ("gluten", "starter"), LANGUAGES["EN"])
    assert [(entry.term, entry.statement) for entry in found] == [
        ("gluten", ""),
        ("starter", "Bakers feed the starter."),
    ]


def test_the_words_of_the_title_are_no_terms() -> None:
    """A term adds something to the title."""
    assert find_terms("Bread ovens", ("They work with the bread ovens.",), (), LANGUAGES["EN"]) == []


def test_a_topic_in_another_language_is_read_by_its_own_grammar() -> None:
    """An English description in a German lesson is not read as German."""
    found = find_terms("Film", ("They meet with the producer of the film and the Director.",), (), LANGUAGES["DE"])
    assert "producer" in [entry.term for entry in found]
