"""ThemePanel: the frame of the organization's learner pages, edited next to a sample page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from itertools import islice
from typing import Final

import traitlets

from workbench.authoring.accent import accent_shades, clean_accent
from workbench.authoring.content.media_types import IMAGE, MEDIA_TYPES
from workbench.authoring.rendering.blocks import block_html
from workbench.client.lookups.assets import iter_assets
from workbench.client.lookups.names import distinct_names
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import Conflict, InputRejected, NotSent
from workbench.learner_pages.document import document
from workbench.learner_pages.theme import PageLogo, PageTheme
from workbench.procedures.asset import AssetSummary, list_assets
from workbench.procedures.organization import get_theme, get_user_data, set_theme
from workbench.procedures.sharing import MAX_FOOTER, MAX_FOOTER_LINES, MAX_NAME, Theme
from workbench.text import display_text, escape_html
from workbench.widgets.kit.controls import (
    button,
    caution,
    dropdown,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
    stack,
)
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.reader import Reader, read_preview

MOST_PICTURES: Final = 1_000
SAMPLE_LOGO_BYTES: Final = 300_000
_NO_LOGO: Final = ("No logo", "")
_FIELDS: Final = {"name": "name", "logo": "logo", "accent": "colour", "footer": "footer"}
_CHANGED: Final = "Someone else changed the theme. What you typed is still here: check it, then save again."
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_BLOCKS: Final = (
    ("objectives", {"items": ["Say what makes the tide", "Read a tide table"]}),
    ("text", {"markdown": "Twice a day the sea comes in and goes out again."}),
)
_ADDRESS: Final = '<nav class="course"><a><u>The sea</u></a><span>Lesson 1 of 2</span></nav>\n'
_DARK: Final = "(prefers-color-scheme:dark)"
_ALWAYS, _NEVER = "(min-width:0)", "(max-width:0)"


class ThemePanel(Panel):
    """The theme of learner pages; `value` is the theme as it was read last."""

    label = "Theme of learner pages"
    shows = frozenset({"theme"})
    value = traitlets.Instance(Theme, allow_none=True)

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.organization_id, self.can_change = organization_id, False
        self.pictures: dict[str, AssetSummary] = {}
        self._logo_bytes: dict[str, str] = {}
        self.name = TextEntry("Name at the top of the pages", counts=MAX_NAME)
        self.logo = dropdown("Logo", [_NO_LOGO])
        self.accent = TextEntry("Colour", hint="#1a5a94, or leave empty")
        self.footer = TextEntry(
            f"Text at the bottom of the pages, at most {MAX_FOOTER_LINES} lines", lines=3, counts=MAX_FOOTER
        )
        self.shades, self.others, self.note = html(), html(), html()
        self.save_button = button("Save", lambda: self.start(self.save), style="primary")
        self.discard_button = button("Discard changes", lambda: self.run_now(self.discard))
        self.sample = Reader("Preview of a learner page")
        for entry in (self.name, self.logo, self.accent, self.footer):
            self.control(entry, when=lambda: self.can_change)
            entry.observe(lambda change: self._look(), "value")
        self.logo.observe(lambda change: self._fetch_logo(), "value")
        for form_button in (self.save_button, self.discard_button):
            self.control(form_button, when=lambda: self.can_change and self.is_changed())
        fields = (row_of_controls(self.name, self.logo, self.accent), self.shades, self.footer, self.others)
        self.form = stack(*fields, row_of_controls(self.save_button, self.discard_button), self.sample)
        self.follow_changes(
            lambda: [get_theme(organization_id=organization_id)] if self.value is not None else [],
            lambda answer: answer == self.value or self.is_changed(),
        )
        self.show(self.form, self.note)

    def refresh(self) -> None:
        """Read the theme, the organization's pictures, and whether this person may change it. Keeps unsaved input."""
        if not self.offers(get_theme, set_theme):
            set_visible(self.form, is_visible=False)
            set_html(self.note, hint("This service has no themes. Its administrator can install a newer version."))
            return
        here = self.organization_id
        self.can_change = bool(self.client.call(get_user_data(organization_id=here)).is_admin)
        if self.offers(list_assets):
            pictures = (asset for asset in iter_assets(self.client, here) if _is_picture(asset))
            self.pictures = {asset.asset_id: asset for asset in islice(pictures, MOST_PICTURES)}
        self._show_theme(self.client.call(get_theme(organization_id=here)))
        add = "A logo is one of the organization's pictures: add it to a lesson, or with `wb.assets.upload`."
        why = f"Applies immediately to every public course. {add}"
        set_html(self.note, hint(why if self.can_change else "Only owners and admins can change the theme."))

    def save(self) -> None:
        """Save the entered theme. Raises `InputRejected` for an invalid one, `NotSent` if others changed it."""
        if self.value is None:
            raise NotSent("The theme is still loading. Try again in a moment.")
        typed = self._read_fields()
        try:
            accent = clean_accent(typed["accent"]) if typed["accent"] else None
        except ValueError as refused:
            raise InputRejected(f"Colour: {refused}. Nothing was sent.") from None
        call = set_theme(
            organization_id=self.organization_id,
            name=typed["name"],
            logo_asset_id=typed["logo"] or None,
            accent=accent,
            footer=typed["footer"],
            base_version=self.value.version,
        )
        try:
            answer = self.client.call(call)
        except Conflict:
            self._show_theme(self.client.call(get_theme(organization_id=self.organization_id)))
            raise NotSent(_CHANGED) from None
        self.value = answer
        self.discard()
        self.notify("Theme saved. Learners see it now.")

    def discard(self) -> None:
        """Show the stored theme, discarding unsaved input."""
        if self.value is not None:
            self._fill(_theme_values(self.value))
        set_html(self.others, "")

    def is_changed(self) -> bool:
        """Return whether there are unsaved changes."""
        return self.value is not None and self._read_fields() != _theme_values(self.value)

    def as_text(self) -> str:
        """Return the stored theme in a sentence."""
        if self.value is None:
            return "Theme of learner pages: loading."
        now = self.value
        parts = [f"name “{display_text(now.name)}”" if now.name else "", "a logo" if now.logo_asset_id else ""]
        parts += [f"colour {now.accent}" if now.accent else "", "a footer" if now.footer else ""]
        return f"Theme of learner pages: {', '.join(part for part in parts if part) or 'default'}."

    def as_html(self) -> str:
        """Return the text of `as_text` as HTML."""
        return f"<p>{escape_html(self.as_text())}</p>"

    def _show_theme(self, theme: Theme) -> None:
        """Show another theme; unsaved fields stay, and their stored values are shown too."""
        before = _theme_values(self.value) if self.value is not None else self._read_fields()
        typed, now = self._read_fields(), _theme_values(theme)
        own = {field for field in _FIELDS if typed[field] != before[field] and typed[field] != now[field]}
        disputes = [field for field in _FIELDS if field in own and now[field] != before[field]]
        self.value = theme
        self._offer_pictures(theme)
        self._fill({field: typed[field] if field in own else now[field] for field in _FIELDS})
        words = "; ".join(f"{_FIELDS[field]}: {self._check_field(field, now[field])}" for field in disputes)
        set_html(
            self.others,
            caution(f"Someone else has changed: {words}. Saving replaces it with yours." if disputes else ""),
        )

    def _check_field(self, field: str, text: str) -> str:
        if field == "logo":
            return next((name for name, asset_id in self.logo.options if asset_id == text), text)
        return f"“{display_text(text)}”" if text else "none"

    def _offer_pictures(self, theme: Theme) -> None:
        chosen, current = self.logo.value, theme.logo_asset_id
        options = distinct_names(
            (asset_id, _picture_name(picture), f"uploaded {picture.created_at:%Y-%m-%d}")
            for asset_id, picture in self.pictures.items()
        )
        for asset_id in (current, chosen):
            if asset_id and asset_id not in options:
                options[asset_id] = "Current logo" if asset_id == current else "Deleted picture"
        self.logo.options = [_NO_LOGO, *((name, asset_id) for asset_id, name in options.items())]
        self.logo.value = chosen

    def _fill(self, values: Mapping[str, str]) -> None:
        self.name.value, self.logo.value = values["name"], values["logo"]
        self.accent.value, self.footer.value = values["accent"], values["footer"]
        self._look()

    def _read_fields(self) -> dict[str, str]:
        return {
            "name": self.name.value.strip(),
            "logo": self.logo.value or "",
            "accent": self.accent.value.strip().lower(),
            "footer": self.footer.value.strip(),
        }

    def _look(self) -> None:
        """Show the sample of the entered theme, and the shades of its colour on pages."""
        typed, accent, words = self._read_fields(), None, ""
        if typed["accent"]:
            try:
                accent = clean_accent(typed["accent"])
                words = hint(_shades_text(accent))
            except ValueError as refused:
                words = caution(f"Not shown: {refused}.")
        set_html(self.shades, words)
        theme = PageTheme(typed["name"], self._logo(typed["logo"]), accent, typed["footer"])
        sample = sample_html(theme) if self.value is not None else ""
        if sample != self.sample.html:
            self.sample.put(sample)
        self.update_controls()

    def _logo(self, asset_id: str) -> PageLogo | None:
        url, known = self._logo_bytes.get(asset_id, ""), self.pictures.get(asset_id)
        if not url or known is None or not known.width or not known.height:
            return None
        return PageLogo(url, known.alternative_text, known.width, known.height)

    def _fetch_logo(self) -> None:
        asset_id = self.logo.value or ""
        known = self.pictures.get(asset_id)
        if known is not None and asset_id not in self._logo_bytes:
            self._logo_bytes[asset_id] = ""
            if known.size <= SAMPLE_LOGO_BYTES:
                self.workers.submit(self._read_logo, asset_id)

    def _read_logo(self, asset_id: str) -> None:
        about, content = read_preview(self.client, asset_id)
        if about["type"] in MEDIA_TYPES and content:
            self._logo_bytes[asset_id] = f"data:{about['type']};base64,{b64encode(content[0]).decode()}"
            self._look()
        else:
            del self._logo_bytes[asset_id]


