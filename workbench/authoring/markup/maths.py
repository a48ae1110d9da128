r"""TeX as MathML that is safe to show: converted by latex2mathml, and cleaned by an allow-list of elements.

The converter passes raw HTML through `\text`, expands macros without end and fails in many ways: formulas that are
long, have macros, or cannot be converted are shown as TeX.
"""

from __future__ import annotations

from html import escape
from typing import Final

import nh3

from workbench.patterns import Pattern

MOST_TEX_CHARS: Final = 2_000
"""Longest formula that is converted."""
MOST_MATHML_CHARS: Final = 60_000
"""Longest MathML of one formula."""
MOST_TEXT_TEX_CHARS: Final = 6_000
"""Characters of TeX that are converted in one text; the rest is shown as TeX."""
MOST_TEXT_FORMULAS: Final = 1_000
"""Formulas of one text that are converted: a tenth of a second for the shortest ones."""

MATHML_TAGS: Final = {
    "math", "menclose", "merror", "mfenced", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded",
    "mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable",
    "mtd", "mtext", "mtr", "munder", "munderover", "none",
}  # fmt: skip
MATHML_ATTRIBUTES: Final[dict[str, set[str]]] = {
    "math": {"display"},
    "menclose": {"notation"},
    "mfrac": {"linethickness", "bevelled"},
    "mi": {"mathvariant"},
    "mn": {"mathvariant"},
    "mo": {"accent", "fence", "form", "largeop", "lspace", "maxsize", "minsize", "movablelimits", "rspace"}
    | {"separator", "stretchy", "symmetric"},
    "mover": {"accent"},
    "mpadded": {"width", "height", "depth", "lspace", "voffset"},
    "mspace": {"width", "height", "depth", "linebreak"},
    "mstyle": {"displaystyle", "scriptlevel"},
    "mtable": {"columnalign", "rowspacing", "columnspacing", "columnlines", "rowlines", "frame"},
    "mtd": {"columnalign", "columnspan", "rowspan"},
    "munder": {"accentunder"},
}
_MACRO: Final = Pattern(r"\\(?:re|provide)?newcommand|\\[egx]?def(?![a-z])|\\let(?![a-z])")


def maths_html(tex: str, *, is_block: bool = False) -> str:
    """Return the formula as a `math` element, or its TeX as code if it cannot be converted. It never fails."""
    if len(tex) > MOST_TEX_CHARS or _MACRO.search(tex):
        return tex_html(tex)
    made = _convert_tex(tex, "block" if is_block else "inline")
    if made is None or len(made) > MOST_MATHML_CHARS:
        return tex_html(tex)
    cleaned = nh3.clean(made, tags=MATHML_TAGS, attributes=MATHML_ATTRIBUTES, link_rel=None)
    is_one = cleaned.startswith("<math") and cleaned.endswith("</math>") and cleaned.count("<math") == 1
    return cleaned if is_one else tex_html(tex)


def tex_html(tex: str) -> str:
    """Return the TeX source as code."""
    return f"<code>{escape(tex.strip())}</code>"


def _convert_tex(tex: str, display: str) -> str | None:
    from latex2mathml.converter import convert  # loaded when the first formula is shown

    try:
        return convert(tex, display=display)
    except Exception:  # noqa: BLE001 (it raises what its parser happens to: StopIteration, RecursionError)
        return None
