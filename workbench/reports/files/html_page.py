"""A report as a self-contained HTML page without scripts: key figures, the table, and the meaning of its columns."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from workbench.columns import Column
from workbench.reports.catalogue import REPORTS
from workbench.reports.tables.figures import KeyFigure, figures
from workbench.reports.tables.finished import FinishedReport, value_text
from workbench.text import escape_html

MAX_ROWS: Final = 5000
_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fdfcfa;--soft:#5b6470;--line:#e3e0da;--accent:#1c5d99;--card:#fff}
@media (prefers-color-scheme:dark){
:root{--ink:#e8e6e3;--paper:#16181b;--soft:#a3abb5;--line:#33373d;--accent:#8ec2f0;--card:#1d2024}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:90rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}
h1{font-size:1.8rem;line-height:1.2;margin:0}h2{font-size:1.15rem;margin:2.25rem 0 .75rem}
p{margin:.4rem 0}.soft{color:var(--soft)}
dl.figures{display:flex;flex-wrap:wrap;gap:.9rem;margin:1.5rem 0}
dl.figures div{background:var(--card);border:1px solid var(--line);border-radius:.7rem;
padding:.8rem 1.1rem;min-width:9rem}
dl.figures dt{color:var(--soft);font-size:.85rem}
dl.figures dd{margin:0;font-size:1.5rem;font-weight:650;font-variant-numeric:tabular-nums}
.note{border-inline-start:4px solid var(--accent);padding:.4rem .9rem;background:var(--card)}
.wide{overflow:auto;border:1px solid var(--line);border-radius:.7rem;background:var(--card);max-height:80vh}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.4rem .7rem;text-align:start;border-bottom:1px solid var(--line);vertical-align:top}
th{position:sticky;top:0;background:var(--card);white-space:nowrap;font-weight:600}
td{max-width:28rem;min-width:5rem;overflow-wrap:break-word}td.t{min-width:14rem}td.n{min-width:0}td.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
th.n{text-align:end}td.w{white-space:nowrap}tbody tr:last-child td{border-bottom:0}
td.id{font-family:ui-monospace,monospace;font-size:.8rem;color:var(--soft);white-space:nowrap}
@media print{.wide{max-height:none;overflow:visible}th{position:static}}
""".strip()
_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"


def write_page(report: FinishedReport, path: Path) -> None:
    """Write the page. Raises `OSError`."""
    path.write_text(report_page(report), encoding="utf-8")


def report_page(report: FinishedReport) -> str:
    """Return the whole document; a long report is cut to its first 5,000 rows, with a note."""
    title = report.name.replace("-", " ")
    cards = figures_html(figures(report.frame, REPORTS[report.name].figures if report.name in REPORTS else ()))
    notes = "".join(f'<p class="note" role="note">{escape_html(sentence)}</p>' for sentence in report.missing)
    cut = len(report.frame) > MAX_ROWS
    more = f'<p class="note" role="note">The first {MAX_ROWS:,} of {len(report.frame):,} rows.</p>' if cut else ""
    retrieved = f" Retrieved {escape(report.at)}." if report.at else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY, quote=True)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title.capitalize())}</h1>\n"
        f'<p class="soft">{escape(report.about[:1].upper() + report.about[1:])}.{retrieved}</p>\n'
        f"{notes}{cards}\n{more}{_table(report)}\n<h2>Columns</h2>\n{_columns(report)}\n"
        "</main>\n</body>\n</html>\n"
    )


def figures_html(key_figures: Sequence[KeyFigure]) -> str:
    """Return the key figures as a definition list: name and value."""
    cards = "".join(
        f"<div><dt>{escape(figure.what)}</dt><dd>{escape(figure.shown)}</dd></div>" for figure in key_figures
    )
    return f'<dl class="figures">{cards}</dl>' if cards else ""


def _table(report: FinishedReport) -> str:
    kinds = [_cell_class(column) for column in report.columns]
    head = "".join(
        f'<th scope="col"{_class(kind)}>{escape(column.name)}</th>'
        for column, kind in zip(report.columns, kinds, strict=True)
    )
    body = []
    for row, _ in zip(report.printable_rows(), range(MAX_ROWS), strict=False):
        cells = "".join(f"<td{_class(kind)}>{_text(value)}</td>" for value, kind in zip(row, kinds, strict=True))
        body.append(f"<tr>{cells}</tr>")
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'


def _columns(report: FinishedReport) -> str:
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(unit or dtype)}</td><td>{escape(meaning)}</td></tr>"
        for name, dtype, unit, meaning in report.columns
    )
    head = '<tr><th scope="col">column</th><th scope="col">unit or type</th><th scope="col">meaning</th></tr>'
    return f'<div class="wide"><table><thead>{head}</thead><tbody>{rows}</tbody></table></div>'


def _cell_class(column: Column) -> str:
    if column.dtype in ("int64", "double"):
        return "n"
    if column.name.endswith("_id"):
        return "id"
    if column.unit == "JSON" or column.name in ("title", "topic", "reason", "differing", "check", "message"):
        return "t"
    return "" if column.dtype == "string" else "w"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.2f}"
    text = value_text(value)
    is_time = not isinstance(value, str) and "T" in text
    return escape_html(text[:16].replace("T", " ") if is_time else text)
