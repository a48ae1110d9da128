"""Dutch."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Grammar, Language, LessonPhrases, word_set

LANGUAGE = Language(
    code="NL",
    quotes=("“", "”"),
    sentences=LessonPhrases(
        untitled="Les zonder titel",
        note_title="Opzet, gemaakt zonder AI.",
        note="Deze pagina is alleen uit de tekst van het onderwerp opgebouwd; aan wat daar staat is niets "
        "toegevoegd, en de woorden zijn gebleven zoals ze geschreven waren. Plekken met ✎ moeten nog worden "
        "ingevuld. Verwijder deze opmerking zodra de les klaar is.",
        about_heading="Waar het over gaat",
        about_open="✎ Zeg in twee of drie zinnen wat het is, wie het nodig heeft en waarom.",
        deeper="✎ Vul bij elke uitspraak hierboven aan hoe het gebeurt, wie erbij betrokken is en wat er mis kan gaan.",
        audience="Voor",
        level="Niveau",
        duration="Duur",
        objective_title="In eigen woorden zeggen waar het over gaat: {title}.",
        objective_terms="Uitleggen wat deze woorden hier betekenen: {terms}.",
        objective_parts="De onderdelen noemen en van elkaar onderscheiden: {parts}.",
        objective_statements=(
            "In eigen woorden uitleggen: {quoted}",
            "Hier een voorbeeld van geven: {quoted}",
            "Zeggen waarom dit belangrijk is: {quoted}",
        ),
        objective_example="Een voorbeeld uit het dagelijks leven of het werk herkennen en beschrijven.",
        objective_open="✎ Voeg iets toe wat na de les lukt en daarvoor nog niet.",
        term_from_text="In de tekst van het onderwerp staat: {quoted}",
        term_open="✎ Zeg in één zin wat dit betekent, ook voor beginners te begrijpen.",
        part_open="✎ Leg dit onderdeel uit in twee of drie zinnen: wat het is, hoe het werkt en welke fout je beter "
        "vermijdt.",
        example_case="✎ Kies een echt geval dat bij de titel past: {title}.",
        example_case_for="✎ Kies een echt geval dat deze doelgroep kent: {audience}.",
        example_steps=(
            "**Situatie:** wie is erbij betrokken, waar, en wat moet er gebeuren?",
            "**Stappen:** wat wordt er gedaan, en in welke volgorde?",
            "**Resultaat:** waaraan zie je dat het gelukt is?",
            "**Verband:** welke uitspraak uit deze les laat het geval zien?",
        ),
        quiz_gap="Wat ontbreekt in deze zin uit de tekst van het onderwerp? {quoted}",
        quiz_part="Welk onderdeel beschrijft de tekst van het onderwerp zo? {quoted}",
        quiz_right="Goed. In de tekst van het onderwerp staat: {quoted}",
        quiz_wrong="Niet helemaal. In de tekst van het onderwerp staat: {quoted}",
        reflection_title="{title}: waar ben je dit al tegengekomen, en wat ga je na deze les anders doen?",
        reflection_statements="Welk van deze punten is in je werk of je leven het belangrijkst, en waarom?",
        summary_title="Het onderwerp van deze les: {title}.",
        summary_terms="Woorden om te onthouden: {terms}.",
        summary_parts="De onderdelen: {parts}.",
        summary_open="✎ Voeg het ene punt toe dat volgende week nog moet zijn blijven hangen.",
    ),
    grammar=Grammar(
        articles=word_set("de het een deze dit die dat elke elk alle hun haar zijn ons onze uw jouw mijn geen"),
        prepositions=word_set(
            "van in op aan bij met naar voor over onder om door tegen zonder sinds tijdens tussen achter naast "
            "binnen buiten uit tot volgens via"
        ),
        joiners=word_set("en of noch"),
        others=word_set(
            "is zijn was waren worden wordt werd werden heeft hebben had kan kunnen moet moeten mag mogen zal zullen "
            "ze zij hij wij we ik je jij u men zich niet ook nog al heel meer minder zo als dan wanneer omdat ofwel "
            "hoe wat wie waar waarom maar er hier daar andere ander verschillende meerdere te enz etc evenals zoals "
            "ervoor zorgen gebruiken maken"
        ),
        vague=word_set(
            "deel delen geval gevallen voorbeeld voorbeelden soort soorten manier manieren vorm vormen ding dingen "
            "keer tijd doel doelen hulp plaats plaatsen gebied gebieden basis orde onderwerp les tekst cursus"
        ),
        such_as=("zoals bijvoorbeeld", "bijvoorbeeld", "zoals", "bijv.", "onder andere", "waaronder", "namelijk"),
        requests=r"(?:maak|schrijf|genereer|ontwerp|ik wil|ik heb)\s+(?:graag\s+)?(?:een\s+)?"
        r"(?:les|cursus|module|training|lessenreeks)\s+(?:over|voor|van)\s+",
        field_words={
            "title": ("titel", "onderwerp", "thema", "les"),
            "description": ("beschrijving", "omschrijving", "samenvatting", "details"),
            "audience": ("doelgroep", "publiek", "voor"),
            "level": ("niveau", "moeilijkheid"),
            "duration": ("duur", "tijd"),
            "goals": ("doel", "doelen", "leerdoel", "leerdoelen"),
            "contents": ("inhoud", "onderdelen", "modules", "stappen", "opzet"),
            "terms": ("trefwoorden", "kernwoorden", "begrippen", "kernbegrippen"),
        },
        terms_by="position",
    ),
)
