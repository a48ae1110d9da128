"""Formulas of Word and PowerPoint as a line of characters."""

from __future__ import annotations

import pytest

from tests.documents.source_files import word
from tests.imports.reading.test_docx import texts
from tests.imports.reading.test_file_kind import read_as
from workbench.documents.formula import MAX_CHARACTERS, subscript, superscript


def r(text: str) -> str:
    """A run of a formula."""
    return f"<m:r><m:t>{text}</m:t></m:r>"


def e(text: str) -> str:
    """An argument of a part."""
    return f"<m:e>{r(text)}</m:e>"


def formula(omml: str) -> str:
    """What a document's only formula is kept as."""
    file = read_as(word(f"<w:p><m:oMath xmlns:m='m'>{omml}</m:oMath></w:p>"), "formula.docx")
    assert [finding.kind for finding in file.findings] == ["formula"]
    return texts(file)[0].replace("\\_", "_").replace("\\|", "|")


@pytest.mark.parametrize(
    ("omml", "text"),
    [
        (f"{r('f')}<m:d>{e('x')}</m:d>", "f(x)"),
        (f'<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="["/></m:dPr>{e("0")}{e("1")}</m:d>', "[0|1["),
        (f"<m:f><m:num>{r('a')}</m:num><m:den>{r('b')}</m:den></m:f>", "(a)/(b)"),
        (f"<m:rad><m:deg>{r('3')}</m:deg>{e('x')}</m:rad>", "³√(x)"),
        (f"<m:rad><m:deg/>{e('x')}</m:rad>", "√(x)"),
        (
            (
                f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{r("i=1")}</m:sub><m:sup>{r("n")}</m:sup>'
                f"{e('i')}</m:nary>"
            ),
            "∑_(i=1)^(n)i",
        ),
        (f"<m:nary><m:sub/><m:sup/>{e('f')}</m:nary>", "∫f"),
        (f"<m:m><m:mr>{e('a')}{e('b')}</m:mr><m:mr>{e('c')}{e('d')}</m:mr></m:m>", "a, b; c, d"),
        (f"<m:func><m:fName>{r('sin')}</m:fName>{e('x')}</m:func>", "sin x"),
        (f'<m:acc><m:accPr><m:chr m:val="&#x20D7;"/></m:accPr>{e("v")}</m:acc>', "v\u20d7"),
    ],
)
def test_a_formula_keeps_its_signs(omml: str, text: str) -> None:
    """Brackets, roots, sums, matrices and functions: without their signs it would be another formula."""
    assert formula(omml) == text


def test_a_formula_has_an_end() -> None:
    """What is longer than a formula can be is left out."""
    assert len(formula(r("x" * (MAX_CHARACTERS + 5)))) == MAX_CHARACTERS


def test_raised_and_lowered_signs_are_characters() -> None:
    """Where there is one for every sign; else the words stay as they are."""
    assert [
        superscript("2"),
        superscript("-1"),
        subscript("2"),
        superscript("st"),
        subscript("max"),
        superscript("2b"),
    ] == [
        *("²", "⁻¹", "₂", "st", "max", "2b"),
    ]
