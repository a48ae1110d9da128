"""The content of a block as TOML, for types without a Markdown form; the standard library reads it back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from workbench.patterns import Pattern

_BARE = Pattern(r"[A-Za-z0-9_-]+")
_BLANK_BEFORE_BREAK = Pattern(r"[ \t](\n|$)")


def toml_text(content: Mapping[str, Any]) -> str:
    """Return the TOML of a JSON object. Raises `ValueError` for null, which TOML cannot hold."""
    tables = {key: value for key, value in content.items() if _is_tables(value)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in content.items() if key not in tables]
    for key, items in tables.items():
        for item in items:
            lines += ["", f"[[{_key(key)}]]"]
            lines += (f"{_key(name)} = {_value(value)}" for name, value in item.items())
    return "\n".join(lines).strip("\n")


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(_pairs(value))}}}"
    raise ValueError("TOML has no null")


def _pairs(value: Mapping[str, Any]) -> Iterator[str]:
    for key, inner in value.items():
        yield f"{_key(key)} = {_inline(inner)}"


def _inline(value: Any) -> str:
    return _basic(value) if isinstance(value, str) else _value(value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _basic(key)


def _string(text: str) -> str:
    """Return a text of several lines as a multi-line string, if neither an editor nor TOML would alter it."""
    if (
        "\n" not in text
        or any(ord(character) < 32 and character != "\n" for character in text)
        or _BLANK_BEFORE_BREAK.search(text)
    ):
        return _basic(text)
    inner = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("\x7f", "\\u007f")
    inner = inner[:-1] + '\\"' if inner.endswith('"') and not inner.endswith('\\"') else inner
    return f'"""\n{inner}"""'


def _basic(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
