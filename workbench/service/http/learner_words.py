"""The words of the learner's pages, in the lesson's language; English where it has none."""

from __future__ import annotations

from typing import Final

_NAMES: Final = (
    "lessons", "previous", "next", "check", "again", "right", "wrong", "score", "progress", "done", "up", "down",
    "place", "choose", "gap", "answer",
)  # fmt: skip
"""`score` and `progress` have the places `{n}` and `{m}`, as has `place`; `gap` has `{n}`."""
_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "EN": ("Lessons", "Previous", "Next", "Check", "Try again", "That is right.", "Not right yet.", "{n} of {m} right",
           "{n} of {m} lessons done", "done", "Move up", "Move down", "Place {n} of {m}", "Choose …", "Gap {n}",
           "Your answer"),
    "DE": ("Lektionen", "Zurück", "Weiter", "Prüfen", "Noch einmal", "Das ist richtig.", "Noch nicht richtig.",
           "{n} von {m} richtig", "{n} von {m} Lektionen erledigt", "erledigt", "Nach oben", "Nach unten",
           "Platz {n} von {m}", "Wählen Sie …", "Lücke {n}", "Ihre Antwort"),
    "ES": ("Lecciones", "Anterior", "Siguiente", "Comprobar", "Intentar de nuevo", "Es correcto.",
           "Todavía no es correcto.", "{n} de {m} correctas", "{n} de {m} lecciones terminadas", "terminada", "Subir",
           "Bajar", "Lugar {n} de {m}", "Elija …", "Hueco {n}", "Su respuesta"),
    "FR": ("Leçons", "Précédente", "Suivante", "Vérifier", "Réessayer", "C'est juste.", "Ce n'est pas encore juste.",
           "{n} sur {m} justes", "{n} leçons terminées sur {m}", "terminée", "Monter", "Descendre",
           "Place {n} sur {m}", "Choisissez …", "Blanc {n}", "Votre réponse"),
    "PT": ("Lições", "Anterior", "Seguinte", "Verificar", "Tentar de novo", "Está certo.", "Ainda não está certo.",
           "{n} de {m} certas", "{n} de {m} lições concluídas", "concluída", "Para cima", "Para baixo",
           "Lugar {n} de {m}", "Escolha …", "Lacuna {n}", "A sua resposta"),
    "IT": ("Lezioni", "Precedente", "Successiva", "Controlla", "Riprova", "È giusto.", "Non è ancora giusto.",
           "{n} giuste su {m}", "{n} lezioni completate su {m}", "completata", "Sposta su", "Sposta giù",
           "Posto {n} di {m}", "Scelga …", "Spazio {n}", "La Sua risposta"),
    "NL": ("Lessen", "Vorige", "Volgende", "Controleren", "Opnieuw proberen", "Dat is juist.", "Nog niet juist.",
           "{n} van {m} juist", "{n} van {m} lessen klaar", "klaar", "Omhoog", "Omlaag", "Plaats {n} van {m}",
           "Kies …", "Gat {n}", "Uw antwoord"),
    "PL": ("Lekcje", "Poprzednia", "Następna", "Sprawdź", "Spróbuj ponownie", "Dobrze.", "Jeszcze nie.",
           "{n} z {m} dobrze", "ukończone lekcje: {n} z {m}", "ukończona", "W górę", "W dół", "Miejsce {n} z {m}",
           "Wybierz …", "Luka {n}", "Twoja odpowiedź"),
    "AR": ("الدروس", "السابق", "التالي", "تحقق", "حاول مرة أخرى", "إجابة صحيحة.", "ليست صحيحة بعد.",
           "{n} من {m} صحيحة", "{n} من {m} دروس مكتملة", "مكتمل", "إلى أعلى", "إلى أسفل", "الموضع {n} من {m}",
           "اختر …", "الفراغ {n}", "إجابتك"),
}  # fmt: skip
LEARNER_WORDS: Final = {language: dict(zip(_NAMES, words, strict=True)) for language, words in _WORDS.items()}


def learner_words(language: str) -> dict[str, str]:
    """The words for a language code, by its base language."""
    return LEARNER_WORDS.get(language.partition("-")[0].upper(), LEARNER_WORDS["EN"])
