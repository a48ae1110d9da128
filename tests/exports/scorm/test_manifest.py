"""The manifest is what the standards' own schemas want, whatever the titles are."""

from __future__ import annotations

from typing import get_args
from xml.etree import ElementTree

import pytest

from tests.exports.scorm.others import schema_problems
from tests.needs import needs
from workbench.exports.scorm.manifest import PackageItem, manifest
from workbench.exports.scorm.options import Standard

pytestmark = needs("npm")

HOSTILE = (
    "plain",
    "&<>\"' ]]> <!--",
    "👩‍🔬 emoji 🌊",
    "المدّ والجزر \u202e turned",
    "control \x00\x0b\ufffe signs\nin lines",
    "long " * 60,
)


@pytest.mark.parametrize("standard", get_args(Standard))
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("title", HOSTILE)
def test_the_schema_finds_nothing(standard: Standard, count: int, title: str) -> None:
    """Nor does a reader of XML; a title is kept as far as a learning system has to keep it."""
    items = [PackageItem(f"l{index}", title, f"l{index}.html", ["a b&c.html", "media/x.png"]) for index in range(count)]
    made = manifest(standard, "c1", title, items)

    assert schema_problems(standard, made) == []
    found = next(ElementTree.fromstring(made).iterfind(".//{*}organization")).find("{*}title")
    assert found is not None and found.text is not None
    assert found.text.rstrip("…").strip() == " ".join(found.text.rstrip("…").split())
    assert len(found.text) <= 200 and found.text[:4] == title[:4]


@pytest.mark.parametrize("standard", get_args(Standard))
@pytest.mark.parametrize(
    ("good", "bad"), [("<resources>", "<resources><page/>"), ("identifier=", "name="), (' type="webcontent"', "")]
)
def test_the_schema_finds_what_is_broken(standard: Standard, good: str, bad: str) -> None:
    """So its silence says something."""
    made = manifest(standard, "c1", "Tides", [PackageItem("l1", "Tides", "index.html", [])])

    assert good in made
    assert schema_problems(standard, made.replace(good, bad)) != []


@pytest.mark.parametrize("standard", get_args(Standard))
def test_several_items_stand_below_one_root(standard: Standard) -> None:
    """Items side by side at the top lose their way in some learning systems."""
    items = [PackageItem(f"l{index}", "Tides", f"l{index}.html", []) for index in range(3)]
    organization = next(ElementTree.fromstring(manifest(standard, "c1", "Sea", items)).iterfind(".//{*}organization"))

    [root] = organization.findall("{*}item")
    assert "identifierref" not in root.attrib
    assert len(root.findall("{*}item")) == 3
