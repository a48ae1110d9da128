"""The form in which a block's content is written: made from the schema of its model, or a special one by its name.

The words are English, as the panels are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import BaseModel

from workbench.authoring.blocks.fields import LINE_CHARS

FEEDBACK: Final = "Feedback (optional)"


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form. The control follows from the schema; `rows` is the height of a field of several lines.

    `options` are the names of the values of a field that has a few; `part` is what a part of a list is called, and
    `fields` are the part's own. `width` is `short`, `narrow`, `wide` or empty.
    """

    label: str = ""
    rows: int = 3
    width: str = ""
    hint: str = ""
    options: Mapping[Any, str] = field(default_factory=dict)
    part: str = ""
    fields: Mapping[str, FormField] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BlockForm:
    """A form: its fields in order by their names on the wire, below a note. `special` names one written by hand."""

    fields: Mapping[str, FormField] = field(default_factory=dict)
    note: str = ""
    special: str = ""

    def controls(self, model: type[BaseModel]) -> list[dict[str, Any]]:
        """Return the controls of the form as plain values: name, `control`, label, and what the control needs.

        A control is `line`, `lines`, `items`, `tick`, `options` or `parts`.
        """
        schema = model.model_json_schema()
        return [_control(name, field, schema["properties"][name], schema) for name, field in self.fields.items()]


def _control(name: str, form: FormField, schema: Mapping[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"name": name, "label": form.label, "width": form.width}
    if form.options:
        options = [[value, text] for value, text in form.options.items()]
        return {**made, "control": "options", "options": options, "default": schema.get("default")}
    if schema["type"] == "boolean":
        return {**made, "control": "tick"}
    if schema["type"] == "array" and form.part:
        part = root["$defs"][schema["items"]["$ref"].rpartition("/")[2]]
        fields = [_control(own, inner, part["properties"][own], root) for own, inner in form.fields.items()]
        return {**made, "control": "parts", "part": form.part, "fields": fields}
    if schema["type"] == "array":
        return {**made, "control": "items", "rows": form.rows}
    if schema["maxLength"] <= LINE_CHARS:
        return {**made, "control": "line"}
    return {**made, "control": "lines", "rows": form.rows, "hint": form.hint}
