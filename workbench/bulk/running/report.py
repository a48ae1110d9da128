"""Report of a run as one HTML page for the person who approved the money: order, result and cost.

The page is self-contained: no script, no picture, nothing from another host. Every text is escaped, and the
only links are the public links of lessons, if the service gave them.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State
from workbench.bulk.run_frame import error_message
from workbench.bulk.running.progress import duration
from workbench.bulk.running.run_request import RunRequest, Skipped
from workbench.bulk.running.undo import UNDONE
from workbench.client.session.origin import is_loopback, is_web
from workbench.credit_text import credits_label, credits_text
from workbench.text import escape_html

ROWS_SHOWN: Final = 5_000
DESTINATIONS_SHOWN: Final = 20
LONGEST_LINK: Final = 1_000
_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fdfcfa;--soft:#5b6470;--line:#e3e0da;--card:#fff;
--good:#2e7d32;--warn:#b26a00;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8e6e3;--paper:#16181b;--soft:#a3abb5;--line:#33373d;--card:#1d2024;
--good:#81c784;--warn:#ffb74d;--bad:#ef9a9a}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);
font:1rem/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:64rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font-size:1.8rem;line-height:1.2;margin:0}h2{font-size:1.2rem;margin:2.25rem 0 .5rem}
p{margin:.3rem 0}.soft{color:var(--soft)}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:1.5rem 0}
dl div{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.7rem .9rem}
dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:start;vertical-align:top;padding:.35rem .7rem .35rem 0;border-bottom:1px solid var(--line);
overflow-wrap:anywhere}
th{color:var(--soft);font-weight:500}th,.l{overflow-wrap:normal}.t{min-width:7.5rem}
section{overflow-x:auto}@media (max-width:40rem){table{font-size:.85rem}main{padding:1.5rem 1rem}}
.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
.o{width:auto}.o th{padding-inline-end:1.5rem}a{color:inherit}
.good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}
@media print{body{background:#fff;color:#000}main{padding:0}}
""".strip()
_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"


