"""Spanish."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Language, SheetPhrases, TopicWords, word_set

LANGUAGE = Language(
    code="ES",
    phrases=SheetPhrases(
        untitled="Lección sin título",
        sheet_title="Ficha de planificación, redactada sin IA.",
        sheet="Aquí solo figuran las palabras del tema, sin nada añadido. Las notas como esta indican lo que falta, y "
        "solo las ven los autores. Hay que escribir en lugar de cada nota lo que se leerá en la lección y borrar la "
        "nota. Cuando no quede ninguna, la lección se puede compartir.",
        given="Lo que dice el tema:",
        audience="Público",
        level="Nivel",
        duration="Duración",
        tone="Tono",
        reading_level="Nivel de lectura",
        words="Palabras (aprox.)",
        questions="Preguntas",
        objectives_open="**Objetivos.** Escribir de dos a cuatro puntos que digan qué se podrá hacer después de la "
        "lección. Empezar cada uno con un verbo: nombrar, explicar, comparar, elegir, realizar.",
        parts_open="**Partes.** Dividir la materia en tres, cuatro o cinco partes, poner un título a cada una y "
        "explicarla en dos o tres frases.",
        part_open="Explicar esta parte en dos o tres frases: qué es, cómo funciona y un error que conviene evitar.",
        parts_more="**Sobre las partes.** Añadir a cada una cómo se hace, quién participa y qué puede salir mal.",
        terms_open="**Términos clave.** Decir en una frase qué significa aquí cada una de estas palabras:",
        example_open="**Ejemplo.** Describir un caso real que el público conozca:",
        example_steps=(
            "La situación: quién participa, dónde y qué hay que hacer.",
            "Los pasos: qué se hace y en qué orden.",
            "El resultado: qué muestra que salió bien.",
        ),
        question_open="**Pregunta.** Preguntar por algo que se suele confundir. Dar tres o cuatro respuestas y decir "
        "de cada una por qué es correcta o no.",
        summary_open="**Resumen.** Nombrar los puntos que conviene recordar también la próxima semana.",
        quiz_question="¿Qué parte se describe aquí? {text}",
        quiz_right="Correcto. {part}: {text}",
        quiz_wrong="No. {part}: {text}",
    ),
    topic_words=TopicWords(
        joiners=word_set("y e o u ni"),
        requests=r"(?:por favor,?\s+)?(?:crea|crear|haz|hacer|escribe|escribir|genera|generar|prepara|preparar|"
        r"quiero|necesito)\s+(?:una?\s+)?(?:lección|curso|módulo|formación|unidad)\s+"
        r"(?:(?:sobre|acerca\s+de|de)\s+|(?:acerca\s+)?del\s+)",
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
    ),
)
