"""Pictures and recordings beside files: written, found again by their bytes, uploaded when they are new."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.changes.folders.conftest import Exported
from tests.service.assets.media_files import picture
from workbench.changes.folders.media_files import MediaFiles
from workbench.changes.plan_file import save_change_plan
from workbench.changes.results import find_change_set
from workbench.changes.row import ChangeVerdict
from workbench.changes.undo import undo_changes
from workbench.client.asset_transfer import upload_file
from workbench.errors import PlanRejected
from workbench.exports.folders.export import export_folder
from workbench.procedures.asset import list_assets


@pytest.fixture
def shown(exported: Exported, tmp_path: Path) -> Exported:
    """The same course, with a picture in its first lesson, exported with it."""
    path = tmp_path / "Old pier.png"
    path.write_bytes(picture(size=(30, 20)))
    client = exported.acme.ana.client
    asset = upload_file(client, path, organization_id=None, alternative_text=None)
    exported.acme.insert(exported.lesson_ids[0], "image", {"asset": asset.asset_id, "alternativeText": "A pier"})
    export_folder(client, [exported.course_id], exported.folder, overwrite=True)
    return exported


def media(exported: Exported) -> list[str]:
    """The names of the files in `media`."""
    return sorted(path.name for path in (exported.folder / "sea" / "media").iterdir())


def assets(exported: Exported) -> int:
    """How many assets the organization has."""
    return len(exported.acme.ana.call(list_assets()).assets)


def test_a_picture_goes_round(shown: Exported) -> None:
    """It is a link to a file next to the lesson; unedited it is nothing to do, and exported again the same."""
    before = shown.contents()
    [name] = media(shown)

    assert f"![A pier](media/{name})" in shown.file(0).read_text()
    assert name.startswith("old-pier-")
    assert shown.plan().changes == ()
    assert (shown.again(), media(shown)) == (before, [name])
    shown.edit(0, lambda text: text.replace("A pier", "The old pier"))
    plan = shown.plan()
    assert ([row.after_name for row in plan.changes], plan.hooks.sources) == (["1 block changed."], ())
    shown.run(plan)
    assert assets(shown) == 1


def test_a_new_picture_is_uploaded_once(exported: Exported) -> None:
    """Two lessons that show the same bytes share an asset; afterwards the files refer to what is stored."""
    place = exported.folder / "sea" / "my pictures"
    place.mkdir()
    (place / "Rock pool.jpg").write_bytes(picture("JPEG", (50, 40)))
    link = "\n<!-- block image -->\n![A pool](<my pictures/Rock pool.jpg>)\n\nAt low water\n"
    exported.edit(0, lambda text: text + link)
    exported.edit(1, lambda text: text + link.replace("<my pictures/Rock pool.jpg>", "my%20pictures/Rock%20pool.jpg"))
    (exported.folder / "sea" / "04-new.md").write_text("# New\n\n![A pool](<my pictures/Rock pool.jpg>)\n")
    plan = exported.plan()

    assert "1 file with" in " ".join(plan.notes)
    assert (len(plan.changes), assets(exported)) == (3, 0)
    with pytest.raises(PlanRejected, match="uploads files"):
        save_change_plan(plan, exported.folder / "plan.json")
    exported.run(plan)
    [name] = media(exported)
    block = exported.acme.lesson(exported.lesson_ids[0]).blocks[-1]
    assert (assets(exported), block.content["caption"]) == (1, "At low water")
    assert f"![A pool](media/{name})" in exported.file(3).read_text()
    assert exported.plan().changes == ()

    undo_changes(find_change_set(plan.name), exported.acme.ana.client)
    assert exported.acme.lesson(exported.lesson_ids[0]).block_count == 2


def test_a_picture_that_was_painted_over_is_a_change(shown: Exported) -> None:
    """Its file has other bytes than its name says, though no text was edited."""
    [name] = media(shown)
    (shown.folder / "sea" / "media" / name).write_bytes(picture(size=(31, 21)))
    plan = shown.plan()

    assert [(row.lesson_id, row.after_name) for row in plan.changes] == [(shown.lesson_ids[0], "1 block changed.")]
    shown.run(plan)
    assert (assets(shown), shown.plan().changes) == (2, ())


@pytest.mark.parametrize(
    ("reference", "problem"),
    [
        ("../../secret.png", "leads out of the folder"),
        ("media/../../secret.png", "leads out of the folder"),
        ("/etc/secret.png", "not a path inside the folder"),
        ("C:/secret.png", "is an address"),
        ("media\\\\secret.png", "not a path inside the folder"),
        ("https://a.example/x.png", "is an address"),
        ("media/%2e%2e/%2e%2e/secret.png", "leads out of the folder"),
        ("media/none.png", "there is no file"),
        ("media/link.png", "is a link"),
        ("linked/secret.png", "is a link"),
        ("media/pipe.png", "it is no file"),
        ("media/empty.png", "is empty"),
        ("media/large.png", "at most 20 MB"),
        ("media/page.svg", "is not of a type that lessons can have"),
        ("media/sound.mp3", "cannot show"),
    ],
)
def test_what_no_picture_can_be_is_told(exported: Exported, tmp_path: Path, reference: str, problem: str) -> None:
    """Nothing outside the folder is read, and nothing is sent."""
    (tmp_path / "secret.png").write_bytes(picture())
    place = exported.folder / "sea" / "media"
    place.mkdir()
    (place / "link.png").symlink_to(tmp_path / "secret.png")
    (exported.folder / "sea" / "linked").symlink_to(tmp_path)
    os.mkfifo(place / "pipe.png")
    (place / "empty.png").touch()
    with (place / "large.png").open("wb") as file:
        file.truncate(20_000_001)
    exported.edit(0, lambda text: text + f"\n<!-- block image -->\n![x](<{reference}>)\n")
    row = exported.plan().rows[0]

    assert (row.verdict, problem in row.reason) == (ChangeVerdict.NOT_ALLOWED, True), row.reason
    with pytest.raises(ValueError, match="folder|link|file|type|empty|MB|address|show"):
        MediaFiles().resolve(exported.folder / "sea", reference, "image")
