"""What needs attention is counted by a few statements, as the lists of the same things count it one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.translations.test_drafting import TRANSLATE, edited, lesson, tied
from tests.service.translations.test_drafting import tides as tides
from tests.service.writers import ScriptedWriter
from workbench.service.attention import store as attention

pytestmark = pytest.mark.anyio

STEPS = 16
NEW_BLOCK = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"


async def counted(person: Asking, *, limit: int = 5) -> attention.Counted:
    """The stale translations of the person's organization, by the statement."""
    return await person.service.store.read(
        lambda db: attention.stale_translations(db, person.organization_id, limit=limit), long=True
    )


async def listed(person: Asking) -> set[str]:
    """The stale translations as the list of all translations has them."""
    found = (await person.data("lesson.listTranslations", {"limit": 200}))["translations"]
    return {row["lessonId"] for row in found if row["staleBlocks"] + row["missingBlocks"]}


async def mutated(person: Asking, found: dict[str, Any], mutation: dict[str, Any]) -> None:
    """The lesson with this edit."""
    edit = {"label": "editPages", "mutations": [mutation]}
    asked = {"lessonId": found["lessonId"], "language": found["language"], "transactions": [edit]}
    await person.done("realtime.executeTransactions", asked)


async def step(person: Asking, chance: Random, pairs: list[tuple[str, str]]) -> None:
    """One thing that somebody does to a source or its translation."""
    source_id, translation_id = chance.choice(pairs)
    source, translated = await lesson(person, source_id), await lesson(person, translation_id)
    match chance.randrange(9):
        case 0 | 1:
            text = chance.choice(["The moon pulls.", "The sun pulls, too.", "Nothing pulls."])
            await edited(person, source_id, source["blocks"][1]["id"], text)
        case 2:
            await person.done("lesson.renameLesson", {"lessonId": source_id, "title": chance.choice(["Tides", "Ebb"])})
        case 3:
            block = {
                "id": chance.choice([NEW_BLOCK, NEW_BLOCK[:-1] + "b"]),
                "type": "text",
                "content": {"markdown": "x"},
            }
            if block["id"] not in [known["id"] for known in source["blocks"]]:
                await person.post(
                    "realtime.executeTransactions",
                    {
                        "lessonId": source_id,
                        "language": "EN",
                        "transactions": [
                            {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": block}]}
                        ],
                    },
                )
        case 4:
            if len(source["blocks"]) > 2:
                await mutated(person, source, {"type": "lessonBlockDelete", "id": source["blocks"][-1]["id"]})
        case 5:
            if len(translated["blocks"]) > 2:
                await mutated(person, translated, {"type": "lessonBlockDelete", "id": translated["blocks"][-1]["id"]})
        case 6:
            await person.done("lesson.deleteLesson", {"lessonId": translation_id})
            if chance.random() < 0.7:
                await person.done("lesson.restoreLesson", {"lessonId": translation_id})
            else:
                pairs.remove((source_id, translation_id))
        case _:
            await tie_again(person, chance, source, translated)


async def tie_again(person: Asking, chance: Random, source: dict[str, Any], translated: dict[str, Any]) -> None:
    """The blocks of the translation are current again, or known to be stale; its title too, or not."""
    state = (await tied(person, translated["lessonId"]))["blocks"]
    blocks = [
        {"blockId": block["blockId"], "sourceBlockId": block["sourceBlockId"]}
        | ({"translatedRevision": 1} if chance.random() < 0.2 else {})
        for block in state
        if block["blockId"] and chance.random() < 0.8
    ]
    tie = {"lessonId": translated["lessonId"], "sourceLessonId": source["lessonId"], "blocks": blocks}
    again = {**tie, "sourceRevision": source["revision"], "isTitleCurrent": chance.random() < 0.8}
    await person.done("lesson.tieTranslation", again)


@pytest.mark.parametrize("seed", range(3))
async def test_stale_translations_are_those_of_the_list(ana: Asking, tides: dict[str, Any], seed: int) -> None:
    """After each of many steps; and what the service remembers between two of them is never out of date."""
    chance, seen = Random(seed), set[bool]()
    sources = [tides, await ana.starter("Waves")]
    pairs = []
    for source in sources:
        made = await ana.done(TRANSLATE, {"lessonId": source["lessonId"], "language": "FR"})
        pairs.append((source["lessonId"], made["lessonId"]))
    for _ in range(STEPS):
        if pairs:
            await step(ana, chance, pairs)
        expected = await listed(ana)
        found = await counted(ana)
        groups = {group["kind"]: group["count"] for group in (await ana.data("organization.getAttention"))["groups"]}
        assert (found.count, {row.lesson_id for row in found.rows}) == (len(expected), expected)
        assert groups.get("staleTranslations", 0) == len(expected)
        seen.add(bool(expected))

    assert True in seen


async def test_what_cannot_be_compared_makes_the_count_a_minimum(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an older tie; what is known to be stale without a comparison is counted all the same."""
    for language in ("FR", "DE"):
        made = await ana.done(TRANSLATE, {"lessonId": tides["lessonId"], "language": language})
    await edited(ana, tides["lessonId"], tides["blocks"][1]["id"], "The sun pulls, too.")
    translated = await lesson(ana, made["lessonId"])
    await mutated(ana, translated, {"type": "lessonBlockDelete", "id": translated["blocks"][0]["id"]})
    whole = await counted(ana)
    monkeypatch.setattr(attention, "MAX_COMPARED_BYTES", 10)
    part = await counted(ana)

    assert (whole.count, whole.is_minimum) == (2, False)
    assert (part.count, part.is_minimum, part.rows[0].lesson_id) == (1, True, made["lessonId"])


async def test_another_organization_sees_none_of_it(ana: Asking, eve: Asking, tides: dict[str, Any]) -> None:
    """The statements are about one organization."""
    await ana.done(TRANSLATE, {"lessonId": tides["lessonId"], "language": "FR"})
    await edited(ana, tides["lessonId"], tides["blocks"][1]["id"], "Nothing pulls.")

    assert ((await counted(ana)).count, (await counted(eve)).count) == (1, 0)
