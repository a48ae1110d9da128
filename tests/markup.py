"""A page as a browser's parser would see it: its elements, and what in them could run, fetch or send."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

ACTIVE = {
    "applet", "audio", "base", "button", "embed", "form", "frame", "iframe", "image", "img", "input", "isindex", "link",
    "marquee", "noscript", "object", "option", "picture", "script", "select", "source", "svg", "template",
    "textarea", "video",
}  # fmt: skip
MATHML = {
    "menclose", "merror", "mfenced", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom",
    "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd",
    "mtext", "mtr", "munder", "munderover", "none",
}  # fmt: skip
"""All that a formula may hold: in one, a parser reads other elements by other rules."""
ADDRESSES = {"action", "background", "data", "formaction", "href", "ping", "poster", "src", "srcdoc", "srcset"}
ALLOWED = ("https://", "mailto:", "#")


@dataclass
class Seen(HTMLParser):
    """What a parser saw."""

    tags: list[str] = field(default_factory=list)
    dangers: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str, str]] = field(default_factory=list)
    is_in_formula: bool = False

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes an element and what is dangerous about it."""
        self.tags.append(tag)
        if tag in ACTIVE or (self.is_in_formula and tag not in MATHML):
            self.dangers.append(f"<{tag}>")
        self.is_in_formula = self.is_in_formula or tag == "math"
        for name, value in attrs:
            said = value or ""
            self.attributes.append((tag, name, said))
            if name == "style" and value in ("text-align:left", "text-align:right"):
                continue
            if name.startswith("on") or name in ("style", "http-equiv") or "commandlinker" in name:
                self.dangers.append(f"{tag} {name}")
            if name.rpartition(":")[2] in ADDRESSES and not said.strip().lower().startswith(ALLOWED):
                self.dangers.append(f"{tag} {name}={said[:40]}")

    def handle_endtag(self, tag: str) -> None:
        """Notes the end of a formula."""
        self.is_in_formula = self.is_in_formula and tag != "math"

    def handle_data(self, data: str) -> None:
        """Notes text."""
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        """A comment in the page is nobody's intention."""
        self.dangers.append(f"comment {data[:40]}")

    @property
    def text(self) -> str:
        """All text together, white space folded."""
        return " ".join(" ".join(self.texts).split())


def seen(html: str) -> Seen:
    """The page, parsed."""
    parser = Seen()
    parser.feed(html)
    parser.close()
    return parser
