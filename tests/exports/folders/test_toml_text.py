"""Contents as TOML."""

from __future__ import annotations

import tomllib

import pytest

from workbench.exports.folders.toml_text import toml_text


def test_a_list_of_objects_is_tables() -> None:
    """After the plain fields; a text of several lines is on several."""
    content = {"choices": [{"text": "a", "ok": True}, {"text": 'b\n"c"', "ok": False}], "question": "One\ntwo", "n": 1}

    text = toml_text(content)
    assert text.startswith('question = """\nOne\ntwo"""\nn = 1\n\n[[choices]]\ntext = "a"\nok = true\n')
    assert tomllib.loads(text) == content


def test_null_has_no_toml() -> None:
    """Anyone who writes it takes JSON."""
    with pytest.raises(ValueError, match="null"):
        toml_text({"a": {"b": None}})
