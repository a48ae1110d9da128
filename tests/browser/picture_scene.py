"""A picture that is dropped on the block list and shown next to it."""

from __future__ import annotations

import io

from PIL import Image
from playwright.sync_api import Locator, expect


def picture_dropped(panel: Locator) -> None:
    """Choose a file; the block that it became waits for its words."""
    image = Image.radial_gradient("L").resize((640, 360))
    shaded = Image.merge(
        "RGB",
        (
            image.point(lambda brightness: 30 + brightness // 4),
            image.point(lambda brightness: 90 + brightness // 3),
            image,
        ),
    )
    content = io.BytesIO()
    shaded.save(content, "PNG")
    file = {"name": "tide.png", "mimeType": "image/png", "buffer": content.getvalue()}
    panel.get_by_role("option").nth(2).click()
    with panel.page.expect_file_chooser() as chosen:
        panel.get_by_role("button", name="Add files").click()
    chosen.value.set_files(file)  # type: ignore[arg-type]
    panel.get_by_label("Alternative text").fill("Light falls on the sea from above.")
    expect(panel.locator(".bl-preview figure img").first).to_be_visible()
