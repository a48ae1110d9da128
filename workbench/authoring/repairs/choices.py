"""An order of a question's choices that comes from their words alone, so that the right one's place is even.

Models put the right choice at one position far more often than at the others. Sorted by a hash, every position is
equally likely, and the same choices always get the same order.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from workbench.authoring.plain_text import count_words
from workbench.patterns import IGNORECASE, Pattern

MOST_WORDS_BESIDE_NUMBERS: Final = 4
"""A choice with more words than this besides its numbers is a statement, not a figure or date."""


def choice_order(quiz: Mapping[str, Any]) -> list[int] | None:
    """Return the places of a valid quiz's choices in their new order, or None if they keep their order.

    They keep it if a choice, a feedback or the question refers to one by its position (`all of the above`, `A and C`),
    if they have labels of their own, and if they are figures or dates in order.
    """
    texts = [str(choice["text"]) for choice in quiz["choices"]]
    around = [str(quiz["question"]), *(str(choice.get("feedback", "")) for choice in quiz["choices"])]
    if (
        any(map(_refers, texts))
        or any(map(_NAMES_A_PLACE.search, around))
        or _are_labelled(texts)
        or _are_ordered(texts)
    ):
        return None
    order = sorted(range(len(texts)), key=lambda index: _digest(around[0], texts[index]))
    return None if order == sorted(order) else order


def _digest(question: str, text: str) -> bytes:
    return hashlib.sha256(f"{_fold_text(question)}\n{_fold_text(text)}".encode()).digest()


def _fold_text(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _words(*lines: str) -> str:
    return "|".join(lines)


_REFERS: Final = Pattern(
    r"\b(?:"
    + _words(
        r"(?:all|none|any|both|neither|either|two) of (?:the|these|those|them)\b",
        r"(?:the|options?|answers?|choices?|statements?) (?:above|below)",
        r"(?:above|below) (?:are|is|options?|answers?|choices?|statements?)",
        r"(?:all|no|both|other) (?:other )?(?:answers?|options?|choices?|statements?)",
        r"(?:alle|keine[rs]?|beides?|sämtliche) (?:der |davon|genannten|obigen|antworten|aussagen|optionen|drei|vier)",
        r"(?:oben|zuvor) genannt\w*|(?:obig|vorstehend|vorherig)\w*",
        r"(?:todas|ninguna|ambas|todos|ninguno|ambos|cualquiera) (?:l[ao]s?|de l[ao]s|de ell[ao]s|son|respuestas)\b",
        r"anteriores",
        r"(?:toutes|aucune|tous|aucun|l[’']une|les deux|les trois) (?:les?|des?|d[’']entre|ces|réponses|premi\w+)\b",
        r"ci-dess(?:us|ous)",
        r"(?:tutte|nessuna|entrambe|tutti|nessuno|entrambi) (?:le|i|gli|delle|dei|quelle|queste|risposte)\b",
        r"precedenti",
        r"(?:alle|geen|beide) (?:van|antwoorden|opties|bovenstaande)|bovenstaande|hierboven",
        r"(?:wszystkie|żadn\w+|obie|oba|obydw\w+) (?:z |odpowiedzi|powyższ\w+|wymienion\w+)|powyższ\w+",
        r"(?:todas|nenhuma|todos|nenhum|ambas|ambos) (?:as?|os?|das?|dos?|elas|eles|alternativas|opções)\b",
        r"(?:все|ни од\w+|оба|обе) (?:из|ответ\w*|вариант\w*|перечисленн\w*|вышеперечисленн\w*)",
        r"(?:alla|ingen|båda) (?:av|ovanstående|svar\w*)|ovanstående",
    )
    + r")|(?:جميع|كل|لا شيء|أي) (?:مما|ما|من) (?:ما )?(?:سبق|ذكر)|كلاهما|以上|上述|都是|都不是|いずれも|上記|위의",
    IGNORECASE,
)
_BOTH: Final = Pattern(
    r"(?:they |sie |is |sind )?(?:both|neither|either|all|none|beide|beides|keine[sr]?|alle|ambas|ambos|todas|ninguna"
    r"|les deux|toutes|aucune|entrambe|entrambi|tutte|nessuna|geen|allebei|obie|oba|wszystkie|żadna|nenhuma|todos)\W*",
    IGNORECASE,
)
_AND: Final = r"\s*(?:,|&|\+|/|;|\b(?:and|or|und|oder|sowie|y|o|et|ou|e|en|of|i|lub|oraz|و)\b)\s*"
_LETTERS: Final = Pattern(rf"(?:\b[A-H]\b{_AND})+\b[A-H]\b|(?:\b[1-8]\b{_AND})+\b[1-8]\b")
_NAMES_A_PLACE: Final = Pattern(
    r"\b(?i:option|answer|choice|alternative|antwort|möglichkeit|opción|respuesta|réponse|proposition|risposta|opzione"
    r"|antwoord|optie|keuze|odpowiedź|opcja|resposta|opção|alternativa|вариант|ответ|svar)\s+[(„\"'«]?(?:[A-H]|[1-8])\b"
    r"|\b[A-H] (?:is|ist|est|es|è|é|jest) (?:\w+ )?(?i:correct|right|wrong|incorrect|true|false|richtig|falsch|juste"
    r"|faux|fausse|corret|incorret|vera|giust|sbagliat|juist|fout|poprawn|błędn|cert[ao]|errad)"
    r"|\b(?i:first|second|third|fourth|last|previous|next|erste|zweite|dritte|vierte|letzte|primera|segunda|tercera"
    r"|última|première|deuxième|troisième|dernière|prima|seconda|terza|ultima|eerste|tweede|derde|laatste|pierwsza|druga"
    r"|trzecia|ostatnia|primeira|terceira)[nrs]? (?i:answer|option|choice|antwort|möglichkeit|opción|respuesta|réponse"
    r"|risposta|opzione|antwoord|optie|odpowiedź|opcja|resposta|opção|alternativa)\b"
)
_LABEL: Final = Pattern(r"\s*\(?(?:[A-Ha-h]|[1-8])[.):]\s")


def _refers(text: str) -> bool:
    """Return whether a choice refers to other choices."""
    return bool(
        _REFERS.search(text) or _BOTH.fullmatch(text.strip()) or _LETTERS.search(text) or _NAMES_A_PLACE.search(text)
    )


def _are_labelled(texts: Sequence[str]) -> bool:
    return sum(bool(_LABEL.match(text)) for text in texts) > 1


def _are_ordered(texts: Sequence[str]) -> bool:
    """Return whether the choices are figures, dates, months or days in ascending or descending order."""
    dates = [_calendar_rank(text) for text in texts]
    return _is_monotonic(dates) if any(dates) else any(map(_is_monotonic, _number_ranks(texts)))


def _is_monotonic(ranks: Sequence[tuple[float, ...]]) -> bool:
    if not all(ranks) or len(set(ranks)) == 1:
        return False
    return list(ranks) in (sorted(ranks), sorted(ranks, reverse=True))


_FRACTION: Final = Pattern(r"(\d+)\s*/\s*(\d+)")
_NUMBER: Final = Pattern(r"(?<![\w.,])[-−+]?\d+(?:[.,’'\u00a0\u202f ]\d+)*")
_SPACES: Final = Pattern(r"[’'\u00a0\u202f ]")


def _number_ranks(texts: Sequence[str]) -> Iterator[list[tuple[float, ...]]]:
    """Yield the numbers of each choice, in order, read with a decimal point and with a decimal comma."""
    if any(count_words(_NUMBER.sub(" ", text)) > MOST_WORDS_BESIDE_NUMBERS for text in texts):
        return
    for point, group in ((".", ","), (",", ".")):
        ranks = [tuple(_value(match[0], point, group) for match in _NUMBER.finditer(_decimals(text))) for text in texts]
        yield ranks


def _decimals(text: str) -> str:
    """Return the text with each fraction as a decimal number."""
    return _FRACTION.sub(lambda match: str(int(match[1]) / int(match[2])) if int(match[2]) else match[0], text)


def _value(number: str, point: str, group: str) -> float:
    plain = _SPACES.sub("", number).replace("−", "-").replace(group, "")
    whole, _, decimals = plain.partition(point)
    try:
        return float(f"{whole}.{decimals.replace(point, '')}")
    except ValueError:
        return 0.0


_MONTHS: Final = (
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
)
_DAYS: Final = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "lunes martes miércoles jueves viernes sábado domingo",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد",
)
_CALENDAR: Final = {word: number for names in (*_MONTHS, *_DAYS) for number, word in enumerate(names.split(), start=1)}
_CALENDAR_WORD: Final = Pattern(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_YEAR: Final = Pattern(r"\b\d{3,4}\b")
_DAY: Final = Pattern(r"\b\d{1,2}\b")


def _calendar_rank(text: str) -> tuple[float, ...]:
    """Year, month or day of the week, and day; nothing for a choice that names neither month nor day of the week."""
    words = _CALENDAR_WORD.findall(text.casefold())
    number = next((_CALENDAR[word] for word in words if word in _CALENDAR), None)
    if number is None or len(words) > MOST_WORDS_BESIDE_NUMBERS:
        return ()
    year, day = _YEAR.search(text), _DAY.search(text)
    return (float(year[0]) if year else 0.0, float(number), float(day[0]) if day else 0.0)
