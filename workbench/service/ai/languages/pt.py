"""Portuguese as it is written in Portugal, which Angola, Mozambique and others follow."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Language, SheetPhrases, TopicWords, word_set

LANGUAGE = Language(
    code="PT",
    phrases=SheetPhrases(
        untitled="Lição sem título",
        sheet_title="Ficha de planificação, redigida sem IA.",
        sheet="Aqui estão apenas as palavras do tema, sem nada acrescentado. As notas como esta dizem o que falta, e "
        "só os autores as veem. No lugar de cada nota deve ser escrito o que se vai ler na lição; depois, a nota deve "
        "ser apagada. Quando não restar nenhuma, a lição pode ser partilhada.",
        given="O que diz o tema:",
        audience="Público",
        level="Nível",
        duration="Duração",
        tone="Tom",
        reading_level="Nível de leitura",
        words="Palavras (aprox.)",
        questions="Perguntas",
        objectives_open="**Objetivos.** Escrever dois a quatro pontos que digam o que se saberá fazer depois da lição. "
        "Começar cada um com um verbo: nomear, explicar, comparar, escolher, realizar.",
        parts_open="**Partes.** Dividir a matéria em três a cinco partes, dar um título a cada uma e explicá-la em "
        "duas ou três frases.",
        part_open="Explicar esta parte em duas ou três frases: o que é, como funciona e um erro a evitar.",
        parts_more="**Sobre as partes.** Acrescentar a cada uma como se faz, quem participa e o que pode correr mal.",
        terms_open="**Termos-chave.** Dizer numa frase o que significa aqui cada uma destas palavras:",
        example_open="**Exemplo.** Descrever um caso real que o público conheça:",
        example_steps=(
            "A situação: quem participa, onde e o que é preciso fazer.",
            "Os passos: o que se faz e por que ordem.",
            "O resultado: como se vê que correu bem.",
        ),
        question_open="**Pergunta.** Perguntar por algo que se confunde com frequência. Dar três ou quatro respostas e "
        "explicar em cada uma o que a torna certa ou errada.",
        summary_open="**Resumo.** Nomear os pontos que convém recordar também na próxima semana.",
        quiz_question="Que parte é descrita aqui? {text}",
        quiz_right="Certo. {part}: {text}",
        quiz_wrong="Não. {part}: {text}",
    ),
    topic_words=TopicWords(
        joiners=word_set("e ou nem"),
        requests=r"(?:por favor,?\s+)?(?:cria|crie|criar|faz|faça|escreve|escreva|gera|gere|prepara|prepare|quero|"
        r"preciso de)\s+(?:uma?\s+)?(?:lição|aula|curso|módulo|formação|unidade)\s+"
        r"(?:sobre|acerca\s+d[aeo]s?|d[aeo]s?)\s+",
        field_words={
            "title": ("título", "tema", "assunto", "lição"),
            "description": ("descrição", "resumo", "detalhes"),
            "audience": ("público", "público-alvo", "audiência", "destinatários", "para"),
            "level": ("nível", "dificuldade"),
            "duration": ("duração", "tempo"),
            "goals": ("objetivo", "objetivos", "objetivos de aprendizagem", "metas"),
            "contents": ("conteúdo", "conteúdos", "partes", "módulos", "secções", "seções", "passos"),
            "terms": ("palavras-chave", "termos-chave", "termos", "vocabulário"),
        },
    ),
)
