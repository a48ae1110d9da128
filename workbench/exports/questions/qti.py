"""A package of QTI 2.1: an item for each question, a test with a section for each lesson, and the manifest.

Source: IMS Question and Test Interoperability 2.1, information model.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from workbench.authoring.blocks.question import (
    GAP,
    Asking,
    Cards,
    ChoiceQuestion,
    GapsQuestion,
    MatchQuestion,
    OrderQuestion,
    TextQuestion,
    shuffle,
)
from workbench.exports.questions.bank import BankQuestion, LessonQuestions, QuestionBank, name
from workbench.exports.questions.markup import add, document
from workbench.exports.questions.moodle import CARDS_REASON
from workbench.exports.written import EPOCH

_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_PACKAGE_SCHEMA = f"{_PACKAGE} http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"
_TEST = "assessment.xml"
NAMESPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
SCHEMA = f"{NAMESPACE} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
_GENERAL = "general"
_INTERACTIONS: dict[type[Asking], tuple[str, dict[str, str]]] = {
    ChoiceQuestion: ("choiceInteraction", {"shuffle": "true"}),
    OrderQuestion: ("orderInteraction", {"shuffle": "true"}),
    MatchQuestion: ("matchInteraction", {"shuffle": "true"}),
}


def refusal(question: BankQuestion) -> str | None:
    """Return why QTI cannot represent the question; None if it can."""
    return CARDS_REASON if isinstance(question.asks, Cards) else None


def render(bank: QuestionBank) -> bytes:
    """Return the package, a ZIP archive: the same bytes for the same questions."""
    files = {"imsmanifest.xml": _manifest(bank), _TEST: _assessment(bank)}
    for lesson in bank.lessons:
        files |= {_href(question): item(question, lesson.language) for question in lesson.questions}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, EPOCH), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _href(question: BankQuestion) -> str:
    return f"items/{identifier('q', question.id)}.xml"


def _own(bank: QuestionBank) -> str:
    first: LessonQuestions = bank.lessons[0]
    return first.lesson_id if len(bank.lessons) == 1 else first.course_id


def _assessment(bank: QuestionBank) -> bytes:
    attributes = {"xmlns": NAMESPACE, "xmlns:xsi": INSTANCE, "xsi:schemaLocation": SCHEMA}
    root = Element(
        "assessmentTest", {**attributes, "identifier": identifier("t", _own(bank)), "title": bank.title or "Test"}
    )
    part = add(
        root,
        "testPart",
        attributes={"identifier": "part-1", "navigationMode": "nonlinear", "submissionMode": "individual"},
    )
    for lesson in bank.lessons:
        section = {"identifier": identifier("s", lesson.lesson_id), "title": lesson.title, "visible": "true"}
        made = add(part, "assessmentSection", attributes=section)
        for question in lesson.questions:
            reference = {"identifier": identifier("q", question.id), "href": _href(question)}
            add(made, "assessmentItemRef", attributes=reference)
    return document(root)


def _manifest(bank: QuestionBank) -> bytes:
    attributes = {"xmlns": _PACKAGE, "xmlns:xsi": INSTANCE, "xsi:schemaLocation": _PACKAGE_SCHEMA}
    root = Element("manifest", {**attributes, "identifier": identifier("m", _own(bank))})
    metadata = add(root, "metadata")
    add(metadata, "schema", "QTIv2.1 Package")
    add(metadata, "schemaversion", "1.0.0")
    add(root, "organizations")
    resources = add(root, "resources")
    test = _resource(resources, identifier("t", _own(bank)), "imsqti_test_xmlv2p1", _TEST)
    for lesson in bank.lessons:
        for question in lesson.questions:
            own = identifier("q", question.id)
            _resource(resources, own, "imsqti_item_xmlv2p1", _href(question))
            add(test, "dependency", attributes={"identifierref": own})
    return document(root)


def _resource(parent: Element, own: str, kind: str, href: str) -> Element:
    made = add(parent, "resource", attributes={"identifier": own, "type": kind, "href": href})
    add(made, "file", attributes={"href": href})
    return made


def item(question: BankQuestion, language: str) -> bytes:
    """Return the item's file. White space in the texts is preserved."""
    asks = question.asks
    root = Element(
        "assessmentItem",
        {
            "xmlns": NAMESPACE,
            "xmlns:xsi": INSTANCE,
            "xsi:schemaLocation": SCHEMA,
            "identifier": identifier("q", question.id),
            "title": name(asks),
            "adaptive": "false",
            "timeDependent": "false",
            "xml:lang": language.lower(),
        },
    )
    feedback = _feedback(asks)
    _declare(root, asks)
    _outcomes(root, has_feedback=bool(feedback), is_scored=_is_scored(asks))
    _body(add(root, "itemBody"), asks)
    _processing(root, asks, has_feedback=bool(feedback))
    for key, text in feedback:
        attributes = {"outcomeIdentifier": "FEEDBACK", "identifier": key, "showHide": "show"}
        _lines(add(root, "modalFeedback", attributes=attributes), text)
    return document(root, is_indented=False)