def _theme_values(theme: Theme) -> dict[str, str]:
    logo, accent = theme.logo_asset_id or "", theme.accent or ""
    return {"name": theme.name, "logo": logo, "accent": accent, "footer": theme.footer}


def _is_picture(asset: AssetSummary) -> bool:
    return asset.media_type in MEDIA_TYPES and MEDIA_TYPES[asset.media_type].block_type == IMAGE


def _picture_name(asset: AssetSummary) -> str:
    size = f"{asset.width} × {asset.height}" if asset.width and asset.height else ""
    large = "too large for the preview" if asset.size > SAMPLE_LOGO_BYTES else ""
    return ", ".join(fact for fact in (display_text(asset.file_name, longest=60), size, large) if fact)


def _shades_text(accent: str) -> str:
    shades = accent_shades(accent)
    light, dark = ("the chosen colour" if shade == accent else shade for shade in (shades.light, shades.dark))
    if light == dark:
        return "Light and dark pages use the colour unchanged."
    return f"Light pages use {light}, dark pages {dark}, so that text stays readable."


def sample_html(theme: PageTheme) -> str:
    """Return a sample of a learner's page, in light and in dark, as a fragment: two figures, a frame in each.

    The frame is sandboxed: nothing in it runs, is fetched, sent or followed, whatever name and footer contain.
    """
    return f'<div class="wb-samples">{_figure("Light", theme, False)}{_figure("Dark", theme, True)}</div>'


def sample_page(theme: PageTheme, *, is_dark: bool) -> str:
    """Return a page with the theme, as a dark or a light screen shows it, without scripts and links."""
    blocks = "\n".join(
        f'<section class="block {name}">{block_html(name, content)}</section>' for name, content in _BLOCKS
    )
    body = f"{_ADDRESS}<article>\n<h1>The tides</h1>\n{blocks}\n</article>"
    page = document("Sample", body, language="EN", policy=_POLICY, theme=theme)
    head, end, rest = page.partition("</style>")
    head = head.replace(_DARK, _ALWAYS if is_dark else _NEVER)
    return head.replace("color-scheme:light dark", f"color-scheme:{'dark' if is_dark else 'light'}") + end + rest


def _figure(name: str, theme: PageTheme, is_dark: bool) -> str:
    page = escape(sample_page(theme, is_dark=is_dark), quote=True)
    return (
        f"<figure><figcaption>{name}</figcaption>"
        f'<iframe sandbox="" title="A learner\'s page, {name.lower()}" srcdoc="{page}"></iframe></figure>'
    )
