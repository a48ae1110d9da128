"""The few words that a rendered block adds to its content, in the lesson's language; English where it has none."""

from __future__ import annotations

from typing import Final, NamedTuple

RIGHT_TO_LEFT: Final = frozenset({"AR", "FA", "HE", "UR", "YI", "PS", "SD", "UG", "DV"})


class Labels(NamedTuple):
    """Headings of the block types that have one, and the words of a quiz."""

    objectives: str
    key_terms: str
    example: str
    quiz: str
    reflection: str
    summary: str
    show_answer: str
    correct: str
    blank: str
    author_note: str


_ENGLISH = Labels(
    "What you will be able to do",
    "Key terms",
    "Example",
    "Check yourself",
    "Think about it",
    "Summary",
    "Show the answer",
    "correct",
    "Empty page",
    "Note for authors",
)

LABELS: Final[dict[str, Labels]] = {
    "EN": _ENGLISH,
    "DE": Labels(
        "Das können Sie danach",
        "Wichtige Begriffe",
        "Beispiel",
        "Testen Sie sich",
        "Zum Nachdenken",
        "Zusammenfassung",
        "Antwort zeigen",
        "richtig",
        "Leere Seite",
        "Hinweis für Autorinnen und Autoren",
    ),
    "ES": Labels(
        "Lo que sabrá hacer",
        "Términos clave",
        "Ejemplo",
        "Compruebe lo aprendido",
        "Para reflexionar",
        "Resumen",
        "Mostrar la respuesta",
        "correcta",
        "Página vacía",
        "Nota para autores",
    ),
    "FR": Labels(
        "Ce que vous saurez faire",
        "Termes clés",
        "Exemple",
        "Vérifiez vos acquis",
        "À méditer",
        "Résumé",
        "Afficher la réponse",
        "correct",
        "Page vide",
        "Note pour les auteurs",
    ),
    "PT": Labels(
        "O que saberá fazer",
        "Termos-chave",
        "Exemplo",
        "Teste o que aprendeu",
        "Para refletir",
        "Resumo",
        "Mostrar a resposta",
        "correta",
        "Página vazia",
        "Nota para autores",
    ),
    "IT": Labels(
        "Che cosa saprà fare",
        "Termini chiave",
        "Esempio",
        "Verifica",
        "Per riflettere",
        "Riepilogo",
        "Mostra la risposta",
        "corretta",
        "Pagina vuota",
        "Nota per gli autori",
    ),
    "NL": Labels(
        "Wat u straks kunt",
        "Kernbegrippen",
        "Voorbeeld",
        "Test uzelf",
        "Om over na te denken",
        "Samenvatting",
        "Toon het antwoord",
        "juist",
        "Lege pagina",
        "Notitie voor auteurs",
    ),
    "PL": Labels(
        "Czego się nauczysz",
        "Kluczowe pojęcia",
        "Przykład",
        "Sprawdź się",
        "Do przemyślenia",
        "Podsumowanie",
        "Pokaż odpowiedź",
        "poprawna",
        "Pusta strona",
        "Uwaga dla autorów",
    ),
    "AR": Labels(
        "ما ستتمكن من فعله",
        "المصطلحات الأساسية",
        "مثال",
        "اختبر نفسك",
        "للتأمل",
        "الخلاصة",
        "إظهار الإجابة",
        "صحيح",
        "صفحة فارغة",
        "ملاحظة للمؤلفين",
    ),
}


def labels_for(language: str) -> Labels:
    """The words for a language code, by its base language."""
    return LABELS.get(language.partition("-")[0].upper(), _ENGLISH)


def direction(language: str) -> str:
    """`rtl` or `ltr`, the writing direction of a language code."""
    return "rtl" if language.partition("-")[0].upper() in RIGHT_TO_LEFT else "ltr"
