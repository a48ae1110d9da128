"""The few words that a rendered block adds to its content, in the lesson's language; English where it has none."""

from __future__ import annotations

from typing import Final, NamedTuple

RIGHT_TO_LEFT: Final = frozenset({"AR", "FA", "HE", "UR", "YI", "PS", "SD", "UG", "DV"})


class Labels(NamedTuple):
    """Headings of the block types that have one, and the words of callouts, questions and their answers."""

    objectives: str
    key_terms: str
    example: str
    quiz: str
    reflection: str
    summary: str
    show_answer: str
    correct: str
    blank: str
    author_note: str
    note: str
    tip: str
    warning: str
    ordering: str
    matching: str
    fill_in: str
    short_answer: str
    model_answer: str
    answers: str
    sources: str
    image: str
    audio: str
    video: str
    file: str


LABELS: Final[dict[str, Labels]] = {
    "EN": Labels(
        objectives="What you will be able to do",
        key_terms="Key terms",
        example="Example",
        quiz="Check yourself",
        reflection="Think about it",
        summary="Summary",
        show_answer="Show the answer",
        correct="correct",
        blank="Empty page",
        author_note="Note for authors",
        note="Note",
        tip="Tip",
        warning="Warning",
        ordering="Put in order",
        matching="Match the pairs",
        fill_in="Fill in the gaps",
        short_answer="Answer in your own words",
        model_answer="Model answer",
        answers="Answers",
        sources="Sources",
        image="Picture",
        audio="Sound",
        video="Video",
        file="File",
    ),
    "DE": Labels(
        objectives="Das können Sie danach",
        key_terms="Wichtige Begriffe",
        example="Beispiel",
        quiz="Testen Sie sich",
        reflection="Zum Nachdenken",
        summary="Zusammenfassung",
        show_answer="Antwort zeigen",
        correct="richtig",
        blank="Leere Seite",
        author_note="Hinweis für Autorinnen und Autoren",
        note="Anmerkung",
        tip="Tipp",
        warning="Achtung",
        ordering="In die richtige Reihenfolge bringen",
        matching="Was gehört zusammen?",
        fill_in="Lücken füllen",
        short_answer="Antworten Sie in eigenen Worten",
        model_answer="Musterantwort",
        answers="Lösungen",
        sources="Quellen",
        image="Bild",
        audio="Ton",
        video="Video",
        file="Datei",
    ),
    "ES": Labels(
        objectives="Lo que sabrá hacer",
        key_terms="Términos clave",
        example="Ejemplo",
        quiz="Compruebe lo aprendido",
        reflection="Para reflexionar",
        summary="Resumen",
        show_answer="Mostrar la respuesta",
        correct="correcta",
        blank="Página vacía",
        author_note="Nota para autores",
        note="Nota",
        tip="Consejo",
        warning="Advertencia",
        ordering="Ponga en orden",
        matching="Relacione las parejas",
        fill_in="Complete los huecos",
        short_answer="Responda con sus propias palabras",
        model_answer="Respuesta modelo",
        answers="Respuestas",
        sources="Fuentes",
        image="Imagen",
        audio="Audio",
        video="Vídeo",
        file="Archivo",
    ),
    "FR": Labels(
        objectives="Ce que vous saurez faire",
        key_terms="Termes clés",
        example="Exemple",
        quiz="Vérifiez vos acquis",
        reflection="À méditer",
        summary="Résumé",
        show_answer="Afficher la réponse",
        correct="correct",
        blank="Page vide",
        author_note="Note pour les auteurs",
        note="Remarque",
        tip="Conseil",
        warning="Attention",
        ordering="Mettez dans l'ordre",
        matching="Associez les paires",
        fill_in="Complétez les blancs",
        short_answer="Répondez avec vos propres mots",
        model_answer="Réponse type",
        answers="Réponses",
        sources="Sources",
        image="Image",
        audio="Son",
        video="Vidéo",
        file="Fichier",
    ),
    "PT": Labels(
        objectives="O que saberá fazer",
        key_terms="Termos-chave",
        example="Exemplo",
        quiz="Teste o que aprendeu",
        reflection="Para refletir",
        summary="Resumo",
        show_answer="Mostrar a resposta",
        correct="correta",
        blank="Página vazia",
        author_note="Nota para autores",
        note="Nota",
        tip="Dica",
        warning="Aviso",
        ordering="Coloque em ordem",
        matching="Relacione os pares",
        fill_in="Preencha as lacunas",
        short_answer="Responda com as suas palavras",
        model_answer="Resposta-modelo",
        answers="Respostas",
        sources="Fontes",
        image="Imagem",
        audio="Áudio",
        video="Vídeo",
        file="Ficheiro",
    ),
    "IT": Labels(
        objectives="Che cosa saprà fare",
        key_terms="Termini chiave",
        example="Esempio",
        quiz="Verifica",
        reflection="Per riflettere",
        summary="Riepilogo",
        show_answer="Mostra la risposta",
        correct="corretta",
        blank="Pagina vuota",
        author_note="Nota per gli autori",
        note="Nota",
        tip="Suggerimento",
        warning="Attenzione",
        ordering="Metta in ordine",
        matching="Abbini le coppie",
        fill_in="Completi gli spazi vuoti",
        short_answer="Risponda con parole sue",
        model_answer="Risposta modello",
        answers="Risposte",
        sources="Fonti",
        image="Immagine",
        audio="Audio",
        video="Video",
        file="File",
    ),
    "NL": Labels(
        objectives="Wat u straks kunt",
        key_terms="Kernbegrippen",
        example="Voorbeeld",
        quiz="Test uzelf",
        reflection="Om over na te denken",
        summary="Samenvatting",
        show_answer="Toon het antwoord",
        correct="juist",
        blank="Lege pagina",
        author_note="Notitie voor auteurs",
        note="Opmerking",
        tip="Tip",
        warning="Let op",
        ordering="Zet op volgorde",
        matching="Zoek de paren",
        fill_in="Vul de gaten in",
        short_answer="Antwoord in uw eigen woorden",
        model_answer="Voorbeeldantwoord",
        answers="Antwoorden",
        sources="Bronnen",
        image="Afbeelding",
        audio="Geluid",
        video="Video",
        file="Bestand",
    ),
    "PL": Labels(
        objectives="Czego się nauczysz",
        key_terms="Kluczowe pojęcia",
        example="Przykład",
        quiz="Sprawdź się",
        reflection="Do przemyślenia",
        summary="Podsumowanie",
        show_answer="Pokaż odpowiedź",
        correct="poprawna",
        blank="Pusta strona",
        author_note="Uwaga dla autorów",
        note="Uwaga",
        tip="Wskazówka",
        warning="Ostrzeżenie",
        ordering="Ułóż w kolejności",
        matching="Dopasuj pary",
        fill_in="Uzupełnij luki",
        short_answer="Odpowiedz własnymi słowami",
        model_answer="Wzorcowa odpowiedź",
        answers="Odpowiedzi",
        sources="Źródła",
        image="Obraz",
        audio="Nagranie",
        video="Film",
        file="Plik",
    ),
    "AR": Labels(
        objectives="ما ستتمكن من فعله",
        key_terms="المصطلحات الأساسية",
        example="مثال",
        quiz="اختبر نفسك",
        reflection="للتأمل",
        summary="الخلاصة",
        show_answer="إظهار الإجابة",
        correct="صحيح",
        blank="صفحة فارغة",
        author_note="ملاحظة للمؤلفين",
        note="ملاحظة",
        tip="نصيحة",
        warning="تحذير",
        ordering="رتّب العناصر",
        matching="صِل بين الأزواج",
        fill_in="املأ الفراغات",
        short_answer="أجب بكلماتك",
        model_answer="إجابة نموذجية",
        answers="الإجابات",
        sources="المصادر",
        image="صورة",
        audio="صوت",
        video="فيديو",
        file="ملف",
    ),
}


def labels_for(language: str) -> Labels:
    """The words for a language code, by its base language."""
    return LABELS.get(language.partition("-")[0].upper(), LABELS["EN"])


def direction(language: str) -> str:
    """`rtl` or `ltr`, the writing direction of a language code."""
    return "rtl" if language.partition("-")[0].upper() in RIGHT_TO_LEFT else "ltr"
