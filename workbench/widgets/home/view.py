"""What the panel *Home* shows, as state for the browser and as HTML for a saved notebook. Pure, but for the widget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

import anywidget
import traitlets

from workbench.attention import AttentionNeed
from workbench.authoring.shape import wire_time
from workbench.text import display_text, escape_html
from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.moments import moment

NOTHING: Final = "Nothing needs your attention."
EXAMPLE: Final = "example"
"""The step that makes the example; every other step is a place on the page."""
WELCOME: Final = "Welcome! How would you like to begin?"
SHOWN_TITLES: Final = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One thing of a section: a title and what is known of it. A click leads to `anchor`; `at` is when it was changed.

    `share` is how much of it is done, from 0 to 1; `tag` is a short word.
    """

    title: str
    detail: str = ""
    anchor: str = ""
    at: datetime | None = None
    tag: str = ""
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A way to begin: what it does, and its step."""

    title: str
    text: str
    step: str
    anchor: str


@dataclass(frozen=True, slots=True)
class HomeSection:
    """A part of the panel below its heading. `note` is said below its lines; `more` leads to all of them."""

    name: str
    title: str
    lines: tuple[Line, ...] = ()
    note: str = ""
    more: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Home:
    """All that is shown: `needs` first, then `cards` where there are no lessons yet, then the sections."""

    needs: tuple[AttentionNeed, ...] = ()
    cards: tuple[Card, ...] = ()
    sections: tuple[HomeSection, ...] = ()
    note: str = ""

    def as_state(self) -> dict[str, Any]:
        """Return the state for the browser; terminal control and direction characters are made visible."""
        return {
            "nothing": "" if self.needs or self.cards else NOTHING,
            "note": self.note,
            "welcome": WELCOME if self.cards else "",
            "needs": [_need_state(need) for need in self.needs],
            "cards": [asdict(card) for card in self.cards],
            "sections": [
                {**_texts(section, "name", "title", "note", "more", "anchor"), "lines": _line_states(section.lines)}
                for section in self.sections
            ],
        }

    def steps(self) -> frozenset[str]:
        """Return the anchors that something here leads to."""
        anchors = {card.anchor for card in self.cards}
        for need in self.needs:
            anchors |= {need.anchor, *(item.anchor for item in need.items)}
        for section in self.sections:
            anchors |= {section.anchor, *(line.anchor for line in section.lines)}
        return frozenset(anchors - {""})


def _need_state(need: AttentionNeed) -> dict[str, Any]:
    shown = need.items[:SHOWN_TITLES]
    more = need.count - len(shown) if shown else 0
    return {
        **_texts(need, "kind", "text", "anchor"),
        "step": need.next_step,
        "items": [_texts(item, "title", "anchor") for item in shown],
        "more": f"and {more:,} more" if more > 0 else "",
    }


def _line_states(lines: Sequence[Line]) -> list[dict[str, Any]]:
    return [
        {
            **_texts(line, "title", "detail", "anchor", "tag"),
            "at": wire_time(line.at) if line.at else "",
            "share": line.share,
        }
        for line in lines
    ]


def _texts(record: object, *names: str) -> dict[str, str]:
    return {name: display_text(getattr(record, name)) for name in names}


class HomeView(anywidget.AnyWidget):
    """Needs, cards and sections, with buttons for their steps. With `leads`, titles are links.

    State comes down as traits, intents come up: `{"intent": "go", "anchor"}` for an anchor that is shown.
    """

    _esm = script("home/home")
    _css = styles("home/home")

    state = traitlets.Dict().tag(sync=True)
    leads = traitlets.Bool(False).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(self, on_go: Callable[[str], object], *, leads: bool) -> None:
        super().__init__(leads=leads)
        self._go, self._steps = on_go, frozenset[str]()
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def fill(self, home: Home) -> None:
        """Show this."""
        self._steps = home.steps()
        self.state = home.as_state()

    def _on_message(self, message: Any) -> None:
        anchor = message.get("anchor") if isinstance(message, dict) and message.get("intent") == "go" else None
        if anchor in self._steps and not self.disabled:
            self._go(str(anchor))

    def __repr__(self) -> str:
        return "What needs attention, and where to continue."


def home_text(home: Home) -> str:
    """Return in a sentence what needs attention."""
    if not home.needs:
        return f"Home: {NOTHING[0].lower()}{NOTHING[1:]}"
    return f"Home: {'; '.join(need.text for need in home.needs)}."


def home_html(home: Home) -> str:
    """Return everything as static HTML; all text is escaped."""
    needs = "".join(
        f"<li>{escape_html(need.text)}{_titles_html([item.title for item in need.items[:SHOWN_TITLES]])}</li>"
        for need in home.needs
    )
    parts = [f"<h3>What needs attention</h3><ul>{needs}</ul>"] if needs else []
    parts += [] if home.needs or home.cards else [f"<p>{NOTHING}</p>"]
    parts += [f"<p>{escape_html(home.note)}</p>"] if home.note else []
    parts += [f"<p><strong>{escape_html(card.title)}</strong>: {escape_html(card.text)}</p>" for card in home.cards]
    for section in home.sections:
        lines = "".join(f"<li>{_line_html(line)}</li>" for line in section.lines)
        note = f"<p>{escape_html(section.note)}</p>" if section.note else ""
        parts.append(f"<h3>{escape_html(section.title)}</h3>{f'<ul>{lines}</ul>' if lines else ''}{note}")
    return "".join(parts)


def _titles_html(titles: Sequence[str]) -> str:
    if not titles:
        return ""
    return ": " + ", ".join(f'<bdi dir="auto">{escape_html(title)}</bdi>' for title in titles)


def _line_html(line: Line) -> str:
    more = " · ".join(part for part in (line.tag, line.detail, moment(line.at) if line.at else "") if part)
    return f'<bdi dir="auto">{escape_html(line.title)}</bdi>{f" · {escape_html(more)}" if more else ""}'
