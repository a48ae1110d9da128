"""Spanish."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Grammar, Language, LessonPhrases, word_set

LANGUAGE = Language(
    code="ES",
    quotes=("«", "»"),
    sentences=LessonPhrases(
        untitled="Lección sin título",
        note_title="Esquema redactado sin IA.",
        note="Esta página se ha compuesto solo con el texto del tema; no se ha añadido nada a lo que dice ese texto, "
        "y sus palabras se conservan tal como se escribieron. Las partes marcadas con ✎ las debe completar el autor "
        "o la autora. Esta nota se borra cuando la lección está lista.",
        about_heading="De qué se trata",
        about_open="✎ Decir en dos o tres frases qué es, quién lo necesita y por qué.",
        deeper="✎ Añadir a cada afirmación anterior cómo se hace, quién participa y qué puede salir mal.",
        audience="Para",
        level="Nivel",
        duration="Tiempo",
        objective_title="Decir con palabras propias de qué trata la lección: {title}.",
        objective_terms="Explicar qué significan aquí estas palabras: {terms}.",
        objective_parts="Nombrar las partes y distinguirlas: {parts}.",
        objective_statements=(
            "Explicar con palabras propias: {quoted}",
            "Dar un ejemplo de esto: {quoted}",
            "Decir por qué es importante: {quoted}",
        ),
        objective_example="Reconocer un ejemplo en la vida cotidiana o en el trabajo y describirlo.",
        objective_open="✎ Añadir algo que se pueda hacer después de la lección y antes no.",
        term_from_text="El texto del tema dice: {quoted}",
        term_open="✎ Decir qué significa en una frase que entienda cualquier principiante.",
        part_open="✎ Explicar esta parte en dos o tres frases: qué es, cómo funciona y un error que conviene evitar.",
        example_case="✎ Elegir un caso real que corresponda al título: {title}.",
        example_case_for="✎ Elegir un caso real que conozcan estas personas: {audience}.",
        example_steps=(
            "**Situación:** ¿quién participa, dónde, y qué hay que hacer?",
            "**Pasos:** ¿qué se hace y en qué orden?",
            "**Resultado:** ¿cómo se ve que ha funcionado?",
            "**Relación:** ¿qué afirmación de la lección muestra el caso?",
        ),
        quiz_gap="¿Qué palabras completan esta frase del texto del tema? {quoted}",
        quiz_part="¿Qué parte describe el texto del tema con estas palabras? {quoted}",
        quiz_right="Correcto. El texto del tema dice: {quoted}",
        quiz_wrong="No exactamente. El texto del tema dice: {quoted}",
        reflection_title="{title}: ¿dónde aparece esto en la experiencia propia y qué cambiará después de esta "
        "lección?",
        reflection_statements="¿Cuál de estos puntos importa más en el propio trabajo o en la vida diaria, y por qué?",
        summary_title="Esta lección trata de lo siguiente: {title}.",
        summary_terms="Palabras para recordar: {terms}.",
        summary_parts="Las partes: {parts}.",
        summary_open="✎ Añadir lo único que conviene seguir sabiendo la semana que viene.",
    ),
    grammar=Grammar(
        articles=word_set("el la los las un una unos unas este esta estos estas su sus cada todo toda todos todas"),
        prepositions=word_set(
            "de del en a al por para con sin sobre entre desde hasta hacia según durante mediante contra tras ante bajo"
        ),
        joiners=word_set("y e o u ni"),
        others=word_set(
            "antes después que quien quienes cual cuales cuyo cuya cuyos cuyas cuando donde como si no ni pero "
            "aunque porque se lo le les me te nos es son era eran ser estar está están fue ha han haber hay había "
            "puede pueden debe deben tiene tienen hace hacen más menos muy también ya así otro otra otros otras "
            "mismo misma mismos mismas diferentes diversos diversas varios varias etc ellos ellas yo tú él ella "
            "usted además siempre nunca asegurar garantizar utilizar realizar ofrecer relacionados relacionadas "
            "necesarios necesarias"
        ),
        vague=word_set(
            "parte partes caso casos ejemplo ejemplos tipo tipos forma formas manera manera cosa cosas vez veces "
            "fin fines base cargo cuenta orden lugar lugares través acuerdo medio función tema lección texto curso"
        ),
        such_as=("tales como", "tal como", "como por ejemplo", "por ejemplo", "p. ej.", "incluidos", "incluidas"),
        adverb_endings=("mente",),
        requests=r"(?:por favor,?\s+)?(?:crea|crear|haz|hacer|escribe|escribir|genera|generar|prepara|preparar|"
        r"quiero|necesito)\s+(?:una?\s+)?(?:lección|curso|módulo|formación|unidad)\s+(?:sobre|de|para|acerca de)\s+",
        field_words={
            "title": ("título", "tema", "asunto", "lección"),
            "description": ("descripción", "resumen", "detalles"),
            "audience": ("público", "audiencia", "destinatarios", "para", "alumnado", "público objetivo"),
            "level": ("nivel", "dificultad"),
            "duration": ("duración", "tiempo"),
            "goals": ("objetivo", "objetivos", "objetivos de aprendizaje", "metas"),
            "contents": ("contenido", "contenidos", "partes", "módulos", "apartados", "pasos"),
            "terms": ("palabras clave", "términos clave", "términos", "vocabulario"),
        },
        terms_by="position",
    ),
)
