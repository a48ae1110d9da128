"""The words of the learner's pages, in the lesson's language; English where it has none."""

from __future__ import annotations

from typing import Final

_OF_PAGE: Final = ("lessons", "previous", "next", "lesson", "written", "drafted", "edited", "approved")
_OF_SCRIPT: Final = (
    "check", "again", "right", "wrong", "score", "progress", "done", "up", "down", "place", "choose", "gap", "answer",
    "first", "several", "start", "continue", "mine", "kept", "restart", "delete",
)  # fmt: skip
"""`score`, `progress`, `place` and `lesson` have the places `{n}` and `{m}`, `gap` has `{n}`."""
_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "EN": ("Lessons", "Previous", "Next", "Lesson {n} of {m}", "Written by people of {organization}",
           "Drafted by {model}", "Edited by people of {organization}", "Approved by {organization} on {date}",
           "Check", "Try again", "That is right.", "Not right yet.", "{n} of {m} right", "{n} of {m} lessons done",
           "done", "Move up", "Move down", "Place {n} of {m}", "Choose …", "Gap {n}", "Your answer", "Answer first.",
           "Choose all that are right.", "Start", "Continue", "Your progress", "It is kept in this browser only.",
           "Begin this lesson anew", "Delete my progress"),
    "DE": ("Lektionen", "Zurück", "Weiter", "Lektion {n} von {m}", "Geschrieben von Menschen bei {organization}",
           "Entworfen von {model}", "Bearbeitet von Menschen bei {organization}",
           "Freigegeben von {organization} am {date}", "Prüfen", "Noch einmal", "Das ist richtig.",
           "Noch nicht richtig.", "{n} von {m} richtig", "{n} von {m} Lektionen erledigt", "erledigt", "Nach oben",
           "Nach unten", "Platz {n} von {m}", "Wählen Sie …", "Lücke {n}", "Ihre Antwort", "Antworten Sie zuerst.",
           "Wählen Sie alles, was richtig ist.", "Beginnen", "Fortsetzen", "Ihr Fortschritt",
           "Er wird nur in diesem Browser gespeichert.", "Diese Lektion neu beginnen", "Meinen Fortschritt löschen"),
    "ES": ("Lecciones", "Anterior", "Siguiente", "Lección {n} de {m}", "Escrita por personas de {organization}",
           "Borrador de {model}", "Editada por personas de {organization}", "Aprobada por {organization} el {date}",
           "Comprobar", "Intentar de nuevo", "Es correcto.", "Todavía no es correcto.", "{n} de {m} correctas",
           "{n} de {m} lecciones terminadas", "terminada", "Subir", "Bajar", "Lugar {n} de {m}", "Elija …",
           "Hueco {n}", "Su respuesta", "Responda primero.", "Elija todas las correctas.", "Empezar", "Continuar",
           "Su progreso", "Solo se guarda en este navegador.", "Empezar esta lección de nuevo", "Borrar mi progreso"),
    "FR": ("Leçons", "Précédente", "Suivante", "Leçon {n} sur {m}", "Écrite par des personnes de {organization}",
           "Ébauchée par {model}", "Modifiée par des personnes de {organization}",
           "Approuvée par {organization} le {date}", "Vérifier", "Réessayer", "C'est juste.",
           "Ce n'est pas encore juste.", "{n} sur {m} justes", "{n} leçons terminées sur {m}", "terminée", "Monter",
           "Descendre", "Place {n} sur {m}", "Choisissez …", "Blanc {n}", "Votre réponse", "Répondez d'abord.",
           "Choisissez toutes les réponses justes.", "Commencer", "Continuer", "Votre progression",
           "Elle n'est gardée que dans ce navigateur.", "Recommencer cette leçon", "Effacer ma progression"),
    "PT": ("Lições", "Anterior", "Seguinte", "Lição {n} de {m}", "Escrita por pessoas de {organization}",
           "Rascunho de {model}", "Editada por pessoas de {organization}", "Aprovada por {organization} em {date}",
           "Verificar", "Tentar de novo", "Está certo.", "Ainda não está certo.", "{n} de {m} certas",
           "{n} de {m} lições concluídas", "concluída", "Para cima", "Para baixo", "Lugar {n} de {m}", "Escolha …",
           "Lacuna {n}", "A sua resposta", "Responda primeiro.", "Escolha todas as certas.", "Começar", "Continuar",
           "O seu progresso", "Só é guardado neste navegador.", "Recomeçar esta lição", "Apagar o meu progresso"),
    "IT": ("Lezioni", "Precedente", "Successiva", "Lezione {n} di {m}", "Scritta da persone di {organization}",
           "Bozza di {model}", "Modificata da persone di {organization}", "Approvata da {organization} il {date}",
           "Controlla", "Riprova", "È giusto.", "Non è ancora giusto.", "{n} giuste su {m}",
           "{n} lezioni completate su {m}", "completata", "Sposta su", "Sposta giù", "Posto {n} di {m}", "Scelga …",
           "Spazio {n}", "La Sua risposta", "Prima risponda.", "Scelga tutte quelle giuste.", "Inizia", "Continua",
           "I Suoi progressi", "Sono conservati solo in questo browser.", "Ricominciare questa lezione",
           "Cancellare i miei progressi"),
    "NL": ("Lessen", "Vorige", "Volgende", "Les {n} van {m}", "Geschreven door mensen van {organization}",
           "Opgesteld door {model}", "Bewerkt door mensen van {organization}",
           "Goedgekeurd door {organization} op {date}", "Controleren", "Opnieuw proberen", "Dat is juist.",
           "Nog niet juist.", "{n} van {m} juist", "{n} van {m} lessen klaar", "klaar", "Omhoog", "Omlaag",
           "Plaats {n} van {m}", "Kies …", "Gat {n}", "Uw antwoord", "Geef eerst een antwoord.",
           "Kies alle juiste antwoorden.", "Beginnen", "Doorgaan", "Uw voortgang",
           "Die wordt alleen in deze browser bewaard.", "Deze les opnieuw beginnen", "Mijn voortgang wissen"),
    "PL": ("Lekcje", "Poprzednia", "Następna", "Lekcja {n} z {m}", "Autorzy: {organization}", "Szkic: {model}",
           "Redakcja: {organization}", "Zatwierdzenie: {organization}, {date}", "Sprawdź", "Spróbuj ponownie",
           "Dobrze.", "Jeszcze nie.", "{n} z {m} dobrze", "ukończone lekcje: {n} z {m}", "ukończona", "W górę",
           "W dół", "Miejsce {n} z {m}", "Wybierz …", "Luka {n}", "Twoja odpowiedź", "Najpierw odpowiedz.",
           "Wybierz wszystkie poprawne.", "Rozpocznij", "Kontynuuj", "Twoje postępy",
           "Są zapisane tylko w tej przeglądarce.", "Zacznij tę lekcję od nowa", "Usuń moje postępy"),
    "AR": ("الدروس", "السابق", "التالي", "الدرس {n} من {m}", "كتبه أشخاص من {organization}", "صاغه {model}",
           "حرّره أشخاص من {organization}", "اعتمدته {organization} في {date}", "تحقق", "حاول مرة أخرى",
           "إجابة صحيحة.", "ليست صحيحة بعد.", "{n} من {m} صحيحة", "{n} من {m} دروس مكتملة", "مكتمل", "إلى أعلى",
           "إلى أسفل", "الموضع {n} من {m}", "اختر …", "الفراغ {n}", "إجابتك", "أجب أولا.",
           "اختر كل الإجابات الصحيحة.", "ابدأ", "تابع", "تقدمك", "يحفظ في هذا المتصفح فقط.", "ابدأ هذا الدرس من جديد",
           "احذف تقدمي"),
}  # fmt: skip
LEARNER_WORDS: Final = {
    language: dict(zip(_OF_PAGE + _OF_SCRIPT, words, strict=True)) for language, words in _WORDS.items()
}


def learner_words(language: str) -> dict[str, str]:
    """The words for a language code, by its base language."""
    return LEARNER_WORDS.get(language.partition("-")[0].upper(), LEARNER_WORDS["EN"])


def script_words(language: str) -> dict[str, str]:
    """Those of them that the page's script says."""
    words = learner_words(language)
    return {name: words[name] for name in _OF_SCRIPT}
