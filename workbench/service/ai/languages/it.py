"""Italian."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Grammar, Language, LessonPhrases, word_set

LANGUAGE = Language(
    code="IT",
    quotes=("«", "»"),
    sentences=LessonPhrases(
        untitled="Lezione senza titolo",
        note_title="Schema redatto senza IA.",
        note="Questa pagina è stata composta solo con il testo dell’argomento; a quanto dice quel testo non è stato "
        "aggiunto nulla, e le sue parole sono rimaste come erano scritte. Le parti contrassegnate con ✎ sono da "
        "completare. Questa nota va cancellata quando la lezione è pronta.",
        about_heading="Di che cosa si tratta",
        about_open="✎ Dire in due o tre frasi che cos’è, a chi serve e perché.",
        deeper="✎ Aggiungere a ogni affermazione precedente come si fa, chi è coinvolto e che cosa può andare storto.",
        audience="Per",
        level="Livello",
        duration="Durata",
        objective_title="Dire con parole proprie di che cosa si tratta: {title}.",
        objective_terms="Spiegare che cosa significano qui queste parole: {terms}.",
        objective_parts="Nominare le parti e distinguerle: {parts}.",
        objective_statements=(
            "Spiegare con parole proprie: {quoted}",
            "Farne un esempio: {quoted}",
            "Dire perché è importante: {quoted}",
        ),
        objective_example="Riconoscere un esempio nella vita quotidiana o nel lavoro e descriverlo.",
        objective_open="✎ Aggiungere una cosa che dopo la lezione si sa fare e prima no.",
        term_from_text="Il testo dell’argomento dice: {quoted}",
        term_open="✎ Dire che cosa significa in una frase comprensibile anche ai principianti.",
        part_open="✎ Spiegare questa parte in due o tre frasi: che cos’è, come funziona e un errore da evitare.",
        example_case="✎ Scegliere un caso reale che corrisponda al titolo: {title}.",
        example_case_for="✎ Scegliere un caso reale noto a questi destinatari: {audience}.",
        example_steps=(
            "**Situazione:** chi è coinvolto, dove, e che cosa bisogna fare?",
            "**Passi:** che cosa si fa, e in quale ordine?",
            "**Risultato:** da che cosa si vede che ha funzionato?",
            "**Collegamento:** quale affermazione della lezione mostra il caso?",
        ),
        quiz_gap="Quali parole completano questa frase del testo dell’argomento? {quoted}",
        quiz_part="Quale parte descrive il testo dell’argomento con queste parole? {quoted}",
        quiz_right="Esatto. Il testo dell’argomento dice: {quoted}",
        quiz_wrong="Non proprio. Il testo dell’argomento dice: {quoted}",
        reflection_title="{title}: dove si incontra nella propria esperienza, e che cosa cambierà dopo questa lezione?",
        reflection_statements="Quale di questi punti conta di più nel proprio lavoro o nella vita di ogni giorno, e "
        "perché?",
        summary_title="L’argomento di questa lezione: {title}.",
        summary_terms="Parole da ricordare: {terms}.",
        summary_parts="Le parti: {parts}.",
        summary_open="✎ Aggiungere l’unica cosa da sapere ancora la prossima settimana.",
    ),
    grammar=Grammar(
        articles=word_set(
            "il lo la i gli le l un uno una questo questa questi queste suo sua suoi sue loro ogni tutto tutta tutti "
            "tutte"
        ),
        prepositions=word_set(
            "di del dello della dei degli delle dell d a al allo alla ai agli alle all da dal dallo dalla dai dagli "
            "dalle dall in nel nello nella nei negli nelle nell con su sul sullo sulla sui sugli sulle sull per tra "
            "fra senza sotto sopra verso presso secondo durante mediante contro"
        ),
        joiners=word_set("e ed o oppure né"),
        others=word_set(
            "prima dopo poi che chi cui quale quali quando dove come se non ma anche perché si lo li ne ci vi mi ti "
            "è sono era erano essere stato ha hanno avere può possono deve devono fa fanno fare più meno molto già "
            "così altro altra altri altre stesso stessa stessi stesse diversi diverse vari varie ecc egli esso essi "
            "lui lei noi voi io sempre mai garantire assicurare utilizzare effettuare necessari necessarie relativi "
            "relative"
        ),
        vague=word_set(
            "parte parti caso casi esempio esempi tipo tipi forma forme modo modi cosa cose volta volte fine fini "
            "base carico conto ordine luogo luoghi mezzo funzione tema argomento lezione testo corso"
        ),
        such_as=("come ad esempio", "ad esempio", "per esempio", "ad es.", "quali", "tra cui", "inclusi", "incluse"),
        adverb_endings=("mente",),
        requests=r"(?:per favore,?\s+)?(?:crea|creare|fai|scrivi|genera|prepara|vorrei|voglio|mi serve)\s+"
        r"(?:una?\s+|un')?(?:lezione|corso|modulo|formazione|unità)\s+(?:su|sul|sulla|sui|di|per)\s+",
        field_words={
            "title": ("titolo", "argomento", "tema", "lezione"),
            "description": ("descrizione", "riassunto", "dettagli"),
            "audience": ("pubblico", "destinatari", "per"),
            "level": ("livello", "difficoltà"),
            "duration": ("durata", "tempo"),
            "goals": ("obiettivo", "obiettivi", "obiettivi di apprendimento", "scopi"),
            "contents": ("contenuto", "contenuti", "parti", "moduli", "sezioni", "passi"),
            "terms": ("parole chiave", "termini chiave", "termini", "vocabolario"),
        },
        terms_by="position",
    ),
)
