"""Bad lists, from the file to the service: each line has a verdict, or one sentence says why there is not a plan.

Whatever is wrong, planning sends nothing that costs. The parts have their own tests in the room of bulk.
"""

from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.cases import Case, Mode
from tests.faults.crashes import QUICK
from tests.faults.faulty_service import FaultyService
from tests.faults.truth import Truth
from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.journal_file import SCHEMA_VERSION
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.run_frame import rows_csv
from workbench.bulk.running.run import Run
from workbench.client.sync import Client
from workbench.errors import JournalError, PlanRejected

CONTENT_TYPES = b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
MANY = 100_000


@pytest.fixture
def truth(faulty_service: FaultyService) -> Truth:
    """A service with keys and without faults, and what it really did."""
    return faulty_service.begin(Case(-30, Mode.KEYS, 1, ()))


@pytest.fixture
def planned(faulty_service: FaultyService, truth: Truth, tmp_path: Path) -> Iterator[Callable[[bytes, str], Plan]]:
    """The plan of a file with this content and ending; nothing was sent for it."""
    with Client(faulty_service.url, "token") as client:

        def plan(content: bytes, ending: str) -> Plan:
            path = tmp_path / f"topics.{ending}"
            path.write_bytes(content)
            try:
                return plan_topics(path, client, language=None if b"language" in content[:40] else "EN")
            finally:
                assert truth.sends == []

        yield plan


Planned = Callable[[bytes, str], Plan]


def verdicts(plan: Plan) -> list[Verdict]:
    """One for each line."""
    return [row.verdict for row in plan.rows]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_list_is_one_sentence(content: bytes, planned: Planned) -> None:
    """Also one with nothing but a mark of its encoding."""
    with pytest.raises(PlanRejected, match="is empty") as refused:
        planned(content, "csv")

    assert "\n" not in refused.value.message


def test_a_heading_alone_is_a_plan_of_nothing(planned: Planned) -> None:
    """It is not a topic, and costs nothing."""
    assert planned(b"topic\n", "csv").rows == ()


def test_a_hundred_thousand_lines_have_a_verdict_each(planned: Planned) -> None:
    """And one more is a sentence."""
    lines = "".join(f"topic number {number}\n" for number in range(MANY))

    assert verdicts(planned(f"topic\n{lines}".encode(), "csv")) == [Verdict.READY] * MANY
    with pytest.raises(PlanRejected, match="100,000"):
        planned(f"topic\n{lines}one more\n".encode(), "csv")


def test_a_cell_of_a_hundred_kilobytes_is_too_long(planned: Planned) -> None:
    """Its neighbours are not."""
    plan = planned(b"topic\nBread\n" + b"x" * 100_000 + b"\nMilk\n", "csv")

    assert verdicts(plan) == [Verdict.READY, Verdict.TOO_LONG, Verdict.READY]


def test_what_steers_is_shown_as_its_code(planned: Planned) -> None:
    """Direction and control characters make a row that is not sent; neither card nor text passes them on."""
    plan = planned("topic\nBread \u202edaerb\nMi\x1b[31mlk\n".encode(), "csv")
    shown = f"{plan}{plan._repr_html_()}"

    assert verdicts(plan) == [Verdict.UNSENDABLE] * 2
    assert not {"\u202e", "\x1b"} & set(shown)


def test_a_formula_is_a_topic_and_no_formula_again(
    planned: Planned, faulty_service: FaultyService, tmp_path: Path
) -> None:
    """It is sent as it is; what is exported of it computes nothing."""
    plan = planned(b'topic\n"=HYPERLINK(""http://example.org"")"\n', "csv")
    with (
        Client(faulty_service.url, "token") as client,
        Run(plan, client, retry_policy=QUICK, folder=tmp_path / "runs") as run,
    ):
        run.start().wait(30)
        exported = rows_csv(run.rows())

    assert faulty_service.truth.sends == [("EN", '=HYPERLINK("http://example.org")')]
    assert "'=HYPERLINK" in exported


def test_three_spellings_are_one_topic(planned: Planned) -> None:
    """Spaces, case and composed letters."""
    plan = planned("topic\nCafé au lait\ncafe\u0301  au LAIT\n CAFÉ AU\u00a0LAIT \n".encode(), "csv")

    assert verdicts(plan) == [Verdict.READY, Verdict.DUPLICATE, Verdict.DUPLICATE]


def test_languages_may_be_mixed(planned: Planned) -> None:
    """Row by row; what is no language is reported, and a row that names none has the default."""
    plan = planned(b"topic,language\nBread,EN\nBrot,de\nPain,french-ish?\nLeib,\n", "csv")

    assert [row.language for row in plan.ready] == ["EN", "DE", "EN"]
    assert verdicts(plan)[2] == Verdict.LANGUAGE_UNKNOWN


@pytest.mark.parametrize("address", ["https://example.org/topics.csv", "file:///etc/passwd", "s3://bucket/topics.csv"])
def test_an_address_in_place_of_a_file_is_not_opened(address: str, faulty_service: FaultyService, truth: Truth) -> None:
    """A person downloads it."""
    with Client(faulty_service.url, "token") as client, pytest.raises(PlanRejected, match="is a web address"):
        plan_topics(address, client, language="EN")

    assert truth.sends == []


def archive(**parts: bytes) -> bytes:
    """A workbook of these parts; `__` in a name stands for a slash."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("[Content_Types].xml", CONTENT_TYPES)
        for name, content in {"xl__workbook.xml": b"<workbook/>", **parts}.items():
            packed.writestr(name.replace("__", "/"), content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("workbook", "said"),
    [
        (archive(**{"xl__worksheets__sheet1.xml": b" " * 60_000_000}), "more than 50 MB"),
        (archive(**{"xl__vbaProject.bin": b"x"}), "macros"),
        (archive(**{"xl__worksheets__sheet1.xml": b'<!DOCTYPE x [<!ENTITY a "b">]><x/>'}), "entities"),
        (archive(**{"xl__externalLinks__externalLink1.xml": b"<x/>"}), "cannot be read|no sheets"),
        (archive()[:-30], "damaged"),
    ],
    ids=["bomb", "macros", "entities", "links alone", "torn"],
)
def test_a_hostile_workbook_is_one_sentence(workbook: bytes, said: str, planned: Planned) -> None:
    """Whatever is packed into it."""
    with pytest.raises(PlanRejected, match=said) as refused:
        planned(workbook, "xlsx")

    assert "\n" not in refused.value.message


def newer(path: Path) -> None:
    """A journal that a later version made."""
    with sqlite3.connect(path) as db:
        db.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    db.close()


def torn(path: Path) -> None:
    """A journal of which half is there."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    """A journal of which nothing is there."""
    path.write_bytes(b"")


@pytest.mark.parametrize(("befall", "said"), [(newer, "newer workbench"), (torn, "damaged"), (emptied, "damaged")])
def test_a_journal_that_cannot_be_trusted_stops_the_run(
    befall: Callable[[Path], None], said: str, planned: Planned, faulty_service: FaultyService, tmp_path: Path
) -> None:
    """Before anything is sent, with what to do."""
    plan, folder = planned(b"topic\nBread\n", "csv"), tmp_path / "runs"
    with Client(faulty_service.url, "token") as client:
        Run(plan, client, folder=folder).close()
        befall(folder / journal_name(plan.place.service, plan.place.organization_id))
        with pytest.raises(JournalError, match=said) as refused:
            Run(plan, client, folder=folder)

    assert "othing was sent" in refused.value.message
    assert faulty_service.truth.sends == []
