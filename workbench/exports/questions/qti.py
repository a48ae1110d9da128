"""A package of QTI 2.1: an item for each question, a test with a section for each lesson, and the manifest."""

from __future__ import annotations

import io
import zipfile
from xml.etree.ElementTree import Element

from workbench.authoring.blocks.question import Cards
from workbench.exports.questions.bank import BankQuestion, LessonQuestions, QuestionBank
from workbench.exports.questions.markup import add, document
from workbench.exports.questions.moodle import CARDS_REASON
from workbench.exports.questions.qti_items import INSTANCE, NAMESPACE, SCHEMA, identifier, item
from workbench.exports.written import EPOCH

_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_PACKAGE_SCHEMA = f"{_PACKAGE} http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"
_TEST = "assessment.xml"


def refusal(question: BankQuestion) -> str | None:
    """Why QTI cannot hold the question; None if it can."""
    return CARDS_REASON if isinstance(question.asks, Cards) else None


def render(bank: QuestionBank) -> bytes:
    """The package, a ZIP archive: the same bytes for the same questions."""
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
