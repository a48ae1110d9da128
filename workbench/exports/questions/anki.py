"""A deck package for Anki, made by genanki: a note for each question and each key term.

Anki knows a note by its `guid`, which is made of the block's id: an edited question changes its note, and keeps what
a learner has learned of it. The same content is the same bytes. Source: genanki, and Anki's manual.
"""

from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache
from hashlib import blake2b
from html import escape
from typing import TYPE_CHECKING, Any, Final

from workbench.authoring.blocks.question import (
    GAP,
    Cards,
    ChoiceQuestion,
    GapsQuestion,
    MatchQuestion,
    OrderQuestion,
    Question,
    TextQuestion,
    shuffle,
)
from workbench.errors import NotSent
from workbench.exports.questions.bank import BankQuestion, LessonQuestions, QuestionBank
from workbench.exports.questions.markup import lines_html, list_html, wrap_html
from workbench.exports.written import EPOCH

if TYPE_CHECKING:
    import genanki

FRONT_BACK: Final = 1_702_190_001
"""The id of the note type of questions and terms; it must not change."""
CLOZE: Final = 1_702_190_002
"""The id of the note type of texts with gaps."""
_FIRST_ID, _IDS = 1_400_000_000_000, 200_000_000_000  # Anki reads ids as milliseconds: these are of 2014 to 2020
_FIRST_DECK, _DECKS = 1 << 30, 1 << 30
_CSS = (
    ".card{font:1.15rem/1.5 system-ui,sans-serif;text-align:start;max-width:40rem;margin:0 auto;padding:1rem}"
    ".cloze{font-weight:700}.lesson{opacity:.7;font-size:.8rem;margin-top:1.5rem}"
)
_FOOT = '<div class="lesson" dir="auto">{{Lesson}}</div>'


def refusal(question: BankQuestion) -> str | None:
    """Return why the question cannot become a card; None if it can."""
    has_no_back = isinstance(question.asks, TextQuestion) and not question.asks.model_answer
    return "It has no answer to put on the back of a card." if has_no_back else None


def render(bank: QuestionBank) -> bytes:
    """Return the package (`.apkg`) with a deck for each lesson. Raises `NotSent` if genanki is not installed."""
    genanki = _genanki()
    decks = []
    for lesson in bank.lessons:
        deck = genanki.Deck(_number(lesson.lesson_id, _FIRST_DECK, _DECKS), _deck_name(lesson))
        for note in _notes(lesson):
            deck.add_note(note)
        decks.append(deck)
    at = max(lesson.updated_at for lesson in bank.lessons).timestamp()
    with closing(sqlite3.connect(":memory:")) as connection:
        ids = _ids(note for deck in decks for note in deck.notes)
        genanki.Package(decks).write_to_db(connection.cursor(), int(at), ids)
        connection.commit()
        return _pack_zip({"collection.anki2": connection.serialize(), "media": b"{}"})


def _genanki() -> Any:
    try:
        import genanki
    except ModuleNotFoundError:
        raise NotSent("Anki decks need one more package: pip install 'lesson-workbench[anki]'") from None
    return genanki


def _pack_zip(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, EPOCH), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _ids(notes: Iterable[genanki.Note]) -> Iterator[int]:
    """Yield the ids of the notes and of their cards in the order of writing, each derived from the note's own."""
    taken: set[int] = set()
    for note in notes:
        first = _number(note.guid, _FIRST_ID, _IDS)
        for index in range(1 + len(note.cards)):
            own = first + index
            while own in taken:
                own += 1
            taken.add(own)
            yield own


def _number(text: str, first: int, count: int) -> int:
    return first + int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) % count


def _deck_name(lesson: LessonQuestions) -> str:
    titles = [lesson.course_title] if lesson.course_title == lesson.title else [lesson.course_title, lesson.title]
    return "::".join(title.replace("::", ":").strip(":") or "-" for title in titles)


