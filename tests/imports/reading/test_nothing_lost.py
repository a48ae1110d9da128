"""Whatever a file says is in a block, or a finding names it: every word that begins with `Kept` or `Told`."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest

from tests.documents.source_files import OFFICE, WORD, archive, paragraph
from tests.imports.reading.test_file_kind import read_as
from tests.imports.reading.test_moodle_xml import answer, question, quiz
from workbench.imports.reading.draft import DraftFile

MARKED = re.compile(r"\b(Kept|Told)[a-z]+\b")
CHOICES = answer("Kepta", 100) + answer("Keptb", 0)
NESTED = "<table><tr><td>Keptb</td></tr></table></td></tr></table>"
FILED = '<questiontext format="html"><text>Keptq</text><file name="Tolda.pdf">AA==</file></questiontext>'
HEARD = '<feedback><text>Keptb</text><file name="Toldc.mp3">AA==</file></feedback>'
GRADED = "<generalfeedback><text>Kepta</text></generalfeedback><graderinfo><text>Tolda</text></graderinfo>"
STYLES = "".join(
    f'<w:style w:styleId="{name[0].upper()}"><w:name w:val="{name[1:]}"/></w:style>'
    for name in ("tTitle", "hheading 1", "iheading 2", "cSource Code")
)
SLIDE = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="a" xmlns:r="r"'


def lost_words(data: bytes, name: str) -> tuple[set[str], DraftFile]:
    """The marked words of the file that are nowhere, or in the wrong place; and what was read."""
    file = read_as(data, name)
    blocks = (
        json.dumps([[lesson.title, [one.content for one in lesson.blocks]] for lesson in file.lessons]) + file.title
    )
    findings = " ".join(f"{finding.place} {finding.text}" for finding in file.findings)
    source = data if name.endswith((".xml", ".gift")) else b" ".join(parts_of(data))
    words = {found[0] for found in MARKED.finditer(source.decode())}
    assert words
    return {word for word in words if word not in (blocks if word.startswith("Kept") else findings)}, file


def parts_of(data: bytes) -> list[bytes]:
    """What is in the parts of an Office file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archived:
        return [archived.read(name) for name in archived.namelist()]


@pytest.mark.parametrize(
    "body",
    [
        question("multichoice", "Keptq", CHOICES + "<tags><tag><text>Tolda</text></tag></tags>"),
        question("multichoice", "Keptq", CHOICES + "<hint><text>Tolda</text></hint><hint><text>Toldb</text></hint>"),
        question("multichoice", "Keptq", CHOICES + "<correctfeedback><text>Tolda</text></correctfeedback>"),
        question("multichoice", "Keptq", CHOICES + "<idnumber>Tolda</idnumber>"),
        question("multichoice", "Keptq", CHOICES + "<unknown><inner>Tolda</inner></unknown>"),
        question("multichoice", "Keptq", CHOICES + "<defaultgrade>2</defaultgrade><x>Tolda</x>"),
        question("multichoice", "Keptq", CHOICES + question("essay", "Keptinner")),
        question("multichoice", "<table><tr><td>Kepta" + NESTED, CHOICES),
        question("multichoice", 'Keptq <a href="ftp://Tolda/x">Keptb</a> <a href="#Toldc">Keptd</a>', CHOICES),
        question("essay", "Keptq", GRADED),
        question("essay", "Keptq", "<responsetemplate><text>Tolda</text></responsetemplate>"),
        question("description", "Keptq", "<generalfeedback><text>Tolda</text></generalfeedback>"),
        '<question type="category"><category><text>A/Kepta</text></category><info><text>Toldb</text></info></question>'
        + question("multichoice", "Keptq", CHOICES),
        question("multichoice", "Keptq", CHOICES) + "<item><text>Tolda</text></item>" + question("essay", "Keptr"),
        question("multichoice", "Keptq", CHOICES) + "Tolda" + question("essay", "Keptr"),
        f"<folder>{question('multichoice', 'Keptq', CHOICES)}<note>Tolda</note></folder>",
        f'<question type="essay">{FILED}</question>',
        question("multichoice", "Keptq", answer("Kepta", 100, HEARD)),
    ],
)  # fmt: skip
def test_nothing_of_moodle_xml_is_lost(body: str) -> None:
    """Elements that no block has a place for, questions in odd places, files, tables in tables, links."""
    assert lost_words(quiz(body), "a.xml")[0] == set()


