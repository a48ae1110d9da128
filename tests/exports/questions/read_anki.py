"""Run by a Python that has Anki: imports packages into a new collection one by one, prints the outcome of it."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest  # type: ignore[import-not-found]

collection = Collection(str(Path(tempfile.mkdtemp()) / "collection.anki2"))
imports = []
for path in sys.argv[1:]:
    request = ImportAnkiPackageRequest(package_path=path, options=ImportAnkiPackageOptions())
    log = collection.import_anki_package(request).log
    imports.append({"new": len(log.new), "updated": len(log.updated)})
cards = [collection.get_card(card) for card in collection.find_cards("")]
found = {
    "imports": imports,
    "notes": len(collection.find_notes("")),
    "cards": len(cards),
    "questions": [card.render_output().question_text for card in cards],
    "is_sound": collection.fix_integrity()[1],
}
collection.close()
print(json.dumps(found))
