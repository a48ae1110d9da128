"""Small parts that panels are composed of: buttons, lines, facts and hints as safe HTML, and a question to confirm.

Everything that is shown is escaped here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import ipywidgets

from workbench.client.session.origin import is_web
from workbench.text import escape_html, escaped_sentence

LONGEST = 2000


def button(
    text: str, on_click: Callable[[], object] | None = None, *, style: str = "", tooltip: str = ""
) -> ipywidgets.Button:
    """Return a button; `style` is empty, `primary` for a panel's main action, or `danger`.

    Without `on_click` it is connected later, by its own `on_click(callback)`.
    """
    made = ipywidgets.Button(description=text, button_style=style, tooltip=tooltip or None)
    if on_click is not None:
        made.on_click(lambda widget: on_click())
    return made


def dropdown(label: str, options: Iterable[tuple[str, object]], *, value: object = None) -> Any:
    """Return a choice among a few options, given as pairs of text and value."""
    made = ipywidgets.Dropdown(description=label, options=[*options], style={"description_width": "auto"})
    if value is not None:
        made.value = value
    return made


def checkbox(text: str, *, value: bool = False) -> Any:
    """Return a box to tick, with its text behind it."""
    made = ipywidgets.Checkbox(value=value, description=text, indent=False)
    made.add_class("wb-check")
    return made


def row_of_controls(*children: Any) -> Any:
    """Return the widgets side by side; they wrap if there is not enough room."""
    made = ipywidgets.HBox(children)
    made.add_class("wb-line-of")
    return made


def stack(*children: Any) -> Any:
    """Return the widgets stacked vertically."""
    made = ipywidgets.VBox(children)
    made.add_class("wb-stack")
    return made


def html(fragment: str = "") -> Any:
    """Return a widget for a fragment made by the functions below."""
    return ipywidgets.HTML(fragment)


def set_html(control: Any, fragment: str) -> None:
    """Put a fragment into its place; an empty one takes no room."""
    control.value = fragment
    set_visible(control, is_visible=bool(fragment))


def close_tree(widget: Any) -> None:
    """Close a widget and its children, here and in the browser: closing a box alone leaves its children open."""
    for inner in getattr(widget, "children", ()):
        close_tree(inner)
    widget.close()


def set_visible(widget: Any, *, is_visible: bool) -> None:
    """Show a widget or take it out of sight, for screen readers too."""
    widget.layout.display = None if is_visible else "none"


def hint(text: str) -> str:
    """Return a sentence in subdued style."""
    return f'<p class="wb-hint">{escaped_sentence(text, longest=LONGEST)}</p>' if text else ""


def caution(text: str) -> str:
    """Return a sentence that should not be missed."""
    return f'<p class="wb-caution" role="note">{escaped_sentence(text, longest=LONGEST)}</p>' if text else ""


def tag(text: str, tone: str = "plain") -> str:
    """Return a short word with a tone: `plain`, `good`, `warn` or `bad`."""
    return f'<span class="wb-tag wb-{escape_html(tone)}">{escape_html(text)}</span>'


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Label and value by line. Labels are ours; values are fragments made by `user_text`, `tag` or `link`."""
    body = "".join(f"<dt>{escape_html(label)}</dt><dd>{value}</dd>" for label, value in pairs)
    return f'<dl class="wb-facts">{body}</dl>'


def user_text(text: object) -> str:
    """Untrusted text as a fragment that keeps its own reading direction."""
    return f'<bdi dir="auto">{escape_html(text, longest=LONGEST)}</bdi>'


def link(url: str, text: str | None = None) -> str:
    """Return a link that opens in a new tab; an address that is neither https nor http is plain text."""
    words = escape_html(url if text is None else text, longest=LONGEST)
    if not is_web(url):
        return words
    return f'<a href="{escape_html(url, longest=LONGEST)}" target="_blank" rel="noopener noreferrer">{words}</a>'


def copy_button(text: str, label: str) -> str:
    """Return a button that copies the text; the panel's head does it in the browser."""
    return (
        f'<button type="button" class="jupyter-button" data-wb-copy="{escape_html(text, longest=LONGEST)}">'
        f"{escape_html(label)}</button>"
    )


class Question(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Asks for confirmation. Hidden until it asks; the safe answer is focused first."""

    def __init__(self) -> None:
        self.text = html()
        self.yes = button("Yes", self.accept)
        self.no = button("Cancel", self.close_question)
        self._action: Callable[[], object] | None = None
        super().__init__(children=(self.text, row_of_controls(self.no, self.yes)))
        self.add_class("wb-question")
        set_visible(self, is_visible=False)

    def ask(self, text: str, yes: str, action: Callable[[], object], *, is_dangerous: bool = False) -> None:
        """Ask; `action` is done when the answer is `yes`, which is the button's text."""
        self._action = action
        self.text.value = f'<p role="alert">{escaped_sentence(text, longest=LONGEST)}</p>'
        self.yes.description = yes
        self.yes.button_style = "danger" if is_dangerous else "primary"
        set_visible(self, is_visible=True)
        self.no.focus()

    @property
    def is_open(self) -> bool:
        """Whether it is waiting for an answer."""
        return self._action is not None

    def accept(self) -> None:
        """Answer yes and run the action."""
        action = self._action
        self.close_question()
        if action is not None:
            action()

    def close_question(self) -> None:
        """Answer no, or close the question without an answer."""
        self._action = None
        set_visible(self, is_visible=False)

    def __repr__(self) -> str:
        return "A confirmation."