def test_the_end_of_a_text_that_is_too_long_is_told() -> None:
    """It was cut silently."""
    file = read_as(quiz(question("essay", "Long " + "a" * 27_000_000)), "a.xml")

    assert "long text" in [finding.kind for finding in file.findings]


def run(inner: str) -> str:
    """A run of a DOCX."""
    return f"<w:r>{inner}</w:r>"


def field(instruction: str) -> str:
    """A field of a DOCX without a result."""
    sign = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    return f"<w:p>{sign.format('begin')}<w:r><w:instrText>{instruction}</w:instrText></w:r>{sign.format('end')}</w:p>"


LINK = '<w:hyperlink r:id="rL"><w:r><w:t>Keptlink</w:t></w:r></w:hyperlink>'
SIGN = '<w:t>a</w:t><w:sym w:font="Wingdings" w:char="F0E0"/>'
OLD_BOX = (
    '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r>'
    '<w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
NEW_BOX = (
    '<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="w14"><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>'
    "<w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt>"
)
OLD_LIST = '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList/></w:ffData></w:fldChar></w:r>'
NEW_LIST = "<w:sdt><w:sdtPr><w:comboBox/></w:sdtPr><w:sdtContent><w:r><w:t>a</w:t></w:r></w:sdtContent></w:sdt>"
RUBY = "<w:ruby><w:rt><w:r><w:t>x</w:t></w:r></w:rt><w:rubyBase/></w:ruby>"
NOTE = '<w:r><w:footnoteReference w:id="7"/></w:r>'


def document(body: str) -> bytes:
    """A DOCX of the body, with a header, two footnotes and a link that no page may follow."""
    names = f'xmlns:w="{WORD}" xmlns:r="{OFFICE}" xmlns:v="v"'
    relations = {
        "rL": f'Type="{OFFICE}/hyperlink" Target="https://e.org/Toldlink" TargetMode="External"',
        "header": f'Type="{OFFICE}/header" Target="header1.xml"',
    }
    named = "".join(f'<Relationship Id="{name}" {rest}/>' for name, rest in relations.items() if name in body)
    table = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Toldcell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    parts: dict[str, str | bytes] = {
        "word/document.xml": f"<w:document {names}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": f"<Relationships>{named}</Relationships>",
        "word/styles.xml": f"<w:styles {names}>{STYLES}</w:styles>",
    }
    if "header" in body:
        parts["word/header1.xml"] = f"<w:hdr {names}>{paragraph('Toldheader')}</w:hdr>"
    if "footnoteReference" in body:
        parts["word/footnotes.xml"] = (
            f'<w:footnotes {names}><w:footnote w:id="7">{paragraph("Toldnote")}{table}</w:footnote></w:footnotes>'
        )
    return archive(parts)


@pytest.mark.parametrize(
    "body",
    [
        paragraph("Kepta") + "<w:altChunk/>" + paragraph("Keptb"),
        f"<w:p>{run('<w:t>Kepta</w:t>')}{run('<w:rPr><w:vanish/></w:rPr><w:t>Tolda</w:t>')}</w:p>",
        paragraph("Kepta header"),
        paragraph("Kepta", "T") + paragraph("Keptb", "T") + paragraph("Keptc"),
        paragraph("Tolda", "T")
        + paragraph("Keptb", "H")
        + "".join(paragraph(f"Kept{sign}", "I") + paragraph("a") for sign in "cd"),
        paragraph("Kepta", "H")
        + paragraph("Keptb")
        + paragraph("Tolda", "H")
        + paragraph("Keptc", "H")
        + paragraph("d"),
        f'<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr>{run("<w:t>Kepta </w:t>")}{LINK}</w:p>{paragraph("Keptb")}',
        f'<w:p><w:pPr><w:pStyle w:val="C"/></w:pPr>{run("<w:t>Kepta</w:t>")}{NOTE}</w:p>',
        f'<w:p><w:pPr><w:pStyle w:val="T"/></w:pPr>{run("<w:t>Kepta</w:t>")}{NOTE}</w:p>{paragraph("Keptb")}',
        f"<w:p>{run('<w:pict><v:textpath string=' + chr(34) + 'Kepta' + chr(34) + '/></w:pict>')}</w:p>",
    ],
)
def test_nothing_of_a_document_is_lost(body: str) -> None:
    """Hidden text, second titles, links and footnotes where none can be, what is on each page."""
    assert lost_words(document(body), "a.docx")[0] == set()


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (paragraph("a") + "<w:altChunk/>", "embedded document"),
        (field(r" EQ \f(1,2) ") + paragraph("a"), "formula"),
        (f"<w:p>{run(SIGN)}</w:p>", "symbol"),
        (f"<w:p>{run(RUBY)}</w:p>{paragraph('a')}", "reading aid"),
        (f"<w:p>{OLD_BOX}{run('<w:t>a</w:t>')}</w:p>", "checkbox"),
        (f"<w:p>{NEW_BOX}{run('<w:t>a</w:t>')}</w:p>", "checkbox"),
        (f"<w:p>{OLD_LIST}{run('<w:t>a</w:t>')}</w:p>", "list to choose from"),
        (f"<w:p>{NEW_LIST}</w:p>", "list to choose from"),
        (f"<w:p>{run('<w:t>a</w:t>')}{NOTE}</w:p>", "table"),
    ],
)  # fmt: skip
def test_what_a_document_has_and_lessons_have_not_is_told(body: str, kind: str) -> None:
    """Objects between paragraphs, formulas of fields, signs of fonts, tables in notes."""
    assert kind in [finding.kind for finding in made_of(body).findings]