def report_page(ordered: RunRequest, rows: Sequence[RowRecord], at: int) -> str:
    """Return the whole document. `at` is when it was made, epoch milliseconds."""
    body = "".join(_section(title, tone, section_rows, ordered) for title, tone, section_rows in _sections(rows))
    body += _skipped_table(ordered.skipped)
    facts = "".join(
        f"<div><dt>{escape_html(name)}</dt><dd>{escape_html(text)}</dd></div>"
        for name, text in report_facts(ordered, rows)
    )
    facts_rows = "".join(
        f'<tr><th>{escape_html(name)}</th><td><bdi dir="auto">{escape_html(text)}</bdi></td></tr>'
        for name, text in order_facts(ordered, rows)
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape_html(_POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape_html(ordered.name)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1><bdi dir="auto">{escape_html(ordered.name)}</bdi></h1>\n'
        f'<p class="soft">Requested lessons. As of {_day(at)} UTC.</p>\n'
        f'<dl>{facts}</dl>\n<table class="o"><tbody>{facts_rows}</tbody></table>\n{body}</main>\n</body>\n</html>\n'
    )


def order_facts(ordered: RunRequest, rows: Sequence[RowRecord]) -> list[tuple[str, str]]:
    """Return the facts of the order: person, place, writer and project; unknown ones are left out."""
    has_service_id = ordered.service not in ("", ordered.origin)
    service = f"{ordered.origin} ({ordered.service})" if has_service_id else ordered.origin
    facts_rows = [
        ("Requested by", ordered.person),
        ("Organization", ordered.organization),
        ("Service", service),
        ("Writer", ordered.writer),
        ("Lessons go into", _destinations(rows)),
    ]
    if ordered.links is not None and ordered.links.fault:
        facts_rows.append(("Links", f"none: {ordered.links.fault}"))
    return [(name, text) for name, text in facts_rows if text]


def _destinations(rows: Sequence[RowRecord]) -> str:
    places = Counter(str(row.destination) for row in rows)
    if len(places) == 1:
        return next(iter(places))
    listed = [f"{name} ({count:,})" for name, count in islice(places.items(), DESTINATIONS_SHOWN)]
    more = len(places) - len(listed)
    return ", ".join(listed) + (f" and {more:,} more" if more else "")


def report_facts(ordered: RunRequest, rows: Sequence[RowRecord]) -> list[tuple[str, str]]:
    """Return the figures that the person who pays asks for first."""
    done = [row for row in rows if row.state is State.DONE]
    priced = [row.credits for row in done if row.credits is not None]
    facts = [("Lessons created", f"{len(done):,} of {len(rows):,}")]
    if priced:
        facts.append((credits_label(ordered.credit_noun, "spent"), f"{sum(priced):,}"))
    if ordered.approved_credits is not None:
        facts.append((credits_label(ordered.credit_noun, "approved"), f"{ordered.approved_credits:,}"))
    doubt = sum(row.credits or 0 for row in rows if row.state is State.UNSURE)
    if doubt:
        facts.append(("Unconfirmed", f"up to {credits_text(doubt, ordered.credit_noun)}"))
    refused = sum(row.state is State.REFUSED for row in rows)
    if refused:
        facts.append(("Refused, not charged", f"{refused:,}"))
    if ordered.skipped:
        facts.append(("Skipped", f"{len(ordered.skipped):,}"))
    sent = [row.first_sent_at for row in rows if row.first_sent_at is not None]
    settled = [row.settled_at for row in rows if row.settled_at is not None]
    if sent and settled and max(settled) > min(sent):
        facts.append(("From first to last", duration((max(settled) - min(sent)) / 1000)))
    return facts


def _sections(rows: Sequence[RowRecord]) -> Iterable[tuple[str, str, list[RowRecord]]]:
    done = [row for row in rows if row.state is State.DONE]
    yield "Need attention", "warn", [row for row in rows if row.needs_person]
    yield "Refused by the service, not charged", "bad", [row for row in rows if row.state is State.REFUSED]
    yield "Moved to the trash later", "warn", [row for row in done if row.code == UNDONE]
    yield "Matched, not proven", "warn", [row for row in done if row.proof == "matched"]
    proven = [row for row in done if row.code != UNDONE and row.proof != "matched" and not row.needs_person]
    yield "Made", "good", proven
    yield "Not created yet", "soft", [row for row in rows if row.state in (State.PLANNED, State.SENDING)]


def _section(title: str, tone: str, rows: Sequence[RowRecord], ordered: RunRequest) -> str:
    links = {} if ordered.links is None else ordered.links.by_lesson
    body = [_line(row, links.get(row.lesson_id or "", "")) for row in rows[:ROWS_SHOWN]]
    names = ("Line", "Lesson or message", credits_label(ordered.credit_noun))
    return _table(title, tone, names, body, len(rows), rest=", which `workbench runs export` lists")


def _skipped_table(rows: Sequence[Skipped]) -> str:
    body = [
        f'<tr><td class="n">{row.line}</td><td><bdi dir="auto">{escape_html(row.topic)}</bdi></td>'
        f'<td class="l">{escape_html(row.language)}</td><td>{escape_html(row.reason)}</td><td></td></tr>'
        for row in rows[:ROWS_SHOWN]
    ]
    return _table("Skipped, not requested", "soft", ("Line", "Why", ""), body, len(rows))


def _table(
    title: str, tone: str, names: tuple[str, str, str], body: Sequence[str], total: int, *, rest: str = ""
) -> str:
    if not total:
        return ""
    more = total - len(body)
    further = f'<p class="soft">and {more:,} more{rest}.</p>' if more > 0 else ""
    head = (
        f'<tr><th class="n">{names[0]}</th><th class="t">Topic</th><th>Language</th><th class="t">{names[1]}</th>'
        f'<th class="n">{names[2]}</th></tr>'
    )
    return (
        f'<h2 class="{tone}">{title}: {total:,}</h2>\n<section><table><thead>{head}</thead>'
        f"<tbody>{''.join(body)}</tbody></table></section>{further}\n"
    )


def _line(row: RowRecord, link: str) -> str:
    reason = " ".join(part for part in (row.title, error_message(row)) if part)
    credits = "" if row.credits is None or row.state is not State.DONE else f"{row.credits:,}"
    return (
        f'<tr><td class="n">{escape_html(row.name)}</td><td><bdi dir="auto">{escape_html(row.topic)}</bdi></td>'
        f'<td class="l">{escape_html(row.language)}</td><td><bdi dir="auto">{escape_html(reason)}</bdi>'
        f'{_place(row.lesson_id, link)}</td><td class="n">{credits}</td></tr>'
    )


def _place(lesson_id: str | None, link: str) -> str:
    if lesson_id is None:
        return ""
    if not is_web(link) or len(link) > LONGEST_LINK:
        return f'<br><span class="soft">lesson {escape_html(lesson_id)}</span>'
    here = " (opens only on this computer)" if is_loopback(urlsplit(link).hostname or "") else ""
    address = escape_html(link, longest=LONGEST_LINK)
    return f'<br><a href="{address}" rel="noopener noreferrer">{address}</a>{here}'


def _day(epoch_ms: int) -> str:
    return datetime.fromtimestamp(epoch_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
