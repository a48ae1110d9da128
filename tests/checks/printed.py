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

Printed from the rules and the labelled lessons in `tests/checks` by `make docs`; never edited.

A lesson is checked by rules that are pure functions (`workbench.authoring.checks`). A finding has a severity: an
**error** is wrong in the lesson, a **warning** is looked at first, a **note** is a hint. Nothing is found for sure: a
finding asks for a look, and no findings do not make a lesson good.

Each rule was measured on {count:,} labelled items in English, German, Spanish and French. The project made them for
this purpose with the help of an AI model: the texts are not lessons from practice, whoever made a text also gave it its
labels, and no independent reader has checked them. They were committed before the rules were tuned on them.
*Recall* is the share of the flawed items that the rule finds, *false alarms* the share of the others that it flags,
both with their 95% interval. A rule of severity error or warning finds at least nine of ten flaws of {fewest} or more
items and flags at most one of twenty others; a rule that does not is a note. A rule that looks at a field and at no
words is certain, and not measured.

**Unseen** is what counts for your lessons: how many flawed items the rule found among those that it was not tuned on,
from a further set, which was made in the same way after the rules were tuned. Wordings have no end: of refusals, of
talk as a model and of unfilled places in new words about three of four are found. What is flagged is nearly always
flawed all the same (decision 100).
"""


def page(of: Sequence[Item], found: Mapping[str, Measured]) -> str:
    """The whole page."""
    unseen: dict[str, list[int]] = json.loads(UNSEEN.read_text(encoding="utf-8"))
    third = measured(items("third"))  # no rule was tuned on it, and none is to be
    unseen |= {
        name: [len(here.found), here.positives] for name, here in third.items() if here.positives >= FEWEST_POSITIVES
    }
    parts = [_HEAD.format(count=len(of), fewest=FEWEST_POSITIVES), *_TABLE]
    parts += [_row(rule, found[rule.name], unseen.get(rule.name, [0, 0])) for rule in RULES]
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
        yield from _example("Found", min(flawed, key=_length))
        telling = [item for item in english if item.id in here.passed and not item.labels]
        yield from _example("Not flagged", min(telling, key=lambda item: _distance(item, rule)))


def _example(title: str, item: Item) -> Iterator[str]:
    yield f"\n{title} (`{item.id}`, topic “{item.topic}”):\n"
    text = "\n".join(item.view.texts)
    text = text if len(text) <= _LONGEST_EXAMPLE else text[:_LONGEST_EXAMPLE].rsplit(" ", 1)[0] + " …"
    yield "```text\n" + text.replace("```", "'''") + "\n```"


def _length(item: Item) -> int:
    return sum(map(len, item.view.texts))


def _distance(item: Item, rule: Rule) -> tuple[int, int]:
    """Examples against are those that share most words with what the rule is about."""
    wanted = set(f"{rule.name} {rule.about}".lower().replace("-", " ").split())
    words = {word for words in item.view.words for word in words}
    return -len(wanted & words), _length(item)


def main() -> None:
    """Write the page."""
    of = items()
    PAGE.write_text(page(of, measured(of)), encoding="utf-8")


if __name__ == "__main__":
    main()
