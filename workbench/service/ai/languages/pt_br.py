"""Portuguese as it is written in Brazil."""

from __future__ import annotations

from workbench.service.ai.languages import pt
from workbench.service.ai.languages.phrases import Language, SheetPhrases

LANGUAGE = Language(
    code="PT-BR",
    phrases=SheetPhrases(
        untitled="Lição sem título",
        sheet_title="Ficha de planejamento, redigida sem IA.",
        sheet="Aqui estão apenas as palavras do tema, sem nada acrescentado. Notas como esta dizem o que falta, e só "
        "os autores as veem. No lugar de cada nota, escreva o que será lido na lição e depois apague a nota. Quando "
        "não restar nenhuma, a lição poderá ser compartilhada.",
        given="O que diz o tema:",
        audience="Público",
        level="Nível",
        duration="Duração",
        tone="Tom",
        reading_level="Nível de leitura",
        words="Palavras (aprox.)",
        questions="Perguntas",
        objectives_open="**Objetivos.** Escreva de dois a quatro pontos que digam o que será possível fazer depois da "
        "lição. Comece cada um com um verbo: nomear, explicar, comparar, escolher, realizar.",
        parts_open="**Partes.** Divida o conteúdo em três a cinco partes, dê um título a cada uma e explique-a em duas "
        "ou três frases.",
        part_open="Explique esta parte em duas ou três frases: o que é, como funciona e um erro a evitar.",
        parts_more="**Sobre as partes.** Acrescente a cada uma como se faz, quem participa e o que pode dar errado.",
        terms_open="**Termos-chave.** Diga em uma frase o que cada uma destas palavras significa aqui:",
        example_open="**Exemplo.** Descreva um caso real que o público conheça:",
        example_steps=(
            "A situação: quem participa, onde e o que é preciso fazer.",
            "Os passos: o que se faz e em que ordem.",
            "O resultado: como se vê que deu certo.",
        ),
        question_open="**Pergunta.** Pergunte sobre algo que costuma ser confundido. Dê três ou quatro respostas e "
        "explique em cada uma o que a torna certa ou errada.",
        summary_open="**Resumo.** Cite os pontos que vale a pena lembrar também na próxima semana.",
        quiz_question="Qual parte é descrita aqui? {text}",
        quiz_right="Certo. {part}: {text}",
        quiz_wrong="Não. {part}: {text}",
    ),
    topic_words=pt.LANGUAGE.topic_words,
)
