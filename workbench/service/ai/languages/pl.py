"""Polish."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Language, SheetPhrases, TopicWords, word_set

LANGUAGE = Language(
    code="PL",
    phrases=SheetPhrases(
        untitled="Lekcja bez tytułu",
        sheet_title="Arkusz planowania przygotowany bez AI.",
        sheet="Są tu tylko słowa tematu; niczego nie dodano. Uwagi takie jak ta mówią, czego brakuje, i widzą je tylko "
        "autorzy. W miejsce każdej uwagi należy wpisać to, co ma się znaleźć w lekcji, a uwagę usunąć. Gdy nie "
        "zostanie żadna, lekcję będzie można udostępnić.",
        given="Co mówi temat:",
        audience="Odbiorcy",
        level="Poziom",
        duration="Czas",
        tone="Ton",
        reading_level="Trudność tekstu",
        words="Liczba słów (około)",
        questions="Liczba pytań",
        objectives_open="**Cele.** Napisać w 2–4 punktach, co po lekcji będzie można zrobić. Każdy punkt zacząć od "
        "czasownika: wymienić, wyjaśnić, porównać, wybrać, wykonać.",
        parts_open="**Części.** Podzielić materiał na 3–5 części, każdej dać nagłówek i wyjaśnić ją w dwóch lub trzech "
        "zdaniach.",
        part_open="Wyjaśnić tę część w dwóch lub trzech zdaniach: co to jest, jak działa i jakiego błędu unikać.",
        parts_more="**O częściach.** Dopisać do każdej, jak to się robi, kto bierze w tym udział i co może się nie "
        "udać.",
        terms_open="**Kluczowe pojęcia.** Napisać w jednym zdaniu, co znaczy tu każde z tych słów:",
        example_open="**Przykład.** Opisać prawdziwy przypadek znany odbiorcom:",
        example_steps=(
            "Sytuacja: kto bierze udział, gdzie i co trzeba zrobić.",
            "Kroki: co się robi i w jakiej kolejności.",
            "Wynik: po czym widać, że się udało.",
        ),
        question_open="**Pytanie.** Zapytać o coś, co często się myli. Podać trzy lub cztery odpowiedzi i przy każdej "
        "napisać, dlaczego jest dobra lub zła.",
        summary_open="**Podsumowanie.** Wymienić to, co warto pamiętać także za tydzień.",
        quiz_question="Która część jest tu opisana? {text}",
        quiz_right="Dobrze. {part}: {text}",
        quiz_wrong="Nie. {part}: {text}",
    ),
    topic_words=TopicWords(
        joiners=word_set("i oraz lub albo a ani"),
        requests=r"(?:proszę\s+)?(?:stwórz|utwórz|napisz|przygotuj|zrób|chcę|potrzebuję)\s+"
        r"(?:lekcję|lekcji|kurs|kursu|moduł|szkolenie)\s+(?=(?:o|na\s+temat)\s)",
        field_words={
            "title": ("tytuł", "temat", "lekcja"),
            "description": ("opis", "streszczenie", "szczegóły"),
            "audience": ("odbiorcy", "grupa docelowa", "dla", "dla kogo"),
            "level": ("poziom", "trudność"),
            "duration": ("czas", "czas trwania"),
            "goals": ("cel", "cele", "cele lekcji"),
            "contents": ("treść", "zawartość", "części", "moduły", "kroki", "plan"),
            "terms": ("słowa kluczowe", "pojęcia", "kluczowe pojęcia"),
        },
    ),
)
