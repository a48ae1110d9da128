"""The theme of learner pages, a line for each part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.client.sanitize import shown

if TYPE_CHECKING:
    from workbench.procedures.sharing.theme import Theme


def theme_lines(theme: Theme) -> str:
    """Name, logo, colour and the text below; what is not set says so."""
    shades = f" (light pages {theme.accent_light}, dark pages {theme.accent_dark})" if theme.accent else ""
    return "\n".join(
        [
            f"Name: {shown(theme.name) or 'none'}",
            f"Logo: {shown(theme.logo_asset_id or 'none')}",
            f"Colour: {theme.accent or 'ours'}{shades}",
            f"Text below: {shown(theme.footer, longest=500) or 'none'}",
        ]
    )
