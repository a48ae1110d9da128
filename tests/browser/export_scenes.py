"""The pictures of an export: a package for a learning system that was made, and the form as its author leaves it."""

from __future__ import annotations

from playwright.sync_api import Locator, expect


def courses_chosen(panel: Locator) -> None:
    """Choose courses, and open the form."""
    panel.get_by_label("Show", exact=True).select_option(label="Courses")
    for title in ("Tides", "Sorting waste", "Writing a clear e-mail"):
        panel.get_by_role("option").filter(has_text=title).first.click(modifiers=["Control"])
    panel.get_by_role("button", name="Export…").click()
    expect(panel.get_by_role("button", name="Export", exact=True)).to_be_enabled()


def packages_made(panel: Locator) -> None:
    """Make packages of three courses."""
    courses_chosen(panel)
    panel.get_by_label("Items in its outline").select_option(label="one for each lesson")
    panel.get_by_role("button", name="Export", exact=True).click()
    expect(panel.get_by_role("button", name="Download packages.zip")).to_be_visible()
    expect(panel).to_have_attribute("aria-busy", "false")
