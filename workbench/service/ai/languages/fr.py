"""French. Spaces before two-part marks and inside quotation marks are non-breaking."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Grammar, Language, LessonPhrases, word_set

LANGUAGE = Language(
    code="FR",
    quotes=("«\u00a0", "\u00a0»"),
    sentences=LessonPhrases(
        untitled="Leçon sans titre",
        note_title="Plan rédigé sans IA.",
        note="Cette page a été composée à partir du seul texte du sujet\u00a0; rien n’a été ajouté à ce que dit ce "
        "texte, et ses mots sont repris tels quels. Les passages marqués ✎ sont à compléter par l’auteur ou "
        "l’autrice. Cette note est à supprimer quand la leçon est prête.",
        about_heading="De quoi il s’agit",
        about_open="✎ Dire en deux ou trois phrases ce que c’est, qui en a besoin et pourquoi.",
        deeper="✎ Pour chaque affirmation ci-dessus, ajouter comment cela se fait, qui intervient et ce qui peut mal "
        "tourner.",
        audience="Public",
        level="Niveau",
        duration="Durée",
        objective_title="Dire avec ses propres mots de quoi il s’agit\u00a0: {title}.",
        objective_terms="Expliquer ce que ces mots signifient ici\u00a0: {terms}.",
        objective_parts="Nommer les parties et les distinguer\u00a0: {parts}.",
        objective_statements=(
            "Expliquer avec ses propres mots\u00a0: {quoted}",
            "En donner un exemple\u00a0: {quoted}",
            "Dire pourquoi cela compte\u00a0: {quoted}",
        ),
        objective_example="Reconnaître un exemple dans la vie courante ou au travail, et le décrire.",
        objective_open="✎ Ajouter une chose que l’on saura faire après la leçon et pas avant.",
        term_from_text="Le texte du sujet dit\u00a0: {quoted}",
        term_open="✎ Dire ce que cela signifie en une phrase compréhensible pour des débutants.",
        part_open="✎ Expliquer cette partie en deux ou trois phrases\u00a0: ce que c’est, comment cela fonctionne et "
        "une erreur à éviter.",
        example_case="✎ Choisir un cas réel qui correspond au titre\u00a0: {title}.",
        example_case_for="✎ Choisir un cas réel que ce public connaît\u00a0: {audience}.",
        example_steps=(
            "**Situation\u00a0:** qui est concerné, où, et que faut-il faire\u00a0?",
            "**Étapes\u00a0:** que fait-on, et dans quel ordre\u00a0?",
            "**Résultat\u00a0:** à quoi voit-on que cela a fonctionné\u00a0?",
            "**Lien\u00a0:** quelle affirmation de la leçon ce cas illustre-t-il\u00a0?",
        ),
        quiz_gap="Quels mots complètent cette phrase du texte du sujet\u00a0? {quoted}",
        quiz_part="Quelle partie le texte du sujet décrit-il ainsi\u00a0? {quoted}",
        quiz_right="Exact. Le texte du sujet dit\u00a0: {quoted}",
        quiz_wrong="Pas tout à fait. Le texte du sujet dit\u00a0: {quoted}",
        reflection_title="{title}\u00a0: où avez-vous déjà rencontré cela, et que ferez-vous autrement après cette "
        "leçon\u00a0?",
        reflection_statements="Lequel de ces points compte le plus dans votre travail ou dans votre vie, et "
        "pourquoi\u00a0?",
        summary_title="Le sujet de cette leçon\u00a0: {title}.",
        summary_terms="Mots à retenir\u00a0: {terms}.",
        summary_parts="Les parties\u00a0: {parts}.",
        summary_open="✎ Ajouter la seule chose à savoir encore la semaine prochaine.",
    ),
    grammar=Grammar(
        articles=word_set(
            "le la les l un une des ce cet cette ces son sa ses leur leurs notre nos votre vos chaque tout toute "
            "tous toutes"
        ),
        prepositions=word_set(
            "de du d en à au aux par pour avec sans sous sur dans entre chez vers depuis pendant selon contre dès parmi"
        ),
        joiners=word_set("et ou ni"),
        others=word_set(
            "avant après puis qui que quoi dont où qu lequel laquelle lesquels lesquelles quand comment si ne n pas "
            "plus moins très aussi mais car donc se s y il elle ils elles on nous vous je tu lui est sont était "
            "étaient être a ont avoir peut peuvent doit doivent fait font faire afin ainsi lorsque puis même mêmes "
            "autre autres divers diverses différents différentes plusieurs certains certaines etc également souvent "
            "toujours jamais assurer garantir utiliser effectuer réaliser nécessaires nécessaire liés liées relatifs "
            "relatives"
        ),
        vague=word_set(
            "partie parties cas exemple exemples type types façon façons manière manières chose choses fois fin fins "
            "base charge compte ordre lieu lieux sein moyen but cadre sujet leçon texte cours mise"
        ),
        such_as=("tels que", "telles que", "tel que", "telle que", "par exemple", "p. ex.", "notamment", "y compris"),
        requests=r"(?:s[’']il (?:te|vous) plaît,?\s+)?(?:crée|créez|créer|fais|faites|écris|écrivez|rédige|rédigez|"
        r"prépare|préparez|je veux|je voudrais|il me faut)\s+(?:une?\s+)?(?:leçon|cours|module|formation|unité)\s+"
        r"(?:sur|de|pour|à propos de)\s+",
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
        terms_by="position",
    ),
)
