"""Load the scripts and styles of the widgets. Scripts are bundled from their modules by `make scripts`."""

from __future__ import annotations

from pathlib import Path

_WIDGETS = Path(__file__).parent.parent


def script(name: str) -> str:
    """Return the bundled script of a widget, such as `kit/rows`, as text.

    Given a path, anywidget would keep every widget made with it until the kernel ends, closed or not.
    """
    return (_WIDGETS / "static" / f"{name}.js").read_text(encoding="utf-8")


def styles(*names: str) -> str:
    """Return the style sheets, such as `kit/rows`, concatenated."""
    return "\n".join((_WIDGETS / f"{name}.css").read_text(encoding="utf-8") for name in names)
