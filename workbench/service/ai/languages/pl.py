"""Polish."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Grammar, Language, LessonPhrases, word_set

LANGUAGE = Language(
    code="PL",
    quotes=("„", "”"),
    sentences=LessonPhrases(
        untitled="Lekcja bez tytułu",
        note_title="Konspekt przygotowany bez AI.",
        note="Ta strona powstała wyłącznie na podstawie tekstu tematu; do tego, co mówi ten tekst, niczego nie "
        "dodano, a jego słowa pozostały bez zmian. Miejsca oznaczone ✎ należy uzupełnić. Gdy lekcja będzie gotowa, "
        "tę uwagę można usunąć.",
        about_heading="O czym jest ta lekcja",
        about_open="✎ Warto napisać w dwóch lub trzech zdaniach, co to jest, komu i do czego jest potrzebne.",
        deeper="✎ Do każdego stwierdzenia powyżej należy dopisać, jak to się robi, kto bierze w tym udział i co może "
        "się nie udać.",
        audience="Dla kogo",
        level="Poziom",
        duration="Czas",
        objective_title="Powiedzieć własnymi słowami, o czym jest mowa: {title}.",
        objective_terms="Wyjaśnić, co znaczą tu te słowa: {terms}.",
        objective_parts="Wymienić części i odróżnić je od siebie: {parts}.",
        objective_statements=(
            "Wyjaśnić własnymi słowami: {quoted}",
            "Podać przykład: {quoted}",
            "Powiedzieć, dlaczego to jest ważne: {quoted}",
        ),
        objective_example="Rozpoznać przykład w codziennym życiu lub w pracy i go opisać.",
        objective_open="✎ Dodać jedną rzecz, którą po lekcji można zrobić, a wcześniej nie było to możliwe.",
        term_from_text="Tekst tematu mówi: {quoted}",
        term_open="✎ Wyjaśnić znaczenie jednym zdaniem, zrozumiałym dla początkujących.",
        part_open="✎ Wyjaśnić tę część w dwóch lub trzech zdaniach: co to jest, jak działa i jakiego błędu unikać.",
        example_case="✎ Wybrać prawdziwy przypadek, który pasuje do tytułu: {title}.",
        example_case_for="✎ Wybrać prawdziwy przypadek znany tym odbiorcom: {audience}.",
        example_steps=(
            "**Sytuacja:** kto bierze udział, gdzie i co trzeba zrobić?",
            "**Kroki:** co się robi i w jakiej kolejności?",
            "**Wynik:** po czym widać, że się udało?",
            "**Związek:** które stwierdzenie z tej lekcji pokazuje ten przypadek?",
        ),
        quiz_gap="Czego brakuje w tym zdaniu z tekstu tematu? {quoted}",
        quiz_part="Którą część tekst tematu opisuje tymi słowami? {quoted}",
        quiz_right="Dobrze. Tekst tematu mówi: {quoted}",
        quiz_wrong="Niezupełnie. Tekst tematu mówi: {quoted}",
        reflection_title="{title}: gdzie pojawia się to w codziennym doświadczeniu i co zmieni się po tej lekcji?",
        reflection_statements="Który z tych punktów jest najważniejszy we własnej pracy lub w codziennym życiu i "
        "dlaczego?",
        summary_title="Temat tej lekcji: {title}.",
        summary_terms="Słowa do zapamiętania: {terms}.",
        summary_parts="Części: {parts}.",
        summary_open="✎ Dodać tę jedną rzecz, którą warto pamiętać także za tydzień.",
    ),
    grammar=Grammar(
        articles=word_set("ten ta to te tego tej tych tym tymi swój swoje swoich każdy każda każde wszystkie"),
        prepositions=word_set(
            "w we z ze na do od dla po przy przez pod nad o u za bez między przed podczas według wobec"
        ),
        joiners=word_set("i oraz lub albo a ani"),
        others=word_set(
            "jest są był była było były być może mogą musi muszą ma mają się nie też także tylko bardzo więcej mniej "
            "tak jak jako gdy kiedy gdzie kto co który która które których którym którzy żeby aby ponieważ bo ale "
            "jednak oni one on ona my wy ja ich im jego jej inne inny innych różne różnych wiele kilka itp itd "
            "zawsze nigdy"
        ),
        vague=word_set(
            "część części przypadek przykład rodzaj sposób forma rzecz raz czas cel temat lekcja tekst kurs"
        ),
        such_as=("takie jak", "takich jak", "takimi jak", "na przykład", "np.", "między innymi", "m.in.", "w tym"),
        requests=r"(?:proszę\s+)?(?:stwórz|utwórz|napisz|przygotuj|zrób|chcę|potrzebuję)\s+"
        r"(?:lekcję|lekcji|kurs|kursu|moduł|szkolenie)\s+(?:o|na temat|dla|z)\s+",
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
        terms_by="lists_only",
    ),
)
