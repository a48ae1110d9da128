"""German. No sentence has a letter that Switzerland writes otherwise."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Language, SheetPhrases, TopicWords, word_set

LANGUAGE = Language(
    code="DE",
    phrases=SheetPhrases(
        untitled="Lektion ohne Titel",
        sheet_title="Planungsbogen, ohne KI erstellt.",
        sheet="Hier stehen nur die Worte des Themas. Hinweise wie dieser sagen, was noch fehlt, und nur Autorinnen und "
        "Autoren sehen sie. An die Stelle jedes Hinweises gehört, was in der Lektion zu lesen sein soll; danach wird "
        "der Hinweis gelöscht. Sobald keiner mehr da ist, kann die Lektion geteilt werden.",
        given="Das sagt das Thema:",
        audience="Zielgruppe",
        level="Niveau",
        duration="Dauer",
        tone="Ton",
        reading_level="Sprachniveau",
        words="Wörter (ungefähr)",
        questions="Fragen",
        objectives_open="**Lernziele.** In zwei bis vier Punkten angeben, was Lernende nach der Lektion können, "
        "jeweils mit einem Verb: nennen, erklären, vergleichen, auswählen, durchführen.",
        parts_open="**Teile.** Den Stoff in drei bis fünf Teile gliedern, jedem eine Überschrift geben und ihn in "
        "zwei, drei Sätzen erklären.",
        part_open="Diesen Teil in zwei, drei Sätzen erklären: was es ist, wie es funktioniert und welcher Fehler zu "
        "vermeiden ist.",
        parts_more="**Zu den Teilen.** Bei jedem ergänzen, wie es gemacht wird, wer beteiligt ist und was schiefgehen "
        "kann.",
        terms_open="**Begriffe.** In je einem Satz sagen, was diese Wörter hier bedeuten:",
        example_open="**Beispiel.** Einen echten Fall beschreiben, den die Lernenden kennen:",
        example_steps=(
            "Die Situation: wer beteiligt ist, wo, und was zu tun ist.",
            "Die Schritte: was getan wird, und in welcher Reihenfolge.",
            "Das Ergebnis: woran zu sehen ist, dass es geklappt hat.",
        ),
        question_open="**Frage.** Nach etwas fragen, das oft verwechselt wird. Drei oder vier Antworten geben und bei "
        "jeder sagen, warum sie stimmt oder nicht.",
        summary_open="**Zusammenfassung.** Die Punkte nennen, die auch nächste Woche noch sitzen sollen.",
        quiz_question="Welcher Teil wird hier beschrieben? {text}",
        quiz_right="Richtig. {part}: {text}",
        quiz_wrong="Nein. {part}: {text}",
    ),
    topic_words=TopicWords(
        joiners=word_set("und oder sowie"),
        requests=r"(?:bitte\s+)?(?:erstelle|erstell|erstellen sie|schreibe|schreib|mach|mache|entwirf|bereite|"
        r"ich brauche|ich möchte)\s+(?:mir\s+)?(?:eine?n?\s+)?(?:lektion|kurs|modul|schulung|einheit|lerneinheit)\s+"
        r"(?:zum\s+thema:?\s+|(?=(?:über|zu|zum|zur)\s))",
        field_words={
            "title": ("titel", "thema", "lektion"),
            "description": ("beschreibung", "zusammenfassung", "überblick", "einzelheiten"),
            "audience": ("zielgruppe", "publikum", "für", "lernende"),
            "level": ("niveau", "stufe", "schwierigkeit"),
            "duration": ("dauer", "zeit"),
            "goals": ("ziel", "ziele", "lernziel", "lernziele"),
            "contents": ("inhalt", "inhalte", "gliederung", "teile", "module", "schritte", "abschnitte"),
            "terms": ("stichwörter", "stichworte", "schlüsselwörter", "begriffe", "schlüsselbegriffe"),
        },
    ),
)
