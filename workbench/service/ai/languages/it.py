"""Italian."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Language, SheetPhrases, TopicWords, word_set

LANGUAGE = Language(
    code="IT",
    phrases=SheetPhrases(
        untitled="Lezione senza titolo",
        sheet_title="Scheda di progettazione, redatta senza IA.",
        sheet="Qui ci sono solo le parole dell’argomento, senza aggiunte. Le note come questa dicono che cosa manca, e "
        "le vedono solo gli autori. Al posto di ogni nota va scritto ciò che si leggerà nella lezione; poi la nota va "
        "cancellata. Quando non ne resta nessuna, la lezione si può condividere.",
        given="Che cosa dice l’argomento:",
        audience="Destinatari",
        level="Livello",
        duration="Durata",
        tone="Tono",
        reading_level="Livello di lettura",
        words="Parole (circa)",
        questions="Domande",
        objectives_open="**Obiettivi.** Scrivere da due a quattro punti che dicano che cosa si saprà fare dopo la "
        "lezione. Cominciare ognuno con un verbo: nominare, spiegare, confrontare, scegliere, eseguire.",
        parts_open="**Parti.** Dividere la materia in tre, quattro o cinque parti, dare un titolo a ciascuna e "
        "spiegarla in due o tre frasi.",
        part_open="Spiegare questa parte in due o tre frasi: che cos’è, come funziona e un errore da evitare.",
        parts_more="**Sulle parti.** Aggiungere a ciascuna come si fa, chi è coinvolto e che cosa può andare storto.",
        terms_open="**Termini chiave.** Dire in una frase che cosa significa qui ciascuna di queste parole:",
        example_open="**Esempio.** Descrivere un caso reale che i destinatari conoscono:",
        example_steps=(
            "La situazione: chi è coinvolto, dove e che cosa bisogna fare.",
            "I passi: che cosa si fa e in quale ordine.",
            "Il risultato: da che cosa si vede che ha funzionato.",
        ),
        question_open="**Domanda.** Chiedere di un punto che si confonde spesso. Dare tre o quattro risposte e dire di "
        "ognuna perché è giusta o sbagliata.",
        summary_open="**Riepilogo.** Nominare i punti da ricordare anche la prossima settimana.",
        quiz_question="Quale parte è descritta qui? {text}",
        quiz_right="Esatto. {part}: {text}",
        quiz_wrong="No. {part}: {text}",
    ),
    topic_words=TopicWords(
        joiners=word_set("e ed o oppure né"),
        requests=r"(?:per favore,?\s+)?(?:crea|creare|fai|scrivi|genera|prepara|vorrei|voglio|mi serve)\s+"
        r"(?:una?\s+|un[’'])?(?:lezione|corso|modulo|formazione|unità)\s+"
        r"(?:(?:su|sul|sullo|sulla|sui|sugli|sulle|di|del|dello|della|dei|degli|delle)\s+|(?:sull|dell|d)[’'])",
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
    ),
)
