"""Forms for editing a block's content: generated from its model's schema, or a special one by name.

Their labels are English, like the panels.
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

    `options` maps a field's values to their labels; `part` is the label of a list item, and `fields` are the item's
    fields. `width` is `short`, `narrow`, `wide` or empty.
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
    """A form: a note, then its fields in order, by wire name. `special` is the name of a hand-written form."""

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
    control: dict[str, Any] = {"name": name, "label": form.label, "width": form.width}
    if form.options:
        options = [[value, text] for value, text in form.options.items()]
        return {**control, "control": "options", "options": options, "default": schema.get("default")}
    if schema["type"] == "boolean":
        return {**control, "control": "tick"}
    if schema["type"] == "array" and form.part:
        part = root["$defs"][schema["items"]["$ref"].rpartition("/")[2]]
        fields = [
            _control(field_name, part_field, part["properties"][field_name], root)
            for field_name, part_field in form.fields.items()
        ]
        return {**control, "control": "parts", "part": form.part, "fields": fields}
    if schema["type"] == "array":
        return {**control, "control": "items", "rows": form.rows}
    if schema["maxLength"] <= LINE_CHARS:
        return {**control, "control": "line"}
    return {**control, "control": "lines", "rows": form.rows, "hint": form.hint}
