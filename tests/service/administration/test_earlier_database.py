"""A database file that revision 13a593f1 made, the last with other steps: carried over, checked, copied, restored."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from tests.service.db.cast import read
from workbench.procedures.lesson import LessonFilter
from workbench.service.administration.backup import CopyBroken, back_up, check, install_copy
from workbench.service.administration.checking import problems
from workbench.service.db.migrating import BASELINE, HEAD, migrate
from workbench.service.db.opening import open_store
from workbench.service.lessons import lists

DUMP = Path(__file__).with_name("earlier") / "database_0024.sql"

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("database_file")]


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """The file as that revision left it: a shared course with an approved lesson, a drafted one, one in the trash."""
    path = tmp_path / "earlier.sqlite"
    connection = apsw.Connection(str(path))
    connection.execute(DUMP.read_text(encoding="utf-8")).fetchall()
    connection.close()
    return path


async def test_it_is_brought_up_to_date_and_is_whole(earlier: Path) -> None:
    """Its lessons are there, what is kept twice agrees, and it holds nothing that is not ours."""
    database_url = f"sqlite:///{earlier}"
    assert migrate(database_url) == (BASELINE, HEAD)
    check(earlier)
    store = await open_store(database_url)
    (organization_id,) = await _organizations(earlier)
    found = await read(store, lists.lessons_page, organization_id, LessonFilter())
    assert {lesson.title for lesson in found.items} == {"Why the sky is blue by day", "Tides"}
    assert await read(store, problems) == []
    await store.close()


async def test_it_is_copied_and_put_back(earlier: Path, tmp_path: Path) -> None:
    """
    Regression: `admin backup`, `restore` and `check` refused it, since its steps had its constraints in another order.
    """
    copy = tmp_path / "copy.sqlite"
    back_up(f"sqlite:///{earlier}", copy)
    install_copy(f"sqlite:///{tmp_path / 'restored.sqlite'}", copy)
    assert migrate(f"sqlite:///{tmp_path / 'restored.sqlite'}") == (BASELINE, HEAD)


@pytest.mark.parametrize(
    "strange",
    [
        "ALTER TABLE session ADD COLUMN password TEXT",
        "ALTER TABLE session DROP COLUMN label",
        "CREATE TRIGGER promote AFTER INSERT ON session BEGIN UPDATE membership SET role = 'owner'; END",
    ],
)
async def test_a_table_with_another_column_is_still_refused(earlier: Path, strange: str) -> None:
    """The order is free; what there is is not."""
    connection = apsw.Connection(str(earlier))
    connection.execute(strange)
    connection.close()
    with pytest.raises(CopyBroken, match="not as a workbench makes it"):
        check(earlier)


async def test_a_copy_older_than_the_baseline_says_what_to_start_first(earlier: Path) -> None:
    """It is no newer workbench's, as it was called."""
    connection = apsw.Connection(str(earlier))
    connection.execute("UPDATE alembic_version SET version_num = '0023'")
    connection.close()
    with pytest.raises(CopyBroken, match="step 0023.*13a593f1.*Nothing was changed"):
        check(earlier)


async def _organizations(file: Path) -> list[str]:
    connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    found = [str(organization_id) for (organization_id,) in connection.execute("SELECT id FROM organization")]
    connection.close()
    return found
