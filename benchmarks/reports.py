"""Many lessons from answer bytes to a DataFrame: beside pyarrow.json straight to Arrow, and beside the plain way.

Each side runs in a process of its own, so that its peak of memory is its own. Run as:
python -m benchmarks.reports [--rows N] [--rounds N] [--json FILE]
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from functools import partial

from benchmarks.options import options
from benchmarks.paired import Compared, in_turn, keep, table

PAGE = 1000
Figures = tuple[dict[str, float], ...]
SIDES = ("ours", "arrow", "plain", "pages")
PARTS = (10, 100)
"""Growth is measured beside a tenth and a hundredth of the rows."""


def main() -> None:
    """Measure, print the table, keep the figures."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--side", choices=SIDES, help="run one side and print its figures")
    chosen = parser.parse_args()
    if chosen.side:
        print(json.dumps(one(chosen.side, chosen.rows)))
        return
    rows = measured(chosen.rows, chosen.rounds)
    print(table(rows, "ours", "theirs"))
    keep(chosen.json, "reports", [row.as_json() for row in rows])


def measured(rows: int, rounds: int) -> list[Compared]:
    """Time beside pyarrow.json, memory beside the plain way (both less the pages themselves), and growth."""
    sides = [partial(run, side, rows) for side in SIDES]
    sides += [partial(run, side, rows // part) for part in PARTS for side in ("ours", "pages")]
    found = list(in_turn(rounds, *sides))
    ours, arrow, plain, pages, *smaller = zip(*found, strict=True)
    held = _memory(ours, pages)
    beside = [
        Compared(f"{rows:,} lessons, time beside pyarrow.json", "s", *_times(ours, arrow), 1.5, at_least=False),
        Compared("memory beside json.loads and DataFrame", "MiB", held, _memory(plain, pages), 0.5, at_least=False),
    ]
    for part, few, empty in zip(PARTS, smaller[::2], smaller[1::2], strict=True):
        than, less = f"a row, beside {rows // part:,} rows", rows // part
        times = [our["cpu"] / rows * 1e6 for our in ours], [measurement["cpu"] / less * 1e6 for measurement in few]
        sizes = [size / rows * 2**20 for size in held], [size / less * 2**20 for size in _memory(few, empty)]
        beside.append(Compared(f"processor time {than}", "us", *times, 1.3, at_least=False))
        beside.append(Compared(f"memory {than}", "bytes", *sizes, 1.3, at_least=False))
    return beside


def run(side: str, rows: int) -> dict[str, float]:
    """One side in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.reports", "--side", side, "--rows", str(rows)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    figures: dict[str, float] = json.loads(said)
    return figures


def one(side: str, rows: int) -> dict[str, float]:
    """Seconds from pages to frame, and the peak of this process's memory."""
    import pandas
    import pyarrow
    from pyarrow import json as arrow_json

    from workbench.reports import lessons
    from workbench.reports.report import Answers, ReportAnswer
    from workbench.reports.scope import ReportOrganization, Scope
    from workbench.reports.tables.listing import next_cursor, page_table

    asked = lessons.ask(Scope((ReportOrganization("o", "Acme"),)))[0]
    pages = [page(start, min(PAGE, rows - start)) for start in range(0, rows, PAGE)]
    lines = (
        b"\n".join(answer_page[12 : answer_page.rindex(b"]")].replace(b"},{", b"}\n{") for answer_page in pages)
        if side == "arrow"
        else b""
    )
    started, began = time.perf_counter(), time.process_time()
    if side == "ours":
        tables = []
        for answer_page in pages:
            next_cursor(answer_page)
            tables.append(page_table(answer_page, "lessons", asked.columns))
        frame = lessons.frame(Answers(Scope(), (ReportAnswer(asked, tuple(tables)),)))
        assert len(frame) == rows
    elif side == "arrow":
        told = arrow_json.read_json(pyarrow.BufferReader(lines))
        assert len(told.to_pandas(types_mapper=pandas.ArrowDtype)) == rows
    elif side == "plain":
        assert (
            len(pandas.DataFrame([row for answer_page in pages for row in json.loads(answer_page)["lessons"]])) == rows
        )
    seconds = time.perf_counter() - started
    return {
        "seconds": seconds,
        "cpu": time.process_time() - began,
        "mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def page(start: int, rows: int = PAGE) -> bytes:
    """A page of lessons as the service writes it."""
    items = [
        {
            "lessonId": f"{at:025d}",
            "courseId": f"{at // 2:025d}",
            "projectId": f"{at // 500:025d}",
            "title": f"Sorting waste, part {at}",
            "language": "EN",
            "blockCount": 9,
            "revision": 1,
            "topic": f"Sorting waste, part {at}",
            "writer": "planning-sheet",
            "createdAt": "2026-01-02T03:04:05.678Z",
            "updatedAt": "2026-01-02T03:04:05.678Z",
            "createdBy": "Ana",
        }
        for at in range(start, start + rows)
    ]
    told = {"lessons": items, "total": 10**6, "nextCursor": f"c{start}"}
    return json.dumps(told, separators=(",", ":")).encode()


def _memory(side: Figures, pages: Figures) -> list[float]:
    return [measurement["mib"] - empty["mib"] for measurement, empty in zip(side, pages, strict=True)]


def _times(ours: Figures, theirs: Figures) -> tuple[list[float], list[float]]:
    return [our["seconds"] for our in ours], [their["seconds"] for their in theirs]


if __name__ == "__main__":
    main()
