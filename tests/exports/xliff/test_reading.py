"""A file of any tool is read, or refused in a sentence: no entity, no network, no memory without end."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.errors import PlanRejected
from workbench.exports.xliff.names import NAMESPACE
from workbench.exports.xliff.reading import MOST_BYTES, MOST_IN_A_UNIT, ReadUnit, open_xliff

ROOT = f'<xliff xmlns="{NAMESPACE}" version="2.0" srcLang="en" trgLang="fr">'


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], list[ReadUnit]]:
    """The texts of a file with this inside its root."""

    def units(inside: str, root: str = ROOT) -> list[ReadUnit]:
        path = tmp_path / "texts.xlf"
        path.write_bytes(f"{root}{inside}</xliff>".encode(errors="surrogatepass"))
        return [unit for file in open_xliff(path).files() for unit in file.units]

    return units


def unit(inside: str, own: str = "b.text") -> str:
    """A file of one text."""
    return f'<file id="l1"><unit id="{own}">{inside}</unit></file>'


def test_groups_comments_and_modules_are_passed_over(read: Callable[[str], list[ReadUnit]]) -> None:
    """What other tools add changes nothing."""
    inside = (
        '<file id="l1"><!-- a --><notes><note>n</note></notes><m:x xmlns:m="urn:m"><m:y/></m:x><group id="g">'
        '<?tool x?><unit id="b.text"><m:z xmlns:m="urn:m">odd</m:z>'
        "<segment><source>a<!-- c -->b</source><target>c</target></segment></unit></group></file>"
    )

    assert read(inside) == [ReadUnit("b.text", 1, ("ab",), ("c",), "translated")]


def test_notes_of_others_are_told(tmp_path: Path) -> None:
    """Those of the file, of a text, and comments in it, with their lines; ours are not."""
    path = tmp_path / "texts.xlf"
    path.write_text(
        f'{ROOT}\n<file id="l1"><notes><note category="context">Ours</note><note>Of the file</note></notes>'
        '\n<unit id="b.text"><notes><note appliesTo="target" category="query">Sea or lake?</note><note> </note></notes>'
        '\n<segment><source>a</source><target><mrk id="m" type="comment" value="Odd word">b</mrk></target></segment>'
        '</unit></file>\n<file id="l2"><unit id="b.text"><segment><source>a</source></segment></unit></file></xliff>'
    )

    assert [file.notes for file in open_xliff(path).files()] == [
        ((2, "Of the file"), (3, "Sea or lake?"), (4, "Odd word")),
        (),
    ]


def test_segments_are_one_text(read: Callable[[str], list[ReadUnit]]) -> None:
    """A tool may have divided it, and put its parts in another order; one without a translation is reported."""
    two = (
        '<segment><source>A.</source><target order="3">Un.</target></segment><ignorable><source> </source></ignorable>'
    )
    rest = '<segment state="initial"><source>B.</source><target order="1">Deux.</target></segment>'
    [whole] = read(unit(two + rest))
    [half] = read(unit(f"{two}<segment><source>B.</source></segment>"))

    assert "".join(map(str, whole.target or ())) == "Deux. Un." and whole.state == "initial"
    assert half.problem == "1 of its 2 segments have no translation"


def test_an_empty_target_is_none(read: Callable[[str], list[ReadUnit]]) -> None:
    """Nothing was translated."""
    assert read(unit("<segment><source>a</source><target/></segment>"))[0].target is None
    assert read(unit("<segment><source>a</source></segment>"))[0].target is None


LAUGHS = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY c SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    "head", [LAUGHS, OUTSIDE, "<!DOCTYPE xliff>", '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">']
)
def test_a_document_type_is_refused(head: str, tmp_path: Path) -> None:
    """Before anything of it is used."""
    path = tmp_path / "a.xlf"
    path.write_text(f"{head}{ROOT}{unit('<segment><source>&c;</source></segment>')}</xliff>")

    with pytest.raises(PlanRejected, match="has a document type|is broken in line") as refused:
        open_xliff(path)
    assert "root:" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is broken in line 1"),
        (b"PK\x03\x04", "is broken in line 1"),
        (b"<html/>", "is not an XLIFF 2.0 file"),
        (b'<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"/>', "is XLIFF 1: have the tool write"),
        (ROOT.replace('trgLang="fr"', "").encode() + b"</xliff>", "does not say its language in trgLang"),
        (ROOT.replace('"en"', '"e&#10;n!"').encode() + b"</xliff>", "does not say its language in srcLang"),
        (ROOT.encode() + b'<file id="a"><unit id="b">', "is broken in line 1"),
        (ROOT.encode() + b"<file><file/></file></xliff>", "has a <file> in another in line 1"),
        (ROOT.encode() + b'<unit id="b"/><file/></xliff>', "has a text outside of any <file> in line 1"),
        (ROOT.encode() + b"<file>" + b"<a>" * 300, "is broken in line 1"),
        (
            ROOT.encode() + b"<file><unit>" + b"<ph/>" * (MOST_IN_A_UNIT + 1),
            "has more than 20,000 elements in one text",
        ),
        (ROOT.encode() + b"<file " + b'a="x>" ' * 60_000, "is broken in line 1|a text or a tag that is too long"),
        (ROOT.encode() + b"<file " + b" " * 400_000, "a text or a tag that is too long"),
        pytest.param(
            ROOT.encode() + b"<file>" + b"<a/>" * 400_001, "has more than 400,000 elements", marks=pytest.mark.slow
        ),
        (b" " * 100_000 + ROOT.encode(), "is not an XLIFF file"),
        (ROOT.encode() + b"<file/>" * 20_001, "has more than 20,000 lessons"),
        (ROOT.encode() + b"<file>" + b"\xff\xfe", "is broken in line 1"),
        (ROOT.encode() + b"<file><unit><segment><source>&c;</source>", "is broken in line 1"),
    ],
)
def test_what_is_no_such_file_is_refused(content: bytes, why: str, tmp_path: Path) -> None:
    """As a whole, in one sentence that says what to do or where it is."""
    path = tmp_path / "a.xlf"
    path.write_bytes(content)

    with pytest.raises(PlanRejected, match=why) as refused:
        open_xliff(path)
    assert str(refused.value).endswith("Nothing was changed.") and "\n" not in str(refused.value)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    """Unread."""
    path = tmp_path / "a.xlf"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)

    with pytest.raises(PlanRejected, match="is larger than 32 MB"):
        open_xliff(path)
    with pytest.raises(PlanRejected, match="cannot be read: No such file"):
        open_xliff(tmp_path / "gone.xlf")


def test_memory_holds_a_lesson_at_a_time(tmp_path: Path) -> None:
    """However many there are."""
    path = tmp_path / "a.xlf"
    text = unit(f"<segment><source>{'words ' * 1_000}</source><target>{'mots ' * 1_000}</target></segment>")
    with path.open("w") as file:
        file.write(ROOT)
        for _ in range(400):
            file.write(text)
        file.write("</xliff>")
    tracemalloc.start()
    try:
        count = sum(1 for _ in open_xliff(path).files())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert (count, path.stat().st_size > 4_000_000) == (400, True)
    assert peak < 1_000_000
