"""The theme of a course's pages, from what is stored: its logo lies below the course, as its pictures do."""

from __future__ import annotations

from workbench.authoring.content.media_types import MEDIA_TYPES
from workbench.learner_pages.theme import PageLogo, PageTheme
from workbench.service.db.seam import Db
from workbench.service.sharing.logo import current_logo
from workbench.service.sharing.theme import read_theme


async def page_theme(db: Db, organization_id: str, address: str) -> PageTheme:
    """Return the organization's theme, for pages at this address (`/s/<course_id>`)."""
    found = await read_theme(db, organization_id)
    logo = await current_logo(db, found.logo_asset_id, organization_id=organization_id)
    shown = None
    if logo is not None and logo.width and logo.height:
        url = f"{address}/a/{logo.sha256}.{MEDIA_TYPES[logo.media_type].extension}"
        shown = PageLogo(url, logo.alternative_text, logo.width, logo.height)
    return PageTheme(found.name, shown, found.accent, found.footer)
