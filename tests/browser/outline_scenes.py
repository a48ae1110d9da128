"""The pictures of a course from a brief: the cell that shows its outline, and what is done there."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

OUTLINE = (
    "from dataclasses import replace\nfrom workbench.widgets.outline.edited_outline import start_editing\n"
    "listed = [('What flour does', 'Tell flours apart', 'Wheat, rye and spelt, and what gluten is for.'),"
    " ('Water and salt', 'Weigh water for a dough', 'How wet a dough is, and what salt slows down.'),"
    " ('How yeast raises dough', 'Explain why dough rises\\nJudge when it has risen enough', 'What yeast needs.'),"
    " ('A history of ovens', 'Name three kinds of ovens', 'From the village oven to the kitchen.'),"
    " ('Shaping a loaf', 'Shape a round loaf', 'Tension in the skin of the dough.'),"
    " ('The first loaf', 'Bake a plain loaf', 'All steps in one morning.')]\n"
    "rows = [dict(zip(('title', 'objectives', 'topic'), lesson)) for lesson in listed]\n"
    "outline = wb.courses.outline(rows, title='Baking bread at home', language='EN')\n"
    "panel = wb.widgets.outline()\n"
    "panel.show_outline(start_editing(replace(outline, writer='openai:gpt-5-mini'), wanted=6).exclude(['4']))\npanel"
)


def lesson_of_outline_chosen(panel: Locator) -> None:
    """Choose a lesson, so that its fields are there."""
    panel.get_by_role("option").nth(2).click()
    expect(panel.get_by_label("Objectives, one per line")).to_be_visible()


def brief_typed(panel: Locator) -> None:
    """Type a list of titles, as a service without a model wants it."""
    if panel.get_by_role("button", name="New brief").is_visible():  # of the picture before
        panel.get_by_role("button", name="New brief").click()
    panel.get_by_role("textbox", name="Brief").fill("What flour does\nWater and salt\nHow yeast raises dough")
    expect(panel.get_by_role("button", name="Use these lines as lesson titles")).to_be_enabled()