def identifier(kind: str, own: str) -> str:
    """Return an XML identifier: it begins with a letter."""
    return f"{kind}-{own}"


def _is_scored(asks: Asking) -> bool:
    return not isinstance(asks, TextQuestion)


def _feedback(asks: Asking) -> list[tuple[str, str]]:
    general = [(_GENERAL, asks.feedback)] if asks.feedback.strip() else []
    if isinstance(asks, ChoiceQuestion):
        of_options = ((_key("C", index), option.feedback) for index, option in enumerate(asks.options))
        return [(key, text) for key, text in of_options if text.strip()]
    return general


def _declare(root: Element, asks: Asking) -> None:
    match asks:
        case ChoiceQuestion():
            right = [_key("C", index) for index, option in enumerate(asks.options) if option.is_right]
            _response(root, "multiple" if asks.is_multiple else "single", "identifier", right)
        case OrderQuestion():
            _response(root, "ordered", "identifier", [_key("I", index) for index in range(len(asks.items))])
        case MatchQuestion():
            rights = _right_sides(asks)
            pairs = [f"{_key('L', index)} {rights[right]}" for index, right in enumerate(asks.rights)]
            _response(root, "multiple", "directedPair", pairs)
        case GapsQuestion():
            for index, accepted in enumerate(asks.gaps, 1):
                declared = _response(root, "single", "string", [accepted[0].strip()], f"RESPONSE_{index}")
                mapping = add(declared, "mapping", attributes={"defaultValue": "0"})
                for answer in {text.strip().casefold(): text.strip() for text in reversed(accepted)}.values():
                    entry = {"mapKey": answer, "mappedValue": "1", "caseSensitive": "false"}
                    add(mapping, "mapEntry", attributes=entry)
        case _:
            _response(root, "single", "string", [])


def _response(root: Element, cardinality: str, base_type: str, right: Iterable[str], own: str = "RESPONSE") -> Element:
    attributes = {"identifier": own, "cardinality": cardinality, "baseType": base_type}
    made = add(root, "responseDeclaration", attributes=attributes)
    values = list(right)
    if values:
        correct = add(made, "correctResponse")
        for value in values:
            add(correct, "value", value)
    return made


def _outcomes(root: Element, *, has_feedback: bool, is_scored: bool) -> None:
    if is_scored:
        score = {"identifier": "SCORE", "cardinality": "single", "baseType": "float", "normalMaximum": "1"}
        add(add(add(root, "outcomeDeclaration", attributes=score), "defaultValue"), "value", "0")
    if has_feedback:
        attributes = {"identifier": "FEEDBACK", "cardinality": "multiple", "baseType": "identifier"}
        add(root, "outcomeDeclaration", attributes=attributes)


