"""Dutch."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Language, SheetPhrases, TopicWords, word_set

LANGUAGE = Language(
    code="NL",
    phrases=SheetPhrases(
        untitled="Les zonder titel",
        sheet_title="Voorbereidingsblad, gemaakt zonder AI.",
        sheet="Hier staan alleen de woorden van het onderwerp; er is niets toegevoegd. Notities zoals deze zeggen wat "
        "er nog ontbreekt, en alleen auteurs zien ze. Schrijf op de plaats van elke notitie wat er in de les te lezen "
        "moet zijn, en verwijder de notitie. Zodra er geen meer over is, kan de les worden gedeeld.",
        given="Wat het onderwerp zegt:",
        audience="Doelgroep",
        level="Niveau",
        duration="Duur",
        tone="Toon",
        reading_level="Leesniveau",
        words="Woorden (ongeveer)",
        questions="Vragen",
        objectives_open="**Leerdoelen.** Schrijf in twee tot vier punten wat lerenden na de les kunnen. Gebruik in elk "
        "punt een werkwoord: noemen, uitleggen, vergelijken, kiezen, uitvoeren.",
        parts_open="**Onderdelen.** Verdeel de stof in drie tot vijf onderdelen, geef elk een kop en leg het uit in "
        "twee of drie zinnen.",
        part_open="Leg dit onderdeel uit in twee of drie zinnen: wat het is, hoe het werkt en welke fout te vermijden "
        "is.",
        parts_more="**Bij de onderdelen.** Vul bij elk aan hoe het gebeurt, wie erbij betrokken is en wat er mis kan "
        "gaan.",
        terms_open="**Kernbegrippen.** Zeg in één zin wat elk van deze woorden hier betekent:",
        example_open="**Voorbeeld.** Beschrijf een echt geval dat de doelgroep kent:",
        example_steps=(
            "De situatie: wie erbij betrokken is, waar, en wat er moet gebeuren.",
            "De stappen: wat er wordt gedaan, en in welke volgorde.",
            "Het resultaat: waaraan te zien is dat het gelukt is.",
        ),
        question_open="**Vraag.** Vraag naar iets wat vaak wordt verward. Geef drie of vier antwoorden en zeg bij elk "
        "waarom het goed of fout is.",
        summary_open="**Samenvatting.** Noem de punten die ook volgende week nog bekend moeten zijn.",
        quiz_question="Welk onderdeel wordt hier beschreven? {text}",
        quiz_right="Goed. {part}: {text}",
        quiz_wrong="Nee. {part}: {text}",
    ),
    topic_words=TopicWords(
        joiners=word_set("en of noch"),
        requests=r"(?:maak|schrijf|genereer|ontwerp|ik wil|ik heb)\s+(?:graag\s+)?(?:een\s+)?"
        r"(?:les|cursus|module|training|lessenreeks)\s+(?:over|van)\s+",
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
    ),
)
