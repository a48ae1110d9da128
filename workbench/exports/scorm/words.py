"""The texts of a package's frame, in the course's language, or else in English."""

from __future__ import annotations

from typing import Final

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "EN": (
        "Your learning system is not recording this course right now. You can continue; tell the person who runs it.",
        "Your learning system has no room for all your answers. It keeps your place, but some may be missing later.",
    ),
    "DE": (
        (
            "Ihr Lernsystem zeichnet diesen Kurs gerade nicht auf. Sie können weitermachen; sagen Sie es der "
            "Person, die es betreut."
        ),
        (
            "Ihr Lernsystem hat nicht genug Platz für alle Ihre Antworten. Es merkt sich, wo Sie sind; einige "
            "Antworten können fehlen, wenn Sie wiederkommen."
        ),
    ),
    "ES": (
        (
            "Su sistema de aprendizaje no registra este curso en este momento. Puede continuar; avise a quien "
            "lo administra."
        ),
        (
            "Su sistema de aprendizaje no tiene espacio para todas sus respuestas. Guarda su lugar; al volver "
            "pueden faltar algunas respuestas."
        ),
    ),
    "FR": (
        (
            "Votre plateforme n'enregistre pas ce cours pour le moment. Vous pouvez continuer ; prévenez la "
            "personne qui la gère."
        ),
        (
            "Votre plateforme n'a pas assez de place pour toutes vos réponses. Elle garde l'endroit où vous "
            "êtes ; certaines réponses peuvent manquer à votre retour."
        ),
    ),
    "PT": (
        "O seu sistema de aprendizagem não está a registar este curso. Pode continuar; avise quem o administra.",
        (
            "O seu sistema de aprendizagem não tem espaço para todas as suas respostas. Guarda o seu lugar; "
            "algumas respostas podem faltar quando voltar."
        ),
    ),
    "IT": (
        "La piattaforma non sta registrando questo corso. Può continuare; avvisi chi la gestisce.",
        (
            "La piattaforma non ha spazio per tutte le Sue risposte. Conserva il punto in cui si trova; al "
            "ritorno alcune risposte possono mancare."
        ),
    ),
    "NL": (
        "Uw leersysteem legt deze cursus nu niet vast. U kunt doorgaan; meld het aan wie het beheert.",
        (
            "Uw leersysteem heeft geen ruimte voor al uw antwoorden. Het onthoudt waar u bent; als u terugkomt,"
            " kunnen sommige antwoorden ontbreken."
        ),
    ),
    "PL": (
        (
            "System szkoleniowy nie zapisuje teraz tego kursu. Można kontynuować; proszę powiadomić osobę, "
            "która nim zarządza."
        ),
        (
            "W systemie szkoleniowym nie ma miejsca na wszystkie odpowiedzi. Zapamięta miejsce w kursie; po "
            "powrocie niektórych odpowiedzi może brakować."
        ),
    ),
    "AR": (
        "لا يسجّل نظام التعلّم هذه الدورة الآن. يمكنك المتابعة؛ أخبر من يديره.",
        "لا يتّسع نظام التعلّم لكل إجاباتك. يحفظ موضعك؛ وقد تغيب بعض الإجابات عند عودتك.",
    ),
}


def package_words(language: str) -> dict[str, str]:
    """`notKept` and `noRoom` for a language code, by its base language."""
    no_record, no_room = _WORDS.get(language.partition("-")[0].upper(), _WORDS["EN"])
    return {"notKept": no_record, "noRoom": no_room}
