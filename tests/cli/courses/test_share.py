"""`workbench courses share` and `unshare`, and the links of many courses from a table."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest

from tests.own_service import command
from workbench.api.connect import connect


@pytest.mark.usefixtures("own_service")
def test_a_link_is_opened_with_its_settings_and_closed(tmp_path: Path) -> None:
    """What is no setting is refused before the link opens; a table changes it as well."""
    with connect() as workbench:
        course_id = workbench.courses.add_example().course_id
    command("course", "unshare", course_id)  # another test may have shared the example
    odd = command("course", "share", course_id, "--embed-origins", "https://*")
    before = json.loads(command("course", "share", course_id, "--settings-only", "--json").stdout)
    shared = command("course", "share", course_id, "--expires", "2099-12-31", "--embed-origins", "https://a.example")
    table = tmp_path / f"{uuid4().hex[:8]}.csv"
    table.write_text(f"course_id,expires\n{course_id},never\n", encoding="utf-8")
    applied = command("apply", str(table), "--courses", "--yes")
    after = json.loads(command("course", "share", course_id, "--settings-only", "--json").stdout)
    closed = command("course", "unshare", course_id)

    assert (odd.returncode, "wildcard" in odd.stderr, before["isPublic"]) == (1, True, False)
    assert "Last day: 2099-12-31. Embedded: https://a.example. Search engines: no." in shared.stdout
    assert (applied.returncode, after["expiresAt"], after["isPublic"]) == (0, None, True)
    assert closed.stdout == "The course is private.\n"
