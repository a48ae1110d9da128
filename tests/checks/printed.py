"""`docs/checks.md`, printed from the rules and what they find in the corpus: `python -m tests.checks.printed`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from tests.checks.corpus import FEWEST_POSITIVES, HERE, Item, Measured, interval, items, measured
from tests.meta.source_tree import ROOT
from workbench.authoring.checks import RULES
from workbench.authoring.checks.finding import Part, Rule

PAGE = ROOT / "docs" / "checks.md"
_TABLE = (
    "| rule | severity | looks at | flawed items | recall | false alarms | unseen |",
    "|---|---|---|---|---|---|---|",
)
UNSEEN = HERE / "unseen.json"
"""Flawed items found and written, by rule, as measured before the rule was tuned on them."""
_LONGEST_EXAMPLE = 420
_HEAD = """# Checks

The service checks every lesson by these rules. A finding asks you to look: an **error** is wrong in the lesson, a
**warning** should be looked at first, a **note** is a hint. Findings can be mistaken, and a lesson without findings can
still be bad. The rules are pure functions in `workbench.authoring.checks`.
"""
_MEASURES = """
- **Recall**: the share of the flawed items that the rule finds, with its 95% interval.
- **False alarms**: the share of the other items that it flags, with its 95% interval.
- **Unseen**: how many flawed items it found in a later set, on which it was not tuned. Expect this of your lessons: of
  refusals, talk as a model and placeholders in new words, about three of four are found. What is flagged is nearly
  always flawed (decision 100).
- **Certain**: the rule looks at a field, not at words, and is not measured.

The rules were measured on {count:,} labelled items in English, German, Spanish and French. The project made them for
this purpose with the help of an AI model: they are not lessons from practice, the author of a text also labelled it,
and no independent reader has checked them. They were committed before the rules were tuned on them. An error or warning
finds at least nine of ten flaws of {fewest} or more items and flags at most one of twenty others; a rule that does not
is a note.

`make docs` prints this page from the rules and the labelled items in `tests/checks`.
"""


def page(of: Sequence[Item], found: Mapping[str, Measured]) -> str:
    """The whole page."""
    unseen: dict[str, list[int]] = json.loads(UNSEEN.read_text(encoding="utf-8"))
    third = measured(items("third"))  # no rule was tuned on it, and none is to be
    unseen |= {
        name: [len(here.found), here.positives] for name, here in third.items() if here.positives >= FEWEST_POSITIVES
    }
    parts = [_HEAD, *_TABLE]
    parts += [_row(rule, found[rule.name], unseen.get(rule.name, [0, 0])) for rule in RULES]
    parts.append(_MEASURES.format(count=len(of), fewest=FEWEST_POSITIVES).rstrip())
    for rule in RULES:
        parts += _section(rule, of, found[rule.name])
    return "\n".join(parts).rstrip() + "\n"


def _row(rule: Rule, here: Measured, unseen: Sequence[int]) -> str:
    if rule.is_certain:
        cells = [f"[`{rule.name}`](#{rule.name})", str(rule.severity), str(rule.part), *["certain"] * 4]
        return f"| {' | '.join(cells)} |"
    others = len(here.flagged) + len(here.passed)
    cells = [
        f"[`{rule.name}`](#{rule.name})",
        str(rule.severity),
        str(rule.part),
        f"{here.positives} of {here.positives + others}",
        f"{here.recall:.0%} ({_between(len(here.found), here.positives)})",
        f"{here.false_alarms:.1%} ({_between(len(here.flagged), others)})",
        f"{unseen[0]} of {unseen[1]}" if unseen[1] else "not measured",
    ]
    return f"| {' | '.join(cells)} |"


def _between(count: int, of: int) -> str:
    low, high = interval(count, of)
    return f"{low:.0%} to {high:.0%}"


def _section(rule: Rule, of: Sequence[Item], here: Measured) -> Iterator[str]:
    yield f"\n## {rule.name}\n"
    yield f"{rule.about} {rule.why} Severity: {rule.severity}. Source: {rule.source}."
    english = [item for item in of if item.language == "EN" and item.part is rule.part]
    flawed = [item for item in english if item.id in here.found and item.labels == (rule.name,)]
    if flawed and rule.part is not Part.LESSON:
        yield from _example(min(flawed, key=_length))


def _example(item: Item) -> Iterator[str]:
    yield f"\nExample (`{item.id}`, topic “{item.topic}”):\n"
    text = "\n".join(item.view.texts)
    text = text if len(text) <= _LONGEST_EXAMPLE else text[:_LONGEST_EXAMPLE].rsplit(" ", 1)[0] + " …"
    yield "```text\n" + text.replace("```", "'''") + "\n```"


def _length(item: Item) -> int:
    return sum(map(len, item.view.texts))


def main() -> None:
    """Write the page."""
    of = items()
    PAGE.write_text(page(of, measured(of)), encoding="utf-8")


if __name__ == "__main__":
    main()
