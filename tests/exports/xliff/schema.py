"""The schema of XLIFF 2.0's core, as OASIS has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lxml import etree

from tests.needs import XLIFF_SCHEMA


class _Beside(etree.Resolver):
    """What the schema imports lies next to it, under its own name."""

    def resolve(self, url: str, public_id: str, context: Any) -> Any:
        beside = XLIFF_SCHEMA.with_name(Path(url).name)
        return self.resolve_filename(str(beside), context) if beside.is_file() else None


def schema_errors(path: Path) -> list[str]:
    """What is not as the schema wants it."""
    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(_Beside())
    schema = etree.XMLSchema(etree.parse(str(XLIFF_SCHEMA), parser))
    schema.validate(etree.parse(str(path)))
    return [f"line {error.line}: {error.message}" for error in schema.error_log]
