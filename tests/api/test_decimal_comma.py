"""A locale with decimal commas, as on a German desktop: files, plans, cards and exports are the same bytes."""

from __future__ import annotations

import locale
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pandas
import pytest

from tests.needs import needs, require
from workbench.api.workbench import Workbench

pytestmark = needs("localedef")
RETRIEVED = re.compile(r"Retrieved [-0-9]+T[0-9:.]+Z")


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Switches this process to German numbers and dates, until the test ends."""
    made = [require("localedef"), "-i", "de_DE", "-f", "UTF-8", "--no-archive", str(tmp_path / "de_DE.UTF-8")]
    subprocess.run(made, check=True, capture_output=True)
    before = locale.setlocale(locale.LC_ALL)

    def switch() -> None:
        monkeypatch.setenv("LOCPATH", str(tmp_path))
        locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
        assert f"{1234.5:n}" == "1.234,5"

    yield switch
    locale.setlocale(locale.LC_ALL, before)


def shown_and_written(workbench: Workbench, course: str, folder: Path) -> dict[str, str]:
    """What a person sees of a course, and the files that are made of it."""
    folder.mkdir()
    frame = workbench.reports.lessons(course_id=course)
    plan = workbench.bulk.plan([f"Rope {number}" for number in range(1_200)], language="EN", name="rope", budget=7)
    reports = [workbench.reports.save(frame, folder / f"report{suffix}") for suffix in (".csv", ".html", ".json")]
    pages = workbench.exports.html([course], folder / "pages")
    return {
        "card": workbench._repr_mimebundle_()["text/html"],
        "plan": plan._repr_html_(),
        "frame": frame.to_csv(),
        **{path.name: RETRIEVED.sub("", path.read_text(encoding="utf-8-sig")) for path in (*reports, *pages)},
    }


def test_what_is_shown_and_written_is_the_same(
    workbench: Workbench, german: Callable[[], None], tmp_path: Path
) -> None:
    """Numbers have their point and their commas for thousands, days are ISO 8601."""
    course = workbench.courses.add_example().course_id
    before = shown_and_written(workbench, course, tmp_path / "before")
    german()
    after = shown_and_written(workbench, course, tmp_path / "after")

    assert {name for name in before if before[name] != after[name]} == set()


def test_a_german_spreadsheet_is_read(workbench: Workbench, german: Callable[[], None], tmp_path: Path) -> None:
    """Semicolons between cells, and a number as such a spreadsheet writes it; nothing is taken for another value."""
    german()
    word = f"Masten {uuid4().hex[:8]}"
    course = workbench.courses.create(word).course_id
    lessons = [workbench.lessons.create(f"{word} {number}", language="DE", course=course) for number in (1, 2)]
    rows = [f"{lesson.lesson_id};Größe {place};{place}" for place, lesson in zip((2, 1), lessons, strict=True)]
    (tmp_path / "titel.csv").write_text("\n".join(["lesson_id;title;position", *rows]), encoding="cp1252")
    workbench.lessons.apply(tmp_path / "titel.csv", name=word, encoding="cp1252").run().close()
    assert workbench.lessons.list(course=course, sort="position")["title"].to_list() == ["Größe 1", "Größe 2"]

    halves = pandas.DataFrame({"lesson_id": [lesson.lesson_id for lesson in lessons], "position": [1.5, 2.5]})
    halves.to_csv(tmp_path / "halb.csv", sep=";", decimal=",", index=False)
    refused = workbench.lessons.apply(tmp_path / "halb.csv")
    assert [str(row.verdict) for row in refused.rows] == ["wrong type"] * 2