def _body(body: Element, asks: Asking) -> None:
    if isinstance(asks, GapsQuestion):
        _gaps(add(body, "p"), asks)
        return
    kind, attributes = _INTERACTIONS.get(type(asks), ("extendedTextInteraction", {}))
    made = add(body, kind, attributes={"responseIdentifier": "RESPONSE", **attributes})
    _lines(add(made, "prompt"), asks.prompt)
    match asks:
        case ChoiceQuestion():
            made.set("maxChoices", "0" if asks.is_multiple else "1")
            _choices(made, "simpleChoice", "C", [option.text for option in asks.options])
        case OrderQuestion():
            places = {text: _key("I", index) for index, text in enumerate(asks.items)}
            for text in shuffle(asks.items):
                _lines(add(made, "simpleChoice", attributes={"identifier": places[text]}), text)
        case MatchQuestion():
            count = str(len(asks.pairs))
            made.set("maxAssociations", count)
            left, right = add(made, "simpleMatchSet"), add(made, "simpleMatchSet")
            _choices(left, "simpleAssociableChoice", "L", asks.lefts, matchMax="1")
            for text, key in _right_sides(asks).items():
                _lines(add(right, "simpleAssociableChoice", attributes={"identifier": key, "matchMax": count}), text)


def _choices(parent: Element, tag: str, kind: str, texts: Sequence[str], **attributes: str) -> None:
    for index, text in enumerate(texts):
        _lines(add(parent, tag, attributes={"identifier": _key(kind, index), **attributes}), text)


def _gaps(parent: Element, question: GapsQuestion) -> None:
    first, *rest = GAP.split(question.prompt.strip())
    _lines(parent, first)
    for position, text in enumerate(rest, 1):
        _lines(add(parent, "textEntryInteraction", attributes={"responseIdentifier": f"RESPONSE_{position}"}), "")
        _lines(parent, text)


def _lines(parent: Element, text: str) -> None:
    """Add plain text after the element's content, with a `br` for each end of a line."""
    first, *rest = text.split("\n")
    _append(parent, first)
    for line in rest:
        add(parent, "br")
        _append(parent, line)


def _append(parent: Element, text: str) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def _processing(root: Element, asks: Asking, *, has_feedback: bool) -> None:
    if not (_is_scored(asks) or has_feedback):
        return
    made = add(root, "responseProcessing")
    if isinstance(asks, GapsQuestion):
        share = add(add(made, "setOutcomeValue", attributes={"identifier": "SCORE"}), "divide")
        total = add(share, "sum")
        for index in range(1, len(asks.gaps) + 1):
            add(total, "mapResponse", attributes={"identifier": f"RESPONSE_{index}"})
        add(share, "baseValue", str(len(asks.gaps)), {"baseType": "float"})
    elif _is_scored(asks):
        when = add(add(made, "responseCondition"), "responseIf")
        same = add(when, "match")
        add(same, "variable", attributes={"identifier": "RESPONSE"})
        add(same, "correct", attributes={"identifier": "RESPONSE"})
        value = add(when, "setOutcomeValue", attributes={"identifier": "SCORE"})
        add(value, "baseValue", "1", {"baseType": "float"})
    if has_feedback:
        shown = add(made, "setOutcomeValue", attributes={"identifier": "FEEDBACK"})
        if isinstance(asks, ChoiceQuestion):
            several = shown if asks.is_multiple else add(shown, "multiple")
            add(several, "variable", attributes={"identifier": "RESPONSE"})
        else:
            add(add(shown, "multiple"), "baseValue", _GENERAL, {"baseType": "identifier"})


def _right_sides(question: MatchQuestion) -> dict[str, str]:
    return {text: _key("R", index) for index, text in enumerate(shuffle(question.rights))}


def _key(kind: str, index: int) -> str:
    return f"{kind}{index + 1}"
