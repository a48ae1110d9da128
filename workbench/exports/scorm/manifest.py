"""`imsmanifest.xml`: how a learning system reads a package. Sources: SCORM 1.2 and SCORM 2004 4th Edition, CAM."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from workbench.authoring.characters import without_unfit
from workbench.exports.scorm.options import Standard

MANIFEST: Final = "imsmanifest.xml"
_LONGEST_TITLE: Final = 200
"""Length of a title that every learning system has to support (SCORM 1.2 CAM 2.3.2.5)."""
_HEADS: Final[dict[Standard, str]] = {
    "scorm12": (
        ' xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"'
    ),
    "scorm2004": (
        ' xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"'
        ' xmlns:imsss="http://www.imsglobal.org/xsd/imsss"'
    ),
}
_VERSIONS: Final[dict[Standard, str]] = {"scorm12": "1.2", "scorm2004": "2004 4th Edition"}
_TYPES: Final[dict[Standard, str]] = {"scorm12": "adlcp:scormtype", "scorm2004": "adlcp:scormType"}
_SEQUENCING: Final = '<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>'


@dataclass(frozen=True, slots=True)
class PackageItem:
    """A unit that can be launched: its id, title, launch file, and every file that it needs, by path in the package."""

    item_id: str
    title: str
    launch: str
    files: Sequence[str]


def manifest(standard: Standard, course_id: str, title: str, items: Sequence[PackageItem]) -> str:
    """Return the manifest of a course. A single item is the root; several share one root, as Moodle requires."""
    name = f"course-{course_id}"
    alone = len(items) == 1
    shown = "".join(_item(item, title if alone else item.title) for item in items)
    if not alone:
        ordered = _SEQUENCING if standard == "scorm2004" else ""
        shown = f'<item identifier="item-{course_id}">{_title(title)}{shown}{ordered}</item>'
    top = _SEQUENCING if standard == "scorm2004" else ""
    resources = "".join(_resource(standard, item) for item in items)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<manifest identifier="{name}" version="1.0"{_HEADS[standard]}>\n'
        f"<metadata><schema>ADL SCORM</schema><schemaversion>{_VERSIONS[standard]}</schemaversion></metadata>\n"
        f'<organizations default="organization-{course_id}"><organization identifier="organization-{course_id}">'
        f"{_title(title)}{shown}{top}</organization></organizations>\n"
        f"<resources>{resources}</resources>\n</manifest>\n"
    )


def _item(item: PackageItem, title: str) -> str:
    name = item.item_id
    return f'<item identifier="item-{name}" identifierref="resource-{name}" isvisible="true">{_title(title)}</item>'


def _resource(standard: Standard, item: PackageItem) -> str:
    files = "".join(f"<file href={quoteattr(path)}/>" for path in _once((item.launch, *item.files)))
    return (
        f'<resource identifier="resource-{item.item_id}" type="webcontent" {_TYPES[standard]}="sco"'
        f" href={quoteattr(item.launch)}>{files}</resource>"
    )


def _title(text: str) -> str:
    line = " ".join(without_unfit(text).split())
    short = line if len(line) <= _LONGEST_TITLE else f"{line[: _LONGEST_TITLE - 1]}…"
    return f"<title>{escape(short)}</title>"


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