def made_of(body: str) -> DraftFile:
    """What is made of a document."""
    return read_as(document(body), "a.docx")


def test_a_sign_of_a_usual_font_is_a_letter() -> None:
    """Word writes it by its number too."""
    file = made_of(f"<w:p>{run('<w:sym w:char=' + chr(34) + '00BD' + chr(34) + '/>')}</w:p>")

    assert file.lessons[0].blocks[0].content == {"markdown": "½"}


def test_nothing_of_a_presentation_is_lost() -> None:
    """Footers, comments, links of titles, merged cells, tables in notes, text below a picture."""
    text = "<a:p><a:r>{}<a:t>{}</a:t></a:r></a:p>"
    link = '<a:rPr><a:hlinkClick r:id="rL"/></a:rPr>'
    shapes = (
        f'<p:sp><p:ph type="title"/>{text.format(link, "Kepttitle")}</p:sp><p:sp><p:ph type="ftr"/>'
        f"{text.format('', 'Toldfooter')}</p:sp><a:tbl><a:tr><a:tc gridSpan='2'>{text.format('', 'Keptcell')}</a:tc>"
        f"<a:tc hMerge='1'/></a:tr></a:tbl><p:pic/>{text.format('', 'Keptbelow')}"
    )
    relations = (
        f'<Relationship Id="rL" Type="{OFFICE}/hyperlink" Target="https://e.org/Toldlink" TargetMode="External"/>'
        f'<Relationship Id="rC" Type="{OFFICE}/comments" Target="../comments/c1.xml"/>'
        f'<Relationship Id="rN" Type="{OFFICE}/notesSlide" Target="../notesSlides/n1.xml"/>'
    )
    table = f"<a:tbl><a:tr><a:tc>{text.format('', 'Keptnote')}</a:tc></a:tr></a:tbl>"
    comments = "<p:cm><p:text>Tolda</p:text></p:cm><p:cm><a:t>Toldb</a:t></p:cm>"
    slide = f'<Relationship Id="r1" Type="{OFFICE}/slide" Target="slides/s1.xml"/>'
    parts = {
        "presentation.xml": f'<p:x {SLIDE}><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:x>',
        "_rels/presentation.xml.rels": f"<Relationships>{slide}</Relationships>",
        "slides/s1.xml": f"<p:sld {SLIDE}>{shapes}</p:sld>",
        "slides/_rels/s1.xml.rels": f"<Relationships>{relations}</Relationships>",
        "comments/c1.xml": f"<p:cmLst {SLIDE}>{comments}</p:cmLst>",
        "notesSlides/n1.xml": f"<p:notes {SLIDE}>{table}</p:notes>",
    }
    lost, file = lost_words(archive({f"ppt/{name}": part for name, part in parts.items()}), "a.pptx")

    assert lost == set()
    assert "merged cells" in [finding.kind for finding in file.findings]