def _notes(lesson: LessonQuestions) -> Iterator[genanki.Note]:
    for question in lesson.questions:
        asks = question.asks
        if isinstance(asks, Cards):
            yield from _cards(question, asks, lesson)
        elif isinstance(asks, GapsQuestion):
            yield _note(question.id, CLOZE, _gaps(asks), lines_html(asks.feedback), lesson)
        else:
            front, back = _sides(asks)
            yield _note(question.id, FRONT_BACK, front, back, lesson)


def _cards(question: BankQuestion, cards: Cards, lesson: LessonQuestions) -> Iterator[genanki.Note]:
    seen: dict[str, int] = {}
    for front, back in cards.sides:
        term = " ".join(front.split()).casefold()
        seen[term] = seen.get(term, 0) + 1
        own = f"{question.id}/{term}" + (f"/{seen[term]}" if seen[term] > 1 else "")
        yield _note(own, FRONT_BACK, lines_html(front), lines_html(back), lesson)


def _note(own: str, model: int, front: str, back: str, lesson: LessonQuestions) -> genanki.Note:
    genanki = _genanki()
    sides = [wrap_html("div", _fit(side), lesson.language) for side in (front, back)]
    return genanki.Note(_models()[model], [*sides, _fit(lines_html(lesson.title))], guid=genanki.guid_for(own))


def _sides(question: Question) -> tuple[str, str]:
    prompt, feedback = lines_html(question.prompt), lines_html(question.feedback)
    match question:
        case ChoiceQuestion():
            right = [option for option in question.options if option.is_right]
            answers = [f"{lines_html(option.text)}{_remark(option.feedback)}" for option in right]
            front = prompt + list_html("ul", [option.text for option in question.options])
            return front, f"<ul>{''.join(f'<li>{answer}</li>' for answer in answers)}</ul>"
        case OrderQuestion():
            return prompt + list_html("ul", shuffle(question.items)), list_html("ol", question.items) + feedback
        case MatchQuestion():
            sides = "<hr>".join(list_html("ul", side) for side in (question.lefts, shuffle(question.rights)))
            pairs = "".join(
                f"<dt>{lines_html(left)}</dt><dd>{lines_html(right)}</dd>" for left, right in question.pairs
            )
            return prompt + sides, f"<dl>{pairs}</dl>{feedback}"
        case TextQuestion():
            return prompt, feedback
        case GapsQuestion():
            raise TypeError("a text with gaps is a note of another type")


def _gaps(question: GapsQuestion) -> str:
    """Return the text with its gaps; a gap shows every accepted answer."""
    first, *rest = GAP.split(question.prompt.strip())
    parts = [_hidden(first)]
    for position, (accepted, text) in enumerate(zip(question.gaps, rest, strict=True), 1):
        parts += [f"\0c{position}::{_hidden(' / '.join(answer.strip() for answer in accepted))}\1", _hidden(text)]
    return "".join(parts)


def _hidden(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>").replace(":", "&#58;")


def _remark(feedback: str) -> str:
    return f"<br><small>{lines_html(feedback)}</small>" if feedback.strip() else ""


def _fit(html: str) -> str:
    """HTML in which no `{{`, `[sound:…]` or `[latex]` of a text means anything to Anki; gaps are written last."""
    plain = html.replace("{", "&#123;").replace("}", "&#125;").replace("[", "&#91;")
    return plain.replace("\0", "{{").replace("\1", "}}")


@cache
def _models() -> dict[int, genanki.Model]:
    genanki = _genanki()
    front_back = genanki.Model(
        FRONT_BACK,
        "Lesson question",
        fields=[{"name": text} for text in ("Front", "Back", "Lesson")],
        templates=[{"name": "Card", "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}" + _FOOT}],
        css=_CSS,
    )
    cloze = genanki.Model(
        CLOZE,
        "Lesson text with gaps",
        fields=[{"name": text} for text in ("Text", "Back", "Lesson")],
        templates=[{"name": "Gap", "qfmt": "{{cloze:Text}}", "afmt": "{{cloze:Text}}<br>{{Back}}" + _FOOT}],
        css=_CSS,
        model_type=genanki.Model.CLOZE,
    )
    return {FRONT_BACK: front_back, CLOZE: cloze}
