"""HTML of a question as Markdown, or as plain text: sanitized first, to what Markdown can represent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final
from urllib.parse import unquote

from workbench.documents.paragraph import TextRun
from workbench.imports.reading.inline import address, code_span, markdown
from workbench.patterns import IGNORECASE, Pattern

MAX_HTML: Final = 200_000
"""Longest text of HTML that is read."""
MAX_COLUMNS: Final = 60
"""Most columns of a table; the cells of a wider one are paragraphs."""
_TAGS: Final = {
    "a", "b", "blockquote", "br", "code", "del", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img",
    "li", "ol", "p", "pre", "s", "strike", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
    "ul",
}  # fmt: skip
_BLOCKS: Final = frozenset(
    {"p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "blockquote", "pre", "tr", "hr", "ul", "ol", "table"}
)
_LOST: Final = Pattern(r"<(iframe|video|audio|object|embed|applet|canvas|svg|math|form|input|script)\b", IGNORECASE)
_TEX_SIGNS: Final = r"(?:[^\\]|\\(?![()\[\]])){1,2000}+"
_TEX: Final = Pattern(rf"\\\(({_TEX_SIGNS})\\\)|\\\[({_TEX_SIGNS})\\\]|\$\$([^$]{{1,2000}})\$\$")
_FILE: Final = Pattern(r"@@PLUGINFILE@@/([^\"'?]+)")
_PLAIN: Final = Pattern(r"[^<&]*")
_BLANKS = Pattern(r"\s+")


@dataclass(slots=True)
class HtmlText:
    """The content of an HTML text: Markdown, plain words, pictures in order, and what could not be kept."""

    markdown: str = ""
    plain: str = ""
    pictures: list[tuple[str, str]] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)


def read_html(html: str) -> HtmlText:
    """Return the text of an HTML fragment.

    `pictures` are names of files of the question, or addresses, with their alternative texts.
    """
    import nh3

    text = html[:MAX_HTML]
    lost = sorted({match.lower() for match in _LOST.findall(text)})
    lost += ["its end, for it is too long"] if len(html) > MAX_HTML else []
    cleaned = nh3.clean(
        text,
        tags=_TAGS,
        clean_content_tags={"script", "style", "iframe", "object", "svg", "math", "template"},
        attributes={"a": {"href"}, "img": {"src", "alt"}, "ol": {"start"}},
        url_schemes={"https", "http", "mailto", "data", "ftp", "file", "tel"},
        url_relative="pass_through",
        link_rel=None,
        strip_comments=True,
    )
    reader = _HtmlReader()
    reader.feed(cleaned)
    reader.close()
    return HtmlText(reader.as_markdown(), reader.as_plain(), reader.pictures, lost + reader.losses)


def tex_in_dollars(text: str) -> str:
    r"""Return the text with formulas of `\(…\)` between dollars, as lessons have them."""
    return _TEX.sub(lambda match: f"${(match[1] or match[2] or match[3]).strip()}$", text)


class _HtmlReader(HTMLParser):
    """Paragraphs of runs, each with the prefix of its lines."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pictures: list[tuple[str, str]] = []
        self.losses: list[str] = []
        self._paragraphs: list[tuple[str, list[TextRun], str]] = []  # a kind, its runs, the prefix of its lines
        self._runs: list[TextRun] = []
        self._open: dict[str, int] = {}
        self._links: list[str] = []
        self._lists: list[list[int | None]] = []
        self._mark = ""
        self._row: list[list[TextRun]] | None = None
        self._depth = 0  # of tables within each other
        self._rows: list[list[list[TextRun]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _BLOCKS:
            self._break()
        if tag == "br":
            self._runs.append(TextRun("\n"))
        elif tag == "a":
            self._links.append(given.get("href", ""))
            if self._links[-1] and not address(self._links[-1]):
                self.losses.append(f"a link to {self._links[-1][:80]}")
        elif tag == "img":
            self._picture(given.get("src", ""), given.get("alt", ""))
        elif tag in ("ul", "ol"):
            start = given.get("start", "1")
            number = int(start) if start.isascii() and start.isdigit() and len(start) < 9 else 1
            self._lists.append([number - 1 if tag == "ol" else None])
        elif tag == "li":
            self._begin_item()
        elif tag == "table":
            self._depth += 1
            if self._depth == 1:
                self._rows = []
            elif "table in a table" not in self.losses:
                self.losses.append("table in a table")
        elif self._depth > 1 and tag in ("tr", "td", "th"):
            self._runs.append(TextRun(" "))
        elif tag == "tr":
            self._row = []
        elif tag in ("td", "th") and self._row is not None:
            self._row.append([])
        else:
            self._open[tag] = self._open.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._links:
            self._links.pop()
        elif self._depth > 1 and tag in ("table", "tr", "td", "th"):
            self._depth -= tag == "table"
        elif tag in ("td", "th"):
            if self._row:
                self._row[-1], self._runs = self._runs, []
        elif tag == "tr" and self._row is not None:
            self._rows.append(self._row)
            self._row = None
        elif tag == "table":
            self._depth = 0
            self._end_table()
        else:
            if tag in _BLOCKS:
                self._break()
            if tag in ("ul", "ol") and self._lists:
                self._lists.pop()
            elif tag not in ("li", "tr"):
                self._open[tag] = max(0, self._open.get(tag, 0) - 1)

    def handle_data(self, data: str) -> None:
        is_set = self._open.get("pre", 0) > 0
        text = data if is_set else _BLANKS.sub(" ", data)
        bold = any(self._open.get(tag) for tag in ("b", "strong"))
        italic = any(self._open.get(tag) for tag in ("i", "em"))
        struck = any(self._open.get(tag) for tag in ("s", "del", "strike"))
        code = bool(self._open.get("code")) and not is_set
        sign = "^" if self._open.get("sup") else "_" if self._open.get("sub") else ""
        if sign and text.strip():
            text = f"{sign}{text.strip()}" if len(text.strip()) == 1 else f"{sign}({text.strip()})"
        self._runs.append(TextRun(text, bold, italic, struck, code, self._links[-1] if self._links else ""))

    def as_markdown(self) -> str:
        """Return all paragraphs, with lists close together."""
        self._break()
        made, was_item = list[str](), False
        for kind, runs, mark in self._paragraphs:
            is_item = bool(mark.strip()) and kind != "blockquote"
            text = _paragraph_markdown(kind, runs, mark)
            if text:
                made += ["\n" if is_item and was_item else "\n\n" if made else "", text]
                was_item = is_item
        return "".join(made)

    def as_plain(self) -> str:
        """Return the words, one line for each paragraph and line break."""
        self._break()
        lines = []
        for kind, runs, mark in self._paragraphs:
            text = "".join(_words(run) for run in runs)
            parts = text.split("\n") if kind == "pre" else [" ".join(line.split()) for line in text.split("\n")]
            words = "\n".join(parts).strip("\n ")
            lines += [f"{mark}{words}" if kind != "blockquote" else words] if words else []
        return "\n".join(lines)

    def _break(self) -> None:
        """End the paragraph if it has words."""
        if self._row is not None:
            self._runs.append(TextRun(" "))
            return
        runs, self._runs = self._runs, []
        if any(run.text.strip() for run in runs):
            kind = next((tag for tag in ("pre", "blockquote") if self._open.get(tag)), "p")
            self._paragraphs.append((kind, runs, self._mark))
            self._mark = " " * len(self._mark) if self._lists else ""

    def _begin_item(self) -> None:
        counts = self._lists[-1] if self._lists else [None]
        indent = "    " * min(6, max(0, len(self._lists) - 1))
        if counts[0] is None:
            self._mark = f"{indent}- "
        else:
            counts[0] += 1
            self._mark = f"{indent}{counts[0]}. "

    def _picture(self, source: str, words: str) -> None:
        match = _FILE.search(source)
        if match:
            self.pictures.append((unquote(match[1]).rpartition("/")[2], words))
        elif source.startswith("data:image/"):
            self.pictures.append((source, words))
        else:
            self.losses.append("img")
            self._runs.append(TextRun(words))

    def _end_table(self) -> None:
        rows, self._rows = self._rows, []
        if not rows:
            return
        if len(rows) == 1 and len(rows[0]) == 1:
            self._paragraphs.append(("p", rows[0][0], ""))
            return
        if max(map(len, rows)) > MAX_COLUMNS:
            self._paragraphs += [("p", cell, "") for row in rows for cell in row]
            self.losses.append("table")
            return
        self._paragraphs.append(("table", [TextRun(_table_markdown(rows), raw=True)], ""))
        self.losses.append("table")


def _paragraph_markdown(kind: str, runs: list[TextRun], mark: str) -> str:
    if kind == "table":
        return runs[0].text
    if kind == "pre":
        text = "".join(run.text for run in runs).strip("\n")
        return f"```\n{text}\n```" if "```" not in text else code_span(" ".join(text.split()))
    text = markdown(runs)
    if kind == "blockquote":
        return "\n".join(f"> {line}" for line in text.split("\n"))
    return mark + text.replace("\n", "\n" + " " * len(mark))


def _table_markdown(rows: list[list[list[TextRun]]]) -> str:
    width = max(len(row) for row in rows)
    in_line: Callable[[list[TextRun]], str] = lambda runs: markdown(  # noqa: E731
        [TextRun(r.text.replace("\n", " "), r.bold, r.italic, r.struck, r.code, r.link) for r in runs]
    )
    lines = [f"| {' | '.join([*map(in_line, row), *[''] * (width - len(row))])} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _words(run: TextRun) -> str:
    """Return the words of a run in plain text: a link with its address, a table row by row."""
    if run.raw:
        rows = [line.strip("| ") for line in run.text.split("\n")]
        return "\n".join(row for number, row in enumerate(rows) if number != 1)
    target = address(run.link)
    words = run.text.strip()
    return f"{run.text} ({target})" if target and words and words not in (target, run.link) else run.text
