"""A picture that is dropped on the block list and shown beside it."""

from __future__ import annotations

import io

from PIL import Image
from playwright.sync_api import Locator, expect


def picture_dropped(panel: Locator) -> None:
    """Choose a file, and then the block that it became."""
    image = Image.radial_gradient("L").resize((640, 360))
    shaded = Image.merge(
        "RGB", (image.point(lambda each: 30 + each // 4), image.point(lambda each: 90 + each // 3), image)
    )
    content = io.BytesIO()
    shaded.save(content, "PNG")
    file = {"name": "tide.png", "mimeType": "image/png", "buffer": content.getvalue()}
    panel.locator(".wb-file").first.set_input_files(file)  # type: ignore[arg-type]
    row = panel.get_by_role("option").last
    expect(row).to_contain_text("Picture")
    row.click()
    expect(panel.locator(".bl-rendered figure img").first).to_be_visible()
