"""Theme of an organization's pages: name and logo above, a text below, one colour. Templates are ours.

Everything is text; the style is made of two checked colours, and its hash is in the page's policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from workbench.authoring.accent import accent_shades

_FRAME = """
.brand{max-width:43rem;margin:0 auto;padding:1rem clamp(1rem,4vw,1.5rem);color:var(--soft);font-size:.95rem;
overflow-wrap:anywhere}
header.brand{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .9rem;color:var(--ink);font-weight:650;
border-bottom:3px solid var(--accent)}
header.brand img{display:block;max-height:3rem;max-width:min(12rem,60vw);width:auto;height:auto}
footer.brand{border-top:1px solid var(--line);padding-bottom:2.5rem}footer.brand p{margin:0;white-space:pre-line}
@media print{.brand{padding-inline:0}}"""


@dataclass(frozen=True, slots=True)
class PageLogo:
    """A picture above a page: its address, its text alternative, its size in pixels."""

    url: str
    alternative_text: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PageTheme:
    """The theme of pages; empty texts and None are left out. `accent` is `#rrggbb`, checked."""

    name: str = ""
    logo: PageLogo | None = None
    accent: str | None = None
    footer: str = ""

    def style(self) -> str:
        """Return the CSS added to the style of every page; empty for an empty theme."""
        framed = _FRAME if self.name or self.logo or self.footer else ""
        return f"{framed}{'' if self.accent is None else _colors(self.accent)}"

    def header(self) -> str:
        """Return the header with logo and name; a logo next to the name has an empty alternative text."""
        if not self.name and self.logo is None:
            return ""
        picture = "" if self.logo is None else _picture(self.logo, "" if self.name else self.logo.alternative_text)
        name = f"<span><bdi>{escape(self.name)}</bdi></span>" if self.name else ""
        return f'<header class="brand">{picture}{name}</header>\n'

    def foot(self) -> str:
        """Return the text below the page, with its line breaks kept."""
        return f'<footer class="brand"><p dir="auto">{escape(self.footer)}</p></footer>\n' if self.footer else ""


def _picture(logo: PageLogo, text: str) -> str:
    url, shown = escape(logo.url, quote=True), escape(text, quote=True)
    return f'<img src="{url}" alt="{shown}" width="{logo.width}" height="{logo.height}">'


def _colors(accent: str) -> str:
    """Return the CSS of the shades for screens; printed pages stay black on white."""
    shades = accent_shades(accent)
    return (
        f"\n@media screen{{:root{{--accent:{shades.light};--tint:{shades.light_tint}}}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{--accent:{shades.dark};--tint:{shades.dark_tint}}}}}"
    )
