"""Portuguese, in wordings that read well in Portugal and in Brazil."""

from __future__ import annotations

from workbench.service.ai.languages.phrases import Grammar, Language, LessonPhrases, word_set

LANGUAGE = Language(
    code="PT",
    quotes=("“", "”"),
    sentences=LessonPhrases(
        untitled="Lição sem título",
        note_title="Esboço redigido sem IA.",
        note="Esta página foi composta apenas com o texto do tema; nada foi acrescentado ao que esse texto diz, e as "
        "suas palavras ficaram como foram escritas. As partes marcadas com ✎ são para completar por quem edita a "
        "lição. Esta nota deve ser apagada quando a lição estiver pronta.",
        about_heading="De que se trata",
        about_open="✎ Dizer em duas ou três frases o que é, quem precisa disto e porquê.",
        deeper="✎ Acrescentar a cada afirmação acima como se faz, quem participa e o que pode correr mal.",
        audience="Para",
        level="Nível",
        duration="Tempo",
        objective_title="Dizer por palavras próprias de que se trata: {title}.",
        objective_terms="Explicar o que significam aqui estas palavras: {terms}.",
        objective_parts="Nomear as partes e distingui-las: {parts}.",
        objective_statements=(
            "Explicar por palavras próprias: {quoted}",
            "Dar um exemplo disto: {quoted}",
            "Dizer por que isto é importante: {quoted}",
        ),
        objective_example="Reconhecer um exemplo no dia a dia ou no trabalho e descrevê-lo.",
        objective_open="✎ Acrescentar algo que se consiga fazer depois da lição e antes não.",
        term_from_text="O texto do tema diz: {quoted}",
        term_open="✎ Dizer o que significa numa frase que qualquer principiante entenda.",
        part_open="✎ Explicar esta parte em duas ou três frases: o que é, como funciona e um erro a evitar.",
        example_case="✎ Escolher um caso real que corresponda ao título: {title}.",
        example_case_for="✎ Escolher um caso real que este público conheça: {audience}.",
        example_steps=(
            "**Situação:** quem participa, onde, e o que é preciso fazer?",
            "**Passos:** o que se faz, e em que ordem?",
            "**Resultado:** como se vê que funcionou?",
            "**Relação:** que afirmação desta lição o caso mostra?",
        ),
        quiz_gap="Que palavras completam esta frase do texto do tema? {quoted}",
        quiz_part="Que parte o texto do tema descreve com estas palavras? {quoted}",
        quiz_right="Certo. O texto do tema diz: {quoted}",
        quiz_wrong="Não exatamente. O texto do tema diz: {quoted}",
        reflection_title="{title}: em que situações isto já apareceu na sua experiência, e o que fará de outra forma "
        "depois desta lição?",
        reflection_statements="Qual destes pontos é mais importante no seu trabalho ou na sua vida, e por que razão?",
        summary_title="O tema desta lição: {title}.",
        summary_terms="Palavras a recordar: {terms}.",
        summary_parts="As partes: {parts}.",
        summary_open="✎ Acrescentar a única coisa que convém ainda saber na próxima semana.",
    ),
    grammar=Grammar(
        articles=word_set(
            "o a os as um uma uns umas este esta estes estas esse essa seu sua seus suas cada todo toda todos todas"
        ),
        prepositions=word_set(
            "de do da dos das em no na nos nas num numa por pelo pela pelos pelas para com sem sobre entre desde até "
            "segundo durante mediante contra após perante sob à às ao aos"
        ),
        joiners=word_set("e ou nem"),
        others=word_set(
            "antes depois que quem qual quais cujo cuja cujos cujas quando onde como se não mas embora porque lhe "
            "lhes me te nos é são era eram ser estar está estão foi há tem têm ter pode podem deve devem faz fazem "
            "fazer mais menos muito também já assim outro outra outros outras mesmo mesma mesmos mesmas diferentes "
            "diversos diversas vários várias etc eles elas eu ele ela você vocês sempre nunca assegurar garantir "
            "utilizar realizar necessários necessárias relacionados relacionadas"
        ),
        vague=word_set(
            "parte partes caso casos exemplo exemplos tipo tipos forma formas maneira maneiras coisa coisas vez "
            "vezes fim fins base cargo conta ordem lugar lugares através acordo meio função tema lição texto curso"
        ),
        such_as=("tais como", "tal como", "como por exemplo", "por exemplo", "p. ex.", "incluindo", "nomeadamente"),
        adverb_endings=("mente",),
        requests=r"(?:por favor,?\s+)?(?:cria|crie|criar|faz|faça|escreve|escreva|gera|gere|prepara|prepare|quero|"
        r"preciso de)\s+(?:uma?\s+)?(?:lição|aula|curso|módulo|formação|unidade)\s+(?:sobre|de|para|acerca de)\s+",
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
        terms_by="position",
    ),
)
