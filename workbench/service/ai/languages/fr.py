"""French. No sentence has a sign before which France sets a space and Canada does not; colons have one in both."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Language, SheetPhrases, TopicWords, word_set

LANGUAGE = Language(
    code="FR",
    phrases=SheetPhrases(
        untitled="Leçon sans titre",
        sheet_title="Fiche de préparation, rédigée sans IA.",
        sheet="Il n’y a ici que les mots du sujet, sans rien d’ajouté. Les notes comme celle-ci disent ce qui manque, "
        "et seuls les auteurs les voient. Remplacer chaque note par ce qu’on lira dans la leçon, puis la supprimer. "
        "Quand il n’en reste aucune, la leçon peut être partagée.",
        given="Ce que dit le sujet\u00a0:",
        audience="Public",
        level="Niveau",
        duration="Durée",
        tone="Ton",
        reading_level="Niveau de lecture",
        words="Mots (environ)",
        questions="Questions",
        objectives_open="**Objectifs.** Dire en deux à quatre points ce que l’on saura faire après la leçon. Commencer "
        "chacun par un verbe\u00a0: nommer, expliquer, comparer, choisir, réaliser.",
        parts_open="**Parties.** Diviser la matière en trois à cinq parties, donner un titre à chacune et l’expliquer "
        "en deux ou trois phrases.",
        part_open="Expliquer cette partie en deux ou trois phrases\u00a0: ce que c’est, comment cela fonctionne et une "
        "erreur à éviter.",
        parts_more="**À propos des parties.** Ajouter à chacune comment cela se fait, qui intervient et ce qui peut "
        "mal tourner.",
        terms_open="**Termes clés.** Dire en une phrase ce que chacun de ces mots signifie ici\u00a0:",
        example_open="**Exemple.** Décrire un cas réel que le public connaît\u00a0:",
        example_steps=(
            "La situation\u00a0: qui est concerné, où, et ce qu’il faut faire.",
            "Les étapes\u00a0: ce que l’on fait, et dans quel ordre.",
            "Le résultat\u00a0: ce qui montre que cela a fonctionné.",
        ),
        question_open="**Question.** Interroger sur un point que l’on confond souvent. Proposer trois ou quatre "
        "réponses et dire de chacune pourquoi elle est juste ou fausse.",
        summary_open="**Résumé.** Nommer les points à retenir encore la semaine prochaine.",
        quiz_question="Trouver la partie décrite ici\u00a0: {text}",
        quiz_right="Exact. {part}\u00a0: {text}",
        quiz_wrong="Non. {part}\u00a0: {text}",
    ),
    topic_words=TopicWords(
        joiners=word_set("et ou ni"),
        requests=r"(?:s[’']il (?:te|vous) plaît,?\s+)?(?:crée|créez|créer|fais|faites|écris|écrivez|rédige|rédigez|"
        r"prépare|préparez|je veux|je voudrais|il me faut)\s+(?:une?\s+)?(?:leçon|cours|module|formation|unité)\s+"
        r"(?:(?:sur|à\s+propos\s+de|de|du|des)\s+|d[’'])",
        field_words={
            "title": ("titre", "sujet", "thème", "leçon"),
            "description": ("description", "résumé", "détails"),
            "audience": ("public", "public cible", "audience", "pour", "apprenants"),
            "level": ("niveau", "difficulté"),
            "duration": ("durée", "temps"),
            "goals": ("objectif", "objectifs", "objectifs pédagogiques", "buts"),
            "contents": ("contenu", "contenus", "plan", "parties", "modules", "étapes"),
            "terms": ("mots-clés", "mots clés", "termes clés", "termes", "vocabulaire"),
        },
    ),
)
