"""LanguagePanel: the default language of the organization's new lessons."""

from __future__ import annotations

import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.languages.reader import DEFAULT_LANGUAGE, default_language, language_choices, language_name
from workbench.procedures.organization import get_user_data, set_default_language
from workbench.widgets.kit.controls import button, dropdown, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.panel import Panel

_NONE_SET = (f"{language_name(DEFAULT_LANGUAGE)} (none is set)", "")


class LanguagePanel(Panel):
    """The default language; `value` is the code that holds, as it was read last."""

    label = "Default language"
    shows = frozenset({"language"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.organization_id, self.can_change, self._set_code = organization_id, False, ""
        self.language = dropdown("Language of new lessons", [_NONE_SET, *language_choices()], value="")
        self.note = html()
        self.save_button = button("Save", lambda: self.start(self.save), style="primary")
        self.control(self.language, when=lambda: self.can_change)
        self.control(self.save_button, when=lambda: self.can_change and self.language.value != self._set_code)
        self.language.observe(lambda change: self.update_controls(), "value")
        self.follow_changes(
            lambda: [get_user_data(organization_id=organization_id)] if self.value is not None else [],
            lambda answer: (answer.default_language or "") == self._set_code or self.language.value != self._set_code,
        )
        self.show(self.language, row_of_controls(self.save_button), self.note)

    def refresh(self) -> None:
        """Read the language, and whether this person may change it."""
        keeps = self.offers(set_default_language)
        for control in (self.language, self.save_button):
            set_visible(control, is_visible=keeps)
        if not keeps:
            set_html(
                self.note, hint("This service has no default language. Its administrator can install a newer version.")
            )
            return
        person = self.client.call(get_user_data(organization_id=self.organization_id))
        self.can_change = bool(person.is_admin)
        self._show(person.default_language)
        about = "Used for new lessons and outlines, and for topics and files without a language."
        set_html(self.note, hint(about if self.can_change else f"{about} Only owners and admins can change it."))

    def save(self) -> None:
        """Set the chosen language. Existing lessons don't change."""
        chosen = self.language.value or None
        call = set_default_language(organization_id=self.organization_id, language=chosen)
        self._show(self.client.call(call).default_language)
        self.notify(
            f"New lessons are in {language_name(default_language(preferred=chosen))} "
            "unless you choose another language."
        )

    def as_text(self) -> str:
        """Return the language in a sentence."""
        if self.value is None:
            return "Default language: loading."
        return f"Default language: {language_name(self.value)}."

    def _show(self, code: str | None) -> None:
        self.language.options = [_NONE_SET, *language_choices(None, code)]
        self._set_code = self.language.value = code or ""
        self.value = default_language(preferred=code)
        self.update_controls()
