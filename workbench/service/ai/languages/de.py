"""German."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Grammar, Language, LessonPhrases, word_set

LANGUAGE = Language(
    code="DE",
    quotes=("„", "“"),
    sentences=LessonPhrases(
        untitled="Lektion ohne Titel",
        note_title="Gliederung, ohne KI entworfen.",
        note="Diese Seite ist allein aus dem Text des Themas entstanden; dem, was dort steht, wurde nichts "
        "hinzugefügt, und der Wortlaut blieb erhalten. Mit ✎ markierte Stellen sind noch auszufüllen. Dieser Hinweis "
        "kann gelöscht werden, sobald die Lektion fertig ist.",
        about_heading="Worum es geht",
        about_open="✎ In zwei, drei Sätzen sagen, was das ist, wer es braucht und warum.",
        deeper="✎ Zu jeder Aussage oben ergänzen, wie es gemacht wird, wer beteiligt ist und was schiefgehen kann.",
        audience="Für",
        level="Niveau",
        duration="Dauer",
        objective_title="Mit eigenen Worten sagen, worum es geht: {title}.",
        objective_terms="Erklären, was diese Wörter hier bedeuten: {terms}.",
        objective_parts="Die Teile nennen und voneinander unterscheiden: {parts}.",
        objective_statements=(
            "Mit eigenen Worten erklären: {quoted}",
            "Ein Beispiel dafür geben: {quoted}",
            "Begründen, warum das wichtig ist: {quoted}",
        ),
        objective_example="Ein Beispiel aus Alltag oder Beruf erkennen und beschreiben.",
        objective_open="✎ Ergänzen, was nach der Lektion gelingt und vorher nicht gelang.",
        term_from_text="Im Text des Themas steht: {quoted}",
        term_open="✎ In einem Satz sagen, was das bedeutet, auch für Anfänger verständlich.",
        part_open="✎ Diesen Teil in zwei, drei Sätzen erklären: was es ist, wie es funktioniert und welcher Fehler "
        "zu vermeiden ist.",
        example_case="✎ Einen echten Fall wählen, der zum Titel passt: {title}.",
        example_case_for="✎ Einen echten Fall wählen, den diese Lernenden kennen: {audience}.",
        example_steps=(
            "**Situation:** Wer ist beteiligt, wo, und was ist zu tun?",
            "**Schritte:** Was wird getan, und in welcher Reihenfolge?",
            "**Ergebnis:** Woran ist zu sehen, dass es geklappt hat?",
            "**Bezug:** Welche Aussage dieser Lektion zeigt der Fall?",
        ),
        quiz_gap="Was fehlt in diesem Satz aus dem Text des Themas? {quoted}",
        quiz_part="Welchen Teil beschreibt der Text des Themas so? {quoted}",
        quiz_right="Richtig. Im Text des Themas steht: {quoted}",
        quiz_wrong="Nicht ganz. Im Text des Themas steht: {quoted}",
        reflection_title="{title}: Wo kommt das im eigenen Beruf oder Alltag vor, und was ändert sich nach dieser "
        "Lektion?",
        reflection_statements="Welcher dieser Punkte ist im eigenen Beruf oder Alltag am wichtigsten, und warum?",
        summary_title="In dieser Lektion geht es um Folgendes: {title}.",
        summary_terms="Wörter zum Merken: {terms}.",
        summary_parts="Die Teile: {parts}.",
        summary_open="✎ Das Eine ergänzen, das auch nächste Woche noch sitzen soll.",
    ),
    grammar=Grammar(
        articles=word_set(
            "der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem jede jeder "
            "jedes jeden alle allen ihr ihre ihren ihrem ihrer sein seine seinen kein keine"
        ),
        prepositions=word_set(
            "in im an am auf aus bei beim mit nach von vom vor zu zum zur für über unter um durch gegen ohne seit "
            "während zwischen hinter neben innerhalb außerhalb wegen trotz gemäß"
        ),
        joiners=word_set("und oder sowie"),
        others=word_set(
            "ist sind war waren sein wird werden wurde wurden worden hat haben hatte kann können muss müssen soll "
            "sollen darf dürfen sie er es wir ich man sich nicht auch nur noch schon sehr mehr so als wie wenn weil "
            "dass ob damit dabei dafür daran davon dazu deren dessen welche welcher welches was wer wo wann warum "
            "aber doch sondern dann hier dort andere anderen anderer anderes verschiedene verschiedenen mehrere usw "
            "etc"
        ),
        vague=word_set(
            "teil teile teilen fall fälle fällen beispiel beispiele art arten weise form formen ding dinge zeit mal "
            "male zweck zwecke rahmen hilfe grund ende ort orte stelle stellen bereich bereiche bereichen thema "
            "lektion text kurs ziel ziele rolle"
        ),
        such_as=("wie zum beispiel", "zum beispiel", "z. b.", "z.b.", "beispielsweise"),
        requests=r"(?:bitte\s+)?(?:erstelle|erstell|erstellen sie|schreibe|schreib|mach|mache|entwirf|bereite|"
        r"ich brauche|ich möchte)\s+(?:mir\s+)?(?:eine?n?\s+)?(?:lektion|kurs|modul|schulung|einheit|lerneinheit)\s+"
        r"(?:über|zu|zum|zur|für)\s+",
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
        terms_by="capital",
    ),
)
