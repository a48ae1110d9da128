"""Inline markup of translators' tools is read, and what is none is reported."""

from __future__ import annotations

import pytest
from lxml import etree

from workbench.authoring.translation.codes import Place, Role
from workbench.exports.xliff.inline import read_parts
from workbench.exports.xliff.names import NAMESPACE


def read(inside: str) -> list[str | Place]:
    """The parts of a target."""
    return read_parts(etree.fromstring(f'<target xmlns="{NAMESPACE}">{inside}</target>'))


def test_pairs_may_be_divided() -> None:
    """`sc` and `ec` are the ends of what was one `pc`; annotations are not codes."""
    one, two = (Place(role, "1") for role in (Role.OPENS, Role.CLOSES))

    assert read('a<pc id="1">b</pc>c') == ["a", one, "b", two, "c"]
    assert read('a<sc id="1"/>b<ec startRef="1"/>c') == ["a", one, "b", two, "c"]
    assert read('<mrk id="m1" type="term">a</mrk><sm id="m2"/>b<em startRef="m2"/>') == ["a", "b"]
    assert read('<ph id="7"/>') == [Place(Role.ALONE, "7")]


def test_characters_that_xml_cannot_hold_are_read() -> None:
    """And others are not smuggled in that way."""
    assert read('a<cp hex="001B"/>b') == ["a", "\x1b", "b"]
    for odd in ("", "61", "110000", "zz", "-1", "0000000000"):
        with pytest.raises(ValueError, match="not a character"):
            read(f'<cp hex="{odd}"/>')


def test_other_elements_are_told() -> None:
    """They stand for nothing that we wrote."""
    with pytest.raises(ValueError, match="not an XLIFF code"):
        read("<b>bold</b>")
