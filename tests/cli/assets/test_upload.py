"""`workbench assets upload`, `list` and `delete`."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest
from PIL import Image

from tests.own_service import command


@pytest.mark.usefixtures("own_service")
def test_files_become_assets_and_what_is_refused_stops_no_other(tmp_path: Path) -> None:
    """A sentence for each; exit 1; the same file again is the same asset; listed, and deleted by name."""
    good, bad = tmp_path / f"p{uuid4().hex[:8]}.png", tmp_path / "bad.png"
    Image.effect_noise((30, 20), 90).save(good)
    bad.write_text("<html>", encoding="utf-8")

    ended = command("asset", "upload", str(bad), str(good))
    again = json.loads(command("asset", "upload", str(good), "--json").stdout)
    listed = json.loads(command("asset", "list", "--json").stdout)
    deleted = command("asset", "delete", good.name, "--yes")

    assert ended.returncode == 1
    assert ended.stdout.startswith(f"{good.name}: image/png, ")
    assert "Lessons can't show this type of file" in ended.stderr
    assert again[0]["assetId"] in {asset["assetId"] for asset in listed}
    assert (deleted.returncode, deleted.stdout) == (0, f"Deleted {good.name}.\n")
