"""What is written is XLIFF 2.0 by its schema, and read back it is what was written."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from tests.exports.xliff.schema import schema_errors
from tests.exports.xliff.texts import LANGUAGES, text_file
from tests.needs import needs
from workbench.authoring.translation.codes import codes_by_id, join_codes, split_codes
from workbench.errors import NotSent
from workbench.exports.xliff.names import parse_original
from workbench.exports.xliff.reading import open_xliff
from workbench.exports.xliff.writing import TextFile, TextState, TextUnit, write_xliff


def written(path: Path, *units: TextUnit, language: str = "FR") -> str:
    """The file of one lesson with these texts."""
    write_xliff(path, [TextFile("l1", "workbench:lesson/l1/1", units)], source_language="EN", language=language)
    return path.read_text(encoding="utf-8")


@needs("xliff-schema")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_is_as_the_schema_wants_it(language: str, tmp_path: Path) -> None:
    """Every type of block and state, in nine languages, with texts that XML cannot hold; and a broken one is not."""
    path = tmp_path / "texts.xlf"
    random = Random(language)
    write_xliff(path, [text_file(random, f"l{index}") for index in range(3)], source_language="EN", language=language)

    assert schema_errors(path) == []
    path.write_text(
        path.read_text(encoding="utf-8").replace("<source>", "<sauce>", 1).replace("</source>", "</sauce>", 1)
    )
    assert schema_errors(path) != []


@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_is_read_back(seed: int, tmp_path: Path) -> None:
    """Every source and every translation, to the character, with its codes as those of the source."""
    path, files = tmp_path / "texts.xlf", [text_file(Random(seed), f"l{index}") for index in range(2)]
    write_xliff(path, files, source_language="EN", language="AR")
    found = open_xliff(path)

    assert (found.source_language, found.language, list(found.lines)) == ("EN", "AR", ["l0", "l1"])
    for read, file in zip(found.files(), files, strict=True):
        assert (
            read.original == parse_original(file.original)
            and [unit.problem for unit in read.units if unit.problem] == []
        )
        for unit, wanted in zip(read.units, file.units, strict=True):
            codes = codes_by_id(split_codes(wanted.field, wanted.source))
            assert (unit.id, join_codes(unit.source, codes)) == (wanted.id, wanted.source)
            assert (join_codes(unit.target, codes) if unit.target is not None else None) == wanted.target


def test_states_and_directions_are_told(tmp_path: Path) -> None:
    """A text whose source has changed is to be looked at again; right-to-left is reported."""
    units = [TextUnit(f"b.{state}", "title", "a", "b", state) for state in TextState]
    text = written(tmp_path / "a.xlf", *units, language="HE")

    assert 'srcDir="ltr" trgDir="rtl"' in text and 'srcLang="en" trgLang="he"' in text
    assert text.count('state="initial"') == 2 and 'subState="workbench:stale"' in text
    assert 'state="translated"' in text and 'state="reviewed"' in text


def test_codes_are_elements(tmp_path: Path) -> None:
    """A pair around words and one alone, with what they stand for; the target has the source's numbers."""
    unit = TextUnit("b.markdown", "markdown", "See [it](https://a.b) `x`.", "`x` : [le](https://a.b).")
    text = written(tmp_path / "a.xlf", unit)

    assert '<data id="d1">[</data><data id="d1e">](https://a.b)</data><data id="d2">`x`</data>' in text
    assert '<target><ph id="2"' in text and ': <pc id="1"' in text and ">le</pc>.</target>" in text


def test_without_lxml_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what to install."""
    monkeypatch.setitem(sys.modules, "lxml", None)

    with pytest.raises(NotSent, match=r"pip install 'lesson-workbench\[xliff\]'"):
        written(tmp_path / "a.xlf")
    assert not (tmp_path / "a.xlf").exists()
