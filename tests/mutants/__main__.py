"""`make sweep-mutants`: try mutants of some units, and write tests/mutants/outcomes.md; other units keep their rows."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.mutants.modules import EQUIVALENT, SEED, Unit, units
from tests.mutants.mutate import Mutant
from tests.mutants.plugin import NO_END, NOT_REACHED, SURVIVED

OUTCOMES = Path(__file__).parent / "outcomes.md"
_WORDS = {SURVIVED: "survived", NOT_REACHED: "not reached"}
"""What the page says of a mutant that no test killed."""
_SETTLED = ("| killed |", "| equivalent |")


def main() -> int:
    """Print what survives or is not reached; 1 where a mutant that is not equivalent does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("units", nargs="*", help="such as service/credits/paid_calls; default: all")
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--survivors", action="store_true", help="leave out mutants that the page says are killed")
    chosen = parser.parse_args()
    sections = _sections()
    for name in chosen.units or units():
        rows = sections.get(name, "").splitlines() if chosen.survivors else []
        sections[name] = "\n".join(_tried(units()[name], chosen.count, rows))
        print(sections[name].splitlines()[0], flush=True)
        OUTCOMES.write_text(_page({unit: sections[unit] for unit in units() if unit in sections}), encoding="utf-8")
    rows = [row for section in sections.values() for row in section.splitlines() if row.startswith("| `")]
    open_ones = [row for row in rows if not _is_settled(row)]
    print("\n".join(open_ones))
    return 1 if open_ones else 0


def _is_settled(row: str) -> bool:
    return any(word in row for word in _SETTLED)


def _tried(unit: Unit, count: int, known: Sequence[str]) -> list[str]:
    """The unit's section: its figures, and a row for each mutant; those that are killed in `known` keep their row."""
    sample, rows, left = unit.sample(count), {}, list(known)
    for place, mutant in enumerate(sample):
        row = next((row for row in left if row.startswith(_cells(mutant))), "")
        if row:
            left.remove(row)  # long ones look alike where they are cut
        if _is_settled(row):
            rows[place] = row
    missing = [place for place in range(len(sample)) if place not in rows]
    for place, said in zip(missing, _outcomes(unit, count, missing), strict=True):
        reason = EQUIVALENT.get(sample[place].key, "") if said == SURVIVED else ""
        word = "equivalent" if reason else _WORDS.get(said, "killed")
        rows[place] = f"{_cells(sample[place])} {word} | {reason or ('' if said in _WORDS else _shown(said))} |"
    figures = ", ".join(f"{_count(rows.values(), word)} {word}" for word in ("killed", "equivalent", *_WORDS.values()))
    head = ["| In | Before | After | Outcome | By |", "|---|---|---|---|---|"]
    return [f"## {unit.name}: {len(rows)} mutants, {figures}", "", *head, *(rows[place] for place in sorted(rows)), ""]


def _outcomes(unit: Unit, count: int, places: Sequence[int]) -> list[str]:
    """What happened to the mutants at these places of the unit's sample."""
    if not places:
        return []
    with tempfile.TemporaryDirectory() as folder:
        outcomes = Path(folder) / "outcomes.json"
        options = [f"--mutants-of={unit.name}", f"--mutants={count}", f"--places={json.dumps(places)}"]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.plugin", "-p", "no:cacheprovider"]
        command += [*options, f"--outcomes={outcomes}", *unit.tests]
        finished = subprocess.run(command, capture_output=True, text=True, check=False)
        if not outcomes.exists():
            raise SystemExit(finished.stdout[-3_000:] + finished.stderr[-3_000:])
        return list(json.loads(outcomes.read_text(encoding="utf-8")))


def _cells(mutant: Mutant) -> str:
    return f"| `{mutant.function}` | {_code(mutant.before)} | {_code(mutant.after)} |"


def _shown(test: str) -> str:
    """The test's name, without its parameters."""
    return test if test == NO_END else f"`{test.split('::')[-1].split('[')[0]}`"


def _code(text: str) -> str:
    short = text if len(text) <= 110 else f"{text[:107]} …"
    return "`` " + short.replace("|", "\\|") + " ``"


def _sections() -> dict[str, str]:
    """The sections that the page has."""
    text = OUTCOMES.read_text(encoding="utf-8") if OUTCOMES.exists() else ""
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]
    return {part[3:].split(":")[0]: part.rstrip() + "\n" for part in parts}


def _count(rows: Iterable[str], word: str) -> int:
    return sum(f"| {word} |" in row for row in rows)


def _page(sections: dict[str, str]) -> str:
    rows = [row for section in sections.values() for row in section.splitlines() if row.startswith("| `")]
    killed, equivalent, survived, missed = (_count(rows, word) for word in ("killed", "equivalent", *_WORDS.values()))
    share = 100 * killed // max(1, len(rows) - equivalent)
    head = f"""# Mutants

What `make sweep-mutants` (seed {SEED}) found last: {len(rows)} small wrong changes of the code, one at a time.
Each is met by the tests of its unit that reach it. {killed} were killed, {equivalent} are equivalent
(no test could see them), {survived} survived, {missed} were reached by no test: {share}% of those that can be
killed are killed.
Why it is done this way: decision 141. Units, their tests and why a mutant is equivalent: `tests/mutants/modules.py`.
"""
    return "\n".join([head, *sections.values()]).rstrip() + "\n"


if __name__ == "__main__":
    sys.exit(main())
