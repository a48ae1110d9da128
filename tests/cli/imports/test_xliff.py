"""`workbench import FILE.xlf`, and the export that writes it."""

from __future__ import annotations

import json
from pathlib import Path

from lxml import etree

from tests.changes.xliff.files import translate_unit, units
from tests.own_service import command
from workbench.api.workbench import Workbench


def test_a_course_goes_to_translators_and_comes_back(workbench: Workbench, tmp_path: Path) -> None:
    """Written, looked at, translated, imported and undone."""
    course_id = workbench.courses.add_example().course_id
    path = tmp_path / "sky.xlf"
    to_file = ("--format", "xliff", "--language", "fr", "--to", str(path))
    exported = command("export", course_id, *to_file, "--json")
    facts = json.loads(exported.stdout)
    untouched = command("import", str(path), "--plan")
    document = etree.parse(str(path))
    for unit in units(document.getroot()):
        translate_unit(unit, lambda _, text: f"fr {text}")
    document.write(str(path))
    imported = command("import", str(path), "--name", "sky in French", "--yes")
    undone = command("changes", "undo", "sky in French", "--yes")

    assert (facts["path"], facts["lessons"], facts["untranslated"]) == (str(path), 1, facts["texts"])
    assert untouched.returncode == 0
    assert imported.returncode == 0, imported.stderr
    assert "Created: 1 course and 1 lesson" in imported.stderr
    assert undone.returncode == 0, undone.stderr


def test_a_language_goes_with_xliff_alone(tmp_path: Path) -> None:
    """Said before a service is asked; and what is no XLIFF is refused."""
    path = tmp_path / "a.xlf"
    path.write_text("<html/>")

    assert "--language needs --format xliff" in command("export", "x", "--language", "FR").stderr
    assert "--format xliff needs --language" in command("export", "x", "--format", "xliff").stderr
    assert "is not an XLIFF 2.0 file" in command("import", str(path)).stderr
