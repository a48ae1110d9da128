"""Run by a Python that has translate-toolkit: gives random texts of an XLIFF file another translation, and saves it.

Prints the ids of the units that it changed and the words that each has now. Codes stay as the toolkit keeps them.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from translate.storage.placeables.strelem import StringElem  # type: ignore[import-not-found]
from translate.storage.xliff2 import Xliff2File  # type: ignore[import-not-found]

path, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)


def with_words(element: Any, words: str) -> bool:
    """Put the words into the first text within; whether there was one."""
    for index, inside in enumerate(element.sub):
        if isinstance(inside, str):
            if inside.strip():
                element.sub[index] = f"{words} {inside.lstrip()}"
                return True
        elif isinstance(inside, StringElem) and with_words(inside, words):
            return True
    return False


changed = {}
store = Xliff2File.parsefile(path)
every = [unit for unit in store.units if unit.source.strip()]
for number, unit in enumerate(chance.sample(every, min(count, len(every)))):
    words = chance.choice(["Marée", "المد", "潮", "ça & <là>", "«‏שלום‏»"]) + f" {number}"
    rich = unit.rich_target if unit.target else unit.rich_source
    if with_words(rich[0], words):
        unit.rich_target = rich
        unit.marktranslated()
        changed[unit.getid()] = words
store.savefile(path)
print(json.dumps(changed))
