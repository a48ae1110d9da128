"""A sample of a learner's page with a theme, in light and in dark, each in a frame of its own. Source: ours.

A frame is sandboxed: nothing in it runs, is fetched, sent or followed, whatever name and footer say.
"""

from __future__ import annotations

from html import escape
from typing import Final

from workbench.authoring.rendering.blocks import block_html
from workbench.learner_pages.document import document
from workbench.learner_pages.theme import PageTheme

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_BLOCKS: Final = (
    ("objectives", {"items": ["Say what makes the tide", "Read a tide table"]}),
    ("text", {"markdown": "Twice a day the sea comes in and goes out again."}),
)
_ADDRESS: Final = '<nav class="course"><a><u>The sea</u></a><span>Lesson 1 of 2</span></nav>\n'
_DARK: Final = "(prefers-color-scheme:dark)"
_ALWAYS, _NEVER = "(min-width:0)", "(max-width:0)"


def sample_html(theme: PageTheme) -> str:
    """Both pages as a fragment: two figures, each a frame that holds its page."""
    return f'<div class="wb-samples">{_figure("Light", theme, False)}{_figure("Dark", theme, True)}</div>'


def sample_page(theme: PageTheme, *, is_dark: bool) -> str:
    """The document of a page with the theme, as a dark or a light screen shows it. It has no script and no links."""
    blocks = "\n".join(
        f'<section class="block {name}">{block_html(name, content)}</section>' for name, content in _BLOCKS
    )
    body = f"{_ADDRESS}<article>\n<h1>The tides</h1>\n{blocks}\n</article>"
    page = document("Sample", body, language="EN", policy=_POLICY, theme=theme)
    head, end, rest = page.partition("</style>")
    head = head.replace(_DARK, _ALWAYS if is_dark else _NEVER)
    return head.replace("color-scheme:light dark", f"color-scheme:{'dark' if is_dark else 'light'}") + end + rest


def _figure(name: str, theme: PageTheme, is_dark: bool) -> str:
    page = escape(sample_page(theme, is_dark=is_dark), quote=True)
    return (
        f"<figure><figcaption>{name}</figcaption>"
        f'<iframe sandbox="" title="A learner\'s page, {name.lower()}" srcdoc="{page}"></iframe></figure>'
    )
