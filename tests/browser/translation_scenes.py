"""The pictures of a translation next to its source: lessons in French and Arabic whose source has gone on."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.lessons import Content, Writing, blocks_of
from tests.browser.pictured_lessons import TIDES, TIDES_IN_ARABIC
from tests.model_server import Answer, ModelServer, request_in, saying
from workbench.authoring.block import Block, new_block_id
from workbench.client.sync import Client
from workbench.procedures.lesson import create_lesson, tie_translation
from workbench.procedures.translations import BlockTie

_FRENCH: tuple[Content, ...] = (
    ("heading", {"text": "Pourquoi la mer monte et descend", "level": 1}),
    (
        "objectives",
        {
            "items": [
                "Dire ce qui fait la marée",
                "Distinguer vives-eaux et mortes-eaux",
                "Lire un annuaire des marées pour un jour",
            ]
        },
    ),
    (
        "text",
        {
            "markdown": "Deux fois par jour, la mer monte puis se retire. La **lune** attire l'eau vers elle, et la "
            "terre qui tourne fait passer chaque côte sous ce renflement.\n\n"
            "- Pleine mer : toutes les 12 h 25 environ\n"
            "- Basse mer : à peu près à mi-chemin entre deux pleines mers\n\n> La marée n'attend personne."
        },
    ),
    (
        "keyTerms",
        {
            "terms": [
                {"term": "Vives-eaux", "meaning": "Le plus grand marnage, à la nouvelle et à la pleine lune."},
                {"term": "Mortes-eaux", "meaning": "Le plus petit marnage, aux quartiers de lune."},
            ]
        },
    ),
)
_LATER = (
    "Twice a day the sea comes in and goes out again. The **moon**, and a little less the sun, pull the water towards "
    "them, and the turning earth carries every coast through that bulge.\n\n- High water: about every 12 h 25 min\n"
    "- Low water: about half-way between two high waters\n\n> A tide waits for nobody."
)
_LATER_IN_FRENCH = (
    "Deux fois par jour, la mer monte puis se retire. La **lune**, et un peu moins le soleil, attirent l'eau vers eux, "
    "et la terre qui tourne fait passer chaque côte sous ce renflement.\n\n- Pleine mer : toutes les 12 h 25 environ\n"
    "- Basse mer : à peu près à mi-chemin entre deux pleines mers\n\n> La marée n'attend personne."
)
_SAFETY: Content = ("callout", {"kind": "warning", "markdown": "Never walk out on the flats without a tide table."})

TRANSLATION = (
    "import os\nhome = os.environ['WORKBENCH_HOME']\nos.environ['WORKBENCH_HOME'] = '{helping}'\n"
    "beside = connect().widgets.block_list('{french}')\nos.environ['WORKBENCH_HOME'] = home\nbeside"
)
TRANSLATION_IN_ARABIC = TRANSLATION.replace("{french}", "{arabic_translation}")


def translated_lessons(client: Client) -> dict[str, str]:
    """The ids of the translations; their source has another text and a warning since."""
    writing = Writing(client)
    source = writing.lesson(*TIDES[:4], TIDES[7], topic="Tides")
    french = _tied(client, source, "Les marées", "FR", _FRENCH)
    arabic = _tied(client, source, "المد والجزر", "AR", TIDES_IN_ARABIC[:3])
    heading, objectives, text, *rest = writing.read(source).blocks
    changed = Block(id=text.id, type="text", content={"markdown": _LATER})
    warning = Block(id=new_block_id(), type=_SAFETY[0], content=_SAFETY[1])
    writing.become(source, [heading, objectives, changed, warning, *rest])
    return {"french": french, "arabic_translation": arabic}


def _tied(client: Client, source: str, title: str, language: str, contents: tuple[Content, ...]) -> str:
    writing, blocks = Writing(client), blocks_of(contents)
    lesson_id = client.call(create_lesson(title=title, language=language)).lesson_id
    writing.become(lesson_id, blocks)
    lesson = writing.read(source)
    ties = [
        BlockTie(block_id=mine.id, source_block_id=theirs.id)
        for mine, theirs in zip(blocks, lesson.blocks, strict=False)
    ]
    call = tie_translation(
        lesson_id=lesson_id,
        source_lesson_id=source,
        source_revision=lesson.revision,
        blocks=ties,
        is_title_current=True,
    )
    client.call(call)
    return lesson_id


def translating(otherwise: str) -> Answer:
    """A model that knows the text of the picture in French, and gives one answer to all else."""

    def answer(server: ModelServer, handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        asked: dict[str, Any] = request_in(body)
        texts = [{"number": text["number"], "text": _LATER_IN_FRENCH} for text in asked.get("texts", ())]
        saying(json.dumps({"texts": texts}) if texts else otherwise)(server, handler, body)

    return answer


def beside_shown(panel: Locator) -> Locator:
    """Open it; the stale text is chosen. Gives its row."""
    panel.get_by_role("button", name="Side by side").click()
    row = panel.get_by_role("article").filter(has_text="Out of date")
    expect(row.locator("ins").first).to_be_visible()
    return row


def proposal_shown(panel: Locator) -> None:
    """Have the text translated again."""
    row = beside_shown(panel)
    panel.page.keyboard.press("g")
    expect(panel.get_by_text("Costs 1 credit")).to_be_visible()
    panel.page.keyboard.press("Enter")
    expect(row.get_by_text("Proposed translation")).to_be_visible()


def form_shown(panel: Locator) -> None:
    """Write the text by hand, with the source next to the form."""
    row = beside_shown(panel)
    panel.page.keyboard.press("Enter")
    expect(row.locator(".bl-form")).to_be_visible()


def beside_on_phone(panel: Locator) -> None:
    """The same where there is room for one column."""
    beside_shown(panel)
    panel.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    panel.page.set_viewport_size({"width": 460, "height": 2300})
    panel.page.wait_for_timeout(500)  # the notebook is laid out again


SCENES = (
    ("block-list-translation", TRANSLATION, beside_shown),
    ("block-list-translation-proposal", TRANSLATION, proposal_shown),
    ("block-list-translation-form", TRANSLATION, form_shown),
    ("block-list-translation-arabic", TRANSLATION_IN_ARABIC, beside_shown),
)
"""Name, cell, and what is done before the picture."""
