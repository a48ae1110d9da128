"""Header, footer and accent colour of an organization's learner pages, as `wb.theme`."""

from __future__ import annotations

from typing import Annotated, Literal

from workbench.api.collection import Collection
from workbench.argument_help import Help
from workbench.procedures.organization import get_theme, set_theme
from workbench.procedures.sharing import Theme


class PageThemes(Collection):
    """Name and logo above the learner pages, a text below them, and one colour.

    Changes are visible immediately.
    """

    def show(self) -> Theme:
        """Return the current theme; `accent_light` and `accent_dark` are the shades that pages show.

        >>> wb.theme.show().name
        ''
        """
        return self._client.call(get_theme(organization_id=self.organization_id))

    def set(
        self,
        *,
        name: Annotated[str, Help("name at the top of the pages; empty for none", "NAME")] | None = None,
        logo: Annotated[str | Literal["none"], Help("id of a picture (see: workbench assets list), or `none`", "ASSET")]
        | None = None,
        accent: Annotated[str | Literal["none"], Help("accent colour, #rrggbb, or `none` for the default", "COLOUR")]
        | None = None,
        footer: Annotated[str, Help("footer of the pages; empty for none", "TEXT")] | None = None,
        base_version: int | None = None,
    ) -> Theme:
        """Change the given fields, and return the new theme. Owners and admins can do this.

        `logo` is the id of an asset that is a picture (`wb.assets.upload`), `accent` is `#rrggbb`; `"none"` takes
        either away, and an empty text the others. Raises `Conflict` where somebody else changed it since
        `base_version`, by default since just now.

        >>> wb.theme.set(name="Harbour School", accent="#ffb000").accent_light
        '#8f6300'
        >>> wb.theme.set(name="", accent="none").version
        2
        """
        now = self.show()
        call = set_theme(
            organization_id=self.organization_id,
            name=now.name if name is None else name,
            logo_asset_id=now.logo_asset_id if logo is None else None if logo == "none" else logo,
            accent=now.accent if accent is None else None if accent == "none" else accent,
            footer=now.footer if footer is None else footer,
            base_version=now.version if base_version is None else base_version,
        )
        return self._client.call(call)
