"""Answers as a notebook shows them: a small table of fields and values, every text escaped, lists as their counts."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from workbench.authoring.shape import OutputModel
from workbench.client.session.origin import is_web
from workbench.text import display_text, escape_html

_LONGEST = 120


def show_records_as_tables() -> None:
    """Have IPython show every answer so, where this Python runs in it; done again, it changes nothing."""
    if "IPython" not in sys.modules:
        return
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    if shell is not None and shell.display_formatter is not None:
        formatters = shell.display_formatter.formatters
        formatters["text/html"].for_type(OutputModel, record_html)
        formatters["text/plain"].for_type(OutputModel, lambda record, printer, cycle: printer.text(record_text(record)))


def record_text(record: OutputModel) -> str:
    """Return the record as text: its type, and a line for each field that it has."""
    rows = list(_rows(record))
    width = max((len(name) for name, _ in rows), default=0)
    return "\n".join([type(record).__name__, *(f"  {name:<{width}}  {display_text(value)}" for name, value in rows)])


def record_html(record: OutputModel) -> str:
    """Return the record as an HTML table, with web addresses as links."""
    rows = "".join(f"<tr><td>{escape_html(name)}</td><td>{_cell(value)}</td></tr>" for name, value in _rows(record))
    return f'<table><caption style="text-align:start">{type(record).__name__}</caption>{rows}</table>'


def _rows(record: OutputModel) -> Iterator[tuple[str, str]]:
    for name, value in record:
        if isinstance(value, list | dict):
            yield name, f"{len(value):,}"
        elif value is not None:
            yield name, display_text(value, longest=_LONGEST)


def _cell(value: str) -> str:
    text = escape_html(value)
    if not value.startswith("http") or value.endswith("…") or not is_web(value):
        return text
    return f'<a href="{text}" target="_blank" rel="noopener noreferrer">{text}</a>'
