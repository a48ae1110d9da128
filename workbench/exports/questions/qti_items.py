"""A question as an item of QTI 2.1. Source: IMS Question and Test Interoperability 2.1, information model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from workbench.authoring.content import BlockContent
from workbench.authoring.content.questions import GAP, FillIn, Matching, Ordering, Quiz
from workbench.authoring.rendering.questions import mixed
from workbench.exports.questions.bank import BankQuestion, general_feedback, name, prompt
from workbench.exports.questions.markup import add, document

NAMESPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
SCHEMA = f"{NAMESPACE} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
_GENERAL = "general"


def item(question: BankQuestion, language: str) -> bytes:
    """The item's file. White space is kept as it stands in the texts."""
    content = question.content
    root = Element(
        "assessmentItem",
        {
            "xmlns": NAMESPACE,
            "xmlns:xsi": INSTANCE,
            "xsi:schemaLocation": SCHEMA,
            "identifier": identifier("q", question.id),
            "title": name(content),
            "adaptive": "false",
            "timeDependent": "false",
            "xml:lang": language.lower(),
        },
    )
    feedback = _feedback(content)
    _declare(root, content)
    _outcomes(root, has_feedback=bool(feedback), is_scored=_is_scored(content))
    _body(add(root, "itemBody"), content)
    _processing(root, content, has_feedback=bool(feedback))
    for key, text in feedback:
        attributes = {"outcomeIdentifier": "FEEDBACK", "identifier": key, "showHide": "show"}
        _lines(add(root, "modalFeedback", attributes=attributes), text)
    return document(root, is_indented=False)


def identifier(kind: str, own: str) -> str:
    """An identifier of XML: it begins with a letter."""
    return f"{kind}-{own}"


def _is_scored(content: BlockContent) -> bool:
    return isinstance(content, Quiz | Ordering | Matching | FillIn)


def _feedback(content: BlockContent) -> list[tuple[str, str]]:
    if isinstance(content, Quiz):
        return [
            (_key("C", place), each.feedback) for place, each in enumerate(content.choices) if each.feedback.strip()
        ]
    text = general_feedback(content)
    return [(_GENERAL, text)] if text.strip() else []


def _declare(root: Element, content: BlockContent) -> None:
    match content:
        case Quiz():
            right = [_key("C", place) for place, each in enumerate(content.choices) if each.is_correct]
            _response(root, "multiple" if content.multiple else "single", "identifier", right)
        case Ordering():
            _response(root, "ordered", "identifier", [_key("I", place) for place in range(len(content.items))])
        case Matching():
            rights = _right_sides(content)
            pairs = [f"{_key('L', place)} {rights[each.right]}" for place, each in enumerate(content.pairs)]
            _response(root, "multiple", "directedPair", pairs)
        case FillIn():
            for place, gap in enumerate(content.gaps, 1):
                declared = _response(root, "single", "string", [gap.answers[0].strip()], f"RESPONSE_{place}")
                mapping = add(declared, "mapping", attributes={"defaultValue": "0"})
                for answer in {each.strip().casefold(): each.strip() for each in reversed(gap.answers)}.values():
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
        for each in values:
            add(correct, "value", each)
    return made


def _outcomes(root: Element, *, has_feedback: bool, is_scored: bool) -> None:
    if is_scored:
        score = {"identifier": "SCORE", "cardinality": "single", "baseType": "float", "normalMaximum": "1"}
        add(add(add(root, "outcomeDeclaration", attributes=score), "defaultValue"), "value", "0")
    if has_feedback:
        attributes = {"identifier": "FEEDBACK", "cardinality": "multiple", "baseType": "identifier"}
        add(root, "outcomeDeclaration", attributes=attributes)


def _body(body: Element, content: BlockContent) -> None:
    if isinstance(content, FillIn):
        _gaps(add(body, "p"), content)
        return
    kind, attributes = _INTERACTIONS.get(type(content), ("extendedTextInteraction", {}))
    made = add(body, kind, attributes={"responseIdentifier": "RESPONSE", **attributes})
    _lines(add(made, "prompt"), prompt(content))
    match content:
        case Quiz():
            made.set("maxChoices", "0" if content.multiple else "1")
            _choices(made, "simpleChoice", "C", [each.text for each in content.choices])
        case Ordering():
            places = {text: _key("I", place) for place, text in enumerate(content.items)}
            for text in mixed(content.items):
                _lines(add(made, "simpleChoice", attributes={"identifier": places[text]}), text)
        case Matching():
            count = str(len(content.pairs))
            made.set("maxAssociations", count)
            left, right = add(made, "simpleMatchSet"), add(made, "simpleMatchSet")
            _choices(left, "simpleAssociableChoice", "L", [each.left for each in content.pairs], matchMax="1")
            for text, key in _right_sides(content).items():
                _lines(add(right, "simpleAssociableChoice", attributes={"identifier": key, "matchMax": count}), text)


def _choices(parent: Element, tag: str, kind: str, texts: Sequence[str], **attributes: str) -> None:
    for place, text in enumerate(texts):
        _lines(add(parent, tag, attributes={"identifier": _key(kind, place), **attributes}), text)


def _gaps(parent: Element, content: FillIn) -> None:
    first, *rest = GAP.split(content.text.strip())
    _lines(parent, first)
    for place, text in enumerate(rest, 1):
        _lines(add(parent, "textEntryInteraction", attributes={"responseIdentifier": f"RESPONSE_{place}"}), "")
        _lines(parent, text)


def _lines(parent: Element, text: str) -> None:
    """Add plain text behind what is in the element already, with a `br` for each end of a line."""
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


def _processing(root: Element, content: BlockContent, *, has_feedback: bool) -> None:
    if not (_is_scored(content) or has_feedback):
        return
    made = add(root, "responseProcessing")
    if isinstance(content, FillIn):
        share = add(add(made, "setOutcomeValue", attributes={"identifier": "SCORE"}), "divide")
        total = add(share, "sum")
        for place in range(1, len(content.gaps) + 1):
            add(total, "mapResponse", attributes={"identifier": f"RESPONSE_{place}"})
        add(share, "baseValue", str(len(content.gaps)), {"baseType": "float"})
    elif _is_scored(content):
        when = add(add(made, "responseCondition"), "responseIf")
        same = add(when, "match")
        add(same, "variable", attributes={"identifier": "RESPONSE"})
        add(same, "correct", attributes={"identifier": "RESPONSE"})
        value = add(when, "setOutcomeValue", attributes={"identifier": "SCORE"})
        add(value, "baseValue", "1", {"baseType": "float"})
    if has_feedback:
        shown = add(made, "setOutcomeValue", attributes={"identifier": "FEEDBACK"})
        if isinstance(content, Quiz):
            several = shown if content.multiple else add(shown, "multiple")
            add(several, "variable", attributes={"identifier": "RESPONSE"})
        else:
            add(add(shown, "multiple"), "baseValue", _GENERAL, {"baseType": "identifier"})


def _right_sides(content: Matching) -> dict[str, str]:
    return {text: _key("R", place) for place, text in enumerate(mixed(each.right for each in content.pairs))}


def _key(kind: str, place: int) -> str:
    return f"{kind}{place + 1}"


_INTERACTIONS: dict[type[BlockContent], tuple[str, dict[str, str]]] = {
    Quiz: ("choiceInteraction", {"shuffle": "true"}),
    Ordering: ("orderInteraction", {"shuffle": "true"}),
    Matching: ("matchInteraction", {"shuffle": "true"}),
}
